//! Finds clues of Skyscrapers that contradict each other or the givens.

use crate::text::count;
use crate::{Violation, latin};

use super::{BoardSide, Skyscrapers, seen};

/// Reports clues that no line satisfies, a height twice in a line, or a complete line that contradicts its clue.
pub(super) fn of(board: &Skyscrapers) -> Option<Violation> {
    let most = board.most;
    if let Some((edge, number, clue)) = board.given_clues().find(|&(.., clue)| clue > most) {
        let name = board.name(edge, number);
        return Some(Violation(format!("{name} shows {clue} buildings, but there are {most} heights")));
    }
    for (number, ends) in (0..board.size()).flat_map(|number| {
        [(number, [BoardSide::Above, BoardSide::Below]), (number, [BoardSide::Left, BoardSide::Right])]
    }) {
        let [Some(first), Some(last)] = ends.map(|edge| board.clues[edge as usize][number]) else { continue };
        // The highest building is visible from both ends, every other one from at most one end.
        let wrong = if first + last > most + 1 {
            format!("more than the {most} heights allow")
        } else if first + last == 2 && most > 1 {
            format!("but only one of {most} buildings is the highest")
        } else {
            continue;
        };
        let name = board.name(ends[0], number);
        return Some(Violation(format!("{name} shows {first} and from the other end {last}, {wrong}")));
    }
    let given = |cell: usize| board.givens[cell].filter(|&height| height > 0);
    latin::twice(latin::lines(board.grid), board.grid, given).or_else(|| {
        board.given_clues().find_map(|(edge, number, clue)| {
            let heights = board.sight(edge, number).into_iter().map(|cell| board.givens[cell]);
            let found = seen(heights.collect::<Option<Vec<i32>>>()?);
            let why = || {
                let (name, found) = (board.name(edge, number), count(found as usize, "building"));
                Violation(format!("{name} shows {found}, not {clue}"))
            };
            (found != clue).then(why)
        })
    })
}
