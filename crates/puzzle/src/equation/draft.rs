//! Makes equation puzzles: a grid of random numbers and operators with all results, and given numbers until no others
//! have these results.

use std::ops::RangeInclusive;

use fastrand::Rng;

use crate::Cells;
use crate::draft::{Begun, BoardCriteria, BoardMaker, GivenDraft};

use super::{Equation, EquationLine, Operator, products};

/// The maker of equation puzzles.
pub(super) const MAKER: BoardMaker =
    BoardMaker { takes: &["minimal"], changes: "numbers are given", repairs: 1000, decisions: Some(3_000), begin };

/// The rows and columns of a grid that is made.
const SIDES: RangeInclusive<usize> = 2..=6;

/// The numbers of a grid that is made.
const NUMBERS: RangeInclusive<i32> = 1..=99;

/// Begins a grid: each line has one product or none.
fn begin(wish: &BoardCriteria, rng: &mut Rng) -> Begun {
    let (rows, columns) = (wish.rows, wish.columns);
    if !SIDES.contains(&rows) || !SIDES.contains(&columns) {
        let (least, most) = (SIDES.start(), SIDES.end());
        return Err(format!("from {least} to {most} rows and columns, such as 3x3"));
    }
    let numbers: Vec<i32> = (0..rows * columns).map(|_| rng.i32(NUMBERS)).collect();
    let mut lines: Vec<EquationLine> = Vec::new();
    for row in 0..rows {
        let cells: Vec<usize> = (row * columns..(row + 1) * columns).collect();
        lines.push(line(format!("row {}", row + 1), cells, &numbers, rng));
    }
    for column in 0..columns {
        let cells: Vec<usize> = (column..rows * columns).step_by(columns).collect();
        lines.push(line(format!("column {}", column + 1), cells, &numbers, rng));
    }
    let givens = vec![None; numbers.len()];
    let mut board = Equation { columns, numbers: NUMBERS, givens, lines, linear_forms: Vec::new() };
    let Ok(linear_forms) = products::linear_forms(&board) else { return Ok(None) };
    board.linear_forms = linear_forms;
    Ok(Some(Box::new(GivenDraft { board, solution: Cells(numbers), give })))
}

/// Returns an equation of random operators that the numbers satisfy.
fn line(name: String, cells: Vec<usize>, numbers: &[i32], rng: &mut Rng) -> EquationLine {
    let sum = |rng: &mut Rng| if rng.bool() { Operator::Plus } else { Operator::Minus };
    let mut operators: Vec<Operator> = (1..cells.len()).map(|_| sum(rng)).collect();
    if rng.usize(0..3) > 0 {
        let at = rng.usize(0..operators.len());
        operators[at] = Operator::Times;
    }
    let mut line = EquationLine { name, cells, operators, result: None };
    let term = |(sign, cells): (i64, Vec<usize>)| {
        sign * cells.into_iter().map(|cell| i64::from(numbers[cell])).product::<i64>()
    };
    line.result = Some(line.terms().into_iter().map(term).sum());
    line
}

/// Gives numbers, with which the products of the lines become linear.
fn give(board: &mut Equation, cells: &[usize], solution: &Cells) -> bool {
    cells.iter().for_each(|&cell| board.givens[cell] = Some(solution.0[cell]));
    let linear_forms = products::linear_forms(board);
    linear_forms.map(|linear_forms| board.linear_forms = linear_forms).is_ok()
}
