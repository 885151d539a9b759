//! Literals of 0/1 columns.

use std::ops::Not;

/// A 0/1 column that is 1, or one that is 0. Literals are numbered from 0, those of one column next to each other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct ColumnLit(u32);

impl ColumnLit {
    /// The column is 1.
    pub(super) fn one(column: usize) -> Self {
        ColumnLit(2 * column as u32)
    }

    /// The column is 0.
    pub(super) fn zero(column: usize) -> Self {
        !Self::one(column)
    }

    /// The column is this.
    pub(super) fn of(column: usize, is_one: bool) -> Self {
        if is_one { Self::one(column) } else { Self::zero(column) }
    }

    pub(super) fn column(self) -> usize {
        (self.0 / 2) as usize
    }

    pub(super) fn is_one(self) -> bool {
        self.0.is_multiple_of(2)
    }

    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

impl Not for ColumnLit {
    type Output = ColumnLit;

    fn not(self) -> ColumnLit {
        ColumnLit(self.0 ^ 1)
    }
}
