//! Depth-first search with an explicit stack; memory grows with the depth only, however many solutions there are.

use crate::{Limit, Outcome};

use super::order::{Branch, Decision};
use super::propagation::Propagation;
use crate::search::{Pool, Subproblem, Walk};

/// A state on the way from the root: its decisions are on the stack from `next` to `end`.
struct DepthFirstState {
    hidden: bool,
    from: usize,
    next: usize,
    end: usize,
    /// The decision that is being looked into.
    active: usize,
}

/// Reports the solutions below the present state. The state must be at its fixpoint.
///
/// With `once`, returns after one solution; `level` is the level of the present state.
pub(super) fn depth_first<const W: usize>(
    engine: &mut Propagation<'_, W>,
    walk: &mut Walk<'_, '_>,
    level: usize,
    once: bool,
) -> Outcome {
    let mut states: Vec<DepthFirstState> = Vec::new();
    let mut decisions: Vec<Decision> = Vec::new();
    let outcome = loop {
        let from = decisions.len();
        match engine.branch(&mut walk.random, &mut decisions) {
            Branch::On { hidden } => {
                walk.statistics.inner();
                engine.store.push();
                states.push(DepthFirstState { hidden, from, next: from, end: decisions.len(), active: from });
            }
            Branch::Done => {
                if walk.found(|values| engine.write_solution(values)).is_break() {
                    break Outcome::Satisfied;
                }
                // One completion of the hidden variables is enough, unless others may have better values.
                while walk.incumbent.is_none() && states.last().is_some_and(|state| state.hidden) {
                    let state = states.pop().expect("there is a last state");
                    decisions.truncate(state.from);
                    engine.store.pop();
                }
                if once {
                    break Outcome::Exhausted;
                }
            }
        }
        if walk.is_time(engine.runs + engine.store.changes) {
            if walk.is_over() {
                break Outcome::Stopped(Limit::Time);
            }
            if let Some(pool) = walk.idle().filter(|_| !once) {
                share_work(pool, &walk.subproblem, &mut states, &decisions);
            }
        }
        if !advance(engine, walk, level, &mut states, &mut decisions) {
            break Outcome::Exhausted;
        }
    };
    for _ in states {
        engine.store.pop();
    }
    outcome
}

/// Gives the next decision of the uppermost state that has one left to another thread.
fn share_work(pool: &Pool, part: &Subproblem, states: &mut [DepthFirstState], decisions: &[Decision]) {
    let Some(giving) = states.iter().position(|state| state.hidden || state.next < state.end) else { return };
    if states[giving].hidden {
        return;
    }
    let mut steps = part.steps.clone();
    steps.extend(states[..giving].iter().map(|state| decisions[state.active]));
    steps.push(decisions[states[giving].next]);
    states[giving].next += 1;
    pool.share(Subproblem { level: part.level + giving + 1, steps });
}

/// Goes to the next state that does not fail at once. `false` if there is none.
fn advance<const W: usize>(
    engine: &mut Propagation<'_, W>,
    walk: &mut Walk<'_, '_>,
    level: usize,
    states: &mut Vec<DepthFirstState>,
    decisions: &mut Vec<Decision>,
) -> bool {
    while let Some(state) = states.last_mut() {
        if state.next == state.end {
            decisions.truncate(state.from);
            states.pop();
            engine.store.pop();
            continue;
        }
        if state.next > state.from {
            engine.store.backtrack();
        }
        let (var, bit) = decisions[state.next];
        state.active = state.next;
        state.next += 1;
        walk.statistics.node(level + states.len());
        engine.tighten(walk);
        if engine.assign(var, bit) {
            return true;
        }
        walk.statistics.failure();
    }
    false
}
