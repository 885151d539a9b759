//! The way back to the memory of a decision level: copies, or a trail of overwritten words.
//!
//! What it does: at each decision the memory is copied whole; or words go on a trail before they are overwritten.
//!
//! Whose idea: a word goes on the trail once per level, marked by a stamp: A. Aggoun, N. Beldiceanu, "Time stamps
//! techniques for the trailed data in constraint logic programming systems", 1990. C. Schulte, "Comparing trailing and
//! copying for constraint programming", 1999, compares the two.
//!
//! How ours differs: both serve the same memory, which is one array of words, so the trail need not know what a word
//! means. Restoring a level leaves it open, with a new stamp.
//!
//! When it runs: copies for memories of up to `tuning::domains::COPIED` words, which take less time than stamps do; a
//! trail for longer ones.

/// The memories of the open decision levels.
pub(super) enum History {
    /// Whole memories, one after the other.
    Copies(Vec<u64>),
    Trail {
        /// Overwritten words.
        entries: Vec<(u32, u64)>,
        /// Length of `entries` at each level.
        limits: Vec<usize>,
        /// When a word was last put on the trail.
        stamps: Vec<u64>,
        /// How often a level was opened, restored or closed.
        now: u64,
    },
}

impl History {
    /// Without levels, for a memory of this many words.
    pub(super) fn new(words: usize, copies: bool) -> Self {
        if copies {
            return History::Copies(Vec::new());
        }
        History::Trail { entries: Vec::new(), limits: Vec::new(), stamps: vec![0; words], now: 0 }
    }

    /// Keeps a word that is about to be overwritten.
    ///
    /// Post: if a level is open, [`backtrack`](Self::backtrack) restores this word, or one kept before it on the level.
    #[inline(always)]
    pub(super) fn overwrites(&mut self, at: usize, word: u64) {
        if let History::Trail { entries, stamps, now, .. } = self
            && stamps[at] != *now
        {
            stamps[at] = *now;
            entries.push((at as u32, word));
        }
    }

    /// Opens a level over this memory.
    pub(super) fn push(&mut self, memory: &[u64]) {
        match self {
            History::Copies(copies) => copies.extend_from_slice(memory),
            History::Trail { entries, limits, now, .. } => {
                limits.push(entries.len());
                *now += 1;
            }
        }
    }

    /// Restores the memory of the last level, which stays open.
    ///
    /// Pre: a level is open, over a memory of this length. Post: the memory is as [`push`](Self::push) found it.
    pub(super) fn backtrack(&mut self, memory: &mut [u64]) {
        match self {
            History::Copies(copies) => {
                let from = copies.len() - memory.len();
                memory.copy_from_slice(&copies[from..]);
            }
            History::Trail { entries, limits, now, .. } => {
                *now += 1;
                for (at, word) in entries.drain(limits[limits.len() - 1]..).rev() {
                    memory[at as usize] = word;
                }
            }
        }
    }

    /// Closes the last level of a memory of this many words.
    pub(super) fn pop(&mut self, words: usize) {
        match self {
            History::Copies(copies) => copies.truncate(copies.len() - words),
            History::Trail { limits, now, .. } => {
                limits.pop();
                *now += 1;
            }
        }
    }

    /// Forgets what was overwritten outside all levels.
    pub(super) fn forget(&mut self) {
        match self {
            History::Copies(copies) => debug_assert!(copies.is_empty()),
            History::Trail { entries, limits, now, .. } => {
                debug_assert!(limits.is_empty());
                entries.clear();
                *now += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::compile::CpProgram;
    use super::super::store::Store;
    use crate::native::settings::Settings;

    #[test]
    fn a_trail_and_copies_lead_back_to_the_same_memory() {
        let mut model = cnfab_model::Model::new();
        for var in 0..20 {
            model.var(format!("x[{var}]"), 0..=90);
        }
        let program = CpProgram::new(&model, Settings::OF_TESTS, true).expect("nothing to refuse");
        let mut stores = [Store::<2>::with_history(&program, true), Store::<2>::with_history(&program, false)];
        let mut rng = fastrand::Rng::with_seed(5);
        let mut marks = 0;
        for _ in 0..20_000 {
            let (action, var, bit) = (rng.u8(..12), rng.u32(..20), rng.u32(..91));
            match action {
                0 => marks += 1,
                2 if marks > 0 => marks -= 1,
                1 | 2 if marks == 0 => continue,
                _ => {}
            }
            for store in &mut stores {
                match action {
                    0 => store.push(),
                    1 => store.backtrack(),
                    2 => store.pop(),
                    3 => store.set_fixed(var),
                    _ if store.size(var) > 1 => store.remove(var, bit).expect("another value is left"),
                    _ => {}
                }
            }
            assert_eq!(stores[0].memory(), stores[1].memory());
        }
    }
}
