//! The map from values of variables to columns, and back from a program's solution to the model's.

use std::ops::Range;

use cnfab_model::{Assignment, Atom, Cmp, Domain, Model, Objective, Sense, Var};

use super::program::{Expr, Program};

/// The form of an atom: a constant, a 0/1 column, or 1 minus such a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binary {
    /// Decided by the domain.
    Const(bool),
    /// True where the column is 1.
    Is(usize),
    /// True where the column is 0.
    Not(usize),
}

impl Expr {
    /// Adds `coefficient` if the binary is true.
    pub fn add_binary(&mut self, coefficient: i64, binary: Binary) {
        match binary {
            Binary::Const(value) => self.add_constant(i128::from(value) * i128::from(coefficient)),
            Binary::Is(column) => self.add(coefficient, column),
            Binary::Not(column) => {
                self.add_constant(i128::from(coefficient));
                self.add(-coefficient, column);
            }
        }
    }
}

/// For each model variable its values and their columns: one per value, or one for both values of a variable with two.
#[derive(Clone, Debug)]
pub struct ValueColumns {
    /// Domain and first column.
    entries: Vec<(Domain, usize)>,
    /// How many of them are those of the model that was stated.
    own: usize,
}

/// How far from 0 or 1 a column may be to count as that.
const TOLERANCE: f64 = 1e-4;

impl ValueColumns {
    /// Adds the columns of all variables, and the rows that give each variable one value.
    /// The first `own` of them are the model's; lowering has added the others.
    pub(super) fn encode(model: &Model, own: usize, domains: Vec<Domain>, program: &mut Program) -> Self {
        let mut entries = Vec::with_capacity(domains.len());
        for (var, domain) in model.vars().zip(domains) {
            let first = program.columns().len();
            let name = model.name(var);
            match domain.len() {
                0 => program.contradiction("domain"),
                1 => {}
                2 => {
                    program.binary(format!("{name}={}", domain.max().expect("two values")));
                }
                _ => {
                    let mut sum = Expr::new();
                    for value in domain.values() {
                        sum.add(1, program.binary(format!("{name}={value}")));
                    }
                    program.row("domain", sum, Cmp::Eq, 1).expect("ones are not too large");
                }
            }
            entries.push((domain, first));
        }
        ValueColumns { entries, own }
    }

    /// The values that have a column; root propagation may have dropped some of the model's.
    pub fn domain(&self, var: Var) -> &Domain {
        &self.entries[var.index()].0
    }

    /// The columns that tell the variable's value; none if it has one value.
    pub fn columns(&self, var: Var) -> Range<usize> {
        let (domain, first) = &self.entries[var.index()];
        let columns = match domain.len() {
            0 | 1 => 0,
            2 => 1,
            values => values,
        };
        *first..first + columns
    }

    /// `var = value`.
    pub fn is(&self, var: Var, value: i32) -> Binary {
        let (domain, first) = &self.entries[var.index()];
        match (domain.index_of(value), domain.len()) {
            (None, _) => Binary::Const(false),
            (Some(_), 1) => Binary::Const(true),
            (Some(0), 2) => Binary::Not(*first),
            (Some(_), 2) => Binary::Is(*first),
            (Some(index), _) => Binary::Is(first + index),
        }
    }

    /// The atom's column or constant.
    pub fn atom(&self, atom: Atom) -> Binary {
        match self.is(atom.var, atom.value) {
            truth if atom.is_equality() => truth,
            Binary::Const(value) => Binary::Const(!value),
            Binary::Is(column) => Binary::Not(column),
            Binary::Not(column) => Binary::Is(column),
        }
    }

    /// The value of an objective, or its opposite if it is maximised.
    pub(super) fn objective(&self, objective: &Objective) -> Expr {
        let sign = if objective.sense == Sense::Minimise { 1 } else { -1 };
        let mut sum = Expr::new();
        sum.add_constant(sign * i128::from(objective.constant));
        for &(coefficient, var) in &objective.terms {
            let mut values = self.domain(var).values();
            let smallest = values.next().unwrap_or_default();
            sum.add_constant(sign * i128::from(coefficient) * i128::from(smallest));
            for value in values {
                let step = sign as i64 * coefficient * (i64::from(value) - i64::from(smallest));
                sum.add_binary(step, self.is(var, value));
            }
        }
        sum
    }

