//! Finds magic boards whose lines cannot reach their sums.

use crate::clash::{SumLine, Sums};
use crate::{Puzzle, Violation};

use super::MagicBoard;

/// Reports the first contradiction: in a line, in the total of all rows, between two lines, or in the middle of order
/// 3.
pub(super) fn of(board: &MagicBoard) -> Option<Violation> {
    let lines = board.lines().into_iter().map(|(label, number, cells)| {
        let name = match (label, number) {
            ("diagonal", 1) => "the falling diagonal".to_owned(),
            ("diagonal", _) => "the rising diagonal".to_owned(),
            _ => format!("{label} {number}"),
        };
        SumLine { name, cells, sum: board.sum }
    });
    let sums = Sums::new(lines.collect(), &board.givens, board.numbers.clone());
    let cell_name = |cell| board.place(cell);
    sums.wrong_line()
        .or_else(|| sums.total("rows", board.grid.rows, board.sum))
        .or_else(|| sums.wrong_pair(cell_name))
        .or_else(|| sums.equal_cells(cell_name))
        .or_else(|| middle(board))
}

/// Reports a middle of a board of order 3 that is not a third of the sum.
///
/// The four lines through the middle hold all cells once and the middle three times more. So 4 sums equal 3 sums plus 3
/// times the middle.
fn middle(board: &MagicBoard) -> Option<Violation> {
    if board.grid.rows != 3 {
        return None;
    }
    let (sum, middle) = (board.sum, board.grid.cell(1, 1));
    if sum % 3 != 0 {
        return Some(Violation(format!("the middle is a third of the sum, but {sum} is no multiple of 3")));
    }
    let at = board.givens.iter().position(|given| given.is_some_and(|given| i64::from(given) == sum / 3));
    match board.givens[middle] {
        Some(given) if i64::from(given) != sum / 3 => {
            Some(Violation(format!("the middle is a third of the sum, but {given} is no third of {sum}")))
        }
        None => {
            let cell_name = board.place(at?);
            Some(Violation(format!("the middle is a third of the sum, but {} is given in {cell_name}", sum / 3)))
        }
        _ => None,
    }
}
