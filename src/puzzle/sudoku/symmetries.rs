//! The symmetries of a Sudoku without givens.
//!
//! By the column of each digit in each row, rows cannot be exchanged with columns: there, only those turns and mirror images
//! are declared that keep rows.

use crate::model::{Model, Move};

use super::super::symmetry::{all_of_values, all_of_variables, exchange, exchanges};
use crate::puzzle::boxes::Boxes;

/// Turns and mirror images; besides, the exchanges of digits, and those of rows and columns that keep the boxes.
pub(super) fn declare(shape: Boxes, view: &str, model: &mut Model) {
    let size = shape.size();
    let (rows, columns) = (lines(size, shape.rows), lines(size, shape.columns));
    let mirror = vec![(0..size).rev().collect::<Vec<usize>>()];
    // Permutations of the places of a square, here by row and by column, or by row and by digit.
    let down = |all: &[Vec<usize>]| squares(all, |one, row, column| one[row] * one.len() + column);
    let right = |all: &[Vec<usize>]| squares(all, |one, row, column| row * one.len() + one[column]);
    let variables = |all: Vec<Vec<usize>>| all_of_variables(model, &all);
    let values = |all: &[Vec<usize>]| all_of_values(model, size * size, all);
    let (geometric, digits, lines): (Vec<Move>, Vec<Move>, Vec<Move>) = if view == "cell" {
        let all = shape.grid().symmetries().into_iter().filter(|one| keeps_boxes(shape, one));
        let lines = [variables(down(&rows)), variables(right(&columns))].concat();
        (variables(all.collect()), values(&exchanges(size)), lines)
    } else {
        let geometric = [variables(down(&mirror)), values(&mirror)].concat();
        (geometric, variables(right(&exchanges(size))), [variables(down(&rows)), values(&columns)].concat())
    };
    model.declare_symmetry("geometric", geometric);
    model.declare_wider_symmetry("digits", digits);
    model.declare_wider_symmetry("lines", lines);
}

/// The exchanges of two neighbouring lines of a band, and of two neighbouring bands of that many lines.
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

/// For each permutation of lines that of the places, by row and column.
fn squares(all: &[Vec<usize>], image: fn(&[usize], usize, usize) -> usize) -> Vec<Vec<usize>> {
    let places = |one: &Vec<usize>| {
        let size = one.len();
        (0..size * size).map(|place| image(one, place / size, place % size)).collect()
    };
    all.iter().map(places).collect()
}

fn keeps_boxes(shape: Boxes, cells: &[usize]) -> bool {
    (0..shape.size()).all(|number| {
        let mut images = shape.cells(number).into_iter().map(|cell| shape.box_of(cells[cell]));
        let first = images.next();
        images.all(|image| Some(image) == first)
    })
}
