//! A variable is the smallest or the largest of some.

use super::super::{Assignment, Atom, Model, Poster, Var};
use super::{Class, Clause, some_vars};

/// `result` is the least or the largest value of the variables. Of no variables, no value is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Extremum {
    /// Whether it is the largest value.
    pub is_largest: bool,
    /// The variables.
    pub vars: Vec<Var>,
    /// Their least or largest value.
    pub result: Var,
}

impl Extremum {
    /// The variable has the value or one that is more extreme.
    fn reaches(&self, var: Var, value: i32) -> Atom {
        if self.is_largest { var.at_least(value) } else { var.at_most(value) }
    }

    /// The variable has a value that is more extreme.
    fn exceeds(&self, var: Var, value: i32) -> Atom {
        if self.is_largest { var.above(value) } else { !var.at_least(value) }
    }
}

impl Class for Extremum {
    fn example(model: &Model, choose: &mut dyn FnMut(usize) -> usize) -> Self {
        let result = some_vars(model, choose, 1)[0];
        Extremum { is_largest: choose(2) > 0, vars: some_vars(model, choose, 4), result }
    }

    fn name(&self) -> &'static str {
        if self.is_largest { "maximum" } else { "minimum" }
    }

    fn vars(&self) -> Box<dyn Iterator<Item = Var> + '_> {
        Box::new(self.vars.iter().copied().chain([self.result]))
    }

    fn rename(&mut self, to: &dyn Fn(Var) -> Var) {
        self.vars.iter_mut().chain([&mut self.result]).for_each(|var| *var = to(*var));
    }

    fn holds(&self, assignment: &Assignment) -> bool {
        let values = self.vars.iter().map(|&var| assignment[var]);
        let extremum = if self.is_largest { values.max() } else { values.min() };
        extremum == Some(assignment[self.result])
    }

    /// The result reaches what a variable reaches, and some variable what the result reaches.
    fn decompose(&self, when: &[Atom], out: &mut Poster<'_>) {
        for &var in &self.vars {
            for value in out.domain(var).to_vec() {
                out.post(when, Clause(vec![!self.reaches(var, value), self.reaches(self.result, value)]));
            }
        }
        for value in out.domain(self.result).to_vec() {
            let some = self.vars.iter().map(|&var| self.reaches(var, value));
            out.post(when, Clause(some.chain([!self.reaches(self.result, value)]).collect()));
        }
    }

    /// Where a variable has the value of the result, another one exceeds it.
    fn negate(&self, when: &[Atom], out: &mut Poster<'_>) {
        for value in out.domain(self.result).to_vec() {
            for &var in &self.vars {
                let more = self.vars.iter().map(|&other| self.exceeds(other, value));
                out.post(when, Clause(more.chain([self.result.is_not(value), var.is_not(value)]).collect()));
            }
        }
    }
}
