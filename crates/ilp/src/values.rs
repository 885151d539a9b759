//! The map from values of variables to columns, and back from a program's solution to the model's.

use std::ops::Range;

use cnfab_model::{Assignment, Atom, Cmp, Domain, Model, Objective, Sense, Var};

use super::program::{Column, Expr, Program, TooLarge};

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

/// For each model variable its values and their columns: one per value, or one for both values of a variable with two;
/// or one that is the value; or both.
#[derive(Clone, Debug)]
pub struct ValueColumns {
    entries: Vec<Entry>,
    /// How many of them are those of the model that was stated.
    own: usize,
}

/// The columns of a variable.
#[derive(Clone, Debug)]
struct Entry {
    domain: Domain,
    /// The first column of its values.
    values: Option<usize>,
    /// The column that is its value.
    number: Option<usize>,
}

/// The columns that a variable is to have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Wanted {
    pub(super) values: bool,
    pub(super) number: bool,
}

/// How far from a whole number a column may be.
const TOLERANCE: f64 = 1e-4;

impl ValueColumns {
    /// Adds the columns of all variables, and the rows that give each variable one value.
    /// The first `own` of them are the model's; lowering has added the others.
    pub(super) fn encode(
        model: &Model,
        own: usize,
        domains: Vec<Domain>,
        wanted: &dyn Fn(Var) -> Wanted,
        program: &mut Program,
    ) -> Result<Self, TooLarge> {
        let mut made = ValueColumns { entries: Vec::with_capacity(domains.len()), own };
        for (var, domain) in model.vars().zip(domains) {
            if domain.is_empty() {
                program.contradiction("domain");
            }
            let is_wide = domain.len() > 2;
            let has_gaps = domain.max().zip(domain.min()).is_some_and(|(high, low)| {
                i64::from(high) - i64::from(low) >= i64::try_from(domain.len()).unwrap_or(i64::MAX)
            });
            let Wanted { values, number } = wanted(var);
            // One that nothing asks for is a number where that is possible.
            let number = (is_wide && (number || !values)).then(|| {
                let (low, high) = domain.min().zip(domain.max()).expect("it has values");
                program.integer(model.name(var).to_owned(), low.into(), high.into())
            });
            made.entries.push(Entry { domain, values: None, number });
            if number.is_none() || values || has_gaps {
                made.state_values(model.name(var), var, program)?;
            }
        }
        Ok(made)
    }

    /// Adds the columns of the values of a variable that has none, and what they mean.
    pub(super) fn state_values(&mut self, name: &str, var: Var, program: &mut Program) -> Result<(), TooLarge> {
        let Entry { domain, values, number } = &mut self.entries[var.index()];
        if values.is_some() {
            return Ok(());
        }
        *values = Some(program.columns().len());
        match domain.len() {
            0 | 1 => {}
            2 => {
                program.binary(format!("{name}={}", domain.max().expect("two values")));
            }
            _ => {
                let (mut sum, mut value_of) = (Expr::new(), Expr::new());
                for value in domain.values() {
                    let column = program.binary(format!("{name}={value}"));
                    sum.add(1, column);
                    value_of.add(value.into(), column);
                }
                program.row("domain", sum, Cmp::Eq, 1)?;
                if let &mut Some(number) = number {
                    value_of.add(-1, number);
                    program.row("domain", value_of, Cmp::Eq, 0)?;
                }
            }
        }
        Ok(())
    }

    /// The values that have a column; root propagation may have dropped some of the model's.
    pub fn domain(&self, var: Var) -> &Domain {
        &self.entries[var.index()].domain
    }

    /// The columns that tell the variable's value; none if it has one value.
    pub fn columns(&self, var: Var) -> Range<usize> {
        let Entry { domain, values, number } = &self.entries[var.index()];
        let columns = match (domain.len(), values) {
            (0 | 1, _) => 0,
            (2, _) | (_, None) => 1,
            (values, Some(_)) => values,
        };
        let first = values.or(*number).unwrap_or_default();
        first..first + columns
    }

