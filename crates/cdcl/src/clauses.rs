//! Clauses in one array, and for each literal the clauses that watch it.
//!
//! Two literals of each clause are watched (M. W. Moskewicz, C. F. Madigan, Y. Zhao, L. Zhang, S. Malik, "Chaff:
//! Engineering an Efficient SAT Solver", DAC 2001). A watch carries another literal of the clause, the blocker: while
//! that is true, the clause is not read (N. Sörensson, N. Eén, "MiniSat 2.1 and MiniSat++ 1.0", SAT Race 2008). Of a
//! clause of two literals the blocker is all there is to know, so propagation never reads it. The search for another
//! literal to watch goes on where the last one ended (I. Gent, "Optimal Implementation of Watched Literals and More
//! General Techniques", JAIR 2013).
//!
//! References are numbers of words, checked at each access: a watch takes eight bytes, and `unsafe` is not needed.

mod edit;

use super::Literal;
use super::exchange::{Shared, is_shared};
use super::tuning::reduce;

/// The words before a clause's literals: its size; glue, use and flags; where the last search for a literal ended.
const HEAD: usize = 3;
const FLAGS: usize = 1;
const SAVED: usize = 2;

/// The bits of the flags.
const GLUE: u32 = (1 << 20) - 1;
const USED_AT: u32 = 20;
const USED: u32 = 3 << USED_AT;
const SILENT: u32 = 1 << 27;
const TRIED: u32 = 1 << 28;
const VIVIFIED: u32 = 1 << 29;
const LEARNED: u32 = 1 << 30;
const GARBAGE: u32 = 1 << 31;

/// Marks the reference of a clause of two literals in a watch.
const BINARY: u32 = 1 << 31;

/// A clause that a literal is watched in.
#[derive(Clone, Copy, Debug)]
pub(super) struct Watch {
    /// Where the clause lies, marked if it is binary.
    reference: u32,
    /// Another literal of the clause; if it is true, the clause need not be read.
    pub(super) blocker: Literal,
}

impl Watch {
    #[inline]
    pub(super) fn is_binary(self) -> bool {
        self.reference & BINARY != 0
    }

    #[inline]
    pub(super) fn clause(self) -> u32 {
        self.reference & !BINARY
    }
}

/// All clauses.
#[derive(Debug, Default)]
pub struct Clauses {
    words: Vec<u32>,
    /// The words before the last reduction, for the next one.
    spare: Vec<u32>,
    /// Per literal, the clauses in which it is one of the first two.
    pub(super) watches: Vec<Vec<Watch>>,
    /// The clauses that were learned and may be deleted.
    learned: Vec<u32>,
    /// The clauses that other solvers may be told, if there are some.
    pub(super) shared: Option<Shared>,
    /// The words behind the literals: the low and the high half of the number in a proof, if there is one.
    tail: usize,
}

impl Clauses {
    /// No clauses; `numbered` ones have a number each, as LRAT proofs need.
    pub(super) fn new(literals: usize, numbered: bool) -> Self {
        Clauses { watches: vec![Vec::new(); literals], tail: if numbered { 2 } else { 0 }, ..Clauses::default() }
    }

    /// Adds a clause of at least two literals, the first two of which are watched. Returns its reference.
    fn push(&mut self, literals: &[Literal], flags: u32, number: u64) -> u32 {
        let clause = self.words.len() as u32;
        // Beyond that, references would name other clauses. The limit of memory of any run is met before.
        assert!(self.words.len() < BINARY as usize, "fewer than 2^31 words of clauses");
        self.words.extend([literals.len() as u32, flags, 2]);
        self.words.extend(literals);
        self.words.extend(&[number as u32, (number >> 32) as u32][..self.tail]);
        let reference = if literals.len() == 2 { clause | BINARY } else { clause };
        for (at, other) in [(0, 1), (1, 0)] {
            self.watches[literals[at] as usize].push(Watch { reference, blocker: literals[other] });
        }
        clause
    }

    /// Adds a clause that is never deleted while it is open.
    pub fn add(&mut self, literals: &[Literal], number: u64) -> u32 {
        self.push(literals, 0, number)
    }

    /// Adds a clause that may be deleted; those of higher glue go first.
    pub fn learn(&mut self, literals: &[Literal], glue: u32, number: u64) -> u32 {
        let clause = self.push(literals, LEARNED | glue.min(GLUE), number);
        self.learned.push(clause);
        self.mark_used(clause);
        if let Some(shared) = self.shared.as_mut().filter(|_| is_shared(literals, glue)) {
            shared.push(literals, glue);
        }
        clause
    }

