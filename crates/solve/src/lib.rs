//! Strategies: ways to find the solutions of a model.

mod anneal;
mod auto;
mod boolean;
mod budget;
mod builders;
mod by_command;
mod cdcl;
pub mod components;
mod count;
mod defined;
mod encodings;
mod engines;
mod frontier;
mod gap;
mod log;
mod lowered;
mod lp;
mod native;
mod on_panic;
pub mod optimise;
mod options;
pub mod process;
mod refusal;

pub mod sat;
mod scheduler;
mod search;
mod strategy;
mod strategy_error;
mod tuning;
mod turn;
mod union_find;

pub use auto::{Ladder, Rung, is_program, ladder};
pub use budget::Budget;
pub use builders::{
    Anneal, Auto, Backtrack, Blocking, BranchOrder, BumpedVariables, Cdcl, Components, DecisionOrder, DecisionPhase,
    EngineName, Frontier, FrontierWalk, Ilp, IlpSolver, Improvement, Learning, Level, Listing, LpBy, ModalOrder, OptIn,
    Order, RelaxationUse, RestartPolicy, Sat, SatBy, SatCdcl, SearchOrder, Switch, ValueOrder,
};
pub use count::{Count, Counted};
pub use encodings::Encodings;
pub use engines::{EngineReport, Estimate, engines};
pub use gap::Gap;
pub use log::Log;
pub use native::{Effort, IsWanted, StackResult, Stacked, StateStack, Tries};
pub use options::{NumberOption, OptionHelp, Options};
pub use refusal::Refusal;
pub use sat::missing_program;
pub use strategy::{STRATEGIES, Strategy, StrategyKind};
pub use strategy_error::StrategyError;

use std::borrow::Cow;
use std::ops::ControlFlow;

use cnfab_base::Rational;
use cnfab_cnf::Size;
use cnfab_encode::Contract;
use cnfab_model::{Assignment, Model, Takes};

/// Takes solutions as they are found; `Break` ends the search.
pub type OnSolution<'f> = &'f mut dyn FnMut(&Assignment) -> ControlFlow<()>;

/// A way to find the solutions of a model. The solutions of a model with an objective are its optimal ones.
pub trait Backend: Send + Sync {
    /// The strategy as a user would write it to get this backend again, options included.
    fn name(&self) -> String;

    /// The encodings in use, as `--encode` takes them; `None` if the backend encodes nothing.
    fn recipe(&self) -> Option<String> {
        None
    }

    /// True if [`Outcome::Exhausted`] means that every solution has been reported. Local search is not complete.
    fn is_complete(&self) -> bool {
        true
    }

    /// The classes that it takes; [`Strategy::backend`] states the rest by them.
    fn takes(&self) -> Takes {
        Takes::FLAT
    }

