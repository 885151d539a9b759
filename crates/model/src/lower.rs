//! Lowering: a model in terms that a consumer takes.
//!
//! Simpler classes state those that are not taken. Conditions become part of the constraints. `x <= v` becomes the
//! equations with the values up to `v`, or over many values a 0/1 variable that two sums give its value. Variables that
//! this adds are auxiliary and come last. Each has exactly one value in every solution, so solutions correspond one to
//! one.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

use super::{Atom, AtomRelation, Cmp, Constraint, Domain, Flat, Linear, Model, Posted, Poster, Var};

/// The most values of all domains together.
const MOST_VALUES: usize = 20_000_000;

/// The most values of a variable whose bounds are replaced by equations.
const MOST_EQUATIONS: usize = 4096;

/// The variables that are 1 where a bound `x <= v` holds, by the variable and the value.
type Bounds = HashMap<(Var, i32), Var>;

/// States a constraint that is not taken by simpler ones and returns whether it did; if not, its class does. It gets
/// the number of the posted constraint among those of its label, from 0.
pub type Decompose<'d> = dyn FnMut(&Posted, usize, &mut Poster<'_>) -> bool + 'd;

/// The classes that a consumer of models takes.
#[derive(Clone, Copy, Debug)]
pub struct Takes {
    /// True if the class of a constraint.
    pub class: fn(&Constraint) -> bool,
    /// True if conditions.
    pub conditions: bool,
    /// True if atoms `x <= v` and `x > v`.
    pub bounds: bool,
    /// True if domains of any number of values together.
    pub any_values: bool,
}

impl Takes {
    /// The flat classes over equations, without conditions.
    pub const FLAT: Takes = Takes { class: is_flat, conditions: false, bounds: false, any_values: false };
    /// The flat classes with all that they may have.
    pub const CONDITIONS: Takes = Takes { class: is_flat, conditions: true, bounds: true, any_values: false };

    fn takes(self, posted: &Posted) -> bool {
        (self.class)(&posted.constraint) && (self.conditions || posted.when.is_empty())
    }
}

fn is_flat(constraint: &Constraint) -> bool {
    Flat::of(constraint).is_some()
}

/// The constraints of a model that are more than flat classes over equations, kept while they are posted.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Needs {
    class: bool,
    conditions: bool,
    bounds: bool,
}

impl Needs {
    pub(super) fn note(&mut self, posted: &Posted) {
        self.class |= !is_flat(&posted.constraint);
        self.conditions |= !posted.when.is_empty();
        self.bounds |= posted.constraint.atoms().iter().chain(&posted.when).any(|atom| atom.is_bound());
    }
}

impl Model {
    /// The model in terms that are taken. Variables keep their numbers; those that are added are auxiliary.
    ///
    /// # Errors
    /// If it cannot be stated so.
    pub fn lowered(&self, takes: Takes) -> Result<Cow<'_, Model>, &'static str> {
        self.lowered_by(takes, &mut |_, _, _| false)
    }

    /// The same, where `decompose` may state constraints in place of their classes.
    ///
    /// # Errors
    /// If it cannot be stated so.
    pub fn lowered_by(&self, takes: Takes, decompose: &mut Decompose<'_>) -> Result<Cow<'_, Model>, &'static str> {
        self.lowered_noting(takes, decompose, &mut |_| {})
    }

    /// The lowered model, and for each of its constraints the number of the constraint that it helps to state.
    ///
    /// # Errors
    /// If it cannot be stated so.
    pub fn lowered_with_origins(&self, takes: Takes) -> Result<(Cow<'_, Model>, Vec<usize>), &'static str> {
        let mut ends = Vec::new();
        let lowered = self.lowered_noting(takes, &mut |_, _, _| false, &mut |end| ends.push(end))?;
        let origin = |at: usize| ends.partition_point(|&end| end <= at);
        let origins = (0..lowered.constraints().len()).map(|at| if ends.is_empty() { at } else { origin(at) });
        let origins = origins.collect();
        Ok((lowered, origins))
    }

    /// Calls `note` after each constraint with the number of constraints that have been made, if there is one to lower.
    fn lowered_noting(
        &self,
        takes: Takes,
        decompose: &mut Decompose<'_>,
        note: &mut dyn FnMut(usize),
    ) -> Result<Cow<'_, Model>, &'static str> {
        if !takes.any_values && self.has_too_many_values(|_| true) {
            return Err("domains of more than 20,000,000 values together");
        }
        let Needs { class, conditions, bounds } = self.needs;
        if !class && (takes.conditions || !conditions) && (takes.bounds || !bounds) {
            return Ok(Cow::Borrowed(self));
        }
        let (constraints, different, needs) = Default::default();
        let mut model = Model { constraints, different, needs, ..self.clone() };
        let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
        let mut bounds = Bounds::new();
        for posted in self.constraints() {
            let next = numbers.entry(&posted.label).or_default();
            let number = *next;
            *next += 1;
            model.lower_all(posted.clone(), number, takes, decompose, &mut bounds)?;
            note(model.constraints().len());
        }
        Ok(Cow::Owned(model))
    }

    /// True if these variables have more values than can be visited one by one.
    pub fn has_too_many_values(&self, of: impl Fn(usize) -> bool) -> bool {
        let visited = self.variables().iter().enumerate().filter(|(index, _)| of(*index));
        visited.map(|(_, variable)| variable.domain.len()).sum::<usize>() > MOST_VALUES
    }

    /// Adds a constraint in terms that are taken; the number is its own among those of its label.
    ///
    /// # Errors
    /// If it cannot be stated so.
    pub fn lower(
        &mut self,
        posted: Posted,
        number: usize,
        takes: Takes,
        decompose: &mut Decompose<'_>,
    ) -> Result<(), &'static str> {
        self.lower_all(posted, number, takes, decompose, &mut Bounds::new())
    }

