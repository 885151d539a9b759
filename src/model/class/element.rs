//! An entry of an array, chosen by a variable, equals a variable.
//!
//! P. Van Hentenryck, J.-P. Carillon, "Generality versus Specificity: an Experience with AI and OR Techniques", AAAI
//! 1988.

use std::iter::zip;

use super::super::{Assignment, Atom, Model, Poster, Var};
use super::{Class, Clause, some_value, some_vars};

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

    /// Some index is chosen, and its entry and the result have the same values.
    fn decompose(&self, when: &[Atom], out: &mut Poster<'_>) {
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
        for (index, entry) in self.entries() {
            for value in out.domain(entry).to_vec() {
                let equal = [self.index.is(index), entry.is(value), self.result.is(value)];
                out.post(when, Clause(equal.map(|atom| !atom).to_vec()));
            }
        }
    }
}
