//! Finds equations that no numbers satisfy.

use std::collections::BTreeMap;

use crate::{Puzzle, Violation};

use super::products::{Interval, LinearForm, times};
use super::{Equation, EquationLine, Operator};

/// Reports an equation without numbers, two that need different numbers in one cell, or unequal totals.
pub(super) fn of(puzzle: &Equation) -> Option<Violation> {
    let with_result = || puzzle.lines.iter().filter(|line| line.result.is_some()).zip(&puzzle.linear_forms);
    let mut needed: BTreeMap<usize, (i64, &str)> = BTreeMap::new();
    let mut two_numbers = || {
        with_result().find_map(|(line, form)| {
            let ([(factor, cell)], []) = (&form.terms[..], &form.products[..]) else { return None };
            let number = form.total / factor;
            let (other, name) = *needed.entry(*cell).or_insert((number, &line.name));
            let cell_name = puzzle.place(*cell);
            let why = format!("{cell_name} has to be {other} by {name}, but {number} by {}", line.name);
            (other != number).then_some(Violation(why))
        })
    };
    with_result()
        .find_map(|(line, form)| out_of_reach(puzzle, line, form))
        .or_else(&mut two_numbers)
        .or_else(|| unequal_totals(puzzle))
}

/// Reports an equation that has no numbers by its bounds, its coefficients or its products.
fn out_of_reach(puzzle: &Equation, line: &EquationLine, form: &LinearForm) -> Option<Violation> {
    let (name, result) = (&line.name, i128::from(line.result?));
    let (from, to) = (*puzzle.numbers.start(), *puzzle.numbers.end());
    let (low, high) = bounds(puzzle, line);
    if low == high && low != result {
        return Some(Violation(format!("{name} comes to {low}, not {result}")));
    }
    if result < low {
        return Some(Violation(format!("{name} comes to at least {low}, not {result}")));
    }
    if result > high {
        return Some(Violation(format!("{name} comes to at most {high}, not {result}")));
    }
    let factors = form.terms.iter().map(|term| term.0).chain(form.products.iter().map(|product| product.coefficient));
    let divisor = factors.fold(0, greatest_divisor);
    let has_no_product = form.products.iter().any(|product| product.steps.iter().any(|step| step.values.is_empty()));
    let is_impossible = has_no_product || divisor != 0 && form.total % divisor != 0;
    is_impossible.then(|| Violation(format!("{name} comes to {result} with no numbers from {from} to {to}")))
}

/// Returns the least and the greatest value of a line.
fn bounds(puzzle: &Equation, line: &EquationLine) -> Interval {
    let range = ((*puzzle.numbers.start()).into(), (*puzzle.numbers.end()).into());
    let number = |cell: usize| puzzle.givens[cell].map_or(range, |given| (given.into(), given.into()));
    line.terms().into_iter().fold((0, 0), |sum, (sign, cells)| {
        let start = (i128::from(sign), i128::from(sign));
        let term = cells.into_iter().fold(start, |product, cell| times(product, number(cell)));
        (sum.0 + term.0, sum.1 + term.1)
    })
}

/// Returns the greatest common divisor, which is 0 only for two zeros.
fn greatest_divisor(a: i64, b: i64) -> i64 {
    if b == 0 { a.abs() } else { greatest_divisor(b, a % b) }
}

/// Reports different totals of rows and columns, which must be equal in a grid with `+` only.
fn unequal_totals(puzzle: &Equation) -> Option<Violation> {
    if puzzle.lines.iter().any(|line| line.operators.iter().any(|&operator| operator != Operator::Plus)) {
        return None;
    }
    let (rows, columns) = puzzle.lines.split_at(puzzle.rows());
    let total = |lines: &[EquationLine]| lines.iter().map(|line| line.result).sum::<Option<i64>>();
    let (rows, columns) = (total(rows)?, total(columns)?);
    (rows != columns).then(|| Violation(format!("the rows add up to {rows} in all, but the columns to {columns}")))
}
