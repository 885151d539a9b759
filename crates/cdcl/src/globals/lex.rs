//! Lexicographic orders by bounds.
//!
//! What it does: as long as a first integer cannot be below its second one, both have to be the same. At the first pair
//! where it can, it must not be above, and if what follows is in the wrong order in any case, it must be below.
//!
//! Whose idea: A. M. Frisch, B. Hnich, Z. Kiziltan, I. Miguel, T. Walsh, "Global Constraints for Lexicographic
//! Orderings", CP 2002.
//!
//! How ours differs: their two pointers are not kept but found again, which vectors of usual length allow. See
//! `globals` for explanations.
//!
//! When it runs: for `lex=propagate`.

use super::super::{Literal, Step, unless};
use super::{Facts, Forbidden, Global};
use cnfab_cnf::Integer;

pub(in super::super) struct Lex {
    pairs: Vec<[Integer<Literal>; 2]>,
    is_strict: bool,
}

impl Lex {
    pub(in super::super) fn new(pairs: Vec<[Integer<Literal>; 2]>, is_strict: bool) -> Self {
        Lex { pairs, is_strict }
    }

    /// The least value of a first integer and the largest one of its second.
    fn ends(&self, place: usize, facts: &Facts<'_>) -> (i64, i64) {
        let [left, right] = &self.pairs[place];
        (facts.low(left), facts.high(right))
    }

    /// The first place from this one on where the left integer can be below the right one, or cannot be as small. The
    /// end if there is none: all can be the same, but no more.
    fn differs(&self, from: usize, facts: &Facts<'_>) -> usize {
        let is_open = |&place: &usize| {
            let (low, high) = self.ends(place, facts);
            low != high
        };
        (from..self.pairs.len()).find(is_open).unwrap_or(self.pairs.len())
    }

    /// True if the pairs from this place on are in the wrong order in any case.
    fn fails(&self, place: usize, facts: &Facts<'_>) -> bool {
        match self.differs(place, facts) {
            end if end == self.pairs.len() => self.is_strict,
            place => {
                let (low, high) = self.ends(place, facts);
                low > high
            }
        }
    }
}

impl Global for Lex {
    fn integers(&self) -> Vec<&Integer<Literal>> {
        self.pairs.iter().flatten().collect()
    }

    fn forbid(&mut self, facts: &Facts<'_>, forbidden: &mut Forbidden) -> Step {
        unless(self.fails(0, facts))?;
        let first = self.differs(0, facts);
        for (place, [left, right]) in self.pairs.iter().enumerate().take(first + 1) {
            let less = i64::from(place == first && self.fails(place + 1, facts));
            let (most, least) = (facts.high(right) - less, facts.low(left) + less);
            if facts.high(left) > most {
                facts.lower(left, most, forbidden)?;
            }
            if facts.low(right) < least {
                facts.raise(right, least, forbidden)?;
            }
        }
        Ok(())
    }

    fn conflict(&self, facts: &Facts<'_>, out: &mut Vec<Literal>) -> bool {
        let end = self.differs(0, facts);
        for (place, [left, right]) in self.pairs.iter().enumerate().take(end + 1) {
            let (low, high) = self.ends(place, facts);
            // At the last place any value between them would do; the literals may be few.
            let value = if place == end { high + 1 } else { low };
            facts.because_at_least(left, value, out);
            facts.because_at_most(right, high, out);
        }
        self.fails(0, facts)
    }
}
