//! Finite sets of integers, as sorted ranges.

use std::hash::{Hash, Hasher};
use std::ops::{Deref, RangeInclusive};

/// A finite set of integers: ranges in increasing order with a gap between any two. It may be empty.
///
/// Its size in memory depends on the number of ranges, not on the number of values.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Domain(Ranges);

/// Ranges. One alone needs no memory of its own: most domains have one.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Ranges {
    One([Range; 1]),
    /// None, or more than one.
    Others(Vec<Range>),
}

impl Default for Ranges {
    fn default() -> Self {
        Ranges::Others(Vec::new())
    }
}

impl Deref for Ranges {
    type Target = [Range];

    fn deref(&self) -> &[Range] {
        match self {
            Ranges::One(range) => range,
            Ranges::Others(ranges) => ranges,
        }
    }
}

impl From<Vec<Range>> for Ranges {
    fn from(ranges: Vec<Range>) -> Self {
        match ranges[..] {
            [range] => Ranges::One([range]),
            _ => Ranges::Others(ranges),
        }
    }
}

/// As a list, so that names of runs, which are hashes, stay what they are.
impl Hash for Ranges {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self[..].hash(state);
    }
}

/// The values from `low` to `high`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Range {
    low: i32,
    high: i32,
    /// Number of values in the ranges before this one.
    before: usize,
}

impl Range {
    fn len(self) -> usize {
        (i64::from(self.high) - i64::from(self.low)) as usize + 1
    }

    /// The value at a position within the range.
    fn at(self, offset: usize) -> i32 {
        (i64::from(self.low) + offset as i64) as i32
    }
}

impl Domain {
    /// The values in increasing order.
    pub fn values(&self) -> Values<'_> {
        Values { ranges: &self.0, from: 0, to: self.len() }
    }

    /// The ranges in increasing order.
    pub fn ranges(&self) -> impl ExactSizeIterator<Item = RangeInclusive<i32>> + DoubleEndedIterator + Clone {
        self.0.iter().map(|range| range.low..=range.high)
    }

    /// The values in increasing order, as a list.
    pub fn to_vec(&self) -> Vec<i32> {
        self.values().collect()
    }

    /// Number of values.
    pub fn len(&self) -> usize {
        self.0.last().map_or(0, |last| last.before + last.len())
    }

    /// True if there is no value left.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The smallest value, if there is one.
    pub fn min(&self) -> Option<i32> {
        self.0.first().map(|first| first.low)
    }

    /// The largest value, if there is one.
    pub fn max(&self) -> Option<i32> {
        self.0.last().map(|last| last.high)
    }

    /// The only value, if there is just one.
    pub fn fixed(&self) -> Option<i32> {
        match self.0[..] {
            [Range { low, high, .. }] if low == high => Some(low),
            _ => None,
        }
    }

    /// The value at a position, counted from 0; `None` behind the last. Constant time when the values are consecutive.
    pub fn nth(&self, index: usize) -> Option<i32> {
        let range = self.0[self.range_at(index)?];
        (index < range.before + range.len()).then(|| range.at(index - range.before))
    }

    /// The last range that begins at this position or before it.
    fn range_at(&self, index: usize) -> Option<usize> {
        self.0.partition_point(|range| range.before <= index).checked_sub(1)
    }

    /// Position of a value, counted from 0. Constant time when the values are consecutive.
    pub fn index_of(&self, value: i32) -> Option<usize> {
        let range = self.0[self.0.partition_point(|range| range.low <= value).checked_sub(1)?];
        (value <= range.high).then(|| range.before + (i64::from(value) - i64::from(range.low)) as usize)
    }

    /// Number of values that are at most `value`.
    pub fn rank(&self, value: i32) -> usize {
        let Some(last) = self.0.partition_point(|range| range.low <= value).checked_sub(1) else { return 0 };
        let range = self.0[last];
        range.before + (i64::from(value.min(range.high)) - i64::from(range.low)) as usize + 1
    }

    /// True if the value is in the set.
    pub fn contains(&self, value: i32) -> bool {
        match self.0 {
            Ranges::One([Range { low, high, .. }]) => (low..=high).contains(&value),
            Ranges::Others(_) => self.index_of(value).is_some(),
        }
    }

    /// The values that both sets have.
    #[must_use]
    pub fn and(&self, other: &Domain) -> Domain {
        let (mut one, mut two) = (self.0.iter().peekable(), other.0.iter().peekable());
        let mut both: Vec<RangeInclusive<i32>> = Vec::new();
        while let (Some(&&a), Some(&&b)) = (one.peek(), two.peek()) {
            both.push(a.low.max(b.low)..=a.high.min(b.high));
            if a.high <= b.high {
                one.next()
            } else {
                two.next()
            };
        }
        both.into_iter().collect()
    }

    /// Keeps the values for which `keep` holds; returns whether any was dropped.
    pub fn retain(&mut self, keep: impl Fn(i32) -> bool) -> bool {
        let before = self.len();
        *self = self.values().filter(|&value| keep(value)).collect();
        self.len() < before
    }
}

