//! Tables of two columns, such as adjacency, to arc consistency: a value stays if it has a support.
//!
//! What it does: each value of one variable has a mask of the values of the other one that it goes with. The other one
//! keeps the union of the masks of all values that are left. The walk over these values ends as soon as the union has
//! all of its domain.
//!
//! Whose idea: revision in one direction at a time: A. Mackworth, "Consistency in Networks of Relations", 1977; by
//! words: C. Lecoutre, J. Vion, "Enforcing Arc Consistency using Bitwise Operations", 2008.
//!
//! How ours differs: they look for a support of each value in the other domain, and remember where it was. Ours unites
//! supports and remembers nothing.
//!
//! When it runs: among the first propagators, away from a domain that has changed. Below `propagate=full` it waits
//! until at most one of the two variables is unfixed.

use super::super::propagation::Propagation;
use super::super::store::{Conflict, DomainStep};

impl<const W: usize> Propagation<'_, W> {
    /// Keeps the values that are next to some value of `from`.
    ///
    /// Post: if `Ok`, `to` has just the values of before with a support in `from`; running it again at once, in either
    /// direction, changes nothing that this one has dropped.
    pub(in super::super) fn binary(&mut self, from: u32, to: u32, masks_at: usize) -> DomainStep {
        let program = self.program;
        let width = self.store.width(to);
        if W == 1 {
            let wanted = self.store.word(to);
            let (mut left, mut union) = (self.store.word(from), 0);
            while left != 0 {
                union |= program.masks[masks_at + left.trailing_zeros() as usize];
                if wanted & !union == 0 {
                    return Ok(());
                }
                left &= left - 1;
            }
            return self.store.keep(to, union);
        }
        if W > 1 {
            return self.reach_words(from, to, &program.masks[masks_at..]);
        }
        self.scratch.clear();
        self.scratch.resize(width, 0);
        for (number, &word) in self.store.domain(from).iter().enumerate() {
            let mut left = word;
            while left != 0 {
                let bit = 64 * number + left.trailing_zeros() as usize;
                let mut missing = 0;
                let mask = &program.masks[masks_at + bit * width..][..width];
                for ((union, &mask), &wanted) in self.scratch.iter_mut().zip(mask).zip(self.store.domain(to)) {
                    *union |= mask;
                    missing |= wanted & !*union;
                }
                if missing == 0 {
                    return Ok(());
                }
                left &= left - 1;
            }
        }
        let mut some = false;
        for word in 0..width {
            some |= self.store.keep_word(to, word, self.scratch[word]);
        }
        if some { Ok(()) } else { Err(Conflict) }
    }

    /// The same for domains of a known number of words.
    ///
    /// Pre: `W` is not 0. Post: as for [`binary`](Self::binary).
    fn reach_words(&mut self, from: u32, to: u32, masks: &[u64]) -> DomainStep {
        let (left, mut missing, mut union) = (self.store.words(from), self.store.words(to), [0; W]);
        for (number, mut left) in left.into_iter().enumerate() {
            while left != 0 {
                let at = W * (64 * number + left.trailing_zeros() as usize);
                let mask = &masks[at..at + W];
                let mut some = 0;
                for word in 0..W {
                    union[word] |= mask[word];
                    missing[word] &= !mask[word];
                    some |= missing[word];
                }
                if some == 0 {
                    return Ok(());
                }
                left &= left - 1;
            }
        }
        self.store.keep_all(to, &union)
    }
}
