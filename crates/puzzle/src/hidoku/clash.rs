//! Finds Hidokus whose givens or whose board leave no path.

use std::collections::VecDeque;

use crate::Violation;
use crate::grid::rect::Neighbours;
use crate::text::count;

use super::{Hidoku, model};

/// A given and its cell.
type Given = (i32, usize);

/// The distance over open cells from one cell to each cell; `None` for unreachable cells.
type Distances = Vec<Option<usize>>;

/// Reports givens too far apart, a board that no path covers, or numbers or cells out of reach of the givens.
pub(super) fn of(puzzle: &Hidoku) -> Option<Violation> {
    let mut givens: Vec<Given> =
        puzzle.givens.iter().enumerate().filter_map(|(cell, given)| Some(((*given)?, cell))).collect();
    givens.sort_unstable();
    let adjacent = model::adjacent(puzzle);
    givens
        .windows(2)
        .find_map(|pair| too_far(puzzle, pair[0], pair[1]))
        .or_else(|| colours(puzzle, &givens))
        .or_else(|| falls_apart(puzzle, &adjacent))
        .or_else(|| dead_ends(puzzle, &adjacent))
        .or_else(|| out_of_reach(puzzle, &adjacent, &givens))
}

/// Reports two givens whose distance on an empty board is larger than their difference.
fn too_far(puzzle: &Hidoku, (low, from): Given, (high, to): Given) -> Option<Violation> {
    let [(row, column), (other_row, other_column)] = [from, to].map(|cell| puzzle.grid.place(puzzle.positions[cell]));
    let (down, right) = (row.abs_diff(other_row), column.abs_diff(other_column));
    let steps = match puzzle.neighbours {
        Neighbours::Four => down + right,
        Neighbours::Eight => down.max(right),
    };
    let (from, to, most) = (puzzle.cell_name(from), puzzle.cell_name(to), (high - low) as usize);
    let why = format!("{low} at {from} is {} from {high} at {to}, expected at most {most}", count(steps, "step"));
    (steps > most).then_some(Violation(why))
}

/// Reports givens or cell counts that contradict the chessboard colouring of a Numbrix.
///
/// Colours alternate along a path of steps to the sides: odd numbers have one colour, even numbers the other.
fn colours(puzzle: &Hidoku, givens: &[Given]) -> Option<Violation> {
    if puzzle.neighbours == Neighbours::Eight {
        return None;
    }
    let colour = |cell: usize| {
        let (row, column) = puzzle.grid.place(puzzle.positions[cell]);
        (row + column) % 2
    };
    // The colour of the odd numbers that a given implies.
    let of_odd = |&(number, cell): &Given| (colour(cell) + usize::from(number % 2 == 0)) % 2;
    if let Some(pair) = givens.windows(2).find(|pair| of_odd(&pair[0]) != of_odd(&pair[1])) {
        let [(low, from), (high, to)] = [pair[0], pair[1]];
        let (from, to) = (puzzle.cell_name(from), puzzle.cell_name(to));
        let parity = if (high - low) % 2 == 0 { "odd" } else { "even" };
        let why = format!("{low} at {from} and {high} at {to} are an {parity} number of steps apart to the sides");
        return Some(Violation(why));
    }
    let cells = |wanted: usize| (0..puzzle.len()).filter(|&cell| colour(cell) == wanted).count();
    let odd_numbers = puzzle.len().div_ceil(2);
    let fits = |odd: usize| cells(odd) == odd_numbers;
    match givens.first().map(of_odd) {
        Some(odd) if !fits(odd) => {
            let (number, cell) = givens[0];
            let (cell_name, found) = (puzzle.cell_name(cell), cells(odd));
            let why = format!(
                "the odd numbers need {odd_numbers} cells of one chessboard colour, but with {number} at \
                 {cell_name} they have {found}"
            );
            Some(Violation(why))
        }
        None if !fits(0) && !fits(1) => {
            let (one, other) = (cells(0), cells(1));
            let why = format!("a path alternates between chessboard colours, but there are {one} and {other} cells");
            Some(Violation(why))
        }
        _ => None,
    }
}

/// Reports a board that is not connected.
fn falls_apart(puzzle: &Hidoku, adjacent: &[Vec<usize>]) -> Option<Violation> {
    let steps = walk(adjacent, 0, |_| true);
    let apart = steps.iter().position(Option::is_none)?;
    let (one, other) = (puzzle.cell_name(0), puzzle.cell_name(apart));
    Some(Violation(format!("the board falls apart: no steps lead from {one} to {other}")))
}

