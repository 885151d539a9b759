//! The strategy `cdcl`: conflict-driven search of models with native at-most-one and cardinality constraints.
//!
//! State, propagation and analysis are those of `cnfab-cdcl`, whose head says what they do and whose ideas they are.
//! Here are the enumeration of solutions (`search`, `exclude`) and the threads that share it (`share`).

mod exclude;
mod search;
mod share;

use std::sync::Arc;
use std::time::Duration;

use cnfab_model::{Flat, Model};

use cnfab_cdcl::{BooleanForm, BumpedVariables, DecisionPhase, ModalOrder, RestartPolicy, tuning};

use super::boolean::LazyForm;
use super::search::{TreeBackend, TreeSearch, Walk, run_with};
use super::tuning::choice::CDCL;
use super::{Backend, Encodings, OptIn, Options, Outcome, Refusal, Switch};
pub(super) use cnfab_cdcl::{Answer, Cutoff, Portfolio, Proof, ProofSyntax, Settings, Shares, Solver};
pub use cnfab_cdcl::{Jumps, ToList};
use search::CdclSearch;

/// Makes the backend.
pub(super) fn backend(options: &Options, _: &Encodings) -> Box<dyn Backend> {
    Box::new(TreeBackend { name: options.strategy(), search: Cdcl::of(options, None) })
}

/// The backend for a single model whose form others read as well.
pub(super) fn backend_of<'m>(options: &Options, form: &'m LazyForm<'m>) -> impl Backend + 'm {
    TreeBackend { name: options.strategy(), search: Cdcl::of(options, Some(form)) }
}

/// True if this is expected to be the fastest search for a model: one of many values, most of which are given or follow
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
        run_with(walk, self.threads, || CdclSearch::new(form, self.restarts, self.decide), CdclSearch::part)
    }
}

/// Those that options say.
pub(super) fn settings_of(options: &Options) -> Settings {
    let is_on = |name: &str| Switch::named(options.get(name)) == Switch::On;
    Settings {
        restarts: RestartPolicy::named(options.get("restarts")),
        decide: ModalOrder::named(options.get("decide")),
        phases: DecisionPhase::named(options.get("phases")),
        walk: is_on("walk"),
        shrink: OptIn::named(options.get("shrink")) == OptIn::On,
        vivify: is_on("vivify"),
        probe: OptIn::named(options.get("probe")) == OptIn::On,
        bump: BumpedVariables::named(options.get("bump")),
        subsume: is_on("subsume"),
        eliminate: is_on("eliminate"),
    }
}
