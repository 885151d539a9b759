//! Constraints that are propagated as they are: at-most-one and cardinality constraints over literals.

use super::{BooleanForm, Count, Lists};

/// The native constraints of a model, and in which of them each literal is; none, for a formula.
#[derive(Clone, Copy, Debug)]
pub(in crate::solve) struct Natives<'p> {
    pub(super) at_most_one: &'p Lists,
    pub(super) at_most_one_of: &'p Lists,
    pub(super) counts: &'p [Count],
    pub(super) counts_of: &'p Lists,
}

impl<'p> Natives<'p> {
    /// The constraints of a form.
    pub(super) fn of(form: &'p BooleanForm) -> Self {
        Natives {
            at_most_one: &form.groups,
            at_most_one_of: &form.groups_of,
            counts: &form.counts,
            counts_of: &form.counts_of,
        }
    }

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
