//! Builds the model of Sudokus.

use std::sync::Arc;

use cnfab_model::{Domain, Model, Relation, Var};

use super::Sudoku;

/// Builds the model of a view of the kind.
pub(super) fn make(sudoku: &Sudoku, view: &str) -> Model {
    match view {
        "cell" => cell_model(sudoku),
        "row-digit" => row_digit_model(sudoku),
        _ => panic!("'{view}' is no view of a Sudoku"),
    }
}

/// Builds the model with a variable per cell, whose value is its digit.
fn cell_model(sudoku: &Sudoku) -> Model {
    let empty = sudoku.empty.get_or_init(|| empty_cell_model(sudoku));
    empty.with_domains(domains(sudoku).collect())
}

/// Builds a model from the model of another Sudoku of the same text, if it is one of the view `cell`.
pub(super) fn after(sudoku: &Sudoku, view: &str, mut before: Model) -> Option<Model> {
    if view != "cell" || !before.differs_in_domains(sudoku.empty.get()?) {
        return None;
    }
    before.set_domains(domains(sudoku));
    Some(before)
}

/// Iterates over the domains of the cells.
fn domains(sudoku: &Sudoku) -> impl Iterator<Item = Domain> {
    let size = sudoku.shape.size() as i32;
    sudoku.givens.iter().map(move |&given| match given {
        0 => Domain::from(1..=size),
        digit => Domain::from(i32::from(digit)),
    })
}

/// Builds the model of the view `cell` without givens.
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
    for cells in sudoku.regions() {
        model.all_different(sudoku.region_label(), cells.into_iter().map(|index| cell[index]));
    }
    model
}

/// Builds the model with a variable per row and digit, whose value is the digit's column.
///
/// The box rule is a table per digit and pair of rows through a common box: the digit's columns lie in different boxes.
fn row_digit_model(sudoku: &Sudoku) -> Model {
    let (size, grid) = (sudoku.shape.size(), sudoku.shape.grid());
    let mut model = Model::new();
    let mut columns: Vec<Var> = Vec::with_capacity(grid.len());
    for row in 0..size {
        for digit in 1..=size as i32 {
            let mut domain = Domain::from(1..=size as i32);
            for column in grid.row(row).filter(|&index| sudoku.given(index) == Some(digit)) {
                domain.retain(|value| value as usize == grid.place(column).1 + 1);
            }
            columns.push(model.var(format!("column[{},{}]", row + 1, digit), domain));
        }
    }
    let at = |row: usize, digit: usize| columns[row * size + digit];
    for row in 0..size {
        model.all_different("row", (0..size).map(|digit| at(row, digit)));
    }
    for digit in 0..size {
        model.all_different("column", (0..size).map(|row| at(row, digit)));
    }
    let mut relations: Vec<(Vec<[i32; 2]>, Arc<Relation>)> = Vec::new();
    for first in 0..size {
        for second in first + 1..size {
            let region = |row: usize, column: i32| sudoku.region_of(grid.cell(row, column as usize - 1));
            let pairs = (1..=size as i32).flat_map(|a| (1..=size as i32).map(move |b| [a, b]));
            let apart: Vec<[i32; 2]> = pairs.filter(|&[a, b]| region(first, a) != region(second, b)).collect();
            if apart.len() == size * size {
                continue;
            }
            // Pairs of rows with the same boxes share a table.
            let relation = match relations.iter().find(|(rows, _)| *rows == apart) {
                Some((_, relation)) => Arc::clone(relation),
                None => {
                    let relation = Arc::new(Relation::new(2, apart.iter()));
                    relations.push((apart, Arc::clone(&relation)));
                    relation
                }
            };
            for digit in 0..size {
                model.table(sudoku.region_label(), [at(first, digit), at(second, digit)], &relation);
            }
        }
    }
    model
}
