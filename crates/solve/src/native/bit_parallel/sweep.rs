//! Exact cover over long words: the smallest constraint is found by one sweep over all.
//!
//! What it does: all open constraints are counted; the first with a single literal forces it, and the sweep starts
//! again. So propagation and the choice of what to branch on are one loop.
//!
//! Whose idea: the smallest constraint: S. Golomb, L. Baumert, "Backtrack Programming", 1965; D. E. Knuth, "Dancing
//! Links", 2000.
//!
//! How ours differs: no sizes are kept that decisions would have to update; a count ends as soon as it is no longer the
//! least.
//!
//! When it runs: in place of a fixpoint for each decision, in programs of `tuning::bit_parallel::SWEEPING` words and
//! more whose constraints need one literal each and are not sliced.

use super::pick::Pick;
use super::state::{BitSearch, Conflict};
use crate::tuning::bit_parallel::TOGETHER;

impl<const W: usize> BitSearch<'_, W> {
    /// Looks at all open constraints for the one with the fewest literals, and starts again with each single literal
    /// found. For exact cover over long words, where a true literal touches most constraints anyway.
    ///
    /// Post: if `Ok`, every open constraint has two literals or more, and what is returned is to be branched on.
    pub(super) fn sweep(&mut self) -> Result<Pick, Conflict> {
        let program = self.program;
        'again: loop {
            let mut best = Pick::Done;
            let mut least = u32::MAX;
            for word in 0..program.constraint_words {
                let mut open = self.state.open[word];
                while open != 0 {
                    let number = 64 * word + open.trailing_zeros() as usize;
                    open &= open - 1;
                    self.work += 1;
                    let parts = program.parts(&program.constraints[number]);
                    let left = |parts: &[(u32, u64)]| -> u32 {
                        let left = |&(word, mask): &(u32, u64)| self.state.possible[word as usize] & mask;
                        parts.iter().map(|part| left(part).count_ones()).sum()
                    };
                    let (chunks, rest) = parts.as_chunks::<TOGETHER>();
                    let mut count = 0;
                    for chunk in chunks {
                        count += left(chunk);
                        if count >= least {
                            break;
                        }
                    }
                    if count < least {
                        count += left(rest);
                    }
                    if count < least {
                        if count == 0 {
                            return Err(Conflict);
                        }
                        if count == 1 {
                            let left = |&(word, mask): &(u32, u64)| (word, self.state.possible[word as usize] & mask);
                            let (word, bits) =
                                parts.iter().map(left).find(|&(_, bits)| bits != 0).expect("one literal is left");
                            self.take(64 * word as usize + bits.trailing_zeros() as usize)?;
                            continue 'again;
                        }
                        (best, least) = (Pick::Bounded(number as u32), count);
                    }
                }
            }
            return Ok(if best == Pick::Done { self.undecided() } else { best });
        }
    }
}
