//! Finds rows, columns and regions of a Star Battle that have no room for their stars.

use std::collections::BTreeSet;

use crate::text::count;
use crate::{Puzzle, Violation};
use cnfab_base::display::quoted;

use super::StarBattle;

/// Reports rows, columns or regions without room, and adjacent lines with too many or too few regions.
pub(super) fn of(board: &StarBattle) -> Option<Violation> {
    let (size, stars) = (board.size(), board.stars);
    // Of two adjacent cells at most one has a star.
    let most = size.div_ceil(2);
    if stars > most {
        return Some(Violation(format!("{stars} stars in a row of {size} cells touch: at most {most} do not")));
    }
    let lines = lines(board);
    small_region(board)
        .or_else(|| lines.iter().find_map(|(what, lines)| small_lines(board, what, lines)))
        .or_else(|| lines.iter().find_map(|(what, lines)| wrong_regions(board, what, lines)))
}

/// Returns an upper bound on the stars in these cells: the number of squares in a cover by 2 x 2 squares.
///
/// A square holds at most one star. The bound is the best of the four regular tilings.
fn room(board: &StarBattle, cells: &[usize]) -> usize {
    let squares = |(down, right): (usize, usize)| {
        let square = |&cell: &usize| {
            let (row, column) = board.grid.place(cell);
            ((row + down) / 2, (column + right) / 2)
        };
        cells.iter().map(square).collect::<BTreeSet<_>>().len()
    };
    [(0, 0), (0, 1), (1, 0), (1, 1)].map(squares).into_iter().min().expect("there are four ways")
}

/// Reports a region without room for its stars.
fn small_region(board: &StarBattle) -> Option<Violation> {
    board.regions.iter().find_map(|(name, cells)| {
        let most = room(board, cells);
        let (cell_name, stars) = (board.place(cells[0]), count(board.stars, "star"));
        let cells = count(cells.len(), "cell");
        let why = format!(
            "region {} of {cells} at {cell_name} needs {stars}, but more than {most} would touch",
            quoted(name)
        );
        (most < board.stars).then_some(Violation(why))
    })
}

/// Returns the rows and the columns with the cells that may have stars: those in regions, if there are regions.
fn lines(board: &StarBattle) -> [(&'static str, Vec<Vec<usize>>); 2] {
    let region = board.region_of_cells();
    let may_have = |cell: &usize| board.regions.is_empty() || region[*cell] < board.regions.len();
    let rows = (0..board.size()).map(|row| board.grid.row(row).filter(may_have).collect());
    let columns = (0..board.size()).map(|column| board.grid.column(column).filter(may_have).collect());
    [("row", rows.collect()), ("column", columns.collect())]
}

/// Formats the name of adjacent lines counted from 0: `row 2`, `rows 2 to 4`.
fn named(what: &str, first: usize, last: usize) -> String {
    if first == last { format!("{what} {}", first + 1) } else { format!("{what}s {} to {}", first + 1, last + 1) }
}

/// Reports a line, or two adjacent lines, without room for their stars.
fn small_lines(board: &StarBattle, what: &str, lines: &[Vec<usize>]) -> Option<Violation> {
    let small = |first: usize, last: usize| {
        let (needed, most) = ((last + 1 - first) * board.stars, room(board, &lines[first..=last].concat()));
        let (needs, stars) = (if first == last { "needs" } else { "need" }, count(needed, "star"));
        let why = format!("{} {needs} {stars}, but more than {most} would touch", named(what, first, last));
        (most < needed).then_some(Violation(why))
    };
    let single = (0..lines.len()).find_map(|line| small(line, line));
    single.or_else(|| (1..lines.len()).find_map(|line| small(line - 1, line)))
}

/// Reports adjacent lines that contain more whole regions than lines, or that fewer regions than lines reach into.
fn wrong_regions(board: &StarBattle, what: &str, lines: &[Vec<usize>]) -> Option<Violation> {
    if board.regions.is_empty() {
        return None;
    }
    let region = board.region_of_cells();
    // The first and the last line of each region.
    let mut spans = vec![(usize::MAX, 0); board.regions.len()];
    for (line, cells) in lines.iter().enumerate() {
        for &cell in cells {
            let (first, last) = spans[region[cell]];
            spans[region[cell]] = (first.min(line), last.max(line));
        }
    }
    (0..lines.len()).find_map(|first| {
        let mut reached = BTreeSet::new();
        (first..lines.len()).find_map(|last| {
            reached.extend(lines[last].iter().map(|&cell| region[cell]));
            let whole = spans.iter().filter(|span| first <= span.0 && span.1 <= last).count();
            let (number, here) = (last + 1 - first, named(what, first, last));
            let why = match () {
                () if whole > number => format!("{} lie in {here}", count(whole, "whole region")),
                () if reached.len() < number && first == last => format!("{here} has no cell in a region"),
                () if reached.len() < number => {
                    let (verb, reached) = (if reached.len() == 1 { "reaches" } else { "reach" }, reached.len());
                    format!("only {} {verb} into {here}", count(reached, "region"))
                }
                () => return None,
            };
            Some(Violation(format!("{why}, but each needs as many stars as each {what}")))
        })
    })
}
