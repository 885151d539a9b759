//! The backend of all `sat` strategies: encode once, then solve and exclude until there is nothing left.

use std::ops::ControlFlow;
use std::time::Instant;

use crate::cnf::CountedClauses;
use crate::encode::{Recipe, Unsupported, encode};
use crate::model::{Model, Takes};
use crate::solve::{Backend, Budget, Limit, OnSolution, Outcome, Report, SolveError, Stats};

use super::external::External;
use super::shuffled::Shuffled;
use super::{Enumerator, SatResult, SatSolver, SolverKind};

/// Why a solver stops that knows no answer.
const UNKNOWN: &str = "the solver does not know";

/// Why a search with a limit on conflicts ended by it.
const OUT_OF_CONFLICTS: &str = "the budget of conflicts is used up";

/// Which solver.
pub(super) enum Which {
    /// One of the registry.
    Registered(&'static dyn SolverKind),
    /// A program.
    Command(String),
    /// One that this build does not have.
    NotBuilt,
}

impl Which {
    /// A solver without clauses, if there is one in this build.
    fn start(&self, budget: &Budget) -> Option<Box<dyn SatSolver>> {
        let solver: Box<dyn SatSolver> = match self {
            Which::Registered(kind) => kind.start(budget),
            Which::Command(command) => Box::new(External::new(command, budget)),
            Which::NotBuilt => return None,
        };
        Some(match budget.shuffle {
            Some(seed) => Box::new(Shuffled::new(solver, seed)),
            None => solver,
        })
    }
}

pub(super) struct Sat {
    pub(super) strategy: String,
    pub(super) solver: Which,
    pub(super) enumerator: &'static dyn Enumerator,
    pub(super) recipe: Recipe,
}

impl Sat {
    fn not_built(&self) -> SolveError {
        let feature = self.strategy.split(':').nth(1).unwrap_or_default();
        self.unsupported(format!("solving in this build: it was built without `--features {feature}`"))
    }
}

impl Backend for Sat {
    fn name(&self) -> String {
        self.strategy.clone()
    }

    fn recipe(&self) -> Option<String> {
        Some(self.recipe.to_string())
    }

    fn takes(&self) -> Takes {
        Takes::CONDITIONS
    }

    fn limits_conflicts(&self) -> Result<(), SolveError> {
        let limits = match &self.solver {
            Which::Registered(kind) => kind.limits_conflicts(),
            Which::Command(_) => Err("another program has its own limits"),
            Which::NotBuilt => return Err(self.not_built()),
        };
        limits.map_err(|why| self.unsupported(format!("limits on conflicts: {why}")))
    }

    fn solve(&self, model: &Model, budget: &Budget, on: OnSolution<'_>) -> Result<Report, SolveError> {
        if budget.conflicts.is_some() {
            self.limits_conflicts()?;
        }
        let start = Instant::now();
        let mut solver = self.solver.start(budget).ok_or_else(|| self.not_built())?;
        let mut counted = CountedClauses::new(solver.as_mut());
        let refused = |why: Unsupported| self.unsupported(format!("this model: {why}"));
        let vars = encode(model, &self.recipe, &mut counted).map_err(refused)?;
        let size = counted.size();
        let encode_s = start.elapsed().as_secs_f64();

        let shown = model.shown();
        let mut enumeration = self.enumerator.start(&vars, &shown, size.variables);
        let failed = |detail: String| SolveError::Failed { backend: self.name(), detail };
        let outcome = loop {
            if budget.is_over() {
                break Outcome::Stopped(Limit::Time);
            }
            match solver.solve(&[]).map_err(failed)? {
                SatResult::Unknown if budget.is_over() => break Outcome::Stopped(Limit::Time),
                SatResult::Unknown if budget.conflicts.is_some() => {
                    break Outcome::Stopped(Limit::Own(OUT_OF_CONFLICTS));
                }
                SatResult::Unknown => break Outcome::Stopped(Limit::Own(UNKNOWN)),
                SatResult::Unsat(_) => break Outcome::Exhausted,
                SatResult::Sat => {}
            }
            let solution = enumeration.next(solver.as_mut());
            if let Some(solution) = solution {
                if let Some(posted) = model.violated(&solution) {
                    return Err(failed(format!("a model of the formula violates a constraint '{}'", posted.label)));
                }
                if on(&solution) == ControlFlow::Break(()) {
                    break Outcome::Satisfied;
                }
            }
            if !enumeration.exclude(solver.as_mut()) {
                break Outcome::Exhausted;
            }
        };
        let counters = solver.counters();
        let stats = Stats {
            encode_s: Some(encode_s),
            size: Some(size),
            contract: Some(vars.contract()),
            conflicts: counters.conflicts,
            decisions: counters.decisions,
            propagations: counters.propagations,
            restarts: counters.restarts,
            ..Stats::default()
        };
        Ok(Report { outcome, stats })
    }
}
