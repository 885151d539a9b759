//! The symmetries of a dissection: those of the board that its colours and the stones follow, and exchanges of stones
//! that look alike.

use std::collections::BTreeMap;

use crate::grid::rect::Rect;
use crate::model::{Model, Move, ValueMap, Var};

use super::super::symmetry::exchange;
use super::Dissection;
use super::model::starts;

/// A symmetry of the placements: for each stone, counted from 0, where it goes, and the placement, counted from 0, that
/// each of its own becomes.
struct PlacementSymmetry {
    stones: Vec<usize>,
    placements: Vec<Vec<usize>>,
}

/// Turns and mirror images of the board, and exchanges of stones that look alike.
pub(super) fn declare(puzzle: &Dissection, view: &str, model: &mut Model) {
    let squares = puzzle.board.squares().len();
    let stones = puzzle.stones.len();
    let geometric: Vec<Move> = board_symmetries(puzzle)
        .into_iter()
        .filter_map(|board| Some((placement_symmetry(puzzle, &board)?, board)))
        .map(|(symmetry, board)| moved(puzzle, view, &board, &symmetry))
        .collect();
    let stay: Vec<usize> = (0..squares).collect();
    let placements: Vec<Vec<usize>> =
        puzzle.placements.iter().map(|placements| (0..placements.len()).collect()).collect();
    let pairs = (1..stones).filter_map(|stone| {
        (0..stone).rev().find(|&other| puzzle.placements[other] == puzzle.placements[stone]).map(|other| (other, stone))
    });
    let alike = pairs.map(|(a, b)| {
        let symmetry = PlacementSymmetry { stones: exchange(stones, a, b), placements: placements.clone() };
        moved(puzzle, view, &stay, &symmetry)
    });
    let alike: Vec<Move> = alike.collect();
    model.declare_symmetry("alike", alike);
    model.declare_symmetry("geometric", geometric);
}

/// For each turn or mirror image of the rectangle around the board that maps its squares to its squares, where they go.
fn board_symmetries(puzzle: &Dissection) -> Vec<Vec<usize>> {
    let numbers: BTreeMap<usize, usize> =
        (0..puzzle.board.squares().len()).map(|square| (puzzle.cell_of(square), square)).collect();
    let all = Rect::new(puzzle.rows, puzzle.columns).symmetries().into_iter();
    all.filter_map(|one| numbers.keys().map(|&cell| numbers.get(&one[cell]).copied()).collect()).collect()
}

/// The placements' images if every stone has some stone whose placements they are.
fn placement_symmetry(puzzle: &Dissection, board: &[usize]) -> Option<PlacementSymmetry> {
    let mut taken = vec![false; puzzle.stones.len()];
    let mut found = PlacementSymmetry { stones: Vec::new(), placements: Vec::new() };
    for placements in &puzzle.placements {
        let mut images: Vec<Vec<usize>> = Vec::with_capacity(placements.len());
        for placement in placements {
            let mut image: Vec<usize> = placement.iter().map(|&square| board[square]).collect();
            image.sort_unstable();
            images.push(image);
        }
        let mut sorted = images.clone();
        sorted.sort_unstable();
        let stone = (0..taken.len()).find(|&stone| !taken[stone] && puzzle.placements[stone] == sorted)?;
        taken[stone] = true;
        found.stones.push(stone);
        let index_of = |image: &Vec<usize>| sorted.binary_search(image).expect("one of the images");
        found.placements.push(images.iter().map(index_of).collect());
    }
    Some(found)
}

/// The move of the view's variables.
fn moved(puzzle: &Dissection, view: &str, board: &[usize], symmetry: &PlacementSymmetry) -> Move {
    let pairs = |placements: &Vec<usize>, from: i32, to: i32| -> Vec<(i32, i32)> {
        placements
            .iter()
            .enumerate()
            .map(|(placement, &image)| (from + placement as i32 + 1, to + image as i32 + 1))
            .collect()
    };
    let stone_maps = symmetry.placements.iter().map(|placements| ValueMap::new(pairs(placements, 0, 0)));
    if view == "placement" {
        let to = symmetry.stones.iter().map(|&stone| Var::from_index(stone)).collect();
        return Move::new(to, stone_maps.collect());
    }
    // By square: a variable per square over the placements of all stones, and then one per stone.
    let starts = starts(puzzle);
    let stones = symmetry.stones.iter().zip(&symmetry.placements).enumerate();
    let all = stones.flat_map(|(stone, (&image, placements))| pairs(placements, starts[stone], starts[image]));
    let square_map = ValueMap::new(all);
    let to = board.iter().copied().chain(symmetry.stones.iter().map(|&stone| board.len() + stone));
    let maps = board.iter().map(|_| square_map.clone()).chain(stone_maps);
    Move::new(to.map(Var::from_index).collect(), maps.collect())
}
