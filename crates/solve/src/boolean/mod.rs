//! The 0/1 normal form of models: 0/1 variables, at-most-one constraints, cardinality constraints and clauses.
//!
//! `state` walks over a model's constraints and states each one over literals. It is the only place that looks at their
//! classes: a value of an all-different constraint becomes an at-most-one or exactly-one constraint, a table of two
//! columns becomes support clauses, and one of more columns a choice of a row. What literals there are is said by who
//! takes the constraints (`ZeroOne`). An atom that no literal stands for is a constant, and constants never get into a
//! constraint.
//!
//! Two numberings exist. `BooleanForm` has a literal for what the domains leave open, and root-level propagation
//! (`narrow`) removes what is decided; the strategy `cdcl` reads it. The engine
//! `bit-parallel` lays literals out as bits, and has some for values that the domains exclude. So a form serves all
//! models of a batch that differ in domains.
//!
//! Counting by a frontier has rules of its own: its states need the values of a variable side by side.

mod form;
mod state;

use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use cnfab_model::{Atom, Model, Var};

use super::Refusal;
pub(super) use cnfab_cdcl::{BooleanForm, Literal};
pub(super) use form::boolean_form;
pub(super) use state::{check, state};

/// An atom in 0/1 terms: a literal or a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Truth {
    Literal(Literal),
    Always,
    Never,
}

impl Truth {
    fn opposite(self) -> Self {
        match self {
            Truth::Literal(literal) => Truth::Literal(literal ^ 1),
            Truth::Always => Truth::Never,
            Truth::Never => Truth::Always,
        }
    }
}

/// A form that numbers the 0/1 variables of a model, and takes its constraints. No literal stands for two values of one
/// variable.
pub(super) trait ZeroOne {
    /// Appends what it means that a variable has a value, for all values that it may have, ascending.
    fn values(&self, var: Var, to: &mut Vec<(i32, Truth)>);

    /// The meaning of a variable having a value.
    fn equation(&self, var: Var, value: i32) -> Truth;

    /// The meaning of an atom.
    fn atom(&self, atom: Atom) -> Truth {
        let equation = self.equation(atom.var, atom.value);
        if atom.is_equality() { equation } else { equation.opposite() }
    }

    /// The meanings of choosing each of some things, exactly one of which is chosen. The choice is free, so constraints
    /// have to determine it.
    ///
    /// # Errors
    /// Why there is no choice.
    fn choice(&mut self, number: usize) -> Result<Vec<Truth>, &'static str>;

    /// Some constraint cannot hold.
    fn impossible(&mut self);

    /// Some literal is true.
    ///
    /// # Errors
    /// Why such a constraint is not taken.
    fn clause(&mut self, literals: Vec<Literal>) -> Result<(), &'static str>;

    /// At least `low` and at most `high` of the literals are true, which stand for one value of different variables.
    ///
    /// # Errors
    /// Why such a constraint is not taken.
    fn of_value(&mut self, literals: Vec<Literal>, low: i64, high: i64) -> Result<(), &'static str>;

    /// At least `low` and at most `high` of the literals are true.
    ///
    /// # Errors
    /// Why such a constraint is not taken.
    fn count(&mut self, literals: Vec<Literal>, low: i64, high: i64) -> Result<(), &'static str>;
}

/// A model, and its normal form once somebody has asked for it.
pub(super) struct LazyForm<'m> {
    pub(super) model: &'m Model,
    form: OnceLock<(Result<Arc<BooleanForm>, Refusal>, Duration)>,
}

impl<'m> LazyForm<'m> {
    pub(super) fn new(model: &'m Model) -> Self {
        LazyForm { model, form: OnceLock::new() }
    }

    fn made(&self) -> &(Result<Arc<BooleanForm>, Refusal>, Duration) {
        self.form.get_or_init(|| {
            let begun = Instant::now();
            let form = boolean_form(self.model).map(Arc::new);
            (form, begun.elapsed())
        })
    }

    /// The form.
    ///
    /// # Errors
    /// The reason why the model cannot be stated so.
    pub(super) fn get(&self) -> Result<Arc<BooleanForm>, Refusal> {
        self.made().0.clone()
    }

    /// The time that making the form took.
    pub(super) fn took(&self) -> Duration {
        self.made().1
    }
}
