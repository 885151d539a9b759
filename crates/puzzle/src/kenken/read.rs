//! Reads KenKens.

use std::sync::Arc;

use crate::grid::rect::Rect;
use crate::{Document, ParseError, Token, cages};

use super::operation::{Operation, combinations};
use super::products::PartialProducts;
use super::{CageConstraint, KenKen, OperationCage};

/// The largest size of a grid.
const MOST_SIZE: usize = 25;
/// The largest target. Its divisors are found quickly, and a product of ten numbers up to 25 is below it.
const MOST_TARGET: i64 = 1_000_000_000_000_000;
/// The most combinations of a product in one table; longer tables cost more than auxiliary variables for partial
/// products.
const MOST_LISTED: usize = 2000;
/// The most combinations of a difference, a quotient or a cage without operation.
const MOST_ROWS: usize = 200_000;
/// The most search steps for the combinations of a cage.
const MOST_STEPS: usize = 5_000_000;

/// Reads the puzzle of a document.
pub(super) fn read(document: &Document<'_>) -> Result<KenKen, ParseError> {
    let map = cages::read(document, MOST_SIZE)?;
    let grid = map.grid;
    let cages = map.cages.into_iter().map(|cage| {
        let (target, operation) = clue(cage.clue)?;
        if operation == Operation::Any && cage.cells.len() == 1 && target > grid.rows as i64 {
            return Err(cage.clue.error(format!("a number from 1 to {}, or an operation", grid.rows)));
        }
        let constraint = constraint(grid, &cage.cells, operation, target).ok_or_else(|| {
            let cells = cage.cells.len();
            cage.clue.error(format!("fewer than {cells} cells: this operation has too many combinations to list"))
        })?;
        Ok(OperationCage { symbol: cage.symbol.text.to_owned(), cells: cage.cells, operation, target, constraint })
    });
    Ok(KenKen { grid, cages: cages.collect::<Result<_, _>>()? })
}

/// Reads a target and its operation.
fn clue(token: Token<'_>) -> Result<(i64, Operation), ParseError> {
    let digits = token.text.chars().take_while(char::is_ascii_digit).count();
    let (target, sign) = token.text.split_at(digits);
    let wrong = || token.error(format!("a number from 1 to {MOST_TARGET}, and one of + - * / behind it"));
    let target = target.parse::<i64>().ok().filter(|target| (1..=MOST_TARGET).contains(target)).ok_or_else(wrong)?;
    let mut signs = sign.trim().chars();
    let operation = match (signs.next(), signs.next()) {
        (None, _) => Operation::Any,
        (Some(sign), None) => Operation::of(sign).ok_or_else(wrong)?,
        (Some(_), Some(_)) => return Err(wrong()),
    };
    Ok((target, operation))
}

/// Chooses the constraint of a cage for the model; `None` if there are too many combinations.
pub(super) fn constraint(grid: Rect, cells: &[usize], operation: Operation, target: i64) -> Option<CageConstraint> {
    let listed = |most: usize, steps: usize| {
        let relation = combinations(grid, cells, operation, target, most, steps)?;
        Some(CageConstraint::Table(Arc::new(relation)))
    };
    match operation {
        Operation::Plus => Some(CageConstraint::Sum),
        Operation::Times => {
            Some(listed(MOST_LISTED, MOST_STEPS / 50).unwrap_or_else(|| {
                CageConstraint::Products(PartialProducts::new(cells.len(), grid.rows as i32, target))
            }))
        }
        Operation::Minus | Operation::Divide | Operation::Any => listed(MOST_ROWS, MOST_STEPS),
    }
}
