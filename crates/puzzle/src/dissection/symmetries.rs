//! Declares the symmetries of a dissection: those of the board that map colours and stones to themselves, and exchanges
//! of equal stones.

use std::collections::BTreeMap;

use crate::grid::rect::Rect;
use cnfab_model::{Model, Move, ValueMap, Var};

use super::super::symmetry::exchange;
use super::Dissection;
use super::model::starts;

/// A symmetry of the placements: for each stone its image, and for each of its placements the image's placement.
///
/// Stones and placements count from 0.
struct PlacementSymmetry {
    stones: Vec<usize>,
    placements: Vec<Vec<usize>>,
}

/// Declares the rotations and reflections of the board, and the exchanges of equal stones.
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

/// Returns the permutations of the board's squares by rotations and reflections of its bounding rectangle.
fn board_symmetries(puzzle: &Dissection) -> Vec<Vec<usize>> {
    let numbers: BTreeMap<usize, usize> =
        (0..puzzle.board.squares().len()).map(|square| (puzzle.cell_of(square), square)).collect();
    let all = Rect::new(puzzle.rows, puzzle.columns).symmetries().into_iter();
    all.filter_map(|one| numbers.keys().map(|&cell| numbers.get(&one[cell]).copied()).collect()).collect()
}

/// Returns the images of the placements under a symmetry of the board, if they are the placements of a permutation of
/// the stones.
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

/// Builds the automorphism of the view's variables.
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
    // The view `square` has a variable per square over the placements of all stones, and then one per stone.
    let starts = starts(puzzle);
    let stones = symmetry.stones.iter().zip(&symmetry.placements).enumerate();
    let all = stones.flat_map(|(stone, (&image, placements))| pairs(placements, starts[stone], starts[image]));
    let square_map = ValueMap::new(all);
    let to = board.iter().copied().chain(symmetry.stones.iter().map(|&stone| board.len() + stone));
    let maps = board.iter().map(|_| square_map.clone()).chain(stone_maps);
    Move::new(to.map(Var::from_index).collect(), maps.collect())
}
