//! The variables take pairwise different values.

use itertools::Itertools;

use super::super::{Assignment, Atom, Cmp, Model, Poster, Var};
use super::{Cardinality, Class, some_vars};

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
        for atoms in self.shared_values(out) {
            out.post(when, Cardinality { atoms, cmp: Cmp::Le, k: 1 });
        }
    }

    /// A variable is the smallest value that several take.
    fn negate(&self, when: &[Atom], out: &mut Poster<'_>) {
        let shared = self.shared_values(out);
        let Some(smallest) = out.choice("equal", when, shared.len()) else { return };
        for (number, atoms) in (0..).zip(shared) {
            let chosen = smallest.is(number);
            out.post(&[chosen], Cardinality { atoms: atoms.clone(), cmp: Cmp::Ge, k: 2 });
            out.post(&[smallest.above(number)], Cardinality { atoms, cmp: Cmp::Le, k: 1 });
        }
    }
}
