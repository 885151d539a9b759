//! A sink that drops all clauses when the time is over: an encoder cannot be stopped.

use cnfab_cnf::{ClauseSink, Lit, Name, Natives, Notes};
use cnfab_encode::{Recipe, VarMap};
use cnfab_model::Model;
use cnfab_solve::Budget;

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

    fn clause(&mut self, lits: &[Lit]) {
        if !self.budget.is_over() {
            self.inner.clause(lits);
        }
    }

    fn notes(&mut self) -> Option<&mut dyn Notes> {
        self.inner.notes()
    }

    fn natives(&mut self) -> Option<&mut dyn Natives> {
        self.inner.natives()
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
