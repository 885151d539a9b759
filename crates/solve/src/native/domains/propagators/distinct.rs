//! All-different beyond removing assigned values: enough values for all, values with a single candidate, and Hall
//! pairs.
//!
//! What it does: one pass over the domains finds the values that are in some domain, and those in two (`once`,
//! `twice`). With fewer values than variables there is a conflict. With as many, a value with a single candidate is
//! assigned to it. Two variables with the same two values keep these from the others, for domains of one word.
//!
//! Whose idea: P. Hall, "On Representatives of Subsets", 1935; as steps of a solver: H. Simonis, "Sudoku as a
//! Constraint Problem", 2005.
//!
//! How ours differs: it is weaker than J.-C. Régin's propagator ("A Filtering Algorithm for Constraints of Difference
//! in CSPs", AAAI 1994): of the Hall sets it finds pairs only. It keeps no matching, and counts by words.
//!
//! When it runs: at `propagate=full`, after cardinality constraints and sums; Hall pairs come last, for constraints
//! over `tuning::domains::HALL_PAIRS_FROM` variables and more that overlap others. At `check`, once all variables are
//! fixed.

use super::super::compile::NO_SET;
use super::super::propagation::Propagation;
use super::super::store::{Conflict, DomainStep};
use crate::native::bits::ones;
use crate::native::settings::Level;

