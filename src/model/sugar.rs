//! Short ways to post the constraint classes.

use std::sync::Arc;

use super::{Atom, Cmp, Constraint, Model, Relation, Var};

impl Model {
    /// The variables take pairwise different values.
    pub fn all_different(&mut self, family: &'static str, vars: impl IntoIterator<Item = Var>) {
        self.post(family, Constraint::AllDifferent(vars.into_iter().collect()));
    }

    /// The sum of `coefficient * variable` compares with `rhs`.
    pub fn linear(&mut self, family: &'static str, terms: impl IntoIterator<Item = (i64, Var)>, cmp: Cmp, rhs: i64) {
        self.post(family, Constraint::Linear { terms: terms.into_iter().collect(), cmp, rhs });
    }

    /// The variables add up to `total`.
    pub fn sum_eq(&mut self, family: &'static str, vars: impl IntoIterator<Item = Var>, total: i64) {
        self.linear(family, vars.into_iter().map(|var| (1, var)), Cmp::Eq, total);
    }

    /// Exactly `k` of the atoms are true.
    pub fn exactly(&mut self, family: &'static str, k: usize, atoms: impl IntoIterator<Item = Atom>) {
        self.count(family, atoms, Cmp::Eq, k);
    }

    /// At most `k` of the atoms are true.
    pub fn at_most(&mut self, family: &'static str, k: usize, atoms: impl IntoIterator<Item = Atom>) {
        self.count(family, atoms, Cmp::Le, k);
    }

    /// At least `k` of the atoms are true.
    pub fn at_least(&mut self, family: &'static str, k: usize, atoms: impl IntoIterator<Item = Atom>) {
        self.count(family, atoms, Cmp::Ge, k);
    }

    /// The number of true atoms compares with `k`.
    pub fn count(&mut self, family: &'static str, atoms: impl IntoIterator<Item = Atom>, cmp: Cmp, k: usize) {
        self.post(family, Constraint::Count { atoms: atoms.into_iter().collect(), cmp, k });
    }

    /// At least one of the atoms is true.
    pub fn clause(&mut self, family: &'static str, atoms: impl IntoIterator<Item = Atom>) {
        self.post(family, Constraint::Clause(atoms.into_iter().collect()));
    }

    /// If `premise` holds, at least one of the `conclusions` does.
    pub fn implies(&mut self, family: &'static str, premise: Atom, conclusions: impl IntoIterator<Item = Atom>) {
        self.clause(family, std::iter::once(!premise).chain(conclusions));
    }

    /// The variables' values are a row of the relation.
    pub fn table(&mut self, family: &'static str, vars: impl IntoIterator<Item = Var>, relation: &Arc<Relation>) {
        self.post(family, Constraint::Table { vars: vars.into_iter().collect(), relation: Arc::clone(relation) });
    }
}
