//! Bounds of columns that have none, from the rows.
//!
//! Where all other columns of a row are bounded, so is the last one. Rows are gone through until nothing changes, at
//! most [`ROUNDS`] times: bounds may creep towards each other forever.

use super::linear_program::{Column, WholeRow};

/// The most times that all rows are gone through.
const ROUNDS: usize = 100;

/// Narrows the bounds that are missing, or too far away for the values of variables, as far as rows imply better ones.
pub(super) fn close(columns: &mut [Column<'_>], rows: &[WholeRow]) {
    let is_open: Vec<[bool; 2]> = columns.iter().map(|column| [!has(column.low), !has(column.high)]).collect();
    let matters = |&&(_, column): &&(i128, usize)| is_open[column] != [false; 2];
    let rows: Vec<&WholeRow> = rows.iter().filter(|row| row.terms.iter().any(|term| matters(&term))).collect();
    for _ in 0..ROUNDS {
        let mut is_changed = false;
        for row in &rows {
            for (bound, sign) in [(row.high, 1), (row.low, -1)] {
                let Some(bound) = bound else { continue };
                is_changed |= narrow(columns, &is_open, row, sign, sign * bound);
            }
        }
        if !is_changed {
            break;
        }
    }
}

/// True if there is a bound that a variable can have.
pub(super) fn has(bound: Option<i64>) -> bool {
    bound.is_some_and(|bound| i32::try_from(bound).is_ok())
}

/// Narrows open bounds by that the sum of the terms, times a sign, is at most `most`. Returns whether any changed.
fn narrow(columns: &mut [Column<'_>], is_open: &[[bool; 2]], row: &WholeRow, sign: i128, most: i128) -> bool {
    // The least value of each term; `None` if there is none, or it is beyond all numbers.
    let least = |columns: &[Column<'_>], &(coefficient, column): &(i128, usize)| {
        let Column { low, high, .. } = columns[column];
        let end = if sign * coefficient > 0 { low } else { high };
        end.and_then(|end| (sign * coefficient).checked_mul(end.into()))
    };
    let (mut sum, mut unbounded) = (0_i128, 0);
    for term in &row.terms {
        match least(columns, term).map(|least| sum.checked_add(least)) {
            Some(Some(more)) => sum = more,
            Some(None) => return false,
            None => unbounded += 1,
        }
    }
    let mut is_changed = false;
    for term in &row.terms {
        let (coefficient, own) = (sign * term.0, least(columns, term));
        if !is_open[term.1][usize::from(coefficient > 0)] || unbounded > usize::from(own.is_none()) {
            continue;
        }
        let left = sum.checked_sub(own.unwrap_or(0)).and_then(|others| most.checked_sub(others));
        let Some(left) = left else { continue };
        let column = &mut columns[term.1];
        // The quotient is rounded down for an upper bound and up for a lower one: towards the columns' values.
        if coefficient > 0 {
            let Ok(high) = i64::try_from(left.div_euclid(coefficient)) else { continue };
            is_changed |= column.high.is_none_or(|old| high < old);
            column.high = Some(column.high.map_or(high, |old| old.min(high)));
        } else {
            let Ok(low) = i64::try_from(-left.div_euclid(-coefficient)) else { continue };
            is_changed |= column.low.is_none_or(|old| low > old);
            column.low = Some(column.low.map_or(low, |old| old.max(low)));
        }
    }
    is_changed
}
