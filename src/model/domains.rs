//! The domains of a model's variables, and models that differ in domains only, as in a batch.

use std::sync::Arc;

use super::{Domain, Model};

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
    pub(crate) fn set_domains(&mut self, domains: impl Iterator<Item = Domain>) {
        self.variables.iter_mut().zip(domains).for_each(|(variable, domain)| variable.domain = domain);
        self.count_values();
    }

    /// The number of values of all variables together.
    pub(crate) fn values(&self) -> usize {
        self.values
    }

    pub(super) fn count_values(&mut self) {
        let sizes = self.variables.iter().map(|variable| variable.domain.len());
        self.values = sizes.fold(0, usize::saturating_add);
    }

    /// Whether two models, of which one was made from the other, differ in nothing but domains.
    pub(crate) fn differs_in_domains(&self, other: &Model) -> bool {
        let declared = |model: &Model| (model.variables.len(), model.orders.len(), model.symmetries.len());
        Arc::ptr_eq(&self.constraints, &other.constraints)
            && declared(self) == declared(other)
            && self.shown == other.shown
            && self.objective.is_none()
            && other.objective.is_none()
    }
}
