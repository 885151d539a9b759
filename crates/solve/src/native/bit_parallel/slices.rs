//! Bit-sliced constraints: 64 or 128 exactly-one constraints are propagated in one pass over their slices.
//!
//! What it does: bit `i` of slice `j` says whether literal `j` of constraint `i` may be true. Two words count the
//! literals of all constraints at once: has one, has two. A constraint without any is a conflict; one with a single
//! literal forces it.
//!
//! Whose idea: bit-slicing: E. Biham, "A Fast New DES Implementation in Software", 1997; in programs for Sudoku it is
//! folklore.
//!
//! How ours differs: families of constraints are found in the model (`layout`, `duplicates`), whatever it describes.
//!
//! When it runs: on constraints that have lost a literal, before those that are listed one by one.

use super::super::bits::ones;
use super::program::Sliced;
use super::state::{BitSearch, Conflict};

impl<const W: usize> BitSearch<'_, W> {
    /// Looks at `N` times 64 constraints of a scale or a family.
    ///
    /// Pre: the words are of this scale or family. Post: none of them is dirty but by literals taken here; if `Ok`,
    /// each open one had a literal, and single ones are true.
    #[inline]
    pub(super) fn slices<const N: usize>(&mut self, word: usize, sliced: &Sliced) -> Result<(), Conflict> {
        let (mut dirty, mut open) = ([0; N], [0; N]);
        for i in 0..N {
            dirty[i] = std::mem::take(&mut self.dirty[word + i]);
            open[i] = self.state.open[word + i];
        }
        self.work += 1;
        let first = sliced.at + word - sliced.open_at;
        let size = sliced.slices * sliced.width;
        let [one, two]: [[u64; N]; 2] = if sliced.width == N {
            how_many(self.state.possible[first..first + size].as_chunks().0.iter())
        } else {
            let slices = self.state.possible[sliced.at..sliced.at + size].chunks_exact(sliced.width);
            how_many(slices.filter_map(|slice| slice[first - sliced.at..].first_chunk()))
        };
        for i in 0..N {
            if open[i] & !one[i] != 0 {
                return Err(Conflict);
            }
            if sliced.duplicated {
                self.disjunctive[word + i] |= dirty[i] & open[i];
            }
            for bit in ones(open[i] & !two[i]) {
                let mut at = first + i;
                while self.state.possible[at] >> bit & 1 == 0 {
                    at += sliced.width;
                    if at >= first + size {
                        // Of two single literals that exclude each other the first has taken out the second.
                        return Err(Conflict);
                    }
                }
                self.take(self.program.literal_of[64 * at + bit as usize] as usize)?;
            }
        }
        Ok(())
    }
}

/// The constraints with at least one literal and those with at least two, of `N` times 64 constraints given slice by
/// slice.
#[inline]
fn how_many<'s, const N: usize>(slices: impl Iterator<Item = &'s [u64; N]>) -> [[u64; N]; 2] {
    let (mut one, mut two) = ([0; N], [0; N]);
    for bits in slices {
        for i in 0..N {
            two[i] |= one[i] & bits[i];
            one[i] |= bits[i];
        }
    }
    [one, two]
}
