//! The native engine: backtracking search over the model in compact form.
//!
//! A model is compiled once (`compile`): domains become bitsets, constraints become rules over flat arrays. The search
//! never looks at the model again. What it changes lies in one array of words (`store`) that is copied or trailed, and
//! nothing is allocated per node. `rules` draws conclusions, `order` chooses, `search` walks.
//!
//! Solutions come in sorted order of the shown variables with `order=input,values=ascending,search=depth-first`.

mod compile;
mod engine;
mod order;
mod rules;
mod search;
mod settings;
mod store;

use std::time::Instant;

use crate::model::Model;

use super::{Backend, Budget, Encodings, OnSolution, Options, Outcome, Report, SolveError, Stats};
use compile::Program;
use engine::Engine;
use search::{Tally, Walk, depth_first, frontier};
pub(super) use settings::OPTIONS;
use settings::Settings;

/// Makes the backend.
pub(super) fn backend(options: &Options, _: &Encodings) -> Box<dyn Backend> {
    let changed = OPTIONS.iter().filter(|(name, values, _)| options.get(name) != values[0]);
    let changed: Vec<String> = changed.map(|(name, ..)| format!("{name}={}", options.get(name))).collect();
    let name = if changed.is_empty() { String::new() } else { format!(":{}", changed.join(",")) };
    Box::new(Backtrack { name: format!("backtrack{name}"), settings: Settings::new(options) })
}

/// Backtracking search with given options.
struct Backtrack {
    name: String,
    settings: Settings,
}

impl Backend for Backtrack {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn recipe(&self) -> Option<String> {
        None
    }

    fn solve(&self, model: &Model, budget: &Budget, on: OnSolution<'_>) -> Result<Report, SolveError> {
        let begun = Instant::now();
        let program = Program::new(model, self.settings)
            .map_err(|what| SolveError::Unsupported { backend: self.name.clone(), what })?;
        let mut stats = Stats { encode_s: Some(begun.elapsed().as_secs_f64()), ..Stats::default() };
        let mut walk =
            Walk { budget, on, tally: Tally::new(), random: fastrand::Rng::with_seed(budget.seed), looked: 0 };
        let outcome = match program.width {
            1 => self.search(Engine::<1>::new(&program, self.settings), &mut walk, &mut stats),
            2 => self.search(Engine::<2>::new(&program, self.settings), &mut walk, &mut stats),
            _ => self.search(Engine::<0>::new(&program, self.settings), &mut walk, &mut stats),
        };
        walk.tally.report(&mut stats);
        Ok(Report { outcome, stats })
    }
}

impl Backtrack {
    fn search<const W: usize>(&self, mut engine: Engine<'_, W>, walk: &mut Walk<'_, '_>, stats: &mut Stats) -> Outcome {
        let depth = self.settings.walk == settings::Walk::DepthFirst;
        let outcome = match engine.start(depth) {
            false => Outcome::Complete,
            true if depth => depth_first(&mut engine, walk, 0, false),
            true => frontier(&mut engine, walk),
        };
        stats.propagations = Some(engine.store.changes);
        outcome
    }
}
