//! Builds the model of dissections.

use cnfab_model::{Model, Var};

use super::Dissection;

/// Builds the model of a view of the kind.
pub(super) fn make(dissection: &Dissection, view: &str) -> Model {
    match view {
        "placement" => by_placement(dissection),
        "square" => by_square(dissection),
        _ => panic!("dissection has no view '{view}'"),
    }
}

/// Builds the model with a variable per stone over its placements; each square of the board is covered exactly once.
///
/// Placements count from 1.
pub(super) fn by_placement(puzzle: &Dissection) -> Model {
    let mut model = Model::new();
    let stones = stone_variables(puzzle, &mut model);
    for square in 0..puzzle.board.squares().len() {
        let covering = placements_over(puzzle, square);
        model.exactly("square", 1, covering.map(|(stone, placement)| stones[stone].is(placement)));
    }
    refuse_other_area(puzzle, &mut model);
    model
}

/// Builds the model with a variable per square over the placements that cover it, and one per stone.
///
/// Squares number the placements of all stones from 1. A stone has a placement exactly if each of its squares has it. A
/// square's domain size is the number of placements that cover it, so min-domain search branches on stones and squares.
pub(super) fn by_square(puzzle: &Dissection) -> Model {
    let mut model = Model::new();
    let starts = starts(puzzle);
    let mut squares: Vec<Var> = Vec::new();
    for (number, square) in puzzle.board.squares().iter().enumerate() {
        let covering: Vec<i32> =
            placements_over(puzzle, number).map(|(stone, placement)| starts[stone] + placement).collect();
        squares.push(model.var(format!("square[{},{}]", square.row + 1, square.column + 1), covering));
    }
    let stones = stone_variables(puzzle, &mut model);
    for (stone, placements) in puzzle.placements.iter().enumerate() {
        for (placement, covered) in (1..).zip(placements) {
            let by_stone = stones[stone].is(placement);
            for &square in covered {
                let by_square = squares[square].is(starts[stone] + placement);
                model.implies("covers", by_stone, [by_square]);
                model.implies("covered", by_square, [by_stone]);
            }
        }
    }
    refuse_other_area(puzzle, &mut model);
    model.show(&squares);
    model
}

/// Returns the stone, counted from 0, of a placement in the numbering of all stones.
pub(super) fn stone_of(puzzle: &Dissection, placement: i32) -> usize {
    starts(puzzle).partition_point(|&start| start < placement) - 1
}

/// Returns for each stone the number of placements of all stones before it.
pub(super) fn starts(puzzle: &Dissection) -> Vec<i32> {
    let mut sum = 0;
    let mut start = |placements: &Vec<Vec<usize>>| {
        sum += placements.len() as i32;
        sum - placements.len() as i32
    };
    puzzle.placements.iter().map(&mut start).collect()
}

/// Creates one variable per stone over its placements, which count from 1.
fn stone_variables(puzzle: &Dissection, model: &mut Model) -> Vec<Var> {
    let placements = puzzle.placements.iter().enumerate();
    placements
        .map(|(stone, placements)| model.var(format!("stone[{}]", stone + 1), 1..=placements.len() as i32))
        .collect()
}

/// Iterates over the placements that cover a square: the stone, counted from 0, and the stone's placement, from 1.
fn placements_over(puzzle: &Dissection, square: usize) -> impl Iterator<Item = (usize, i32)> + '_ {
    puzzle.placements.iter().enumerate().flat_map(move |(stone, placements)| {
        let over = placements.iter().enumerate().filter(move |(_, covered)| covered.binary_search(&square).is_ok());
        over.map(move |(placement, _)| (stone, placement as i32 + 1))
    })
}

/// Posts a contradiction if stones and board have different areas, which spares a search.
fn refuse_other_area(puzzle: &Dissection, model: &mut Model) {
    if puzzle.stones_area() != puzzle.board.squares().len() {
        model.clause("area", []);
    }
}
