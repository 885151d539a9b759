//! Makes Killer Sudokus: cages around a random Sudoku, changed until no other one has their sums.

use fastrand::Rng;

use crate::Puzzle;
use crate::boxes::Boxes;
use crate::cage_draft::{CageDraft, CageRule};
use crate::division::symbol;
use crate::draft::{Begun, BoardCriteria, BoardMaker, Draft};
use crate::fill;

use super::{KillerSudoku, SumCage};

/// The maker of Killer Sudokus.
pub(super) const MAKER: BoardMaker = BoardMaker {
    takes: &["minimal", "regions"],
    changes: "cells go to other cages, which are cut in two",
    repairs: 60,
    decisions: Some(300),
    begin,
};

/// The most rows of a board that is made.
const MOST_SIZE: usize = 16;

/// The most cells of a cage without a wish.
const USUAL: usize = 5;

/// Begins a board.
fn begin(wish: &BoardCriteria, rng: &mut Rng) -> Begun {
    let size = wish.rows;
    let boxes = Boxes::of_size(size).filter(|_| wish.columns == size && size <= MOST_SIZE);
    let boxes = boxes.ok_or(format!("as many rows as columns, from 4 to {MOST_SIZE}, and no prime number of them"))?;
    let sizes = wish.regions.clone().unwrap_or(1..=USUAL.min(size));
    if sizes.is_empty() || *sizes.start() == 0 || *sizes.end() > size {
        return Err(format!("cages of 1 to {size} cells"));
    }
    let rule = SumRule { boxes };
    let houses: Vec<Vec<usize>> = rule.state(Vec::new(), &[]).houses().map(|(_, cells)| cells).collect();
    let Some(solution) = fill::different(size * size, &houses, size, rng) else { return Ok(None) };
    let draft = CageDraft::new(rule, boxes.grid(), sizes, solution, rng);
    Ok(draft.map(|draft| Box::new(draft) as Box<dyn Draft>))
}

/// Cages with different digits and their sum.
struct SumRule {
    boxes: Boxes,
}

impl SumRule {
    fn state(&self, cages: Vec<Vec<usize>>, solution: &[i32]) -> KillerSudoku {
        let count = cages.len();
        let cage = |(number, cells): (usize, Vec<usize>)| SumCage {
            symbol: symbol(number, count),
            sum: sum(&cells, solution),
            cells,
        };
        KillerSudoku { boxes: self.boxes, cages: cages.into_iter().enumerate().map(cage).collect() }
    }
}

/// The sum of the digits in some cells.
fn sum(cells: &[usize], digits: &[i32]) -> i64 {
    cells.iter().map(|&cell| i64::from(digits[cell])).sum()
}

/// Returns whether the digits in some cells differ.
fn differ(cells: &[usize], digits: &[i32]) -> bool {
    let mut seen = 0_u64;
    cells.iter().all(|&cell| {
        let before = seen;
        seen |= 1 << digits[cell];
        seen != before
    })
}

impl CageRule for SumRule {
    fn allows(&self, cells: &[usize], solution: &[i32]) -> bool {
        differ(cells, solution)
    }

    fn fits(&self, cells: &[usize], solution: &[i32], other: &[i32]) -> bool {
        sum(cells, solution) == sum(cells, other) && differ(cells, other)
    }

    fn puzzle(&self, cages: Vec<Vec<usize>>, solution: &[i32]) -> Box<dyn Puzzle> {
        Box::new(self.state(cages, solution))
    }
}
