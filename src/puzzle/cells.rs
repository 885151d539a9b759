//! Holds a solution in its kind's canonical form.

/// The values of a solution in the order that the puzzle's kind defines, such as one digit per cell of a Sudoku.
///
/// Solutions of different strategies and views are compared only as `Cells`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cells(pub Vec<i32>);
