//! Short ways to post constraints.

use std::sync::Arc;

use super::{
    AllDifferent, Atom, Cardinality, Clause, Cmp, Function, Linear, Model, Objective, Relation, Sense, Table, Term, Var,
};

impl Model {
    /// The variables take pairwise different values.
    pub fn all_different(&mut self, label: impl AsRef<str>, vars: impl IntoIterator<Item = Var>) {
        self.post(label, AllDifferent(vars.into_iter().collect()));
    }

    /// The sum of `coefficient * variable` compares with `rhs`.
    pub fn linear(&mut self, label: impl AsRef<str>, terms: impl IntoIterator<Item = (i64, Var)>, cmp: Cmp, rhs: i64) {
        self.post(label, Linear { terms: terms.into_iter().collect(), cmp, rhs });
    }

    /// The variables add up to `total`.
    pub fn sum_eq(&mut self, label: impl AsRef<str>, vars: impl IntoIterator<Item = Var>, total: i64) {
        self.linear(label, vars.into_iter().map(|var| (1, var)), Cmp::Eq, total);
    }

    /// Exactly `k` of the atoms are true.
    pub fn exactly(&mut self, label: impl AsRef<str>, k: usize, atoms: impl IntoIterator<Item = Atom>) {
        self.count(label, atoms, Cmp::Eq, k);
    }

    /// At most `k` of the atoms are true.
    pub fn at_most(&mut self, label: impl AsRef<str>, k: usize, atoms: impl IntoIterator<Item = Atom>) {
        self.count(label, atoms, Cmp::Le, k);
    }

    /// At least `k` of the atoms are true.
    pub fn at_least(&mut self, label: impl AsRef<str>, k: usize, atoms: impl IntoIterator<Item = Atom>) {
        self.count(label, atoms, Cmp::Ge, k);
    }

    /// The number of true atoms compares with `k`.
    pub fn count(&mut self, label: impl AsRef<str>, atoms: impl IntoIterator<Item = Atom>, cmp: Cmp, k: usize) {
        self.post(label, Cardinality { atoms: atoms.into_iter().collect(), cmp, k });
    }

    /// At least one of the atoms is true.
    pub fn clause(&mut self, label: impl AsRef<str>, atoms: impl IntoIterator<Item = Atom>) {
        self.post(label, Clause(atoms.into_iter().collect()));
    }

    /// If `premise` holds, at least one of the `conclusions` does.
    pub fn implies(&mut self, label: impl AsRef<str>, premise: Atom, conclusions: impl IntoIterator<Item = Atom>) {
        self.clause(label, std::iter::once(!premise).chain(conclusions));
    }

    /// The sum of `coefficient * variable` should be small.
    ///
    /// # Panics
    /// Where [`Model::optimise`] has an error.
    pub fn minimise(&mut self, terms: impl IntoIterator<Item = (i64, Var)>) {
        self.set_objective(Sense::Minimise, terms.into_iter().collect());
    }

    /// The sum of `coefficient * variable` should be large.
    ///
    /// # Panics
    /// Where [`Model::optimise`] has an error.
    pub fn maximise(&mut self, terms: impl IntoIterator<Item = (i64, Var)>) {
        self.set_objective(Sense::Maximise, terms.into_iter().collect());
    }

    fn set_objective(&mut self, sense: Sense, terms: Vec<(i64, Var)>) {
        self.optimise(Objective { sense, terms, constant: 0 }).unwrap_or_else(|error| panic!("{error}"));
    }

    /// The variables' values are a row of the relation.
    pub fn table(&mut self, label: impl AsRef<str>, vars: impl IntoIterator<Item = Var>, relation: &Arc<Relation>) {
        self.post(label, Table { vars: vars.into_iter().collect(), relation: Arc::clone(relation) });
    }

    /// `result` is the value of the term.
    pub fn function(&mut self, label: impl AsRef<str>, term: Term, result: Var) {
        self.post(label, Function { term, result });
    }

    /// `x * y = result`.
    pub fn times(&mut self, label: impl AsRef<str>, x: Var, y: Var, result: Var) {
        self.function(label, Term::Times(x, y), result);
    }

    /// `x / y = result`, truncated towards zero. No value divides by 0.
    pub fn div(&mut self, label: impl AsRef<str>, x: Var, y: Var, result: Var) {
        self.function(label, Term::Div(x, y), result);
    }

    /// `result` is the remainder of `x / y`, with the sign of `x`. No value divides by 0.
    pub fn modulo(&mut self, label: impl AsRef<str>, x: Var, y: Var, result: Var) {
        self.function(label, Term::Mod(x, y), result);
    }

    /// `x` to the power of `y` is `result`.
    pub fn pow(&mut self, label: impl AsRef<str>, x: Var, y: Var, result: Var) {
        self.function(label, Term::Pow(x, y), result);
    }

    /// `|x| = result`.
    pub fn abs(&mut self, label: impl AsRef<str>, x: Var, result: Var) {
        self.function(label, Term::Abs(x), result);
    }
}
