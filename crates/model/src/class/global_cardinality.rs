//! Each of some values is taken by as many variables as its count says.
//!
//! J.-C. Régin, "Generalized Arc Consistency for Global Cardinality Constraint", AAAI 1996, with counts that are
//! variables. Here it is one count for each value.

use std::iter::zip;

use super::super::{Assignment, Atom, Cmp, Model, ModelError, Poster, Var};
use super::{Among, Class, Clause, MOST_VALUES, some_value, some_vars};

/// For each value, its count is the number of variables that take it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GlobalCardinality {
    /// The variables.
    pub vars: Vec<Var>,
    /// The values counted.
    pub values: Vec<i32>,
    /// The numbers of variables that take each of the values, in their order.
    pub counts: Vec<Var>,
    /// True if the variables take no other values.
    pub is_closed: bool,
}

impl GlobalCardinality {
    fn parts(&self) -> impl Iterator<Item = Among> + '_ {
        zip(&self.values, &self.counts).map(|(&value, &number)| {
            let atoms = self.vars.iter().map(|var| var.is(value)).collect();
            Among { atoms, cmp: Cmp::Eq, number }
        })
    }

    /// States that the variables take no other values, where that is so.
    pub fn close(&self, when: &[Atom], out: &mut Poster<'_>) {
        for &var in self.vars.iter().filter(|_| self.is_closed) {
            out.post(when, Clause(self.values.iter().map(|&value| var.is(value)).collect()));
        }
    }
}

impl Class for GlobalCardinality {
    fn example(model: &Model, choose: &mut dyn FnMut(usize) -> usize) -> Self {
        let (vars, counts) = (some_vars(model, choose, 4), some_vars(model, choose, 2));
        let values = counts.iter().map(|_| some_value(model, choose, vars[0])).collect();
        GlobalCardinality { vars, values, counts, is_closed: choose(3) == 0 }
    }

    fn name(&self) -> &'static str {
        "global-cardinality"
    }

    fn vars(&self) -> Box<dyn Iterator<Item = Var> + '_> {
        Box::new(self.vars.iter().chain(&self.counts).copied())
    }

    fn rename(&mut self, to: &dyn Fn(Var) -> Var) {
        self.vars.iter_mut().chain(&mut self.counts).for_each(|var| *var = to(*var));
    }

    fn holds(&self, assignment: &Assignment) -> bool {
        let is_counted = |&var: &Var| self.values.contains(&assignment[var]);
        self.parts().all(|count| count.holds(assignment)) && (!self.is_closed || self.vars.iter().all(is_counted))
    }

    fn normalise(&mut self) -> Result<(), ModelError> {
        let (found, expected) = (self.counts.len(), self.values.len());
        let error = ModelError::Lengths { class: self.name(), what: "counts", found, expected };
        if found == expected { Ok(()) } else { Err(error) }
    }

    fn decompose(&self, when: &[Atom], out: &mut Poster<'_>) {
        self.parts().for_each(|count| out.post(when, count));
        self.close(when, out);
    }

    /// Some count is another one, or some variable takes another value.
    fn negate(&self, when: &[Atom], out: &mut Poster<'_>) {
        let mut wrong: Vec<Atom> = self.parts().map(|count| !out.holds(count)).collect();
        let mut values = self.values.clone();
        values.sort_unstable();
        values.dedup();
        for &var in self.vars.iter().filter(|_| self.is_closed) {
            let domain = out.domain(var);
            if domain.len() <= MOST_VALUES {
                let others = domain.values().filter(|value| values.binary_search(value).is_err());
                wrong.extend(others.map(|value| var.is(value)));
                continue;
            }
            let others: Vec<Atom> = values.iter().map(|&value| var.is_not(value)).collect();
            wrong.push(out.conjunction(&others));
        }
        out.post(when, Clause(wrong));
    }
}
