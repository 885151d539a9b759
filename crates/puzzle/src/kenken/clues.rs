//! The clues of KenKens: the cages with their targets.

use crate::Cells;
use crate::cages::{self, WrittenCage};
use crate::clue::{Clue, ClueChange, Kept, file};

use super::operation::Operation;
use super::{KIND, KenKen};

/// Lists the clues.
pub(super) fn list(kenken: &KenKen) -> Vec<Clue> {
    let clue = |cage: &super::OperationCage| {
        let text = format!("{} comes to {}{}", kenken.name(cage), cage.target, cage.operation.sign());
        Clue { text, cells: cage.cells.clone() }
    };
    kenken.cages.iter().map(clue).collect()
}

/// Leaves clues out.
pub(super) fn keep(kenken: &KenKen, keep: &[bool]) -> KenKen {
    let mut kenken = kenken.clone();
    Kept::new(keep).of(&mut kenken.cages);
    kenken
}

/// Writes the text.
pub(super) fn text(kenken: &KenKen) -> String {
    with_cages(kenken, &written(kenken))
}

/// Writes the cages.
fn written(kenken: &KenKen) -> Vec<WrittenCage> {
    let target = |cage: &super::OperationCage| format!("{}{}", cage.target, cage.operation.sign());
    kenken.cages.iter().map(|cage| (cage.symbol.clone(), cage.cells.clone(), target(cage))).collect()
}

/// Writes the text with other cages.
fn with_cages(kenken: &KenKen, cages: &[WrittenCage]) -> String {
    let cages = cages.iter().map(|(symbol, cells, target)| (&symbol[..], &cells[..], target.clone()));
    file(&KIND, &[], &cages::text(kenken.grid, cages))
}

/// Lists the ways to split a cage that keep a solution and exclude another.
pub(super) fn splits(kenken: &KenKen, kept: &Cells, excluded: &Cells) -> Vec<ClueChange> {
    let rest = |cage: usize, value: i32, others: &[i32]| {
        let (cage, value) = (&kenken.cages[cage], i64::from(value));
        match (others, cage.operation) {
            ([only], _) => Some(only.to_string()),
            (_, Operation::Plus) => Some(format!("{}+", cage.target - value)),
            (_, Operation::Times) => Some(format!("{}*", cage.target / value)),
            (_, Operation::Minus | Operation::Divide | Operation::Any) => None,
        }
    };
    let splits = cages::splits(kenken.grid, &written(kenken), kept, excluded, rest);
    splits.into_iter().filter_map(|(text, cages)| ClueChange::read(text, &with_cages(kenken, &cages))).collect()
}
