//! A state of the search, and drawing all conclusions from it.

use super::pick::Pick;
use super::program::{GROUP_WORDS, Program};
use crate::solve::native::tuning::bit_parallel::{COVERED, FIRST_FAILURES, LATE, LOCKED, MOST_NEEDED};

/// A state. `W` is the program's number of words.
#[derive(Clone, Copy, Debug)]
pub(super) struct State<const W: usize> {
    /// Items that may be true.
    pub(super) possible: [u64; W],
    /// Items that are true; all of them are possible.
    pub(super) sure: [u64; W],
    /// Groups that may still force something.
    pub(super) open: [u64; GROUP_WORDS],
}

/// There is no solution in the state.
#[derive(Debug)]
pub(super) struct Failed;

/// A compiled model and the state that is looked at.
pub(super) struct Core<'p, const W: usize> {
    pub(super) program: &'p Program,
    pub(super) keep: &'p [[u64; W]],
    pub(super) state: State<W>,
    /// Whether the first open variable is branched on; the program is then [in order](Program::is_in_order).
    pub(super) in_order: bool,
    /// Groups whose items have become fewer since they were looked at.
    pub(super) dirty: [u64; GROUP_WORDS],
    /// Of the groups looked at since, those that are worth a second look for what they exclude.
    pub(super) tight: [u64; GROUP_WORDS],
    /// How often each group failed when it was counted, alone or in sets, from [`FIRST_FAILURES`] on; for programs that
    /// [count](Program::counting) only. Each part of the tree that goes to another thread begins anew.
    pub(super) failures: Vec<u32>,
    /// The true items of the solution written last.
    pub(super) told: [u64; W],
    /// Items made true and groups looked at.
    pub(super) work: u64,
}

impl<'p, const W: usize> Core<'p, W> {
    pub(super) fn new(program: &'p Program, in_order: bool) -> Self {
        let possible = program.possible[..].try_into().expect("a program of this width");
        Core {
            program,
            keep: program.keep.as_chunks().0,
            in_order,
            state: State { possible, sure: [0; W], open: program.open },
            dirty: program.open,
            tight: [0; GROUP_WORDS],
            failures: vec![FIRST_FAILURES; if program.counting { program.groups.len() } else { 0 }],
            told: [0; W],
            work: 0,
        }
    }

    /// Makes an item true.
    #[inline]
    pub(super) fn take(&mut self, item: usize) -> Result<(), Failed> {
        let (word, bit) = (item / 64, 1 << (item % 64));
        if self.state.possible[word] & bit == 0 {
            return Err(Failed);
        }
        self.state.sure[word] |= bit;
        for (possible, keep) in self.state.possible.iter_mut().zip(&self.keep[item]) {
            *possible &= keep;
        }
        for (open, satisfied) in self.state.open.iter_mut().zip(&self.program.satisfies[item]) {
            *open &= !satisfied;
        }
        if let Some(touches) = self.program.touches.get(item) {
            for (dirty, touched) in self.dirty.iter_mut().zip(touches) {
                *dirty |= touched;
            }
        }
        self.work += 1;
        Ok(())
    }

    /// Makes an item false.
    pub(super) fn leave(&mut self, item: usize) -> Result<(), Failed> {
        if self.state.sure[item / 64] >> (item % 64) & 1 == 1 {
            return Err(Failed);
        }
        self.remove(item / 64, 1 << (item % 64));
        Ok(())
    }

    /// Draws all conclusions, and says what to branch on.
    pub(super) fn settle(&mut self) -> Result<Pick, Failed> {
        if self.program.sweeping {
            return self.sweep();
        }
        let settled = self.conclude();
        if settled.is_err() {
            self.dirty = [0; GROUP_WORDS];
            self.tight = [0; GROUP_WORDS];
        }
        settled?;
        Ok(self.pick())
    }

    /// Looks at groups whose items have become fewer until there is none; at what tight groups exclude only when nothing
    /// simpler is left to do.
    fn conclude(&mut self) -> Result<(), Failed> {
        let program = self.program;
        loop {
            let mut settled = false;
            while !settled {
                settled = true;
                for sliced in &program.sliced {
                    let end = sliced.open_at + sliced.width;
                    let mut word = sliced.open_at;
                    while word + 1 < end {
                        if self.is_dirty(word) | self.is_dirty(word + 1) {
                            settled = false;
                            self.slices::<2>(word, sliced)?;
                        }
                        word += 2;
                    }
                    if word < end && self.is_dirty(word) {
                        settled = false;
                        self.slices::<1>(word, sliced)?;
                    }
                }
                for word in program.listed_at..program.group_words {
                    if self.is_dirty(word) {
                        settled = false;
                        self.listed(word)?;
                    }
                }
            }
            if self.is_late() {
                self.tight = [0; GROUP_WORDS];
                return Ok(());
            }
            if !self.lock_tight()? {
                return Ok(());
            }
        }
    }

    /// Whether so little is left that it takes less time to search it than to look at what tight groups exclude.
    pub(super) fn is_late(&self) -> bool {
        if self.program.sliced.is_empty() {
            return false;
        }
        let undecided = self.state.possible.iter().zip(&self.state.sure).map(|(possible, sure)| possible & !sure);
        undecided.take(self.program.primary).map(u64::count_ones).sum::<u32>() <= LATE
    }

