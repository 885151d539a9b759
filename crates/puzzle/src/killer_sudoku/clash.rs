//! Finds cages of a Killer Sudoku that no digits fill, or that contradict each other.

use crate::text::count;
use crate::{Violation, latin};

use super::{KillerSudoku, SumCage};

/// Reports cages that cannot hold different digits with their sums.
///
/// It checks each cage, cages of one cell with the same digit in a house, and the total of cages that cover the grid.
pub(super) fn of(killer: &KillerSudoku) -> Option<Violation> {
    let size = killer.size();
    if let Some(why) = killer.cages.iter().find_map(|cage| out_of_reach(killer, cage)) {
        return Some(why);
    }
    let mut given = vec![None; killer.grid().len()];
    for cage in killer.cages.iter().filter(|cage| cage.cells.len() == 1) {
        given[cage.cells[0]] = Some(cage.sum as i32);
    }
    if let Some(why) = latin::twice(killer.houses(), killer.grid(), |cell| given[cell]) {
        return Some(why);
    }
    let covered: usize = killer.cages.iter().map(|cage| cage.cells.len()).sum();
    let found: i64 = killer.cages.iter().map(|cage| cage.sum).sum();
    let all = (size * size * (size + 1) / 2) as i64;
    let why = || Violation(format!("all cages add up to {found}, but all digits to {all}"));
    (covered == killer.grid().len() && found != all).then(why)
}

/// Reports a cage with more cells than digits, or with a sum outside the bounds of as many different digits.
fn out_of_reach(killer: &KillerSudoku, cage: &SumCage) -> Option<Violation> {
    let (size, cells) = (killer.size() as i64, cage.cells.len() as i64);
    let name = || format!("{} of {}", killer.name(cage), count(cage.cells.len(), "cell"));
    if cells > size {
        return Some(Violation(format!("{} needs different digits, but there are {size}", name())));
    }
    let (least, most) = (cells * (cells + 1) / 2, cells * (2 * size + 1 - cells) / 2);
    let why = || Violation(format!("{} adds up to {least} to {most}, not {}", name(), cage.sum));
    (!(least..=most).contains(&cage.sum)).then(why)
}
