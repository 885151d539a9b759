//! Equations over different variables, by the sets of values that they can hold.
//!
//! What it does: of the listed sets (`compile::subsets`) those are possible that have all assigned values and no value
//! that nobody can take. Unfixed variables keep the values of possible sets. A value that all possible sets have and
//! only one unfixed variable is assigned to it.
//!
//! Whose idea: the combination lists of puzzlers; H. Simonis, "Kakuro as a Constraint Problem", ModRef 2008, takes sum
//! and all-different constraint as one.
//!
//! How ours differs: sets, not tuples. A set is a word, and the list is short; which variable takes which value is left
//! to the all-different constraint, so this is weaker than domain consistency.
//!
//! When it runs: last, at `propagate=full`, in equations with more than three unfixed variables of which the sets were
//! listed.

use super::super::compile::Subsets;
use super::super::propagation::Propagation;
use super::super::store::{Conflict, DomainStep};

impl<const W: usize> Propagation<'_, W> {
    /// One pass; what it leaves may give more.
    ///
    /// Pre: no domain is empty, and the list was made from these domains or larger ones. Post: if `Ok` and nothing has
    /// changed, nothing follows from the list.
    #[inline(never)]
    pub(super) fn subsets(&mut self, scope: &[u32], subsets: &Subsets) -> DomainStep {
        let (mut taken, mut once, mut twice) = (0, 0, 0);
        for &var in scope {
            let domain = self.store.word(var);
            if domain & (domain - 1) == 0 {
                taken |= domain;
            } else {
                twice |= once & domain;
                once |= domain;
            }
        }
        let unfixed = once & !taken;
        let Some((union, common)) = possible(subsets.with(taken), taken, unfixed, !twice) else { return Err(Conflict) };
        let (union, lonely) = (union & unfixed, common & unfixed & !twice);
        if union == once && lonely == 0 {
            return Ok(());
        }
        for &var in scope {
            let domain = self.store.word(var);
            if domain & (domain - 1) != 0 {
                let here = domain & lonely;
                if here & here.wrapping_sub(1) != 0 {
                    return Err(Conflict);
                }
                self.store.keep(var, if here == 0 { union } else { here })?;
            }
        }
        Ok(())
    }
}

