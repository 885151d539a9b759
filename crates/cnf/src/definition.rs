//! The meaning of an auxiliary variable, by which a proof defines it before any clause speaks of it.
//!
//! A meaning is a fact about the variables of the model, not about clauses. It makes the variable true or false for
//! each assignment of the model. The idea that counters, trees and adders are definitions of linear inequalities, from
//! which their clauses follow by cutting planes, is S. Gocht, R. Martins, J. Nordström, A. Oertel, "Certified CNF
//! Translations for Pseudo-Boolean Solving", SAT 2022. Ours also speaks of the values of integers and of rows of
//! tables.

use super::Lit;

/// A summand of a [`Definition`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Summand {
    /// The number, if the literal is true.
    Lit(i64, Lit),
    /// The multiple of the model variable with this index.
    Var(i64, usize),
}

/// When an auxiliary variable is true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Definition {
    /// The sum is at least the number.
    AtLeast(Vec<Summand>, i64),
    /// Multiples of literals that are true come to at least the number. Unlike the literals of an [`AtLeast`] each of
    /// them remains a literal of its own, so that counts can be counted on. Those of one sum form a unary number.
    ///
    /// [`AtLeast`]: Definition::AtLeast
    Gate(Vec<(i64, Lit)>, i64),
    /// The sum lies between the numbers, both included.
    Between(Vec<Summand>, i64, i64),
    /// The model variable with this index has one of the values.
    Values(usize, Vec<i32>),
    /// Another meaning where all literals are true, and false elsewhere.
    Under(Box<Definition>, Vec<Lit>),
    /// All of the literals are true.
    All(Vec<Lit>),
    /// The constraint that is being encoded is a table, and the variables have the values of one of the rows with these
    /// numbers.
    Rows(Vec<usize>),
}

/// The carry of a digit of a sum to the next one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Carry {
    /// The base of the digit: so much of it makes one of the next.
    pub base: usize,
    /// Literals in falling order that count the digit, and perhaps a constant beside them.
    pub from: Vec<Lit>,
    /// Each of them that completes a multiple of the base.
    pub carried: Vec<Lit>,
}

impl Definition {
    /// At least this number of the literals are true.
    pub fn count(lits: &[Lit], at_least: usize) -> Self {
        Definition::AtLeast(lits.iter().map(|&lit| Summand::Lit(1, lit)).collect(), at_least as i64)
    }

    /// At least this number of the literals are true, each of which is counted on.
    pub fn gate(lits: &[Lit], at_least: usize) -> Self {
        Definition::Gate(lits.iter().map(|&lit| (1, lit)).collect(), at_least as i64)
    }

    /// At most this number of the literals are true.
    pub fn at_most(lits: &[Lit], most: usize) -> Self {
        Definition::AtLeast(lits.iter().map(|&lit| Summand::Lit(-1, lit)).collect(), -(most as i64))
    }

    /// The same under conditions.
    pub fn under(self, conditions: impl Iterator<Item = Lit>) -> Self {
        match self {
            // Where conditions do not hold, a table has no row.
            Definition::Rows(rows) => Definition::Rows(rows),
            other => Definition::Under(Box::new(other), conditions.collect()),
        }
    }

    /// Some of the literals are true.
    pub fn any(lits: &[Lit]) -> Self {
        Definition::count(lits, 1)
    }
}
