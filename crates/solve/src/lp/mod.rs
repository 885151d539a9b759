//! Integer programming: the model as a program, solved again and again with one more cut.
//!
//! The solvers compute in floating point. What they return is rounded, turned into an assignment and checked against
//! the model in exact integers; an answer that does not pass is a failure of the backend and is reported as one. That
//! there is no (further) solution cannot be checked here: compare with another strategy. The time limit is handed to
//! the solver. A cancelled budget is checked between the calls only.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::time::Instant;

use cnfab_ilp::{Expr, Formulation, Linearized, Program, TAKES, linearize};
use cnfab_model::{Assignment, Cmp, Model, Takes};

use super::{Backend, Budget, Encodings, Limit, OnSolution, Options, Outcome, ProgramSize, Report, SolveError, Stats};

mod external;
mod good;
#[cfg(feature = "highs")]
mod highs;
mod microlp;
mod rounds;
mod tree;

pub(super) use external::{LP, MPS};
pub(super) use tree::backend;

/// `ilp:microlp`.
pub(super) fn microlp(_: &Options, encodings: &Encodings) -> Box<dyn Backend> {
    let solver = Some(Box::new(microlp::Microlp) as Box<dyn LpSolver>);
    Box::new(Ilp { name: "ilp:microlp".to_owned(), formulation: encodings.formulation(), solver, is_program: false })
}

/// A program of the user's that the options name, or that the strategy is named after.
pub(super) fn by_program(options: &Options, encodings: &Encodings) -> Box<dyn Backend> {
    let solver = |command: &str| Box::new(external::External { command: command.to_owned() }) as Box<dyn LpSolver>;
    Box::new(Ilp {
        name: options.strategy(),
        formulation: encodings.formulation(),
        solver: options.command().map(solver),
        is_program: true,
    })
}

/// `ilp:highs`; in a build without the feature it refuses every model.
pub(super) fn highs(_: &Options, encodings: &Encodings) -> Box<dyn Backend> {
    #[cfg(feature = "highs")]
    let solver = Some(Box::new(highs::Highs) as Box<dyn LpSolver>);
    #[cfg(not(feature = "highs"))]
    let solver = None;
    Box::new(Ilp { name: "ilp:highs".to_owned(), formulation: encodings.formulation(), solver, is_program: false })
}

/// A solver of integer programs.
trait LpSolver: Send + Sync {
    /// Says that the solver is a program that is not there.
    fn missing(&self) -> Option<String> {
        None
    }

    /// Finds one solution.
    ///
    /// # Errors
    /// If the solver fails; the error has its message.
    fn solve(&self, program: &Program, budget: &Budget) -> Result<Answer, String>;
}

/// The answer of a solver about a program.
enum Answer {
    /// A value for each column.
    Solution(Vec<f64>),
    /// There is no solution.
    Infeasible,
    /// The time limit came first.
    OutOfTime,
}

/// A solver, a formulation, and the name users know them by.
struct Ilp {
    name: String,
    formulation: &'static dyn Formulation,
    /// `None` if it is not part of this build.
    solver: Option<Box<dyn LpSolver>>,
    /// True if it is a program of the user's.
    is_program: bool,
}

impl Backend for Ilp {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn recipe(&self) -> Option<String> {
        Some(format!("ilp={}", self.formulation.name()))
    }

    fn takes(&self) -> Takes {
        TAKES
    }

