//! Decisions between two, compared: for large all-different constraints, where many are open at a time.
//!
//! What it does: between a value with two candidates and a variable with two values, the one that has failed more often
//! as a decision comes first: it is likely to fail again after any other decision. Then values come before variables.
//! Of values, the one comes first whose variables have the fewest values left, of variables the one whose neighbours in
//! binary tables have the fewest.
//!
//! Whose idea: failures: P. Vilím, P. Laborie, P. Shaw, "Failure-Directed Search for Constraint-Based Scheduling",
//! CPAIOR 2015; values beside variables: P. Geelen, "Dual Viewpoint Heuristics for Binary Constraint Satisfaction
//! Problems", ECAI 1992.
//!
//! How ours differs: failures are only counted, of variables and of values apart, and never decay.
//!
//! When it runs: with the orders `auto` and `rarest-value` at `propagate=full`, if domains have one width and some
//! all-different constraint over shown variables is large (`tuning::domains::LARGE_FROM`).

use super::compile::{Kind, NO_SET};
use super::order::Decision;
use super::propagation::Propagation;
use crate::native::bits::ones;
use crate::native::settings::Order;

/// The numbers of decisions that failed at once; empty if decisions are not compared. It is never taken back.
#[derive(Debug, Default)]
pub(super) struct Failures {
    /// By variable.
    vars: Vec<u32>,
    /// By bit of the value.
    values: Vec<u32>,
}

impl Failures {
    /// No failures yet, for `vars` variables and `bits` bits.
    pub(super) fn new(vars: usize, bits: usize) -> Self {
        Failures { vars: vec![0; vars], values: vec![0; bits] }
    }

    /// A decision has failed.
    pub(super) fn add(&mut self, (var, bit): Decision) {
        if !self.vars.is_empty() {
            self.vars[var as usize] += 1;
            self.values[bit as usize] += 1;
        }
    }
}

