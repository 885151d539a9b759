//! Kakuros by the parts that formats of other programs share.

use crate::exchange::{GridParts, RunSums};

use super::{Kakuro, KakuroCell, clues};

/// Describes a Kakuro.
pub(super) fn of(kakuro: &Kakuro) -> GridParts {
    let black = |cell: &KakuroCell| match *cell {
        KakuroCell::White(_) => None,
        KakuroCell::Black { down, across } => Some(RunSums { down, across }),
    };
    let givens = (0..kakuro.cells.len()).map(|cell| kakuro.given(cell)).collect();
    GridParts { givens, black: kakuro.cells.iter().map(black).collect(), ..GridParts::new(kakuro.grid) }
}

/// Writes the text of a Kakuro.
pub(super) fn text(parts: &GridParts) -> String {
    let cell = |cell: usize| match parts.black[cell] {
        None => KakuroCell::White(parts.givens[cell]),
        Some(RunSums { down, across }) => KakuroCell::Black { down, across },
    };
    let cells = (0..parts.grid.len()).map(cell).collect();
    clues::text(&Kakuro { grid: parts.grid, cells, runs: Vec::new() })
}
