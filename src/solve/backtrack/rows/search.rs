//! Depth-first search, one item after the other.

use crate::solve::Outcome;

use super::super::search::{Part, Pool, Walk};
use super::build::{MOST_NEEDED, Plan};
use super::dead::{Dead, Key};

/// In place of a number of solutions: parts of the state have been given away.
const GIVEN_AWAY: u64 = u64::MAX;

/// The state of the search.
struct State<'p, const W: usize, const K: usize> {
    plan: &'p Plan,
    keep: &'p [[u64; W]],
    later: &'p [[u64; W]],
    masks: &'p [[u64; W]],
    /// What is still possible before each choice.
    possible: Vec<[u64; W]>,
    /// The items that have been chosen.
    chosen: Vec<u32>,
    /// The counted groups that lack more than 0, 1, ... items.
    lacks: [u64; K],
    /// What the row of each slot has to take besides what it has taken: counted groups that get too few otherwise.
    musts: Vec<u64>,
    /// States without a solution, if it is worth to remember them.
    dead: Option<Dead<W, K>>,
}

/// Reports all solutions in a part of the tree. Returns the number of items chosen besides.
pub(in super::super) fn search(plan: &Plan, walk: &mut Walk<'_, '_>) -> (Outcome, u64) {
    match plan.needed.iter().max() {
        None => by_width::<0>(plan, walk),
        Some(1..=2) => by_width::<2>(plan, walk),
        Some(_) => by_width::<MOST_NEEDED>(plan, walk),
    }
}

fn by_width<const K: usize>(plan: &Plan, walk: &mut Walk<'_, '_>) -> (Outcome, u64) {
    match plan.words {
        1 => depth_first::<1, K>(plan, walk),
        2 => depth_first::<2, K>(plan, walk),
        3 => depth_first::<3, K>(plan, walk),
        4 => depth_first::<4, K>(plan, walk),
        _ => depth_first::<8, K>(plan, walk),
    }
}

fn depth_first<const W: usize, const K: usize>(plan: &Plan, walk: &mut Walk<'_, '_>) -> (Outcome, u64) {
    if plan.contradiction {
        return (Outcome::Complete, 0);
    }
    let last = plan.slots.len();
    let mut state = State::<W, K>::new(plan);
    // The candidates of each slot that have not been tried.
    let mut left = vec![0; last];
    left[0] = state.look_ahead(0);
    // The choices that lead to the part; the last one is the part's own and is tried below.
    let top = walk.part.steps.len().saturating_sub(1);
    for (slot, &(item, _)) in walk.part.steps[..top].iter().enumerate() {
        left[slot + 1] = state.choose(slot, item);
        left[slot] = 0;
    }
    if let Some(&(item, _)) = walk.part.steps.last() {
        left[top] = 1 << (item - plan.rows[plan.slots[top].row].first());
    }
    let mut slot = top;
    let (mut work, mut failures, mut inner) = (0, 0, u64::from(walk.part.steps.is_empty()));
    let mut levels = vec![0; last + 1];
    let mut found: u64 = 0;
    // How many solutions were found before a state.
    let mut found_before = vec![0; last];
    let outcome = loop {
        if left[slot] == 0 {
            if slot == top {
                break Outcome::Complete;
            }
            if plan.slots[slot].first && found_before[slot] == found {
                state.bury(slot);
            }
            slot -= 1;
            state.take_back(slot);
            continue;
        }
        let item = plan.rows[plan.slots[slot].row].first() + left[slot].trailing_zeros();
        left[slot] &= left[slot] - 1;
        work += 1;
        levels[slot + 1] += 1;
        if slot + 1 == last {
            state.chosen[slot] = item;
            found += 1;
            if walk.found(|| state.solution()).is_break() {
                break Outcome::Stopped;
            }
        } else {
            let next = state.choose(slot, item);
            if next == 0 {
                failures += 1;
                state.take_back(slot);
            } else {
                slot += 1;
                left[slot] = next;
                found_before[slot] = found;
                inner += 1;
            }
        }
        if work % 1024 == 0 {
            if walk.is_over() {
                break Outcome::OutOfBudget;
            }
            if let Some(pool) = walk.hungry()
                && let Some(giving) = (top..=slot).find(|&slot| left[slot] != 0)
            {
                give_away(pool, plan, &state.chosen, giving, &mut left);
                found_before[..=giving].fill(GIVEN_AWAY);
            }
        }
    };
    while levels.last() == Some(&0) {
        levels.pop();
    }
    walk.tally.nodes(&levels, failures, inner);
    (outcome, work)
}

/// Gives the next item of a slot to another thread.
fn give_away(pool: &Pool, plan: &Plan, chosen: &[u32], giving: usize, left: &mut [u64]) {
    let mut steps: Vec<(u32, u32)> = chosen[..giving].iter().map(|&item| (item, 1)).collect();
    steps.push((plan.rows[plan.slots[giving].row].first() + left[giving].trailing_zeros(), 1));
    left[giving] &= left[giving] - 1;
    pool.give(Part { level: giving + 1, steps });
}

