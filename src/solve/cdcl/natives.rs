//! Constraints that are propagated as they are: at-most-one and cardinality constraints over literals.

use super::{Lists, Literal};

/// Cardinality constraint: at least a given number of literals, of different variables, are true.
#[derive(Clone, Debug)]
pub(in crate::solve) struct Count {
    pub(in crate::solve) literals: Vec<Literal>,
    pub(in crate::solve) least: usize,
}

/// The native constraints of a model, and in which of them each literal is; none, for a formula.
#[derive(Clone, Copy, Debug)]
pub(in crate::solve) struct Natives<'p> {
    pub(super) at_most_one: &'p Lists,
    pub(super) at_most_one_of: &'p Lists,
    pub(super) counts: &'p [Count],
    pub(super) counts_of: &'p Lists,
}

impl Natives<'_> {
    /// Whether there are no at-most-one constraints.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.at_most_one.is_empty()
    }
}

impl Default for Natives<'static> {
    fn default() -> Self {
        static NONE: Lists = Lists::NONE;
        Natives { at_most_one: &NONE, at_most_one_of: &NONE, counts: &[], counts_of: &NONE }
    }
}
