//! The model of Sudokus.

use std::sync::Arc;

use crate::model::{Domain, Model, Relation, Var};

use super::Sudoku;

/// The model of one view.
pub(super) fn make(sudoku: &Sudoku, view: &str) -> Model {
    match view {
        "cell" => cell_model(sudoku),
        "row-digit" => row_digit_model(sudoku),
        _ => panic!("'{view}' is no view of a Sudoku"),
    }
}

/// One variable per cell, whose value is its digit.
fn cell_model(sudoku: &Sudoku) -> Model {
    let empty = sudoku.empty.get_or_init(|| empty_cell_model(sudoku));
    let domain = |index: usize| match sudoku.given(index) {
        Some(digit) => Domain::from(digit),
        None => Domain::from(1..=sudoku.shape.size() as i32),
    };
    empty.with_domains((0..sudoku.givens.len()).map(domain).collect())
}

fn empty_cell_model(sudoku: &Sudoku) -> Model {
    let (shape, grid) = (sudoku.shape, sudoku.shape.grid());
    let mut model = Model::new();
    let mut cell: Vec<Var> = Vec::with_capacity(grid.len());
    for index in 0..grid.len() {
        let (row, column) = grid.place(index);
        cell.push(model.var(format!("cell[{},{}]", row + 1, column + 1), 1..=shape.size() as i32));
    }
    for row in 0..shape.size() {
        model.all_different("row", grid.row(row).map(|index| cell[index]));
    }
    for column in 0..shape.size() {
        model.all_different("column", grid.column(column).map(|index| cell[index]));
    }
    for number in 0..shape.size() {
        model.all_different("box", shape.cells(number).into_iter().map(|index| cell[index]));
    }
    model
}

/// One variable per row and digit, whose value is the digit's column. The box rule: in two rows of one band, a digit is
/// in columns of different stacks.
fn row_digit_model(sudoku: &Sudoku) -> Model {
    let (shape, grid) = (sudoku.shape, sudoku.shape.grid());
    let size = shape.size();
    let mut model = Model::new();
    let mut place: Vec<Var> = Vec::with_capacity(grid.len());
    for row in 0..size {
        for digit in 1..=size as i32 {
            let mut domain = Domain::from(1..=size as i32);
            for column in grid.row(row).filter(|&index| sudoku.given(index) == Some(digit)) {
                domain.retain(|value| value as usize == grid.place(column).1 + 1);
            }
            place.push(model.var(format!("column[{},{}]", row + 1, digit), domain));
        }
    }
    let at = |row: usize, digit: usize| place[row * size + digit];
    for row in 0..size {
        model.all_different("row", (0..size).map(|digit| at(row, digit)));
    }
    for digit in 0..size {
        model.all_different("column", (0..size).map(|row| at(row, digit)));
    }
    let columns = 1..=size as i32;
    let stack = |column: i32| (column - 1) / shape.columns as i32;
    let pairs = columns.clone().flat_map(|a| columns.clone().map(move |b| [a, b]));
    let apart = Arc::new(Relation::new(2, pairs.filter(|&[a, b]| stack(a) != stack(b))));
    for first in 0..size {
        let band_end = (first / shape.rows + 1) * shape.rows;
        for second in first + 1..band_end {
            for digit in 0..size {
                model.table("box", [at(first, digit), at(second, digit)], &apart);
            }
        }
    }
    model
}
