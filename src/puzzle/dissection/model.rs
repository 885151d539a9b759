//! The model of dissections.

use crate::model::{Model, Var};

use super::Dissection;

/// The model of one view.
pub(super) fn make(dissection: &Dissection, view: &str) -> Model {
    match view {
        "placement" => by_placement(dissection),
        "square" => by_square(dissection),
        _ => panic!("dissection has no view '{view}'"),
    }
}

/// One variable per stone over its placements, numbered from 1; each square of the board is covered exactly once.
pub(super) fn by_placement(puzzle: &Dissection) -> Model {
    let mut model = Model::new();
    let stones = stone_variables(puzzle, &mut model);
    for square in 0..puzzle.board.squares().len() {
        let covering = ways_over(puzzle, square);
        model.exactly("square", 1, covering.map(|(stone, way)| stones[stone].is(way)));
    }
    refuse_other_area(puzzle, &mut model);
    model
}

/// One variable per square over the placements that cover it, numbered through all stones from 1, besides the placement of
/// each stone: a placement is chosen by its stone exactly if it is by each of its squares.
/// A square's domain counts the ways to cover it, so that a search can take the stone or the square with the fewest ways.
pub(super) fn by_square(puzzle: &Dissection) -> Model {
    let mut model = Model::new();
    let starts = starts(puzzle);
    let mut squares: Vec<Var> = Vec::new();
    for (number, place) in puzzle.board.squares().iter().enumerate() {
        let covering: Vec<i32> = ways_over(puzzle, number).map(|(stone, way)| starts[stone] + way).collect();
        squares.push(model.var(format!("square[{},{}]", place.row + 1, place.column + 1), covering));
    }
    let stones = stone_variables(puzzle, &mut model);
    for (stone, ways) in puzzle.placements.iter().enumerate() {
        for (way, covered) in (1..).zip(ways) {
            let by_stone = stones[stone].is(way);
            for &square in covered {
                let by_square = squares[square].is(starts[stone] + way);
                model.implies("covers", by_stone, [by_square]);
                model.implies("covered", by_square, [by_stone]);
            }
        }
    }
    refuse_other_area(puzzle, &mut model);
    model.show(&squares);
    model
}

/// The stone, counted from 0, of a placement numbered through all stones.
pub(super) fn stone_of(puzzle: &Dissection, placement: i32) -> usize {
    starts(puzzle).partition_point(|&start| start < placement) - 1
}

/// How many placements the stones before each stone have.
pub(super) fn starts(puzzle: &Dissection) -> Vec<i32> {
    let mut sum = 0;
    let mut start = |ways: &Vec<Vec<usize>>| {
        sum += ways.len() as i32;
        sum - ways.len() as i32
    };
    puzzle.placements.iter().map(&mut start).collect()
}

fn stone_variables(puzzle: &Dissection, model: &mut Model) -> Vec<Var> {
    let ways = puzzle.placements.iter().enumerate();
    ways.map(|(stone, ways)| model.var(format!("stone[{}]", stone + 1), 1..=ways.len() as i32)).collect()
}

/// The placements over a square: the stone, counted from 0, and the placement's number, from 1.
fn ways_over(puzzle: &Dissection, square: usize) -> impl Iterator<Item = (usize, i32)> + '_ {
    puzzle.placements.iter().enumerate().flat_map(move |(stone, ways)| {
        let over = ways.iter().enumerate().filter(move |(_, covered)| covered.binary_search(&square).is_ok());
        over.map(move |(way, _)| (stone, way as i32 + 1))
    })
}

/// Stones with another area than the board cannot cover it; saying so spares a search.
fn refuse_other_area(puzzle: &Dissection, model: &mut Model) {
    if puzzle.stones_area() != puzzle.board.squares().len() {
        model.clause("area", []);
    }
}