    /// The model in the terms that it takes.
    ///
    /// # Errors
    /// If it cannot be stated so.
    fn lowered<'m>(&self, model: &'m Model) -> Result<Cow<'m, Model>, SolveError> {
        model.lowered(self.takes()).map_err(|what| self.unsupported(what.to_owned()))
    }

    /// An error if its options do not go together, for any model. Asked before a model is stated in terms that it
    /// takes.
    ///
    /// # Errors
    /// If they do not: which.
    fn goes_together(&self) -> Result<(), SolveError> {
        Ok(())
    }

    /// True if counting adds up the weights of a model's solutions, in [`Stats::weight`]. For a backend that does not,
    /// the weights of listed solutions are added up.
    fn weighs(&self) -> bool {
        false
    }

    /// True if [`solve`](Backend::solve) reports solutions. A backend that does not can only [`count`](Backend::count).
    fn lists(&self) -> bool {
        true
    }

    /// An error if searches keep to no limit on the number of conflicts.
    ///
    /// # Errors
    /// If they do not: why.
    fn limits_conflicts(&self) -> Result<(), SolveError> {
        Err(self.unsupported("limits on conflicts: it has none".to_owned()))
    }

    /// An error if searches keep to no limit on their work.
    ///
    /// # Errors
    /// If they do not: why.
    fn limits_ticks(&self) -> Result<(), SolveError> {
        Err(self.unsupported("limits on ticks: it does not count its work in them".to_owned()))
    }

    /// The error for something that the backend cannot state.
    fn unsupported(&self, what: String) -> SolveError {
        SolveError::Unsupported { backend: self.name(), what }
    }

    /// Searches; calls `on` once for each solution, no two of which agree on the model's shown variables.
    ///
    /// With an objective, solutions are handed over when they are known to be optimal. If the search is ended before,
    /// the best that was found is handed over.
    ///
    /// # Errors
    /// If the backend cannot state the model, or fails.
    fn solve(&self, model: &Model, budget: &Budget, on: OnSolution<'_>) -> Result<Report, SolveError>;

    /// Searches for a solution with the best value of the model's objective; calls `on` for each that is better than
    /// all before. [`Outcome::Optimal`] means that none is better than the last. The default solves again and again.
    ///
    /// # Errors
    /// If the backend cannot state the model, or fails.
    ///
    /// # Panics
    /// If the model has no objective.
    fn optimise(&self, model: &Model, budget: &Budget, on: OnSolution<'_>) -> Result<Report, SolveError> {
        optimise::tighten(self, model, budget, on)
    }

    /// Counts the solutions that differ on the model's shown variables.
    ///
    /// A backend that has to build the solutions for this hands each of them to `on`, and ends when `on` has enough;
    /// one that does without never calls it, and counts them all.
    ///
    /// # Errors
    /// If the backend cannot state the model, or fails.
    fn count(&self, model: &Model, budget: &Budget, on: OnSolution<'_>) -> Result<Counted, SolveError> {
        let mut found: u64 = 0;
        let report = self.solve(model, budget, &mut |solution| {
            found += 1;
            on(solution)
        })?;
        Ok(Counted { number: found.into(), report })
    }

    /// Counts the solutions without handing any of them over, so that a backend need not build them.
    ///
    /// # Errors
    /// If the backend cannot state the model, or fails.
    fn count_only(&self, model: &Model, budget: &Budget) -> Result<Counted, SolveError> {
        self.count(model, budget, &mut |_| ControlFlow::Continue(()))
    }
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// All solutions have been reported; there is no other.
    Exhausted,
    /// The solution that was reported last is optimal. Others of the same value have not been looked for.
    Optimal,
    /// The receiver of the solutions had enough.
    Satisfied,
    /// A limit ended the search; there may be more solutions.
    Stopped(Limit),
}

/// The limit that ended a search before its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// The budget: time is over, or somebody cancelled it.
    Time,
    /// The memory of the search would be more than it may take.
    Memory,
    /// A limit of the strategy's own, and which.
    Own(&'static str),
}

impl Limit {
    /// Its name, as the end of a sentence.
    pub fn name(self) -> &'static str {
        match self {
            Limit::Time => "time is over",
            Limit::Memory => "the memory of the search is full",
            Limit::Own(why) => why,
        }
    }
}

/// The end of a search and its costs.
#[derive(Clone, Debug)]
pub struct Report {
    /// Why it ended.
    pub outcome: Outcome,
    /// The costs of the search.
    pub stats: Stats,
}

impl Report {
    /// The report of a search for better solutions than those that are known, if some are: the end of such a search
    /// tells that the best of them is optimal.
    pub(crate) fn for_better(mut self, is_solved: bool) -> Self {
        if is_solved && self.outcome == Outcome::Exhausted {
            self.outcome = Outcome::Optimal;
        }
        self
    }
}

