//! The clues of Killer Sudokus: the cages with their sums.

use crate::Cells;
use crate::cages::{self, WrittenCage};
use crate::clue::{Clue, ClueChange, Kept, file};

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
    with_cages(killer, &written(killer))
}

/// Writes the cages.
fn written(killer: &KillerSudoku) -> Vec<WrittenCage> {
    let written = |cage: &super::SumCage| (cage.symbol.clone(), cage.cells.clone(), cage.sum.to_string());
    killer.cages.iter().map(written).collect()
}

/// Writes the text with other cages.
fn with_cages(killer: &KillerSudoku, cages: &[WrittenCage]) -> String {
    let cages = cages.iter().map(|(symbol, cells, sum)| (&symbol[..], &cells[..], sum.clone()));
    let size = format!("{}x{}", killer.boxes.rows, killer.boxes.columns);
    file(&KIND, &[("box", size)], &cages::text(killer.grid(), cages))
}

/// Lists the ways to split a cage that keep a solution and exclude another.
pub(super) fn splits(killer: &KillerSudoku, kept: &Cells, excluded: &Cells) -> Vec<ClueChange> {
    let rest = |cage: usize, value: i32, _: &[i32]| Some((killer.cages[cage].sum - i64::from(value)).to_string());
    let splits = cages::splits(killer.grid(), &written(killer), kept, excluded, rest);
    splits.into_iter().filter_map(|(text, cages)| ClueChange::read(text, &with_cages(killer, &cages))).collect()
}
