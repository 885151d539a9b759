//! Lowering: a model in terms that a consumer takes.
//!
//! Simpler classes state those that are not taken. Conditions become part of the constraints. `x <= v` becomes the
//! equations with the values up to `v`. Variables that this adds are auxiliary and come last. Each has exactly one
//! value in every solution, so solutions correspond one to one.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::{Atom, AtomRelation, Constraint, Domain, Flat, Model, Posted, Poster};

/// The most values of all domains together.
const MOST_VALUES: usize = 20_000_000;

/// States a constraint that is not taken by simpler ones and returns whether it did; if not, its class does. It gets
/// the number of the posted constraint among those of its label, from 0.
pub type Decompose<'d> = dyn FnMut(&Posted, usize, &mut Poster<'_>) -> bool + 'd;

/// What a consumer of models takes.
#[derive(Clone, Copy, Debug)]
pub struct Takes {
    /// Whether the class of a constraint.
    pub class: fn(&Constraint) -> bool,
    /// Whether conditions.
    pub conditions: bool,
    /// Whether atoms `x <= v` and `x > v`.
    pub bounds: bool,
    /// Whether domains of any number of values together.
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

/// Which of a model's constraints are more than flat classes over equations, kept while they are posted.
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
    /// What cannot be stated so.
    pub fn lowered(&self, takes: Takes) -> Result<Cow<'_, Model>, &'static str> {
        self.lowered_by(takes, &mut |_, _, _| false)
    }

    /// The same, where `decompose` may state constraints in place of their classes.
    ///
    /// # Errors
    /// What cannot be stated so.
    pub fn lowered_by(&self, takes: Takes, decompose: &mut Decompose<'_>) -> Result<Cow<'_, Model>, &'static str> {
        self.lowered_noting(takes, decompose, &mut |_| {})
    }

    /// The lowered model, and for each of its constraints the number of the constraint that it helps to state.
    ///
    /// # Errors
    /// What cannot be stated so.
    pub(crate) fn lowered_with_origins(&self, takes: Takes) -> Result<(Cow<'_, Model>, Vec<usize>), &'static str> {
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
        for posted in self.constraints() {
            let next = numbers.entry(&posted.label).or_default();
            let number = *next;
            *next += 1;
            model.lower(posted.clone(), number, takes, decompose)?;
            note(model.constraints().len());
        }
        Ok(Cow::Owned(model))
    }

    /// Whether these variables have more values than can be visited one by one.
    pub(crate) fn has_too_many_values(&self, of: impl Fn(usize) -> bool) -> bool {
        let visited = self.variables().iter().enumerate().filter(|(index, _)| of(*index));
        visited.map(|(_, variable)| variable.domain.len()).sum::<usize>() > MOST_VALUES
    }

    /// Adds a constraint in terms that are taken; the number is its own among those of its label.
    ///
    /// # Errors
    /// What cannot be stated so.
    pub(crate) fn lower(
        &mut self,
        mut posted: Posted,
        number: usize,
        takes: Takes,
        decompose: &mut Decompose<'_>,
    ) -> Result<(), &'static str> {
        if takes.takes(&posted) {
            if !takes.bounds {
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
            self.lower(simpler, number, takes, decompose)?;
        }
        Ok(())
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
