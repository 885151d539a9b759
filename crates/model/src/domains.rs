//! The domains of a model's variables, and models that differ in domains only, as in a batch.

use std::sync::Arc;

use super::{Constraint, Domain, Model, Var};

impl Model {
    /// The same model with other domains: one per variable, in order.
    ///
    /// # Panics
    /// If there are not as many domains as variables.
    pub fn with_domains(&self, domains: Vec<Domain>) -> Model {
        assert_eq!(domains.len(), self.variables.len(), "one domain per variable");
        let mut model = self.clone();
        model.set_domains(domains.into_iter());
        model
    }

    /// Replaces the domains: one per variable, in order.
    pub fn set_domains(&mut self, domains: impl Iterator<Item = Domain>) {
        self.variables.iter_mut().zip(domains).for_each(|(variable, domain)| variable.domain = domain);
        self.count_values();
    }

    /// Drops values that a constraint of all solutions rules out, of variables with more than `most` values.
    pub fn restrict_by(&mut self, constraint: &Constraint, most: usize) {
        if self.open_selector().is_some() || !constraint.vars().any(|var| self.domain(var).len() > most) {
            return;
        }
        for (var, values) in constraint.class().supports() {
            if self.domain(var).len() > most {
                self.restrict(var, &values);
            }
        }
    }

    /// Keeps of a variable only some values, as it has no others in any solution. If it has none of them, there is no
    /// solution, and some value is left. Nothing is dropped while a group is open that can be left out.
    pub fn restrict(&mut self, var: Var, values: &Domain) {
        if self.open_selector().is_some() {
            return;
        }
        let domain = &self.variables[var.index()].domain;
        let mut both = domain.and(values);
        if both.is_empty() {
            both = domain.nth(domain.len() / 2).into_iter().collect();
        }
        if both.len() < domain.len() {
            self.values = self.values.saturating_sub(domain.len() - both.len());
            self.variables[var.index()].domain = both;
        }
    }

    /// The number of values of all variables together.
    pub fn values(&self) -> usize {
        self.values
    }

    pub(super) fn count_values(&mut self) {
        let sizes = self.variables.iter().map(|variable| variable.domain.len());
        self.values = sizes.fold(0, usize::saturating_add);
    }

    /// True if two models, of which one was made from the other, differ in nothing but domains.
    pub fn differs_in_domains(&self, other: &Model) -> bool {
        let declared = |model: &Model| (model.variables.len(), model.orders.len(), model.symmetries.len());
        Arc::ptr_eq(&self.constraints, &other.constraints)
            && declared(self) == declared(other)
            && self.shown == other.shown
            && self.objective.is_none()
            && other.objective.is_none()
    }
}
