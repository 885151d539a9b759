//! Native search: engines that search a model itself, without clauses or an integer program.
//!
//! A model is compiled once into the form of an engine; the search never looks at the model again, and allocates
//! nothing per node. `engine` defines an engine and lists them; each is a folder with one idea. Limits, statistics and
//! threads are those of `solve::search`. Without `engine=`, the smallest estimate decides.
//!
//! Solutions come in sorted order of the shown variables with `order=input,values=ascending,search=depth-first`.

/// Evaluates an expression with a number as a constant: one of those listed, or else the last. The second list is for
/// builds with optimisation only: each number is code of its own.
macro_rules! at_width {
    (
        $width:expr, [$($words:literal),*], [$($more:literal),*] or $other:literal, $constant:ident => $expression:expr
    ) => {
        match $width {
            $($words => {
                const $constant: usize = $words;
                $expression
            })*
            $(#[cfg(not(debug_assertions))]
            $more => {
                const $constant: usize = $more;
                $expression
            })*
            _ => {
                const $constant: usize = $other;
                $expression
            }
        }
    };
}

mod bit_parallel;
mod bits;
mod domains;
mod engine;
mod magic;
mod rows;
mod settings;
mod stack;

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use cnfab_model::Model;

use super::search::{TreeBackend, TreeSearch, Walk};
use super::{Backend, Encodings, Options, Outcome, Refusal};
use engine::Engine;
pub(super) use engine::{ENGINES, Task};
use settings::{SearchOrder, Settings};
pub use stack::{Effort, IsWanted, StackResult, Stacked, StateStack, Tries};

/// Makes the backend.
pub(super) fn backend(options: &Options, _: &Encodings) -> Box<dyn Backend> {
    let search = Backtrack { settings: Settings::new(options), program_before: Mutex::default() };
    Box::new(TreeBackend { name: options.strategy(), search })
}

/// Backtracking search with given options.
struct Backtrack {
    settings: Settings,
    /// The bit-parallel form of the model before, for one that differs from it in domains only, as in a batch.
    program_before: Mutex<Option<Arc<bit_parallel::BitProgram>>>,
}

impl TreeSearch for Backtrack {
    type Form = Box<dyn Engine>;

    fn goes_together(&self) -> Result<(), Refusal> {
        let Settings { engine, threads, next, .. } = self.settings;
        if threads > 1 && next != SearchOrder::DepthFirst {
            return Err(Refusal::new(format!("threads={threads} with search={}", next.name())));
        }
        engine.and_then(|kind| kind.refusal_of(&self.settings)).map_or(Ok(()), Err)
    }

    fn prepare(&self, model: &Model) -> Result<(Self::Form, Duration), Refusal> {
        let begun = Instant::now();
        let before = || self.program_before.lock().expect("no other holder panics");
        let task = Task::new(model, self.settings, before().take());
        let prepared = self.settings.engine.map_or_else(|| engine::fastest(&task), |kind| kind.prepare(&task))?;
        *before() = task.into_bit_program();
        Ok((prepared, begun.elapsed()))
    }

    /// The engine `domains` has a bound that tightens. With another one, each improvement is a search of its own.
    fn prepare_bounded(&self, model: &Model) -> Option<(Self::Form, Duration)> {
        let begun = Instant::now();
        let is_domains = |kind: &engine::EngineKind| std::ptr::eq(kind, &domains::KIND);
        let task = self.settings.engine.is_none_or(is_domains).then(|| Task::new(model, self.settings, None))?;
        Some((domains::KIND.prepare(&task).ok()?, begun.elapsed()))
    }

    fn search<'w, 'f>(&self, engine: &Self::Form, walk: Walk<'w, 'f>) -> (Outcome, u64, Walk<'w, 'f>) {
        engine.search(walk, self.settings.threads)
    }
}
