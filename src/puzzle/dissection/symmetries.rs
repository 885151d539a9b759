//! The symmetries of a dissection: those of the board that its colours and the stones follow, and exchanges of stones that
//! look alike.

use std::collections::BTreeMap;

use crate::grid::rect::Rect;
use crate::model::{Model, Move, ValueMap, Var};

use super::super::symmetry::exchange;
use super::Dissection;
use super::model::starts;

/// A symmetry of the placements: for each stone, counted from 0, where it goes, and the placement, counted from 0, that each
/// of its own becomes.
struct Placing {
    stones: Vec<usize>,
    ways: Vec<Vec<usize>>,
}

/// Turns and mirror images of the board, and exchanges of stones that look alike.
pub(super) fn declare(puzzle: &Dissection, view: &str, model: &mut Model) {
    let squares = puzzle.board.squares().len();
    let stones = puzzle.stones.len();
    let geometric: Vec<Move> = board_symmetries(puzzle)
        .into_iter()
        .filter_map(|board| Some((placing(puzzle, &board)?, board)))
        .map(|(placing, board)| moved(puzzle, view, &board, &placing))
        .collect();
    let stay: Vec<usize> = (0..squares).collect();
    let ways: Vec<Vec<usize>> = puzzle.placements.iter().map(|ways| (0..ways.len()).collect()).collect();
    let pairs = (1..stones).filter_map(|stone| {
        (0..stone).rev().find(|&other| puzzle.placements[other] == puzzle.placements[stone]).map(|other| (other, stone))
    });
    let alike = pairs.map(|(a, b)| {
        let placing = Placing { stones: exchange(stones, a, b), ways: ways.clone() };
        moved(puzzle, view, &stay, &placing)
    });
    let alike: Vec<Move> = alike.collect();
    model.declare_symmetry("alike", alike);
    model.declare_symmetry("geometric", geometric);
}

/// For each turn or mirror image of the rectangle around the board that maps its squares to its squares, where they go.
fn board_symmetries(puzzle: &Dissection) -> Vec<Vec<usize>> {
    let numbers: BTreeMap<usize, usize> =
        (0..puzzle.board.squares().len()).map(|square| (puzzle.place(square), square)).collect();
    let all = Rect::new(puzzle.rows, puzzle.columns).symmetries().into_iter();
    all.filter_map(|one| numbers.keys().map(|&place| numbers.get(&one[place]).copied()).collect()).collect()
}

/// The placements' images if every stone has some stone whose placements they are.
fn placing(puzzle: &Dissection, board: &[usize]) -> Option<Placing> {
    let mut taken = vec![false; puzzle.stones.len()];
    let mut found = Placing { stones: Vec::new(), ways: Vec::new() };
    for ways in &puzzle.placements {
        let mut images: Vec<Vec<usize>> = Vec::with_capacity(ways.len());
        for way in ways {
            let mut image: Vec<usize> = way.iter().map(|&square| board[square]).collect();
            image.sort_unstable();
            images.push(image);
        }
        let mut sorted = images.clone();
        sorted.sort_unstable();
        let stone = (0..taken.len()).find(|&stone| !taken[stone] && puzzle.placements[stone] == sorted)?;
        taken[stone] = true;
        found.stones.push(stone);
        let place = |image: &Vec<usize>| sorted.binary_search(image).expect("one of the images");
        found.ways.push(images.iter().map(place).collect());
    }
    Some(found)
}

/// The move of the view's variables.
fn moved(puzzle: &Dissection, view: &str, board: &[usize], placing: &Placing) -> Move {
    let pairs = |ways: &Vec<usize>, from: i32, to: i32| -> Vec<(i32, i32)> {
        ways.iter().enumerate().map(|(way, &image)| (from + way as i32 + 1, to + image as i32 + 1)).collect()
    };
    let stone_maps = placing.ways.iter().map(|ways| ValueMap::new(pairs(ways, 0, 0)));
    if view == "placement" {
        let to = placing.stones.iter().map(|&stone| Var::from_index(stone)).collect();
        return Move::new(to, stone_maps.collect());
    }
    // By square: a variable per square over the placements of all stones, and then one per stone.
    let starts = starts(puzzle);
    let stones = placing.stones.iter().zip(&placing.ways).enumerate();
    let all = stones.flat_map(|(stone, (&image, ways))| pairs(ways, starts[stone], starts[image]));
    let square_map = ValueMap::new(all);
    let to = board.iter().copied().chain(placing.stones.iter().map(|&stone| board.len() + stone));
    let maps = board.iter().map(|_| square_map.clone()).chain(stone_maps);
    Move::new(to.map(Var::from_index).collect(), maps.collect())
}
