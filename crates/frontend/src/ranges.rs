//! Sets of integers as ranges, which may be open at their ends.

/// Stands for no lower bound.
pub(super) const LOWEST: i64 = i64::MIN;
/// Stands for no upper bound.
pub(super) const HIGHEST: i64 = i64::MAX;

/// A set of integers: ranges in increasing order with a gap between any two.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Ranges(Vec<(i64, i64)>);

impl Ranges {
    /// All integers.
    pub(super) fn all() -> Self {
        Ranges(vec![(LOWEST, HIGHEST)])
    }

    /// 0 and 1.
    pub(super) fn bits() -> Self {
        Ranges(vec![(0, 1)])
    }

    /// The integers from `low` to `high`.
    pub(super) fn from_to(low: i64, high: i64) -> Self {
        Ranges(if low <= high { vec![(low, high)] } else { Vec::new() })
    }

    /// Those that are listed.
    pub(super) fn listed(values: Vec<i64>) -> Self {
        Self::joined(values.into_iter().map(|value| (value, value)).collect())
    }

    /// Those that are in one of some ranges.
    pub(super) fn joined(mut all: Vec<(i64, i64)>) -> Self {
        all.retain(|(low, high)| low <= high);
        all.sort_unstable();
        let mut ranges: Vec<(i64, i64)> = Vec::new();
        for (low, high) in all {
            match ranges.last_mut() {
                Some(last) if low <= last.1.saturating_add(1) => last.1 = last.1.max(high),
                _ => ranges.push((low, high)),
            }
        }
        Ranges(ranges)
    }

    /// All integers for which the atom `x relation value` holds.
    pub(super) fn except(value: i64) -> Self {
        let below = value.checked_sub(1).map(|below| (LOWEST, below));
        let above = value.checked_add(1).map(|above| (above, HIGHEST));
        Ranges(below.into_iter().chain(above).collect())
    }

    /// The ranges.
    pub(super) fn ranges(&self) -> &[(i64, i64)] {
        &self.0
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The smallest, which may be [`LOWEST`].
    pub(super) fn min(&self) -> Option<i64> {
        self.0.first().map(|first| first.0)
    }

    /// The largest, which may be [`HIGHEST`].
    pub(super) fn max(&self) -> Option<i64> {
        self.0.last().map(|last| last.1)
    }

    /// The smallest and the largest, if there are bounds.
    pub(super) fn bounds(&self) -> Option<(i64, i64)> {
        let (low, high) = (self.min()?, self.max()?);
        (low != LOWEST && high != HIGHEST).then_some((low, high))
    }

    /// The only one, if there is just one.
    pub(super) fn only(&self) -> Option<i64> {
        match self.0[..] {
            [(low, high)] if low == high => Some(low),
            _ => None,
        }
    }

    pub(super) fn contains(&self, value: i64) -> bool {
        let behind = self.0.partition_point(|range| range.0 <= value);
        behind > 0 && value <= self.0[behind - 1].1
    }

    /// Their number.
    pub(super) fn len(&self) -> u128 {
        self.0.iter().map(|&(low, high)| high.abs_diff(low) as u128 + 1).sum()
    }

    /// Those that are in both.
    pub(super) fn and(&self, other: &Ranges) -> Ranges {
        let (mut left, mut right) = (self.0.iter().peekable(), other.0.iter().peekable());
        let mut both = Vec::new();
        while let (Some(&&a), Some(&&b)) = (left.peek(), right.peek()) {
            let (low, high) = (a.0.max(b.0), a.1.min(b.1));
            if low <= high {
                both.push((low, high));
            }
            if a.1 <= b.1 {
                left.next()
            } else {
                right.next()
            };
        }
        Ranges(both)
    }

    /// Those from `low` to `high` that are not in the set.
    pub(super) fn gaps(&self, (low, high): (i64, i64)) -> Ranges {
        let mut gaps = Vec::new();
        let mut next = low;
        for &(from, to) in self.and(&Ranges::from_to(low, high)).ranges() {
            if next < from {
                gaps.push((next, from - 1));
            }
            // Nothing is behind the highest one.
            let Some(behind) = to.checked_add(1) else { return Ranges(gaps) };
            next = behind;
        }
        gaps.extend((next <= high).then_some((next, high)));
        Ranges(gaps)
    }

    /// True if all of them are in the other set.
    pub(super) fn is_within(&self, other: &Ranges) -> bool {
        self.0.iter().all(|&(low, high)| {
            let behind = other.0.partition_point(|range| range.0 <= low);
            behind > 0 && high <= other.0[behind - 1].1
        })
    }

    /// The values, of which there should be few.
    pub(super) fn values(&self) -> impl Iterator<Item = i64> + '_ {
        self.0.iter().flat_map(|&(low, high)| low..=high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_meet() {
        let listed = Ranges::listed(vec![5, 1, 2, 2, 9, 3]);
        assert_eq!(listed.ranges(), [(1, 3), (5, 5), (9, 9)]);
        assert_eq!(listed.and(&Ranges::from_to(3, 8)).ranges(), [(3, 3), (5, 5)]);
        assert_eq!(listed.gaps((2, 10)).ranges(), [(4, 4), (6, 8), (10, 10)]);
        assert_eq!((listed.gaps((1, 3)).ranges(), Ranges::all().gaps((LOWEST, HIGHEST)).len()), (&[][..], 0));
        assert_eq!(listed.and(&Ranges::except(2)).ranges(), [(1, 1), (3, 3), (5, 5), (9, 9)]);
        assert!(listed.contains(9) && !listed.contains(4) && !listed.contains(0) && !listed.contains(10));
        assert_eq!((listed.len(), listed.bounds(), Ranges::all().bounds()), (5, Some((1, 9)), None));
        assert!(Ranges::from_to(2, 3).is_within(&listed) && !Ranges::from_to(3, 5).is_within(&listed));
        assert!(Ranges::from_to(1, 0).is_empty() && Ranges::from_to(1, 0).is_within(&listed));
        assert_eq!(Ranges::except(i64::MIN).ranges(), [(i64::MIN + 1, HIGHEST)]);
    }
}
