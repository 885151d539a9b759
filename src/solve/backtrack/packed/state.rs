//! A state of the search, and drawing all conclusions from it.

use super::program::{GROUP_WORDS, Group, Program};

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

/// What to branch on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pick {
    /// One of the variables of a scale: the number of the scale, and the variable's position on it.
    Variable(u32, u32),
    /// A group.
    Group(u32),
    /// An item that no open group holds.
    Item(u32),
    /// Nothing is open: a solution.
    Done,
}

/// There is no solution in the state.
#[derive(Debug)]
pub(super) struct Failed;

/// A compiled model and the state that is looked at.
pub(super) struct Core<'p, const W: usize> {
    pub(super) program: &'p Program,
    keep: &'p [[u64; W]],
    pub(super) state: State<W>,
    /// Groups whose items have become fewer since they were looked at.
    dirty: [u64; GROUP_WORDS],
    /// Of the groups looked at since, those that are worth a second look for what they exclude.
    tight: [u64; GROUP_WORDS],
    /// Items made true and groups looked at.
    pub(super) work: u64,
    /// Items made true by conclusions.
    pub(super) forced: u64,
}

/// Weighs a group: how many of its items there are for each one that is needed.
const UNIT: u32 = 64;

/// Groups with at most this many open items for each one that they need are made consistent with every other item.
const LOCKED: u32 = 3;

/// Groups that need more than this are not.
const MOST_NEEDED: u32 = 6;

