//! The intermediate form of FlatZinc's constraints: a few forms over literals and terms.

use std::rc::Rc;

use cnfab_model::{Cmp, Constraint, Var};

use super::classes::{Lit, Term};
use crate::ranges::Ranges;

/// The reification of a constraint: whether it has to hold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Reified {
    /// It has to.
    No,
    /// Exactly if the literal is true.
    Full(Lit),
    /// If the literal is true.
    Half(Lit),
}

/// The relation of a sum to its right-hand side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Relation {
    Eq,
    Ne,
    Le,
}

impl Relation {
    pub(super) fn holds<T: Ord>(self, left: T, right: T) -> bool {
        match self {
            Relation::Eq => left == right,
            Relation::Ne => left != right,
            Relation::Le => left <= right,
        }
    }
}

/// Makes a constraint of a class from its variables, in the order of its terms.
pub(super) type Make = Rc<dyn Fn(Vec<Var>) -> Constraint>;

/// A statement.
#[derive(Clone)]
pub(super) enum Form {
    /// A sum of multiples.
    Sum { terms: Vec<(i64, Term)>, relation: Relation, rhs: i64 },
    /// Some literal is true.
    Or(Vec<Lit>),
    /// The number of true literals compares with a number.
    Count { lits: Vec<Lit>, relation: Relation, k: i64 },
    /// The number of true literals compares with the value of a term, or does not.
    Among { lits: Vec<Lit>, cmp: Cmp, number: Term, is_positive: bool },
    /// The number of true literals is odd.
    Odd(Vec<Lit>),
    /// The value is in the set.
    In(Term, Ranges),
    /// A constraint of a class over variables. The value of the term at `result` follows from the others.
    Class { terms: Vec<Term>, make: Make, result: Option<usize> },
    /// Nothing: only that the value of the first follows from those of the others.
    Follows(Term, Vec<Term>),
}

/// A form with its reification.
#[derive(Clone)]
pub(super) struct Statement {
    pub(super) form: Form,
    pub(super) reified: Reified,
    /// The name of the FlatZinc constraint.
    pub(super) label: &'static str,
    /// Its position, in bytes.
    pub(super) at: usize,
}
