//! The rules of Skyscrapers, checked without the model, and clues that contradict each other.

use crate::puzzle::text::count;
use crate::puzzle::{Cells, Violation, clash, latin};

use super::{Edge, Skyscrapers, seen};

/// The first rule that the cells break.
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

/// Clues that no line of buildings meets, a height twice in a line, or a full line with another number of buildings.
pub(super) fn contradiction(board: &Skyscrapers) -> Option<Violation> {
    let most = board.most;
    if let Some((edge, number, clue)) = board.given_clues().find(|&(.., clue)| clue > most) {
        let name = board.name(edge, number);
        return Some(Violation(format!("{name} shows {clue} buildings, but there are {most} heights")));
    }
    for (number, ends) in
        (0..board.size()).flat_map(|number| [(number, [Edge::Above, Edge::Below]), (number, [Edge::Left, Edge::Right])])
    {
        let [Some(first), Some(last)] = ends.map(|edge| board.clues[edge as usize][number]) else { continue };
        // The highest building is seen from both ends, and all others from one at most.
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
    let twice =
        clash::twice(latin::lines(board.grid), given, |cell| latin::place(board.grid, cell), |value| value.to_string());
    twice.or_else(|| {
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
