//! The propagation queue: a set of small numbers of which the lowest comes out first.
//!
//! One bit for each number. The first 64 are at hand; a word marks the spans of the others in which some may be. So a
//! large set is found empty without a pass over it.

/// A set of the numbers below some length.
#[derive(Debug, Default)]
pub(super) struct PropagationQueue {
    first: u64,
    /// Numbers from 64 on.
    rest: Vec<u64>,
    /// Stretches of these that have members; longer ones than a word may have lost them.
    some: u64,
    /// A stretch has two to the power of this many words.
    stretch: u32,
}

impl PropagationQueue {
    /// An empty set of numbers below `len`.
    pub(super) fn new(len: usize) -> Self {
        let words = len.div_ceil(64).saturating_sub(1);
        let stretch = words.div_ceil(64).next_power_of_two().trailing_zeros();
        PropagationQueue { first: 0, rest: vec![0; words], some: 0, stretch }
    }

    /// Adds a number; returns whether it is new.
    #[inline]
    pub(super) fn add(&mut self, number: u32) -> bool {
        let bit = 1 << (number % 64);
        let word = match (number as usize / 64).checked_sub(1) {
            None => &mut self.first,
            Some(at) => {
                self.some |= 1 << (at >> self.stretch);
                &mut self.rest[at]
            }
        };
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    /// Adds some of the first 64 numbers.
    #[inline]
    pub(super) fn add_first(&mut self, numbers: u64) {
        self.first |= numbers;
    }

    /// Takes the lowest number out.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<u32> {
        let lowest = self.first.trailing_zeros();
        if self.first != 0 {
            self.first &= self.first - 1;
            return Some(lowest);
        }
        if self.some == 0 {
            return None;
        }
        if self.stretch > 0 {
            return self.pop_in_stretch();
        }
        let at = self.some.trailing_zeros() as usize;
        let word = self.rest[at];
        let left = word & word.wrapping_sub(1);
        self.rest[at] = left;
        self.some ^= u64::from(left == 0) << at;
        Some(64 * (at as u32 + 1) + word.trailing_zeros())
    }

    #[inline(never)]
    fn pop_in_stretch(&mut self) -> Option<u32> {
        while self.some != 0 {
            let from = (self.some.trailing_zeros() as usize) << self.stretch;
            let to = (from + (1 << self.stretch)).min(self.rest.len());
            for at in from..to {
                let word = self.rest[at];
                if word != 0 {
                    self.rest[at] = word & (word - 1);
                    return Some(64 * (at as u32 + 1) + word.trailing_zeros());
                }
            }
            self.some &= self.some - 1;
        }
        None
    }

    /// Takes all numbers out.
    pub(super) fn clear(&mut self) {
        while self.pop().is_some() {}
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_lowest_number_comes_out_first() {
        let mut random = fastrand::Rng::with_seed(5);
        for len in [1, 64, 65, 4096, 4097, 20_000] {
            let (mut queue, mut expected) = (PropagationQueue::new(len as usize), BTreeSet::new());
            for _ in 0..2000 {
                if random.u32(..3) > 0 {
                    let number = random.u32(..len);
                    assert_eq!(queue.add(number), expected.insert(number));
                } else {
                    assert_eq!(queue.pop(), expected.pop_first());
                }
            }
            queue.clear();
            assert_eq!(queue.pop(), None);
        }
        let mut queue = PropagationQueue::new(70);
        queue.add(66);
        queue.add_first(0b1010);
        assert_eq!([queue.pop(), queue.pop(), queue.pop(), queue.pop()], [Some(1), Some(3), Some(66), None]);
    }
}
