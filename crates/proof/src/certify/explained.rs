//! Constraints that the solver propagates: which of their clauses are to be proved, and the steps that prove them.
//!
//! What it does: the solver's proof rests on explanations, each of which one such constraint implies. They are proved
//! where the encoder comes to that constraint, like the clauses of an encoding. So the meanings of its literals are
//! known, and its forms are at hand.
//!
//! Whose idea: S. Gocht, C. McCreesh, J. Nordström, "An Auditable Constraint Programming Solver", CP 2022, whose
//! propagators write the justification of each explanation.
//!
//! How ours differs: propagators write none. The default justification finds one, whatever the class is, and only for
//! what the answer rests on. Clauses that took the place of a constraint are proved in the order of the encoding, as
//! each may serve those after it.
//!
//! When it runs: in certificates of configurations with `propagate` or `lazy`.

use std::collections::HashMap;

use itertools::Itertools;

use cnfab_cnf::{Lit, NativeConstraint};

use super::lrat::Explanation;
use super::proof::{Id, NO_STEP};

/// The part of the constraints that has been proved.
#[derive(Default)]
pub(super) struct Explained<'s> {
    explanations: &'s [Explanation],
    /// The step for each of them.
    pub(super) steps: Vec<Id>,
    /// For each constraint that is propagated, the places of its explanations.
    places: HashMap<usize, Vec<usize>>,
    /// How many constraints the encoder has come to.
    natives: usize,
}

impl<'s> Explained<'s> {
    /// Nothing of these yet.
    pub(super) fn new(explanations: &'s [Explanation]) -> Self {
        let places = explanations.iter().enumerate().map(|(place, one)| (one.native, place)).into_group_map();
        Explained { explanations, steps: vec![NO_STEP; explanations.len()], places, natives: 0 }
    }

    /// True if each has a step.
    pub(super) fn is_complete(&self) -> bool {
        self.places.is_empty() && !self.steps.contains(&NO_STEP)
    }

    /// The clauses of the next constraint, each with the places of the explanations that it is, if there are any.
    pub(super) fn next(&mut self, constraint: &NativeConstraint<Lit>) -> Vec<(Vec<Lit>, Vec<usize>)> {
        let places = self.places.remove(&self.natives).unwrap_or_default();
        self.natives += 1;
        let sorted = |clause: &[Lit]| clause.iter().copied().sorted_unstable().dedup().collect::<Vec<Lit>>();
        let with_clause = |place: usize| (sorted(&self.explanations[place].clause), place);
        let mut open: HashMap<Vec<Lit>, Vec<usize>> = places.into_iter().map(with_clause).into_group_map();
        let mut all = Vec::new();
        if let NativeConstraint::Lazy { clauses, .. } = constraint {
            for clause in clauses.iter().map(|clause| sorted(clause)) {
                let places = open.remove(&clause).unwrap_or_default();
                all.push((clause, places));
            }
        }
        all.extend(open.into_iter().sorted_unstable());
        all
    }
}
