//! The choice of the constraint to branch on: the least surplus of literals.
//!
//! What it does: the surplus is how many more literals are open than a constraint needs; ties go to fewer open
//! literals, then to the first. Where constraints need more than one literal and none is sliced, it is the least
//! surplus for how often the constraint failed. Without open constraints, an undecided literal is tried both ways.
//!
//! Whose idea: the smallest constraint: S. Golomb, L. Baumert, "Backtrack Programming", 1965; failures: F. Boussemart,
//! F. Hemery, C. Lecoutre, L. Sais, "Boosting Systematic Search by Weighting Constraints", ECAI 2004.
//!
//! How ours differs: constraints, not variables, are chosen, and each has its own weight. Of 64 bit-sliced constraints
//! the smallest is found at once, by counts up to four.
//!
//! When it runs: at each state at its fixpoint, except where `sweep` or `compact` have made the choice.

use super::super::bits::ones;
use super::program::Bounded;
use super::state::BitSearch;

/// Weighs a constraint: its surplus of literals counts so much more than their number.
const UNIT: u32 = 4096;

/// The choice of what to branch on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pick {
    /// One of the variables of a scale: the number of the scale, and the variable's position on it.
    Variable(u32, u32),
    /// A constraint.
    Bounded(u32),
    /// A literal that no open constraint holds.
    Literal(u32),
    /// Nothing is open: a solution.
    Done,
}

impl<const W: usize> BitSearch<'_, W> {
    /// Chooses what to branch on when nothing follows any more.
    ///
    /// Pre: the state is at its fixpoint. Post: what is returned has at least two decisions; [`Pick::Done`] if every
    /// literal is decided.
    pub(super) fn pick(&mut self) -> Pick {
        let program = self.program;
        if self.in_order {
            return self.first();
        }
        if program.counting {
            return self.by_failures();
        }
        let mut best = Pick::Done;
        let mut least = u32::MAX;
        for word in 0..program.constraint_words {
            let mut open = self.state.open[word];
            if open != 0 && word < program.listed_at {
                let (number, offset) = self.scale_of(word);
                let (count, position) = self.smallest(number, offset, open);
                let weight = (count - 1) * UNIT + count;
                if weight < least {
                    (best, least) = (Pick::Variable(number as u32, 64 * offset as u32 + position), weight);
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
                let weight = self.surplus(&program.constraints[number], least);
                if weight < least {
                    (best, least) = (Pick::Bounded(number as u32), weight);
                    if weight < 2 * UNIT {
                        // No constraint has a smaller surplus than one.
                        return best;
                    }
                }
            }
        }
        if best == Pick::Done { self.undecided() } else { best }
    }

    /// The constraint with the least surplus for how often it failed.
    fn by_failures(&mut self) -> Pick {
        let program = self.program;
        let mut best = Pick::Done;
        let (mut least, mut best_failures) = (u64::from(u32::MAX), 1);
        for word in 0..program.constraint_words {
            for bit in ones(self.state.open[word]) {
                let number = 64 * word + bit as usize;
                self.work += 1;
                let surplus = u64::from(self.surplus(&program.constraints[number], u32::MAX));
                let failures = u64::from(self.failures[number]);
                if surplus < u64::from(u32::MAX) && surplus * best_failures < least * failures {
                    (best, least, best_failures) = (Pick::Bounded(number as u32), surplus, failures);
                }
            }
        }
        if best == Pick::Done { self.undecided() } else { best }
    }

    /// The first unfixed variable of a program that is in order: of its only scale.
    fn first(&self) -> Pick {
        let open = &self.state.open[..self.program.sliced[0].width];
        match open.iter().enumerate().find(|&(_, &open)| open != 0) {
            Some((word, open)) => Pick::Variable(0, 64 * word as u32 + open.trailing_zeros()),
            None => Pick::Done,
        }
    }

    /// The first literal that may be true and need not be.
    pub(super) fn undecided(&self) -> Pick {
        let undecided =
            self.state.possible.iter().zip(&self.state.assigned).map(|(possible, assigned)| possible & !assigned);
        let undecided = undecided.take(self.program.primary);
        match undecided.enumerate().find(|&(_, bits)| bits != 0) {
            Some((word, bits)) => Pick::Literal(64 * word as u32 + bits.trailing_zeros()),
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

    /// The number of literals that a literal excludes.
    pub(super) fn excludes(&self, literal: usize) -> u32 {
        let gone = self
            .state
            .possible
            .iter()
            .zip(&self.compatible[literal])
            .map(|(possible, compatible)| possible & !compatible);
        gone.take(self.program.primary).map(u64::count_ones).sum()
    }

    /// How many more literals of a constraint are open than it still needs; of constraints of equal surplus, first
    /// those with fewer open literals. At least `enough` if it is not less.
    fn surplus(&self, constraint: &Bounded, enough: u32) -> u32 {
        let (mut possible, mut assigned) = (0, 0);
        for &(word, mask) in self.program.parts(constraint) {
            possible += (self.state.possible[word as usize] & mask).count_ones();
            if constraint.high > 1 {
                assigned += (self.state.assigned[word as usize] & mask).count_ones();
            } else if possible.saturating_sub(1) * UNIT + possible >= enough {
                return enough;
            }
        }
        if assigned < constraint.low { UNIT * (possible - constraint.low) + possible - assigned } else { u32::MAX }
    }
}
