//! Checks the rules of Skyscrapers without the model.

use crate::text::count;
use crate::{Cells, Violation, latin};

use super::{Skyscrapers, seen};

/// Reports the first rule that the cells break.
pub(super) fn check(board: &Skyscrapers, cells: &Cells) -> Result<(), Violation> {
    latin::check_numbers(cells, board.grid, &board.numbers(), |cell| board.givens[cell])?;
    for (name, line) in latin::lines(board.grid) {
        for height in 1..=board.most {
            let found = line.iter().filter(|&&cell| cells.0[cell] == height).count();
            if found != 1 {
                return Err(Violation(format!("{name} has height {height} {}, not once", count(found, "time"))));
            }
        }
    }
    for (edge, number, clue) in board.given_clues() {
        let found = seen(board.sight(edge, number).into_iter().map(|cell| cells.0[cell]));
        if found != clue {
            let (name, found) = (board.name(edge, number), count(found as usize, "building"));
            return Err(Violation(format!("{name} shows {found}, not {clue}")));
        }
    }
    Ok(())
}