    /// The solver minimises within its tolerance. So a row asks for something better than what it found, until there is
    /// nothing: what is then optimal is so in exact integers.
    fn optimise(&self, model: &Model, budget: &Budget, on: OnSolution<'_>) -> Result<Report, SolveError> {
        let mut is_solved = false;
        let report = self.search(model, budget, |program, columns, found| {
            is_solved = true;
            if on(found).is_break() {
                return Ok(ControlFlow::Break(()));
            }
            let mut sum = Expr::new();
            let mut value = 0;
            for &(column, coefficient) in program.program.objective() {
                sum.add(coefficient, column);
                value += coefficient * columns[column].round() as i64;
            }
            let better = program.program.row("objective", sum, Cmp::Le, value - 1);
            better.map_err(|_| self.unsupported("an objective of this size".to_owned()))?;
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(report.for_better(is_solved))
    }

    fn solve(&self, model: &Model, budget: &Budget, on: OnSolution<'_>) -> Result<Report, SolveError> {
        let shown = model.shown();
        let mut seen: BTreeSet<Vec<i32>> = BTreeSet::new();
        self.search(model, budget, |program, _, found| {
            if !seen.insert(found.project(&shown)) {
                return Err(self.failed("the solver returned a solution that a cut excludes".to_owned()));
            }
            if on(found).is_break() {
                return Ok(ControlFlow::Break(()));
            }
            program.exclude(found, &shown).map_err(|_| self.unsupported("that many shown variables".to_owned()))?;
            Ok(ControlFlow::Continue(()))
        })
    }
}

impl Ilp {
    /// The program of a model, and its size.
    fn linearized(&self, model: &Model) -> Result<(&dyn LpSolver, Linearized, Stats), SolveError> {
        let solver = self.solver.as_deref().ok_or_else(|| {
            self.unsupported("solving in this build: it was built without `--features highs`".to_owned())
        })?;
        if let Some(missing) = solver.missing() {
            return Err(self.unsupported(missing));
        }
        let start = Instant::now();
        let program = linearize(model, self.formulation).map_err(|reason| self.unsupported(reason.to_string()))?;
        let stats = Stats {
            encode_s: Some(start.elapsed().as_secs_f64()),
            program: Some(size(&program.program)),
            ..Stats::default()
        };
        Ok((solver, program, stats))
    }

    /// Finds one solution after the other. `take` gets the program, the columns of each and the solution itself, and
    /// adds rows that exclude it, or breaks.
    fn search(
        &self,
        model: &Model,
        budget: &Budget,
        mut take: impl FnMut(&mut Linearized, &[f64], &Assignment) -> Result<ControlFlow<()>, SolveError>,
    ) -> Result<Report, SolveError> {
        let (solver, mut program, stats) = self.linearized(model)?;
        budget.begin(&stats);
        let outcome = loop {
            if program.program.is_contradictory() {
                break Outcome::Exhausted;
            }
            if budget.is_over() {
                break Outcome::Stopped(Limit::Time);
            }
            let columns = match solve(solver, &program.program, budget).map_err(|detail| self.failed(detail))? {
                Answer::Solution(columns) => columns,
                Answer::Infeasible => break Outcome::Exhausted,
                Answer::OutOfTime => break Outcome::Stopped(Limit::Time),
            };
            let found = program.values.decode(&program.program, &columns).map_err(|detail| self.failed(detail))?;
            check(model, &found).map_err(|detail| self.failed(detail))?;
            if take(&mut program, &columns, &found)?.is_break() {
                break Outcome::Satisfied;
            }
        };
        Ok(Report { outcome, stats })
    }

    fn failed(&self, detail: String) -> SolveError {
        let backend = self.name();
        if self.is_program { SolveError::Program { backend, detail } } else { SolveError::Failed { backend, detail } }
    }
}

/// One call of the solver. A program without rows needs none: every column may take its lower bound.
fn solve(solver: &dyn LpSolver, program: &Program, budget: &Budget) -> Result<Answer, String> {
    if program.rows().len() == 0 {
        return Ok(Answer::Solution(program.columns().iter().map(|column| column.low as f64).collect()));
    }
    solver.solve(program, budget)
}

/// Checks that the assignment solves the model, in exact integers.
fn check(model: &Model, found: &Assignment) -> Result<(), String> {
    if let Some(var) = model.outside(found) {
        return Err(format!("the solver gave {} the value {}, outside its domain", model.name(var), found[var]));
    }
    match model.violated(found) {
        Some(posted) => Err(format!("the solver returned a solution that violates a constraint '{}'", posted.label)),
        None => Ok(()),
    }
}

fn size(program: &Program) -> ProgramSize {
    ProgramSize {
        columns: program.columns().len() as u64,
        rows: program.rows().len() as u64,
        entries: program.entries() as u64,
    }
}
