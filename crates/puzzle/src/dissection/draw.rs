//! Draws the board as text with walls between the stones, and without a solution also the stones.

use crate::grid::polyomino::Polyomino;
use crate::grid::rect::Rect;
use crate::picture::Drawing;

use super::super::draw::{self, CellText};
use super::super::{Cells, board};
use super::Dissection;

/// Number of characters in a line of stones.
const WIDTH: usize = 78;

/// Draws the board, and without a solution the stones below it.
pub(super) fn drawing(puzzle: &Dissection, cells: Option<&Cells>) -> Drawing {
    let rect = Rect::new(puzzle.rows, puzzle.columns);
    let mut colours = vec![None; rect.len()];
    for (number, square) in puzzle.board.squares().iter().enumerate() {
        colours[puzzle.cell_of(number)] = Some(square.colour);
    }
    let stone = |cell: usize| cells.and_then(|cells| cells.0.get(cell).copied()).unwrap_or(0);
    let region = |cell: usize| colours[cell].map(|_| stone(cell).unsigned_abs() as usize);
    // Unchecked cells may hold any number.
    let tints = board::tints(rect, |cell| region(cell).filter(|&stone| stone <= puzzle.stones.len()));
    let inside = |cell: usize| {
        let text = match colours[cell] {
            Some(colour) if puzzle.colours => colour.to_string(),
            Some(_) if cells.is_none() => "·".to_owned(),
            _ => " ".to_owned(),
        };
        let ground = region(cell).filter(|_| cells.is_some()).and_then(|stone| tints.get(stone).copied());
        CellText::new(text, None).on(ground)
    };
    let mut out = draw::boxed(rect, region, inside);
    if cells.is_none() {
        out.push("\n");
        out.push(&shelf(puzzle));
    }
    let (stones, board) = (puzzle.stones_area(), puzzle.board.squares().len());
    if stones != board {
        out.push(&format!("The stones have {stones} squares, the board has {board}: there is no solution.\n"));
    }
    out
}

/// Draws the stones side by side, in as many lines as they take.
fn shelf(puzzle: &Dissection) -> String {
    let pictures: Vec<Vec<String>> = puzzle.stones.iter().map(|stone| picture(stone, puzzle.colours)).collect();
    let mut lines: Vec<Vec<&Vec<String>>> = Vec::new();
    let mut used = WIDTH;
    for picture in &pictures {
        let width = picture[0].chars().count() + 3;
        if used + width > WIDTH {
            lines.push(Vec::new());
            used = 0;
        }
        used += width;
        lines.last_mut().expect("a line was begun").push(picture);
    }
    let mut out = String::new();
    for line in lines {
        let height = line.iter().map(|picture| picture.len()).max().unwrap_or(0);
        for row in 0..height {
            let mut text = String::new();
            for picture in &line {
                let blank = " ".repeat(picture[0].chars().count());
                text.push_str(picture.get(row).unwrap_or(&blank));
                text.push_str("   ");
            }
            out.push_str(text.trim_end());
            out.push('\n');
        }
        out.push('\n');
    }
    out
}

/// Draws a stone as lines of equal width.
fn picture(stone: &Polyomino, colours: bool) -> Vec<String> {
    let last = |coordinate: fn(&crate::grid::polyomino::Square) -> i32| {
        stone.squares().iter().map(coordinate).max().unwrap_or(0)
    };
    let width = last(|square| square.column) as usize + 1;
    let mut rows = vec![vec![' '; 2 * width - 1]; last(|square| square.row) as usize + 1];
    for square in stone.squares() {
        rows[square.row as usize][2 * square.column as usize] = if colours { square.colour } else { '■' };
    }
    rows.into_iter().map(String::from_iter).collect()
}
