//! Makes boards with cages around a random solution: cages change until no other numbers fit.
//!
//! A counter-solution is excluded when a cage changes so that the clue which the solution gives it is not met by the
//! counter-solution: a cell goes from its cage to the one beside it, or a cage is cut in two. Of the changes, the one
//! counts that leaves the fewest counter-solutions; cages are cut only if no cell can go.

use std::ops::RangeInclusive;

use fastrand::Rng;

use crate::grid::rect::{Neighbours, Rect};

use super::division::Division;
use super::draft::Draft;
use super::{Cells, Puzzle};

/// The most changes of one repair.
const MOST_CHANGES: usize = 40;

/// The largest cage that is cut in every way; of a larger one, a single cell is cut off.
const MOST_CUT: usize = 8;

/// The rule of the cages of a kind.
pub(super) trait CageRule {
    /// Returns whether cells may be one cage around this solution.
    fn allows(&self, cells: &[usize], solution: &[i32]) -> bool;

    /// Returns whether other numbers meet the clue that the solution gives a cage.
    fn fits(&self, cells: &[usize], solution: &[i32], other: &[i32]) -> bool;

    /// States the puzzle.
    fn puzzle(&self, cages: Vec<Vec<usize>>, solution: &[i32]) -> Box<dyn Puzzle>;
}

/// A board with cages while it is made.
pub(super) struct CageDraft<R> {
    rule: R,
    grid: Rect,
    /// The least and the greatest size of a cage.
    sizes: RangeInclusive<usize>,
    solution: Cells,
    division: Division,
    counter_solutions: Vec<Vec<i32>>,
}

/// Cages with their cells after a change.
type Change = Vec<(usize, Vec<usize>)>;

impl<R: CageRule> CageDraft<R> {
    /// Puts random cages around a solution; `None` if a cage gets too small.
    pub(super) fn new(
        rule: R,
        grid: Rect,
        sizes: RangeInclusive<usize>,
        solution: Vec<i32>,
        rng: &mut Rng,
    ) -> Option<Self> {
        let mut cage_of: Vec<Option<usize>> = vec![None; grid.len()];
        let mut cages: Vec<Vec<usize>> = Vec::new();
        let mut starts: Vec<usize> = (0..grid.len()).collect();
        rng.shuffle(&mut starts);
        for start in starts {
            if cage_of[start].is_some() {
                continue;
            }
            let wanted = rng.usize((*sizes.start()).max(2).min(*sizes.end())..=*sizes.end());
            let mut cage = vec![start];
            while cage.len() < wanted {
                let beside = cage.iter().flat_map(|&cell| grid.neighbours(cell, Neighbours::Four));
                let fits = |cell: &usize| {
                    cage_of[*cell].is_none()
                        && !cage.contains(cell)
                        && rule.allows(&[&cage[..], &[*cell]].concat(), &solution)
                };
                let open: Vec<usize> = beside.filter(fits).collect();
                let Some(&cell) = rng.choice(&open) else { break };
                cage.push(cell);
            }
            let cells = cage.clone();
            // A cell that is left alone goes to a cage beside it.
            let joins = |other: usize| {
                let joined = [&cages[other][..], &cells[..]].concat();
                joined.len() <= *sizes.end() && rule.allows(&joined, &solution)
            };
            let beside = grid.neighbours(start, Neighbours::Four).filter_map(|cell| cage_of[cell]);
            let joined =
                if cells.len() == 1 && wanted > 1 { beside.into_iter().find(|&cage| joins(cage)) } else { None };
            let number = joined.unwrap_or(cages.len());
            if joined.is_none() {
                cages.push(Vec::new());
            }
            cells.iter().for_each(|&cell| cage_of[cell] = Some(number));
            cages[number].extend(cells);
        }
        let mut division = Division::new(grid, cages.len());
        for (number, cage) in cages.iter().enumerate() {
            cage.iter().for_each(|&cell| division.put(cell, number));
        }
        let is_right = cages.iter().all(|cage| sizes.contains(&cage.len()));
        let draft = CageDraft { rule, grid, sizes, solution: Cells(solution), division, counter_solutions: Vec::new() };
        is_right.then_some(draft)
    }

    fn fits(&self, cells: &[usize], other: &[i32]) -> bool {
        self.rule.fits(cells, &self.solution.0, other)
    }

