//! A solution in its kind's canonical form.

/// The values of a puzzle's places in reading order; what a place and a value are is the kind's business.
///
/// Solutions of different strategies and views are compared as `Cells` and in no other form.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cells(pub Vec<i32>);
