//! The native engine: backtracking search over the model in compact form.
//!
//! A model is compiled once (`compile`): domains become bitsets, constraints become rules over flat arrays. The search
//! never looks at the model again. What it changes lies in one array of words (`store`) that is copied or trailed, and
//! nothing is allocated per node. `rules` draws conclusions, `order` chooses, `search` walks.
//!
//! Solutions come in sorted order of the shown variables with `order=input,values=ascending,search=depth-first`.

mod agenda;
mod bits;
mod cells;
mod compared;
mod compile;
mod engine;
mod lines;
mod order;
mod packed;
mod rows;
mod rules;
pub(super) mod search;
mod settings;
mod store;
mod weights;

use std::sync::Mutex;
use std::time::Instant;

use crate::model::{Cardinality, Clause, Cmp, Constraint, Domain, Flat, Model};

use super::{Backend, Budget, Counted, Encodings, OnSolution, Options, Outcome, Report, SolveError, Stats, cdcl};
use compile::Program;
use engine::Engine;
use search::{Sink, Walk, by_queue, depth_first};
use settings::{Core, Level, Next, Order, Settings};
pub(super) use settings::{NUMBERS, OPTIONS};

/// Models with at most this many values of all variables together are not packed unless asked for.
const TINY: usize = 48;

/// Evaluates an expression with the number of words of every domain as a constant, or 0 if they differ. There is a case
/// for each of `compile::WIDTHS`.
macro_rules! at_width {
    ($width:expr, $constant:ident => $expression:expr) => {
        at_width!($width, $constant => $expression, 1, 2, 4, 8, 16, 32)
    };
    ($width:expr, $constant:ident => $expression:expr, $($words:literal),*) => {
        match $width {
            $($words => {
                const $constant: usize = $words;
                $expression
            })*
            _ => {
                const $constant: usize = 0;
                $expression
            }
        }
    };
}

/// Makes the backend.
pub(super) fn backend(options: &Options, _: &Encodings) -> Box<dyn Backend> {
    Box::new(Backtrack { name: options.strategy(), settings: Settings::new(options), last_packed: Mutex::default() })
}

/// Backtracking search with given options.
struct Backtrack {
    name: String,
    settings: Settings,
    /// The last packed model, for a next one that differs from it in domains only, as in a batch.
    last_packed: Mutex<Option<Box<packed::Program>>>,
}

impl Backend for Backtrack {
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

/// A model in the form of one of the cores that take some models only.
enum Special {
    Cells(Box<cells::Plan>),
    Lines(lines::Plan),
    Packed(Box<packed::Program>),
    Rows(rows::Plan),
}

impl Special {
    fn cells(plan: cells::Plan) -> Self {
        Special::Cells(Box::new(plan))
    }
}

impl Backtrack {
    /// The form in which the settings have the model searched, if it is not domains.
    fn special(&self, model: &Model) -> Result<Option<Special>, SolveError> {
        let refuse = |core: &str, what: &str| {
            let what = format!("{what} with core={core}");
            Err(SolveError::Unsupported { backend: self.name.clone(), what })
        };
        let in_order = self.settings.order == Order::Input;
        let takes_order = matches!(self.settings.core, Core::Auto | Core::Domains | Core::Packed);
        if self.settings.other_options && !matches!(self.settings.core, Core::Auto | Core::Domains)
            || in_order && !takes_order
        {
            return refuse(self.settings.core.name(), "other options");
        }
        match self.settings.core {
            Core::Auto if in_order => {
                let Some(program) = (!is_tiny(model)).then(|| self.pack(model).ok()).flatten() else { return Ok(None) };
                if program.is_in_order(model) {
                    return Ok(Some(Special::Packed(program)));
                }
                self.keep(program);
                Ok(None)
            }
            Core::Auto
                if !is_tiny(model)
                    && let Some(program) = self.packed_before(model) =>
            {
                Ok(Some(self.by_rows_if_faster(program)))
            }
            Core::Auto => Ok(match lines::Plan::if_preferred(model) {
                Some(plan) => Some(Special::Lines(plan)),
                None if is_tiny(model) => None,
                None => match self.pack(model) {
                    Ok(program) => Some(self.by_rows_if_faster(program)),
                    Err(packed::TOO_LARGE) => large(model),
                    Err(_) => None,
                },
            }),
            Core::Cells => match cdcl::Plan::new(model).and_then(|plan| cells::Plan::new(&plan)) {
                Ok(plan) => Ok(Some(Special::cells(plan))),
                Err(what) => refuse("cells", what),
            },
            Core::Domains => Ok(None),
            Core::Lines => match lines::Plan::new(model) {
                Ok(plan) => Ok(Some(Special::Lines(plan))),
                Err(what) => refuse("lines", what),
            },
            Core::Packed => match self.pack(model) {
                Ok(program) if in_order && !program.is_in_order(model) => {
                    refuse("packed", "order=input where all-different constraints do not join all variables as shown")
                }
                Ok(program) => Ok(Some(Special::Packed(program))),
                Err(what) => refuse("packed", what),
            },
            Core::Rows => match self.pack(model).and_then(|program| rows::Plan::new(&program)) {
                Ok(plan) => Ok(Some(Special::Rows(plan))),
                Err(what) => refuse("rows", what),
            },
        }
    }

    /// The form by rows of a packed model if that is expected to be faster.
    fn by_rows_if_faster(&self, program: Box<packed::Program>) -> Special {
        if rows::is_preferred(&program)
            && let Ok(plan) = rows::Plan::new(&program)
        {
            self.keep(program);
            return Special::Rows(plan);
        }
        Special::Packed(program)
    }

