//! Finite sets of integers, kept sorted.

use std::ops::RangeInclusive;

/// A finite set of integers in increasing order. It may be empty.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Domain(Vec<i32>);

impl Domain {
    /// The values in increasing order.
    pub fn values(&self) -> &[i32] {
        &self.0
    }

    /// Number of values.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no value left.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The smallest value, if there is one.
    pub fn min(&self) -> Option<i32> {
        self.0.first().copied()
    }

    /// The largest value, if there is one.
    pub fn max(&self) -> Option<i32> {
        self.0.last().copied()
    }

    /// The only value, if there is just one.
    pub fn fixed(&self) -> Option<i32> {
        match self.0[..] {
            [only] => Some(only),
            _ => None,
        }
    }

    /// Position of a value, counted from 0. Constant time when the values are consecutive.
    pub fn index_of(&self, value: i32) -> Option<usize> {
        let (first, last) = (*self.0.first()?, *self.0.last()?);
        if value < first || value > last {
            return None;
        }
        if (i64::from(last) - i64::from(first)) as usize + 1 == self.0.len() {
            return Some((value - first) as usize);
        }
        self.0.binary_search(&value).ok()
    }

    /// Whether the value is in the set.
    pub fn contains(&self, value: i32) -> bool {
        self.index_of(value).is_some()
    }

    /// Keeps the values for which `keep` holds; says whether any was dropped.
    pub fn retain(&mut self, keep: impl Fn(i32) -> bool) -> bool {
        let before = self.0.len();
        self.0.retain(|&value| keep(value));
        self.0.len() < before
    }
}

impl From<RangeInclusive<i32>> for Domain {
    fn from(range: RangeInclusive<i32>) -> Self {
        Domain(range.collect())
    }
}

impl From<Vec<i32>> for Domain {
    fn from(mut values: Vec<i32>) -> Self {
        values.sort_unstable();
        values.dedup();
        Domain(values)
    }
}

impl From<&[i32]> for Domain {
    fn from(values: &[i32]) -> Self {
        values.to_vec().into()
    }
}

impl From<i32> for Domain {
    fn from(value: i32) -> Self {
        Domain(vec![value])
    }
}
