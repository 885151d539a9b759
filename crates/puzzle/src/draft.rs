//! Boards that are themselves the puzzle, while they are made.
//!
//! A draft begins with a solution that a kind chooses at random. Another solution of the board is a counter-solution:
//! the kind changes the board locally, so that the counter-solution is none any longer and the chosen one stays.

use std::ops::RangeInclusive;

use fastrand::Rng;

use super::crossword::NamedWords;
use super::{Cells, Puzzle};

/// The criteria for a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardCriteria {
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub columns: usize,
    /// The number of stars in each row; `None` for the usual number.
    pub stars: Option<usize>,
    /// The least and the greatest number of cells of a region or a cage; `None` for what is usual.
    pub regions: Option<RangeInclusive<usize>>,
    /// The words of a crossword; `None` for common ones.
    pub words: Option<NamedWords>,
}

impl BoardCriteria {
    /// A board of some rows and columns, without further wishes.
    pub fn new(rows: usize, columns: usize) -> Self {
        BoardCriteria { rows, columns, stars: None, regions: None, words: None }
    }
}

/// The maker of a kind's boards.
#[derive(Clone, Copy, Debug)]
pub struct BoardMaker {
    /// The options, besides rows and columns, that the kind takes: `stars`, `regions` and `words` of [`BoardCriteria`],
    /// and `minimal` if it has clues that can be left out.
    pub takes: &'static [&'static str],
    /// The change that a repair makes, as a clause: `digits change`.
    pub changes: &'static str,
    /// The repairs of a board before a new one is begun.
    pub repairs: usize,
    /// The number of decisions of a test of a board, at most, before a new one is begun; `None` for any number.
    pub decisions: Option<u64>,
    /// Begins a board; `None` if the random choices led nowhere. An error says what the kind expects of a wish.
    pub begin: fn(&BoardCriteria, &mut Rng) -> Begun,
}

/// A board that has been begun, nothing, or what is expected of a wish.
pub type Begun = Result<Option<Box<dyn Draft>>, String>;

/// A board while it is made.
pub trait Draft {
    /// Returns the board at present.
    fn puzzle(&self) -> Box<dyn Puzzle>;

    /// Returns the solution that the board keeps.
    fn solution(&self) -> &Cells;

    /// Changes the board so that none of these and of all earlier counter-solutions solves it. Returns false if no
    /// change is found.
    fn repair(&mut self, counter_solutions: &[Cells], rng: &mut Rng) -> bool;
}

/// A board to which values of its solution are given until no other solution has them.
pub(super) struct GivenDraft<B> {
    /// The board at present.
    pub(super) board: B,
    /// The solution that it keeps.
    pub(super) solution: Cells,
    /// Gives values of a solution in these cells. Returns false if the board cannot be stated then.
    pub(super) give: fn(&mut B, &[usize], &Cells) -> bool,
}

impl<B: Puzzle + Clone + 'static> Draft for GivenDraft<B> {
    fn puzzle(&self) -> Box<dyn Puzzle> {
        Box::new(self.board.clone())
    }

    fn solution(&self) -> &Cells {
        &self.solution
    }

    /// Gives values until all counter-solutions differ in one. What is given stays, so earlier ones need no further
    /// look.
    fn repair(&mut self, counter_solutions: &[Cells], rng: &mut Rng) -> bool {
        let cells = telling_cells(&self.solution, counter_solutions, rng);
        (self.give)(&mut self.board, &cells, &self.solution)
    }
}

/// Chooses cells such that each counter-solution differs from the solution in one of them. The cell in which most
/// differ comes first, then the one in which most of the others do.
fn telling_cells(solution: &Cells, counter_solutions: &[Cells], rng: &mut Rng) -> Vec<usize> {
    let mut left: Vec<&Cells> = counter_solutions.iter().collect();
    let mut cells: Vec<usize> = (0..solution.0.len()).collect();
    rng.shuffle(&mut cells);
    let mut chosen = Vec::new();
    while !left.is_empty() {
        let differs = |cell: usize, other: &Cells| other.0[cell] != solution.0[cell];
        let count = |cell: usize| left.iter().filter(|other| differs(cell, other)).count();
        let cell = *cells.iter().max_by_key(|&&cell| count(cell)).expect("a board has cells");
        chosen.push(cell);
        left.retain(|other| !differs(cell, other));
    }
    chosen
}