    fn pack(&self, model: &Model) -> Result<Box<packed::Program>, &'static str> {
        self.packed_before(model).map_or_else(|| packed::Program::new(model).map(Box::new), Ok)
    }

    /// The last packed model with the domains of this one, if they differ in nothing else. What was packed before has no
    /// sums, so it is none for the core for lines.
    fn packed_before(&self, model: &Model) -> Option<Box<packed::Program>> {
        let last = self.last_packed.lock().expect("no other holder panics").take();
        last.filter(|program| program.fits(model)).and_then(|mut program| program.set_domains(model).then_some(program))
    }

    /// Keeps a packed model for the next one.
    fn keep(&self, program: Box<packed::Program>) {
        *self.last_packed.lock().expect("no other holder panics") = Some(program);
    }

    /// Compiles and searches. Returns also what took the solutions.
    fn run<'f>(&self, model: &Model, walk: Walk<'_, 'f>) -> Result<(Report, Sink<'f>), SolveError> {
        let begun = Instant::now();
        let threads = self.settings.threads;
        if threads > 1 && self.settings.next != Next::Deepest {
            let what = "threads for a search that is not depth-first".to_owned();
            return Err(SolveError::Unsupported { backend: self.name.clone(), what });
        }
        let mut stats = Stats::default();
        let mut compiled = || stats.encode_s = Some(begun.elapsed().as_secs_f64());
        let (outcome, changes, walk) = match self.special(model)? {
            Some(Special::Cells(plan)) => {
                compiled();
                search::run(walk, threads, |walk| cells::search(&plan, walk))
            }
            Some(Special::Lines(plan)) => {
                compiled();
                search::run(walk, threads, |walk| lines::search(&plan, walk))
            }
            Some(Special::Packed(program)) => {
                compiled();
                let in_order = self.settings.order == Order::Input;
                let ended = search::run(walk, threads, |walk| packed::search(&program, in_order, walk));
                self.keep(program);
                ended
            }
            Some(Special::Rows(plan)) => {
                compiled();
                search::run(walk, threads, |walk| rows::search(&plan, walk))
            }
            None => {
                let narrowed = self.narrow(model)?;
                let program = self.compile(narrowed.as_ref().unwrap_or(model), true)?;
                compiled();
                at_width!(program.width, W => {
                    search::run(walk, threads, |walk| self.search(Engine::<W>::new(&program, self.settings), walk))
                })
            }
        };
        stats.propagations = Some(changes);
        walk.tally.report(&mut stats);
        Ok((Report { outcome, stats }, walk.sink))
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
        let domains = at_width!(program.width, W => left::<W>(&program, self.settings));
        Ok(domains.map(|domains| model.with_domains(domains)))
    }

    /// Searches a part of the tree.
    fn search<const W: usize>(&self, mut engine: Engine<'_, W>, walk: &mut Walk<'_, '_>) -> (Outcome, u64) {
        let depth = self.settings.next == Next::Deepest;
        let mut open = engine.start(depth);
        let level = walk.part.level;
        if level > 0 {
            walk.tally.node(level);
            open = open && walk.part.steps.iter().all(|&(var, bit)| engine.assign(var, bit));
            if !open {
                walk.tally.failure();
            }
        }
        let outcome = match open {
            false => Outcome::Complete,
            true if depth => depth_first(&mut engine, walk, level, false),
            true => by_queue(&mut engine, walk),
        };
        (outcome, engine.store.changes)
    }
}

/// The form of a model that is too large to be packed, if it is not domains: a cover if it is one by counts. Covers by
/// all-different constraints are faster by domains.
fn large(model: &Model) -> Option<Special> {
    if !is_cover_by_counts(model) {
        return None;
    }
    let plan = cdcl::Plan::new(model).ok()?;
    cells::Plan::new(&plan).ok().map(Special::cells)
}

/// Whether all that the constraints say is that one of some atoms holds, or at most one, and one of several holds at least
/// once.
fn is_cover_by_counts(model: &Model) -> bool {
    let is_exact = |constraint: &Constraint| {
        matches!(constraint.flat(), Flat::Cardinality(Cardinality { cmp: Cmp::Eq, k: 1, .. }))
    };
    let is_pair = |constraint: &Constraint| match constraint.flat() {
        Flat::Cardinality(Cardinality { cmp, k, .. }) => *cmp == Cmp::Le && *k == 1,
        Flat::Clause(Clause(atoms)) => atoms.len() <= 2,
        _ => false,
    };
    let constraints = || model.constraints().iter().map(|posted| &posted.constraint);
    constraints().any(is_exact) && constraints().all(|constraint| is_exact(constraint) || is_pair(constraint))
}

/// Whether packing a model takes longer than solving it.
fn is_tiny(model: &Model) -> bool {
    model.variables().iter().map(|variable| variable.domain.len()).sum::<usize>() <= TINY
}

/// The domains at the first fixpoint; `None` if there is a contradiction.
fn left<const W: usize>(program: &Program, settings: Settings) -> Option<Vec<Domain>> {
    let mut engine = Engine::<W>::new(program, settings);
    engine.start(true).then(|| engine.domains())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_width_that_domains_may_have_is_compiled() {
        for width in compile::WIDTHS {
            assert_eq!(at_width!(width, W => W), width);
        }
        assert_eq!(at_width!(3, W => W), 0);
    }
}
