//! Native search: engines that search a model itself, without clauses or an integer program.
//!
//! A model is compiled once into the form of an engine; the search never looks at the model again, and allocates
//! nothing per node. `engine` defines an engine and lists them; each is a folder with one idea. `search` is what all
//! have in common: limits, statistics, and threads that share a search. Without `engine=`, the smallest estimate
//! decides.
//!
//! Solutions come in sorted order of the shown variables with `order=input,values=ascending,search=depth-first`.

mod bit_parallel;
mod bits;
mod domains;
mod engine;
mod exact_cover;
mod magic;
mod rows;
pub(super) mod search;
mod settings;
pub(super) mod tuning;

use std::sync::{Arc, Mutex};
use std::time::Instant;

use crate::model::Model;

use super::{Backend, Budget, Counted, Encodings, OnSolution, Options, Report, SolveError, Stats};
pub(super) use engine::{ENGINES, Task};
use search::{Sink, Walk};
use settings::Next;
use settings::Settings;
pub(super) use settings::{NUMBERS, OPTIONS};

/// Makes the backend.
pub(super) fn backend(options: &Options, _: &Encodings) -> Box<dyn Backend> {
    Box::new(Backtrack { name: options.strategy(), settings: Settings::new(options), packed_before: Mutex::default() })
}

/// Backtracking search with given options.
struct Backtrack {
    name: String,
    settings: Settings,
    /// The bit-parallel form of the model before, for one that differs from it in domains only, as in a batch.
    packed_before: Mutex<Option<Arc<bit_parallel::BitProgram>>>,
}

impl Backend for Backtrack {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn recipe(&self) -> Option<String> {
        None
    }

    fn goes_together(&self) -> Result<(), SolveError> {
        let Settings { engine, threads, next, .. } = self.settings;
        if threads > 1 && next != Next::Deepest {
            return Err(self.unsupported("threads for a search that is not depth-first".to_owned()));
        }
        let refused = engine.and_then(|kind| kind.refusal_of(&self.settings));
        refused.map_or(Ok(()), |refusal| Err(self.unsupported(refusal.to_string())))
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

impl Backtrack {
    fn unsupported(&self, what: String) -> SolveError {
        SolveError::Unsupported { backend: self.name.clone(), what }
    }

    /// Prepares a search and runs it. Returns also what took the solutions.
    fn run<'f>(&self, model: &Model, walk: Walk<'_, 'f>) -> Result<(Report, Sink<'f>), SolveError> {
        let begun = Instant::now();
        let Settings { engine, threads, .. } = self.settings;
        let task = Task::new(model, self.settings, self.packed_before.lock().expect("no other holder panics").take());
        let prepared = engine.map_or_else(|| engine::fastest(&task), |kind| kind.prepare(&task));
        let prepared = prepared.map_err(|refusal| self.unsupported(refusal.to_string()))?;
        let mut stats = Stats { encode_s: Some(begun.elapsed().as_secs_f64()), ..Stats::default() };
        let (outcome, work, walk) = prepared.search(walk, threads);
        drop(prepared);
        *self.packed_before.lock().expect("no other holder panics") = task.into_packed();
        stats.propagations = Some(work);
        walk.statistics.report(&mut stats);
        Ok((Report { outcome, stats }, walk.sink))
    }
}
