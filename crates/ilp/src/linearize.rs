//! Walks a model and states each constraint as rows over the columns of the values.
//!
//! Columns: for each variable one binary per value that root propagation leaves; a variable with two values has one
//! binary, a fixed one none. Rows per class, over the binaries of the atoms (constants folded):
//! all-different: per value `sum of its binaries <= 1`, and `= 1` when there are as many values as variables;
//! count: the sum of its atoms compared with k; clause: the sum of its atoms `>= 1`; tables: see `table.rs`;
//! sums: up to the formulation. An objective is the sum of its values; one that is maximised becomes its opposite.
//! A model that root propagation refutes becomes the program with the one row `0 >= 1`.

use std::collections::BTreeMap;

use cnfab_model::{
    AllDifferent, Atom, Cardinality, Clause, Cmp, Flat, Label, Linear, Model, Posted, Table, Takes, Var, narrow,
};

use super::program::{Expr, Program, TooLarge};
use super::values::{ValueColumns, Wanted};
use super::{Formulation, LinearizeError, Linearized, SumConstraint, table};

/// The constraints that programs take; others are stated by these. Domains may have any number of values, where
/// constraints do not ask for these one by one.
pub const TAKES: Takes = Takes { any_values: true, ..Takes::FLAT };

/// States the model as an integer program.
///
/// # Errors
/// If the numbers of a constraint are too large for floating-point solvers.
pub fn linearize(model: &Model, formulation: &dyn Formulation) -> Result<Linearized, LinearizeError> {
    linearize_as(Program::new(), model, formulation, false)
}

/// States the model over 0/1 columns, but for those that the formulation asks for.
///
/// # Errors
/// If the numbers of a constraint are too large for floating-point solvers.
pub fn linearize_by_values(model: &Model, formulation: &dyn Formulation) -> Result<Linearized, LinearizeError> {
    linearize_as(Program::new(), model, formulation, true)
}

/// States the model as an integer program for a solver in whole numbers.
///
/// # Errors
/// If the numbers of a constraint are too large for 64 bits.
pub fn linearize_exactly(model: &Model, formulation: &dyn Formulation) -> Result<Linearized, LinearizeError> {
    linearize_as(Program::exact(), model, formulation, false)
}

fn linearize_as(
    mut program: Program,
    model: &Model,
    formulation: &dyn Formulation,
    by_values: bool,
) -> Result<Linearized, LinearizeError> {
    let largest = program.largest_sum();
    let of_domains = || LinearizeError::Sum { largest, label: Label::from("domain"), number: 0 };
    let own = model.variables().len();
    let model = &*model.lowered(TAKES).map_err(LinearizeError::Constraint)?;
    let wanted = wanted(model, formulation, by_values);
    if model.has_too_many_values(|index| wanted[index].values) {
        return Err(LinearizeError::Constraint(TOO_MANY_VALUES));
    }
    let wanted = |var: Var| wanted[var.index()];
    let Some(domains) = narrow(model) else {
        program.contradiction("root");
        let domains = model.variables().iter().map(|variable| variable.domain.clone()).collect();
        // The columns are of no use, but they keep what the program says about the model complete.
        let values =
            ValueColumns::encode(model, own, domains, &wanted, &mut program).map_err(|TooLarge| of_domains())?;
        return Ok(Linearized { program, values });
    };
    let values = ValueColumns::encode(model, own, domains, &wanted, &mut program).map_err(|TooLarge| of_domains())?;
    let mut out = Builder { program, values };
    let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
    for posted in model.constraints() {
        let number = numbers.entry(&posted.label).or_insert(0);
        out.program.begin(Some(*number));
        out.constraint(model, posted, *number, formulation).map_err(|TooLarge| LinearizeError::Sum {
            largest,
            label: posted.label.clone(),
            number: *number,
        })?;
        *number += 1;
    }
    out.program.begin(None);
    if let Some(objective) = model.objective() {
        let label = Label::from("objective");
        let set = out.values.objective(objective).and_then(|sum| out.program.minimise(sum));
        set.map_err(|TooLarge| LinearizeError::Sum { largest, label, number: 0 })?;
    }
    Ok(Linearized { program: out.program, values: out.values })
}

/// Why a model is refused whose values are asked for one by one.
const TOO_MANY_VALUES: &str = "domains of more than 20,000,000 values together";

/// Variables that nothing but sums asks for have a column of integers if they have more values than this.
const MOST_VALUES: usize = 24;

/// By variable, how many columns it has if all constraints are sums, counts and clauses, before root propagation.
pub fn columns_of(model: &Model, formulation: &dyn Formulation) -> Vec<usize> {
    let of = |(var, wanted): (Var, Wanted)| {
        (if wanted.values { model.domain(var).len() } else { 0 }) + usize::from(wanted.number)
    };
    model.vars().zip(wanted(model, formulation, false)).map(of).collect()
}

