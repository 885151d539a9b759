//! The backend of all `sat` strategies: encode once, then solve and exclude until there is nothing left.

use std::borrow::Cow;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

use crate::builders::Improvement;
use crate::tuning::auto::{FORMULA_LITERAL, VALUES_READ};
use crate::{Backend, Budget, Limit, OnSolution, Outcome, Report, SolveError, Stats};
use cnfab_cnf::CountedClauses;
use cnfab_encode::{Recipe, Unsupported, VarMap, encode, lowered_unless_propagated};
use cnfab_model::Model;

use super::external::External;
use super::optimise::{Ended, OptimumSearch, Trouble};
use super::shuffled::Shuffled;
use super::{Counters, Enumerator, SatResult, SatSolver, SolverKind};

/// Why a solver stops that knows no answer.
const UNKNOWN: &str = "the solver does not know";

/// Why a search with a limit on conflicts ended by it.
const OUT_OF_CONFLICTS: &str = "the budget of conflicts is used up";

/// A solver.
pub(super) enum Which {
    /// One of the registry.
    Registered(Arc<dyn SolverKind>),
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
    pub(super) improvement: Improvement,
    pub(super) recipe: Recipe,
}

/// A solver with the formula of a model.
struct Started {
    solver: Box<dyn SatSolver>,
    vars: VarMap,
    stats: Stats,
}

impl Sat {
    /// Encodes the model.
    fn start(&self, model: &Model, budget: &Budget) -> Result<Started, SolveError> {
        if budget.conflicts.is_some() {
            self.limits_conflicts()?;
        } else if matches!(&self.solver, Which::Command(command) if super::external::limits_conflicts(command)) {
            return Err(self.unsupported("no limit on conflicts, for which its command has a place".to_owned()));
        }
        let start = Instant::now();
        let mut solver = self.solver.start(budget).ok_or_else(|| self.not_built())?;
        let mut counted = CountedClauses::new(solver.as_mut());
        let vars = encode(model, &self.recipe, &mut counted).map_err(|why| self.refused(&why))?;
        let size = counted.size();
        let recipe = Some(vars.recipe(&self.recipe).to_string()).filter(|recipe| *recipe != self.recipe.to_string());
        let stats = Stats {
            encode_s: Some(start.elapsed().as_secs_f64()),
            size: Some(size),
            contract: Some(vars.contract()),
            recipe,
            ..Stats::default()
        };
        budget.begin(&stats);
        Ok(Started { solver, vars, stats })
    }

    fn refused(&self, why: &Unsupported) -> SolveError {
        self.unsupported(format!("this model: {why}"))
    }

    /// The error of a solver that failed: a program of the user, or one of ours.
    fn failed(&self, detail: String) -> SolveError {
        let backend = self.strategy.clone();
        match self.solver {
            Which::Command(_) => SolveError::Program { backend, detail },
            Which::Registered(_) | Which::NotBuilt => SolveError::Failed { backend, detail },
        }
    }

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

    /// By the decompositions of its recipe.
    fn lowered<'m>(&self, model: &'m Model) -> Result<Cow<'m, Model>, SolveError> {
        lowered_unless_propagated(model, &self.recipe).map_err(|why| self.refused(&why))
    }

    fn limits_conflicts(&self) -> Result<(), SolveError> {
        let limits = match &self.solver {
            Which::Registered(kind) => kind.limits_conflicts(),
            Which::Command(command) if super::external::limits_conflicts(command) => Ok(()),
            Which::Command(_) => Err("'{conflicts}' in its command passes one to another program"),
            Which::NotBuilt => return Err(self.not_built()),
        };
        limits.map_err(|why| self.unsupported(format!("limits on conflicts: {why}")))
    }

    fn limits_ticks(&self) -> Result<(), SolveError> {
        match &self.solver {
            Which::Registered(kind) if kind.tells_work() => Ok(()),
            _ => Err(self.unsupported("limits on ticks: it does not count its work in them".to_owned())),
        }
    }

    fn optimise(&self, model: &Model, budget: &Budget, on: OnSolution<'_>) -> Result<Report, SolveError> {
        let Started { solver, vars, mut stats } = self.start(model, budget)?;
        if budget.is_over_after(FORMULA_LITERAL * stats.size.map_or(0, |size| size.literals)) {
            return Ok(Report { outcome: Outcome::Stopped(Limit::Time), stats });
        }
        let search = OptimumSearch::new(solver, vars, model, &self.recipe, budget, on);
        let (Ended { outcome, bound }, solver) = search.run(self.improvement).map_err(|trouble| match trouble {
            Trouble::Refused(why) => self.unsupported(format!("this objective: {why}")),
            Trouble::Failed(detail) => self.failed(detail),
        })?;
        count(&mut stats, solver.as_ref());
        stats.bound = bound;
        Ok(Report { outcome, stats })
    }

    fn solve(&self, model: &Model, budget: &Budget, on: OnSolution<'_>) -> Result<Report, SolveError> {
        let Started { mut solver, vars, mut stats } = self.start(model, budget)?;
        let shown = model.shown();
        let mut enumeration = self.enumerator.start(&vars, &shown, stats.size.map_or(0, |size| size.variables));
        enumeration.begin(solver.as_mut()).map_err(|what| self.unsupported(what))?;
        let failed = |detail: String| self.failed(detail);
        let mut made = FORMULA_LITERAL * stats.size.map_or(0, |size| size.literals);
        let outcome = loop {
            if budget.is_over_after(std::mem::replace(&mut made, model.variables().len() as u64 / VALUES_READ)) {
                break Outcome::Stopped(Limit::Time);
            }
            match solver.solve(&[]).map_err(failed)? {
                SatResult::Unknown => break Outcome::Stopped(why_unknown(budget)),
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
        count(&mut stats, solver.as_ref());
        Ok(Report { outcome, stats })
    }
}

/// Why a solver has no answer.
pub(super) fn why_unknown(budget: &Budget) -> Limit {
    match budget.conflicts {
        _ if budget.is_over() => Limit::Time,
        Some(_) => Limit::Own(OUT_OF_CONFLICTS),
        None => Limit::Own(UNKNOWN),
    }
}

/// Notes what a solver did.
fn count(stats: &mut Stats, solver: &dyn SatSolver) {
    let Counters { conflicts, decisions, propagations, restarts, .. } = solver.counters();
    *stats = Stats { conflicts, decisions, propagations, restarts, ..std::mem::take(stats) };
}
