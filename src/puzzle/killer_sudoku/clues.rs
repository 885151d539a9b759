//! The clues of Killer Sudokus: the cages with their sums.

use crate::puzzle::cages;
use crate::puzzle::clue::{Clue, Kept, file};

use super::{KIND, KillerSudoku};

/// Lists the clues.
pub(super) fn list(killer: &KillerSudoku) -> Vec<Clue> {
    let clue = |cage: &super::SumCage| {
        let name = cages::name(killer.grid(), &cage.symbol, &cage.cells);
        Clue { text: format!("{name} adds up to {}", cage.sum), cells: cage.cells.clone() }
    };
    killer.cages.iter().map(clue).collect()
}

/// Leaves clues out.
pub(super) fn keep(killer: &KillerSudoku, keep: &[bool]) -> KillerSudoku {
    let mut killer = killer.clone();
    Kept::new(keep).of(&mut killer.cages);
    killer
}

/// Writes the text.
pub(super) fn text(killer: &KillerSudoku) -> String {
    let cages = killer.cages.iter().map(|cage| (&cage.symbol[..], &cage.cells[..], cage.sum.to_string()));
    let size = format!("{}x{}", killer.boxes.rows, killer.boxes.columns);
    file(&KIND, &[("box", size)], &cages::text(killer.grid(), cages))
}