impl<const W: usize> Propagation<'_, W> {
    /// Values with a single candidate, and enough values for all.
    ///
    /// Pre: the values of fixed variables are in no other domain, except at `propagate=check`. Post: if `Ok`, there are
    /// as many values as variables, or more. If as many, each with a single candidate is assigned to it. Running it
    /// again at once changes nothing.
    pub(in super::super) fn distinct(&mut self, scope: &[u32], set_at: u32) -> DomainStep {
        // A variable that takes a value with a single candidate gives up its others, which may leave another such
        // value.
        loop {
            let before = self.store.changes;
            if set_at != NO_SET && W > 0 && self.program.set_words == 1 {
                self.distinct_few(set_at)?
            } else if set_at != NO_SET && W > 0 || W > 1 && self.settings.level == Level::Full {
                self.distinct_open(scope, set_at)?
            } else if W == 1 {
                self.distinct_word(scope)?
            } else {
                self.distinct_words(scope)?
            }
            if self.store.changes == before {
                return Ok(());
            }
        }
    }

    fn distinct_word(&mut self, scope: &[u32]) -> DomainStep {
        let (mut once, mut twice) = (0, 0);
        for &var in scope {
            let domain = self.store.word(var);
            twice |= once & domain;
            once |= domain;
        }
        let values = once.count_ones() as usize;
        if values < scope.len() {
            return Err(Conflict);
        }
        let lonely = once & !twice;
        if values == scope.len() && lonely != 0 {
            for &var in scope {
                let here = self.store.word(var) & lonely;
                if here != 0 {
                    if here & (here - 1) != 0 {
                        return Err(Conflict);
                    }
                    self.store.keep(var, here)?;
                }
            }
        }
        Ok(())
    }

    /// Two variables with the same two values, which no other may have then; for one-word domains.
    ///
    /// Post: if `Ok`, running it again at once changes nothing.
    pub(in super::super) fn pairs(&mut self, scope: &[u32]) -> DomainStep {
        loop {
            // Values of the variables that have two, and of two such variables at least.
            let (mut some, mut shared) = (0u64, 0u64);
            for &var in scope {
                let domain = self.store.word(var);
                if domain.count_ones() == 2 {
                    shared |= some & domain;
                    some |= domain;
                }
            }
            let before = self.store.changes;
            if shared.count_ones() >= 2 {
                self.keep_pairs(scope, shared)?;
            }
            if self.store.changes == before {
                return Ok(());
            }
        }
    }

    /// Keeps the pairs from the other variables: `shared` has the values that come twice in pairs.
    fn keep_pairs(&mut self, scope: &[u32], shared: u64) -> DomainStep {
        for (position, &first) in scope.iter().enumerate() {
            let pair = self.store.word(first);
            if pair.count_ones() != 2 || pair & !shared != 0 {
                continue;
            }
            let Some(second) = scope[position + 1..].iter().copied().find(|&var| self.store.word(var) == pair) else {
                continue;
            };
            for &var in scope {
                if var != first && var != second && self.store.word(var) & pair != 0 {
                    self.store.keep(var, !pair)?;
                }
            }
        }
        Ok(())
    }

    fn distinct_words(&mut self, scope: &[u32]) -> DomainStep {
        let Some(&first) = scope.first() else { return Ok(()) };
        let width = self.store.width(first);
        self.scratch.clear();
        self.scratch.resize(2 * width, 0);
        for &var in scope {
            for (word, &domain) in self.store.domain(var).iter().enumerate() {
                let once = self.scratch[word];
                self.scratch[width + word] |= once & domain;
                self.scratch[word] = once | domain;
            }
        }
        let (once, twice) = self.scratch.split_at_mut(width);
        let values: usize = once.iter().map(|word| word.count_ones() as usize).sum();
        if values < scope.len() {
            return Err(Conflict);
        }
        let mut some = 0;
        for (once, twice) in once.iter_mut().zip(twice) {
            *once &= !*twice;
            some |= *once;
        }
        if values == scope.len() && some != 0 {
            for &var in scope {
                let mut here = None;
                for (word, (&domain, &lonely)) in self.store.domain(var).iter().zip(&self.scratch).enumerate() {
                    let bits = domain & lonely;
                    if bits != 0 {
                        if bits & (bits - 1) != 0 || here.is_some() {
                            return Err(Conflict);
                        }
                        here = Some(64 * word as u32 + bits.trailing_zeros());
                    }
                }
                if let Some(bit) = here {
                    self.store.fix(var, bit)?;
                }
            }
        }
        Ok(())
    }

    /// The same for models of up to 64 variables, looking at unfixed ones only: the values of the others are in none of
    /// their domains. Nothing follows from two, which have two values at least each.
    fn distinct_few(&mut self, set_at: u32) -> DomainStep {
        let members = self.program.masks[set_at as usize] & self.store.unfixed()[0];
        let but_one = members & members.wrapping_sub(1);
        if but_one & but_one.wrapping_sub(1) == 0 {
            return Ok(());
        }
        let unfixed = members.count_ones();
        let (_, once, twice) = self.places(ones(members));
        let values: u32 = once.iter().map(|word| word.count_ones()).sum();
        if values != unfixed {
            return if values < unfixed { Err(Conflict) } else { Ok(()) };
        }
        let mut lonely = once;
        lonely.iter_mut().zip(twice).for_each(|(once, twice)| *once &= !twice);
        if lonely == [0; W] { Ok(()) } else { self.place_lonely(ones(members), lonely) }
    }

    /// The same for domains of a known number of words in any model, in the same way.
    fn distinct_open(&mut self, scope: &[u32], set_at: u32) -> DomainStep {
        let (mut unfixed, mut once, mut twice) = (0, [0; W], [0; W]);
        let count = |var| {
            let domain = self.store.words(var);
            for word in 0..W {
                twice[word] |= once[word] & domain[word];
                once[word] |= domain[word];
            }
            unfixed += 1;
        };
        if set_at == NO_SET {
            scope.iter().copied().filter(|&var| self.store.is_unfixed(var)).for_each(count);
        } else {
            self.each_unfixed(set_at, count);
        }
        let values: usize = once.iter().map(|word| word.count_ones() as usize).sum();
        if values != unfixed {
            return if values < unfixed { Err(Conflict) } else { Ok(()) };
        }
        let mut lonely = once;
        lonely.iter_mut().zip(twice).for_each(|(once, twice)| *once &= !twice);
        if lonely == [0; W] {
            return Ok(());
        }
        for &var in scope {
            if self.store.is_unfixed(var) {
                self.place_lonely(std::iter::once(var), lonely)?;
            }
        }
        Ok(())
    }

    /// The variables keep a value of `lonely` that they have, which has a single candidate; two are too many.
    #[inline]
    fn place_lonely(&mut self, vars: impl Iterator<Item = u32>, lonely: [u64; W]) -> DomainStep {
        for var in vars {
            let mut here = self.store.words(var);
            here.iter_mut().zip(lonely).for_each(|(here, lonely)| *here &= lonely);
            match here.iter().map(|word| word.count_ones()).sum() {
                0 => {}
                1 => self.store.keep_all(var, &here)?,
                _ => return Err(Conflict),
            }
        }
        Ok(())
    }

    /// How many variables these are, the values that one of them may have, and those that two may have.
    #[inline]
    fn places(&self, vars: impl Iterator<Item = u32>) -> (usize, [u64; W], [u64; W]) {
        let (mut count, mut once, mut twice) = (0, [0; W], [0; W]);
        for var in vars {
            let domain = self.store.words(var);
            for word in 0..W {
                twice[word] |= once[word] & domain[word];
                once[word] |= domain[word];
            }
            count += 1;
        }
        (count, once, twice)
    }
}