    fn lower_all(
        &mut self,
        mut posted: Posted,
        number: usize,
        takes: Takes,
        decompose: &mut Decompose<'_>,
        bounds: &mut Bounds,
    ) -> Result<(), &'static str> {
        if takes.takes(&posted) {
            if !takes.bounds {
                self.replace_large_bounds(&mut posted, bounds)?;
                self.replace_bounds(&mut posted.constraint);
            }
            self.push(posted);
            return Ok(());
        }
        let mut poster = Poster::new(self, posted.label.clone(), posted.role);
        if !decompose(&posted, number, &mut poster) {
            posted.constraint.class().decompose(&posted.when, &mut poster);
        }
        for simpler in poster.finish()? {
            self.lower_all(simpler, number, takes, decompose, bounds)?;
        }
        Ok(())
    }

    /// Replaces bounds of variables with many values by 0/1 variables.
    fn replace_large_bounds(&mut self, posted: &mut Posted, known: &mut Bounds) -> Result<(), &'static str> {
        let is_large = |atom: &Atom, model: &Model| atom.is_bound() && model.domain(atom.var).len() > MOST_EQUATIONS;
        if !posted.constraint.atoms().iter().any(|atom| is_large(atom, self)) {
            return Ok(());
        }
        let mut atoms = posted.constraint.atoms().to_vec();
        for atom in atoms.iter_mut().filter(|atom| atom.is_bound()) {
            if !is_large(atom, self) {
                continue;
            }
            let bound = self.bound_of(atom.var, atom.value, posted, known)?;
            *atom = if atom.relation == AtomRelation::Le { bound } else { !bound };
        }
        if let Some(own) = posted.constraint.atoms_mut() {
            *own = atoms;
        }
        Ok(())
    }

    /// An atom without a bound that is true where `var <= value`.
    fn bound_of(&mut self, var: Var, value: i32, posted: &Posted, known: &mut Bounds) -> Result<Atom, &'static str> {
        let (Some(low), Some(high)) = (self.domain(var).min(), self.domain(var).max()) else {
            return Ok(var.at_most(value));
        };
        if value < low || value >= high {
            // A value that the variable does not have.
            let none = low.checked_sub(1).or_else(|| high.checked_add(1));
            let never = none.map_or(var.at_most(value), |none| var.is(none));
            return Ok(if value < low || none.is_none() { never } else { !never });
        }
        if let Some(bound) = known.get(&(var, value)) {
            return Ok(bound.is(1));
        }
        let mut poster = Poster::new(self, posted.label.clone(), posted.role);
        let bound = poster.variable("bound", 0..=1);
        let (low, high, value) = (i64::from(low), i64::from(high), i64::from(value));
        poster.post(&[], Linear { terms: vec![(1, var), (high - value, bound)], cmp: Cmp::Le, rhs: high });
        poster.post(&[], Linear { terms: vec![(1, var), (value + 1 - low, bound)], cmp: Cmp::Ge, rhs: value + 1 });
        poster.finish()?.into_iter().for_each(|simpler| self.push(simpler));
        known.insert((var, value as i32), bound);
        Ok(bound.is(1))
    }

    /// Replaces bounds by as few equations or inequations as have the same number of true ones.
    fn replace_bounds(&self, constraint: &mut Constraint) {
        let Some(atoms) = constraint.atoms_mut().filter(|atoms| atoms.iter().any(|atom| atom.is_bound())) else {
            return;
        };
        *atoms = atoms.iter().flat_map(|&atom| equations(atom, self.domain(atom.var))).collect();
    }
}

/// Atoms without bounds of which exactly one is true where the atom is, and none elsewhere.
fn equations(atom: Atom, domain: &Domain) -> Vec<Atom> {
    let below = domain.rank(atom.value);
    let (from, to) = match atom.relation {
        AtomRelation::Eq | AtomRelation::Ne => return vec![atom],
        AtomRelation::Le => (0, below),
        AtomRelation::Gt => (below, domain.len()),
    };
    let values = |from: usize, to: usize| domain.values().skip(from).take(to - from);
    match (domain.len() - (to - from), from) {
        (1, 0) => values(to, to + 1).map(|value| atom.var.is_not(value)).collect(),
        (1, _) => values(0, 1).map(|value| atom.var.is_not(value)).collect(),
        _ => values(from, to).map(|value| atom.var.is(value)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Assignment, Clause};
    use super::*;

    /// A bound of a variable with many values becomes one variable, however often it comes.
    #[test]
    fn bounds_over_many_values_are_variables() {
        let mut model = Model::new();
        let (x, y) = (model.var("x", 0..=5000), model.var("y", 0..=1));
        model.post("one", Clause(vec![x.at_most(4000), y.is(1)]));
        model.post("other", Clause(vec![x.above(4000), y.is(0)]));
        model.post("known", Clause(vec![x.at_most(5000)]));
        model.post("same", Clause(vec![x.above(-1), x.above(6000)]));
        let lowered = model.lowered(Takes::FLAT).expect("few values");
        assert_eq!(lowered.variables().len(), 3);
        assert!(
            lowered.constraints().iter().all(|posted| posted.constraint.atoms().iter().all(|atom| !atom.is_bound()))
        );
        for (a, b) in [(0, 0), (0, 1), (4000, 0), (4000, 1), (4001, 0), (4001, 1), (5000, 0), (5000, 1)] {
            let extended = (0..=1).filter(|&bound| lowered.violated(&Assignment::new(vec![a, b, bound])).is_none());
            assert_eq!(extended.count(), usize::from((a > 4000) == (b == 1)), "x = {a}, y = {b}");
        }
    }
}
