//! The choice of the next column.
//!
//! Where solutions are listed, it is a candidate of the exactly-one that has the fewest, of shown columns first: first-
//! fail, Haralick, Elliott, "Increasing tree search efficiency for constraint satisfaction problems", 1980. Of those
//! with equally few it is the one that failed most often, by the weights of Boussemart, Hemery, Lecoutre, Sais,
//! "Boosting systematic search by weighting constraints", 2004. Where a row fails, the exactly-ones of the literals
//! that add least to it gain: those of its variables, and those of the smallest and largest values, which sums decide.
//! In the paper the number of candidates is divided by the weight, which leaves places with few candidates: where
//! pieces are laid, lists take many times as long. For an optimum the choice is a column that the relaxation leaves
//! undecided, or the most active one.

use std::cmp::Reverse;

use super::{Goal, Search};
use crate::tree::cliques::{CliqueClash, Cliques};
use crate::tree::literal::ColumnLit;
use crate::tree::options::{BranchOrder, RelaxationUse};
use crate::tree::state::{Conflict, State};

/// The weight of a conflict in which an exactly-one has no candidate left; one of a row weighs 1.
const OWN: u32 = 10;

/// The exactly-ones, where the search branches.
#[derive(Debug)]
pub(super) struct ExactlyOnes {
    /// Those over shown columns alone first, then the others.
    cliques: Vec<u32>,
    /// How many of them are over shown columns alone.
    shown: usize,
    /// By clique, how often it failed.
    weights: Vec<u32>,
}

impl ExactlyOnes {
    pub(super) fn new(cliques: &Cliques, is_shown: &[bool]) -> Self {
        let all_shown = |&clique: &u32| cliques.literals(clique).iter().all(|lit| is_shown[lit.column()]);
        let (mut own, others): (Vec<u32>, Vec<u32>) = (0..cliques.exact() as u32).partition(all_shown);
        let shown = own.len();
        own.extend(others);
        ExactlyOnes { cliques: own, shown, weights: vec![0; cliques.exact()] }
    }

    /// Notes a conflict.
    pub(super) fn note(&mut self, conflict: Conflict, state: &State) {
        let mut add = |clique: u32, weight: u32| {
            if let Some(known) = self.weights.get_mut(clique as usize) {
                *known = known.saturating_add(weight);
            }
        };
        match conflict {
            Conflict::Clique(CliqueClash::None(clique)) => add(clique, OWN),
            Conflict::Row(row) => {
                let cliques = state.rows.least(row).flat_map(|lit| state.cliques.of(lit));
                cliques.for_each(|&clique| add(clique, 1));
            }
            Conflict::Clique(CliqueClash::Two(..)) | Conflict::Clause(_) | Conflict::Relaxed(_) => {}
        }
    }

    /// A candidate of the one that has the fewest, of those over shown columns alone or of the others.
    fn fewest(&self, is_shown: bool, state: &State) -> Option<ColumnLit> {
        let among = if is_shown { &self.cliques[..self.shown] } else { &self.cliques[self.shown..] };
        let open = among.iter().filter_map(|&clique| {
            let candidates = state.cliques.candidates(clique as usize);
            (candidates > 1).then(|| (candidates, Reverse(self.weights[clique as usize]), clique))
        });
        let literals = state.cliques.literals(open.min()?.2);
        literals.iter().copied().find(|&lit| state.trail.is_open(lit))
    }
}

/// Conflicts before the first turn of relaxations where solutions are listed.
const TURN: u64 = if cfg!(test) { 2 } else { 1_000 };

impl Search {
    pub(super) fn order(&self) -> BranchOrder {
        match (self.options.order, self.goal) {
            (BranchOrder::Auto, Goal::List) if !self.relaxes_lists() => BranchOrder::Fewest,
            (BranchOrder::Auto, _) => BranchOrder::Activity,
            (order, _) => order,
        }
    }

    /// True if a list is searched by relaxations at nodes and by activity, as an optimum is.
    fn relaxes_lists(&self) -> bool {
        self.relaxation.as_ref().is_some_and(|relaxation| relaxation.at_nodes)
    }

    /// Turns of a list that has no first solution for long: it is searched as an optimum is, and without relaxations
    /// again, for longer and longer. With the first solution it stays at what has found that.
    pub(super) fn relax_lists(&mut self) {
        if self.goal == Goal::List && !self.has_solution && self.options.relaxation == RelaxationUse::Auto {
            let turn = (self.statistics.conflicts / TURN).checked_ilog2();
            if let Some(relaxation) = &mut self.relaxation {
                relaxation.at_nodes = turn.is_some_and(|turn| turn % 2 == 0);
            }
        }
    }

    /// The next choice; nothing if everything is assigned.
    pub(super) fn choose(&mut self) -> Option<ColumnLit> {
        if self.order() == BranchOrder::Fewest {
            let shown = self.exactly_ones.fewest(true, &self.state);
            shown
                .or_else(|| self.first_shown())
                .or_else(|| self.exactly_ones.fewest(false, &self.state))
                .or_else(|| self.most_active(false))
        } else {
            let of_relaxation = self.relaxation.as_ref().and_then(|one| one.branch(&self.state.trail, &self.activity));
            // Hidden columns wait until the shown ones are assigned.
            of_relaxation
                .filter(|lit| self.goal == Goal::Optimum || self.is_shown[lit.column()])
                .or_else(|| self.most_active(self.goal == Goal::List))
                .or_else(|| self.most_active(false))
        }
    }

    /// The first shown column that is open.
    fn first_shown(&mut self) -> Option<ColumnLit> {
        let is_open = |&column: &usize| self.is_shown[column] && self.state.trail.is_open(ColumnLit::one(column));
        let first = (self.assigned_below..self.is_shown.len()).find(is_open);
        self.assigned_below = first.unwrap_or(self.is_shown.len());
        first.map(ColumnLit::one)
    }

    /// The most active open column, of the shown ones where `is_shown`.
    fn most_active(&mut self, is_shown: bool) -> Option<ColumnLit> {
        let mut passed = Vec::new();
        let mut found = None;
        while let Some(column) = self.activity.pop() {
            let lit = ColumnLit::of(column, self.phases[column]);
            if !self.state.trail.is_open(lit) {
                continue;
            }
            if !is_shown || self.is_shown[column] {
                found = Some(lit);
                break;
            }
            passed.push(column);
        }
        passed.into_iter().for_each(|column| self.activity.insert(column));
        found
    }
}
