//! Assumptions: literals that a search is to make true, and those of them that contradict the program.
//!
//! They are the first choices (Eén, Sörensson, "Temporal induction by incremental SAT solving", 2003), so what is
//! learned follows from the program alone. An assumption that is found false follows from others: these, found by going
//! back along the reasons, are the core. The relaxation is solved once all of them are true, as at a root, and below
//! that at nodes: rows that hold under an assumption only say nothing before.

use super::Search;
use crate::tree::literal::ColumnLit;
use crate::tree::trail::Reason;

/// The state of the assumptions.
pub(super) enum Assumed {
    /// All are true.
    All,
    /// This one is next.
    Next(ColumnLit),
    /// They contradict the program, and the core says which.
    Contradiction,
}

impl Search {
    /// Searches under assumptions from here on.
    pub(in crate::tree) fn assume(&mut self, assumptions: Vec<ColumnLit>) {
        if let Some(relaxation) = self.relaxation.as_mut().filter(|_| !assumptions.is_empty()) {
            relaxation.at_nodes = true;
        }
        assumptions.iter().for_each(|lit| self.is_assumed[lit.column()] = true);
        self.assumptions = assumptions;
    }

    /// True if all assumptions are.
    pub(super) fn has_assumed_all(&self) -> bool {
        self.assumptions.iter().all(|&lit| self.state.trail.is_true(lit))
    }

    /// The level of the root: the last one whose choice is an assumption.
    pub(super) fn root_level(&self) -> usize {
        let trail = &self.state.trail;
        (1..=trail.levels()).take_while(|&level| self.is_assumed[trail.choice(level).column()]).count()
    }

    /// The assumptions that contradict the program, once the search is exhausted.
    pub(in crate::tree) fn core(&self) -> &[ColumnLit] {
        &self.core
    }

    /// The next assumption that is not true.
    pub(super) fn next_assumption(&mut self) -> Assumed {
        let trail = &self.state.trail;
        let Some(&lit) = self.assumptions.iter().find(|&&lit| !trail.is_true(lit)) else { return Assumed::All };
        if trail.is_open(lit) {
            return Assumed::Next(lit);
        }
        self.core = vec![lit];
        let mut seen = vec![false; self.phases.len()];
        seen[lit.column()] = true;
        let mut premises = Vec::new();
        for position in (0..self.state.trail.literals().len()).rev() {
            let lit = self.state.trail.literals()[position];
            if !std::mem::take(&mut seen[lit.column()]) || self.state.trail.level(lit) == 0 {
                continue;
            }
            if self.state.trail.reason(lit) == Reason::Branch {
                // While an assumption is not true, all choices are assumptions.
                self.core.push(lit);
            }
            premises.clear();
            self.state.premises(lit, &mut premises);
            premises.iter().for_each(|premise| seen[premise.column()] = true);
        }
        Assumed::Contradiction
    }
}
