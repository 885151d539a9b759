//! Clauses that are proved part by part: by the cases of a variable, or along the values of a sum.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::facts::{Facts, Known};
use super::lemmas::{Different, Lemmas};
use super::opposite::Opposite;
use super::proof::{Id, Literal};

/// Most values of a variable that are tried one by one, at each depth.
const MOST_CASES: [usize; 2] = [40, 12];

/// Most variables whose values are tried.
const MOST_SPLITS: usize = 4;

impl Facts<'_> {
    /// Proves a clause for each value of a variable of the constraint by itself, where sums have gaps.
    pub(super) fn by_cases(
        &mut self,
        clause: &[Literal],
        lemmas: &Lemmas,
        different: &[Different],
        opposite: &Opposite,
    ) -> Option<Id> {
        if lemmas.depth >= MOST_CASES.len() {
            return None;
        }
        let forms = lemmas.forms.iter().take(2).flat_map(|&form| &self.statement.forms[form as usize].terms);
        let columns = lemmas.table.iter().flat_map(|table| table.columns.iter().copied());
        let groups: BTreeSet<u32> =
            forms.map(|&(variable, _)| self.places[variable as usize].0).chain(columns).collect();
        let mut groups: Vec<(usize, u32)> = groups
            .into_iter()
            .map(|group| {
                let allowed = opposite.allowed.get(&group).unwrap_or(&self.groups[group as usize].places);
                (allowed.iter().filter(|allowed| **allowed).count(), group)
            })
            .filter(|&(count, _)| count > 1 && count <= MOST_CASES[lemmas.depth])
            .collect();
        // Variables of which the clause does not speak come last in the sum, more often than not.
        groups.sort_unstable_by_key(|&(count, group)| (opposite.allowed.contains_key(&group), count, Reverse(group)));
        let table = lemmas.table.clone();
        let deeper = Lemmas { depth: lemmas.depth + 1, is_rounded: true, table, ..lemmas.shallow() };
        for (_, group) in groups.into_iter().take(MOST_SPLITS) {
            let first = self.statement.groups[group as usize].first;
            let allowed = opposite.allowed.get(&group).unwrap_or(&self.groups[group as usize].places).clone();
            let mut steps = Vec::new();
            let mut proved = true;
            for (variable, _) in (first..).zip(&allowed).filter(|(_, allowed)| **allowed) {
                let clause = [clause, &[!Literal::of(variable)]].concat();
                match self.justify(&clause, &deeper, different) {
                    Some(id) => steps.push(id),
                    None => {
                        proved = false;
                        break;
                    }
                }
            }
            if proved {
                let mut hints = [&steps[..], &opposite.hints].concat();
                for &group in opposite.allowed.keys().chain([&group]) {
                    hints.extend(self.exactly_one(group));
                }
                let id = self.proof.rup(clause, &hints);
                self.proof.delete(&steps);
                return Some(id);
            }
            self.proof.delete(&steps);
        }
        None
    }

    /// Proves a clause with literals that say that several others are true. Some of these may be true anyway where the
    /// rest of the clause is false. `None` if there is no such literal.
    pub(super) fn by_parts(
        &mut self,
        clause: &[Literal],
        lemmas: &Lemmas,
        different: &[Different],
    ) -> Option<Option<Id>> {
        let is_several =
            |literal: &&Literal| literal.positive && matches!(self.known(literal.variable), Some(Known::All { .. }));
        let (all, mut others): (Vec<Literal>, Vec<Literal>) = clause.iter().partition(|literal| is_several(literal));
        if all.is_empty() {
            return None;
        }
        let opposite = self.opposite(&others);
        if all.len() > 1
            && let Some(id) = self.by_cover(clause, &opposite)
        {
            return Some(Some(id));
        }
        let (mut several, mut hints) = (Vec::new(), self.hints(&opposite));
        for literal in all {
            let Some(Known::All { of, ids }) = self.known(literal.variable) else { continue };
            let truths: Vec<Option<bool>> = of.iter().map(|&part| self.truth(part, &opposite)).collect();
            for part in of {
                if let Some(Known::Members(members)) = self.known(part.variable) {
                    hints.extend(members.ids);
                }
            }
            let open: Vec<Literal> =
                of.iter().zip(&truths).filter(|(_, truth)| **truth != Some(true)).map(|(&part, _)| part).collect();
            let id = *ids.last()?;
            match open[..] {
                // The clause is proved without the literal.
                _ if truths.contains(&Some(false)) => {}
                [] => return Some(Some(self.proof.rup(clause, &[&hints[..], &[id]].concat()))),
                [one] => {
                    others.push(one);
                    hints.push(id);
                }
                _ => several.push((open, id)),
            }
        }
        let mut steps = Vec::new();
        match &several[..] {
            [] => match self.justify(&others, lemmas, different) {
                None => return Some(None),
                Some(id) => steps.push(id),
            },
            [(parts, id)] => {
                hints.push(*id);
                for &part in parts {
                    match self.justify(&[&others[..], &[part]].concat(), lemmas, different) {
                        None => return Some(None),
                        Some(id) => steps.push(id),
                    }
                }
            }
            _ => match self.by_chain(&others, &several, lemmas, different) {
                None => return Some(self.by_tree(clause, &[], &several, lemmas, different)),
                Some((links, chain)) => {
                    hints.extend(links);
                    steps = chain;
                }
            },
        }
        hints.extend(&steps);
        let id = self.proof.rup(clause, &hints);
        self.proof.delete(&steps);
        Some(Some(id))
    }

    /// Proves, as far as the other literals are false, that a sum has one of several values. It is at least the first.
    /// If it is above one value, it is at least the next. It is not above the last.
    ///
    /// Returns the definitions of the values, and the steps that it wrote; `None` if the literals are not about a sum.
    fn by_chain(
        &mut self,
        others: &[Literal],
        several: &[(Vec<Literal>, Id)],
        lemmas: &Lemmas,
        different: &[Different],
    ) -> Option<(Vec<Id>, Vec<Id>)> {
        let mut links = Vec::new();
        for &(ref open, id) in several {
            let [low, high] = open[..] else { return None };
            let Some(Known::Threshold(threshold)) = self.known(low.variable) else { return None };
            links.push((threshold.at_least, low, !high, id));
        }
        links.sort_unstable_by_key(|&(at_least, ..)| at_least);
        let mut steps = Vec::new();
        let ends = links.iter().map(|&(_, _, high, _)| Some(high));
        let begins = links.iter().map(|&(_, low, _, _)| Some(low)).chain([None]);
        for (from, to) in [None].into_iter().chain(ends).zip(begins) {
            let gap: Vec<Literal> = from.map(|from| !from).into_iter().chain(to).collect();
            let is_trivial = from == to || gap.iter().any(|&literal| others.contains(&!literal));
            if !is_trivial {
                steps.push(self.justify(&[others, &gap].concat(), lemmas, different)?);
            }
        }
        Some((links.into_iter().map(|(.., id)| id).collect(), steps))
    }
}