    /// Adds a clause that native constraints imply, which is the first to be deleted where no conflict uses it.
    pub(super) fn explain(&mut self, literals: &[Literal], number: u64) -> u32 {
        let clause = self.push(literals, LEARNED | GLUE, number);
        self.learned.push(clause);
        clause
    }

    #[inline]
    pub fn literals(&self, clause: u32) -> &[Literal] {
        let at = clause as usize;
        &self.words[at + HEAD..at + HEAD + self.words[at] as usize]
    }

    /// The literals and where the last search for one to watch ended.
    #[inline]
    pub(super) fn parts_mut(&mut self, clause: u32) -> (&mut u32, &mut [Literal]) {
        let at = clause as usize;
        let size = self.words[at] as usize;
        let (head, literals) = self.words[at..at + HEAD + size].split_at_mut(HEAD);
        (&mut head[SAVED], literals)
    }

    /// The clause's number in a proof.
    pub(super) fn number(&self, clause: u32) -> u64 {
        let at = clause as usize;
        let end = at + HEAD + self.words[at] as usize;
        self.words[end..end + self.tail].iter().rev().fold(0, |number, &half| number << 32 | u64::from(half))
    }

    pub(super) fn is_learned(&self, clause: u32) -> bool {
        self.words[clause as usize + FLAGS] & LEARNED != 0
    }

    fn glue(&self, clause: u32) -> u32 {
        self.words[clause as usize + FLAGS] & GLUE
    }

    fn used(&self, clause: u32) -> u32 {
        (self.words[clause as usize + FLAGS] & USED) >> USED_AT
    }

    /// Notes that a learned clause took part in a conflict: it survives the next reduction, one of medium glue two
    /// more.
    #[inline]
    fn mark_used(&mut self, clause: u32) {
        let flags = &mut self.words[clause as usize + FLAGS];
        let used = if *flags & GLUE <= reduce::TIER2 { 2 } else { 1 };
        *flags = *flags & !USED | used << USED_AT;
    }

    /// Notes the use of a learned clause, and lowers its glue to `glue` if that is less.
    #[inline]
    pub(super) fn bump(&mut self, clause: u32, glue: impl FnOnce(&[Literal]) -> u32) {
        if self.is_learned(clause) {
            if self.glue(clause) > reduce::TIER1 {
                let now = glue(self.literals(clause));
                let flags = &mut self.words[clause as usize + FLAGS];
                if now < *flags & GLUE {
                    *flags = *flags & !GLUE & !VIVIFIED | now;
                }
            }
            self.mark_used(clause);
        }
    }

    /// The learned clauses of low and medium glue that nothing has tried to make shorter.
    pub(super) fn to_vivify(&self) -> impl Iterator<Item = u32> {
        self.learned.iter().copied().filter(|&clause| {
            let flags = self.words[clause as usize + FLAGS];
            flags & (VIVIFIED | GARBAGE) == 0 && flags & GLUE <= reduce::TIER2 && self.words[clause as usize] > 2
        })
    }

    /// Notes that it was tried to make a clause shorter.
    pub(super) fn mark_vivified(&mut self, clause: u32) {
        self.words[clause as usize + FLAGS] |= VIVIFIED;
    }

    /// True if the clause is one of the formula, or likely to stay for long.
    pub(super) fn is_kept(&self, clause: u32) -> bool {
        !self.is_learned(clause) || self.glue(clause) <= reduce::TIER2
    }

    /// Deletes a share of the learned clauses, but for those that `is_needed`, those of low glue, and those that were
    /// used since the last reductions; and all clauses that are `satisfied` for good. Calls `deleted` for each.
    ///
    /// Post: [`Clauses::moved`] maps references of the clauses that are left to their new ones.
    pub(super) fn reduce(
        &mut self,
        is_needed: impl Fn(u32, &[Literal]) -> bool,
        is_satisfied: impl Fn(&[Literal]) -> bool,
        mut deleted: impl FnMut(&[Literal], u64),
    ) {
        let mut learned = std::mem::take(&mut self.learned);
        let mut candidates: Vec<u32> = Vec::with_capacity(learned.len());
        for &clause in &learned {
            let used = self.used(clause);
            if used > 0 {
                let flags = &mut self.words[clause as usize + FLAGS];
                *flags = *flags & !USED | (used - 1) << USED_AT;
            }
            if used == 0 && self.glue(clause) > reduce::TIER1 && self.words[clause as usize] > 2 {
                candidates.push(clause);
            }
        }
        // Of alike clauses the older one goes.
        candidates.sort_unstable_by_key(|&clause| {
            (self.glue(clause), self.words[clause as usize], std::cmp::Reverse(clause))
        });
        let kept = candidates.len() - (candidates.len() as f64 * reduce::DELETED) as usize;
        for &clause in &candidates[kept..] {
            if !is_needed(clause, self.literals(clause)) {
                self.words[clause as usize + FLAGS] |= GARBAGE;
            }
        }
        self.compact(is_needed, is_satisfied, &mut deleted);
        learned.retain(|&clause| self.spare[clause as usize + FLAGS] & GARBAGE == 0);
        learned.iter_mut().for_each(|clause| *clause = self.moved(*clause));
        self.learned = learned;
    }