impl<'p, const W: usize> Core<'p, W> {
    pub(super) fn new(program: &'p Program) -> Self {
        let possible = program.possible[..].try_into().expect("a program of this width");
        Core {
            program,
            keep: program.keep.as_chunks().0,
            state: State { possible, sure: [0; W], open: program.open },
            dirty: program.open,
            tight: [0; GROUP_WORDS],
            work: 0,
            forced: 0,
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
        for &(word, bits) in &self.program.satisfies[self.program.satisfies_of[item].clone()] {
            self.state.open[word as usize] &= !bits;
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

    /// Looks at all open groups for the one with the fewest items, and starts again with each single item found. For
    /// exact cover over long words, where a true item touches most groups anyway.
    fn sweep(&mut self) -> Result<Pick, Failed> {
        let program = self.program;
        'again: loop {
            let mut best = Pick::Done;
            let mut least = u32::MAX;
            for word in 0..program.group_words {
                let mut open = self.state.open[word];
                while open != 0 {
                    let number = 64 * word + open.trailing_zeros() as usize;
                    open &= open - 1;
                    self.work += 1;
                    let parts = program.parts(&program.groups[number]);
                    let mut count = 0;
                    for &(word, mask) in parts {
                        count += (self.state.possible[word as usize] & mask).count_ones();
                        if count >= least {
                            break;
                        }
                    }
                    if count < least {
                        if count == 0 {
                            return Err(Failed);
                        }
                        if count == 1 {
                            let left = |&(word, mask): &(u32, u64)| (word, self.state.possible[word as usize] & mask);
                            let (word, bits) =
                                parts.iter().map(left).find(|&(_, bits)| bits != 0).expect("one item is left");
                            self.take(64 * word as usize + bits.trailing_zeros() as usize)?;
                            self.forced += 1;
                            continue 'again;
                        }
                        (best, least) = (Pick::Group(number as u32), count);
                    }
                }
            }
            return Ok(if best == Pick::Done { self.undecided() } else { best });
        }
    }

    /// Looks at groups whose items have become fewer until there is none; at what tight groups exclude only when nothing
    /// simpler is left to do.
    fn conclude(&mut self) -> Result<(), Failed> {
        let program = self.program;
        'again: loop {
            for word in 0..program.group_words {
                self.dirty[word] &= self.state.open[word];
                if self.dirty[word] != 0 {
                    if word < program.listed_at {
                        self.slices(word)?;
                    } else {
                        while self.dirty[word] != 0 {
                            self.listed(word)?;
                            self.dirty[word] &= self.state.open[word];
                        }
                    }
                    continue 'again;
                }
            }
            for word in program.listed_at..program.group_words {
                self.tight[word] &= self.state.open[word];
                if self.tight[word] != 0 {
                    let number = 64 * word + self.tight[word].trailing_zeros() as usize;
                    self.tight[word] &= self.tight[word] - 1;
                    self.work += 1;
                    self.lock(number)?;
                    continue 'again;
                }
            }
            return Ok(());
        }
    }

    /// Looks at 64 variables of a scale.
    fn slices(&mut self, word: usize) -> Result<(), Failed> {
        self.dirty[word] = 0;
        self.work += 1;
        let open = self.state.open[word];
        let (number, offset) = self.scale_of(word);
        let sliced = &self.program.sliced[number];
        let (mut one, mut two) = (0, 0);
        for slice in 0..sliced.slices {
            let bits = self.state.possible[sliced.at + slice * sliced.width + offset];
            two |= one & bits;
            one |= bits;
        }
        if open & !one != 0 {
            return Err(Failed);
        }
        let single = open & !two;
        if single != 0 {
            for slice in 0..sliced.slices {
                let at = sliced.at + slice * sliced.width + offset;
                let mut here = self.state.possible[at] & single;
                while here != 0 {
                    // Of two single values that exclude each other the first takes out the second.
                    self.take(64 * at + here.trailing_zeros() as usize)?;
                    self.forced += 1;
                    here &= here - 1;
                }
            }
        }
        Ok(())
    }

    /// The scale whose variables' groups lie in a word, and the word's number within the scale.
    fn scale_of(&self, word: usize) -> (usize, usize) {
        let sliced = &self.program.sliced;
        let number = sliced.iter().rposition(|sliced| sliced.open_at <= word).expect("a word of some scale");
        (number, word - sliced[number].open_at)
    }

    /// Looks at one of 64 listed groups.
    #[inline]
    fn listed(&mut self, word: usize) -> Result<(), Failed> {
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
            1 => {
                self.forced += 1;
                self.take(64 * last.0 + last.1.trailing_zeros() as usize)
            }
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
                    self.forced += 1;
                    rest &= rest - 1;
                }
            }
        } else if sure < group.low {
            let needed = group.low - sure;
            if needed <= MOST_NEEDED && possible - sure <= LOCKED * needed {
                self.tight[number / 64] |= 1 << (number % 64);
            }
        }
        Ok(())
    }

    /// Nothing more can follow from a group.
    fn close(&mut self, number: usize) {
        self.state.open[number / 64] &= !(1 << (number % 64));
    }

    /// Makes items of one word false.
    fn remove(&mut self, word: usize, gone: u64) {
        self.state.possible[word] &= !gone;
        let mut gone = gone;
        while gone != 0 && !self.program.sweeping {
            let item = 64 * word + gone.trailing_zeros() as usize;
            gone &= gone - 1;
            for (dirty, member) in self.dirty.iter_mut().zip(&self.program.member[item]) {
                *dirty |= member;
            }
        }
    }

    /// So many of the group's open items have to be true: any other item goes that excludes all but fewer of them.
    fn lock(&mut self, number: usize) -> Result<(), Failed> {
        let program = self.program;
        let group = &program.groups[number];
        let sure = |&(word, mask): &(u32, u64)| (self.state.sure[word as usize] & mask).count_ones();
        let sure: u32 = if group.high == 1 { 0 } else { program.parts(group).iter().map(sure).sum() };
        let needed = group.low.saturating_sub(sure) as usize;
        if needed == 0 {
            return Ok(());
        }
        // Items that go with at least 1, 2, ... of the group's.
        if needed == 1 {
            return self.lock_one(group);
        }
        let mut with = [[0; W]; MOST_NEEDED as usize];
        for &(word, mask) in program.parts(group) {
            let mut left = self.state.possible[word as usize] & mask & !self.state.sure[word as usize];
            while left != 0 {
                let item = 64 * word as usize + left.trailing_zeros() as usize;
                left &= left - 1;
                let keep = &self.keep[item];
                for more in (1..needed).rev() {
                    let (fewer, these) = with.split_at_mut(more);
                    for ((these, fewer), keep) in these[0].iter_mut().zip(&fewer[more - 1]).zip(keep) {
                        *these |= fewer & keep;
                    }
                }
                for (with, keep) in with[0].iter_mut().zip(keep) {
                    *with |= keep;
                }
            }
        }
        self.keep_only(&with[needed - 1])
    }

    /// The same where one item is needed.
    fn lock_one(&mut self, group: &Group) -> Result<(), Failed> {
        let mut with = [0; W];
        for &(word, mask) in self.program.parts(group) {
            let mut left = self.state.possible[word as usize] & mask & !self.state.sure[word as usize];
            while left != 0 {
                let item = 64 * word as usize + left.trailing_zeros() as usize;
                left &= left - 1;
                for (with, keep) in with.iter_mut().zip(&self.keep[item]) {
                    *with |= keep;
                }
            }
        }
        self.keep_only(&with)
    }

    fn keep_only(&mut self, kept: &[u64; W]) -> Result<(), Failed> {
        let mut some = 0;
        for (possible, kept) in self.state.possible.iter().zip(kept) {
            some |= possible & !kept;
        }
        if some == 0 {
            return Ok(());
        }
        for (at, kept) in kept.iter().enumerate() {
            let gone = self.state.possible[at] & !kept;
            if gone != 0 {
                if gone & self.state.sure[at] != 0 {
                    return Err(Failed);
                }
                self.remove(at, gone);
            }
        }
        Ok(())
    }

    /// What to branch on when nothing follows any more.
    fn pick(&mut self) -> Pick {
        let program = self.program;
        let mut best = Pick::Done;
        let mut least = u32::MAX;
        for word in 0..program.group_words {
            let mut open = self.state.open[word];
            if open != 0 && word < program.listed_at {
                let (number, offset) = self.scale_of(word);
                let (count, position) = self.smallest(number, offset, open);
                if count * UNIT < least {
                    (best, least) = (Pick::Variable(number as u32, 64 * offset as u32 + position), count * UNIT);
                }
                if count == 2 {
                    return best;
                }
                continue;
            }
            while open != 0 {
                let number = 64 * word + open.trailing_zeros() as usize;
                open &= open - 1;
                self.work += 1;
                let weight = self.weight(&program.groups[number], least);
                if weight < least {
                    (best, least) = (Pick::Group(number as u32), weight);
                }
            }
        }
        if best == Pick::Done { self.undecided() } else { best }
    }

    /// The first item that may be true and need not be.
    fn undecided(&self) -> Pick {
        let undecided = self.state.possible.iter().zip(&self.state.sure).map(|(possible, sure)| possible & !sure);
        match undecided.enumerate().find(|&(_, bits)| bits != 0) {
            Some((word, bits)) => Pick::Item(64 * word as u32 + bits.trailing_zeros()),
            None => Pick::Done,
        }
    }

    /// The first of 64 variables with the fewest values, by their count up to four.
    fn smallest(&self, number: usize, offset: usize, open: u64) -> (u32, u32) {
        let sliced = &self.program.sliced[number];
        let (mut one, mut two, mut three, mut four) = (0, 0, 0, 0);
        for slice in 0..sliced.slices {
            let bits = self.state.possible[sliced.at + slice * sliced.width + offset];
            four |= three & bits;
            three |= two & bits;
            two |= one & bits;
            one |= bits;
        }
        match (open & !three, open & !four) {
            (0, 0) => (4, open.trailing_zeros()),
            (0, three) => (3, three.trailing_zeros()),
            (two, _) => (2, two.trailing_zeros()),
        }
    }

    /// How many items of a group are possible for each one that it still needs, or at least `enough`.
    fn weight(&self, group: &Group, enough: u32) -> u32 {
        let (mut possible, mut sure) = (0, 0);
        for &(word, mask) in self.program.parts(group) {
            possible += (self.state.possible[word as usize] & mask).count_ones();
            if group.high > 1 {
                sure += (self.state.sure[word as usize] & mask).count_ones();
            } else if possible * UNIT >= enough {
                return enough;
            }
        }
        if sure < group.low { UNIT * (possible - sure) / (group.low - sure) } else { u32::MAX }
    }
}