impl<const W: usize> Propagation<'_, W> {
    /// True if decisions between two are compared: in large all-different constraints, where a better one saves more
    /// than looking for it costs.
    pub(super) fn compares(&self) -> bool {
        W > 0 && self.program.compares && matches!(self.settings.order, Order::Auto | Order::RarestValue)
    }

    /// Appends the candidates for a value of some large all-different constraint that has two, or the values of one of
    /// its variables that has two. `false` if there is neither.
    ///
    /// Pre: the state is at its fixpoint. Post: if `true`, two decisions were appended, of which one holds.
    pub(super) fn closest(&self, out: &mut Vec<Decision>) -> bool {
        let program = self.program;
        program.permutations.iter().map(|&propagator| &program.propagators[propagator as usize]).any(|propagator| {
            match propagator.kind {
                Kind::Distinct { set_at } if program.is_large(program.scope(propagator).len()) => {
                    self.closest_of(set_at, out)
                }
                _ => false,
            }
        })
    }

    /// The same for one constraint.
    fn closest_of(&self, set_at: u32, out: &mut Vec<Decision>) -> bool {
        debug_assert_ne!(set_at, NO_SET, "decisions are compared at the level at which large groups have sets");
        // Values with at least one, two, three candidates.
        let mut places = [[0; W]; 3];
        let mut count = 0;
        // The most that variables with two values have failed, counted from one.
        let mut most = 0;
        self.each_unfixed(set_at, |var| {
            let domain = self.store.words(var);
            count += 1;
            for word in 0..W {
                places[2][word] |= places[1][word] & domain[word];
                places[1][word] |= places[0][word] & domain[word];
                places[0][word] |= domain[word];
            }
            if self.store.has_two(var) {
                most = most.max(self.failed.vars[var as usize] + 1);
            }
        });
        let mut two = places[1];
        two.iter_mut().zip(places[2]).for_each(|(two, three)| *two &= !three);
        // Every value is taken only if there are as many as variables.
        if places[0].iter().map(|word| word.count_ones()).sum::<u32>() != count {
            two = [0; W];
        }
        match self.most_failed(two) {
            Some((failed, values)) if failed + 1 >= most => {
                let value = self.fewest_around(set_at, values);
                self.each_unfixed(set_at, |var| {
                    if self.store.has(var, value) {
                        out.push((var, value));
                    }
                });
            }
            _ if most > 0 => {
                let (mut best, mut least) = (0, u32::MAX);
                self.each_unfixed(set_at, |var| {
                    if self.failed.vars[var as usize] + 1 == most && self.store.has_two(var) {
                        let around = self.around(var);
                        if around < least {
                            (best, least) = (var, around);
                        }
                    }
                });
                self.values(best, out);
            }
            _ => return false,
        }
        true
    }

    /// The values of a set that have failed most often, and how often that is; `None` if the set is empty.
    fn most_failed(&self, values: [u64; W]) -> Option<(u32, [u64; W])> {
        let mut found = None;
        let mut most = 0;
        for (word, bits) in values.into_iter().enumerate() {
            for bit in ones(bits) {
                let failed = self.failed.values[64 * word + bit as usize];
                if failed > most || found.is_none() {
                    (found, most) = (Some([0; W]), failed);
                }
                if failed == most
                    && let Some(set) = &mut found
                {
                    set[word] |= 1 << bit;
                }
            }
        }
        found.map(|set| (most, set))
    }

    /// The value, of some, whose candidate variables have the fewest values left.
    fn fewest_around(&self, set_at: u32, values: [u64; W]) -> u32 {
        let mut sums = [[0; 64]; W];
        self.each_unfixed(set_at, |var| {
            let domain = self.store.words(var);
            for word in 0..W {
                if domain[word] & values[word] != 0 {
                    let size = self.store.size(var);
                    ones(domain[word] & values[word]).for_each(|bit| sums[word][bit as usize] += size);
                }
            }
        });
        let all = (0..).zip(values).flat_map(|(word, bits)| ones(bits).map(move |bit| 64 * word + bit));
        let sum = |value: &u32| sums[*value as usize / 64][*value as usize % 64];
        all.min_by_key(sum).expect("there is some value")
    }

    /// How many values the neighbours of a variable in binary tables have left.
    fn around(&self, var: u32) -> u32 {
        let program = self.program;
        let propagators = program.on_change.of(var).map(|propagator| &program.propagators[propagator as usize]);
        let tables = propagators.filter(|propagator| matches!(propagator.kind, Kind::Binary { .. }));
        tables.map(|propagator| self.store.size(program.scope(propagator)[1])).sum()
    }

    /// Calls `act` with the unfixed variables of a set of variables.
    #[inline]
    pub(super) fn each_unfixed(&self, set_at: u32, mut act: impl FnMut(u32)) {
        let set = &self.program.masks[set_at as usize..][..self.program.set_words];
        for (word, (&members, &unfixed)) in set.iter().zip(self.store.unfixed()).enumerate() {
            ones(members & unfixed).for_each(|bit| act(64 * word as u32 + bit));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::compile::CpProgram;
    use super::super::order::Branch;
    use super::*;
    use crate::native::settings::Settings;
    use cnfab_model::Model;

    #[test]
    fn what_failed_more_often_comes_first_and_values_come_before_variables() {
        let mut model = Model::new();
        let domain = |var: i32| match var {
            0 => vec![0, 1],
            1 => vec![2, 3],
            // Value 10 has two candidates.
            2 | 3 => (0..24).collect(),
            _ => (0..24).filter(|&value| value != 10).collect(),
        };
        let vars: Vec<_> = (0..24).map(|var| model.var(format!("x[{var}]"), domain(var))).collect();
        model.all_different("different", vars);
        let settings = Settings { order: Order::Auto, ..Settings::OF_TESTS };
        let program = CpProgram::new(&model, settings, true).expect("nothing to refuse");
        let mut engine = Propagation::<1>::new(&program, settings);
        assert!(engine.start(true));
        let decisions = |engine: &Propagation<1>| {
            let mut out = Vec::new();
            assert_eq!(engine.branch(&mut fastrand::Rng::with_seed(1), &mut out), Branch::On { hidden: false });
            out
        };
        assert_eq!(decisions(&engine), [(2, 10), (3, 10)]);
        engine.failed.add((1, 2));
        assert_eq!(decisions(&engine), [(1, 2), (1, 3)]);
        engine.failed.add((3, 10));
        assert_eq!(decisions(&engine), [(2, 10), (3, 10)]);
        [(0, 0), (0, 1)].into_iter().for_each(|decision| engine.failed.add(decision));
        assert_eq!(decisions(&engine), [(0, 0), (0, 1)]);
    }
}
