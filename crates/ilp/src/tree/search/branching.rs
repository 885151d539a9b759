//! The choice of the next column.
//!
//! Where solutions are listed, it is a candidate of the exactly-one that has the fewest, of shown columns first: first-
//! fail, Haralick, Elliott, "Increasing tree search efficiency for constraint satisfaction problems", 1980. For an
//! optimum it is a column that the relaxation leaves undecided, or the most active one.

use super::{Goal, Search};
use crate::tree::literal::ColumnLit;
use crate::tree::options::{BranchOrder, RelaxationUse};

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
            self.fewest(0..self.shown_cliques)
                .or_else(|| self.first_shown())
                .or_else(|| self.fewest(self.shown_cliques..self.branching.len()))
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

    /// The first candidate of the exactly-one that has the fewest.
    fn fewest(&self, among: std::ops::Range<usize>) -> Option<ColumnLit> {
        let mut best: Option<(u32, u32)> = None;
        for &clique in &self.branching[among] {
            let candidates = self.state.cliques.candidates(clique as usize);
            if candidates > 1 && best.is_none_or(|(fewest, _)| candidates < fewest) {
                best = Some((candidates, clique));
                if candidates == 2 {
                    break;
                }
            }
        }
        let literals = self.state.cliques.literals(best?.1);
        literals.iter().copied().find(|&lit| self.state.trail.is_open(lit))
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
