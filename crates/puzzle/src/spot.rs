//! The spots of a picture that show the positions of an output, and the room there to write into.

use crate::picture::Point;

/// The room of a position in [`Puzzle::picture`](super::Puzzle::picture).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spot {
    /// The middle of the cell.
    pub at: Point,
    /// The width and the height of the largest upright rectangle around the middle that lies within the cell.
    pub size: (f64, f64),
    /// The part of the rectangle, from its top, that the clues of cells take; a part of its height.
    pub head: f64,
}

impl Spot {
    /// Creates a square of which no clue takes anything.
    pub(super) fn square(at: Point, width: f64) -> Self {
        Spot { at, size: (width, width), head: 0.0 }
    }
}
