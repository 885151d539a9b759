//! The search of `magic`: one array of candidate words, one of what the lines lack.

use std::ops::Range;

use crate::{Limit, Outcome};

use super::super::bits::{below, only, turned};
use super::build::MagicPlan;
use super::order::{Derived, MagicStep, OnLine, Says};
use crate::search::{Pool, Subproblem, Walk};

/// The state of the search.
struct MagicState<'p> {
    plan: &'p MagicPlan,
    lacks: Vec<i64>,
    /// The lines of all steps, one step after the other.
    on: Vec<OnLine>,
    /// Where the lines of each step begin in `on`; one more entry than steps.
    from: Vec<u32>,
    /// The bit of each variable that has its turn behind it.
    bits: Vec<u32>,
}

/// Reports all solutions in a part of the tree. Returns the number of values given besides.
pub(super) fn search(plan: &MagicPlan, walk: &mut Walk<'_, '_>) -> (Outcome, u64) {
    let mut state = MagicState::new(plan);
    let last = plan.steps.len();
    let mut unused = plan.steps.iter().fold(0, |set, step| set | step.domain);
    // The candidates of each variable on the way that have not been tried.
    let mut left = vec![0; last];
    // The values that lead to the part; the last one is the part's own decision and is tried below.
    let top = walk.subproblem.steps.len().saturating_sub(1);
    for (place, &(_, bit)) in walk.subproblem.steps[..top].iter().enumerate() {
        state.assign(place, bit);
        unused &= !(1 << bit);
    }
    left[top] = match walk.subproblem.steps.last() {
        Some(&(_, bit)) => 1 << bit,
        None => state.candidates(0, unused),
    };
    let mut place = top;
    let (mut work, mut failures, mut inner) = (0, 0, u64::from(walk.subproblem.steps.is_empty()));
    let mut levels = vec![0; last + 1];
    let outcome = loop {
        if left[place] == 0 {
            if place == top {
                break Outcome::Exhausted;
            }
            place -= 1;
            unused |= 1 << state.bits[place];
            state.unassign(place);
            continue;
        }
        let bit = left[place].trailing_zeros();
        left[place] &= left[place] - 1;
        work += 1;
        levels[place + 1] += 1;
        if place + 1 == last {
            state.bits[place] = bit;
            if walk.found(|values| state.write_solution(values)).is_break() {
                break Outcome::Satisfied;
            }
        } else {
            state.assign(place, bit);
            unused &= !(1 << bit);
            place += 1;
            left[place] = state.candidates(place, unused);
            if left[place] == 0 {
                failures += 1;
            } else {
                inner += 1;
            }
        }
        if walk.is_time(work) {
            if walk.is_over() {
                break Outcome::Stopped(Limit::Time);
            }
            if let Some(pool) = walk.idle() {
                share_work(pool, &state.bits, top, place, &mut left);
            }
        }
    };
    while levels.last() == Some(&0) {
        levels.pop();
    }
    walk.statistics.nodes(&levels, failures, inner);
    (outcome, work)
}

/// Gives the next value of the uppermost variable that has one left to another thread.
///
/// Post: the value is not tried here.
fn share_work(pool: &Pool, bits: &[u32], top: usize, place: usize, left: &mut [u64]) {
    let Some(giving) = (top..=place).find(|&place| left[place] != 0) else { return };
    let mut steps: Vec<(u32, u32)> = bits[..giving].iter().map(|&bit| (0, bit)).collect();
    steps.push((0, left[giving].trailing_zeros()));
    left[giving] &= left[giving] - 1;
    pool.share(Subproblem { level: giving + 1, steps });
}

impl<'p> MagicState<'p> {
    fn new(plan: &'p MagicPlan) -> Self {
        let mut from = vec![0];
        let mut on = Vec::new();
        for step in &plan.steps {
            on.extend_from_slice(&step.lines);
            from.push(on.len() as u32);
        }
        MagicState { plan, lacks: plan.lacks.clone(), on, from, bits: vec![0; plan.steps.len()] }
    }

    #[inline]
    fn lines(&self, place: usize) -> Range<usize> {
        self.from[place] as usize..self.from[place + 1] as usize
    }

    /// Gives the variable at a place the value of a bit.
    ///
    /// Pre: the places before it have theirs. Post: its lines lack so much less.
    #[inline]
    fn assign(&mut self, place: usize, bit: u32) {
        self.bits[place] = bit;
        for on in &self.on[self.lines(place)] {
            self.lacks[on.line as usize] -= i64::from(bit);
        }
    }

