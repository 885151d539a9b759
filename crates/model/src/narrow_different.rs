//! Root propagation of all-different constraints: by assigned values, and by values with a single candidate left when
//! there are as many values as variables.
//!
//! A value has a single candidate if it is in one domain only, which one pass finds by two sets, of the values met once
//! and of those met twice. Models of up to 64 values have these sets in a word each; others count for each value.

use super::Var;
use super::narrow::{Contradiction, NarrowStep, Narrowing};

impl Narrowing<'_> {
    pub(super) fn all_different(&mut self, vars: &[Var]) -> NarrowStep {
        if vars.iter().any(|&var| self.wide(var).is_some()) {
            return self.differ_from_fixed(vars);
        }
        if self.sets.is_empty() { self.different_values(vars) } else { self.different_sets(vars) }
    }

    /// All-different where some variables have many values: by assigned values alone.
    fn differ_from_fixed(&mut self, vars: &[Var]) -> NarrowStep {
        for (position, &var) in
            vars.iter().enumerate().filter(|(_, var)| self.left[var.index()] == 1).collect::<Vec<_>>()
        {
            let value = self.bounds(var).0 as i32;
            for (_, &other) in vars.iter().enumerate().filter(|&(other, _)| other != position) {
                self.remove(other, value)?;
            }
        }
        Ok(())
    }

    /// All-different where the values left are sets of one word.
    fn different_sets(&mut self, vars: &[Var]) -> NarrowStep {
        let (mut once, mut twice) = (0, 0);
        for var in vars {
            let set = self.sets[var.index()];
            twice |= once & set;
            once |= set;
        }
        let values = once.count_ones() as usize;
        if values < vars.len() {
            return Err(Contradiction);
        }
        let single = if values == vars.len() { once & !twice } else { 0 };
        for (position, &var) in vars.iter().enumerate() {
            let set = self.sets[var.index()];
            let is_fixed = self.left[var.index()] == 1;
            let telling = set & if is_fixed { twice } else { single };
            if telling == 0 {
                continue;
            }
            let value = self.values.nth(telling.trailing_zeros() as usize).expect("the number of a value");
            if is_fixed {
                for (_, &other) in vars.iter().enumerate().filter(|&(other, _)| other != position) {
                    self.remove(other, value)?;
                }
            } else if telling.is_power_of_two() {
                self.retain(var, |other| other == value)?;
            } else {
                return Err(Contradiction);
            }
        }
        Ok(())
    }

    /// The same for any number of values.
    fn different_values(&mut self, vars: &[Var]) -> NarrowStep {
        let slots = |this: &Self, var: Var| this.start[var.index()]..this.start[var.index() + 1];
        let mut values = 0;
        for &var in vars {
            for slot in slots(self, var) {
                if self.alive[slot] {
                    let place = &mut self.places[self.value_numbers[slot] as usize];
                    values += usize::from(place.0 == 0);
                    *place = (place.0 + 1, var);
                }
            }
        }
        let mut taken = Vec::new();
        let mut single = Vec::new();
        for &var in vars {
            let fixed = self.left[var.index()] == 1;
            for slot in slots(self, var) {
                let place = &mut self.places[self.value_numbers[slot] as usize];
                if self.alive[slot] && (fixed && place.0 > 1 || !fixed && place.0 == 1 && values == vars.len()) {
                    let value =
                        self.model.domain(var).nth(slot - self.start[var.index()]).expect("a value of the domain");
                    if fixed { &mut taken } else { &mut single }.push((var, value));
                }
            }
        }
        for &var in vars {
            for slot in slots(self, var) {
                self.places[self.value_numbers[slot] as usize].0 = 0;
            }
        }
        if values < vars.len() {
            return Err(Contradiction);
        }
        // Variables that become fixed on the way are met again, because each removal queues this constraint anew.
        for (var, value) in taken {
            let first = vars.iter().position(|&other| other == var);
            for (position, &other) in vars.iter().enumerate() {
                if Some(position) != first {
                    self.remove(other, value)?;
                }
            }
        }
        for (var, value) in single {
            self.retain(var, |v| v == value)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Cmp, Domain, Linear, Model, Var, narrow};

    /// Overlapping all-different constraints and a sum over a few values, and a variable on its own that has as many
    /// values as asked for.
    fn model(random: &mut fastrand::Rng, further: i32) -> Model {
        let mut model = Model::new();
        let mut domain = || -> Vec<i32> {
            let one = random.i32(0..7);
            (0..7).filter(|&value| value == one || random.u32(..3) > 0).collect()
        };
        let vars: Vec<Var> = (0..9).map(|var| model.var(format!("x[{var}]"), domain())).collect();
        for _ in 0..3 {
            let size = random.usize(2..=7);
            // Now and then a variable has to differ from itself.
            let some: Vec<Var> = (0..size).map(|at| vars[(at + random.usize(..2)) % 9]).collect();
            model.all_different("different", some);
        }
        let terms = vars[..3].iter().map(|&var| (1, var)).collect();
        model.post("sum", Linear { terms, cmp: Cmp::Le, rhs: random.i64(3..15) });
        model.var("further", 0..=further);
        model
    }

    #[test]
    fn sets_of_values_and_values_one_by_one_come_to_the_same_fixpoint() {
        let (mut narrowed, mut fails) = (0, 0);
        for seed in 0..2000 {
            let [few, many] = [10, 70].map(|further| model(&mut fastrand::Rng::with_seed(seed), further));
            let [few_left, many_left] = [&few, &many].map(|model| narrow(model).map(|domains| domains[..9].to_vec()));
            assert_eq!(few_left, many_left, "{few:#?}");
            match few_left {
                None => fails += 1,
                Some(left) => {
                    let before: Vec<Domain> = few.variables()[..9].iter().map(|var| var.domain.clone()).collect();
                    narrowed += usize::from(left != before);
                }
            }
        }
        assert!(narrowed > 500 && fails > 100, "{narrowed} {fails}");
    }
}