    /// Copies the clauses that are left, in their order; the old words keep where each lies now.
    fn compact(
        &mut self,
        is_needed: impl Fn(u32, &[Literal]) -> bool,
        is_satisfied: impl Fn(&[Literal]) -> bool,
        deleted: &mut impl FnMut(&[Literal], u64),
    ) {
        let mut words = std::mem::take(&mut self.spare);
        words.clear();
        let mut at = 0;
        while at < self.words.len() {
            let clause = at as u32;
            let end = at + HEAD + self.words[at] as usize + self.tail;
            let literals = self.literals(clause);
            if self.words[at + FLAGS] & GARBAGE == 0 && is_satisfied(literals) && !is_needed(clause, literals) {
                self.words[at + FLAGS] |= GARBAGE;
            }
            if self.words[at + FLAGS] & GARBAGE != 0 {
                if self.words[at + FLAGS] & SILENT == 0 {
                    deleted(self.literals(clause), self.number(clause));
                }
            } else {
                let to = words.len() as u32;
                words.extend_from_slice(&self.words[at..end]);
                self.words[at + SAVED] = to;
            }
            at = end;
        }
        self.spare = std::mem::replace(&mut self.words, words);
        for list in &mut self.watches {
            list.retain_mut(|watch| {
                let at = watch.clause() as usize;
                let kept = self.spare[at + FLAGS] & GARBAGE == 0;
                watch.reference = watch.reference & BINARY | self.spare[at + SAVED];
                kept
            });
        }
    }

    /// The new position of a clause after the last [`Clauses::reduce`], which kept it.
    pub(super) fn moved(&self, clause: u32) -> u32 {
        self.spare[clause as usize + SAVED]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deleted_clauses_are_watched_no_more() {
        let mut clauses = Clauses::new(40, true);
        let stays = clauses.add(&[0, 2, 4], 1);
        let satisfied = clauses.add(&[30, 2, 4], 2);
        // Numbers of a proof may have more than 32 bits.
        let number = |at: u32| (1 << 40) + u64::from(at);
        let learned: Vec<u32> = (0..8).map(|at| clauses.learn(&[at, 20 + at, 8, 10], 9, number(at))).collect();
        let best = clauses.learn(&[4, 8, 10], 2, 20);
        let mut gone: Vec<u64> = Vec::new();
        // New clauses count as used.
        clauses.reduce(|_, _| false, |_| false, |_, number| gone.push(number));
        assert!(gone.is_empty(), "{gone:?}");
        clauses.bump(learned[2], |_| 9);
        clauses.reduce(|at, _| at == learned[0], |literals| literals[0] == 30, |_, number| gone.push(number));
        assert!(
            gone.contains(&2) && !gone.contains(&number(0)) && !gone.contains(&number(2)) && !gone.contains(&20),
            "{gone:?}"
        );
        assert!(gone.len() >= 4, "{gone:?}");
        for (before, literals) in [(stays, &[0, 2, 4][..]), (learned[0], &[0, 20, 8, 10]), (best, &[4, 8, 10])] {
            let after = clauses.moved(before);
            assert_eq!(clauses.literals(after), literals);
            for literal in 0..40 {
                let watched = clauses.watches[literal as usize].iter().filter(|watch| watch.clause() == after).count();
                assert_eq!(watched, usize::from(literals[..2].contains(&literal)), "{literal}");
            }
        }
        let watches: usize = clauses.watches.iter().map(Vec::len).sum();
        assert_eq!(watches, 2 * (11 - gone.len()), "two of each clause but {satisfied} and others");
    }

    /// Of two alike clauses the one that conflicts used last survives.
    #[test]
    fn what_is_used_is_kept() {
        let mut clauses = Clauses::new(40, true);
        let all: Vec<u32> = (0..10).map(|at| clauses.learn(&[at, 20 + at, 12], 9, u64::from(at))).collect();
        let mut gone = Vec::new();
        clauses.reduce(|_, _| false, |_| false, |_, number| gone.push(number));
        assert!(gone.is_empty(), "new clauses count as used: {gone:?}");
        let old = clauses.moved(all[0]);
        clauses.bump(old, |_| 9);
        clauses.reduce(|_, _| false, |_| false, |_, number| gone.push(number));
        assert!(!gone.is_empty() && !gone.contains(&0), "{gone:?}");
    }
}
