//! The native engine: backtracking search over the model in compact form.
//!
//! A model is compiled once (`compile`): domains become bitsets, constraints become rules over flat arrays. The search
//! never looks at the model again. What it changes lies in one array of words (`store`) that is copied or trailed, and
//! nothing is allocated per node. `rules` draws conclusions, `order` chooses, `search` walks.
//!
//! Solutions come in sorted order of the shown variables with `order=input,values=ascending,search=depth-first`.

mod compile;
mod engine;
mod lines;
mod order;
mod packed;
mod rules;
mod search;
mod settings;
mod store;

use std::sync::Mutex;
use std::time::Instant;

use crate::model::{Domain, Model};

use super::{Backend, Budget, Encodings, OnSolution, Options, Outcome, Report, SolveError, Stats};
use compile::Program;
use engine::Engine;
use search::{Tally, Walk, depth_first, frontier};
pub(super) use settings::OPTIONS;
use settings::{Core, Level, Next, Settings};

/// Makes the backend.
pub(super) fn backend(options: &Options, _: &Encodings) -> Box<dyn Backend> {
    let changed = OPTIONS.iter().filter(|(name, values, _)| options.get(name) != values[0]);
    let changed: Vec<String> = changed.map(|(name, ..)| format!("{name}={}", options.get(name))).collect();
    let name = if changed.is_empty() { String::new() } else { format!(":{}", changed.join(",")) };
    Box::new(Backtrack {
        name: format!("backtrack{name}"),
        settings: Settings::new(options),
        last_packed: Mutex::default(),
    })
}

/// Backtracking search with given options.
struct Backtrack {
    name: String,
    settings: Settings,
    /// The last packed model, for a next one that differs from it in domains only, as in a batch.
    last_packed: Mutex<Option<packed::Program>>,
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
        if let Some(special) = self.special(model)? {
            let mut stats = Stats { encode_s: Some(begun.elapsed().as_secs_f64()), ..Stats::default() };
            let mut walk = self.walk(budget, on);
            let mut changes = 0;
            let outcome = match special {
                Special::Lines(plan) => lines::search(&plan, &mut walk, &mut changes),
                Special::Packed(program) => {
                    let outcome = packed::search(&program, &mut walk, &mut changes);
                    *self.last_packed.lock().expect("no other holder panics") = Some(program);
                    outcome
                }
            };
            stats.propagations = Some(changes);
            walk.tally.report(&mut stats);
            return Ok(Report { outcome, stats });
        }
        let narrowed = self.narrow(model)?;
        let program = self.compile(narrowed.as_ref().unwrap_or(model), true)?;
        let mut stats = Stats { encode_s: Some(begun.elapsed().as_secs_f64()), ..Stats::default() };
        let mut walk = self.walk(budget, on);
        let outcome = match program.width {
            1 => self.search(Engine::<1>::new(&program, self.settings), &mut walk, &mut stats),
            2 => self.search(Engine::<2>::new(&program, self.settings), &mut walk, &mut stats),
            _ => self.search(Engine::<0>::new(&program, self.settings), &mut walk, &mut stats),
        };
        walk.tally.report(&mut stats);
        Ok(Report { outcome, stats })
    }
}

/// A model in the form of one of the cores that take some models only.
enum Special {
    Lines(lines::Plan),
    Packed(packed::Program),
}

impl Backtrack {
    /// The form in which the settings have the model searched, if it is not domains.
    fn special(&self, model: &Model) -> Result<Option<Special>, SolveError> {
        let refuse = |core: &str, what: &str| {
            let what = format!("the core '{core}' does not take {what}");
            Err(SolveError::Unsupported { backend: self.name.clone(), what })
        };
        if self.settings.other_options && matches!(self.settings.core, Core::Lines | Core::Packed) {
            return refuse(self.settings.core.name(), "other options");
        }
        match self.settings.core {
            Core::Auto => Ok(match lines::Plan::new(model) {
                Ok(plan) if plan.preferred => Some(Special::Lines(plan)),
                _ => self.pack(model).ok().map(Special::Packed),
            }),
            Core::Domains => Ok(None),
            Core::Lines => match lines::Plan::new(model) {
                Ok(plan) => Ok(Some(Special::Lines(plan))),
                Err(what) => refuse("lines", what),
            },
            Core::Packed => match self.pack(model) {
                Ok(program) => Ok(Some(Special::Packed(program))),
                Err(what) => refuse("packed", what),
            },
        }
    }

    fn pack(&self, model: &Model) -> Result<packed::Program, &'static str> {
        match self.last_packed.lock().expect("no other holder panics").take() {
            Some(mut program) if program.fits(model) => {
                program.set_domains(model);
                Ok(program)
            }
            _ => packed::Program::new(model),
        }
    }

    fn walk<'w, 'f>(&self, budget: &'w Budget, on: OnSolution<'f>) -> Walk<'w, 'f> {
        Walk { budget, on, tally: Tally::new(), random: fastrand::Rng::with_seed(budget.seed), looked: 0 }
    }

    fn compile(&self, model: &Model, tables: bool) -> Result<Program, SolveError> {
        Program::new(model, self.settings, tables)
            .map_err(|what| SolveError::Unsupported { backend: self.name.clone(), what })
    }

    /// The model with what the other constraints leave of the domains, if it has wide tables: their rows are worth
    /// sifting before they become bitsets.
    fn narrow(&self, model: &Model) -> Result<Option<Model>, SolveError> {
        let has_tables = model.constraints().iter().any(|posted| compile::is_wide_table(&posted.constraint));
        if self.settings.level < Level::Bounds || !has_tables {
            return Ok(None);
        }
        let program = self.compile(model, false)?;
        let domains = match program.width {
            1 => left::<1>(&program, self.settings),
            2 => left::<2>(&program, self.settings),
            _ => left::<0>(&program, self.settings),
        };
        Ok(domains.map(|domains| model.with_domains(domains)))
    }

    fn search<const W: usize>(&self, mut engine: Engine<'_, W>, walk: &mut Walk<'_, '_>, stats: &mut Stats) -> Outcome {
        let depth = self.settings.next == Next::Deepest;
        let outcome = match engine.start(depth) {
            false => Outcome::Complete,
            true if depth => depth_first(&mut engine, walk, 0, false),
            true => frontier(&mut engine, walk),
        };
        stats.propagations = Some(engine.store.changes);
        outcome
    }
}

/// The domains at the first fixpoint; `None` if there is a contradiction.
fn left<const W: usize>(program: &Program, settings: Settings) -> Option<Vec<Domain>> {
    let mut engine = Engine::<W>::new(program, settings);
    engine.start(true).then(|| engine.domains())
}
