//! The picture of an equation puzzle: numbers in boxes, signs between them, results at the right and below.

use crate::picture::{Ink, Picture, Shape, ems};

use super::super::{Cells, board};
use super::{Equation, KIND, Line};

/// From a box to the next.
const APART: f64 = 24.0;
/// The height of a box.
const HEIGHT: f64 = 34.0;

pub(super) fn picture(puzzle: &Equation, cells: Option<&Cells>) -> Picture {
    let (rows, columns) = (puzzle.rows(), puzzle.columns);
    let value = |cell: usize| board::value(puzzle.givens[cell], cells, cell);
    let result = |line: &Line| line.result.map(|result| result.to_string());
    let (across, down) = puzzle.lines.split_at(rows);
    let texts = (0..puzzle.givens.len()).filter_map(value).map(|(value, _)| value.to_string());
    let widest = texts.chain(puzzle.lines.iter().filter_map(result)).map(|text| ems(&text)).fold(1.4, f64::max);
    let width = widest * board::NUMBER + 12.0;
    let place = |row: usize, column: usize| {
        let margin = board::MARGIN;
        (margin + column as f64 * (width + APART), margin + row as f64 * (HEIGHT + APART))
    };
    let middle = |row: usize, column: usize| {
        let (x, y) = place(row, column);
        (x + width / 2.0, y + HEIGHT / 2.0)
    };
    let title = board::title(&KIND, &format!("{rows} x {columns}"), cells);
    let (right, bottom) = place(rows, columns);
    let mut picture = Picture::new(title, right + width + board::MARGIN, bottom + HEIGHT + board::MARGIN);
    for row in 0..rows {
        for column in 0..columns {
            let cell = row * columns + column;
            let ground = if puzzle.givens[cell].is_some() { Ink::Shade } else { Ink::Cell };
            let shape = Shape::Rect { at: place(row, column), width, height: HEIGHT, round: 3.0 };
            picture.area(shape, ground, Ink::Wall, 1.4);
            board::write(&mut picture, middle(row, column), width - 8.0, value(cell));
        }
    }
    let sign = |line: &Line, position: usize| match line.operators.get(position) {
        Some(super::Operator::Plus) => "+",
        Some(super::Operator::Minus) => "\u{2212}",
        Some(super::Operator::Times) => "\u{d7}",
        None => "=",
    };
    for (row, line) in across.iter().enumerate() {
        for column in 0..columns {
            let (x, y) = middle(row, column);
            picture.text((x + (width + APART) / 2.0, y), board::NUMBER, Ink::Note, sign(line, column));
        }
        if let Some(result) = result(line) {
            picture.text(middle(row, columns), board::NUMBER, Ink::Given, result);
        }
    }
    for (column, line) in down.iter().enumerate() {
        for row in 0..rows {
            let (x, y) = middle(row, column);
            picture.text((x, y + (HEIGHT + APART) / 2.0), board::NUMBER, Ink::Note, sign(line, row));
        }
        if let Some(result) = result(line) {
            picture.text(middle(rows, column), board::NUMBER, Ink::Given, result);
        }
    }
    picture
}