/// From values in any order, with or without repetition. Sorted values are not sorted again.
impl FromIterator<i32> for Domain {
    fn from_iter<I: IntoIterator<Item = i32>>(values: I) -> Self {
        let mut ranges: Vec<Range> = Vec::new();
        let mut values = values.into_iter();
        while let Some(value) = values.next() {
            match ranges.last_mut() {
                Some(last) if value == last.high => {}
                Some(last) if last.high.checked_add(1) == Some(value) => last.high = value,
                Some(last) if value < last.high => {
                    let mut all: Vec<i32> = Domain(ranges.into()).values().chain([value]).chain(values).collect();
                    all.sort_unstable();
                    return all.into_iter().collect();
                }
                last => {
                    let before = last.map_or(0, |last| last.before + last.len());
                    ranges.push(Range { low: value, high: value, before });
                }
            }
        }
        Domain(ranges.into())
    }
}

impl From<RangeInclusive<i32>> for Domain {
    fn from(range: RangeInclusive<i32>) -> Self {
        let (low, high) = range.into_inner();
        if low <= high { Domain(Ranges::One([Range { low, high, before: 0 }])) } else { Domain::default() }
    }
}

/// From ranges in any order, which may overlap.
impl FromIterator<RangeInclusive<i32>> for Domain {
    fn from_iter<I: IntoIterator<Item = RangeInclusive<i32>>>(ranges: I) -> Self {
        let mut sorted: Vec<(i32, i32)> = ranges.into_iter().map(RangeInclusive::into_inner).collect();
        sorted.retain(|(low, high)| low <= high);
        sorted.sort_unstable();
        let mut ranges: Vec<Range> = Vec::new();
        for (low, high) in sorted {
            match ranges.last_mut() {
                Some(last) if low <= last.high.saturating_add(1) => last.high = last.high.max(high),
                last => {
                    let before = last.map_or(0, |last| last.before + last.len());
                    ranges.push(Range { low, high, before });
                }
            }
        }
        Domain(ranges.into())
    }
}

impl From<Vec<i32>> for Domain {
    fn from(values: Vec<i32>) -> Self {
        values.into_iter().collect()
    }
}

impl From<&[i32]> for Domain {
    fn from(values: &[i32]) -> Self {
        values.iter().copied().collect()
    }
}

impl From<i32> for Domain {
    fn from(value: i32) -> Self {
        (value..=value).into()
    }
}

/// The values of a [`Domain`] in increasing order.
#[derive(Clone, Debug)]
pub struct Values<'d> {
    /// The ranges that hold all values from position `from` on.
    ranges: &'d [Range],
    /// Positions in the domain: the next value and the end.
    from: usize,
    to: usize,
}

impl Iterator for Values<'_> {
    type Item = i32;

    fn next(&mut self) -> Option<i32> {
        if self.from == self.to {
            return None;
        }
        let range = self.ranges[0];
        let value = range.at(self.from - range.before);
        self.from += 1;
        if value == range.high {
            self.ranges = &self.ranges[1..];
        }
        Some(value)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.to - self.from, Some(self.to - self.from))
    }

    fn fold<B, F: FnMut(B, i32) -> B>(self, init: B, mut take: F) -> B {
        let mut folded = init;
        for range in self.ranges {
            let (from, to) = (self.from.max(range.before), self.to.min(range.before + range.len()));
            let offsets = from.saturating_sub(range.before)..to.saturating_sub(range.before);
            folded = offsets.map(|offset| range.at(offset)).fold(folded, &mut take);
        }
        folded
    }

    fn nth(&mut self, skipped: usize) -> Option<i32> {
        self.from = self.from.saturating_add(skipped).min(self.to);
        let passed = self.ranges.partition_point(|range| range.before + range.len() <= self.from);
        self.ranges = &self.ranges[passed..];
        self.next()
    }
}