    /// Takes the value at a place back.
    ///
    /// Pre: the places behind it have none.
    #[inline]
    fn unassign(&mut self, place: usize) {
        let bit = i64::from(self.bits[place]);
        for on in &self.on[self.lines(place)] {
            self.lacks[on.line as usize] += bit;
        }
    }

    /// The values that a variable can take.
    ///
    /// Pre: the places before have their values, and `unused` has the bits of all others. Post: no value of a
    /// completion is missing.
    #[inline]
    fn candidates(&self, place: usize, unused: u64) -> u64 {
        let step: &MagicStep = &self.plan.steps[place];
        let mut candidates = unused & step.domain;
        for related in &step.related {
            candidates &= self.plan.masks[(related.masks + self.bits[related.with as usize]) as usize];
        }
        for derived in &step.derived {
            candidates &= self.says(derived, unused);
            if candidates == 0 {
                return 0;
            }
        }
        for on in &self.on[self.lines(place)] {
            let lack = self.lacks[on.line as usize];
            candidates &= match on.later {
                0 => only(lack),
                1 => partners(unused.reverse_bits(), lack),
                later => within(unused, lack, later),
            };
            if candidates == 0 {
                break;
            }
        }
        candidates
    }

    /// The values of a variable that an equation leaves.
    #[inline]
    fn says(&self, derived: &Derived, unused: u64) -> u64 {
        let mut value = derived.sum;
        for &(place, coefficient) in &self.plan.terms[derived.terms.clone()] {
            value -= coefficient * i64::from(self.bits[place as usize]);
        }
        if derived.own != 1 {
            if value % derived.own != 0 {
                return 0;
            }
            value /= derived.own;
        }
        match derived.says {
            Says::Value => only(value),
            Says::Sum => partners(unused.reverse_bits(), value),
            Says::Difference => apart(unused, value),
        }
    }

    fn write_solution(&self, values: &mut Vec<i32>) {
        values.resize(self.bits.len(), 0);
        for (step, &bit) in self.plan.steps.iter().zip(&self.bits) {
            values[step.var as usize] = self.plan.base + bit as i32;
        }
    }
}

/// The bits that are so much above another bit of a word.
#[inline]
fn apart(unused: u64, by: i64) -> u64 {
    match by {
        1..=63 => unused << by,
        -63..=-1 => unused >> -by,
        _ => 0,
    }
}

/// The bits that make `lack` with another bit of a word, which is given in reverse order.
#[inline]
fn partners(reversed: u64, lack: i64) -> u64 {
    let turned = turned(reversed, lack);
    // No bit is its own partner.
    if lack & 1 == 0 { turned & !1_u64.wrapping_shl(lack as u32 / 2) } else { turned }
}

/// The bits that leave a sum between the least and the greatest of `later` unused bits.
#[inline]
fn within(unused: u64, lack: i64, later: u32) -> u64 {
    let (mut low, mut high) = (0, 0);
    let (mut from_below, mut from_above) = (unused, unused);
    for _ in 0..later {
        if from_below == 0 {
            return 0;
        }
        low += i64::from(from_below.trailing_zeros());
        from_below &= from_below - 1;
        let top = 63 - from_above.leading_zeros();
        high += i64::from(top);
        from_above &= !(1 << top);
    }
    below((lack - low + 1).clamp(0, 64) as u32) & !below((lack - high).clamp(0, 64) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn partners_differences_and_bounds_equal_their_definitions() {
        let mut random = fastrand::Rng::with_seed(3);
        for _ in 0..3000 {
            let unused = random.u64(..) & random.u64(..);
            let lack = random.i64(-5..140);
            let bits: Vec<i64> = (0..64).filter(|bit| unused >> bit & 1 == 1).collect();
            let expected = (0..64i64).filter(|&bit| bits.iter().any(|&other| other != bit && other + bit == lack));
            assert_eq!(partners(unused.reverse_bits(), lack), expected.fold(0, |set, bit| set | 1 << bit));
            let by = random.i64(-70..70);
            let expected = (0..64i64).filter(|bit| bits.iter().any(|&other| other != *bit && bit - other == by));
            assert_eq!(apart(unused, by), expected.fold(0, |set, bit| set | 1 << bit));
            if bits.len() >= 3 {
                let (low, high) = (bits[..3].iter().sum::<i64>(), bits[bits.len() - 3..].iter().sum::<i64>());
                let expected = (0..64i64).filter(|bit| (low..=high).contains(&(lack - bit)));
                assert_eq!(within(unused, lack, 3), expected.fold(0, |set, bit| set | 1 << bit));
            }
        }
    }
}