    /// Lists the ways in which a cell at which a counter-solution differs can go to another cage.
    fn moves(&self, cages: &[Vec<usize>], other: &[i32]) -> Vec<Change> {
        let mut changes = Vec::new();
        for cell in (0..self.grid.len()).filter(|&cell| other[cell] != self.solution.0[cell]) {
            let from = self.division.region(cell).expect("every cell has a cage");
            if cages[from].len() <= *self.sizes.start() || !self.division.may_leave(cell) {
                continue;
            }
            let rest: Vec<usize> = cages[from].iter().copied().filter(|&one| one != cell).collect();
            if !self.rule.allows(&rest, &self.solution.0) {
                continue;
            }
            for to in self.division.regions_beside(cell) {
                let mut joined = [&cages[to][..], &[cell]].concat();
                joined.sort_unstable();
                if joined.len() <= *self.sizes.end() && self.rule.allows(&joined, &self.solution.0) {
                    changes.push(vec![(from, rest.clone()), (to, joined)]);
                }
            }
        }
        changes
    }

    /// Lists the ways to cut a cage in which a counter-solution differs.
    fn cuts(&self, cages: &[Vec<usize>], other: &[i32]) -> Vec<Change> {
        let mut changes = Vec::new();
        for (number, cage) in cages.iter().enumerate() {
            if cage.iter().all(|&cell| other[cell] == self.solution.0[cell]) {
                continue;
            }
            let size = cage.len();
            let parts: Vec<u64> =
                if size <= MOST_CUT { (1..1 << (size - 1)).collect() } else { (0..size).map(|at| 1 << at).collect() };
            for part in parts {
                let (mut one, mut rest) = (Vec::new(), Vec::new());
                for (at, &cell) in cage.iter().enumerate() {
                    if part >> at & 1 == 1 { one.push(cell) } else { rest.push(cell) }
                }
                let is_right = |cells: &Vec<usize>| {
                    cells.len() >= *self.sizes.start()
                        && self.division.is_connected(cells)
                        && self.rule.allows(cells, &self.solution.0)
                };
                if is_right(&one) && is_right(&rest) {
                    changes.push(vec![(number, rest), (cages.len(), one)]);
                }
            }
        }
        changes
    }
}

impl<R: CageRule> Draft for CageDraft<R> {
    fn puzzle(&self) -> Box<dyn Puzzle> {
        let mut cages = self.division.cells();
        cages.sort();
        self.rule.puzzle(cages, &self.solution.0)
    }

    fn solution(&self) -> &Cells {
        &self.solution
    }

    fn repair(&mut self, counter_solutions: &[Cells], rng: &mut Rng) -> bool {
        self.counter_solutions.extend(counter_solutions.iter().map(|cells| cells.0.clone()));
        for _ in 0..MOST_CHANGES {
            let cages = self.division.cells();
            let wrong = |cells: &[usize], other: &[i32]| usize::from(!self.fits(cells, other));
            let count = |other: &Vec<i32>| cages.iter().map(|cage| wrong(cage, other)).sum();
            let counts: Vec<usize> = self.counter_solutions.iter().map(count).collect();
            let Some(valid) = counts.iter().position(|&count| count == 0) else { return true };
            // The number of counter-solutions that a change leaves; the one to exclude must go.
            let left = |change: &Change| {
                let after = |(other, &count): (&Vec<i32>, &usize)| {
                    let change = change.iter();
                    let before = change.clone().filter_map(|(cage, _)| cages.get(*cage));
                    let before: usize = before.map(|cage| wrong(cage, other)).sum();
                    count - before + change.map(|(_, cells)| wrong(cells, other)).sum::<usize>()
                };
                let after: Vec<usize> = self.counter_solutions.iter().zip(&counts).map(after).collect();
                (after[valid] > 0).then(|| after.iter().filter(|&&count| count == 0).count())
            };
            let mut best = |mut changes: Vec<Change>| {
                rng.shuffle(&mut changes);
                let changes = changes.into_iter().filter_map(|change| Some((left(&change)?, change)));
                changes.min_by_key(|(left, _)| *left).map(|(_, change)| change)
            };
            let other = &self.counter_solutions[valid];
            let change = best(self.moves(&cages, other)).or_else(|| best(self.cuts(&cages, other)));
            let Some(change) = change else { return false };
            for (cage, cells) in change {
                self.division.add_regions(cage + 1);
                cells.into_iter().for_each(|cell| self.division.put(cell, cage));
            }
        }
        false
    }
}
