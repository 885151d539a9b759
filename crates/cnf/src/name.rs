//! The name of a new variable, a small value that a sink may ignore.

/// A tag and two indices. The tag defines how to read the indices; see the constants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Name {
    /// The kind of the variable.
    pub tag: &'static str,
    /// First index.
    pub a: i32,
    /// Second index.
    pub b: i32,
}

impl Name {
    /// Tag of `x = v`: `a` is the model variable's index, `b` the value.
    pub const IS: &'static str = "=";
    /// Tag of `x <= v`: `a` is the model variable's index, `b` the value.
    pub const AT_MOST: &'static str = "<=";

    /// The name of `x = value` for the model variable with this index.
    pub fn is(var: usize, value: i32) -> Self {
        Name { tag: Self::IS, a: var as i32, b: value }
    }

    /// The name of `x <= value` for the model variable with this index.
    pub fn at_most(var: usize, value: i32) -> Self {
        Name { tag: Self::AT_MOST, a: var as i32, b: value }
    }

    /// The name of an auxiliary variable of the constraint that is being encoded.
    pub fn aux(tag: &'static str, a: usize, b: i64) -> Self {
        Name { tag, a: a as i32, b: b as i32 }
    }
}
