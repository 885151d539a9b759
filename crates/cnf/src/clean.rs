//! Drops tautologies and repeated literals on the way to another sink.
//!
//! One mark per variable, so a clause costs time linear in its length and no allocation. Where numbers of variables are
//! far above those of the marks, as those of a caller may be, a clause is sorted instead.

use super::{ClauseSink, Lit, Name, Natives, Notes};

/// A sink in front of a sink: what leaves it has no tautology and no repeated literal.
pub struct Clean<'s> {
    inner: &'s mut dyn ClauseSink,
    /// Asked once: each new variable may have a note.
    has_notes: bool,
    /// Per variable: number of the last clause it was seen in, times two, plus one if it was negated there.
    seen: Vec<u64>,
    clause: u64,
    kept: Vec<Lit>,
}

impl<'s> Clean<'s> {
    /// Cleans what goes to `inner`.
    pub fn new(inner: &'s mut dyn ClauseSink) -> Self {
        Clean { has_notes: inner.notes().is_some(), inner, seen: vec![0], clause: 0, kept: Vec::new() }
    }
}

/// How far marks are made ahead of the variables that are known.
const AHEAD: usize = 4096;

impl Clean<'_> {
    /// The same for a clause over numbers that have no marks.
    fn sorted(&mut self, lits: &[Lit]) {
        let mut sorted = lits.to_vec();
        sorted.sort_unstable_by_key(|lit| (lit.var(), lit.is_positive()));
        if sorted.windows(2).any(|pair| pair[0] == !pair[1]) {
            return;
        }
        sorted.dedup();
        let clause = if sorted.len() == lits.len() { lits } else { &sorted };
        self.inner.clause(clause);
    }
}

impl ClauseSink for Clean<'_> {
    fn fresh(&mut self, name: Name) -> Lit {
        self.seen.push(0);
        self.inner.fresh(name)
    }

    fn clause(&mut self, lits: &[Lit]) {
        match *lits {
            [] | [_] => return self.inner.clause(lits),
            [a, b] if a.var() != b.var() => return self.inner.clause(lits),
            [a, b, c] if a.var() != b.var() && a.var() != c.var() && b.var() != c.var() => {
                return self.inner.clause(lits);
            }
            _ => {}
        }
        self.clause += 1;
        // The formula may have variables from before.
        let last = lits.iter().map(|lit| lit.var() as usize).max().unwrap_or(0);
        if last >= 2 * self.seen.len() + AHEAD {
            return self.sorted(lits);
        }
        if last >= self.seen.len() {
            self.seen.resize(last + 1, 0);
        }
        let mut repeated = false;
        for &lit in lits {
            let mark = self.clause * 2 + u64::from(!lit.is_positive());
            let seen = &mut self.seen[lit.var() as usize];
            if *seen == mark ^ 1 {
                return;
            }
            repeated |= *seen == mark;
            *seen = mark;
        }
        if !repeated {
            return self.inner.clause(lits);
        }
        self.kept.clear();
        for &lit in lits {
            if !self.kept.contains(&lit) {
                self.kept.push(lit);
            }
        }
        self.inner.clause(&self.kept);
    }

    fn notes(&mut self) -> Option<&mut dyn Notes> {
        if self.has_notes { self.inner.notes() } else { None }
    }

    fn natives(&mut self) -> Option<&mut dyn Natives> {
        self.inner.natives()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ClauseStore;

    /// Low numbers have marks, high ones are sorted: both leave the same clauses.
    #[test]
    fn numbers_of_any_height_are_cleaned_alike() {
        for (above, seed) in [(0, 1), (2_000_000_000, 2)] {
            let mut rng = fastrand::Rng::with_seed(seed);
            let mut store = ClauseStore::default();
            let mut expected: Vec<Vec<i32>> = Vec::new();
            let mut clean = Clean::new(&mut store);
            for _ in 0..500 {
                let lit = |rng: &mut fastrand::Rng| (above + rng.i32(1..7)) * if rng.bool() { 1 } else { -1 };
                let clause: Vec<i32> = (0..rng.usize(..7)).map(|_| lit(&mut rng)).collect();
                clean.clause(&clause.iter().map(|&lit| Lit::from_dimacs(lit)).collect::<Vec<Lit>>());
                let mut set = clause.clone();
                set.sort_unstable();
                set.dedup();
                if !set.iter().any(|lit| set.contains(&-lit)) {
                    expected.push(set);
                }
            }
            let left = store.clauses().map(|clause| {
                let mut left: Vec<i32> = clause.iter().map(|lit| lit.dimacs()).collect();
                left.sort_unstable();
                left
            });
            assert_eq!(left.collect::<Vec<_>>(), expected);
        }
    }
}
