//! Which rules are told of a variable: as words if there are at most 64 rules, else as lists.

use super::{Lists, Rule};
use crate::solve::native::bits::ones;

/// The rules of each variable.
#[derive(Debug)]
pub(in super::super) enum Watchers {
    /// A bit for each rule; no words at all if no variable has a rule.
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
    /// Those of the rules that are `wanted`, for so many variables.
    pub(super) fn new(vars: usize, rules: &[Rule], scope: &[u32], wanted: impl Fn(&Rule) -> bool) -> Self {
        let pairs = || {
            (0..).zip(rules).filter(|(_, rule)| wanted(rule)).flat_map(|(number, rule)| {
                let watched = &scope[rule.scope.range()][..rule.watched as usize];
                watched.iter().map(move |&var| (var, number))
            })
        };
        if !rules.iter().any(&wanted) {
            return Self::default();
        }
        if rules.len() > 64 {
            return Watchers::Lists(Lists::of_pairs(vars, pairs));
        }
        let mut words = vec![0; vars];
        pairs().for_each(|(var, number)| words[var as usize] |= 1 << number);
        Watchers::Words(words)
    }

    /// The rules of a variable.
    pub(in super::super) fn of(&self, var: u32) -> impl Iterator<Item = u32> {
        let (word, list) = match self {
            Watchers::Words(words) => (words.get(var as usize).copied().unwrap_or(0), &[][..]),
            Watchers::Lists(lists) => (0, lists.of(var as usize)),
        };
        ones(word).chain(list.iter().copied())
    }
}
