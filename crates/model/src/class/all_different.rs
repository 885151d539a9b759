//! The variables take pairwise different values.

use itertools::Itertools;

use super::super::{Assignment, Atom, Cmp, Model, Poster, Var};
use super::{Cardinality, Class, Clause, Linear, MOST_VALUES, have_many_values, some_vars};

/// The variables take pairwise different values.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AllDifferent(pub Vec<Var>);

impl AllDifferent {
    /// For each value that several variables may take, in increasing order, those atoms that they take it.
    fn shared_values(&self, out: &Poster<'_>) -> Vec<Vec<Atom>> {
        let takers = |&var: &Var| out.domain(var).values().map(move |value| (value, var));
        let by_value = self.0.iter().flat_map(takers).into_group_map();
        let several = by_value.into_iter().filter(|(_, takers)| takers.len() > 1).sorted();
        several.map(|(value, takers)| takers.into_iter().map(|var| var.is(value)).collect()).collect()
    }

    /// For each pair of variables that they are equal.
    fn pairs(&self) -> impl Iterator<Item = Linear> + '_ {
        let equal = |[&x, &y]: [&Var; 2]| Linear { terms: vec![(1, x), (-1, y)], cmp: Cmp::Eq, rhs: 0 };
        self.0.iter().array_combinations().map(equal)
    }

    /// True if there are many values, and fewer pairs of variables.
    fn is_by_pairs(&self, out: &Poster<'_>) -> bool {
        let n = self.0.len();
        n.saturating_mul(n) < MOST_VALUES && have_many_values(self.vars(), out)
    }

    /// Some pair is equal.
    fn negate_by_pairs(&self, when: &[Atom], out: &mut Poster<'_>) {
        let some = self.pairs().map(|equal| out.holds(equal)).collect();
        out.post(when, Clause(some));
    }
}

impl Class for AllDifferent {
    fn example(model: &Model, choose: &mut dyn FnMut(usize) -> usize) -> Self {
        AllDifferent(some_vars(model, choose, 4).into_iter().unique().collect())
    }

    fn name(&self) -> &'static str {
        "all-different"
    }

    fn vars(&self) -> Box<dyn Iterator<Item = Var> + '_> {
        Box::new(self.0.iter().copied())
    }

    fn rename(&mut self, to: &dyn Fn(Var) -> Var) {
        self.0.iter_mut().for_each(|var| *var = to(*var));
    }

    fn holds(&self, assignment: &Assignment) -> bool {
        let mut values = assignment.project(&self.0);
        values.sort_unstable();
        values.windows(2).all(|pair| pair[0] != pair[1])
    }

    /// For each value, at most one of the variables takes it.
    fn decompose(&self, when: &[Atom], out: &mut Poster<'_>) {
        if self.is_by_pairs(out) {
            return self.pairs().for_each(|equal| equal.negate(when, out));
        }
        for atoms in self.shared_values(out) {
            out.post(when, Cardinality { atoms, cmp: Cmp::Le, k: 1 });
        }
    }

    /// A variable is the smallest value that several take.
    fn negate(&self, when: &[Atom], out: &mut Poster<'_>) {
        if self.is_by_pairs(out) {
            return self.negate_by_pairs(when, out);
        }
        let shared = self.shared_values(out);
        let Some(smallest) = out.choice("equal", when, shared.len()) else { return };
        for (number, atoms) in (0..).zip(shared) {
            let chosen = smallest.is(number);
            out.post(&[chosen], Cardinality { atoms: atoms.clone(), cmp: Cmp::Ge, k: 2 });
            out.post(&[smallest.above(number)], Cardinality { atoms, cmp: Cmp::Le, k: 1 });
        }
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::super::check::{negated_exactly, stated_exactly};
    use super::*;

    /// The constraints for large domains, over small ones.
    #[test]
    fn pairs_state_what_values_do() {
        let mut rng = Rng::with_seed(8);
        for _ in 0..100 {
            let mut model = Model::new();
            for index in 0..3 {
                model.var(format!("x[{index}]"), rng.i32(0..2)..=rng.i32(2..4));
            }
            let different = AllDifferent::example(&model, &mut |below| rng.usize(..below));
            let when = [Var::from_index(0).above(1)];
            let when = &when[..rng.usize(..2)];
            stated_exactly(&model, &different, when, |out| {
                different.pairs().for_each(|equal| equal.negate(when, out));
            });
            negated_exactly(&model, &different, when, |out| different.negate_by_pairs(when, out));
        }
    }
}
