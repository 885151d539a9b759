//! Clauses that no single sum of inequalities proves, but several do, each for some values of one variable.
//!
//! Two known sums leave a third only one value: smaller ones contradict one side, larger ones the other side. So each
//! sum of inequalities tells, for each variable, the values with which it cannot reach its bound. Where these values
//! are all that a variable has left, one step for each sum and one over the variable prove the clause. That takes as
//! many steps as there are sums, not as there are values.

use std::collections::BTreeMap;

use super::counts::Proved;
use super::negated_clause::{NegatedClause, Sum};
use super::proof::{Id, Literal};
use super::state::ProofState;

/// Values of a variable that a sum excludes.
struct Part<'t> {
    sum: &'t Sum,
    lemma: Option<&'t Proved>,
    excluded: Vec<bool>,
}

impl ProofState<'_> {
    /// Proves a clause by the values of one variable that each sum excludes.
    pub(super) fn by_split(
        &mut self,
        clause: &[Literal],
        negated: &NegatedClause,
        sums: &[Sum],
        lemmas: &[Option<Proved>],
    ) -> Option<Id> {
        let mut parts: BTreeMap<u32, Vec<Part<'_>>> = BTreeMap::new();
        let mut whole = None;
        'all: for sum in sums {
            for lemma in lemmas {
                let lemma = lemma.as_ref();
                let bound = sum.bound + lemma.map_or(0, |(form, _)| form.bound);
                let (weights, fixed) = self.weights(sum.with(lemma), negated);
                let largest = |state: &Self, group: u32, weights: &[i128]| state.largest(group, weights, negated);
                let most: i128 = weights.iter().map(|(&group, weights)| largest(self, group, weights)).sum();
                for (&group, weights) in &weights {
                    if group as usize >= self.statement.model.variables().len() {
                        continue;
                    }
                    let others = fixed + most - largest(self, group, weights);
                    let excluded: Vec<bool> = weights.iter().map(|weight| others + weight < bound).collect();
                    if !excluded.contains(&true) {
                        continue;
                    }
                    let allowed = negated.allowed.get(&group).unwrap_or(&self.groups[group as usize].places);
                    let parts = parts.entry(group).or_default();
                    let is_open = |place: usize| allowed[place] && !parts.iter().any(|part| part.excluded[place]);
                    let open: Vec<usize> = (0..allowed.len()).filter(|&place| is_open(place)).collect();
                    if open.iter().any(|&place| excluded[place]) {
                        let is_last = open.iter().all(|&place| excluded[place]);
                        parts.push(Part { sum, lemma, excluded });
                        if is_last {
                            whole = Some(group);
                            break 'all;
                        }
                    }
                }
            }
        }
        let group = whole?;
        let first = self.statement.groups[group as usize].first;
        let allowed = negated.allowed.get(&group).unwrap_or(&self.groups[group as usize].places).clone();
        let mut steps = Vec::new();
        for Part { sum, lemma, excluded } in &parts[&group] {
            let left =
                (first..).zip(allowed.iter().zip(excluded)).filter(|(_, (allowed, excluded))| **allowed && !**excluded);
            let left: Vec<Literal> = left.map(|(variable, _)| Literal::of(variable)).collect();
            let clause = [clause, &left].concat();
            let negated = self.negated(&clause);
            let shift = self.with_lemma(&negated, sum, *lemma, &[])?;
            steps.push(self.conclude(&clause, &negated, sum, shift));
        }
        // No value is left by all steps, and one value at most is taken.
        let one = (self.groups[group as usize].one, steps.len() as i128 - 1);
        let used: Vec<(Id, i128)> = steps.iter().map(|&step| (step, 1)).chain([one]).collect();
        steps.push(self.proof.sum(&used, &[], 1));
        let id = self.proof.rup(clause, &steps[steps.len() - 1..]);
        self.proof.delete(&steps);
        Some(id)
    }
}
