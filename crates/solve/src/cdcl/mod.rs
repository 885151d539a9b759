//! Conflict-driven clause learning over 0/1 variables, with native at-most-one and cardinality propagation.
//!
//! What it does: a variable of the search is an atom `x = v`, or the choice between two values; a literal is a variable
//! or its negation. Clauses have two watched literals (`clauses`), at-most-one constraints are flat lists, cardinality
//! constraints are counters (`propagate`). A conflict becomes a learned clause at its first unique
//! implication point (`analyze`, `shrink`). Decisions go to the variables that conflicts have met most often of late
//! (`order`), or last (`queue`), with saved or target phases (`phase`), some of which local search finds (`walk`).
//! Restarts follow the glue of learned clauses (`restart`), and clauses of high glue that no conflict uses are deleted
//! (`clauses`).
//!
//! Whose idea: J. Marques-Silva, K. Sakallah, "GRASP", 1999; M. Moskewicz and others, "Chaff", DAC 2001; N. Eén, N.
//! Sörensson, "An Extensible SAT-solver", SAT 2003; G. Audemard, L. Simon, "Predicting Learnt Clauses Quality in Modern
//! SAT Solvers", IJCAI 2009; enumeration by M. Gebser, B. Kaufmann, A. Neumann, T. Schaub, LPNMR 2007 (`search`).
//!
//! How ours differs: at-most-one and cardinality constraints are explained when analysis asks, by the literals that
//! cost a learned clause least (`explain`), and are never encoded. Solutions are listed in flat memory without blocking
//! clauses, by one search or by several threads that share it (`share`). In formulas, clauses become shorter between
//! restarts, and variables go (`inprocess`, `vivify`, `probe`, `subsume`, `eliminate`). Beside clauses a formula may
//! have sums (`sums`), all-different constraints and tables (`propagator`), some of which are encoded later (`lazy`).
//! Literals of large integers are made during the search (`integers`, `numbering`). Its models are listed as well
//! (`listing`).
//!
//! When it runs: as the strategy `cdcl` on models with all-different constraints, cardinalities, clauses and tables
//! (`boolean`), hidden variables included; as the SAT solver `cdcl` on formulas (`solver`), there with DRAT and LRAT
//! proofs (`proof`). These cannot hold explanations of native constraints; a proof for `cnfab certify` can
//! (`explained`). Every constant stands in `tuning`, every switch in `settings`.

mod all_different;
mod analyze;
mod clauses;
mod eliminate;
mod exchange;
mod exclude;
mod explain;
mod explained;
mod extension;
mod fewest;
mod globals;
mod implied;
mod inprocess;
mod integers;
mod lazy;
mod listing;
mod lookahead;
mod natives;
mod numbering;
mod order;
mod phase;
mod portfolio;
mod probe;
mod proof;
mod propagate;
mod propagator;
mod queue;
mod restart;
mod search;
mod settings;
mod share;
mod shrink;
mod solver;
mod state;
mod strongly_connected;
mod subsume;
mod sums;
mod table;
mod tuning;
mod vivify;
mod walk;

use std::sync::Arc;
use std::time::Duration;

use cnfab_model::{Flat, Model};

use super::boolean::{BooleanForm, Count, LazyForm, Literal, variable};
use super::builders::{ModalOrder, RestartPolicy};
use super::search::{TreeBackend, TreeSearch, Walk, run_with};
use super::tuning::choice::CDCL;
use super::{Backend, Encodings, Options, Outcome, Refusal};
pub use listing::{Jumps, ToList};
pub(super) use lookahead::{Cube, Cutoff};
pub(super) use portfolio::{Portfolio, Shares};
pub(super) use proof::{Form, Proof};
use search::Search;
pub(super) use settings::Settings;
pub(super) use solver::{Answer, Solver};

/// Makes the backend.
pub(super) fn backend(options: &Options, _: &Encodings) -> Box<dyn Backend> {
    Box::new(TreeBackend { name: options.strategy(), search: Cdcl::of(options, None) })
}

/// The backend for a single model whose form others read as well.
pub(super) fn backend_of<'m>(options: &Options, form: &'m LazyForm<'m>) -> impl Backend + 'm {
    TreeBackend { name: options.strategy(), search: Cdcl::of(options, Some(form)) }
}

/// Whether this is expected to be the fastest search for a model: one of many values, most of which are given or follow
/// from the givens. Where more are open, solutions tend to be many and easy to find.
pub(super) fn is_preferred(form: &LazyForm<'_>) -> bool {
    form.model.values() >= tuning::model::LARGE
        && form.model.variables().iter().any(|variable| variable.domain.len() == 1)
        && !has_tables(form.model)
        && form.get().is_ok_and(|form| form.contradiction || tuning::model::GIVEN * form.facts.len() >= form.items)
}

fn has_tables(model: &Model) -> bool {
    model.constraints().iter().any(|posted| match posted.flat() {
        Flat::Table(_) => true,
        Flat::AllDifferent(_) | Flat::Cardinality(_) | Flat::Clause(_) | Flat::Linear(_) => false,
    })
}

/// The expected time for a model, as a multiple of what the engine `domains` takes; `None` if it is not expected to be
/// less.
///
/// # Errors
/// Why the model is not taken.
pub(super) fn estimate(form: &LazyForm<'_>) -> Result<Option<f64>, Refusal> {
    form.get()?;
    Ok(is_preferred(form).then_some(CDCL))
}

/// Conflict-driven search of a model.
struct Cdcl<'m> {
    /// The form of the only model that is searched, if others read it as well.
    form: Option<&'m LazyForm<'m>>,
    threads: usize,
    restarts: RestartPolicy,
    decide: ModalOrder,
}

impl<'m> Cdcl<'m> {
    fn of(options: &Options, form: Option<&'m LazyForm<'m>>) -> Self {
        Cdcl {
            form,
            threads: options.number("threads") as usize,
            restarts: RestartPolicy::named(options.get("restarts")),
            decide: ModalOrder::named(options.get("decide")),
        }
    }
}

impl TreeSearch for Cdcl<'_> {
    type Form = Arc<BooleanForm>;

    fn prepare(&self, model: &Model) -> Result<(Self::Form, Duration), Refusal> {
        let own = LazyForm::new(model);
        let form = self.form.unwrap_or(&own);
        debug_assert!(std::ptr::eq(model, form.model), "a form is that of one model");
        Ok((form.get()?, form.took()))
    }

    fn search<'w, 'f>(&self, form: &Self::Form, walk: Walk<'w, 'f>) -> (Outcome, u64, Walk<'w, 'f>) {
        run_with(walk, self.threads, || Search::new(form, self.restarts, self.decide), Search::part)
    }
}
