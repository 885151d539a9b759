//! Literals in DIMACS numbering.

use std::ops::Not;

/// A propositional variable (positive number, from 1) or its negation (negative number).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lit(i32);

impl Lit {
    /// The literal with this DIMACS number.
    ///
    /// # Panics
    /// If the number is 0.
    pub fn from_dimacs(number: i32) -> Self {
        assert_ne!(number, 0, "0 ends a DIMACS clause and is no literal");
        Lit(number)
    }

    /// The DIMACS number: positive for a variable, negative for a negated one.
    pub fn dimacs(self) -> i32 {
        self.0
    }

    /// The variable's number, from 1.
    pub fn var(self) -> u32 {
        self.0.unsigned_abs()
    }

    /// True if the literal is the variable itself, not its negation.
    pub fn is_positive(self) -> bool {
        self.0 > 0
    }
}

impl Not for Lit {
    type Output = Lit;

    fn not(self) -> Lit {
        Lit(-self.0)
    }
}
