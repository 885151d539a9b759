//! Constraint propagation over finite domains: the engine for models of every class.
//!
//! A domain is a bitset, a constraint one or several propagators, which remove values until nothing changes; then a
//! decision is made. The loop of propagation queue and fixpoint is from A. K. Mackworth, "Consistency in networks of
//! relations", 1977; idempotent propagators with priorities as in C. Schulte, P. J. Stuckey, "Efficient constraint
//! propagation engines", 2008. All that a search changes lies in one array of words (`store`), which is copied at each
//! decision if it is short and has a trail if it is not; so the same code serves depth-first search and search by a
//! queue of states. The value of a fixed variable is removed from its disequality neighbours without a propagator. A
//! variable over 64 values or fewer is one word, and the code is compiled for each common width.
//!
//! It is the only engine that follows the options `order`, `values`, `propagate` and `search`. It takes sums, tables,
//! hidden variables and all models too small for another engine to pay.

mod best_first;
mod bound;
mod compared;
mod compile;
mod depth_first;
mod history;
mod order;
mod phases;
mod propagation;
mod propagation_queue;
mod propagators;
mod stack;
mod store;
mod weights;

use crate::{Outcome, Refusal};
use cnfab_model::{Domain, Model};

use super::engine::{Engine, EngineKind, Task};
use super::settings::{SearchOrder, Settings};
use super::stack::StateStack;
use crate::search::{self, Walk};
use best_first::by_queue;
use compile::CpProgram;
use depth_first::depth_first;
use propagation::Propagation;

/// The entry of the registry. Its estimate is the unit of all estimates.
pub(super) static KIND: EngineKind = EngineKind {
    name: "domains",
    about: "constraint propagation over a bitset of values per variable, for models of every class",
    follows: |_| true,
    estimate: |_| Some(1.0),
    prepare: |task| Ok(Box::new(Domains::new(task)?)),
};

/// Evaluates an expression with the number of words of every domain as a constant, or 0 if they differ. There is a case
/// for each of `compile::WIDTHS`.
macro_rules! at_words {
    ($words:expr, $constant:ident => $expression:expr) => {
        at_width!($words, [1, 4], [2, 8, 16, 32] or 0, $constant => $expression)
    };
}

/// A model that is compiled.
pub(super) struct Domains {
    program: CpProgram,
    settings: Settings,
}

impl Domains {
    pub(super) fn new(task: &Task<'_>) -> Result<Self, Refusal> {
        let settings = task.settings;
        let narrowed = narrowed(task.model, settings)?;
        let program = CpProgram::new(narrowed.as_ref().unwrap_or(task.model), settings, true)?;
        Ok(Domains { program, settings })
    }

    /// Searches a part of the tree.
    fn search_part<const W: usize>(&self, walk: &mut Walk<'_, '_>) -> (Outcome, u64) {
        let mut propagation = Propagation::<W>::new(&self.program, self.settings);
        let depth = self.settings.next == SearchOrder::DepthFirst;
        let mut holds = propagation.start(depth);
        let level = walk.subproblem.level;
        if holds {
            propagation.prove_bound(walk);
        }
        if level > 0 {
            walk.statistics.node(level);
            propagation.tighten(walk);
            holds = holds && walk.subproblem.steps.iter().all(|&(var, bit)| propagation.assign(var, bit));
            if !holds {
                walk.statistics.failure();
            }
        }
        let outcome = match holds {
            false => Outcome::Exhausted,
            true if depth => depth_first(&mut propagation, walk, level, false),
            true => by_queue(&mut propagation, walk),
        };
        (outcome, propagation.store.changes)
    }
}

impl Domains {
    /// Lets `work` begin with the state of the model alone, unless that is inconsistent.
    pub(super) fn stacked(&self, work: &mut dyn FnMut(&mut dyn StateStack)) {
        at_words!(self.program.width, W => self.stacked_at::<W>(work));
    }
}

impl Engine for Domains {
    fn search<'w, 'f>(&self, walk: Walk<'w, 'f>, threads: usize) -> (Outcome, u64, Walk<'w, 'f>) {
        at_words!(self.program.width, W => search::run(walk, threads, |walk| self.search_part::<W>(walk)))
    }
}

/// The model with what the other constraints leave of the domains, if it has wide tables: their rows are worth
/// filtering before they become bitsets.
fn narrowed(model: &Model, settings: Settings) -> Result<Option<Model>, Refusal> {
    let has_tables = model.constraints().iter().any(|posted| compile::is_wide_table(&posted.constraint));
    if !settings.level.has_bounds() || !has_tables {
        return Ok(None);
    }
    let program = CpProgram::new(model, settings, false)?;
    let domains = at_words!(program.width, W => at_fixpoint::<W>(&program, settings));
    Ok(domains.map(|domains| model.with_domains(domains)))
}

/// The domains at the first fixpoint; `None` on a conflict.
fn at_fixpoint<const W: usize>(program: &CpProgram, settings: Settings) -> Option<Vec<Domain>> {
    let mut propagation = Propagation::<W>::new(program, settings);
    propagation.start(true).then(|| propagation.domains())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_width_that_domains_may_have_is_compiled() {
        for &width in compile::WIDTHS {
            assert_eq!(at_words!(width, W => W), width);
        }
        assert_eq!(at_words!(3, W => W), 0);
        assert_eq!(at_words!(2, W => W), if cfg!(debug_assertions) { 0 } else { 2 });
    }
}