/// The union and the intersection of the sets that have all of `taken` and nothing else but `unfixed`; `None` if there
/// is none. Stops as soon as they have all of `unfixed`, and in common nothing of it that is `telling`: then nothing
/// can follow.
#[inline]
fn possible(sets: &[u64], taken: u64, unfixed: u64, telling: u64) -> Option<(u64, u64)> {
    let (mut union, mut common) = (0, u64::MAX);
    for &set in sets {
        if set & taken == taken && set & !(taken | unfixed) == 0 {
            union |= set;
            common &= set;
            if unfixed & !union == 0 && common & unfixed & telling == 0 {
                break;
            }
        }
    }
    (union != 0).then_some((union, common))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::ops::Range;

    use super::super::super::compile::CpProgram;
    use super::*;
    use crate::native::settings::Settings;
    use cnfab_model::{Cmp, Domain, Flat, Linear, Model, Var};

    const SETTINGS: Settings = Settings::OF_TESTS;

    /// Different variables with equal coefficients and a sum that some different values have.
    fn line(random: &mut fastrand::Rng, variables: Range<usize>) -> Model {
        let coefficient = [1, -1, 3, -2][random.usize(..4)];
        let low = random.i32(-4..4);
        let mut model = Model::new();
        let thin = random.u32(1..4);
        let vars: Vec<Var> = (0..random.usize(variables))
            .map(|var| {
                let mut values: Vec<i32> = (low..low + 11).filter(|_| random.u32(..4) >= thin).collect();
                values.push(low + random.i32(0..11));
                model.var(format!("x[{var}]"), values)
            })
            .collect();
        let mut values: Vec<i64> = (low..low + 11).map(i64::from).collect();
        random.shuffle(&mut values);
        let sum = values[..vars.len()].iter().sum::<i64>();
        model.all_different("line", vars.iter().copied());
        let terms = vars.iter().map(|&var| (coefficient, var)).collect();
        model.post("line", Linear { terms, cmp: Cmp::Eq, rhs: coefficient * sum });
        model
    }

    /// The remaining domains when nothing follows any more from the sets of different values with the sum; `None` if no
    /// set is possible or some domain is empty.
    fn left(domains: &[Vec<i32>], sum: i32) -> Option<Vec<Vec<i32>>> {
        let mut domains = domains.to_vec();
        loop {
            let is_unfixed = |domain: &Vec<i32>| domain.len() > 1;
            let taken: Vec<i32> = domains.iter().filter(|domain| !is_unfixed(domain)).map(|domain| domain[0]).collect();
            let mut values = domains.concat();
            values.sort_unstable();
            values.dedup();
            let sets: Vec<Vec<i32>> = (0..1u32 << values.len())
                .map(|some| (0..values.len()).filter(|&at| some >> at & 1 == 1).map(|at| values[at]).collect())
                .filter(|set: &Vec<i32>| set.len() == domains.len() && set.iter().sum::<i32>() == sum)
                .filter(|set| taken.iter().all(|value| set.contains(value)))
                .collect();
            if sets.is_empty() {
                return None;
            }
            let before = domains.clone();
            for domain in domains.iter_mut().filter(|domain| domain.len() > 1) {
                domain.retain(|value| !taken.contains(value) && sets.iter().any(|set| set.contains(value)));
            }
            for &value in values.iter().filter(|value| !taken.contains(value)) {
                if sets.iter().all(|set| set.contains(&value)) {
                    let places: Vec<usize> = (0..domains.len()).filter(|&at| before[at].contains(&value)).collect();
                    if let [only] = places[..] {
                        domains[only].retain(|&other| other == value);
                    }
                }
            }
            if domains.iter().any(Vec::is_empty) {
                return None;
            }
            if domains == before {
                return Some(domains);
            }
        }
    }

    fn values(domains: &[Domain]) -> Vec<Vec<i32>> {
        domains.iter().map(|domain| domain.to_vec()).collect()
    }

    /// The sum of the values.
    fn sum(model: &Model) -> i32 {
        let Flat::Linear(Linear { terms, rhs, .. }) = model.constraints()[1].flat() else { panic!("a sum") };
        (rhs / terms[0].0) as i32
    }

    #[test]
    fn a_line_keeps_the_values_of_possible_sets_and_places_what_all_of_them_have() {
        let mut random = fastrand::Rng::with_seed(21);
        let (mut fails, mut narrowed, mut placed) = (0, 0, 0);
        for _ in 0..3000 {
            let model = line(&mut random, 4..8);
            let program = CpProgram::new(&model, SETTINGS, true).expect("nothing to refuse");
            // Two variables with the same value from the start are for the all-different constraint to find.
            let given = model.variables().iter().filter_map(|variable| variable.domain.fixed());
            let given_twice = given.clone().count() > given.collect::<BTreeSet<i32>>().len();
            let [subsets] = &program.subsets[..] else { continue };
            if given_twice {
                continue;
            }
            let mut engine = Propagation::<1>::new(&program, SETTINGS);
            let scope: Vec<u32> = (0..program.len() as u32).collect();
            let step = loop {
                let before = engine.store.changes;
                let step = engine.subsets(&scope, subsets);
                if step.is_err() || engine.store.changes == before {
                    break step;
                }
            };
            let before: Vec<Vec<i32>> = model.variables().iter().map(|variable| variable.domain.to_vec()).collect();
            let found = step.is_ok().then(|| values(&engine.domains()));
            let expected = left(&before, sum(&model));
            assert_eq!(found, expected, "{model:#?}");
            match expected {
                None => fails += 1,
                Some(left) => {
                    narrowed += usize::from(left != before);
                    let fixed = |domains: &[Vec<i32>]| domains.iter().filter(|domain| domain.len() == 1).count();
                    placed += usize::from(fixed(&left) > fixed(&before));
                }
            }
        }
        assert!(fails > 50 && narrowed > 300 && placed > 100, "{fails} {narrowed} {placed}");
    }

    #[test]
    fn after_full_propagation_no_line_has_anything_to_lose() {
        let mut random = fastrand::Rng::with_seed(22);
        let (mut narrowed, mut fails) = (0, 0);
        for _ in 0..3000 {
            let model = line(&mut random, 2..8);
            let program = CpProgram::new(&model, SETTINGS, true).expect("nothing to refuse");
            let mut engine = Propagation::<1>::new(&program, SETTINGS);
            if engine.start(true) {
                let found = values(&engine.domains());
                assert_eq!(left(&found, sum(&model)).as_ref(), Some(&found), "{model:#?}");
                narrowed += usize::from(found.iter().any(|domain| domain.len() > 1));
            } else {
                fails += 1;
            }
        }
        assert!(narrowed > 500 && fails > 100, "{narrowed} {fails}");
    }
}
