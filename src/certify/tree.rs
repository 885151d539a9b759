//! Clauses which say that one of several combinations of literals holds: proved by a tree of cases.
//!
//! Combinations are rows of a table, or sets of values. A node of the tree fixes one more variable of the model, or one
//! more literal that the combinations are made of. It is a leaf if a combination holds, or if nothing can hold. Each
//! node is a step that follows from the nodes below, so a combination costs as much as its path. What is proved once
//! is used again: a clause with some of the combinations follows from one with all of them if the others are false.

use super::facts::{Facts, Known};
use super::lemmas::{Different, Lemma, Lemmas};
use super::opposite::Opposite;
use super::proof::{Id, Literal};

/// Literals that together imply one of the clause, by a step.
type Combination = (Vec<Literal>, Id);

impl Facts<'_> {
    /// The parts of a literal that is true if several others are.
    fn parts(&self, literal: Literal) -> Option<(&[Literal], &[Id])> {
        match self.known(literal.variable) {
            Some(Known::All { of, ids }) if literal.positive => Some((of, ids)),
            _ => None,
        }
    }

    /// Whether a clause says that some combination holds.
    pub(super) fn is_cover(&self, clause: &[Literal]) -> bool {
        clause.iter().filter(|&&literal| self.parts(literal).is_some()).count() > 1
    }

    /// Remembers a clause that says that some combination holds.
    pub(super) fn note_cover(&mut self, clause: &[Literal], id: Id) {
        if self.is_cover(clause) {
            self.covers.push((clause.to_vec(), id));
        }
    }

    /// Proves a clause from one that was proved, if what else that one allows is false.
    pub(super) fn by_cover(&mut self, clause: &[Literal], opposite: &Opposite) -> Option<Id> {
        let (_, hints) = self.covers.iter().find_map(|(cover, id)| {
            let mut hints = vec![*id];
            let is_gone = cover.iter().filter(|literal| !clause.contains(literal)).all(|&literal| {
                let Some((of, ids)) = self.parts(literal) else { return false };
                let lost = of.iter().position(|&part| self.truth(part, opposite) == Some(false));
                hints.extend(lost.map(|place| ids[place]));
                lost.is_some()
            });
            is_gone.then_some((id, hints))
        })?;
        let hints = [&hints[..], &self.hints(opposite)].concat();
        Some(self.proof.rup(clause, &hints))
    }

    /// Proves a clause for each combination that an earlier clause allows.
    pub(super) fn by_combinations(
        &mut self,
        clause: &[Literal],
        lemmas: &Lemmas,
        different: &[Different],
        opposite: &Opposite,
    ) -> Option<Id> {
        if lemmas.depth > 0 {
            return None;
        }
        let deeper = Lemmas { depth: usize::MAX, is_rounded: true, ..lemmas.shallow() };
        let ways: Vec<Combination> = self.covers.iter().map(|(cover, id)| (cover.clone(), *id)).collect();
        ways.into_iter().find_map(|(cover, id)| {
            let mut steps = Vec::new();
            for &one in cover.iter().filter(|literal| !clause.contains(literal)) {
                let step = self.justify(&[clause, &[!one]].concat(), &deeper, different);
                let Some(step) = step else {
                    self.proof.delete(&steps);
                    return None;
                };
                steps.push(step);
            }
            let hints = [&steps[..], &[id], &self.hints(opposite)].concat();
            let id = self.proof.rup(clause, &hints);
            self.proof.delete(&steps);
            Some(id)
        })
    }

    /// Proves a clause with combinations by cases, in which some more literals are false.
    pub(super) fn by_tree(
        &mut self,
        clause: &[Literal],
        path: &[Literal],
        all: &[Combination],
        lemmas: &Lemmas,
        different: &[Different],
    ) -> Option<Id> {
        let is_other = |&one: &Literal| self.parts(one).is_none();
        let others: Vec<Literal> = clause.iter().copied().filter(is_other).chain(path.iter().copied()).collect();
        let whole = [clause, path].concat();
        let opposite = self.opposite(&others);
        let is_value = |literal: Literal| (literal.variable as usize) < self.places.len();
        let mut open: Option<Literal> = None;
        for (parts, id) in all {
            let truths: Vec<Option<bool>> = parts.iter().map(|&part| self.truth(part, &opposite)).collect();
            if truths.contains(&Some(false)) {
                continue;
            }
            let left: Vec<Literal> =
                parts.iter().zip(truths).filter(|(_, truth)| truth.is_none()).map(|(&part, _)| part).collect();
            if left.is_empty() {
                let hints = [&self.hints(&opposite)[..], &[*id]].concat();
                return Some(self.proof.rup(&whole, &hints));
            }
            // A value leaves few combinations. Sets are told apart by what they hold.
            let positive = || left.iter().copied().filter(|part| part.positive);
            let next = positive().find(|&part| is_value(part)).or_else(|| positive().next()).unwrap_or(left[0]);
            open = open.or(Some(next));
        }
        let is_any = |literal: Literal| match self.known(literal.variable) {
            Some(Known::Threshold(threshold)) => threshold.is_any(),
            _ => false,
        };
        let plain = Lemmas { depth: usize::MAX, is_rounded: true, ..lemmas.shallow() };
        let undecided =
            || all.iter().flat_map(|(parts, _)| parts).copied().find(|&part| self.truth(part, &opposite).is_none());
        let next = open.or_else(undecided);
        let step = match next {
            None => self.justify(&others, &plain, different),
            Some(part) if !is_any(part) && open.is_some() => None,
            Some(part) if !is_any(part) => self.justify(&others, &plain, different),
            Some(_) => {
                let forms: Vec<Lemma> = lemmas.forms.iter().copied().map(Lemma::Form).collect();
                self.by_pressing(&others, &opposite, &forms, different)
            }
        };
        if let Some(step) = step {
            let id = self.proof.rup(&whole, &[step]);
            self.proof.delete(&[step]);
            return Some(id);
        }
        let next = next?;
        let mut hints = self.hints(&opposite);
        let values = self.statement.model.variables().len();
        let cases: Vec<Literal> = match self.places.get(next.variable as usize) {
            Some(&(group, _)) if (group as usize) < values => {
                hints.extend(self.exactly_one(group));
                let allowed = opposite.allowed.get(&group).unwrap_or(&self.groups[group as usize].places);
                let first = self.statement.groups[group as usize].first;
                let left = (first..).zip(allowed).filter(|(_, allowed)| **allowed);
                left.map(|(variable, _)| !Literal::of(variable)).collect()
            }
            _ => vec![!next, next],
        };
        let mut steps = Vec::new();
        for case in cases {
            steps.push(self.by_tree(clause, &[path, &[case]].concat(), all, lemmas, different)?);
        }
        hints.extend(&steps);
        let id = self.proof.rup(&whole, &hints);
        self.proof.delete(&steps);
        Some(id)
    }
}
