//! The comparison operators of sums and counts.

/// The comparison of a sum or a count with its right-hand side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cmp {
    /// At most.
    Le,
    /// Exactly.
    Eq,
    /// At least.
    Ge,
}

impl Cmp {
    /// True if `left` compares with `right` as `self` requires.
    pub fn holds<T: Ord>(self, left: T, right: T) -> bool {
        match self {
            Cmp::Le => left <= right,
            Cmp::Eq => left == right,
            Cmp::Ge => left >= right,
        }
    }

    /// `<=`, `=` or `>=`.
    pub fn symbol(self) -> &'static str {
        match self {
            Cmp::Le => "<=",
            Cmp::Eq => "=",
            Cmp::Ge => ">=",
        }
    }
}