impl<'p, const W: usize, const K: usize> State<'p, W, K> {
    fn new(plan: &'p Plan) -> Self {
        let mut possible = vec![[0; W]; plan.slots.len()];
        possible[0].copy_from_slice(&plan.possible);
        let lacking = |more: usize| {
            let lacks = (0..).zip(&plan.needed).filter(|&(_, &needed)| needed as usize > more);
            lacks.fold(0, |set, (group, _): (u32, _)| set | 1 << group)
        };
        State {
            plan,
            keep: plan.keep.as_chunks().0,
            later: plan.later.as_chunks().0,
            masks: plan.masks.as_chunks().0,
            possible,
            chosen: vec![0; plan.slots.len()],
            lacks: std::array::from_fn(lacking),
            musts: vec![0; plan.slots.len()],
            dead: (K > 0).then(|| Dead::new(plan.slots.len())),
        }
    }

    /// Chooses an item for a slot that is not the last. Returns those that the next slot can take, as bits of its row; none
    /// if it is known that there is no solution.
    #[inline]
    fn choose(&mut self, slot: usize, item: u32) -> u64 {
        let plan = self.plan;
        self.chosen[slot] = item;
        let mut possible = self.possible[slot];
        for (possible, keep) in possible.iter_mut().zip(&self.keep[item as usize]) {
            *possible &= keep;
        }
        let own = item - plan.rows[plan.slots[slot].row].first();
        if K > 0 {
            let full = (1..K).rev().find(|&more| self.lacks[more] >> own & 1 == 1);
            self.lacks[full.unwrap_or(0)] &= !(1 << own);
            if full.is_none() {
                for (possible, mask) in possible.iter_mut().zip(&self.masks[own as usize]) {
                    *possible &= !mask;
                }
            }
        }
        let next = &plan.slots[slot + 1];
        if next.first {
            for (possible, later) in possible.iter_mut().zip(&self.later[plan.slots[slot].row]) {
                *possible &= later;
            }
            self.possible[slot + 1] = possible;
            return self.look_ahead(slot + 1);
        }
        self.possible[slot + 1] = possible;
        let row = &plan.rows[next.row];
        let candidates = possible[row.word] >> row.bit & row.mask & u64::MAX << own << 1;
        let musts = self.musts[slot] & !(1 << own);
        self.musts[slot + 1] = musts;
        within(candidates, musts, next.following)
    }

    /// The items for a slot that is the first of its row, as bits of its row.
    #[inline]
    fn look_ahead(&mut self, slot: usize) -> u64 {
        let plan = self.plan;
        let (number, possible) = (plan.slots[slot].row, &self.possible[slot]);
        let row = &plan.rows[number];
        let candidates = possible[row.word] >> row.bit & row.mask;
        let mut musts = 0;
        if K > 0 {
            // Counted groups that can get 1, 2, ... items from the rows that follow.
            let (mut can, mut could) = ([0; K], [0; K]);
            let mut add = |bits: u64| {
                let before = if plan.apart { could } else { can };
                could = can;
                for more in 1..K {
                    can[more] |= before[more - 1] & bits;
                }
                can[0] |= bits;
                can
            };
            let mut after = [0; K];
            for row in plan.rows[number + 1..].iter().rev() {
                after = add(possible[row.word] >> row.bit & row.mask);
            }
            let with = add(candidates);
            for more in 0..K {
                if self.lacks[more] & !with[more] != 0 {
                    return 0;
                }
                musts |= self.lacks[more] & !after[more];
            }
        }
        self.musts[slot] = musts;
        let candidates = within(candidates, musts, plan.slots[slot].following);
        if candidates != 0 && self.is_dead(slot) { 0 } else { candidates }
    }

    #[inline]
    fn take_back(&mut self, slot: usize) {
        if K > 0 {
            let own = self.chosen[slot] - self.plan.rows[self.plan.slots[slot].row].first();
            let lacks = self.lacks.iter_mut().find(|lacks| **lacks >> own & 1 == 0);
            *lacks.expect("the group had one item more") |= 1 << own;
        }
    }

    /// Remembers that the state before a slot, the first of a row, has no solution.
    fn bury(&mut self, slot: usize) {
        if let Some(dead) = &mut self.dead {
            dead.insert(Key { possible: self.possible[slot], lacks: self.lacks });
        }
    }

    #[inline]
    fn is_dead(&self, slot: usize) -> bool {
        let key = || Key { possible: self.possible[slot], lacks: self.lacks };
        self.dead.as_ref().is_some_and(|dead| dead.holds(&key()))
    }

    fn solution(&self) -> Vec<i32> {
        let mut values = self.plan.otherwise.clone();
        for &item in &self.chosen {
            let (var, value) = self.plan.meaning[item as usize];
            values[var as usize] = value;
        }
        values
    }
}

/// What can be taken of a row's items in their order, if so many more follow and none of some may be left out.
#[inline]
fn within(candidates: u64, musts: u64, following: u32) -> u64 {
    if musts & !candidates != 0 || candidates.count_ones() <= following || musts.count_ones() > following + 1 {
        return 0;
    }
    // The first of `musts` and what comes before it.
    candidates & (musts ^ musts.wrapping_sub(1))
}
