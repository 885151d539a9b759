//! The search of `rows`: depth first, one literal after the other.

use crate::{Limit, Outcome};

use super::build::{RowsPlan, Slot};
use super::form::{Open, RowForm};
use super::frontier_state::FrontierForm;
use super::full_state::FullForm;
use super::nogoods::Nogoods;
use crate::search::{Pool, Subproblem, Walk};
use crate::tuning::rows::MOST_NEEDED;

/// Instead of a number of solutions: parts of the state have been given away.
const GIVEN_AWAY: u64 = u64::MAX;

/// The state of the search in front of a decision.
#[derive(Clone, Copy)]
struct Frame<S> {
    slot: Slot,
    state: S,
    /// The candidates of the rest of the row.
    open: Open,
    /// The candidates that have not been tried.
    left: u64,
    /// The literal that was tried last, as a bit of its row.
    own: u32,
    /// How many literals have been tried.
    tried: u64,
    /// How many solutions were found before.
    found_before: u64,
}

/// Reports all solutions in a part of the tree. Returns the number of literals chosen besides.
pub(super) fn search(plan: &RowsPlan, walk: &mut Walk<'_, '_>) -> (Outcome, u64) {
    match (&plan.frontier_state, plan.needed.iter().max()) {
        (Some(frontier_state), Some(1)) => depth_first(plan, &FrontierForm::<1>::new(plan, frontier_state), walk),
        (Some(frontier_state), Some(2)) => depth_first(plan, &FrontierForm::<2>::new(plan, frontier_state), walk),
        (Some(frontier_state), _) => depth_first(plan, &FrontierForm::<MOST_NEEDED>::new(plan, frontier_state), walk),
        (None, None) => by_width::<0>(plan, walk),
        (None, Some(1..=2)) => by_width::<2>(plan, walk),
        (None, Some(_)) => by_width::<MOST_NEEDED>(plan, walk),
    }
}

fn by_width<const K: usize>(plan: &RowsPlan, walk: &mut Walk<'_, '_>) -> (Outcome, u64) {
    at_width!(plan.words, [1, 4], [2, 3] or 8, W => depth_first(plan, &FullForm::<W, K>::new(plan), walk))
}

fn depth_first<F: RowForm>(plan: &RowsPlan, form: &F, walk: &mut Walk<'_, '_>) -> (Outcome, u64) {
    if plan.contradiction {
        return (Outcome::Exhausted, 0);
    }
    let last = plan.slots.len() - 1;
    let mut nogoods = Nogoods::<F>::new();
    let mut frames = start(plan, form);
    // The decisions that lead to the part; the last one is the part's own and is tried below.
    let top = walk.subproblem.steps.len().saturating_sub(1);
    for (slot, &(own, _)) in walk.subproblem.steps[..top].iter().enumerate() {
        frames[slot].own = own;
        let is_alive = advance(plan, form, &mut frames[slot..]);
        debug_assert!(is_alive, "a part was alive when it was given away");
    }
    if let Some(&(own, _)) = walk.subproblem.steps.last() {
        frames[top].left = 1 << own;
    }
    let mut slot = top;
    let mut until_look = walk.budget.between_looks;
    let mut inner = u64::from(walk.subproblem.steps.is_empty());
    let mut found: u64 = 0;
    let mut reported = Vec::new();
    let outcome = loop {
        let frame = &mut frames[slot];
        if frame.left == 0 {
            if slot == top {
                break Outcome::Exhausted;
            }
            if F::COUNTS && frame.slot.first && frame.found_before == found {
                nogoods.insert(&frame.state);
            }
            slot -= 1;
            continue;
        }
        frame.own = frame.left.trailing_zeros();
        frame.left &= frame.left - 1;
        frame.tried += 1;
        if slot == last {
            found += 1;
            if walk.found(|values| write_solution(plan, &frames, &mut reported, values)).is_break() {
                break Outcome::Satisfied;
            }
        } else if advance(plan, form, &mut frames[slot..]) {
            let after = &mut frames[slot + 1];
            if !F::COUNTS || !after.slot.first || !nogoods.holds(&after.state) {
                slot += 1;
                after.found_before = found;
                inner += 1;
            }
        }
        until_look -= 1;
        if until_look == 0 {
            until_look = walk.budget.between_looks;
            if walk.is_over() {
                break Outcome::Stopped(Limit::Time);
            }
            if let Some(pool) = walk.idle()
                && let Some(giving) = (top..=slot).find(|&slot| frames[slot].left != 0)
            {
                share_work(pool, &mut frames[..=giving]);
            }
        }
    };
    let mut levels: Vec<u64> = std::iter::once(0).chain(frames.iter().map(|frame| frame.tried)).collect();
    while levels.last() == Some(&0) {
        levels.pop();
    }
    let work: u64 = levels.iter().sum();
    // Every literal that was tried is a solution, an inner node, or a failure.
    let failures = work + u64::from(walk.subproblem.steps.is_empty()) - inner - found;
    walk.statistics.nodes(&levels, failures, inner);
    (outcome, work)
}