/// Reports cells with one neighbour that cannot be an end of the path.
fn dead_ends(puzzle: &Hidoku, adjacent: &[Vec<usize>]) -> Option<Violation> {
    let last = puzzle.len() as i32;
    let ends: Vec<usize> = (0..puzzle.len()).filter(|&cell| adjacent[cell].len() == 1).collect();
    if let Some(&cell) = ends.iter().find(|&&cell| puzzle.givens[cell].is_some_and(|given| given != 1 && given != last))
    {
        let (cell_name, given) = (puzzle.cell_name(cell), puzzle.givens[cell]?);
        return Some(Violation(format!(
            "{cell_name} has one neighbour, so it holds 1 or {last}, but {given} is given"
        )));
    }
    let [first, second, third, ..] = ends[..] else { return None };
    let [first, second, third] = [first, second, third].map(|cell| puzzle.cell_name(cell));
    let why = format!("{first} and {second} and {third} have one neighbour each, but a path has two ends");
    Some(Violation(why))
}

/// Returns the distances from a cell by breadth-first search, which does not pass through cells that are not open.
fn walk(adjacent: &[Vec<usize>], from: usize, is_open: impl Fn(usize) -> bool) -> Distances {
    let mut steps = vec![None; adjacent.len()];
    steps[from] = Some(0);
    let mut queue = VecDeque::from([from]);
    while let Some(cell) = queue.pop_front() {
        let next = steps[cell].map(|steps| steps + 1);
        for &other in &adjacent[cell] {
            if steps[other].is_none() {
                steps[other] = next;
                if is_open(other) {
                    queue.push_back(other);
                }
            }
        }
    }
    steps
}

/// The numbers between two consecutive givens, before the first, or after the last.
struct Gap {
    numbers: std::ops::RangeInclusive<i32>,
    /// The givens next to the gap, with the distances from them.
    ends: Vec<(Given, Distances)>,
}

impl Gap {
    /// Returns whether the distances from the givens allow a number of the gap in a cell.
    fn reaches(&self, number: i32, cell: usize) -> bool {
        let near = |((given, _), steps): &(Given, Distances)| {
            steps[cell].is_some_and(|steps| steps <= number.abs_diff(*given) as usize)
        };
        self.ends.iter().all(near)
    }
}

/// Reports givens, numbers or cells that are too far from the givens over open cells.
fn out_of_reach(puzzle: &Hidoku, adjacent: &[Vec<usize>], givens: &[Given]) -> Option<Violation> {
    let is_open = |cell: usize| puzzle.givens[cell].is_none();
    let open = || (0..puzzle.len()).filter(|&cell| is_open(cell));
    let last = puzzle.len() as i32;
    let mut bounds: Vec<Option<Given>> = givens.iter().copied().map(Some).collect();
    bounds.insert(0, None);
    bounds.push(None);
    let mut gaps = Vec::new();
    for pair in bounds.windows(2) {
        let numbers = pair[0].map_or(1, |(low, _)| low + 1)..=pair[1].map_or(last, |(high, _)| high - 1);
        if numbers.is_empty() {
            continue;
        }
        let ends: Vec<(Given, Distances)> =
            pair.iter().flatten().map(|&given| (given, walk(adjacent, given.1, is_open))).collect();
        if let [((low, from), steps), ((high, to), _)] = &ends[..] {
            let most = (high - low) as usize;
            let (from, cell_name) = (puzzle.cell_name(*from), puzzle.cell_name(*to));
            match steps[*to] {
                None => {
                    return Some(Violation(format!(
                        "no open cells lead from {low} at {from} to {high} at {cell_name}"
                    )));
                }
                Some(steps) if steps > most => {
                    let why = format!(
                        "{low} at {from} is {steps} steps over open cells from {high} at {cell_name}, \
                         expected at most {most}"
                    );
                    return Some(Violation(why));
                }
                Some(_) => {}
            }
        }
        gaps.push(Gap { numbers, ends });
    }
    for gap in &gaps {
        if let Some(number) = gap.numbers.clone().find(|&number| !open().any(|cell| gap.reaches(number, cell))) {
            return Some(Violation(format!("no open cell is near enough to the givens for {number}")));
        }
    }
    let cell =
        open().find(|&cell| !gaps.iter().any(|gap| gap.numbers.clone().any(|number| gap.reaches(number, cell))))?;
    Some(Violation(format!("{} is too far over open cells from the givens for any number", puzzle.cell_name(cell))))
}
