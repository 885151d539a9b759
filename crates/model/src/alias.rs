//! Names that the text of a problem has for what follows from a solution of its model.

use super::{Atom, Var};

/// A name of a text that is no variable of the model by that name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutputAlias {
    /// The name in the text.
    pub name: String,
    /// The item that has its value.
    pub stands_for: StandsFor,
}

/// The item that has the value of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StandsFor {
    /// A constant; truth values are 0 and 1.
    Value(i64),
    /// A variable of the model.
    Var(Var),
    /// The truth of an atom: 1 if it holds.
    Truth(Atom),
}