/// The frames of all slots, of which the first is filled.
fn start<F: RowForm>(plan: &RowsPlan, form: &F) -> Vec<Frame<F::State>> {
    let mut state = form.start();
    let open = form.open(&mut state, plan.slots[0].row).unwrap_or(Open { candidates: 0, musts: 0 });
    let left = within(open, plan.slots[0].following);
    let frame = |&slot| Frame { slot, state, open, left, own: 0, tried: 0, found_before: 0 };
    plan.slots.iter().map(frame).collect()
}

/// Chooses the literal of the first of some frames, and sets the candidates of the next one. `false` if it is known
/// that there is no solution.
///
/// Pre: the literal is a candidate. Post: if `true`, the next frame has its state and a candidate.
#[inline(always)]
fn advance<F: RowForm>(plan: &RowsPlan, form: &F, frames: &mut [Frame<F::State>]) -> bool {
    let [frame, after, ..] = frames else { return false };
    let own = frame.own;
    let literal = frame.slot.begin as usize + own as usize;
    let mut state = frame.state;
    form.choose(&mut state, frame.slot.first, literal, own);
    let open = if after.slot.first {
        let Some(open) = form.open(&mut state, after.slot.row) else { return false };
        open
    } else {
        Open {
            candidates: frame.open.candidates & plan.beside[literal] & u64::MAX << own << 1,
            musts: frame.open.musts & !(1 << own),
        }
    };
    (after.state, after.open) = (state, open);
    after.left = within(open, after.slot.following);
    after.left != 0
}

/// Gives the next literal of the last of some slots to another thread.
///
/// Pre: the last slot has a candidate left. Post: it is not tried here, and no state on the way to it is taken for
/// failed.
fn share_work<S>(pool: &Pool, frames: &mut [Frame<S>]) {
    let Some((giving, before)) = frames.split_last_mut() else { return };
    let mut steps: Vec<(u32, u32)> = before.iter().map(|frame| (frame.own, 1)).collect();
    steps.push((giving.left.trailing_zeros(), 1));
    giving.left &= giving.left - 1;
    giving.found_before = GIVEN_AWAY;
    before.iter_mut().for_each(|frame| frame.found_before = GIVEN_AWAY);
    pool.share(Subproblem { level: steps.len(), steps });
}

/// Makes the values of all variables of those of the solution written last, if there are any. `reported` are the
/// literals of that solution, as bits of their rows.
fn write_solution<S>(plan: &RowsPlan, frames: &[Frame<S>], reported: &mut Vec<u32>, values: &mut Vec<i32>) {
    let var_and_value = |frame: &Frame<S>, own: u32| plan.meaning[(frame.slot.begin + own) as usize];
    if values.is_empty() {
        values.clone_from(&plan.otherwise);
        reported.resize(frames.len(), u32::MAX);
    }
    for (frame, &old) in frames.iter().zip(&*reported).filter(|(frame, old)| **old != frame.own && **old != u32::MAX) {
        let (var, _) = var_and_value(frame, old);
        values[var as usize] = plan.otherwise[var as usize];
    }
    for (frame, old) in frames.iter().zip(reported).filter(|(frame, old)| **old != frame.own) {
        let (var, value) = var_and_value(frame, frame.own);
        values[var as usize] = value;
        *old = frame.own;
    }
}

/// The literals of a row that can be taken next in their order, if `following` more follow and all `musts` are taken.
#[inline]
fn within(open: Open, following: u32) -> u64 {
    let Open { candidates, musts } = open;
    if musts & !candidates != 0 || candidates.count_ones() <= following || musts.count_ones() > following + 1 {
        return 0;
    }
    // The first of `musts` and what comes before it.
    candidates & (musts ^ musts.wrapping_sub(1))
}
