//! Clauses with literals that say that several others are true: proved part by part, or along the values of a sum.

use super::lemmas::Lemmas;
use super::proof::{Id, Literal};
use super::state::{Known, ProofState};

impl ProofState<'_> {
    /// Proves a clause with literals that say that several others are true. Some of these may be true anyway where the
    /// rest of the clause is false. `None` if there is no such literal.
    pub(super) fn by_parts(&mut self, clause: &[Literal], lemmas: &Lemmas) -> Option<Option<Id>> {
        let is_several =
            |literal: &&Literal| literal.positive && matches!(self.known(literal.variable), Some(Known::All { .. }));
        let (all, mut others): (Vec<Literal>, Vec<Literal>) = clause.iter().partition(|literal| is_several(literal));
        if all.is_empty() {
            return None;
        }
        let negated = self.negated(&others);
        if all.len() > 1
            && let Some(id) = self.by_cover(clause, &negated)
        {
            return Some(Some(id));
        }
        let (mut every, mut several, mut hints) = (Vec::new(), Vec::new(), self.hints(&negated));
        for literal in all {
            let Some(Known::All { of, ids }) = self.known(literal.variable) else { continue };
            let truths: Vec<Option<bool>> = of.iter().map(|&part| self.truth(part, &negated)).collect();
            for part in of {
                if let Some(Known::Members(members)) = self.known(part.variable) {
                    hints.extend(members.ids);
                }
            }
            let open: Vec<Literal> =
                of.iter().zip(&truths).filter(|(_, truth)| **truth != Some(true)).map(|(&part, _)| part).collect();
            let id = *ids.last()?;
            every.push((of.clone(), id));
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
        let steps = match &several[..] {
            [] => self.justify(&others, lemmas).map(|id| vec![id]),
            [(parts, id)] => {
                hints.push(*id);
                let each = parts.iter().map(|&part| self.justify(&[&others[..], &[part]].concat(), lemmas));
                each.collect()
            }
            _ => self.by_chain(&others, &several, lemmas).map(|(links, chain)| {
                hints.extend(links);
                chain
            }),
        };
        let Some(steps) = steps else {
            let may_split = several.len() > 1 || !lemmas.is_case;
            return Some(if may_split { self.by_tree(clause, &[], &every, lemmas) } else { None });
        };
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
                steps.push(self.justify(&[others, &gap].concat(), lemmas)?);
            }
        }
        Some((links.into_iter().map(|(.., id)| id).collect(), steps))
    }
}
