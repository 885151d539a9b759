//! A sink that drops all clauses when the time is over: an encoder cannot be stopped.

use crate::cnf::{ClauseSink, Definition, Lit, Name, NativeConstraint, PseudoBoolean};
use crate::encode::{Recipe, VarMap};
use crate::model::Model;
use crate::solve::Budget;

use super::{CertifyError, EncodeFn};

/// Passes everything on while there is time.
struct Limited<'s> {
    inner: &'s mut dyn ClauseSink,
    budget: &'s Budget,
}

impl ClauseSink for Limited<'_> {
    fn fresh(&mut self, name: Name) -> Lit {
        self.inner.fresh(name)
    }

    fn define(&mut self, name: Name, meaning: &dyn Fn() -> Definition) -> Lit {
        self.inner.define(name, meaning)
    }

    fn clause(&mut self, lits: &[Lit]) {
        if !self.budget.is_over() {
            self.inner.clause(lits);
        }
    }

    fn variable(&mut self, name: &str) {
        self.inner.variable(name);
    }

    fn group(&mut self, family: &str, number: usize) {
        self.inner.group(family, number);
    }

    fn defining(&mut self, begins: bool) {
        self.inner.defining(begins);
    }

    fn total(&mut self, weights: &dyn Fn() -> Vec<(i64, Lit)>) {
        self.inner.total(weights);
    }

    fn unary(&mut self, lits: &[Lit], of: &[Lit]) {
        self.inner.unary(lits, of);
    }

    fn propagates(&self) -> bool {
        self.inner.propagates()
    }

    fn native(&mut self, constraint: NativeConstraint<Lit>) {
        self.inner.native(constraint);
    }

    fn wanted(&mut self, program: &str, constraint: PseudoBoolean<'_>) {
        self.inner.wanted(program, constraint);
    }
}

/// Makes the formula of a model, all of it.
///
/// # Errors
/// If the configuration cannot state the model, or the time is over before the formula is complete.
pub(super) fn encoded(
    encode: &EncodeFn<'_>,
    model: &Model,
    recipe: &Recipe,
    inner: &mut dyn ClauseSink,
    budget: &Budget,
) -> Result<VarMap, CertifyError> {
    let vars = encode(model, recipe, &mut Limited { inner, budget })?;
    if budget.is_over() { Err(CertifyError::Stopped) } else { Ok(vars) }
}
