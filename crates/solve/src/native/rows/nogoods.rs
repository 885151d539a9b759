//! States without a solution, so that none is searched twice.
//!
//! What it does: boards of stars have many ways to the same state: the same stars in the last row, and as many in each
//! column. The table keeps all that the future of a failed state depends on. A state also implies which row is next, by
//! what the columns lack together.
//!
//! Whose idea: B. M. Smith, "Caching search states in permutation problems", CP 2005.
//!
//! How ours differs: the table is bounded: a later entry replaces an earlier one in its slot
//! (`tuning::rows::MOST_BITS`). A state of which a part went to another thread is no entry.
//!
//! When it runs: in front of each row, if columns are counted; otherwise no state is met again.

use super::form::RowForm;
use crate::tuning::rows::{GROWTH_BITS, LEAST_BITS, MOST_BITS};

/// The golden ratio's part of a word, made odd, as for Fibonacci hashing.
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// Mixes words so that the first bits depend on all of them; each has a factor of its own, so that none waits for
/// another.
#[inline]
pub(super) fn mixed<'w>(words: impl Iterator<Item = &'w u64>) -> u64 {
    let mut factor = 1u64;
    words.fold(0, |hash, word| {
        factor = factor.wrapping_mul(GOLDEN);
        hash ^ word.wrapping_mul(factor)
    })
}

/// The table.
pub(super) struct Nogoods<F: RowForm> {
    entries: Vec<F::State>,
    shift: u32,
    /// Entries made before the table grows.
    room: usize,
}

impl<F: RowForm> Nogoods<F> {
    /// An empty table; one without entries, not to be asked, if no state can be met again.
    pub(super) fn new() -> Self {
        let (entries, shift) = if F::COUNTS { Self::empty(LEAST_BITS) } else { (Vec::new(), 0) };
        Nogoods { room: entries.len() / 2, entries, shift }
    }

    fn empty(bits: u32) -> (Vec<F::State>, u32) {
        (vec![F::EMPTY; 1 << bits], u64::BITS - bits)
    }

    #[inline]
    fn place(&self, state: &F::State) -> usize {
        (F::hash(state) >> self.shift) as usize
    }

    /// True if the state has failed, as far as the table still has it.
    ///
    /// Pre: the table has slots, and the state is in front of a row.
    #[inline]
    pub(super) fn holds(&self, state: &F::State) -> bool {
        self.entries[self.place(state)] == *state
    }

    /// Enters a state that has no solution; what was in its slot is gone.
    ///
    /// Pre: as for [`holds`](Self::holds).
    pub(super) fn insert(&mut self, state: &F::State) {
        if self.room == 0 && self.shift > u64::BITS - MOST_BITS {
            let bits = u64::BITS - self.shift + GROWTH_BITS;
            let before = std::mem::take(&mut self.entries);
            (self.entries, self.shift) = Self::empty(bits);
            self.room = self.entries.len() / 2;
            for state in before.iter().filter(|&state| *state != F::EMPTY) {
                let place = self.place(state);
                self.entries[place] = *state;
            }
        }
        self.room = self.room.saturating_sub(1);
        let place = self.place(state);
        self.entries[place] = *state;
    }
}