/// The columns that the variables need for the constraints and the objective. If not `by_values`, they have columns for
/// their values only where these are few, or asked for.
fn wanted(model: &Model, formulation: &dyn Formulation, by_values: bool) -> Vec<Wanted> {
    let mut asked = vec![false; model.variables().len()];
    for posted in model.constraints().iter().filter(|posted| !matches!(posted.flat(), Flat::Linear(_))) {
        posted.constraint.vars().for_each(|var| asked[var.index()] = true);
    }
    let is_number = |var: Var, is_asked: bool| {
        let values = model.domain(var).len();
        (formulation.has_numbers() && values > 2) || (!by_values && !is_asked && values > MOST_VALUES)
    };
    let start = |var: Var| Wanted { values: asked[var.index()] || !is_number(var, false), number: false };
    let mut wanted: Vec<Wanted> = model.vars().map(start).collect();
    let mut in_sum = |var: Var| wanted[var.index()].number = is_number(var, asked[var.index()]);
    let objective = model.objective().into_iter().flat_map(|objective| &objective.terms);
    objective.for_each(|term| in_sum(term.1));
    for posted in model.constraints() {
        if let Flat::Linear(Linear { terms, .. }) = posted.flat() {
            terms.iter().for_each(|term| in_sum(term.1));
        }
    }
    wanted
}

/// A program under construction.
#[derive(Debug)]
pub struct Builder {
    /// Columns and rows so far.
    pub program: Program,
    /// The columns of the variables' values.
    pub values: ValueColumns,
}

impl Builder {
    fn constraint(
        &mut self,
        model: &Model,
        posted: &Posted,
        number: usize,
        formulation: &dyn Formulation,
    ) -> Result<(), TooLarge> {
        let label = &posted.label;
        match posted.flat() {
            Flat::AllDifferent(AllDifferent(vars)) => self.all_different(label, vars),
            Flat::Linear(Linear { terms, cmp, rhs }) => {
                let mut rest = i128::from(*rhs);
                let mut free = Vec::with_capacity(terms.len());
                for &(coefficient, var) in terms {
                    match self.values.domain(var).fixed() {
                        Some(value) => rest -= i128::from(coefficient) * i128::from(value),
                        None => free.push((coefficient, var)),
                    }
                }
                let of: Vec<Var> = free.iter().map(|&(_, var)| var).collect();
                let distinct = model.distinct(&of);
                let rhs = i64::try_from(rest).map_err(|_| TooLarge)?;
                formulation
                    .sum(&SumConstraint { label: label.clone(), number, terms: free, cmp: *cmp, rhs, distinct }, self)
            }
            Flat::Cardinality(Cardinality { atoms, cmp, k }) => {
                let k = i64::try_from(*k).map_err(|_| TooLarge)?;
                self.count(label, atoms, *cmp, k)
            }
            Flat::Clause(Clause(atoms)) => self.count(label, atoms, Cmp::Ge, 1),
            Flat::Table(Table { vars, relation }) => table::link(label, number, vars, relation, self),
        }
    }

    fn all_different(&mut self, label: &Label, vars: &[Var]) -> Result<(), TooLarge> {
        let mut places: Vec<(i32, usize)> = Vec::new();
        for (position, &var) in vars.iter().enumerate() {
            places.extend(self.values.domain(var).values().map(|value| (value, position)));
        }
        places.sort_unstable();
        let groups = places.chunk_by(|a, b| a.0 == b.0);
        // With as many values as variables each value is taken by exactly one of them.
        let cmp = if groups.clone().count() == vars.len() { Cmp::Eq } else { Cmp::Le };
        for group in groups {
            let mut sum = Expr::new();
            for &(value, position) in group {
                sum.add_binary(1, self.values.is(vars[position], value));
            }
            self.program.row(label, sum, cmp, 1)?;
        }
        Ok(())
    }

    fn count(&mut self, label: &Label, atoms: &[Atom], cmp: Cmp, k: i64) -> Result<(), TooLarge> {
        let mut sum = Expr::new();
        for &atom in atoms {
            sum.add_binary(1, self.values.atom(atom));
        }
        self.program.row(label, sum, cmp, k)
    }

    /// States a sum as one row. The smallest value of each variable is moved to the right-hand side, which leaves
    /// smaller coefficients and says the same, since each variable has exactly one value.
    ///
    /// # Errors
    /// If its numbers are too large.
    pub fn plain_sum(&mut self, sum: &SumConstraint) -> Result<(), TooLarge> {
        let mut left = Expr::new();
        for &(coefficient, var) in &sum.terms {
            self.values.add_number(&mut left, coefficient, var)?;
        }
        self.program.row(&sum.label, left, sum.cmp, sum.rhs)
    }
}
