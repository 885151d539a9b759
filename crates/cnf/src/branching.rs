//! Orders of decisions that a model declares, for solvers that can follow them.

use super::Integer;

/// The integer of a phase that is decided next. Ties go to the earlier one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextInteger {
    /// The first one.
    First,
    /// The one with the fewest values between its bounds.
    Fewest,
    /// The one with the most values between its bounds.
    Most,
    /// The one with the least value.
    Least,
    /// The one with the largest value.
    Largest,
}

/// The decision about an integer. If it fails, the opposite holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextHalf {
    /// It has its least value.
    Least,
    /// It has its largest value.
    Largest,
    /// It is in the lower half of its values.
    Lower,
}

/// Integers that are decided before those of the next phase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BranchingPhase<L> {
    /// The integers.
    pub integers: Vec<Integer<L>>,
    /// The choice of the next of them.
    pub next: NextInteger,
    /// The decision about it.
    pub half: NextHalf,
}

impl<L: Copy> BranchingPhase<L> {
    /// The same phase over other literals.
    pub fn map<M>(&self, mut to: impl FnMut(L) -> M) -> BranchingPhase<M> {
        let integers = self.integers.iter().map(|integer| integer.map(&mut to)).collect();
        BranchingPhase { integers, next: self.next, half: self.half }
    }
}
