//! A variable is the smallest or the largest of some.

use super::super::{Assignment, Atom, Cmp, Model, Poster, Var};
use super::{Class, Clause, Linear, have_many_values, some_vars};

/// `result` is the least or the largest value of the variables. Of no variables, no value is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Extremum {
    /// True if it is the largest value.
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

    /// One variable reaches the other.
    fn surpasses(&self, one: Var, other: Var) -> Linear {
        let sign = if self.is_largest { 1 } else { -1 };
        Linear { terms: vec![(sign, one), (-sign, other)], cmp: Cmp::Ge, rhs: 0 }
    }

    /// The result reaches all variables, and some variable the result.
    fn decompose_by_sums(&self, when: &[Atom], out: &mut Poster<'_>) {
        self.vars.iter().for_each(|&var| out.post(when, self.surpasses(self.result, var)));
        let some = self.vars.iter().map(|&var| out.holds(self.surpasses(var, self.result))).collect();
        out.post(when, Clause(some));
    }

    /// The result does not reach some variable, or no variable the result.
    fn negate_by_sums(&self, when: &[Atom], out: &mut Poster<'_>) {
        let none: Vec<Atom> = self.vars.iter().map(|&var| !out.holds(self.surpasses(var, self.result))).collect();
        let mut some: Vec<Atom> = self.vars.iter().map(|&var| !out.holds(self.surpasses(self.result, var))).collect();
        some.push(out.conjunction(&none));
        out.post(when, Clause(some));
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
        if have_many_values(self.vars(), out) {
            return self.decompose_by_sums(when, out);
        }
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
        if have_many_values(self.vars(), out) {
            return self.negate_by_sums(when, out);
        }
        for value in out.domain(self.result).to_vec() {
            for &var in &self.vars {
                let more = self.vars.iter().map(|&other| self.exceeds(other, value));
                out.post(when, Clause(more.chain([self.result.is_not(value), var.is_not(value)]).collect()));
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
        let mut rng = Rng::with_seed(6);
        for _ in 0..150 {
            let mut model = Model::new();
            for index in 0..3 {
                model.var(format!("x[{index}]"), rng.i32(0..2)..=rng.i32(2..4));
            }
            let extremum = Extremum::example(&model, &mut |below| rng.usize(..below));
            let when = [Var::from_index(0).above(1)];
            let when = &when[..rng.usize(..2)];
            stated_exactly(&model, &extremum, when, |out| extremum.decompose_by_sums(when, out));
            negated_exactly(&model, &extremum, when, |out| extremum.negate_by_sums(when, out));
        }
    }
}
