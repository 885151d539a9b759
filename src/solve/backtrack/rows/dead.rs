//! States without a solution, so that none is searched twice.
//!
//! Boards of stars have many ways to the same state: the same stars in the last row, and as many in each column. Of a state
//! that was searched to its end without a solution, all that its future depends on is kept, in a table of fixed size in which
//! a later entry replaces an earlier one. As in: Barbara M. Smith, "Caching search states in permutation problems" (2005).

/// Binary logarithm of the number of entries for small plans.
const LEAST_BITS: u32 = 10;

/// The same for large ones.
const MOST_BITS: u32 = 15;

/// What the future of a state depends on: the items that are possible, and what counted groups lack. It says also
/// which row is next: the next one has possible items, and those before have none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key<const W: usize, const K: usize> {
    pub(super) possible: [u64; W],
    pub(super) lacks: [u64; K],
}

/// The table.
#[derive(Clone, Debug)]
pub(super) struct Dead<const W: usize, const K: usize> {
    entries: Vec<Key<W, K>>,
    shift: u32,
}

impl<const W: usize, const K: usize> Dead<W, K> {
    /// An empty table for so many items to choose.
    pub(super) fn new(slots: usize) -> Self {
        let bits = (slots as u32).clamp(LEAST_BITS, MOST_BITS);
        // Nothing is possible in an entry that is not in use.
        Dead { entries: vec![Key { possible: [0; W], lacks: [0; K] }; 1 << bits], shift: u64::BITS - bits }
    }

    #[inline]
    fn place(&self, key: &Key<W, K>) -> usize {
        let words = key.possible.iter().chain(&key.lacks);
        // The golden ratio's part of a word, made odd, as for Fibonacci hashing.
        let mixed = words.fold(0u64, |hash, word| (hash.rotate_left(23) ^ *word).wrapping_mul(0x9E37_79B9_7F4A_7C15));
        (mixed >> self.shift) as usize
    }

    #[inline]
    pub(super) fn holds(&self, key: &Key<W, K>) -> bool {
        self.entries[self.place(key)] == *key
    }

    pub(super) fn insert(&mut self, key: Key<W, K>) {
        let place = self.place(&key);
        self.entries[place] = key;
    }
}
