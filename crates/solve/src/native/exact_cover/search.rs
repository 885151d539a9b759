//! Depth-first search: the options of the smallest constraint, one after the other.

use crate::{Limit, Outcome};

use super::build::CoverPlan;
use super::state::{Conflict, CoverState, Limits};
use crate::search::{Pool, Subproblem, Walk};

/// A constraint that is branched on.
struct Level {
    constraint: u32,
    /// The option that is tried next, counted within the constraint.
    next: usize,
    /// The option that is being looked into.
    active: usize,
    /// How the state was.
    limits: Limits,
}

/// Reports all solutions in a part of the tree. Returns the work done besides.
pub(super) fn search(plan: &CoverPlan, walk: &mut Walk<'_, '_>) -> (Outcome, u64) {
    if plan.contradiction {
        return (Outcome::Exhausted, 0);
    }
    let mut state = CoverState::new(plan);
    let mut levels: Vec<Level> = Vec::new();
    let mut fixed = enter(&mut state, &walk.subproblem);
    if walk.subproblem.level > 0 {
        walk.statistics.node(walk.subproblem.level);
    }
    let outcome = loop {
        match fixed.map(|()| state.smallest()) {
            Err(Conflict) => {
                if walk.subproblem.level > 0 || !levels.is_empty() {
                    walk.statistics.failure();
                }
            }
            Ok(None) => {
                if walk.found(|values| state.write_solution(values)).is_break() {
                    break Outcome::Satisfied;
                }
            }
            Ok(Some(constraint)) => {
                walk.statistics.inner();
                levels.push(Level { constraint, next: 0, active: 0, limits: state.limits() });
            }
        }
        if walk.is_time(state.work) {
            if walk.is_over() {
                break Outcome::Stopped(Limit::Time);
            }
            if let Some(pool) = walk.idle() {
                share_work(pool, &walk.subproblem, &mut levels, &state);
            }
        }
        let level = loop {
            let Some(level) = levels.last_mut() else { return (Outcome::Exhausted, state.work) };
            state.backtrack(level.limits);
            if level.next < state.left(level.constraint) {
                break level;
            }
            levels.pop();
        };
        let option = state.option(level.constraint, level.next);
        level.active = level.next;
        level.next += 1;
        let constraint = level.constraint;
        walk.statistics.node(walk.subproblem.level + levels.len());
        fixed = state.choose(option, constraint);
    };
    (outcome, state.work)
}

/// Goes to a part of the tree.
fn enter(state: &mut CoverState<'_>, part: &Subproblem) -> Result<(), Conflict> {
    state.fixpoint()?;
    part.steps.iter().try_for_each(|&(option, constraint)| state.choose(option, constraint))
}

/// Gives the next option of the uppermost constraint that has one left to another thread.
fn share_work(pool: &Pool, part: &Subproblem, levels: &mut [Level], state: &CoverState<'_>) {
    let option = |level: &Level, at: usize| (state.option(level.constraint, at), level.constraint);
    let Some(giving) = levels.iter().position(|level| level.next < state.left(level.constraint)) else { return };
    let mut steps = part.steps.clone();
    steps.extend(levels[..giving].iter().map(|level| option(level, level.active)));
    steps.push(option(&levels[giving], levels[giving].next));
    levels[giving].next += 1;
    pool.share(Subproblem { level: part.level + giving + 1, steps });
}
