//! Choices between two, compared: for large all-different groups, where many are open at a time.
//!
//! A value with two places comes first, of all such values the one whose variables have the fewest values left. Without
//! one, it is the variable with two values whose partners in tables of two columns have the fewest. A Hidoku of 10 x 10
//! takes 430 nodes instead of 718, one with steps to the sides a fifth.

use super::bits::ones;
use super::compile::Kind;
use super::engine::Engine;
use super::order::Choice;
use super::settings::Order;

impl<const W: usize> Engine<'_, W> {
    /// Whether choices between two are compared: in large all-different groups, where a better one saves more than
    /// looking for it costs.
    pub(super) fn compares(&self) -> bool {
        W > 0 && self.program.compares && self.settings.order != Order::FewestCandidates
    }

    /// Of the open variables with two values, of which `first` is one, that whose partners in tables have the fewest.
    pub(super) fn nearest(&self, first: u32, mask: &impl Fn(usize) -> u64) -> u32 {
        let program = self.program;
        let (mut best, mut least) = (first, u32::MAX);
        for (word, &open) in self.store.open().iter().enumerate().skip(first as usize / 64) {
            for var in ones(open & mask(word)).map(|bit| 64 * word as u32 + bit) {
                if self.store.has_two(var) {
                    let rules = program.on_change.of(var).map(|rule| &program.rules[rule as usize]);
                    let tables = rules.filter(|rule| matches!(rule.kind, Kind::Binary { .. }));
                    let around = tables.map(|rule| self.store.size(program.scope(rule)[1])).sum();
                    if around < least {
                        (best, least) = (var, around);
                    }
                }
            }
        }
        best
    }

    /// Appends the places of a value of some large all-different group that has two. `false` if there is none.
    pub(super) fn closest(&self, out: &mut Vec<Choice>) -> bool {
        let program = self.program;
        program.permutations.iter().map(|&rule| &program.rules[rule as usize]).any(|rule| match rule.kind {
            Kind::Distinct { set_at } if program.is_large(program.scope(rule).len()) => self.closest_of(set_at, out),
            _ => false,
        })
    }

    /// Appends the two places of a value of a large all-different group, of which the variables have the fewest values
    /// left. `false` if there is no value with two places.
    fn closest_of(&self, set_at: u32, out: &mut Vec<Choice>) -> bool {
        let program = self.program;
        let set = &program.masks[set_at as usize..][..program.open_words];
        let words = (0..).zip(set.iter().zip(self.store.open()));
        let vars = words.flat_map(|(word, (&members, &open))| ones(members & open).map(move |bit| 64 * word + bit));
        // Values with at least one, two, three places.
        let mut places = [[0; W]; 3];
        let mut count = 0;
        for var in vars.clone() {
            count += 1;
            for (word, domain) in self.store.words(var).into_iter().enumerate() {
                places[2][word] |= places[1][word] & domain;
                places[1][word] |= places[0][word] & domain;
                places[0][word] |= domain;
            }
        }
        let mut two = places[1];
        two.iter_mut().zip(places[2]).for_each(|(two, three)| *two &= !three);
        // Every value has a place only if there are as many as variables.
        if two == [0; W] || places[0].iter().map(|word| word.count_ones()).sum::<u32>() != count {
            return false;
        }
        let mut sums = [[0; 64]; W];
        for var in vars.clone() {
            let size = self.store.size(var);
            for (word, domain) in self.store.words(var).into_iter().enumerate() {
                ones(domain & two[word]).for_each(|bit| sums[word][bit as usize] += size);
            }
        }
        let values = (0..).zip(two).flat_map(|(word, two)| ones(two).map(move |bit| 64 * word + bit));
        let sum = |value: &u32| sums[*value as usize / 64][*value as usize % 64];
        let Some(value) = values.min_by_key(sum) else { return false };
        out.extend(vars.filter(|&var| self.store.has(var, value)).map(|var| (var, value)));
        true
    }
}
