//! An entry of an array, chosen by a variable, equals a variable.
//!
//! P. Van Hentenryck, J.-P. Carillon, "Generality versus Specificity: an Experience with AI and OR Techniques", AAAI
//! 1988.

use std::iter::zip;

use super::super::{Assignment, Atom, Cmp, Domain, Model, Poster, Var};
use super::{Class, Clause, Linear, MOST_VALUES, some_value, some_vars};

/// `array[index - first] = result`. An index outside the array meets no value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Element {
    /// The entries.
    pub array: Vec<Var>,
    /// The index of the first entry.
    pub first: i32,
    /// The index.
    pub index: Var,
    /// The value of the entry.
    pub result: Var,
}

impl Element {
    /// The entries with their indices.
    pub fn entries(&self) -> impl Iterator<Item = (i32, Var)> + '_ {
        zip(i64::from(self.first).., &self.array).map_while(|(index, &entry)| Some((i32::try_from(index).ok()?, entry)))
    }

    /// The entries and the result.
    fn values(&self) -> impl Iterator<Item = Var> + '_ {
        self.array.iter().copied().chain([self.result])
    }

    /// The number of values that the entries and the result have together.
    pub fn size(&self, values: impl Fn(Var) -> usize) -> usize {
        self.values().map(values).fold(0, usize::saturating_add)
    }

    /// States it by a sum for each entry: the entry is the result where its index is chosen.
    pub fn decompose_by_sums(&self, when: &[Atom], out: &mut Poster<'_>) {
        out.post(when, Clause(self.entries().map(|(index, _)| self.index.is(index)).collect()));
        self.by_sums(when, out, |sum, when, out| out.post(when, sum));
    }

    /// States something about the difference of the entry and the result where an index is chosen.
    fn by_sums(&self, when: &[Atom], out: &mut Poster<'_>, state: impl Fn(Linear, &[Atom], &mut Poster<'_>)) {
        for (index, entry) in self.entries() {
            if out.domain(self.index).contains(index) {
                let mut equal = Linear { terms: vec![(1, entry), (-1, self.result)], cmp: Cmp::Eq, rhs: 0 };
                equal.normalise().expect("coefficients of at most 2");
                let when: Vec<Atom> = when.iter().copied().chain([self.index.is(index)]).collect();
                state(equal, &when, out);
            }
        }
    }
}

impl Class for Element {
    fn example(model: &Model, choose: &mut dyn FnMut(usize) -> usize) -> Self {
        let array = some_vars(model, choose, 3);
        let [index, result] = [(); 2].map(|()| some_vars(model, choose, 1)[0]);
        Element { array, first: some_value(model, choose, index), index, result }
    }

    fn name(&self) -> &'static str {
        "element"
    }

    fn vars(&self) -> Box<dyn Iterator<Item = Var> + '_> {
        Box::new(self.array.iter().copied().chain([self.index, self.result]))
    }

    fn rename(&mut self, to: &dyn Fn(Var) -> Var) {
        self.array.iter_mut().chain([&mut self.index, &mut self.result]).for_each(|var| *var = to(*var));
    }

    fn holds(&self, assignment: &Assignment) -> bool {
        self.entries()
            .any(|(index, entry)| assignment[self.index] == index && assignment[entry] == assignment[self.result])
    }

    fn supports(&self) -> Vec<(Var, Domain)> {
        vec![(self.index, self.entries().map(|(index, _)| index).collect())]
    }

    /// Some index is chosen, and its entry and the result have the same values.
    fn decompose(&self, when: &[Atom], out: &mut Poster<'_>) {
        if self.size(|var| out.domain(var).len()) > MOST_VALUES {
            return self.decompose_by_sums(when, out);
        }
        out.post(when, Clause(self.entries().map(|(index, _)| self.index.is(index)).collect()));
        for (index, entry) in
            self.entries().filter(|(index, _)| out.domain(self.index).contains(*index)).collect::<Vec<_>>()
        {
            for (from, to) in [(entry, self.result), (self.result, entry)] {
                for value in out.domain(from).to_vec() {
                    out.post(when, Clause(vec![self.index.is_not(index), from.is_not(value), to.is(value)]));
                }
            }
        }
    }

    /// No entry at its index is the result.
    fn negate(&self, when: &[Atom], out: &mut Poster<'_>) {
        if self.size(|var| out.domain(var).len()) > MOST_VALUES {
            return self.by_sums(when, out, |sum, when, out| sum.negate(when, out));
        }
        for (index, entry) in self.entries() {
            for value in out.domain(entry).to_vec() {
                let equal = [self.index.is(index), entry.is(value), self.result.is(value)];
                out.post(when, Clause(equal.map(|atom| !atom).to_vec()));
            }
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
    fn sums_state_what_values_do() {
        let mut rng = Rng::with_seed(5);
        for _ in 0..150 {
            let mut model = Model::new();
            for index in 0..4 {
                model.var(format!("x[{index}]"), rng.i32(0..2)..=rng.i32(2..4));
            }
            let element = Element::example(&model, &mut |below| rng.usize(..below));
            let when = [Var::from_index(0).above(1)];
            let when = &when[..rng.usize(..2)];
            stated_exactly(&model, &element, when, |out| {
                element.decompose_by_sums(when, out);
            });
            negated_exactly(&model, &element, when, |out| {
                element.by_sums(when, out, |sum, when, out| sum.negate(when, out));
            });
        }
    }
}
