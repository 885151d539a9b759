//! Which variable is branched on next, and its values in the order in which they are tried.
//!
//! Shown variables come first; hidden ones only when all shown ones have their values.

use super::engine::Engine;
use super::settings::{Level, Order, Values};
use super::store::below;

/// Where a state of the search stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Branch {
    /// Every variable has its value.
    Done,
    /// The next variable; `hidden` if all shown variables have their values.
    On {
        /// The variable.
        var: u32,
        /// Whether it is a hidden one.
        hidden: bool,
    },
}

impl<const W: usize> Engine<'_, W> {
    /// The next variable to branch on.
    pub(super) fn branch(&self) -> Branch {
        match self.pick(|word| self.shown_mask(word)) {
            Some(var) => Branch::On { var, hidden: false },
            None => match self.pick(|word| !self.shown_mask(word)) {
                Some(var) => Branch::On { var, hidden: true },
                None => Branch::Done,
            },
        }
    }

    /// The shown variables of a word of variables.
    fn shown_mask(&self, word: usize) -> u64 {
        below(self.program.shown.saturating_sub(64 * word).min(64) as u32)
    }

    fn pick(&self, mask: impl Fn(usize) -> u64) -> Option<u32> {
        match self.settings.order {
            Order::Input | Order::Spiral => self.first_open(mask),
            Order::Auto | Order::FewestCandidates => self.fewest(mask),
            Order::FullestGroup => self.in_group(&mask, true).or_else(|| self.first_open(mask)),
            Order::SmallestUnit => self.in_group(&mask, false).or_else(|| self.first_open(mask)),
        }
    }

    fn first_open(&self, mask: impl Fn(usize) -> u64) -> Option<u32> {
        self.store.open().iter().enumerate().find_map(|(word, &open)| {
            let open = open & mask(word);
            (open != 0).then(|| 64 * word as u32 + open.trailing_zeros())
        })
    }

    fn fewest(&self, mask: impl Fn(usize) -> u64) -> Option<u32> {
        let mut best = None;
        let mut least = u32::MAX;
        for (word, &open) in self.store.open().iter().enumerate() {
            let mut open = open & mask(word);
            while open != 0 {
                let var = 64 * word as u32 + open.trailing_zeros();
                open &= open - 1;
                let size = self.store.size(var);
                if size < least {
                    (best, least) = (Some(var), size);
                    // No open variable has fewer than two values, except where nothing is concluded.
                    if size <= 2 && self.settings.level != Level::Check {
                        return best;
                    }
                }
            }
        }
        best
    }

    /// The first open variable of a group: the group with the fewest open variables, or else the first in the list.
    fn in_group(&self, mask: &impl Fn(usize) -> u64, fewest: bool) -> Option<u32> {
        let words = self.program.open_words;
        let mut best = None;
        let mut least = u32::MAX;
        for group in self.program.groups.chunks_exact(words.max(1)) {
            let mut count = 0;
            let mut first = None;
            for (word, (&members, &open)) in group.iter().zip(self.store.open()).enumerate() {
                let open = members & open & mask(word);
                count += open.count_ones();
                if open != 0 && first.is_none() {
                    first = Some(64 * word as u32 + open.trailing_zeros());
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

    /// Appends the bits of the variable's values, first to try first.
    pub(super) fn values(&self, var: u32, random: &mut fastrand::Rng, out: &mut Vec<u32>) {
        let from = out.len();
        for (number, &word) in self.store.domain(var).iter().enumerate() {
            let mut left = word;
            while left != 0 {
                out.push(64 * number as u32 + left.trailing_zeros());
                left &= left - 1;
            }
        }
        if self.settings.level == Level::Check {
            // Nobody tries a number that is used already.
            let program = self.program;
            for &peer in &program.peers[program.peers_of[var as usize].range()] {
                if !self.store.is_open(peer) {
                    let used = self.store.first(peer);
                    if let Ok(found) = out[from..].binary_search(&used) {
                        out.remove(from + found);
                    }
                }
            }
        }
        match self.settings.values {
            Values::Ascending => {}
            Values::Descending => out[from..].reverse(),
            Values::Random => random.shuffle(&mut out[from..]),
        }
    }
}
