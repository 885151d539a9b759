//! The trait of engines of native search, and their registry.
//!
//! An engine is a folder with one idea and an [`EngineKind`] in its `mod.rs`, a line in [`ENGINES`] and its name in
//! [`EngineName`](crate::EngineName). CONTRIBUTING.md says what else a further engine needs. What several
//! engines read is made once per model, by the [`Task`].

use std::cell::{Cell, OnceCell};
use std::sync::Arc;

use crate::{Outcome, Refusal};
use cnfab_model::Model;

use super::settings::{Choice, Settings};
use super::{bit_parallel, domains, magic, rows};
use crate::search::{Walk, run};
use crate::tuning::choice::TINY;

/// All engines, by name.
pub(crate) static ENGINES: &[&EngineKind] = &[&bit_parallel::KIND, &domains::KIND, &magic::KIND, &rows::KIND];

/// An entry of the registry.
pub(crate) struct EngineKind {
    /// The name as the option `engine=` takes it.
    pub(crate) name: &'static str,
    /// One line for reports.
    pub(crate) about: &'static str,
    /// True if the engine follows an option of the search that is not at its default.
    pub(super) follows: fn(Choice) -> bool,
    /// The expected time for a model if the engine takes it, as a multiple of what `domains` takes; `None` if it is not
    /// expected to be less. Linear in the model's size.
    pub(crate) estimate: fn(&Model) -> Option<f64>,
    /// Brings a model into the engine's form.
    pub(super) prepare: fn(&Task<'_>) -> Result<Box<dyn Engine>, Refusal>,
}

/// A search that is ready to begin.
pub(crate) trait Engine: Sync {
    /// Reports all solutions to the walk. Returns how the search ended, the work done, and the walk.
    ///
    /// An engine hands its search to [`run`](crate::search::run), which calls it for the whole tree, or with
    /// several threads for each part. The contract of that search:
    ///
    /// - It counts nodes and failures in `walk.statistics`, and gives each solution to `walk.found`. Where
    ///   `walk.counts`, it may add solutions by `walk.count` instead, without building them.
    /// - Where `walk.is_time`, it looks at `walk.is_over`, and ends if that is so.
    /// - It searches `walk.subproblem` only. The steps there lead from the root to the part, in the engine's own terms.
    /// - Where `walk.is_time`, it looks at `walk.idle`, too. A pool there means that a thread waits. The search gives
    ///   the next choice of its uppermost state to `Pool::share`, and does not make that choice itself.
    /// - An incumbent comes to the engine `domains` only, which has a bound. For another one, each improvement of an
    ///   objective is a search of its own.
    fn search<'w, 'f>(&self, walk: Walk<'w, 'f>, threads: usize) -> (Outcome, u64, Walk<'w, 'f>);
}

/// Searches the walk's part of a tree, and returns how that ended and the work done.
impl<S: Fn(&mut Walk<'_, '_>) -> (Outcome, u64) + Sync> Engine for S {
    fn search<'w, 'f>(&self, walk: Walk<'w, 'f>, threads: usize) -> (Outcome, u64, Walk<'w, 'f>) {
        run(walk, threads, self)
    }
}

impl EngineKind {
    /// Brings a model into the engine's form.
    ///
    /// # Errors
    /// Why the engine does not take the model, or the options.
    pub(crate) fn prepare(&self, task: &Task<'_>) -> Result<Box<dyn Engine>, Refusal> {
        self.refusal_of(&task.settings).map_or_else(|| (self.prepare)(task), Err)
    }

    /// The refusal of the options that the engine does not follow, if there are any.
    pub(super) fn refusal_of(&self, settings: &Settings) -> Option<Refusal> {
        let refused = settings.choices().filter(|&choice| !(self.follows)(choice));
        let refused: Vec<String> = refused.map(|(option, value)| format!("{option}={value}")).collect();
        (!refused.is_empty()).then(|| Refusal::new(format!("{} with engine={}", refused.join(","), self.name)))
    }
}

/// Prepares the search with the smallest estimate among the engines that take the model.
///
/// # Errors
/// Why no engine takes the model: the reason of the one that takes the most.
pub(super) fn fastest(task: &Task<'_>) -> Result<Box<dyn Engine>, Refusal> {
    let estimate = |kind: &EngineKind| (kind.estimate)(task.model).unwrap_or(f64::INFINITY);
    let mut kinds: Vec<(f64, &EngineKind)> = ENGINES.iter().map(|kind| (estimate(kind), *kind)).collect();
    kinds.sort_by(|a, b| a.0.total_cmp(&b.0));
    kinds.iter().find_map(|(_, kind)| kind.prepare(task).ok()).map_or_else(|| domains::KIND.prepare(task), Ok)
}

/// A model to search, and the forms of it that engines share.
pub(crate) struct Task<'m> {
    pub(crate) model: &'m Model,
    pub(super) settings: Settings,
    bit_program: OnceCell<Result<Arc<bit_parallel::BitProgram>, Refusal>>,
    /// The bit-parallel form of the model before, for one that differs in domains only, as in a batch.
    before: Cell<Option<Arc<bit_parallel::BitProgram>>>,
}

impl<'m> Task<'m> {
    pub(super) fn new(model: &'m Model, settings: Settings, before: Option<Arc<bit_parallel::BitProgram>>) -> Self {
        Task { model, settings, bit_program: OnceCell::new(), before: Cell::new(before) }
    }

    /// A model to search without options.
    pub(crate) fn of(model: &'m Model) -> Self {
        Task::new(model, Settings::DEFAULT, None)
    }

    /// The model in bit-parallel form.
    pub(super) fn bit_program(&self) -> Result<Arc<bit_parallel::BitProgram>, Refusal> {
        let fits = |program: &Arc<bit_parallel::BitProgram>| program.fits(self.model);
        let again = |mut program: Arc<bit_parallel::BitProgram>| {
            Arc::make_mut(&mut program).set_domains(self.model).then_some(program)
        };
        let make = || match self.before.take().filter(fits).and_then(again) {
            Some(program) => Ok(program),
            None => bit_parallel::BitProgram::new(self.model).map(Arc::new),
        };
        self.bit_program.get_or_init(make).clone()
    }

    /// The bit-parallel form, if there is one.
    pub(super) fn into_bit_program(self) -> Option<Arc<bit_parallel::BitProgram>> {
        self.bit_program.into_inner().map_or_else(|| self.before.into_inner(), Result::ok)
    }
}

/// True if preparing anything but domains takes longer than solving the model.
pub(super) fn is_tiny(model: &Model) -> bool {
    model.values() <= TINY
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::EngineName;

    #[test]
    fn the_option_has_all_engines() {
        assert_eq!(EngineName::ALL[0], EngineName::Auto);
        assert!(EngineName::ALL[1..].iter().map(|one| one.name()).eq(ENGINES.iter().map(|kind| kind.name)));
        assert!(ENGINES.is_sorted_by_key(|kind| kind.name));
    }
}
