//! Parts of the tree, for searches that share it.
//!
//! A part is known by its guiding path, the choices that lead to it (Zhang, Bonacina, Hsiang, "PSATO: a Distributed
//! Propositional Prover and its Application to Quasigroup Problems", 1996). A search gives away the other side of its
//! first choice that is left. It keeps to its own side from then on: all levels up to the base. What is learned follows
//! from the program alone, so a search that has ended goes on with another part and what it has learned. The one that
//! began with the whole tree begins anew, as opposites of choices stay on its level 0.

use super::{Asserts, Search};
use crate::tree::literal::ColumnLit;
use crate::tree::trail::Reason;
use crate::tree::watch::Goal;

impl Search {
    /// The path to the other side of the first choice that is left. This search leaves it to others. Nothing if there
    /// is no such choice, or if solutions on both sides may be the same.
    pub(in crate::tree) fn split(&mut self) -> Option<Vec<ColumnLit>> {
        let trail = &self.state.trail;
        if self.is_exhausted || trail.levels() == self.base {
            return None;
        }
        let choice = trail.choice(self.base + 1);
        if self.goal == Goal::List && !self.is_shown[choice.column()] {
            return None;
        }
        let own = trail.literals().iter().take_while(|&&lit| trail.level(lit) <= self.base);
        // Choices, and the opposites of those below which all has been searched.
        let mut path: Vec<ColumnLit> = own.copied().filter(|&lit| trail.reason(lit) == Reason::Branch).collect();
        path.push(!choice);
        self.base += 1;
        self.floor = self.floor.max(self.base);
        Some(path)
    }

    /// True if something that follows from no fact is true on level 0, where it stays: opposites of choices.
    pub(in crate::tree) fn has_searched_at_root(&self) -> bool {
        let trail = &self.state.trail;
        let at_root = trail.literals().iter().take_while(|&&lit| trail.level(lit) == 0);
        at_root.copied().any(|lit| trail.reason(lit) == Reason::Branch)
    }

    /// True if a solution was found, here or by those who gave parts away: lists are searched in another way before.
    pub(in crate::tree) fn has_solution(&self) -> bool {
        self.has_solution
    }

    /// Searches the part with this path from here on.
    ///
    /// Pre: nothing has been searched on level 0.
    pub(in crate::tree) fn enter(&mut self, path: &[ColumnLit], has_solution: bool) {
        debug_assert!(!self.has_searched_at_root(), "what is true on level 0 follows from the program");
        self.has_solution |= has_solution;
        self.back_to(0);
        (self.base, self.floor) = (0, 0);
        for Asserts { lit, reason, level } in std::mem::take(&mut self.asserted) {
            if level == 0 && self.state.trail.is_open(lit) {
                self.state.trail.assign(lit, reason);
            }
        }
        self.is_exhausted = !path.iter().all(|&lit| self.follow(lit));
        self.base = self.state.trail.levels();
        self.floor = self.base;
    }

    /// Makes one literal of a path true; false if that cannot be.
    fn follow(&mut self, lit: ColumnLit) -> bool {
        if self.is_contradictory || self.state.propagate().is_err() {
            self.is_contradictory |= self.state.trail.levels() == 0;
            return false;
        }
        if self.state.trail.is_open(lit) {
            self.state.trail.branch(lit);
        }
        self.state.trail.is_true(lit)
    }
}
