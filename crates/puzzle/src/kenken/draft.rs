//! Makes KenKens: cages around a random Latin square, changed until no other one comes to their targets.

use fastrand::Rng;

use crate::cage_draft::{CageDraft, CageRule};
use crate::division::symbol;
use crate::draft::{Begun, BoardCriteria, BoardMaker, Draft};
use crate::grid::rect::Rect;
use crate::{Puzzle, fill, latin};

use super::operation::Operation;
use super::{KenKen, OperationCage, read};

/// The maker of KenKens.
pub(super) const MAKER: BoardMaker = BoardMaker {
    takes: &["minimal", "regions"],
    changes: "cells go to other cages, which are cut in two",
    repairs: 60,
    decisions: None,
    begin,
};

/// The most rows of a board that is made.
const MOST_SIZE: usize = 12;

/// The most cells of a cage without a wish.
const USUAL: usize = 4;

/// The most cells of a cage.
const MOST_CELLS: usize = 8;

/// Begins a board.
fn begin(wish: &BoardCriteria, rng: &mut Rng) -> Begun {
    let size = wish.rows;
    if wish.columns != size || !(2..=MOST_SIZE).contains(&size) {
        return Err(format!("as many rows as columns, from 2 to {MOST_SIZE}"));
    }
    let sizes = wish.regions.clone().unwrap_or(1..=USUAL);
    if sizes.is_empty() || *sizes.start() == 0 || *sizes.end() > MOST_CELLS {
        return Err(format!("cages of 1 to {MOST_CELLS} cells"));
    }
    let grid = Rect::new(size, size);
    let lines: Vec<Vec<usize>> = latin::lines(grid).map(|(_, cells)| cells).collect();
    let Some(solution) = fill::different(grid.len(), &lines, size, rng) else { return Ok(None) };
    let rule = OperationRule { grid, preferences: (0..grid.len()).map(|_| rng.usize(..)).collect() };
    let draft = CageDraft::new(rule, grid, sizes, solution, rng);
    Ok(draft.map(|draft| Box::new(draft) as Box<dyn Draft>))
}

/// Cages with an operation and its target.
struct OperationRule {
    grid: Rect,
    /// Chooses the operation of the cage that begins at a cell.
    preferences: Vec<usize>,
}

impl OperationRule {
    /// Returns the operation of a cage, and its target.
    fn clue(&self, cells: &[usize], solution: &[i32]) -> (Operation, i64) {
        let numbers = cells.iter().map(|&cell| i64::from(solution[cell]));
        let (sum, product): (i64, i64) = (numbers.clone().sum(), numbers.clone().product());
        let most = numbers.max().expect("a cage has a cell");
        let mut clues = vec![(Operation::Plus, sum), (Operation::Times, product)];
        match cells.len() {
            1 => return (Operation::Any, sum),
            2 if (most * most) % product == 0 => {
                clues.extend([(Operation::Minus, 2 * most - sum), (Operation::Divide, most * most / product)]);
            }
            2 => clues.push((Operation::Minus, 2 * most - sum)),
            _ => {}
        }
        // A difference of 0 is no target: the two numbers of a cage are in one line.
        clues[self.preferences[cells[0]] % clues.len()]
    }
}

impl CageRule for OperationRule {
    fn allows(&self, _: &[usize], _: &[i32]) -> bool {
        true
    }

    fn fits(&self, cells: &[usize], solution: &[i32], other: &[i32]) -> bool {
        let (operation, target) = self.clue(cells, solution);
        let numbers: Vec<i32> = cells.iter().map(|&cell| other[cell]).collect();
        operation.holds(&numbers, target)
    }

    fn puzzle(&self, cages: Vec<Vec<usize>>, solution: &[i32]) -> Box<dyn Puzzle> {
        let count = cages.len();
        let cage = |(number, cells): (usize, Vec<usize>)| {
            let (operation, target) = self.clue(&cells, solution);
            let constraint = read::constraint(self.grid, &cells, operation, target);
            let constraint = constraint.expect("sums and products have no limit, and pairs few combinations");
            OperationCage { symbol: symbol(number, count), cells, operation, target, constraint }
        };
        Box::new(KenKen { grid: self.grid, cages: cages.into_iter().enumerate().map(cage).collect() })
    }
}
