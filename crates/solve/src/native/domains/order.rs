//! The choice of the variable to branch on, and the order of its values.
//!
//! What it does: shown variables come first; hidden ones only when all shown ones have their values. By default the
//! variable with the fewest values is branched on. At `propagate=full`, so are an exactly-one constraint, or a value of
//! a permutation, that has fewer candidates.
//!
//! Whose idea: the smallest domain: S. Golomb, L. Baumert, "Backtrack Programming", 1965; R. Haralick, G. Elliott,
//! "Increasing Tree Search Efficiency for Constraint Satisfaction Problems", 1980. The dual viewpoint: P. Geelen, "Dual
//! Viewpoint Heuristics for Binary Constraint Satisfaction Problems", ECAI 1992. The weights of `dom-wdeg`: see
//! `weights`.
//!
//! How ours differs: of variables with two values, one in the exact count with the fewest unfixed variables for each
//! one needed comes first. Of permutations, only values with two or three candidates are found. `fullest-group` and
//! `smallest-unit` are ours.
//!
//! When it runs: at each state that is branched on.

use super::propagation::Propagation;
use crate::native::bits::below;
use crate::native::settings::{Level, Order, ValueOrder};

/// The branch at a state of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Branch {
    /// Every variable has its value.
    Done,
    /// There are decisions to try; `hidden` if all shown variables have their values.
    On {
        /// True if they are about a hidden variable.
        hidden: bool,
    },
}

/// A variable and the bit of a value to try.
pub(super) type Decision = (u32, u32);

