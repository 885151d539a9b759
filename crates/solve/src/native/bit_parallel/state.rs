//! A state of the search, and drawing all conclusions from it.

use super::disjunction::LOCKED;
use super::pick::Pick;
use super::program::BitProgram;
use crate::tuning::bit_parallel::{CONSTRAINT_WORDS, COVERED, FIRST_FAILURES, LATE, MOST_NEEDED};

/// A state. `W` is the program's number of words.
#[derive(Clone, Copy, Debug)]
pub(super) struct BitState<const W: usize> {
    /// Literals that may be true.
    pub(super) possible: [u64; W],
    /// Literals that are true; all of them are possible.
    pub(super) assigned: [u64; W],
    /// Constraints that may still force something.
    pub(super) open: [u64; CONSTRAINT_WORDS],
}

/// The state has no solution.
#[derive(Debug)]
pub(super) struct Conflict;

/// A compiled model and the current state.
pub(super) struct BitSearch<'p, const W: usize> {
    pub(super) program: &'p BitProgram,
    pub(super) compatible: &'p [[u64; W]],
    pub(super) state: BitState<W>,
    /// True if the first unfixed variable is branched on; the program is then [in order](BitProgram::is_in_order).
    pub(super) in_order: bool,
    /// Constraints whose literals have become fewer since their last check.
    pub(super) dirty: [u64; CONSTRAINT_WORDS],
    /// Of the constraints checked since, those that are worth a second look for what they exclude.
    pub(super) disjunctive: [u64; CONSTRAINT_WORDS],
    /// The number of failures of each constraint when it was counted, alone or in sets, from [`FIRST_FAILURES`] on; for
    /// programs that [count](BitProgram::counting) only. Each part of the tree that goes to another thread begins anew.
    pub(super) failures: Vec<u32>,
    /// Literals made true and constraints checked.
    pub(super) work: u64,
}

impl<'p, const W: usize> BitSearch<'p, W> {
    pub(super) fn new(program: &'p BitProgram, in_order: bool) -> Self {
        let possible = program.possible[..].try_into().expect("a program of this width");
        BitSearch {
            program,
            compatible: program.compatible.as_chunks().0,
            in_order,
            state: BitState { possible, assigned: [0; W], open: program.open },
            dirty: program.open,
            disjunctive: [0; CONSTRAINT_WORDS],
            failures: vec![FIRST_FAILURES; if program.counting { program.constraints.len() } else { 0 }],
            work: 0,
        }
    }

    /// Makes a literal true.
    ///
    /// Post: if `Ok`, it is true, what it excludes is not possible, and the constraints that it satisfies are closed.
    /// Those that may have lost a literal are dirty, unless the program is swept. If `Err`, nothing has changed.
    #[inline]
    pub(super) fn take(&mut self, literal: usize) -> Result<(), Conflict> {
        let (word, bit) = (literal / 64, 1 << (literal % 64));
        if self.state.possible[word] & bit == 0 {
            return Err(Conflict);
        }
        self.state.assigned[word] |= bit;
        for (possible, compatible) in self.state.possible.iter_mut().zip(&self.compatible[literal]) {
            *possible &= compatible;
        }
        for (open, satisfied) in self.state.open.iter_mut().zip(&self.program.satisfies[literal]) {
            *open &= !satisfied;
        }
        if let Some(touches) = self.program.touches.get(literal) {
            for (dirty, touched) in self.dirty.iter_mut().zip(touches) {
                *dirty |= touched;
            }
        }
        self.work += 1;
        Ok(())
    }

    /// Makes a literal false.
    ///
    /// Post: if `Ok`, it is not possible; if `Err`, nothing has changed.
    pub(super) fn leave(&mut self, literal: usize) -> Result<(), Conflict> {
        if self.state.assigned[literal / 64] >> (literal % 64) & 1 == 1 {
            return Err(Conflict);
        }
        self.remove(literal / 64, 1 << (literal % 64));
        Ok(())
    }

    /// Propagates to the fixpoint, and returns what to branch on.
    ///
    /// Post: no constraint is dirty, also after an error, unless the program is swept. If `Ok`, every open constraint
    /// has more open literals than it still needs.
    pub(super) fn fixpoint(&mut self) -> Result<Pick, Conflict> {
        if self.program.sweeping {
            return self.sweep();
        }
        let fixed = self.conclude();
        if fixed.is_err() {
            self.dirty = [0; CONSTRAINT_WORDS];
            self.disjunctive = [0; CONSTRAINT_WORDS];
        }
        fixed?;
        Ok(self.pick())
    }

    /// Looks at constraints whose literals have become fewer until there is none; at what disjunctive constraints
    /// exclude only when nothing simpler is left to do.
    ///
    /// Post: if `Ok`, no constraint is dirty, and none waits for a look at what it excludes.
    fn conclude(&mut self) -> Result<(), Conflict> {
        let program = self.program;
        loop {
            let mut fixed = false;
            while !fixed {
                fixed = true;
                for sliced in &program.sliced {
                    let end = sliced.open_at + sliced.width;
                    let mut word = sliced.open_at;
                    while word + 1 < end {
                        if self.is_dirty(word) | self.is_dirty(word + 1) {
                            fixed = false;
                            self.slices::<2>(word, sliced)?;
                        }
                        word += 2;
                    }
                    if word < end && self.is_dirty(word) {
                        fixed = false;
                        self.slices::<1>(word, sliced)?;
                    }
                }
                for word in program.listed_at..program.constraint_words {
                    if self.is_dirty(word) {
                        fixed = false;
                        self.listed(word)?;
                    }
                }
            }
            if self.is_late() {
                self.disjunctive = [0; CONSTRAINT_WORDS];
                return Ok(());
            }
            if !self.disjunctions()? {
                return Ok(());
            }
        }
    }

