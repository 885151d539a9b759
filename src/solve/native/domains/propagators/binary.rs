//! Tables of two columns, such as adjacency: a value stays if a neighbour of it is left on the other side.

use super::super::propagation::Propagation;
use super::super::store::{Conflict, Step};

impl<const W: usize> Propagation<'_, W> {
    /// Keeps the values that are next to some value of `from`.
    pub(in super::super) fn binary(&mut self, from: u32, to: u32, masks_at: usize) -> Step {
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
    fn reach_words(&mut self, from: u32, to: u32, masks: &[u64]) -> Step {
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