    /// Adds a multiple of the variable's value to a sum.
    ///
    /// # Errors
    /// If the numbers are too large.
    pub(super) fn add_number(&self, sum: &mut Expr, coefficient: i64, var: Var) -> Result<(), TooLarge> {
        let Entry { domain, number, .. } = &self.entries[var.index()];
        if let &Some(number) = number {
            sum.add(coefficient, number);
            return Ok(());
        }
        let mut values = domain.values();
        let Some(smallest) = values.next() else { return Ok(()) };
        sum.add_constant(i128::from(coefficient) * i128::from(smallest));
        for value in values {
            let step = coefficient.checked_mul(i64::from(value) - i64::from(smallest)).ok_or(TooLarge)?;
            sum.add_binary(step, self.is(var, value));
        }
        Ok(())
    }

    /// `var = value`.
    ///
    /// # Panics
    /// If the values have no columns.
    pub fn is(&self, var: Var, value: i32) -> Binary {
        let Entry { domain, values, .. } = &self.entries[var.index()];
        let first = || values.expect("a variable whose values have columns");
        match (domain.index_of(value), domain.len()) {
            (None, _) => Binary::Const(false),
            (Some(_), 1) => Binary::Const(true),
            (Some(0), 2) => Binary::Not(first()),
            (Some(_), 2) => Binary::Is(first()),
            (Some(index), _) => Binary::Is(first() + index),
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
    pub(super) fn objective(&self, objective: &Objective) -> Result<Expr, TooLarge> {
        let sign = if objective.sense == Sense::Minimise { 1 } else { -1 };
        let mut sum = Expr::new();
        sum.add_constant(i128::from(sign) * i128::from(objective.constant));
        for &(coefficient, var) in &objective.terms {
            self.add_number(&mut sum, sign * coefficient, var)?;
        }
        Ok(sum)
    }

    /// The values of all variables in a solution of the program.
    ///
    /// # Errors
    /// If a column has no value of its own, or a variable does not have exactly one value; the error says which.
    pub fn decode(&self, program: &Program, solution: &[f64]) -> Result<Assignment, String> {
        self.of_values(program, |column| {
            let (value, Column { name, low, high, .. }) = (solution[column], &program.columns()[column]);
            let whole = value.round();
            if (value - whole).abs() <= TOLERANCE && (*low as f64..=*high as f64).contains(&whole) {
                return Ok(whole as i64);
            }
            let expected =
                if (*low, *high) == (0, 1) { "neither 0 nor 1".to_owned() } else { format!("none of {low} to {high}") };
            Err(format!("the solution's {name} is {value}, {expected}"))
        })
    }

    /// The values of all variables in a solution of the program in whole numbers.
    ///
    /// # Errors
    /// If a variable does not have exactly one value; the error says which.
    pub fn assignment(&self, program: &Program, solution: &[i64]) -> Result<Assignment, String> {
        self.of_values(program, |column| Ok(solution[column]))
    }

    fn of_values(&self, program: &Program, at: impl Fn(usize) -> Result<i64, String>) -> Result<Assignment, String> {
        let mut assignment = Vec::with_capacity(self.entries.len());
        for Entry { domain, values, number } in &self.entries[..self.own] {
            if let &Some(number) = number {
                let value = at(number)?;
                let known = i32::try_from(value).ok().filter(|&value| domain.contains(value));
                let name = &program.columns()[number].name;
                assignment.push(
                    known.ok_or_else(|| format!("the solution's {name} is {value}, which is none of its values"))?,
                );
                continue;
            }
            let first = values.unwrap_or_default();
            let index = match domain.len() {
                0 => return Err("a variable without values has no value".to_owned()),
                1 => 0,
                2 => usize::from(at(first)? == 1),
                values => {
                    let mut taken = None;
                    for index in 0..values {
                        if at(first + index)? == 1 && taken.replace(index).is_some() {
                            return Err(format!("two of the columns from {} on are 1", program.columns()[first].name));
                        }
                    }
                    taken.ok_or_else(|| format!("all columns from {} on are 0", program.columns()[first].name))?
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