    /// True if so little is left that it takes less time to search it than to look at what disjunctive constraints
    /// exclude.
    pub(super) fn is_late(&self) -> bool {
        if self.program.sliced.is_empty() {
            return false;
        }
        let undecided =
            self.state.possible.iter().zip(&self.state.assigned).map(|(possible, assigned)| possible & !assigned);
        undecided.take(self.program.primary).map(u64::count_ones).sum::<u32>() <= LATE
    }

    /// True if one of 64 constraints has to be checked.
    #[inline]
    fn is_dirty(&mut self, word: usize) -> bool {
        self.dirty[word] &= self.state.open[word];
        self.dirty[word] != 0
    }

    /// Looks at what disjunctive constraints exclude until something is excluded. Returns whether that is so.
    fn disjunctions(&mut self) -> Result<bool, Conflict> {
        let program = self.program;
        for sliced in program.sliced.iter().filter(|sliced| sliced.duplicated) {
            let disjunctive = &mut self.disjunctive[sliced.open_at..sliced.open_at + sliced.width];
            sliced.partitions.filter(&self.state.possible[sliced.at..], disjunctive);
        }
        for word in 0..self.program.constraint_words {
            self.disjunctive[word] &= self.state.open[word];
            while self.disjunctive[word] != 0 {
                let number = 64 * word + self.disjunctive[word].trailing_zeros() as usize;
                self.disjunctive[word] &= self.disjunctive[word] - 1;
                self.work += 1;
                match self.disjunction(number) {
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

    /// The scale or family whose constraints lie in a word, and the word's number within it.
    pub(super) fn scale_of(&self, word: usize) -> (usize, usize) {
        let sliced = &self.program.sliced;
        let number = sliced.iter().rposition(|sliced| sliced.open_at <= word).expect("a word of some scale or family");
        (number, word - sliced[number].open_at)
    }

    /// Looks at 64 listed constraints.
    fn listed(&mut self, word: usize) -> Result<(), Conflict> {
        while self.dirty[word] != 0 {
            self.one_listed(word)?;
            self.dirty[word] &= self.state.open[word];
        }
        Ok(())
    }

    #[inline]
    fn one_listed(&mut self, word: usize) -> Result<(), Conflict> {
        let program = self.program;
        let bit = self.dirty[word].trailing_zeros();
        self.dirty[word] &= self.dirty[word] - 1;
        let number = 64 * word + bit as usize;
        let constraint = &program.constraints[number];
        self.work += 1;
        if constraint.high > 1 {
            return self.counted(number);
        }
        let mut count = 0;
        let mut last = (0, 0);
        for &(word, mask) in program.parts(constraint) {
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
            0 => Err(Conflict),
            1 => self.take(64 * last.0 + last.1.trailing_zeros() as usize),
            _ => {
                self.disjunctive[word] |= 1 << bit;
                Ok(())
            }
        }
    }

    /// Looks at a constraint of which more than one literal may be true.
    ///
    /// Post: if `Ok`, it is closed, or its literals have just become true, or more are possible than it needs.
    fn counted(&mut self, number: usize) -> Result<(), Conflict> {
        let program = self.program;
        let constraint = &program.constraints[number];
        let parts = program.parts(constraint);
        let (mut possible, mut assigned) = (0, 0);
        for &(word, mask) in parts {
            possible += (self.state.possible[word as usize] & mask).count_ones();
            assigned += (self.state.assigned[word as usize] & mask).count_ones();
        }
        if possible < constraint.low || assigned > constraint.high {
            self.count_failure(number);
            return Err(Conflict);
        }
        if possible == assigned || (assigned >= constraint.low && possible <= constraint.high) {
            self.close(number);
        } else if assigned == constraint.high {
            self.close(number);
            for &(word, mask) in parts {
                let word = word as usize;
                self.remove(word, self.state.possible[word] & mask & !self.state.assigned[word]);
            }
        } else if possible == constraint.low {
            for &(word, mask) in parts {
                let mut rest = self.state.possible[word as usize] & mask & !self.state.assigned[word as usize];
                while rest != 0 {
                    // A literal taken may exclude one that is not taken yet: then taking that one fails.
                    self.take(64 * word as usize + rest.trailing_zeros() as usize)?;
                    rest &= rest - 1;
                }
            }
        } else if assigned < constraint.low {
            let needed = constraint.low - assigned;
            if needed <= MOST_NEEDED && possible - assigned <= COVERED * needed {
                self.disjunctive[number / 64] |= 1 << (number % 64);
            }
        }
        Ok(())
    }

    /// A constraint has failed.
    fn count_failure(&mut self, number: usize) {
        if let Some(failures) = self.failures.get_mut(number) {
            *failures = failures.saturating_add(1);
        }
    }

    /// Nothing more can follow from a constraint.
    fn close(&mut self, number: usize) {
        self.state.open[number / 64] &= !(1 << (number % 64));
    }

    /// Makes literals of one word false.
    ///
    /// Pre: none of them is true. Post: neither they nor their duplicates are possible, and their constraints are
    /// dirty.
    pub(super) fn remove(&mut self, word: usize, gone: u64) {
        self.state.possible[word] &= !gone;
        let mut gone = gone;
        while gone != 0 && !self.program.sweeping {
            let literal = 64 * word + gone.trailing_zeros() as usize;
            gone &= gone - 1;
            for (dirty, member) in self.dirty.iter_mut().zip(&self.program.member[literal]) {
                *dirty |= member;
            }
            for copy in &self.program.duplicates[self.program.duplicates_of[literal].clone()] {
                self.state.possible[*copy as usize / 64] &= !(1 << (copy % 64));
            }
        }
    }
}
