//! Builds the model of Skyscrapers: a Latin square, and for each line with clues the number of visible buildings.
//!
//! A short line is a table over its cells, which is domain consistent: its rows are the arrangements that fit both
//! clues. A line of n cells has up to n! arrangements: 720 for 6 cells, 5040 for 7. So a longer line has auxiliary
//! variables from each clue on: the highest building so far, and whether a cell is higher. The heights fix them, and
//! their tables have at most n * n rows each.

use std::sync::Arc;

use crate::latin;
use crate::symmetry::{all_of_variables, by_name, numbers};
use cnfab_model::{Domain, Model, Relation, Var};

use super::{BoardSide, EDGES, Skyscrapers, seen};

/// The most arrangements of a line for which the model uses tables.
const MOST_ARRANGEMENTS: usize = 720;

/// The ends of columns and of rows.
const ENDS: [[BoardSide; 2]; 2] = [[BoardSide::Above, BoardSide::Below], [BoardSide::Left, BoardSide::Right]];

/// Builds the model.
pub(super) fn make(board: &Skyscrapers, _: &str) -> Model {
    let mut model = Model::new();
    let cell = latin::variables(&mut model, board.grid, |index| latin::domain(board.givens[index], &board.numbers()));
    heights(board, &mut model, &cell);
    match arrangements(board) {
        Some(lines) => {
            for number in 0..board.size() {
                for ends in ENDS {
                    table(board, &mut model, &cell, ends, number, &lines);
                }
            }
        }
        None => highest_so_far(board, &mut model, &cell),
    }
    model.show(&cell);
    model
}

/// Posts that each height occurs once in every row and column.
fn heights(board: &Skyscrapers, model: &mut Model, cell: &[Var]) {
    if board.parks() <= 1 {
        return latin::all_different(model, board.grid, cell);
    }
    for (name, line) in latin::lines(board.grid) {
        let label = if name.starts_with("row") { "row" } else { "column" };
        for height in 1..=board.most {
            model.exactly(label, 1, line.iter().map(|&index| cell[index].is(height)));
        }
    }
}

/// Lists the arrangements of a line; `None` if there are too many.
fn arrangements(board: &Skyscrapers) -> Option<Vec<Vec<i32>>> {
    let mut lines: Vec<Vec<i32>> = vec![Vec::new()];
    for _ in 0..board.size() {
        let mut longer = Vec::new();
        for line in lines {
            let parks = line.iter().filter(|&&height| height == 0).count();
            let open = |height: &i32| if *height == 0 { parks < board.parks() } else { !line.contains(height) };
            longer.extend((0..=board.most).filter(open).map(|height| [&line[..], &[height]].concat()));
        }
        lines = longer;
        if lines.len() > MOST_ARRANGEMENTS {
            return None;
        }
    }
    Some(lines)
}

/// Posts a line as a table, if it has a clue.
fn table(
    board: &Skyscrapers,
    model: &mut Model,
    cell: &[Var],
    ends: [BoardSide; 2],
    number: usize,
    lines: &[Vec<i32>],
) {
    let [first, last] = ends.map(|edge| board.clues[edge as usize][number]);
    if first.is_none() && last.is_none() {
        return;
    }
    let fits = |line: &&Vec<i32>| {
        first.is_none_or(|clue| seen(line.iter().copied()) == clue)
            && last.is_none_or(|clue| seen(line.iter().rev().copied()) == clue)
    };
    let relation = Arc::new(Relation::new(board.size(), lines.iter().filter(fits)));
    model.table("clue", board.sight(ends[0], number).into_iter().map(|index| cell[index]), &relation);
}

/// Posts each clue with the highest building so far and visibility: `highest[CLUE,POSITION]`, `seen[CLUE,POSITION]`.
fn highest_so_far(board: &Skyscrapers, model: &mut Model, cell: &[Var]) {
    let raised = |before: i32, height: i32| [before, height, before.max(height), i32::from(height > before)];
    let heights = board.numbers();
    let pairs = (0..=board.most).flat_map(|before| heights.clone().map(move |height| raised(before, height)));
    let step = Arc::new(Relation::new(4, pairs));
    for (edge, number, clue) in board.given_clues() {
        let name = clue_number(board, edge, number);
        let cells: Vec<Var> = board.sight(edge, number).into_iter().map(|index| cell[index]).collect();
        let mut before = model.var(format!("highest[{name},0]"), 0);
        let mut visible = Vec::new();
        for (position, &height) in (1..).zip(&cells) {
            let highest = model.var(format!("highest[{name},{position}]"), Domain::from(0..=board.most));
            let is_seen = model.var(format!("seen[{name},{position}]"), 0..=1);
            model.table("highest", [before, height, highest, is_seen], &step);
            visible.push(is_seen.is(1));
            before = highest;
        }
        model.exactly("clue", clue as usize, visible);
    }
}

/// Names the clues of a constraint with the label `clue`, by its number from 1.
pub(super) fn clue_name(board: &Skyscrapers, number: usize) -> Option<String> {
    let shows = |(edge, line, clue): (BoardSide, usize, i32)| format!("{} shows {clue}", board.name(edge, line));
    if arrangements(board).is_none() {
        return board.given_clues().nth(number.checked_sub(1)?).map(shows);
    }
    let lines = (0..board.size()).flat_map(|line| ENDS.map(|ends| (ends, line)));
    let of_line = |(ends, line): ([BoardSide; 2], usize)| {
        let clues = ends.into_iter().filter_map(|edge| Some(shows((edge, line, board.clues[edge as usize][line]?))));
        clues.collect::<Vec<String>>()
    };
    let mut named = lines.map(of_line).filter(|clues| !clues.is_empty()).map(|clues| clues.join(" and "));
    named.nth(number.checked_sub(1)?)
}

/// Returns the number of a clue in the names of its variables, from 1.
fn clue_number(board: &Skyscrapers, edge: BoardSide, number: usize) -> usize {
    edge as usize * board.size() + number + 1
}

/// Declares the rotations and reflections that keep the clues.
pub(super) fn declare_symmetries(board: &Skyscrapers, _: &str, model: &mut Model) {
    let clues: Vec<(Vec<usize>, Option<i32>)> = EDGES
        .iter()
        .flat_map(|&edge| (0..board.size()).map(move |number| (edge, number)))
        .map(|(edge, number)| (board.sight(edge, number), board.clues[edge as usize][number]))
        .collect();
    let mut moves = Vec::new();
    for image in board.grid.symmetries() {
        // The image of a clue is the clue whose line of sight is the image of its cells.
        let to = |(sight, clue): &(Vec<usize>, Option<i32>)| {
            let cells: Vec<usize> = sight.iter().map(|&index| image[index]).collect();
            let found = clues.iter().position(|(other, _)| *other == cells)?;
            (clues[found].1 == *clue).then_some(found)
        };
        let Some(to) = clues.iter().map(to).collect::<Option<Vec<usize>>>() else { continue };
        if model.vars().len() == board.grid.len() {
            moves.extend(all_of_variables(model, &[image]));
            continue;
        }
        moves.extend(by_name(model, |name| {
            let (what, inside) = (name.split('[').next()?, numbers(name)?);
            let [first, second] = inside[..] else { return None };
            if what == "cell" {
                let (row, column) = board.grid.place(image[board.grid.cell(first - 1, second - 1)]);
                return Some(format!("cell[{},{}]", row + 1, column + 1));
            }
            Some(format!("{what}[{},{second}]", to[first - 1] + 1))
        }));
    }
    model.declare_symmetry("geometric", moves);
}
