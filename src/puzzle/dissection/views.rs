//! The two models of a dissection.

use crate::model::{Model, Var};

use super::Dissection;

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

/// One variable per square over the stones, numbered from 1, and the stones' placements behind them: a placement puts its
/// stone on its squares, and the stone on a square is there by one of the placements over it.
/// The squares of a stone tell its placement, so that showing the squares alone loses nothing.
pub(super) fn by_square(puzzle: &Dissection) -> Model {
    let mut model = Model::new();
    let mut squares: Vec<Var> = Vec::new();
    for (number, place) in puzzle.board.squares().iter().enumerate() {
        let covering: Vec<i32> = ways_over(puzzle, number).map(|(stone, _)| stone as i32 + 1).collect();
        squares.push(model.var(format!("square[{},{}]", place.row + 1, place.column + 1), covering));
    }
    let stones = stone_variables(puzzle, &mut model);
    for (stone, ways) in puzzle.placements.iter().enumerate() {
        let label = stone as i32 + 1;
        for (way, covered) in ways.iter().enumerate() {
            for &square in covered {
                model.implies("covers", stones[stone].is(way as i32 + 1), [squares[square].is(label)]);
            }
        }
    }
    for (number, &square) in squares.iter().enumerate() {
        for stone in 0..stones.len() {
            let ways = ways_over(puzzle, number).filter(|&(other, _)| other == stone);
            let atoms: Vec<_> = ways.map(|(_, way)| stones[stone].is(way)).collect();
            if !atoms.is_empty() {
                model.implies("covered-by", square.is(stone as i32 + 1), atoms);
            }
        }
    }
    refuse_other_area(puzzle, &mut model);
    model.show(&squares);
    model
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
