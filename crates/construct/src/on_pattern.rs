//! Puzzles whose givens keep to a pattern, by local changes.
//!
//! A random solution hardly ever is the only one with its values in the cells of a pattern. So some of these values are
//! changed at random, and the change stays if no more givens are needed outside the pattern than before.

use fastrand::Rng;

use super::ConstructError;
use super::generate::{Generator, GivenCriteria, Solved};

/// How many changes are tried before another solution.
const CHANGES: usize = 300;

/// The most cells that are changed together.
const MOST_CHANGED: usize = 4;

impl Generator<'_> {
    /// Looks for a solution with few givens outside the pattern, none if possible, and returns it with its givens.
    pub(super) fn on_pattern(
        &mut self,
        pattern: &[bool],
        orbits: &[Vec<usize>],
        wish: &GivenCriteria,
        rng: &mut Rng,
    ) -> Result<Solved, ConstructError> {
        let inside: Vec<usize> = (0..pattern.len()).filter(|&cell| pattern[cell]).collect();
        let mut solution = self.random_solution(rng)?;
        let mut givens = self.outside_left_out(pattern, &solution, orbits, wish, rng)?;
        for _ in 0..CHANGES {
            let count = outside(pattern, &givens);
            if count == 0 || inside.is_empty() || self.budget.is_over() {
                break;
            }
            let changed = self.changed(&inside, pattern, &solution, rng).and_then(|other| {
                let givens = self.outside_left_out(pattern, &other, orbits, wish, rng)?;
                Ok((other, givens))
            });
            match changed {
                Ok((other, fewer)) if outside(pattern, &fewer) <= count => (solution, givens) = (other, fewer),
                Ok(_) => {}
                // What was found is better than nothing.
                Err(ConstructError::OutOfBudget) => return Ok((solution, givens)),
                Err(why) => return Err(why),
            }
        }
        if wish.minimal && outside(pattern, &givens) == 0 {
            self.dig(&solution, &mut givens, orbits.to_vec(), wish, rng)?;
        }
        Ok((solution, givens))
    }

    /// Leaves out givens outside the pattern, as far as one solution is left, and adds those that the pattern has.
    pub(super) fn keep_to(
        &mut self,
        pattern: &[bool],
        solution: &[i32],
        givens: &mut [Option<i32>],
        orbits: &[Vec<usize>],
        wish: &GivenCriteria,
        rng: &mut Rng,
    ) -> Result<(), ConstructError> {
        (0..pattern.len()).filter(|&cell| pattern[cell]).for_each(|cell| givens[cell] = Some(solution[cell]));
        let is_outside = |orbit: &&Vec<usize>| orbit.iter().all(|&cell| !pattern[cell]);
        self.dig(solution, givens, orbits.iter().filter(is_outside).cloned().collect(), wish, rng)?;
        if wish.minimal && outside(pattern, givens) == 0 {
            self.dig(solution, givens, orbits.to_vec(), wish, rng)?;
        }
        Ok(())
    }

    /// The givens of a solution on the pattern, and those outside that cannot be left out.
    fn outside_left_out(
        &mut self,
        pattern: &[bool],
        solution: &[i32],
        orbits: &[Vec<usize>],
        wish: &GivenCriteria,
        rng: &mut Rng,
    ) -> Result<Vec<Option<i32>>, ConstructError> {
        let mut givens: Vec<Option<i32>> = solution.iter().copied().map(Some).collect();
        let wish = GivenCriteria { minimal: false, ..wish.clone() };
        self.keep_to(pattern, solution, &mut givens, orbits, &wish, rng)?;
        Ok(givens)
    }

    /// A solution with other values in some cells of the pattern.
    fn changed(
        &mut self,
        inside: &[usize],
        pattern: &[bool],
        solution: &[i32],
        rng: &mut Rng,
    ) -> Result<Vec<i32>, ConstructError> {
        let mut givens: Vec<Option<i32>> =
            solution.iter().zip(pattern).map(|(&value, &is_inside)| is_inside.then_some(value)).collect();
        let count = rng.usize(1..=MOST_CHANGED.min(inside.len()));
        let changed: Vec<usize> = (0..count).map(|_| inside[rng.usize(0..inside.len())]).collect();
        changed.iter().for_each(|&cell| givens[cell] = None);
        let mut other = solution.to_vec();
        for cell in changed {
            if givens[cell].is_none() {
                other = self.give(cell, &mut givens, other, rng)?;
            }
        }
        Ok(other)
    }
}

/// The number of givens outside a pattern.
fn outside(pattern: &[bool], givens: &[Option<i32>]) -> usize {
    givens.iter().zip(pattern).filter(|(given, is_inside)| given.is_some() && !**is_inside).count()
}
