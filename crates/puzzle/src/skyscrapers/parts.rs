//! Skyscrapers by the parts that formats of other programs share.

use crate::exchange::GridParts;

use super::{Skyscrapers, clues};

/// Describes a Skyscrapers puzzle.
pub(super) fn of(board: &Skyscrapers) -> GridParts {
    let most = (board.parks() > 0).then_some(board.most);
    GridParts { givens: board.givens.clone(), sides: board.clues.clone(), most, ..GridParts::new(board.grid) }
}

/// Writes the text of a Skyscrapers puzzle.
pub(super) fn text(parts: &GridParts) -> String {
    let most = parts.most.unwrap_or(parts.grid.rows as i32);
    let (givens, clues) = (parts.givens.clone(), parts.sides.clone());
    clues::text(&Skyscrapers { grid: parts.grid, most, givens, clues })
}
