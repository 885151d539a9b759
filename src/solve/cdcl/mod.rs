//! Conflict-driven clause learning over 0/1 variables, with native at-most-one and cardinality propagation.
//!
//! What it does: a variable of the search is an atom `x = v`, or the choice between two values; a literal is a variable
//! or its negation. Clauses have two watched literals (`clauses`), at-most-one constraints are flat lists, cardinality
//! constraints are counters (`natives`, `propagate`). A conflict becomes a learned clause at its first unique
//! implication point (`analyze`). Decisions go to the variables that conflicts have met most often of late (`order`),
//! with saved or target phases (`phase`); restarts follow the glue of learned clauses (`restart`), and clauses of high
//! glue that no conflict uses are deleted (`clauses`).
//!
//! Whose idea: J. Marques-Silva, K. Sakallah, "GRASP", 1999; M. Moskewicz and others, "Chaff", DAC 2001; N. Eén, N.
//! Sörensson, "An Extensible SAT-solver", SAT 2003; G. Audemard, L. Simon, "Predicting Learnt Clauses Quality in Modern
//! SAT Solvers", IJCAI 2009; enumeration by M. Gebser, B. Kaufmann, A. Neumann, T. Schaub, LPNMR 2007 (`search`).
//!
//! How ours differs: at-most-one and cardinality constraints are explained when analysis asks, by the literals that
//! cost a learned clause least (`explain`), and are never encoded. Solutions are listed in flat memory without blocking
//! clauses, by one search or by several threads that share it (`share`). It has no inprocessing.
//!
//! When it runs: as the strategy `cdcl` on models with all-different constraints, cardinalities, clauses and tables of
//! at most two columns whose variables are all shown (`build`, `root`); as the SAT solver `cdcl` on formulas
//! (`solver`), there with DRAT and LRAT proofs (`proof`). A search with native constraints has no such proof, since
//! DRAT cannot hold explanations. Every constant stands in `tuning`.

mod analyze;
mod build;
mod clauses;
mod explain;
mod implied;
mod lists;
mod natives;
mod order;
mod phase;
mod proof;
mod propagate;
mod restart;
mod root;
mod search;
mod share;
mod solver;
mod state;
mod tuning;

use std::time::Instant;

use crate::model::{Flat, Model};

use super::native::search::{Sink, Walk, run_with};
use super::native::tuning::choice::{CDCL, SLOWER};
use super::{
    Backend, Budget, Counted, Encodings, NumberOption, OnSolution, Options, Refusal, Report, SolveError, Stats,
};
pub(super) use build::Plan;
pub(super) use lists::Lists;
use natives::{Count, Natives};
pub(super) use proof::{Form, Proof};
use search::Search;
pub(super) use solver::{Answer, Solver};

/// A variable doubled, and one more if it is negated.
pub(super) type Literal = u32;

/// The variable of a literal.
pub(super) fn variable(literal: Literal) -> usize {
    (literal >> 1) as usize
}

/// The options that are numbers.
pub(super) static NUMBERS: &[NumberOption] = &[NumberOption {
    name: "threads",
    range: 1..=1024,
    default: 1,
    about: "how many threads share the search; same solutions and same number, in an order that may differ",
}];

/// Makes the backend.
pub(super) fn backend(options: &Options, _: &Encodings) -> Box<dyn Backend> {
    Box::new(Cdcl { name: options.strategy(), threads: options.number("threads") as usize })
}

/// Whether this is expected to be the fastest search for a model: one of many values, most of which are given or follow
/// from the givens. Where more are open, solutions tend to be many and easy to find.
pub(super) fn is_preferred(model: &Model) -> bool {
    let values = || model.variables().iter().map(|variable| variable.domain.len());
    let is_table = || model.constraints().iter().any(|posted| matches!(posted.flat(), Flat::Table(_)));
    values().any(|values| values == 1)
        && values().sum::<usize>() >= tuning::model::LARGE
        && !is_table()
        && Plan::new(model).is_ok_and(|plan| plan.contradiction || 2 * plan.facts.len() >= plan.items)
}

/// The expected time for a model, as a multiple of what the engine `domains` takes.
///
/// # Errors
/// Why the model is not taken.
pub(super) fn estimate(model: &Model) -> Result<f64, Refusal> {
    Plan::new(model)?;
    Ok(if is_preferred(model) { CDCL } else { SLOWER })
}

/// Conflict-driven search of a model.
struct Cdcl {
    name: String,
    threads: usize,
}

impl Backend for Cdcl {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn recipe(&self) -> Option<String> {
        None
    }

    fn solve(&self, model: &Model, budget: &Budget, on: OnSolution<'_>) -> Result<Report, SolveError> {
        Ok(self.run(model, Walk::new(budget, Sink::Hand(on)))?.0)
    }

    fn count_only(&self, model: &Model, budget: &Budget) -> Result<Counted, SolveError> {
        let (report, sink) = self.run(model, Walk::new(budget, Sink::Count(0)))?;
        let Sink::Count(number) = sink else { unreachable!("the walk counts") };
        Ok(Counted { number: number.into(), report })
    }
}

impl Cdcl {
    /// Searches. Returns also what took the solutions.
    fn run<'f>(&self, model: &Model, walk: Walk<'_, 'f>) -> Result<(Report, Sink<'f>), SolveError> {
        let begun = Instant::now();
        let refused = |why: Refusal| SolveError::Unsupported { backend: self.name.clone(), what: why.to_string() };
        let plan = Plan::new(model).map_err(refused)?;
        let mut stats = Stats { encode_s: Some(begun.elapsed().as_secs_f64()), ..Stats::default() };
        let (outcome, propagations, walk) = run_with(walk, self.threads, || Search::new(&plan), Search::part);
        stats.propagations = Some(propagations);
        walk.statistics.report(&mut stats);
        Ok((Report { outcome, stats }, walk.sink))
    }
}
