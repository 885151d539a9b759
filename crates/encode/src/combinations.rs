//! Subsets of a given size, one after the other and without allocation.

/// The number of subsets of that size; the largest number if it is larger.
pub(super) fn subsets(n: usize, size: usize) -> u128 {
    let Some(others) = n.checked_sub(size) else { return 0 };
    let size = size.min(others);
    let mut count: u128 = 1;
    for i in 0..size {
        let Some(product) = count.checked_mul((n - i) as u128) else { return u128::MAX };
        count = product / (i as u128 + 1);
    }
    count
}

/// The subsets of the numbers below n, in lexicographic order, in one buffer.
pub(super) struct Combinations {
    n: usize,
    chosen: Vec<usize>,
    is_first: bool,
}

impl Combinations {
    /// All of that size.
    pub(super) fn new(n: usize, size: usize) -> Self {
        Combinations { n, chosen: (0..size).collect(), is_first: true }
    }

    /// The next one, until there is none.
    pub(super) fn next(&mut self) -> Option<&[usize]> {
        let size = self.chosen.len();
        if size > self.n {
            return None;
        }
        if !std::mem::take(&mut self.is_first) {
            let place = (0..size).rev().find(|&place| self.chosen[place] + size - place < self.n)?;
            let first = self.chosen[place] + 1;
            self.chosen[place..].iter_mut().zip(first..).for_each(|(position, next)| *position = next);
        }
        Some(&self.chosen)
    }
}
