//! Constructive disjunction (puzzlers' locked candidates): what every choice that satisfies a nearly decided constraint
//! excludes.
//!
//! What it does: where one literal is needed and few are open, literals that exclude all of these are removed. Where
//! several are needed, the open literals are covered by sets of which at most one can be true each. A literal is
//! removed if the sets that it does not exclude are too few.
//!
//! Whose idea: P. Van Hentenryck, V. Saraswat, Y. Deville, "Design, Implementation, and Evaluation of the Constraint
//! Language cc(FD)", 1998; J. Würtz, T. Müller, "Constructive Disjunction Revisited", 1996. The cover is the colouring
//! bound of clique search: E. Tomita, T. Seki, "An Efficient Branch-and-Bound Algorithm for Finding a Maximum Clique",
//! 2003.
//!
//! How ours differs: no choice is propagated; the masks of its literals say what it excludes at once.
//!
//! When it runs: when nothing simpler follows, on constraints that have lost a literal and are nearly decided
//! (`LOCKED`, `tuning::bit_parallel::COVERED`). Programs with slices leave it out where little is left to search
//! (`LATE`).

use super::super::bits::ones;
use super::program::Bounded;
use super::state::{BitSearch, Conflict};
use crate::tuning::bit_parallel::{MOST_NEEDED, MOST_SPARE};

/// Exactly-one constraints with more unassigned literals are not propagated by constructive disjunction: three are
/// what `disjunction_of_one` compares.
pub(super) const LOCKED: u32 = 3;

impl<const W: usize> BitSearch<'_, W> {
    /// Removes every literal that excludes too many of the constraint's open literals. Returns whether anything
    /// followed.
    ///
    /// Pre: no constraint is dirty. Post: if `Ok(false)`, the state is unchanged; if `Ok(true)`, the constraints that
    /// have lost a literal are dirty.
    pub(super) fn disjunction(&mut self, number: usize) -> Result<bool, Conflict> {
        let program = self.program;
        let constraint = &program.constraints[number];
        let assigned = |&(word, mask): &(u32, u64)| (self.state.assigned[word as usize] & mask).count_ones();
        let assigned: u32 = if constraint.high == 1 { 0 } else { program.parts(constraint).iter().map(assigned).sum() };
        let needed = constraint.low.saturating_sub(assigned) as usize;
        if needed == 0 {
            return Ok(false);
        }
        if constraint.high == 1 {
            self.disjunction_of_one(constraint)
        } else {
            self.disjunction_of_some(constraint, needed)
        }
    }

    /// The same where several literals are needed. Of literals that all exclude each other at most one can be true, so
    /// the bound is counted in sets of such literals. The open literals of the constraint fall into sets, found
    /// greedily, and a literal is removed if the sets that it does not exclude are too few. Nothing follows if there
    /// are many sets to spare.
    fn disjunction_of_some(&mut self, constraint: &Bounded, needed: usize) -> Result<bool, Conflict> {
        let mut left = [0; W];
        for &(word, mask) in self.program.parts(constraint) {
            left[word as usize] = self.state.possible[word as usize] & mask & !self.state.assigned[word as usize];
        }
        if self.are_apart(left, needed + MOST_SPARE + 1) {
            return Ok(false);
        }
        // What goes with some literal of each set, and the only literal of those that have one.
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
        let Some(spare) = sets.checked_sub(needed) else { return Err(Conflict) };
        let mut followed = false;
        for word in constraint.reach.clone() {
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
            for literal in alone.into_iter().flatten() {
                self.take(literal)?;
                followed = true;
            }
        }
        Ok(followed)
    }

    /// True if `wanted` of the literals, found greedily, do not exclude each other: no two of them are in one set.
    fn are_apart(&self, mut literals: [u64; W], wanted: usize) -> bool {
        let mut found = 0;
        for at in 0..W {
            while literals[at] != 0 {
                found += 1;
                if found == wanted {
                    return true;
                }
                let bit = literals[at].trailing_zeros() as usize;
                literals[at] &= literals[at] - 1;
                for (literals, compatible) in literals.iter_mut().zip(&self.compatible[64 * at + bit]) {
                    *literals &= compatible;
                }
            }
        }
        false
    }

    /// Takes literals out of `left` that exclude `first` and each other. Returns what goes with `first` or one of them,
    /// and `first` if there is none.
    ///
    /// Pre: `first` is not in `left`, and no word of `left` before its own has any literal.
    #[inline]
    fn join(&self, first: usize, left: &mut [u64; W]) -> ([u64; W], Option<usize>) {
        let mut any = self.compatible[first];
        let mut joining = *left;
        let mut alone = Some(first);
        for (joining, compatible) in joining.iter_mut().zip(&any) {
            *joining &= !compatible;
        }
        for at in first / 64..W {
            while joining[at] != 0 {
                let literal = 64 * at + joining[at].trailing_zeros() as usize;
                left[at] &= !(1 << (literal % 64));
                alone = None;
                let compatible = &self.compatible[literal];
                for word in 0..W {
                    joining[word] &= !compatible[word];
                    any[word] |= compatible[word];
                }
                joining[at] &= !(1 << (literal % 64));
            }
        }
        (any, alone)
    }

    /// The same where one literal is needed; nothing if more are open than are checked.
    fn disjunction_of_one(&mut self, constraint: &Bounded) -> Result<bool, Conflict> {
        let mut literals = [usize::MAX; LOCKED as usize];
        let mut count = 0;
        for &(word, mask) in self.program.parts(constraint) {
            for bit in ones(self.state.possible[word as usize] & mask) {
                let Some(literal) = literals.get_mut(count) else { return Ok(false) };
                *literal = (64 * word + bit) as usize;
                count += 1;
            }
        }
        let Some(&last) = literals[..count].last() else { return Err(Conflict) };
        literals[count..].fill(last);
        let reach = constraint.reach.clone();
        let kept = |number: usize| &self.compatible[literals[number]][reach.clone()];
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

    /// Keeps only such literals of a word. Returns whether some went.
    fn keep_of(&mut self, word: usize, kept: u64) -> Result<bool, Conflict> {
        let gone = self.state.possible[word] & !kept;
        if gone == 0 {
            return Ok(false);
        }
        if gone & self.state.assigned[word] != 0 {
            return Err(Conflict);
        }
        self.remove(word, gone);
        Ok(true)
    }
}
