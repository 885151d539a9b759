//! The features that tell puzzles on one board apart, such as regions and sums.

/// A part of a puzzle: cells and what it states about them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Feature {
    /// The positions in an output.
    pub cells: Vec<usize>,
    /// True if their order matters.
    pub is_ordered: bool,
    /// Its statement, as numbers.
    pub states: Vec<i32>,
}

impl Feature {
    /// A part whose cells have no order.
    pub(super) fn of(cells: &[usize], states: impl IntoIterator<Item = i64>) -> Self {
        Feature { cells: cells.to_vec(), is_ordered: false, states: states.into_iter().flat_map(halves).collect() }
    }
}

/// The two halves of a number.
fn halves(number: i64) -> [i32; 2] {
    [(number >> 32) as i32, number as i32]
}
