//! The parts of puzzles on rectangular grids that formats of other programs share.

use crate::About;
use crate::boxes::Boxes;
use crate::grid::rect::Rect;

/// A puzzle on a rectangular grid, by its parts. A kind fills those that it has; a format writes those that it knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GridParts {
    /// The cells.
    pub(crate) grid: Rect,
    /// The given value of each cell.
    pub(crate) givens: Vec<Option<i32>>,
    /// The size of the boxes, if the grid is divided into boxes.
    pub(crate) boxes: Option<Boxes>,
    /// The region of each cell, from 0; `None` for a cell outside every region. Empty if there are no regions.
    pub(crate) regions: Vec<Option<usize>>,
    /// The cages, each with its cells and its sum.
    pub(crate) cages: Vec<(Vec<usize>, i64)>,
    /// The sums of each black cell; `None` for a white cell. Empty if there are no black cells.
    pub(crate) black: Vec<Option<RunSums>>,
    /// The clues above, below, on the left and on the right; empty lists if there are no sides.
    pub(crate) sides: [Vec<Option<i32>>; 4],
    /// The largest number of a cell; `None` if the kind has no other than the size of the grid.
    pub(crate) most: Option<i32>,
    /// The number of stars in each row; 0 if there are none.
    pub(crate) stars: usize,
    /// The lines of the puzzle for people. Kinds leave it empty: formats read and write it.
    pub(crate) about: About,
}

/// The sums that a black cell shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct RunSums {
    /// The sum of the run below.
    pub(crate) down: Option<i64>,
    /// The sum of the run to the right.
    pub(crate) across: Option<i64>,
}

impl GridParts {
    /// Creates an empty grid without other parts.
    pub(crate) fn new(grid: Rect) -> Self {
        GridParts {
            grid,
            givens: vec![None; grid.len()],
            boxes: None,
            regions: Vec::new(),
            cages: Vec::new(),
            black: Vec::new(),
            sides: Default::default(),
            most: None,
            stars: 0,
            about: About::default(),
        }
    }
}
