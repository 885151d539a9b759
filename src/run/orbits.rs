//! What is searched and what is kept: all solutions of the puzzle's model, or the smallest of each orbit.

use serde::Serialize;

use crate::model::{Assignment, Group, Leaders, Model};
use crate::puzzle::Puzzle;
use crate::solve::{Backend, Count, SolveError};

use super::{Plan, RunError};

/// The symmetry that solutions were found up to, and how many they stand for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Orbits {
    /// The names of the declared symmetries that were used.
    pub symmetry: Vec<&'static str>,
    /// The number of elements that they have together.
    pub declared_order: u64,
    /// The number of those that keep the puzzle with its givens.
    pub order: u64,
    /// The number of solutions in the orbits found.
    pub total: Count,
}

/// Lets the solutions pass that are wanted.
pub(super) struct Sieve {
    group: Option<Group>,
    /// Whether the model's solutions are one of each orbit, and the orbits as large as the group.
    is_exact: bool,
    total: Count,
}

impl Sieve {
    /// The model to be searched, and the sieve for its solutions.
    pub(super) fn of(puzzle: &dyn Puzzle, plan: &Plan, backend: &dyn Backend) -> Result<(Model, Self), RunError> {
        let mut model = puzzle.model(&plan.view)?;
        let Some(selection) = &plan.symmetry else {
            return Ok((model, Sieve { group: None, is_exact: true, total: Count::zero() }));
        };
        puzzle.declare_symmetries(&plan.view, &mut model);
        let group = Group::of(&model, selection)?;
        let Leaders { model, is_exact } = group.leaders(&model);
        let unsupported = |what: &str| SolveError::Unsupported { backend: backend.name(), what: what.to_owned() };
        if !backend.is_complete() {
            return Err(unsupported("solutions up to symmetry, because it does not visit all of them").into());
        }
        if !backend.lists() && !is_exact {
            return Err(unsupported(
                "this symmetry, because its orbits can only be told from the solutions one by one",
            )
            .into());
        }
        Ok((model, Sieve { group: Some(group), is_exact, total: Count::zero() }))
    }

    /// Whether counting the model's solutions counts what is asked for.
    pub(super) fn may_count(&self) -> bool {
        self.is_exact
    }

    /// Whether the solution is wanted, and then the size of its orbit if orbits are.
    pub(super) fn pass(&mut self, solution: &Assignment) -> Option<Option<u64>> {
        let Some(group) = &self.group else { return Some(None) };
        let size = group.orbit_of_least(solution)?;
        self.total += &size.into();
        Some(Some(size))
    }

    /// What to say about orbits, if anything, of which that many have been found.
    pub(super) fn orbits(self, found: &Count) -> Option<Orbits> {
        let group = self.group?;
        let order = group.order() as u64;
        Some(Orbits {
            symmetry: group.names().to_vec(),
            declared_order: group.declared_order() as u64,
            order,
            total: if self.is_exact { found.times(order) } else { self.total },
        })
    }
}
