//! A backend in front of a backend: where the objective is one variable that an equation defines, it is that sum.
//!
//! What it does: a variable that only the objective and one equation have, without a multiple, is taken out. The sum of
//! the equation takes its place in the objective, and its bounds are sums that compare with a number, unless they hold
//! in any case. Solutions get its value back. MiniZinc states each objective by such a variable, with many values.
//!
//! Whose idea: E. Andersen, K. Andersen, "Presolving in Linear Programming", 1995, have it as the free column
//! singleton.
//!
//! How ours differs: only the objective's variable goes, and it need not be free.
//!
//! When it runs: in `auto`, for integer programs, where each value of a variable is a column.

use cnfab_model::{Assignment, Cmp, Constraint, Linear, Model, Objective, Role, Var};

use super::{Backend, Budget, Counted, OnSolution, Report, SolveError};

/// A backend for objectives of one variable.
pub(super) struct Defined(pub(super) Box<dyn Backend>);

/// The variable that is the objective, and the number of the equation that defines it, in which it has the coefficient.
#[derive(Clone, Copy)]
struct Definition {
    var: Var,
    equation: usize,
    coefficient: i64,
}

/// The definition of the objective, if only an equation defines it.
fn definition(model: &Model) -> Option<Definition> {
    let [(_, var)] = model.objective()?.terms[..] else { return None };
    let has_it = |(_, posted): &(usize, &cnfab_model::Posted)| {
        posted.constraint.vars().chain(posted.when.iter().map(|atom| atom.var)).any(|other| other == var)
    };
    let mut with_it = model.constraints().iter().enumerate().filter(has_it);
    let (Some((equation, posted)), None) = (with_it.next(), with_it.next()) else { return None };
    let Constraint::Linear(Linear { terms, cmp: Cmp::Eq, .. }) = &posted.constraint else { return None };
    let (coefficient, _) = *terms.iter().find(|term| term.1 == var)?;
    let is_plain = posted.when.is_empty() && coefficient.abs() == 1 && model.domain(var).ranges().len() == 1;
    is_plain.then_some(Definition { var, equation, coefficient })
}

/// The variable that is taken out, if there is one.
pub(super) fn defined(model: &Model) -> Option<Var> {
    definition(model).map(|definition| definition.var)
}

/// The equation of a definition: its terms without the variable, and its right side, both times the coefficient.
fn sum(model: &Model, Definition { var, equation, coefficient }: Definition) -> (Vec<(i64, Var)>, i64) {
    let Constraint::Linear(Linear { terms, rhs, .. }) = &model.constraints()[equation].constraint else {
        unreachable!("the definition is an equation")
    };
    let others = terms.iter().filter(|term| term.1 != var);
    (others.map(|&(factor, other)| (-coefficient * factor, other)).collect(), coefficient * rhs)
}

/// The model without the variable, which keeps its place with one value; `None` if numbers get too large.
fn without(model: &Model, definition: Definition) -> Option<Model> {
    let (terms, constant) = sum(model, definition);
    let domain = model.domain(definition.var);
    let (low, high) = (domain.min()?, domain.max()?);
    let mut smaller = Model::new();
    for (index, variable) in model.variables().iter().enumerate() {
        match index == definition.var.index() {
            true => smaller.var(&variable.name, low..=low),
            false => smaller.var(&variable.name, variable.domain.clone()),
        };
    }
    for (number, posted) in model.constraints().iter().enumerate() {
        if number != definition.equation {
            let (label, constraint) = (&posted.label, posted.constraint.clone());
            smaller.add_constraint(label, posted.role, posted.when.clone(), constraint).ok()?;
        }
    }
    for (cmp, end) in [(Cmp::Ge, low), (Cmp::Le, high)] {
        let rhs = i64::from(end).checked_sub(constant)?;
        let bound = Linear { terms: terms.clone(), cmp, rhs };
        smaller.add_constraint("objective", Role::Rule, Vec::new(), bound).ok()?;
    }
    let Objective { sense, terms: own, constant: fixed } = model.objective()?;
    let factor = own[0].0;
    let times = |&(coefficient, var): &(i64, Var)| Some((coefficient.checked_mul(factor)?, var));
    let terms = terms.iter().map(times).collect::<Option<Vec<_>>>()?;
    let constant = factor.checked_mul(constant)?.checked_add(*fixed)?;
    smaller.optimise(Objective { sense: *sense, terms, constant }).ok()?;
    Some(smaller)
}

impl Backend for Defined {
    fn name(&self) -> String {
        self.0.name()
    }

    fn optimise(&self, model: &Model, budget: &Budget, on: OnSolution<'_>) -> Result<Report, SolveError> {
        let defined = definition(model);
        let Some((definition, smaller)) = defined.and_then(|of| Some((of, without(model, of)?))) else {
            return self.0.optimise(model, budget, on);
        };
        let (terms, constant) = sum(model, definition);
        self.0.optimise(&smaller, budget, &mut |solution| {
            let mut values = solution.values().to_vec();
            let value = terms.iter().map(|&(factor, var)| factor * i64::from(solution[var])).sum::<i64>() + constant;
            values[definition.var.index()] =
                i32::try_from(value).expect("the sum is within the bounds of the variable");
            on(&Assignment::new(values))
        })
    }

    fn solve(&self, model: &Model, budget: &Budget, on: OnSolution<'_>) -> Result<Report, SolveError> {
        self.0.solve(model, budget, on)
    }

    fn count(&self, model: &Model, budget: &Budget, on: OnSolution<'_>) -> Result<Counted, SolveError> {
        self.0.count(model, budget, on)
    }
}
