//! Conflict-driven clause learning over 0/1 variables, with native at-most-one and cardinality propagation.
//!
//! A variable of the search is an atom `x = v`, a literal is a variable or its negation. At-most-one constraints are flat
//! lists that need no clauses: a true literal makes the others false, and is their reason. At least one of several is a
//! clause with two watched literals; at least k of more is a counter. A conflict becomes a learned clause at its first
//! unique implication point; decisions go to the variables that conflicts have met most often of late; restarts, and
//! reduction of clauses whose literals spread over many levels, keep the search from getting lost.
//! See N. Eén, N. Sörensson, "An Extensible SAT-solver", SAT 2003, and G. Audemard, L. Simon, "Predicting Learnt Clauses
//! Quality in Modern SAT Solvers", IJCAI 2009.
//!
//! All solutions are found in flat memory, as in M. Gebser, B. Kaufmann, A. Neumann, T. Schaub, "Conflict-Driven Answer Set
//! Enumeration", LPNMR 2007: after a solution the last decision is undone and its opposite holds, and no conflict jumps
//! back over such a level. A few solutions are excluded by clauses before, so that a proof that there is no further one is
//! free to jump.
//!
//! Threads share a search by what they assume (`share`); each keeps what it has learned from part to part.
//!
//! All-different constraints, cardinalities, clauses and tables of at most two columns are taken; every variable is shown.

mod analyze;
mod build;
mod clauses;
mod order;
mod pace;
mod root;
mod search;
mod share;
mod state;

use std::time::Instant;

use crate::model::{Flat, Model};

use super::native::search::{Sink, Walk, run_with};
use super::native::tuning::choice::{CDCL, SLOWER};
use super::{
    Backend, Budget, Counted, Encodings, NumberOption, OnSolution, Options, Refusal, Report, SolveError, Stats,
};
pub(super) use build::{Lists, Plan};
use search::Search;

/// A variable doubled, and one more if it is negated.
pub(super) type Literal = u32;

/// The variable of a literal.
pub(super) fn item(literal: Literal) -> usize {
    (literal >> 1) as usize
}

/// The options that are numbers.
pub(super) static NUMBERS: &[NumberOption] = &[NumberOption {
    name: "threads",
    range: 1..=1024,
    default: 1,
    about: "how many threads share the search; same solutions and same number, in an order that may differ",
}];

/// Models with at least this many values are expected to be solved faster here than by other native search, if enough of
/// them is given.
const LARGE: usize = 2000;

/// Makes the backend.
pub(super) fn backend(options: &Options, _: &Encodings) -> Box<dyn Backend> {
    Box::new(Cdcl { name: options.strategy(), threads: options.number("threads") as usize })
}

/// Whether this is expected to be the fastest search for a model: one of many values, most of which are given or follow from
/// what is given. Where more are open, solutions tend to be many and easy to find.
pub(super) fn is_preferred(model: &Model) -> bool {
    let values = || model.variables().iter().map(|variable| variable.domain.len());
    let is_table = || model.constraints().iter().any(|posted| matches!(posted.flat(), Flat::Table(_)));
    values().any(|values| values == 1)
        && values().sum::<usize>() >= LARGE
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
