//! Finds dissections whose stones cannot cover the board.

use std::collections::{BTreeMap, BTreeSet};

use crate::Violation;
use crate::grid::polyomino::Square;

use super::Dissection;

/// The most parts of a board that are checked, the smallest first.
const MOST_PARTS: usize = 16;

/// Reports areas or colours that differ, stones or squares without a placement, and counting arguments that fail.
///
/// The counting arguments weigh the squares of one part of the board, or of one chessboard colour.
pub(super) fn of(puzzle: &Dissection) -> Option<Violation> {
    let (board, stones) = (puzzle.board.squares().len(), puzzle.stones_area());
    if board != stones {
        return Some(Violation(format!("the stones have {stones} squares, but the board has {board}")));
    }
    unequal_colours(puzzle).or_else(|| nowhere(puzzle)).or_else(|| unbalanced(puzzle)).or_else(|| part(puzzle))
}

/// Reports a colour that the stones have more or less often than the board.
fn unequal_colours(puzzle: &Dissection) -> Option<Violation> {
    let colours = |squares: &mut dyn Iterator<Item = Square>| {
        let mut counts = BTreeMap::new();
        squares.for_each(|square| *counts.entry(square.colour).or_insert(0_usize) += 1);
        counts
    };
    let on_board = colours(&mut puzzle.board.squares().iter().copied());
    let on_stones = colours(&mut puzzle.stones.iter().flat_map(|stone| stone.squares().iter().copied()));
    let (colour, count) = on_board.iter().find(|(colour, count)| on_stones.get(colour) != Some(count))?;
    let stones = on_stones.get(colour).copied().unwrap_or_default();
    Some(Violation(format!("the stones have {stones} squares of colour {colour}, but the board has {count}")))
}

/// Formats the name of a square: `row 1, column 2`.
fn square_name(square: Square) -> String {
    format!("row {}, column {}", square.row + 1, square.column + 1)
}

/// Reports a stone that fits nowhere, or a square that no placement covers.
fn nowhere(puzzle: &Dissection) -> Option<Violation> {
    if let Some(stone) = puzzle.placements.iter().position(Vec::is_empty) {
        return Some(Violation(format!("stone {} fits nowhere on the board", stone + 1)));
    }
    let covered: BTreeSet<usize> = puzzle.placements.iter().flatten().flatten().copied().collect();
    let bare = (0..puzzle.board.squares().len()).find(|square| !covered.contains(square))?;
    Some(Violation(format!("no stone can cover {}", square_name(puzzle.board.squares()[bare]))))
}

/// Returns whether some choice of a placement per stone covers the weight of the whole board; placements may overlap.
fn has_balance(puzzle: &Dissection, weight: impl Fn(usize) -> i64) -> bool {
    let board: i64 = (0..puzzle.board.squares().len()).map(&weight).sum();
    let mut sums = BTreeSet::from([0]);
    for placements in &puzzle.placements {
        let of_stone: BTreeSet<i64> =
            placements.iter().map(|squares| squares.iter().map(|&square| weight(square)).sum()).collect();
        sums = sums.iter().flat_map(|sum| of_stone.iter().map(move |more| sum + more)).collect();
    }
    sums.contains(&board)
}

/// Reports a difference of black and white chessboard squares that no placements of the stones have.
fn unbalanced(puzzle: &Dissection) -> Option<Violation> {
    let squares = puzzle.board.squares();
    let weight = |square: usize| 1 - 2 * i64::from((squares[square].row + squares[square].column) % 2);
    let (black, all) = ((0..squares.len()).filter(|&square| weight(square) > 0).count(), squares.len());
    let white = all - black;
    let why = format!("coloured as a chessboard, the board has {black} and {white} squares, which no stones balance");
    (!has_balance(puzzle, weight)).then_some(Violation(why))
}

/// Reports a connected component of the board whose area no placements of the stones have.
fn part(puzzle: &Dissection) -> Option<Violation> {
    let squares = puzzle.board.squares();
    let numbers: BTreeMap<(i32, i32), usize> =
        squares.iter().enumerate().map(|(number, square)| ((square.row, square.column), number)).collect();
    let mut part_of = vec![None; squares.len()];
    let mut parts: Vec<Vec<usize>> = Vec::new();
    for start in 0..squares.len() {
        let mut open = vec![start];
        let mut part = Vec::new();
        while let Some(square) = open.pop() {
            if part_of[square].is_some() {
                continue;
            }
            part_of[square] = Some(parts.len());
            part.push(square);
            let (row, column) = (squares[square].row, squares[square].column);
            let beside = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)];
            open.extend(beside.iter().filter_map(|square| numbers.get(square)));
        }
        if !part.is_empty() {
            parts.push(part);
        }
    }
    if parts.len() == 1 {
        return None;
    }
    parts.sort_by_key(Vec::len);
    parts.iter().take(MOST_PARTS).find_map(|part| {
        let number = part_of[part[0]];
        let (area, square_name) = (part.len(), square_name(squares[part[0]]));
        let why = format!("the part of the board at {square_name} has {area} squares, which no stones have in all");
        (!has_balance(puzzle, |square| i64::from(part_of[square] == number))).then_some(Violation(why))
    })
}
