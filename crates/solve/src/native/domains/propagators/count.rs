//! Cardinality constraints: at most, at least or exactly `k` variables have a value in their mask.
//!
//! What it does: it counts the variables that are surely inside and those that may be. Once enough are inside, the
//! others leave; once all that can be inside are needed, they enter. That is domain consistent, since each variable
//! comes once. Of "at least one", two candidates of different variables are watched instead.
//!
//! Whose idea: P. Van Hentenryck, Y. Deville, "The Cardinality Operator: A New Logical Connective for Constraint Logic
//! Programming", ICLP 1991; watching: I. Gent, C. Jefferson, I. Miguel, "Watched Literals for Constraint Propagation in
//! Minion", CP 2006.
//!
//! How ours differs: a variable counts by a mask of values. What is watched lies outside the memory of the search and
//! is tested before it is used, so nothing is undone.
//!
//! When it runs: among the first propagators. At `propagate=full`, most at-most-one constraints are lists instead
//! (`conflicts`), and counts over one-word domains run only when a variable is decided for or against its mask.

use cnfab_model::Cmp;

use super::super::propagation::Propagation;
use super::super::store::{Conflict, DomainStep};

impl<const W: usize> Propagation<'_, W> {
    /// Compares the number of variables with a value in their mask with `k`.
    ///
    /// Pre: the variables are different, and no domain is empty. Post: if `Ok`, each value is part of a choice that
    /// satisfies the constraint; running it again at once changes nothing.
    pub(in super::super) fn count(&mut self, scope: &[u32], masks_at: usize, cmp: Cmp, k: i64) -> DomainStep {
        let (mut sure, mut unsure) = (0, 0);
        let mut at = masks_at;
        if W == 1 {
            for (&var, mask) in scope.iter().zip(&self.program.masks[masks_at..]) {
                let domain = self.store.word(var);
                sure += i64::from(domain & !mask == 0);
                unsure += i64::from(domain & mask != 0 && domain & !mask != 0);
            }
        } else {
            for &var in scope {
                let (inside, outside) = self.sides(var, at);
                sure += i64::from(!outside);
                unsure += i64::from(inside && outside);
                at += self.store.width(var);
            }
        }
        if (cmp != Cmp::Ge && sure > k) || (cmp != Cmp::Le && sure + unsure < k) {
            return Err(Conflict);
        }
        if unsure == 0 {
            return Ok(());
        }
        let leave = cmp != Cmp::Ge && sure == k;
        let enter = cmp != Cmp::Le && sure + unsure == k;
        if !leave && !enter {
            return Ok(());
        }
        let program = self.program;
        let mut at = masks_at;
        for &var in scope {
            let width = self.store.width(var);
            if self.sides(var, at) == (true, true) {
                let mask = &program.masks[at..at + width];
                if leave { self.store.drop_all(var, mask)? } else { self.store.keep_all(var, mask)? }
            }
            at += width;
        }
        Ok(())
    }

    /// At least one of the candidates is true: if they are all of one variable, it takes one of them.
    ///
    /// Post: if `Ok`, a variable is inside, or two may be and are noted for the next run. Running it again at once
    /// changes nothing.
    pub(in super::super) fn some(&mut self, places: &[(u32, u64)], propagator: u32) -> DomainStep {
        let memory = self.store.memory();
        let is_unfixed = |&(word, mask): &(u32, u64)| memory[word as usize] & mask != 0;
        let owner = |word: u32| self.store.owner(word as usize);
        let (first, second) = self.unfixed_slots[propagator as usize];
        if is_unfixed(&places[first as usize]) {
            let taken = !self.store.is_unfixed(owner(places[first as usize].0));
            if taken || (first != second && is_unfixed(&places[second as usize])) {
                return Ok(());
            }
        }
        let mut found: Option<(u32, usize)> = None;
        for (position, place) in places.iter().enumerate() {
            if is_unfixed(place) {
                let var = owner(place.0);
                match found {
                    None => found = Some((var, position)),
                    Some((other, before)) if other != var => {
                        self.unfixed_slots[propagator as usize] = (before as u32, position as u32);
                        return Ok(());
                    }
                    Some(_) => {}
                }
            }
        }
        let (var, position) = found.ok_or(Conflict)?;
        self.unfixed_slots[propagator as usize] = (position as u32, position as u32);
        // The masks of one variable are in the order of its words; a word without an entry has an empty mask.
        let at = self.store.at(var);
        for word in 0..self.store.width(var) {
            let entry = places.iter().find(|&&(other, _)| other as usize == at + word);
            self.store.keep_word(var, word, entry.map_or(0, |&(_, mask)| mask));
        }
        Ok(())
    }

    /// Tells whether the domain has bits in the mask, and whether it has some outside.
    #[inline]
    fn sides(&self, var: u32, at: usize) -> (bool, bool) {
        let domain = self.store.domain(var);
        let mask = &self.program.masks[at..at + domain.len()];
        let (mut inside, mut outside) = (0, 0);
        for (&domain, &mask) in domain.iter().zip(mask) {
            inside |= domain & mask;
            outside |= domain & !mask;
        }
        (inside != 0, outside != 0)
    }
}
