//! Declared orders in phases: which variable of the present phase is next, and its values in the order of its rule.
//!
//! What it does: the first phase with an unfixed variable says which of its variables is branched on. Its rule for
//! values sorts what is tried.
//!
//! Whose idea: the rules are those of search annotations in MiniZinc (N. Nethercote and others, "MiniZinc: Towards a
//! Standard CP Modelling Language", CP 2007). `regret` is from P. Van Hentenryck, "Constraint Satisfaction in Logic
//! Programming", 1989; `Heaviest` is in `weights`.
//!
//! How ours differs: a state branches over all values of a variable, not over one value against all others. So a
//! variable that was chosen keeps its turn until it has a value, and the middle of the values is not looked for anew.
//!
//! When it runs: with an order that the model declares, if some phase has other rules than "in order, smallest first".

use std::cmp::Reverse;
use std::ops::Range;

use super::order::Decision;
use super::propagation::Propagation;
use crate::native::bits::below;
use cnfab_model::{NextValue, NextVar};

impl<const W: usize> Propagation<'_, W> {
    /// The variable that the first phase with an unfixed one chooses; `None` if all are fixed, or no phase has rules.
    pub(super) fn in_phase(&self, mask: &impl Fn(usize) -> u64) -> Option<u32> {
        if self.program.phases.is_empty() {
            return None;
        }
        let (range, next, _) = self.phase_of(self.first_unfixed(mask)?)?;
        let within = |word: usize| {
            let up_to = |end: u32| below(end.saturating_sub(64 * word as u32).min(64));
            up_to(range.end) & !up_to(range.start)
        };
        self.chosen(*next, |word| within(word) & mask(word))
    }

    fn phase_of(&self, var: u32) -> Option<&(Range<u32>, NextVar, NextValue)> {
        let phases = &self.program.phases;
        phases.get(phases.partition_point(|phase| phase.0.end <= var)).filter(|phase| phase.0.contains(&var))
    }

    fn chosen(&self, next: NextVar, mask: impl Fn(usize) -> u64) -> Option<u32> {
        let degree = |var: u32| Reverse(self.program.degrees.get(var as usize).copied().unwrap_or_default());
        match next {
            NextVar::First => self.first_unfixed(mask),
            NextVar::FewestValues => self.least(mask, |var| self.store.size(var)),
            NextVar::MostValues => self.least(mask, |var| Reverse(self.store.size(var))),
            NextVar::SmallestValue => self.least(mask, |var| self.program.value(var, self.store.first(var))),
            NextVar::LargestValue => self.least(mask, |var| Reverse(self.program.value(var, self.store.last(var)))),
            NextVar::MostConstraints => self.least(mask, degree),
            NextVar::MostConstrained => self.least(mask, |var| (self.store.size(var), degree(var))),
            NextVar::LargestRegret => self.least(mask, |var| Reverse(self.regret(var))),
            NextVar::Heaviest => self.heaviest(mask),
        }
    }

    /// The unfixed variable with the least key, the first one of several.
    fn least<K: Ord>(&self, mask: impl Fn(usize) -> u64, key: impl Fn(u32) -> K) -> Option<u32> {
        let mut best: Option<(K, u32)> = None;
        for (word, &unfixed) in self.store.unfixed().iter().enumerate() {
            let mut unfixed = unfixed & mask(word);
            while unfixed != 0 {
                let var = 64 * word as u32 + unfixed.trailing_zeros();
                unfixed &= unfixed - 1;
                let own = key(var);
                if best.as_ref().is_none_or(|(least, _)| own < *least) {
                    best = Some((own, var));
                }
            }
        }
        best.map(|(_, var)| var)
    }

    /// By how much the two smallest values of a variable differ.
    fn regret(&self, var: u32) -> i64 {
        let mut values = Vec::new();
        self.values(var, &mut values);
        let value = |place: usize| i64::from(self.program.value(var, values[place].1));
        if values.len() < 2 { 0 } else { value(1) - value(0) }
    }

    /// Sorts the values of one variable, which are in increasing order, by the rule of its phase.
    pub(super) fn in_phase_order(&self, out: &mut [Decision], random: &mut fastrand::Rng) {
        let Some(&(var, _)) = out.first() else { return };
        match self.phase_of(var).map(|phase| phase.2) {
            None | Some(NextValue::Smallest) => {}
            Some(NextValue::Largest) => out.reverse(),
            Some(NextValue::Random) => random.shuffle(out),
            Some(NextValue::Middle) => {
                let middle = (out.len() - 1) / 2;
                let sorted = (1..=out.len()).filter_map(|step| {
                    let place = middle as isize + (step / 2) as isize * if step % 2 == 0 { 1 } else { -1 };
                    out.get(usize::try_from(place).ok()?).copied()
                });
                let sorted: Vec<Decision> = sorted.collect();
                debug_assert_eq!(sorted.len(), out.len());
                out.copy_from_slice(&sorted);
            }
        }
    }
}
