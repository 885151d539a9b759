//! Literals that follow on a lower level than the one on which they were assigned.
//!
//! A flipped decision binds the search: no conflict jumps back over its level, the floor. A learned clause may assert
//! its literal below the floor, though. The literal then has to be assigned again each time a flip lowers the floor, as
//! long as the clause still asserts it. No watch notices: the clause's false literals stay as they are. This is the
//! `ImpliedList` of clasp (M. Gebser, B. Kaufmann, T. Schaub, "Conflict-driven answer set solving: From theory to
//! practice", 2012).

use super::state::{Reason, SolverState};
use super::{Literal, Step, unless};

/// The literals, with the level from which on each follows, and why.
#[derive(Debug, Default)]
pub struct Implied(Vec<(Literal, usize, Reason)>);

impl Implied {
    /// Notes a literal that was assigned on a higher level than `level`.
    pub fn push(&mut self, literal: Literal, level: usize, reason: Reason) {
        self.0.push((literal, level, reason));
    }

    /// Forgets what follows from levels above this one.
    pub fn undo(&mut self, level: usize) {
        self.0.retain(|entry| entry.1 <= level);
    }

    /// Forgets all of it.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Assigns after backtracking what still follows. It is a conflict if some of it is false, so that the current
    /// level has no solutions left.
    ///
    /// Post: all entries are of lower levels than the current one.
    pub fn assign(&mut self, state: &mut SolverState<'_>) -> Step {
        let level = state.level();
        let mut step = Ok(());
        self.0.retain(|&(literal, own, reason)| {
            if own > level {
                return false;
            }
            match state.values[literal as usize] {
                0 => state.assign_early(literal, own, reason),
                value => step = step.and(unless(value < 0)),
            }
            own < level
        });
        step
    }

    /// Deletes clauses, but none of those that may assert again.
    pub fn reduce(&mut self, state: &mut SolverState<'_>) {
        let mut kept: Vec<u32> = self.0.iter().filter_map(|entry| clause(entry.2)).collect();
        kept.sort_unstable();
        state.reduce(|clause| kept.binary_search(&clause).is_ok());
        for (_, _, reason) in &mut self.0 {
            if let Reason::Clause(clause) = reason {
                *clause = state.clauses.moved(*clause);
            }
        }
    }
}

fn clause(reason: Reason) -> Option<u32> {
    if let Reason::Clause(clause) = reason { Some(clause) } else { None }
}
