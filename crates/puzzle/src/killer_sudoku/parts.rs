//! Killer Sudokus by the parts that formats of other programs share.

use crate::boxes::Boxes;
use crate::exchange::GridParts;

use super::{KillerSudoku, SumCage, clues};

/// Describes a Killer Sudoku.
pub(super) fn of(killer: &KillerSudoku) -> GridParts {
    let cages = killer.cages.iter().map(|cage| (cage.cells.clone(), cage.sum)).collect();
    GridParts { boxes: Some(killer.boxes), cages, ..GridParts::new(killer.grid()) }
}

/// Writes the text of a Killer Sudoku. A given is a cage of one cell.
pub(super) fn text(parts: &GridParts) -> String {
    let given = |(cell, given): (usize, &Option<i32>)| Some((vec![cell], i64::from((*given)?)));
    let givens = parts.givens.iter().enumerate().filter_map(given);
    let cages = (1..).zip(parts.cages.iter().cloned().chain(givens));
    let cage = |(number, (cells, sum)): (i32, (Vec<usize>, i64))| SumCage { symbol: number.to_string(), cells, sum };
    let boxes = parts.boxes.unwrap_or(Boxes { rows: 1, columns: parts.grid.rows });
    clues::text(&KillerSudoku { boxes, cages: cages.map(cage).collect() })
}
