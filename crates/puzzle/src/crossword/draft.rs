//! Makes crosswords: a random grid with random words, and given letters until no other words fit.

use std::ops::RangeInclusive;

use fastrand::Rng;

use crate::Cells;
use crate::draft::{Begun, BoardCriteria, BoardMaker, GivenDraft};
use crate::grid::rect::Rect;

use super::grid::{CrosswordGrid, CrosswordSquare};
use super::words::WordList;
use super::{Crossword, fill, pattern};

/// The maker of crosswords.
pub(super) const MAKER: BoardMaker = BoardMaker {
    takes: &["minimal", "words"],
    changes: "letters are given",
    repairs: 1000,
    decisions: Some(2_000),
    begin,
};

/// The rows and columns of a grid that is made; only odd numbers allow words that cross at every second letter.
const SIDES: RangeInclusive<usize> = 3..=12;
const ODD: RangeInclusive<usize> = 3..=21;

/// How many grids with each letter in two words are tried before others are.
const FULL: usize = 3;

/// Of how many letters one is given before others are looked for.
const FIRST: usize = 6;

/// Begins a grid.
fn begin(wish: &BoardCriteria, rng: &mut Rng) -> Begun {
    let sides = [wish.rows, wish.columns];
    let are_odd = sides.iter().all(|side| side % 2 == 1 && ODD.contains(side));
    if !are_odd && !sides.iter().all(|side| SIDES.contains(side)) {
        let (least, most) = (SIDES.start(), SIDES.end());
        return Err(format!("from {least} to {most} rows and columns, or odd numbers of both up to {}", ODD.end()));
    }
    let grid = Rect::new(wish.rows, wish.columns);
    let (words, file) = match &wish.words {
        Some(words) => (words.list.clone(), Some(words.name.clone())),
        None => (WordList::common(), None),
    };
    let longest = words.longest();
    if longest < pattern::SHORTEST {
        return Err(format!("a list with words of at least {} letters", pattern::SHORTEST));
    }
    let Some((mut grid, letters)) = filled(grid, &words, longest, rng) else { return Ok(None) };
    for (square, &letter) in grid.squares.iter_mut().zip(&letters) {
        if let CrosswordSquare::Letter(given) = square
            && rng.usize(0..FIRST) == 0
        {
            *given = Some(letter);
        }
    }
    let board = Crossword { grid, words, file, repeat: false };
    Ok(Some(Box::new(GivenDraft { board, solution: Cells(letters), give })))
}

/// Makes a grid with a word in every slot. Where grids with each letter in two words come to nothing, as with few words
/// on a large board, the words cross at every second letter.
fn filled(grid: Rect, words: &WordList, longest: usize, rng: &mut Rng) -> Option<(CrosswordGrid, Vec<i32>)> {
    // Longer words leave too little choice. Some boards have no pattern without them.
    let easy = words.easy_length().clamp(pattern::SHORTEST, longest);
    let full = |rng: &mut Rng| (easy..=longest).find_map(|length| pattern::full(grid, length, rng));
    for attempt in 0..=FULL {
        let pattern = if attempt < FULL { full(rng) } else { pattern::lattice(grid, longest, rng) };
        let Some(is_block) = pattern else { continue };
        let square = |is_block| if is_block { CrosswordSquare::Block } else { CrosswordSquare::Letter(None) };
        let grid = CrosswordGrid::new(grid.columns, is_block.into_iter().map(square).collect());
        if let Some(letters) = fill::random(grid.squares.len(), &grid.slots, words, rng) {
            return Some((grid, letters));
        }
    }
    None
}

/// Gives letters.
fn give(board: &mut Crossword, cells: &[usize], solution: &Cells) -> bool {
    for &cell in cells {
        board.grid.squares[cell] = CrosswordSquare::Letter(Some(solution.0[cell]));
    }
    true
}
