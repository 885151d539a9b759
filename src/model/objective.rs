//! What makes one solution better than another.

use super::{Assignment, Var};

/// Which values of the objective are better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sense {
    /// Smaller ones.
    Minimise,
    /// Larger ones.
    Maximise,
}

impl Sense {
    /// `minimise` or `maximise`.
    pub fn name(self) -> &'static str {
        match self {
            Sense::Minimise => "minimise",
            Sense::Maximise => "maximise",
        }
    }
}

/// A sum of multiples of variables, and a constant, that should be small or large.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Objective {
    /// Which values are better.
    pub sense: Sense,
    /// Coefficient and variable.
    pub terms: Vec<(i64, Var)>,
    /// The constant that is added to the sum.
    pub constant: i64,
}

impl Objective {
    /// The value of the objective under a complete assignment.
    pub fn value(&self, assignment: &Assignment) -> i128 {
        let term = |&(coefficient, var): &(i64, Var)| i128::from(coefficient) * i128::from(assignment[var]);
        self.terms.iter().map(term).sum::<i128>() + i128::from(self.constant)
    }
}
