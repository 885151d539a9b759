//! Draws equation puzzles as text and as a picture.

use crate::picture::{Drawing, Ink, Picture, Point, Shape, ems};
use crate::{Cells, Spot, board};

use super::{Equation, EquationLine, KIND, Operator};

/// The distance between two boxes.
const APART: f64 = 24.0;

/// The height of a box.
const HEIGHT: f64 = 34.0;

/// Draws the puzzle as text.
pub(super) fn drawing(equation: &Equation, cells: Option<&Cells>) -> Drawing {
    let cell = |index: usize| {
        let value = board::value(equation.givens[index], cells, index);
        value.map_or(("_".to_owned(), Ink::Note), |(value, ink)| (value.to_string(), ink))
    };
    let result = |line: &EquationLine| line.result.map_or("_".to_owned(), |value| value.to_string());
    let (across, down) = equation.lines.split_at(equation.rows());
    let width: Vec<usize> = down
        .iter()
        .map(|line| line.cells.iter().map(|&index| cell(index).0).chain([result(line)]).map(|t| t.len()).max())
        .map(|most| most.expect("a column has cells"))
        .collect();
    let spread = |pieces: Vec<String>| {
        let texts: Vec<String> = pieces.iter().zip(&width).map(|(text, &width)| format!("{text:>width$}")).collect();
        texts.join("   ") + "\n"
    };
    let mut out = Drawing::default();
    for (row, line) in across.iter().enumerate() {
        for (column, &index) in line.cells.iter().enumerate() {
            let after = line.operators.get(column).map_or('=', |operator| operator.symbol());
            let (text, ink) = cell(index);
            out.push_in(&format!("{text:>width$}", width = width[column]), ink);
            out.push(&format!(" {after} "));
        }
        out.push_in(&result(line), Ink::Given);
        out.push("\n");
        let below = |line: &EquationLine| line.operators.get(row).map_or('=', |operator| operator.symbol()).to_string();
        out.push(&spread(down.iter().map(below).collect()));
    }
    out.push_in(&spread(down.iter().map(result).collect()), Ink::Given);
    out
}

/// Draws the picture of an equation puzzle: numbers in boxes, signs between them, results at the right and below.
pub(super) fn picture(puzzle: &Equation, cells: Option<&Cells>) -> Picture {
    with_spots(puzzle, cells).0
}

/// Numbers rows and columns.
pub(super) fn labels(puzzle: &Equation) -> Vec<(Point, String)> {
    let spots = with_spots(puzzle, None).1;
    let rows = spots.iter().step_by(puzzle.columns).map(|spot| (board::AXIS, spot.at.1));
    let columns = spots.iter().take(puzzle.columns).map(|spot| (spot.at.0, board::AXIS));
    board::numbered(rows).chain(board::numbered(columns)).collect()
}

/// Draws the picture, and returns the room of each box.
pub(super) fn with_spots(puzzle: &Equation, cells: Option<&Cells>) -> (Picture, Vec<Spot>) {
    let (rows, columns) = (puzzle.rows(), puzzle.columns);
    let value = |cell: usize| board::value(puzzle.givens[cell], cells, cell);
    let result = |line: &EquationLine| line.result.map(|result| result.to_string());
    let (across, down) = puzzle.lines.split_at(rows);
    let texts = (0..puzzle.givens.len()).filter_map(value).map(|(value, _)| value.to_string());
    let widest = texts.chain(puzzle.lines.iter().filter_map(result)).map(|text| ems(&text)).fold(1.4, f64::max);
    let width = widest * board::NUMBER + 12.0;
    let corner = |row: usize, column: usize| {
        let margin = board::MARGIN;
        (margin + column as f64 * (width + APART), margin + row as f64 * (HEIGHT + APART))
    };
    let middle = |row: usize, column: usize| {
        let (x, y) = corner(row, column);
        (x + width / 2.0, y + HEIGHT / 2.0)
    };
    let title = board::title(&KIND, &format!("{rows} x {columns}"), cells);
    let (right, bottom) = corner(rows, columns);
    let mut picture = Picture::new(title, right + width + board::MARGIN, bottom + HEIGHT + board::MARGIN);
    for row in 0..rows {
        for column in 0..columns {
            let cell = row * columns + column;
            let ground = if puzzle.givens[cell].is_some() { Ink::Shade } else { Ink::Cell };
            let shape = Shape::Rect { at: corner(row, column), width, height: HEIGHT, round: 3.0 };
            picture.area(shape, ground, Ink::Wall, 1.4);
            board::write(&mut picture, middle(row, column), width - 8.0, value(cell));
        }
    }
    let sign = |line: &EquationLine, position: usize| match line.operators.get(position) {
        Some(Operator::Plus) => "+",
        Some(Operator::Minus) => "\u{2212}",
        Some(Operator::Times) => "\u{d7}",
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
    let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    let spot = |(row, column)| Spot { at: middle(row, column), size: (width, HEIGHT), head: 0.0 };
    let spots = places.map(spot).collect();
    (picture, spots)
}
