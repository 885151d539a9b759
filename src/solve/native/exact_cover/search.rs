//! Depth-first search: the options of the smallest group, one after the other.

use crate::solve::Outcome;

use super::super::search::{Part, Pool, Walk};
use super::build::Plan;
use super::state::{Failed, Mark, State};

/// A group that is branched on.
struct Level {
    group: u32,
    /// The option that is tried next, counted within the group.
    next: usize,
    /// The option that is being looked into.
    active: usize,
    /// How the state was.
    mark: Mark,
}

/// Reports all solutions in a part of the tree. Returns the work done besides.
pub(super) fn search(plan: &Plan, walk: &mut Walk<'_, '_>) -> (Outcome, u64) {
    if plan.contradiction {
        return (Outcome::Complete, 0);
    }
    let mut state = State::new(plan);
    let mut levels: Vec<Level> = Vec::new();
    let mut settled = enter(&mut state, &walk.part);
    if walk.part.level > 0 {
        walk.tally.node(walk.part.level);
    }
    let outcome = loop {
        match settled.map(|()| state.smallest()) {
            Err(Failed) => {
                if walk.part.level > 0 || !levels.is_empty() {
                    walk.tally.failure();
                }
            }
            Ok(None) => {
                if walk.found(|values| state.write_solution(values)).is_break() {
                    break Outcome::Stopped;
                }
            }
            Ok(Some(group)) => {
                walk.tally.inner();
                levels.push(Level { group, next: 0, active: 0, mark: state.mark() });
            }
        }
        if walk.is_time(state.work) {
            if walk.is_over() {
                break Outcome::OutOfBudget;
            }
            if let Some(pool) = walk.hungry() {
                give_away(pool, &walk.part, &mut levels, &state);
            }
        }
        let level = loop {
            let Some(level) = levels.last_mut() else { return (Outcome::Complete, state.work) };
            state.back(level.mark);
            if level.next < state.left(level.group) {
                break level;
            }
            levels.pop();
        };
        let option = state.option(level.group, level.next);
        level.active = level.next;
        level.next += 1;
        let group = level.group;
        walk.tally.node(walk.part.level + levels.len());
        settled = state.choose(option, group);
    };
    (outcome, state.work)
}

/// Goes to a part of the tree.
fn enter(state: &mut State<'_>, part: &Part) -> Result<(), Failed> {
    state.settle()?;
    part.steps.iter().try_for_each(|&(option, group)| state.choose(option, group))
}

/// Gives the next option of the uppermost group that has one left to another thread.
fn give_away(pool: &Pool, part: &Part, levels: &mut [Level], state: &State<'_>) {
    let option = |level: &Level, at: usize| (state.option(level.group, at), level.group);
    let Some(giving) = levels.iter().position(|level| level.next < state.left(level.group)) else { return };
    let mut steps = part.steps.clone();
    steps.extend(levels[..giving].iter().map(|level| option(level, level.active)));
    steps.push(option(&levels[giving], levels[giving].next));
    levels[giving].next += 1;
    pool.give(Part { level: part.level + giving + 1, steps });
}
