//! Breadth-first and best-first search over copied states.
//!
//! What it does: each state that does not fail is copied into a queue, and the best is branched on next: the one with
//! the fewest unfixed variables, then with the fewest values left, then the older. Breadth-first, the oldest is.
//! Depth-first search completes states whose shown variables are all fixed.
//!
//! Whose idea: J. Pearl, "Heuristics: Intelligent Search Strategies for Computer Problem Solving", 1984. Copies instead
//! of a trail: C. Schulte, "Comparing Trailing and Copying for Constraint Programming", ICLP 1999.
//!
//! How ours differs: no cost is estimated. Every state in the queue keeps its whole memory: a word or more for each
//! domain, the set of unfixed variables and the table states. A search whose queue takes more than
//! `tuning::domains::QUEUE_WORDS` words ends as out of memory.
//!
//! When it runs: for `search=breadth-first` and `search=best-first`, in one thread.

use crate::tuning::domains::QUEUE_WORDS;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::{Limit, Outcome};

use super::depth_first::depth_first;
use super::order::{Branch, Decision};
use super::propagation::Propagation;
use crate::native::settings::SearchOrder;
use crate::search::Walk;

/// The key by which the queue is sorted; the state's number breaks ties and the slot is where its memory lies.
type Key = Reverse<(u64, u64, u64, usize, u32)>;

/// Words of a state's key, and of the list of free slots for it.
const KEY: usize = size_of::<Key>() / 8 + 1;

/// Reports all solutions; the present state is the root at its fixpoint.
///
/// Pre: no decision level is open, and clauses watch all their literals.
pub(super) fn by_queue<const W: usize>(engine: &mut Propagation<'_, W>, walk: &mut Walk<'_, '_>) -> Outcome {
    within(QUEUE_WORDS, engine, walk)
}

/// The same with a queue of `most` words at most.
fn within<const W: usize>(most: usize, engine: &mut Propagation<'_, W>, walk: &mut Walk<'_, '_>) -> Outcome {
    let best_first = engine.settings.next == SearchOrder::BestFirst;
    let size = engine.store.memory().len();
    let mut heap: BinaryHeap<Key> = BinaryHeap::new();
    let mut memories: Vec<u64> = Vec::new();
    let mut free: Vec<usize> = Vec::new();
    let mut slots = 0;
    let mut state: Vec<u64> = engine.store.memory().to_vec();
    let mut decisions: Vec<Decision> = Vec::new();
    let mut number = 0;
    let mut level: u32 = 0;
    loop {
        engine.store.load(&state);
        decisions.clear();
        match engine.branch(&mut walk.random, &mut decisions) {
            Branch::On { hidden: false } => {
                walk.statistics.inner();
                for (position, &(var, bit)) in decisions.iter().enumerate() {
                    if position > 0 {
                        engine.store.load(&state);
                    }
                    walk.statistics.node(level as usize + 1);
                    engine.tighten(walk);
                    if !engine.assign(var, bit) {
                        walk.statistics.failure();
                        continue;
                    }
                    let slot = match free.pop() {
                        Some(slot) => slot,
                        None if (slots + 1) * (size + KEY) > most => return Outcome::Stopped(Limit::Memory),
                        None => {
                            memories.resize(memories.len() + size, 0);
                            slots += 1;
                            slots - 1
                        }
                    };
                    memories[slot * size..(slot + 1) * size].copy_from_slice(engine.store.memory());
                    let (unfixed, left) = if best_first { engine.candidates() } else { (0, 0) };
                    number += 1;
                    heap.push(Reverse((unfixed, left, number, slot, level + 1)));
                }
            }
            // Every shown variable has its value: look for one completion, or for all if some may be better.
            Branch::On { hidden: true } | Branch::Done => match complete(engine, walk, level as usize) {
                Outcome::Exhausted => {}
                ended => return ended,
            },
        }
        if walk.is_time(engine.runs + engine.store.changes) && walk.is_over() {
            return Outcome::Stopped(Limit::Time);
        }
        let Some(Reverse((_, _, _, slot, at))) = heap.pop() else { return Outcome::Exhausted };
        state.copy_from_slice(&memories[slot * size..(slot + 1) * size]);
        free.push(slot);
        level = at;
    }
}

/// Looks for one completion of the shown variables, or for all if some may be better.
fn complete<const W: usize>(engine: &mut Propagation<'_, W>, walk: &mut Walk<'_, '_>, level: usize) -> Outcome {
    let once = walk.incumbent.is_none();
    depth_first(engine, walk, level, once)
}

impl<const W: usize> Propagation<'_, W> {
    /// Number of unfixed variables, and of the values that they have left.
    fn candidates(&self) -> (u64, u64) {
        let (mut count, mut left) = (0, 0);
        for (word, &unfixed) in self.store.unfixed().iter().enumerate() {
            let mut unfixed = unfixed;
            while unfixed != 0 {
                count += 1;
                left += u64::from(self.store.size(64 * word as u32 + unfixed.trailing_zeros()));
                unfixed &= unfixed - 1;
            }
        }
        (count, left)
    }
}

#[cfg(test)]
mod tests {
    use super::super::compile::CpProgram;
    use super::*;
    use crate::native::settings::Settings;
    use crate::search::Sink;
    use crate::{Budget, Strategy};
    use cnfab_model::Model;

    #[test]
    fn a_full_queue_is_no_time_limit() {
        let mut model = Model::new();
        let vars: Vec<_> = (0..6).map(|i| model.var(format!("x[{i}]"), 1..=6)).collect();
        model.all_different("different", vars);
        let settings = Settings::new(Strategy::parse("backtrack:search=breadth-first").expect("registered").options());
        let program = CpProgram::new(&model, settings, true).expect("a model that compiles");
        for (most, outcome, solutions) in [
            (QUEUE_WORDS, Outcome::Exhausted, 720),
            (40, Outcome::Stopped(Limit::Memory), 0),
            (0, Outcome::Stopped(Limit::Memory), 0),
        ] {
            let mut engine = Propagation::<1>::new(&program, settings);
            let budget = Budget::unlimited();
            let mut walk = Walk::new(&budget, Sink::Count(0));
            assert!(engine.start(false));
            let ended = within(most, &mut engine, &mut walk);
            let Sink::Count(found) = walk.sink else { panic!("the walk counts") };
            assert_eq!((ended, found), (outcome, solutions), "{most} words");
        }
    }
}
