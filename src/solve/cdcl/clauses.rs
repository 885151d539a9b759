//! Clauses in one array, and for each literal the clauses that watch it.
//!
//! A clause lies in the array as its length, its rank, and its literals, of which the first two are watched. See
//! M. W. Moskewicz, C. F. Madigan, Y. Zhao, L. Zhang, S. Malik, "Chaff: Engineering an Efficient SAT Solver", DAC 2001.

use super::Literal;

/// The words before a clause's literals.
const HEAD: usize = 2;

/// The rank of a clause that stays.
const STAYS: u32 = 0;

/// The rank of a clause that has been forgotten.
const FORGOTTEN: u32 = u32::MAX;

/// A clause that a literal is watched in.
#[derive(Clone, Copy, Debug)]
pub(super) struct Watch {
    /// Where the clause lies.
    pub(super) clause: u32,
    /// Another literal of the clause; if it is true, the clause need not be looked at.
    pub(super) other: Literal,
}

/// All clauses.
#[derive(Debug, Default)]
pub(super) struct Clauses {
    words: Vec<u32>,
    /// The words before clauses were forgotten, for the next time.
    spare: Vec<u32>,
    /// Per literal, the clauses in which it is one of the first two.
    pub(super) watches: Vec<Vec<Watch>>,
    /// The clauses that were learned.
    learned: Vec<u32>,
}

impl Clauses {
    pub(super) fn new(literals: usize) -> Self {
        Clauses { watches: vec![Vec::new(); literals], ..Clauses::default() }
    }

    /// Adds a clause that stays, of at least two literals. Returns where it lies.
    pub(super) fn add(&mut self, literals: &[Literal]) -> u32 {
        let clause = self.words.len() as u32;
        self.words.extend([literals.len() as u32, STAYS]);
        self.words.extend(literals);
        for (at, other) in [(0, 1), (1, 0)] {
            self.watches[literals[at] as usize].push(Watch { clause, other: literals[other] });
        }
        clause
    }

    /// Adds a clause that may be forgotten; those of higher rank go first.
    pub(super) fn learn(&mut self, literals: &[Literal], rank: u32) -> u32 {
        let clause = self.add(literals);
        self.words[clause as usize + 1] = rank.max(STAYS + 1);
        self.learned.push(clause);
        clause
    }

    /// How many clauses may be forgotten.
    pub(super) fn learned(&self) -> usize {
        self.learned.len()
    }

    #[inline]
    pub(super) fn literals(&self, clause: u32) -> &[Literal] {
        let at = clause as usize;
        &self.words[at + HEAD..at + HEAD + self.words[at] as usize]
    }

    #[inline]
    pub(super) fn literals_mut(&mut self, clause: u32) -> &mut [Literal] {
        let at = clause as usize;
        let length = self.words[at] as usize;
        &mut self.words[at + HEAD..at + HEAD + length]
    }

    /// Lowers the rank of a learned clause if `rank` says less.
    pub(super) fn improve(&mut self, clause: u32, rank: impl FnOnce(&[Literal]) -> u32) {
        let at = clause as usize;
        if self.words[at + 1] != STAYS {
            let rank = rank(self.literals(clause));
            self.words[at + 1] = self.words[at + 1].min(rank.max(STAYS + 1));
        }
    }

    /// Forgets the worse half of the learned clauses but for those that are needed. Where the others lie afterwards is told
    /// by [`Clauses::moved`].
    pub(super) fn forget(&mut self, is_needed: impl Fn(u32, &[Literal]) -> bool) {
        let mut learned = std::mem::take(&mut self.learned);
        // Of alike clauses the older one goes.
        learned.sort_unstable_by_key(|&clause| {
            (self.words[clause as usize + 1], self.words[clause as usize], std::cmp::Reverse(clause))
        });
        for &clause in &learned[learned.len() / 2..] {
            if !is_needed(clause, self.literals(clause)) {
                self.words[clause as usize + 1] = FORGOTTEN;
            }
        }
        learned.retain(|&clause| self.words[clause as usize + 1] != FORGOTTEN);
        let mut words = std::mem::take(&mut self.spare);
        words.clear();
        let mut at = 0;
        while at < self.words.len() {
            let end = at + HEAD + self.words[at] as usize;
            if self.words[at + 1] != FORGOTTEN {
                let to = words.len() as u32;
                words.extend_from_slice(&self.words[at..end]);
                self.words[at + HEAD] = to;
            }
            at = end;
        }
        self.spare = std::mem::replace(&mut self.words, words);
        learned.iter_mut().for_each(|clause| *clause = self.moved(*clause));
        learned.sort_unstable();
        self.learned = learned;
        for list in &mut self.watches {
            list.retain_mut(|watch| {
                let kept = self.spare[watch.clause as usize + 1] != FORGOTTEN;
                if kept {
                    watch.clause = self.spare[watch.clause as usize + HEAD];
                }
                kept
            });
        }
    }

    /// Where a clause lies after the last [`Clauses::forget`], which kept it.
    pub(super) fn moved(&self, clause: u32) -> u32 {
        self.spare[clause as usize + HEAD]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_forgotten_is_watched_no_more() {
        let mut clauses = Clauses::new(20);
        let stays = clauses.add(&[0, 2, 4]);
        let worst = clauses.learn(&[0, 6, 8, 10], 9);
        let needed = clauses.learn(&[2, 6], 8);
        let best = clauses.learn(&[4, 8, 10], 2);
        let good = clauses.learn(&[10, 12, 14], 3);
        assert_eq!(clauses.learned(), 4);
        clauses.forget(|clause, _| clause == needed);
        assert_eq!(clauses.learned(), 3);
        for (before, literals) in
            [(stays, &[0, 2, 4][..]), (needed, &[2, 6]), (best, &[4, 8, 10]), (good, &[10, 12, 14])]
        {
            let after = clauses.moved(before);
            assert_eq!(clauses.literals(after), literals);
            for literal in 0..20 {
                let watched = clauses.watches[literal as usize].iter().filter(|watch| watch.clause == after).count();
                assert_eq!(watched, usize::from(literals[..2].contains(&literal)), "{literal}");
            }
        }
        let watches: usize = clauses.watches.iter().map(Vec::len).sum();
        assert_eq!(watches, 8, "two of each clause but that at {worst}");
        // The others can be forgotten in turn.
        clauses.forget(|_, _| false);
        assert_eq!(clauses.learned(), 1);
        assert_eq!(clauses.watches.iter().map(Vec::len).sum::<usize>(), 4);
    }
}
