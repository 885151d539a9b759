//! Truth values of expressions.

use std::ops::Not;

use cnfab_model::Atom;

/// An atom of the model, or a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Truth {
    Const(bool),
    Atom(Atom),
}

impl Not for Truth {
    type Output = Truth;

    fn not(self) -> Truth {
        match self {
            Truth::Const(truth) => Truth::Const(!truth),
            Truth::Atom(atom) => Truth::Atom(!atom),
        }
    }
}