    /// Whether one of 64 groups has to be looked at.
    #[inline]
    fn is_dirty(&mut self, word: usize) -> bool {
        self.dirty[word] &= self.state.open[word];
        self.dirty[word] != 0
    }

    /// Looks at what tight groups exclude until something is excluded. Returns whether that is so.
    fn lock_tight(&mut self) -> Result<bool, Failed> {
        let program = self.program;
        for sliced in program.sliced.iter().filter(|sliced| sliced.copied) {
            let tight = &mut self.tight[sliced.open_at..sliced.open_at + sliced.width];
            sliced.locks.sift(&self.state.possible[sliced.at..], tight);
        }
        for word in 0..self.program.group_words {
            self.tight[word] &= self.state.open[word];
            while self.tight[word] != 0 {
                let number = 64 * word + self.tight[word].trailing_zeros() as usize;
                self.tight[word] &= self.tight[word] - 1;
                self.work += 1;
                match self.lock(number) {
                    Ok(false) => {}
                    Ok(true) => return Ok(true),
                    Err(failed) => {
                        self.count_failure(number);
                        return Err(failed);
                    }
                }
            }
        }
        Ok(false)
    }

    /// The scale or family whose groups lie in a word, and the word's number within it.
    pub(super) fn scale_of(&self, word: usize) -> (usize, usize) {
        let sliced = &self.program.sliced;
        let number = sliced.iter().rposition(|sliced| sliced.open_at <= word).expect("a word of some scale or family");
        (number, word - sliced[number].open_at)
    }

    /// Looks at 64 listed groups.
    fn listed(&mut self, word: usize) -> Result<(), Failed> {
        while self.dirty[word] != 0 {
            self.one_listed(word)?;
            self.dirty[word] &= self.state.open[word];
        }
        Ok(())
    }

    #[inline]
    fn one_listed(&mut self, word: usize) -> Result<(), Failed> {
        let program = self.program;
        let bit = self.dirty[word].trailing_zeros();
        self.dirty[word] &= self.dirty[word] - 1;
        let number = 64 * word + bit as usize;
        let group = &program.groups[number];
        self.work += 1;
        if group.high > 1 {
            return self.counted(number);
        }
        let mut count = 0;
        let mut last = (0, 0);
        for &(word, mask) in program.parts(group) {
            let bits = self.state.possible[word as usize] & mask;
            if bits != 0 {
                count += bits.count_ones();
                last = (word as usize, bits);
                if count > LOCKED {
                    return Ok(());
                }
            }
        }
        match count {
            0 => Err(Failed),
            1 => self.take(64 * last.0 + last.1.trailing_zeros() as usize),
            _ => {
                self.tight[word] |= 1 << bit;
                Ok(())
            }
        }
    }

    /// Looks at a group of which more than one item may be true.
    fn counted(&mut self, number: usize) -> Result<(), Failed> {
        let program = self.program;
        let group = &program.groups[number];
        let parts = program.parts(group);
        let (mut possible, mut sure) = (0, 0);
        for &(word, mask) in parts {
            possible += (self.state.possible[word as usize] & mask).count_ones();
            sure += (self.state.sure[word as usize] & mask).count_ones();
        }
        if possible < group.low || sure > group.high {
            self.count_failure(number);
            return Err(Failed);
        }
        if possible == sure || (sure >= group.low && possible <= group.high) {
            self.close(number);
        } else if sure == group.high {
            self.close(number);
            for &(word, mask) in parts {
                let word = word as usize;
                self.remove(word, self.state.possible[word] & mask & !self.state.sure[word]);
            }
        } else if possible == group.low {
            for &(word, mask) in parts {
                let mut rest = self.state.possible[word as usize] & mask & !self.state.sure[word as usize];
                while rest != 0 {
                    // What is taken may exclude what is not yet: then the taking fails.
                    self.take(64 * word as usize + rest.trailing_zeros() as usize)?;
                    rest &= rest - 1;
                }
            }
        } else if sure < group.low {
            let needed = group.low - sure;
            if needed <= MOST_NEEDED && possible - sure <= COVERED * needed {
                self.tight[number / 64] |= 1 << (number % 64);
            }
        }
        Ok(())
    }

    /// A group has failed.
    fn count_failure(&mut self, number: usize) {
        if let Some(failures) = self.failures.get_mut(number) {
            *failures = failures.saturating_add(1);
        }
    }

    /// Nothing more can follow from a group.
    fn close(&mut self, number: usize) {
        self.state.open[number / 64] &= !(1 << (number % 64));
    }

    /// Makes items of one word false.
    pub(super) fn remove(&mut self, word: usize, gone: u64) {
        self.state.possible[word] &= !gone;
        let mut gone = gone;
        while gone != 0 && !self.program.sweeping {
            let item = 64 * word + gone.trailing_zeros() as usize;
            gone &= gone - 1;
            for (dirty, member) in self.dirty.iter_mut().zip(&self.program.member[item]) {
                *dirty |= member;
            }
            for copy in &self.program.copies[self.program.copies_of[item].clone()] {
                self.state.possible[*copy as usize / 64] &= !(1 << (copy % 64));
            }
        }
    }
}
