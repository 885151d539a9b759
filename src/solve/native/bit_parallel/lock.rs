//! What groups with few open items for each one that they need say of all other items (locked candidates, in puzzlers'
//! words), and of their own, where some of these exclude each other.

use super::super::bits::ones;
use super::program::Group;
use super::state::{Core, Failed};
use crate::solve::native::tuning::bit_parallel::{LOCKED, MOST_NEEDED, MOST_SPARE};

impl<const W: usize> Core<'_, W> {
    /// So many of the group's open items have to be true: any other item goes that excludes all but fewer of them.
    /// Returns whether anything followed.
    pub(super) fn lock(&mut self, number: usize) -> Result<bool, Failed> {
        let program = self.program;
        let group = &program.groups[number];
        let sure = |&(word, mask): &(u32, u64)| (self.state.sure[word as usize] & mask).count_ones();
        let sure: u32 = if group.high == 1 { 0 } else { program.parts(group).iter().map(sure).sum() };
        let needed = group.low.saturating_sub(sure) as usize;
        if needed == 0 {
            return Ok(false);
        }
        if group.high == 1 { self.lock_one(group) } else { self.lock_some(group, needed) }
    }

    /// The same where several items are needed. Of items that all exclude each other at most one can be true, so it is
    /// counted in sets of such items: what is left of the group falls into sets, found greedily, and an item goes that
    /// excludes all of so many sets that too few remain. Nothing follows if there are many sets to spare.
    fn lock_some(&mut self, group: &Group, needed: usize) -> Result<bool, Failed> {
        let mut left = [0; W];
        for &(word, mask) in self.program.parts(group) {
            left[word as usize] = self.state.possible[word as usize] & mask & !self.state.sure[word as usize];
        }
        if self.are_apart(left, needed + MOST_SPARE + 1) {
            return Ok(false);
        }
        // What goes with some item of each set, and the only item of those that have one.
        let mut any = [[0; W]; MOST_NEEDED as usize + MOST_SPARE];
        let mut alone = [None; MOST_NEEDED as usize + MOST_SPARE];
        let mut sets = 0;
        for word in 0..W {
            while left[word] != 0 {
                if sets == needed + MOST_SPARE {
                    return Ok(false);
                }
                let first = 64 * word + left[word].trailing_zeros() as usize;
                left[word] &= left[word] - 1;
                (any[sets], alone[sets]) = self.join(first, &mut left);
                sets += 1;
            }
        }
        let Some(spare) = sets.checked_sub(needed) else { return Err(Failed) };
        let mut followed = false;
        for word in group.reach.clone() {
            // What goes with all sets, with all but one, ...
            let mut with = [u64::MAX; MOST_SPARE + 1];
            for any in &any[..sets] {
                for more in (1..=spare).rev() {
                    with[more] &= with[more - 1] | any[word];
                }
                with[0] &= any[word];
            }
            followed |= self.keep_of(word, with[spare])?;
        }
        if spare == 0 {
            for item in alone.into_iter().flatten() {
                self.take(item)?;
                followed = true;
            }
        }
        Ok(followed)
    }

    /// Whether so many of the items, found greedily, do not exclude each other: no two of them are in one set.
    fn are_apart(&self, mut items: [u64; W], wanted: usize) -> bool {
        let mut found = 0;
        for at in 0..W {
            while items[at] != 0 {
                found += 1;
                if found == wanted {
                    return true;
                }
                let bit = items[at].trailing_zeros() as usize;
                items[at] &= items[at] - 1;
                for (items, keep) in items.iter_mut().zip(&self.keep[64 * at + bit]) {
                    *items &= keep;
                }
            }
        }
        false
    }

    /// Takes items out of `left` that exclude `first` and each other. Returns what goes with `first` or one of them, and
    /// `first` if there is none.
    #[inline]
    fn join(&self, first: usize, left: &mut [u64; W]) -> ([u64; W], Option<usize>) {
        let mut any = self.keep[first];
        let mut joining = *left;
        let mut alone = Some(first);
        for (joining, keep) in joining.iter_mut().zip(&any) {
            *joining &= !keep;
        }
        for at in first / 64..W {
            while joining[at] != 0 {
                let item = 64 * at + joining[at].trailing_zeros() as usize;
                left[at] &= !(1 << (item % 64));
                alone = None;
                let keep = &self.keep[item];
                for word in 0..W {
                    joining[word] &= !keep[word];
                    any[word] |= keep[word];
                }
                joining[at] &= !(1 << (item % 64));
            }
        }
        (any, alone)
    }

    /// The same where one item is needed; nothing if more are open than are looked at.
    fn lock_one(&mut self, group: &Group) -> Result<bool, Failed> {
        let mut items = [usize::MAX; LOCKED as usize];
        let mut count = 0;
        for &(word, mask) in self.program.parts(group) {
            for bit in ones(self.state.possible[word as usize] & mask) {
                let Some(item) = items.get_mut(count) else { return Ok(false) };
                *item = (64 * word + bit) as usize;
                count += 1;
            }
        }
        let Some(&last) = items[..count].last() else { return Err(Failed) };
        items[count..].fill(last);
        let reach = group.reach.clone();
        let kept = |number: usize| &self.keep[items[number]][reach.clone()];
        let (a, b, c) = (kept(0), kept(1), kept(2));
        let mut gone = 0;
        for (((possible, a), b), c) in self.state.possible[reach.clone()].iter().zip(a).zip(b).zip(c) {
            gone |= possible & !(a | b | c);
        }
        if gone == 0 {
            return Ok(false);
        }
        for (((word, a), b), c) in reach.zip(a).zip(b).zip(c) {
            self.keep_of(word, a | b | c)?;
        }
        Ok(true)
    }

    /// Keeps only such items of a word. Returns whether some went.
    fn keep_of(&mut self, word: usize, kept: u64) -> Result<bool, Failed> {
        let gone = self.state.possible[word] & !kept;
        if gone == 0 {
            return Ok(false);
        }
        if gone & self.state.sure[word] != 0 {
            return Err(Failed);
        }
        self.remove(word, gone);
        Ok(true)
    }
}