/// The costs of a search, as far as the backend can tell. Counts are totals over the whole enumeration.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stats {
    /// Time until the model was in the backend's own form, in seconds.
    pub encode_s: Option<f64>,
    /// Size of the formula before any blocking clause.
    pub size: Option<Size>,
    /// The contract: the number of models of the formula per solution.
    pub contract: Option<Contract>,
    /// The configuration of the formula, where it is not all as it was asked for: a default may be too large.
    pub recipe: Option<String>,
    /// Rows and columns of the integer program before any cut.
    pub program: Option<ProgramSize>,
    /// Conflicts of a SAT solver.
    pub conflicts: Option<u64>,
    /// Decisions of a SAT solver.
    pub decisions: Option<u64>,
    /// Propagations: assigned literals of a SAT solver; of the native engine the steps that it counts: domain changes,
    /// or literals assigned and constraints checked, or nodes. Comparable only between runs of one solver or engine.
    pub propagations: Option<u64>,
    /// Restarts of a SAT solver.
    pub restarts: Option<u64>,
    /// Clauses that `ilp` has learned.
    pub learned: Option<u64>,
    /// Linear relaxations that `ilp` has solved.
    pub relaxations: Option<u64>,
    /// Cutting planes that `ilp` has added.
    pub cuts: Option<u64>,
    /// Search nodes (choices tried) of the native engine, iterations of local search.
    pub nodes: Option<u64>,
    /// Nodes that failed at once.
    pub failures: Option<u64>,
    /// Deepest level of the search tree; the root is level 0.
    pub depth: Option<u64>,
    /// Nodes on each level, the root's first.
    pub nodes_per_level: Vec<u64>,
    /// Mean number of children of inner nodes.
    pub branching: Option<f64>,
    /// The value of the objective of the best solution found.
    pub objective: Option<i64>,
    /// The bound that no solution is better than, as far as it has been proven.
    pub bound: Option<i64>,
    /// The sum of the weights of all solutions, of a model that weighs them.
    pub weight: Option<Rational>,
    /// The strategies that `auto` came to, first the one that has the answer.
    pub course: Option<String>,
}

impl Stats {
    /// Adds what a further search of the same model took. Sizes stay those of the first.
    fn add(&mut self, other: &Stats) {
        let sum = |a: &mut Option<u64>, b: Option<u64>| *a = a.map_or(b, |a| Some(a + b.unwrap_or_default()));
        sum(&mut self.conflicts, other.conflicts);
        sum(&mut self.decisions, other.decisions);
        sum(&mut self.propagations, other.propagations);
        sum(&mut self.restarts, other.restarts);
        sum(&mut self.learned, other.learned);
        sum(&mut self.relaxations, other.relaxations);
        sum(&mut self.cuts, other.cuts);
        sum(&mut self.nodes, other.nodes);
        sum(&mut self.failures, other.failures);
        self.encode_s = self.encode_s.map_or(other.encode_s, |a| Some(a + other.encode_s.unwrap_or_default()));
        self.size = self.size.or(other.size);
        self.contract = self.contract.or(other.contract);
        self.recipe = self.recipe.take().or_else(|| other.recipe.clone());
        self.program = self.program.or(other.program);
        self.depth = self.depth.max(other.depth);
        self.objective = self.objective.or(other.objective);
        self.bound = self.bound.or(other.bound);
        self.weight = other.weight.clone().or(self.weight.take());
        self.course = other.course.clone().or(self.course.take());
    }
}

/// Size of an integer program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProgramSize {
    /// Number of columns.
    pub columns: u64,
    /// Number of rows.
    pub rows: u64,
    /// Number of entries that are not 0.
    pub entries: u64,
}

/// Why a backend gave no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The backend or the chosen encoding cannot state the model.
    #[error("{backend} does not support {what}")]
    Unsupported {
        /// The strategy.
        backend: String,
        /// The thing that it cannot state.
        what: String,
    },
    /// A program of the user does not run, or does not answer as it has to.
    #[error("{backend}: {detail}")]
    Program {
        /// The strategy.
        backend: String,
        /// A description of the event.
        detail: String,
    },
    /// The backend failed; a bug of ours or of a solver.
    #[error("{backend} failed: {detail}")]
    Failed {
        /// The strategy.
        backend: String,
        /// A description of the event.
        detail: String,
    },
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
