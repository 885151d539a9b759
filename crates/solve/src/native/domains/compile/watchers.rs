//! The watchers of a variable: words if there are at most 64 propagators, else lists.

use super::{Lists, Propagator};
use crate::native::bits::ones;

/// The propagators of each variable.
#[derive(Debug)]
pub(in super::super) enum Watchers {
    /// A bit for each propagator; no words at all if no variable has a propagator.
    Words(Vec<u64>),
    /// Their numbers.
    Lists(Lists),
}

impl Default for Watchers {
    fn default() -> Self {
        Watchers::Words(Vec::new())
    }
}

impl Watchers {
    /// The watchers of the propagators that are `wanted`, for `vars` variables.
    pub(super) fn new(
        vars: usize,
        propagators: &[Propagator],
        scope: &[u32],
        wanted: impl Fn(&Propagator) -> bool,
    ) -> Self {
        let pairs = || {
            (0..).zip(propagators).filter(|(_, propagator)| wanted(propagator)).flat_map(|(number, propagator)| {
                let watched = &scope[propagator.scope.range()][..propagator.watched as usize];
                watched.iter().map(move |&var| (var, number))
            })
        };
        if !propagators.iter().any(&wanted) {
            return Self::default();
        }
        if propagators.len() > 64 {
            return Watchers::Lists(Lists::of_pairs(vars, pairs));
        }
        let mut words = vec![0; vars];
        pairs().for_each(|(var, number)| words[var as usize] |= 1 << number);
        Watchers::Words(words)
    }

    /// The propagators of a variable.
    pub(in super::super) fn of(&self, var: u32) -> impl Iterator<Item = u32> {
        let (word, list) = match self {
            Watchers::Words(words) => (words.get(var as usize).copied().unwrap_or(0), &[][..]),
            Watchers::Lists(lists) => (0, lists.get(var as usize)),
        };
        ones(word).chain(list.iter().copied())
    }
}
