//! Builds the model of magic boards.

use crate::symmetry;
use cnfab_model::{Domain, Model, Move, ValueMap, Var};

use super::MagicBoard;

/// Builds the model.
pub(super) fn make(board: &MagicBoard, _: &str) -> Model {
    let mut model = Model::new();
    let mut cell: Vec<Var> = Vec::with_capacity(board.grid.len());
    for (index, given) in board.givens.iter().enumerate() {
        let (row, column) = board.grid.place(index);
        let domain = given.map_or_else(|| Domain::from(board.numbers.clone()), Domain::from);
        cell.push(model.var(format!("cell[{},{}]", row + 1, column + 1), domain));
    }
    model.all_different("different", cell.iter().copied());
    for (label, _, line) in board.lines() {
        model.sum_eq(label, line.into_iter().map(|index| cell[index]), board.sum);
    }
    model.declare_order("spiral", board.grid.spiral().into_iter().map(|index| cell[index]).collect());
    model
}

/// Declares rotations and reflections, the complement of the numbers, and exchanges of lines.
pub(super) fn declare_symmetries(board: &MagicBoard, _: &str, model: &mut Model) {
    model.declare_symmetry("geometric", symmetry::all_of_variables(model, &board.grid.symmetries()));
    let complement = ValueMap::reversed(*board.numbers.start(), *board.numbers.end());
    model.declare_wider_symmetry("complement", [Move::of_values(board.grid.len(), complement)]);
    model.declare_wider_symmetry("lines", symmetry::all_of_variables(model, &exchanges(board)));
}

/// Returns the exchanges of rows, along with the columns of the same numbers, that map each diagonal to itself.
///
/// They exchange a row with its mirror image, or two such pairs.
fn exchanges(board: &MagicBoard) -> Vec<Vec<usize>> {
    let size = board.grid.rows;
    let ends = |line: usize| symmetry::exchange(size, line, size - 1 - line);
    let pairs = |line: usize| {
        let mut all = symmetry::exchange(size, line, line - 1);
        all.swap(size - 1 - line, size - line);
        all
    };
    let lines: Vec<Vec<usize>> = (0..size / 2).map(ends).chain((1..size / 2).map(pairs)).collect();
    let cells = |lines: &Vec<usize>| {
        let image = |cell| {
            let (row, column) = board.grid.place(cell);
            board.grid.cell(lines[row], lines[column])
        };
        (0..board.grid.len()).map(image).collect()
    };
    lines.iter().map(cells).collect()
}
