//! The solutions that are searched and kept: all of the puzzle's model, or the smallest of each orbit.
//!
//! Orbits that only have to be counted may be counted through a larger group. If every orbit under the symmetry that
//! was asked for is as large as that group, their number is the number of solutions divided by its order; and the
//! number of solutions is the sum of the orbits' sizes under any group. So the search may keep one solution of each
//! orbit under all declared symmetries, which are fewer.

use serde::Serialize;

use cnfab_model::problem::Problem;
use cnfab_model::{Assignment, Breaking, Group, Leaders, Model, Selection};
use cnfab_solve::{Backend, Count, SolveError};

use super::{RunError, RunSpec, Wanted};

/// How many times larger a group has to be to be worth looking at each solution.
const MUCH_LARGER: usize = 4;

/// The symmetry that solutions were found up to, and how many they stand for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Orbits {
    /// The names of the declared symmetries that were used.
    pub symmetry: Vec<&'static str>,
    /// The number of elements that they have together.
    pub declared_order: Count,
    /// The number of those that keep the puzzle with its givens.
    pub order: u64,
    /// The order of the group that the search went by: `order`, or more when orbits were only to be counted.
    pub searched_order: u64,
    /// The number of solutions in the orbits found.
    pub total: Count,
}

/// Lets the solutions pass that are wanted.
pub(super) struct Sieve {
    symmetry: Option<Symmetry>,
}

struct Symmetry {
    /// The group that was asked for.
    wanted: Group,
    /// A larger one that the search goes by.
    wider: Option<Group>,
    /// True if the searched model's solutions are one of each orbit of the searched group, and the orbits as large as
    /// it.
    is_exact: bool,
    total: Count,
}

impl Sieve {
    /// The model to be searched, and the sieve for its solutions. `before` is a model that was searched before.
    pub(super) fn of(
        problem: &dyn Problem,
        spec: &RunSpec,
        backend: &dyn Backend,
        before: Option<Model>,
    ) -> Result<(Model, Self), RunError> {
        let view = spec.view_of(problem);
        let mut model = problem.model_after(view, before.filter(|_| spec.symmetry.is_none()))?;
        let Some(selection) = &spec.symmetry else { return Ok((model, Sieve { symmetry: None })) };
        problem.declare_symmetries(view, &mut model);
        let wanted = Group::of(&model, selection)?;
        let breaking = spec.encodings.recipe.symmetry;
        let leaders = wanted.leaders_by(breaking, &model);
        let unsupported = |what: &str| SolveError::Unsupported { backend: backend.name(), what: what.to_owned() };
        if !backend.is_complete() {
            return Err(unsupported("solutions up to symmetry, because it does not visit all of them").into());
        }
        if !backend.lists() && !leaders.is_exact {
            return Err(unsupported(
                "this symmetry, because its orbits can only be told from the solutions one by one",
            )
            .into());
        }
        let only_count = spec.wanted != Wanted::Solutions && spec.limits.limit_solutions.is_none() && leaders.is_exact;
        let may_widen = only_count && *selection != Selection::All;
        let wider = if may_widen { wider(&model, &wanted, breaking, backend.lists()) } else { None };
        let (wider, Leaders { model, is_exact }) = match wider {
            Some((group, leaders)) => (Some(group), leaders),
            None => (None, leaders),
        };
        let symmetry = Symmetry { wanted, wider, is_exact, total: Count::zero() };
        Ok((model, Sieve { symmetry: Some(symmetry) }))
    }

    /// True if counting the model's solutions is enough to count what is asked for.
    pub(super) fn may_count(&self) -> bool {
        self.symmetry.as_ref().is_none_or(|symmetry| symmetry.is_exact)
    }

    /// `None` if the solution is not wanted, else the size of its orbit if orbits are.
    pub(super) fn pass(&mut self, solution: &Assignment) -> Option<Option<u64>> {
        let Some(symmetry) = &mut self.symmetry else { return Some(None) };
        let size = symmetry.searched().orbit_of_least(solution)?;
        symmetry.total += &size.into();
        Some(Some(size))
    }

    /// The number of what is asked for among that many solutions that have passed.
    pub(super) fn found(&self, passed: u64) -> u64 {
        match &self.symmetry {
            Some(symmetry) if symmetry.wider.is_some() => {
                symmetry.wanted_in(&symmetry.total).to_u64().unwrap_or(u64::MAX)
            }
            _ => passed,
        }
    }

    /// The number of what is asked for, and what to say about orbits, if anything, when the search has come to that
    /// many solutions that passed or were counted.
    pub(super) fn end(self, searched: Count) -> (Count, Option<Orbits>) {
        let Some(symmetry) = self.symmetry else { return (searched, None) };
        let (wanted, group) = (&symmetry.wanted, symmetry.searched());
        let total = if symmetry.is_exact { searched.times(group.order() as u64) } else { symmetry.total.clone() };
        let found = if symmetry.wider.is_some() { symmetry.wanted_in(&total) } else { searched };
        let orbits = Orbits {
            symmetry: wanted.names().to_vec(),
            declared_order: wanted.declared_order().clone().into(),
            order: wanted.order() as u64,
            searched_order: group.order() as u64,
            total,
        };
        (found, Some(orbits))
    }
}

impl Symmetry {
    fn searched(&self) -> &Group {
        self.wider.as_ref().unwrap_or(&self.wanted)
    }

    /// The number of orbits that this number of solutions makes up, all of them as large as the group.
    fn wanted_in(&self, total: &Count) -> Count {
        total.divided_by(self.wanted.order() as u64)
    }
}

/// All declared symmetries, if they are worth going by instead.
fn wider(model: &Model, wanted: &Group, breaking: Breaking, lists: bool) -> Option<(Group, Leaders)> {
    let group = Group::of(model, &Selection::All).ok()?;
    if group.order() <= wanted.order() {
        return None;
    }
    let leaders = group.leaders_by(breaking, model);
    let worth = leaders.is_exact || lists && group.order() >= MUCH_LARGER * wanted.order();
    worth.then_some((group, leaders))
}