impl<const W: usize> Propagation<'_, W> {
    /// Chooses what to branch on and appends the decisions, first to try first. They exclude each other, and one holds.
    ///
    /// Pre: the state is at its fixpoint. Post: the decisions are about unfixed variables; there are two or more,
    /// except at `propagate=check`.
    pub(super) fn branch(&self, random: &mut fastrand::Rng, out: &mut Vec<Decision>) -> Branch {
        if self.store.unfixed().iter().all(|&unfixed| unfixed == 0) {
            return Branch::Done;
        }
        let from = out.len();
        let rarest =
            matches!(self.settings.order, Order::Auto | Order::RarestValue) && self.settings.level == Level::Full;
        if rarest && self.compares() && self.closest(out) {
            return self.in_order(from, false, random, out);
        }
        let hidden = match self.pick(|word| self.shown_mask(word)) {
            Some(var) => {
                if !(rarest && self.rarest(var, out)) {
                    self.values(var, out);
                }
                false
            }
            None => {
                let var = self.pick(|word| !self.shown_mask(word)).expect("some variable is unfixed");
                self.values(var, out);
                true
            }
        };
        self.in_order(from, hidden, random, out)
    }

    /// Puts the decisions from `from` on in the order in which they are tried.
    fn in_order(&self, from: usize, hidden: bool, random: &mut fastrand::Rng, out: &mut [Decision]) -> Branch {
        match self.settings.values {
            ValueOrder::Ascending => self.in_phase_order(&mut out[from..], random),
            ValueOrder::Descending => out[from..].reverse(),
            ValueOrder::Random => random.shuffle(&mut out[from..]),
        }
        let changes = |&(var, bit): &Decision| self.store.is_unfixed(var) && self.store.has(var, bit);
        debug_assert!(out[from..].iter().all(changes), "a decision that changes nothing is made without end");
        Branch::On { hidden }
    }

    /// The shown variables of a word of variables.
    fn shown_mask(&self, word: usize) -> u64 {
        below(self.program.shown.saturating_sub(64 * word).min(64) as u32)
    }

    fn pick(&self, mask: impl Fn(usize) -> u64) -> Option<u32> {
        match self.settings.order {
            Order::Input => self.first_unfixed(mask),
            Order::Spiral | Order::Closing | Order::Annotated => {
                self.in_phase(&mask).or_else(|| self.first_unfixed(mask))
            }
            Order::Auto | Order::FewestCandidates | Order::RarestValue => self.fewest(mask),
            Order::DomWdeg => self.heaviest(mask),
            Order::FullestGroup => self.in_group(&mask, true).or_else(|| self.first_unfixed(mask)),
            Order::SmallestUnit => self.in_group(&mask, false).or_else(|| self.first_unfixed(mask)),
        }
    }

    pub(super) fn first_unfixed(&self, mask: impl Fn(usize) -> u64) -> Option<u32> {
        self.store.unfixed().iter().enumerate().find_map(|(word, &unfixed)| {
            let unfixed = unfixed & mask(word);
            (unfixed != 0).then(|| 64 * word as u32 + unfixed.trailing_zeros())
        })
    }

    fn fewest(&self, mask: impl Fn(usize) -> u64) -> Option<u32> {
        let mut best = None;
        let mut least = u32::MAX;
        for (word, &unfixed) in self.store.unfixed().iter().enumerate() {
            let mut unfixed = unfixed & mask(word);
            while unfixed != 0 {
                let var = 64 * word as u32 + unfixed.trailing_zeros();
                unfixed &= unfixed - 1;
                let size = if W == 1 && self.store.has_two(var) { 2 } else { self.store.size(var) };
                if size < least {
                    (best, least) = (Some(var), size);
                    // No unfixed variable has fewer than two values, except where nothing is concluded.
                    if size <= 2 && self.settings.level != Level::Check {
                        return Some(var);
                    }
                }
            }
        }
        best
    }

    /// The first unfixed variable of a group: the group with the fewest unfixed variables, or else the first in the
    /// list.
    fn in_group(&self, mask: &impl Fn(usize) -> u64, fewest: bool) -> Option<u32> {
        let words = self.program.set_words;
        let mut best = None;
        let mut least = u32::MAX;
        for group in self.program.groups.chunks_exact(words.max(1)) {
            let mut count = 0;
            let mut first = None;
            for (word, (&members, &unfixed)) in group.iter().zip(self.store.unfixed()).enumerate() {
                let unfixed = members & unfixed & mask(word);
                count += unfixed.count_ones();
                if unfixed != 0 && first.is_none() {
                    first = Some(64 * word as u32 + unfixed.trailing_zeros());
                }
            }
            if count > 0 && count < least {
                (best, least) = (first, count);
                if !fewest || count == 1 {
                    return best;
                }
            }
        }
        best
    }

    /// Appends the candidates of the value or count that has the fewest, if these are fewer than the variable's values;
    /// or the values of a better variable among those with two. `false` if the variable is to be branched on.
    fn rarest(&self, var: u32, out: &mut Vec<Decision>) -> bool {
        if self.store.has_two(var) {
            return match self.tightest() {
                Some(better) => {
                    self.values(better, out);
                    true
                }
                None => false,
            };
        }
        let program = self.program;
        let mut least = self.store.size(var);
        let mut best = None;
        for exact in &program.exact {
            if exact.k == 1 {
                let places = &program.places[exact.places.range()];
                let memory = self.store.memory();
                let mut count = 0;
                for &(word, mask) in places {
                    count += (memory[word as usize] & mask).count_ones();
                    if count >= least {
                        break;
                    }
                }
                if count > 1 && count < least {
                    (best, least) = (Some(places), count);
                }
            }
        }
        for &propagator in &program.permutations {
            if least > 2 && self.lonely(program.scope(&program.propagators[propagator as usize]), least, out) {
                return true;
            }
        }
        let Some(places) = best else { return false };
        for &(word, mask) in places {
            let mut left = self.store.memory()[word as usize] & mask;
            let var = program.owner[word as usize];
            while left != 0 {
                out.push((var, 64 * (word - self.store.at(var) as u32) + left.trailing_zeros()));
                left &= left - 1;
            }
        }
        true
    }

    /// Appends the candidates for a value of an all-different constraint that has two of them, or three, if that is
    /// below `limit`.
    fn lonely(&self, scope: &[u32], limit: u32, out: &mut Vec<Decision>) -> bool {
        let width = self.store.width(scope[0]);
        let mut values = 0;
        let mut found = None;
        for word in 0..width {
            // Values with at least one, two, three, four candidates.
            let mut places = [0; 4];
            for &var in scope {
                let domain = self.store.domain(var)[word];
                places[3] |= places[2] & domain;
                places[2] |= places[1] & domain;
                places[1] |= places[0] & domain;
                places[0] |= domain;
            }
            values += places[0].count_ones() as usize;
            let (two, three) = (places[1] & !places[2], places[2] & !places[3]);
            if two != 0 && !matches!(found, Some((2, _))) {
                found = Some((2, 64 * word as u32 + two.trailing_zeros()));
            } else if three != 0 && found.is_none() {
                found = Some((3, 64 * word as u32 + three.trailing_zeros()));
            }
        }
        match found {
            // Every value is taken only if there are as many as variables.
            Some((count, bit)) if count < limit && values == scope.len() => {
                out.extend(scope.iter().filter(|&&var| self.store.has(var, bit)).map(|&var| (var, bit)));
                true
            }
            _ => false,
        }
    }

    /// The first unfixed variable of the exact count with the fewest unfixed variables for each one that is still
    /// needed.
    fn tightest(&self) -> Option<u32> {
        let program = self.program;
        let mut best = None;
        let (mut least, mut per) = (1, 0);
        for exact in &program.exact {
            let mut sure = 0;
            let mut unfixed = 0;
            let mut first = None;
            for &(word, mask) in &program.places[exact.places.range()] {
                let domain = self.store.memory()[word as usize];
                if domain & mask != 0 {
                    if domain & !mask == 0 {
                        sure += 1;
                    } else {
                        unfixed += 1;
                        first = first.or(Some(program.owner[word as usize]));
                    }
                }
            }
            let needed = exact.k - sure;
            if unfixed > 0 && needed > 0 && unfixed * per < least * needed {
                (best, least, per) = (first, unfixed, needed);
            }
        }
        best.filter(|&var| self.store.has_two(var))
    }

    /// Appends a variable's values, in increasing order.
    pub(super) fn values(&self, var: u32, out: &mut Vec<Decision>) {
        let from = out.len();
        for (number, &word) in self.store.domain(var).iter().enumerate() {
            let mut left = word;
            while left != 0 {
                out.push((var, 64 * number as u32 + left.trailing_zeros()));
                left &= left - 1;
            }
        }
        if self.settings.level == Level::Check {
            // Nobody tries a number that is used already.
            let program = self.program;
            for &neighbour in &program.neighbours[program.neighbours_of[var as usize].range()] {
                if !self.store.is_unfixed(neighbour) {
                    let used = self.store.first(neighbour);
                    if let Ok(found) = out[from..].binary_search(&(var, used)) {
                        out.remove(from + found);
                    }
                }
            }
        }
    }
}
