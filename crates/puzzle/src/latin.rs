//! Serves kinds with one number per cell of a rectangle: names, variables, constraints on rows and columns, checks.

use std::ops::RangeInclusive;

use crate::grid::rect::Rect;
use cnfab_model::{Domain, Model, Var};

use super::{Cells, ParseError, Violation, clash, line, text};

/// The largest number for which compact notation needs no blanks between the cells.
const MOST_COMPACT: usize = 9;

/// Formats the name of a cell: `row 1, column 2`.
pub(super) fn cell_name(grid: Rect, cell: usize) -> String {
    let (row, column) = grid.place(cell);
    format!("row {}, column {}", row + 1, column + 1)
}

/// Iterates over the rows and the columns with their names.
pub(super) fn lines(grid: Rect) -> impl Iterator<Item = (String, Vec<usize>)> {
    let rows = (0..grid.rows).map(move |row| (format!("row {}", row + 1), grid.row(row).collect()));
    let columns =
        (0..grid.columns).map(move |column| (format!("column {}", column + 1), grid.column(column).collect()));
    rows.chain(columns)
}

/// Creates one variable `cell[ROW,COLUMN]` per cell, in reading order.
pub(super) fn variables(model: &mut Model, grid: Rect, domain: impl Fn(usize) -> Domain) -> Vec<Var> {
    let mut cells = Vec::with_capacity(grid.len());
    for cell in 0..grid.len() {
        let (row, column) = grid.place(cell);
        cells.push(model.var(format!("cell[{},{}]", row + 1, column + 1), domain(cell)));
    }
    cells
}

/// Posts all-different constraints on the rows and on the columns.
pub(super) fn all_different(model: &mut Model, grid: Rect, cell: &[Var]) {
    for row in 0..grid.rows {
        model.all_different("row", grid.row(row).map(|index| cell[index]));
    }
    for column in 0..grid.columns {
        model.all_different("column", grid.column(column).map(|index| cell[index]));
    }
}

/// Returns the domain of a cell: its given, or all numbers.
pub(super) fn domain(given: Option<i32>, numbers: &RangeInclusive<i32>) -> Domain {
    given.map_or_else(|| Domain::from(numbers.clone()), Domain::from)
}

/// Checks that every cell has one number of the range, and that the givens are kept.
pub(super) fn check_numbers(
    cells: &Cells,
    grid: Rect,
    numbers: &RangeInclusive<i32>,
    given: impl Fn(usize) -> Option<i32>,
) -> Result<(), Violation> {
    let givens: Vec<Option<i32>> = (0..grid.len()).map(given).collect();
    super::numbers::check(cells, numbers, &givens, false, |cell| cell_name(grid, cell))
}

/// Checks that no group has a number twice.
pub(super) fn check_different(
    groups: impl IntoIterator<Item = (String, Vec<usize>)>,
    cells: &Cells,
    grid: Rect,
) -> Result<(), Violation> {
    twice(groups, grid, |cell| Some(cells.0[cell])).map_or(Ok(()), Err)
}

/// Reports the first group that has a number twice.
pub(super) fn twice(
    groups: impl IntoIterator<Item = (String, Vec<usize>)>,
    grid: Rect,
    given: impl Fn(usize) -> Option<i32>,
) -> Option<Violation> {
    clash::twice(groups, given, |cell| cell_name(grid, cell), |value| value.to_string())
}

/// Formats the numbers on one line, without blanks if none is larger than 9.
pub(super) fn plain(cells: &Cells, most: usize) -> String {
    if most > MOST_COMPACT { line::plain(cells) } else { cells.0.iter().map(i32::to_string).collect() }
}

/// Reads the output of [`plain`]: exactly `count` numbers.
pub(super) fn read_plain(line: &str, count: usize, most: usize) -> Result<Cells, ParseError> {
    if most > MOST_COMPACT {
        return line::read_plain(line, count);
    }
    let mut cells = Vec::with_capacity(count);
    let text = line.trim_end();
    for (index, c) in text.chars().enumerate().skip_while(|(_, c)| c.is_whitespace()) {
        match c.to_digit(10).filter(|_| cells.len() < count) {
            Some(digit) => cells.push(digit as i32),
            None => {
                let full = cells.len() == count;
                let expected = if full { format!("the end after {count} digits") } else { "a digit".to_owned() };
                return Err(ParseError::new(1, index + 1, format!("'{c}'"), expected));
            }
        }
    }
    if cells.len() < count {
        let found = format!("the end after {}", text::count(cells.len(), "digit"));
        return Err(ParseError::new(1, text.chars().count() + 1, found, text::count(count, "digit")));
    }
    Ok(Cells(cells))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_digits_go_back_and_forth() {
        let cells = Cells(vec![3, 1, 2]);
        assert_eq!((plain(&cells, 9).as_str(), plain(&cells, 10).as_str()), ("312", "3 1 2"));
        assert_eq!((read_plain(" 312 ", 3, 9), read_plain("3 1 2", 3, 10)), (Ok(cells.clone()), Ok(cells)));
        let error = |line: &str| read_plain(line, 3, 9).expect_err("wrong").to_string();
        assert_eq!(error("31"), "line 1, column 3: found the end after 2 digits, expected 3 digits");
        assert_eq!(error("3x2"), "line 1, column 2: found 'x', expected a digit");
        assert_eq!(error("3124"), "line 1, column 4: found '4', expected the end after 3 digits");
    }
}