    /// The values of all variables in a solution of the program.
    ///
    /// # Errors
    /// If a column is neither 0 nor 1, or a variable does not have exactly one value; the error says which.
    pub fn decode(&self, program: &Program, solution: &[f64]) -> Result<Assignment, String> {
        self.of_bits(program, |column| {
            let value = solution[column];
            if value.abs() <= TOLERANCE {
                Ok(false)
            } else if (value - 1.0).abs() <= TOLERANCE {
                Ok(true)
            } else {
                Err(format!("the solution's {} is {value}, neither 0 nor 1", program.columns()[column].name))
            }
        })
    }

    /// The values of all variables in a solution of the program in whole numbers.
    ///
    /// # Errors
    /// If a variable does not have exactly one value; the error says which.
    pub fn assignment(&self, program: &Program, solution: &[i64]) -> Result<Assignment, String> {
        self.of_bits(program, |column| Ok(solution[column] == 1))
    }

    fn of_bits(&self, program: &Program, bit: impl Fn(usize) -> Result<bool, String>) -> Result<Assignment, String> {
        let mut assignment = Vec::with_capacity(self.entries.len());
        for (domain, first) in &self.entries[..self.own] {
            let index = match domain.len() {
                0 => return Err("a variable without values has no value".to_owned()),
                1 => 0,
                2 => usize::from(bit(*first)?),
                values => {
                    let mut taken = None;
                    for index in 0..values {
                        if bit(first + index)? && taken.replace(index).is_some() {
                            return Err(format!("two of the columns from {} on are 1", program.columns()[*first].name));
                        }
                    }
                    taken.ok_or_else(|| format!("all columns from {} on are 0", program.columns()[*first].name))?
                }
            };
            assignment.push(domain.nth(index).expect("a value of the domain"));
        }
        Ok(Assignment::new(assignment))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DEFAULT, linearize};

    #[test]
    fn values_become_columns_and_columns_values() {
        let mut model = Model::new();
        let vars = [model.var("a", 4), model.var("b", vec![2, 9]), model.var("c", 1..=3)];
        let made = linearize(&model, DEFAULT).unwrap();
        let names: Vec<&str> = made.program.columns().iter().map(|column| column.name.as_str()).collect();
        assert_eq!(names, ["b=9", "c=1", "c=2", "c=3"]);
        assert_eq!(made.values.is(vars[0], 4), Binary::Const(true));
        assert_eq!(made.values.is(vars[0], 5), Binary::Const(false));
        assert_eq!(made.values.is(vars[1], 2), Binary::Not(0));
        assert_eq!(made.values.is(vars[2], 3), Binary::Is(3));
        assert_eq!(made.values.atom(vars[1].is_not(2)), Binary::Is(0));
        assert_eq!(vars.map(|var| made.values.columns(var)), [0..0, 0..1, 1..4]);
        let decoded = made.values.decode(&made.program, &[0.00001, 0.0, 1.0, -0.00001]);
        assert_eq!(decoded, Ok(Assignment::new(vec![4, 2, 2])));
    }

    #[test]
    fn what_is_no_solution_is_refused() {
        let mut model = Model::new();
        model.var("b", vec![2, 9]);
        model.var("c", 1..=3);
        let made = linearize(&model, DEFAULT).unwrap();
        let refused = |solution: [f64; 4]| made.values.decode(&made.program, &solution).unwrap_err();
        assert_eq!(refused([0.5, 0.0, 1.0, 0.0]), "the solution's b=9 is 0.5, neither 0 nor 1");
        assert_eq!(refused([0.0, 1.0, 1.0, 0.0]), "two of the columns from c=1 on are 1");
        assert_eq!(refused([0.0, 0.0, 0.0, 0.0]), "all columns from c=1 on are 0");
    }
}
