//! Declares the symmetries of a Sudoku without givens.
//!
//! The view with a column per row and digit cannot express an exchange of rows with columns. It declares only
//! reflections that map rows to rows.

use cnfab_model::{Model, Move};

use crate::symmetry::{all_of_values, all_of_variables, exchange, exchanges};

use super::Sudoku;

/// Declares rotations and reflections, exchanges of digits, and exchanges of rows and columns that keep the boxes.
pub(super) fn declare(sudoku: &Sudoku, view: &str, model: &mut Model) {
    let (size, grid) = (sudoku.shape.size(), sudoku.shape.grid());
    // Irregular regions allow no exchanges of lines.
    let bands = |band: usize| if sudoku.regions.is_some() { Vec::new() } else { lines(size, band) };
    let (rows, columns) = (bands(sudoku.shape.rows), bands(sudoku.shape.columns));
    let mirror = vec![(0..size).rev().collect::<Vec<usize>>()];
    // Permutations of the cells of a square, whose coordinates are row and column, or row and digit.
    let down = |all: &[Vec<usize>]| squares(all, |one, row, column| one[row] * one.len() + column);
    let right = |all: &[Vec<usize>]| squares(all, |one, row, column| row * one.len() + one[column]);
    let variables = |all: Vec<Vec<usize>>| all_of_variables(model, &all);
    let values = |all: &[Vec<usize>]| all_of_values(model, size * size, all);
    let (geometric, digits, lines): (Vec<Move>, Vec<Move>, Vec<Move>) = if view == "cell" {
        let all = grid.symmetries().into_iter().filter(|one| keeps_regions(sudoku, one));
        let lines = [variables(down(&rows)), variables(right(&columns))].concat();
        (variables(all.collect()), values(&exchanges(size)), lines)
    } else {
        let turned = |row: bool, column: bool| {
            let image = |cell: usize| {
                let (at, to) = grid.place(cell);
                grid.cell(if row { size - 1 - at } else { at }, if column { size - 1 - to } else { to })
            };
            keeps_regions(sudoku, &(0..grid.len()).map(image).collect::<Vec<usize>>())
        };
        let upside_down = variables(down(&mirror)).into_iter().filter(|_| turned(true, false));
        let sideways = values(&mirror).into_iter().filter(|_| turned(false, true));
        let geometric = upside_down.chain(sideways).collect();
        (geometric, variables(right(&exchanges(size))), [variables(down(&rows)), values(&columns)].concat())
    };
    model.declare_symmetry("geometric", geometric);
    model.declare_wider_symmetry("digits", digits);
    model.declare_wider_symmetry("lines", lines);
}

/// Returns the exchanges of two neighbouring lines of a band, and of two neighbouring bands.
fn lines(size: usize, band: usize) -> Vec<Vec<usize>> {
    let inside = (1..size).filter(|line| line % band != 0).map(|line| exchange(size, line - 1, line));
    let bands = (band..size).step_by(band).map(|start| {
        let image = |line: usize| match line {
            line if (start - band..start).contains(&line) => line + band,
            line if (start..start + band).contains(&line) => line - band,
            line => line,
        };
        (0..size).map(image).collect()
    });
    inside.chain(bands).collect()
}

/// Extends each permutation of lines to one of the cells of a square.
fn squares(all: &[Vec<usize>], image: fn(&[usize], usize, usize) -> usize) -> Vec<Vec<usize>> {
    let cell_permutation = |one: &Vec<usize>| {
        let size = one.len();
        (0..size * size).map(|cell| image(one, cell / size, cell % size)).collect()
    };
    all.iter().map(cell_permutation).collect()
}

/// Returns whether a permutation of the cells maps boxes or regions to each other.
fn keeps_regions(sudoku: &Sudoku, cells: &[usize]) -> bool {
    sudoku.regions().into_iter().all(|region| {
        let mut images = region.into_iter().map(|cell| sudoku.region_of(cells[cell]));
        let first = images.next();
        images.all(|image| Some(image) == first)
    })
}
