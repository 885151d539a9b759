//! A program as a good_lp problem, shared by the solvers behind it.

use std::time::{Duration, Instant};

use good_lp::solvers::{ResolutionError, Solution, SolverModel, WithTimeLimit};
use good_lp::variable::{ProblemVariables, UnsolvedProblem, Variable, variable};
use good_lp::{Constraint, Expression, constraint};

use cnfab_ilp::{Column, Program};
use cnfab_model::Cmp;

use super::Answer;

/// A program that good_lp can hand to a solver.
pub(super) struct Stated {
    problem: UnsolvedProblem,
    columns: Vec<Variable>,
    rows: Vec<Constraint>,
}

impl Stated {
    /// States the program. If it has no objective, any solution will do, and the weights only lead the solver.
    pub(super) fn new(program: &Program, mut weight: impl FnMut(&Column) -> f64) -> Self {
        let is_optimised = !program.objective().is_empty();
        let mut variables = ProblemVariables::new();
        let mut objective = Expression::from(0.0);
        let mut columns = Vec::with_capacity(program.columns().len());
        for column in program.columns() {
            let definition = variable().min(column.low as f64).max(column.high as f64);
            let added = variables.add(if column.integral { definition.integer() } else { definition });
            let weight = if is_optimised { 0.0 } else { weight(column) };
            if weight != 0.0 {
                objective.add_mul(weight, added);
            }
            columns.push(added);
        }
        for &(column, coefficient) in program.objective() {
            objective.add_mul(coefficient as f64, columns[column]);
        }
        let rows = program.rows().map(|row| {
            let mut sum = Expression::with_capacity(row.entries.len());
            for &(column, coefficient) in row.entries {
                sum.add_mul(coefficient as f64, columns[column]);
            }
            let rhs = row.rhs as f64;
            match row.cmp {
                Cmp::Le => constraint::leq(sum, rhs),
                Cmp::Eq => constraint::eq(sum, rhs),
                Cmp::Ge => constraint::geq(sum, rhs),
            }
        });
        let rows = rows.collect();
        Stated { problem: variables.minimise(objective), columns, rows }
    }

    /// Solves with a solver's own form of the problem, made by `using`.
    pub(super) fn solve<S>(
        self,
        using: impl FnOnce(UnsolvedProblem) -> S,
        limit: Option<Duration>,
    ) -> Result<Answer, String>
    where
        S: SolverModel<Error = ResolutionError> + WithTimeLimit,
    {
        let Stated { problem, columns, rows } = self;
        let start = Instant::now();
        let mut solver = using(problem).with_all(rows);
        if let Some(limit) = limit {
            solver = solver.with_time_limit(limit.saturating_sub(start.elapsed()).as_secs_f64());
        }
        match solver.solve() {
            // At the time limit too, the solution returned satisfies the rows; whether it is the best does not matter.
            Ok(solution) => Ok(Answer::Solution(columns.iter().map(|&column| solution.value(column)).collect())),
            Err(ResolutionError::Infeasible) => Ok(Answer::Infeasible),
            // Both solvers report a time limit without a solution as an unspecific error.
            Err(ResolutionError::Other(_)) if limit.is_some_and(|limit| start.elapsed() >= limit) => {
                Ok(Answer::OutOfTime)
            }
            Err(error) => Err(error.to_string()),
        }
    }
}
