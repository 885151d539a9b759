//! At-most-one and exactly-one constraints as lists of incompatibilities.
//!
//! What it does: a true candidate excludes the others. For each value of each variable, everything it excludes in any
//! such constraint is merged into one list of domain words and masks, applied when the variable gets the value. An
//! exactly-one constraint also needs that some candidate is left, which is a propagator.
//!
//! Whose idea: forward checking: R. Haralick, G. Elliott, "Increasing Tree Search Efficiency for Constraint
//! Satisfaction Problems", 1980.
//!
//! How ours differs: the lists of all constraints of a value are merged, so each word is changed once, and nothing is
//! scheduled.
//!
//! When it runs: while a model is compiled at `propagate=full`, unless it has few values
//! (`tuning::domains::FEW_VALUES`). Constraints whose lists would be too long stay propagators
//! (`tuning::domains::MOST_CONFLICTS`).

use crate::tuning::domains::MOST_CONFLICTS;
use cnfab_model::Cmp;

use super::{Builder, CpProgram, Exact, Kind, Span};

impl Builder {
    /// A count over masks in the order of the scope becomes propagators. `k` is within reach and not met by all
    /// choices.
    pub(super) fn counted(&mut self, scope: &[u32], masks_at: usize, cmp: Cmp, k: i64) {
        let from = self.program.places.len();
        let CpProgram { start, masks, places, width, .. } = &mut self.program;
        if *width == 1 {
            places.extend(scope.iter().copied().zip(masks[masks_at..].iter().copied()));
        } else {
            let words = scope.iter().flat_map(|&var| start[var as usize]..start[var as usize + 1]);
            places.extend(words.zip(masks[masks_at..].iter().copied()).filter(|&(_, mask)| mask != 0));
        }
        let places = Span::since(from, self.program.places.len());
        let full = self.level == super::Level::Full;
        let shown = self.program.shown;
        if cmp == Cmp::Eq && (shown == self.program.len() || scope.iter().all(|&var| (var as usize) < shown)) {
            self.program.exact.push(Exact { k, places });
        }
        if full && k == 1 && cmp != Cmp::Ge && self.affordable(places) {
            self.at_most_one.push(places);
            if cmp == Cmp::Eq {
                self.propagator(scope, Kind::Some { places });
            }
        } else if full && k == 1 && cmp == Cmp::Ge {
            self.propagator(scope, Kind::Some { places });
        } else {
            self.propagator(scope, Kind::Count { masks_at: masks_at as u32, cmp, k });
        }
    }

    /// True if the conflicts of one more count may be listed.
    fn affordable(&mut self, places: Span) -> bool {
        if self.few {
            return false;
        }
        let entries = &self.program.places[places.range()];
        let bits: usize = entries.iter().map(|&(_, mask)| mask.count_ones() as usize).sum();
        self.listed += bits * entries.len();
        self.listed <= MOST_CONFLICTS
    }

    /// Fills `CpProgram::conflicts`.
    ///
    /// Post: the entries of a value are of other variables, in the order of their words, each word once.
    pub(super) fn conflicts(&mut self) {
        if self.at_most_one.is_empty() {
            return;
        }
        // The counts of each bit.
        let mut pairs = Vec::new();
        for (number, span) in self.at_most_one.iter().enumerate() {
            for &(word, mask) in &self.program.places[span.range()] {
                let mut left = mask;
                while left != 0 {
                    pairs.push((64 * word + left.trailing_zeros(), number as u32));
                    left &= left - 1;
                }
            }
        }
        let program = &mut self.program;
        let counts = super::Lists::new(64 * program.unfixed_at, &pairs);
        program.conflicts = vec![Span::default(); 64 * program.unfixed_at];
        let mut closed = vec![0; program.unfixed_at];
        let mut touched: Vec<u32> = Vec::new();
        for word in 0..program.unfixed_at {
            for bit in 0..64 {
                let counts = counts.get(64 * word + bit);
                if counts.is_empty() {
                    continue;
                }
                for &count in counts {
                    for &(other, mask) in &program.places[self.at_most_one[count as usize].range()] {
                        if program.owner[other as usize] != program.owner[word] {
                            if closed[other as usize] == 0 {
                                touched.push(other);
                            }
                            closed[other as usize] |= mask;
                        }
                    }
                }
                touched.sort_unstable();
                let from = program.places.len();
                program
                    .places
                    .extend(touched.drain(..).map(|other| (other, std::mem::take(&mut closed[other as usize]))));
                program.conflicts[64 * word + bit] = Span::since(from, program.places.len());
            }
        }
    }
}