impl DoubleEndedIterator for Values<'_> {
    fn next_back(&mut self) -> Option<i32> {
        if self.from == self.to {
            return None;
        }
        self.to -= 1;
        while let [rest @ .., last] = self.ranges
            && last.before > self.to
        {
            self.ranges = rest;
        }
        self.ranges.last().map(|last| last.at(self.to - last.before))
    }
}

impl ExactSizeIterator for Values<'_> {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_merged_and_values_come_sorted() {
        let domain: Domain = vec![5, 1, 2, 9, 3, 5, i32::MAX, i32::MIN, i32::MAX - 1].into();
        let sorted = [i32::MIN, 1, 2, 3, 5, 9, i32::MAX - 1, i32::MAX];
        assert_eq!(domain.to_vec(), sorted);
        assert_eq!(domain.ranges().len(), 5);
        assert_eq!(domain.values().rev().collect::<Vec<_>>(), sorted.iter().rev().copied().collect::<Vec<_>>());
        for (index, &value) in sorted.iter().enumerate() {
            assert_eq!((domain.nth(index), domain.index_of(value)), (Some(value), Some(index)));
            assert_eq!((domain.rank(value), domain.values().nth(index)), (index + 1, Some(value)));
        }
        assert_eq!((domain.nth(8), domain.index_of(4), domain.rank(4), domain.rank(0)), (None, None, 4, 1));
        assert_eq!((domain.min(), domain.max(), domain.fixed()), (Some(i32::MIN), Some(i32::MAX), None));
    }

    #[test]
    fn values_may_be_taken_from_both_ends() {
        let domain: Domain = vec![1, 2, 4, 7, 8].into();
        let mut values = domain.values();
        assert_eq!(
            (values.next(), values.next_back(), values.next_back(), values.len()),
            (Some(1), Some(8), Some(7), 2)
        );
        assert_eq!(
            (values.next_back(), values.next(), values.next(), values.next_back()),
            (Some(4), Some(2), None, None)
        );
    }

    #[test]
    fn what_is_left_of_values_is_folded_range_by_range() {
        let domain: Domain = vec![1, 2, 4, 7, 8, 9].into();
        let all = domain.to_vec();
        for front in 0..=all.len() {
            for back in 0..=all.len() - front {
                let mut values = domain.values();
                (0..front).for_each(|_| _ = values.next());
                (0..back).for_each(|_| _ = values.next_back());
                let folded = values.fold(Vec::new(), |folded, value| [folded, vec![value]].concat());
                assert_eq!(folded, all[front..all.len() - back]);
            }
        }
    }

    #[test]
    fn a_wide_range_is_one_range() {
        let mut domain = Domain::from(i32::MIN..=i32::MAX);
        assert_eq!((domain.len(), domain.ranges().len(), domain.index_of(0)), (1 << 32, 1, Some(1 << 31)));
        assert_eq!(
            Domain::from_iter([5..=9, i32::MIN..=2, 3..=3, 6..=7]).ranges().collect::<Vec<_>>(),
            [i32::MIN..=3, 5..=9]
        );
        assert_eq!(Domain::from_iter([1..=3, 2..=9, 11..=12]).len(), 11);
        let both = Domain::from_iter([1..=3, 5..=9, 11..=12]).and(&Domain::from_iter([3..=6, 12..=20]));
        assert_eq!(both, Domain::from_iter([3..=3, 5..=6, 12..=12]));
        domain = Domain::from(-100_000..=100_000);
        assert!(domain.retain(|value| value % 100_000 == 0) && !domain.retain(|_| true));
        assert_eq!(domain.to_vec(), [-100_000, 0, 100_000]);
        #[expect(clippy::reversed_empty_ranges, reason = "an empty range has no values")]
        let none = Domain::from(1..=0);
        assert!(none.is_empty() && none.values().next().is_none());
    }
}
