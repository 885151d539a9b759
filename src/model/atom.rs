//! Variable handles and the atoms `x = v` and `x != v`.

use std::ops::Not;

/// A handle of a variable of one [`Model`](super::Model).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Var(u32);

impl Var {
    /// The handle of the variable that was added as number `index`, counted from 0.
    pub fn from_index(index: usize) -> Self {
        Var(u32::try_from(index).expect("fewer than 2^32 variables"))
    }

    /// The variable's number, counted from 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The atom `self = value`.
    pub fn is(self, value: i32) -> Atom {
        Atom { var: self, value, is: true }
    }

    /// The atom `self != value`.
    pub fn is_not(self, value: i32) -> Atom {
        Atom { var: self, value, is: false }
    }
}

/// `var = value` if `is`, else `var != value`. The value may lie outside the variable's domain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Atom {
    /// The variable.
    pub var: Var,
    /// The value it is compared with.
    pub value: i32,
    /// `true` for `=`, `false` for `!=`.
    pub is: bool,
}

impl Not for Atom {
    type Output = Atom;

    fn not(self) -> Atom {
        Atom { is: !self.is, ..self }
    }
}
