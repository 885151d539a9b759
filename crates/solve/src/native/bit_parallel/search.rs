//! Depth-first search over bit-parallel states.

use std::cmp::Reverse;

use crate::{Limit, Outcome};

use super::super::bits::ones;
use super::components::Components;
use super::front::Front;
use super::pick::Pick;
use super::program::BitProgram;
use super::state::{BitSearch, Conflict};
use crate::search::{Pool, Subproblem, Walk};

/// A decision: a literal, and whether it becomes true.
pub(super) type Decision = (u32, bool);

/// Room for levels from the start: puzzles seldom need more.
pub(super) const USUAL_DEPTH: usize = 16;

/// A state that is branched on: its decisions are on the stack from `next` to `end`.
struct Level {
    from: usize,
    next: usize,
    end: usize,
    /// The decision that is being looked into.
    active: usize,
}

/// Reports all solutions in a part of the tree of a model in bit-parallel form, `in_order` of the variables if that is
/// asked for. Returns the work done besides.
pub(super) fn search(program: &BitProgram, in_order: bool, walk: &mut Walk<'_, '_>) -> (Outcome, u64) {
    at_words!(program.words, W => depth_first::<W>(program, in_order, walk))
}

fn depth_first<const W: usize>(program: &BitProgram, in_order: bool, walk: &mut Walk<'_, '_>) -> (Outcome, u64) {
    if program.contradiction {
        return (Outcome::Exhausted, 0);
    }
    let mut front = Front::<W>::new(program, in_order);
    let mut levels: Vec<Level> = Vec::with_capacity(USUAL_DEPTH);
    let mut decisions: Vec<Decision> = Vec::with_capacity(4 * USUAL_DEPTH);
    let mut components = (walk.counts() && !program.sweeping && program.is_cover()).then(|| Components::new(program));
    let mut fixed = front.search().enter(&walk.subproblem);
    if walk.subproblem.level > 0 {
        walk.statistics.node(walk.subproblem.level);
    }
    let outcome = loop {
        match fixed {
            Err(_) => {
                if walk.subproblem.level > 0 || !levels.is_empty() {
                    walk.statistics.failure();
                }
            }
            Ok(Pick::Done) => {
                if walk.found(|values| front.write_solution(values)).is_break() {
                    break Outcome::Satisfied;
                }
            }
            Ok(pick) => {
                let level = walk.subproblem.level + levels.len();
                if let Some(components) = &mut components
                    && let Some(number) = components.count(front.search(), level, &mut walk.statistics)
                {
                    walk.count(number);
                } else {
                    let from = decisions.len();
                    front.branch(pick, &mut decisions);
                    walk.statistics.inner();
                    levels.push(Level { from, next: from, end: decisions.len(), active: from });
                }
            }
        }
        if walk.is_time(front.work()) {
            if walk.is_over() {
                break Outcome::Stopped(Limit::Time);
            }
            if let Some(pool) = walk.idle() {
                share_work(pool, &walk.subproblem, &mut levels, &decisions);
            }
        }
        while let Some(last) = levels.last()
            && last.next == last.end
        {
            decisions.truncate(last.from);
            levels.pop();
            front.pop();
        }
        let depth = levels.len();
        let Some(level) = levels.last_mut() else { break Outcome::Exhausted };
        let decision = decisions[level.next];
        level.active = level.next;
        level.next += 1;
        walk.statistics.node(walk.subproblem.level + depth);
        front.backtrack();
        fixed = front.decide(decision);
    };
    (outcome, front.work())
}

/// Gives the next decision of the uppermost state that has one left to another thread.
fn share_work(pool: &Pool, part: &Subproblem, levels: &mut [Level], decisions: &[Decision]) {
    let Some(giving) = levels.iter().position(|level| level.next < level.end) else { return };
    let mut steps = part.steps.clone();
    let taken = levels[..giving].iter().map(|level| level.active);
    steps.extend(taken.chain([levels[giving].next]).map(|at| (decisions[at].0, decisions[at].1.into())));
    levels[giving].next += 1;
    pool.share(Subproblem { level: part.level + giving + 1, steps });
}

impl<const W: usize> BitSearch<'_, W> {
    /// Goes from the first state to the root, and from there to a part of the tree. Every state on the way is at its
    /// fixpoint, since what follows may depend on when it is asked.
    pub(super) fn enter(&mut self, part: &Subproblem) -> Result<Pick, Conflict> {
        for &literal in &self.program.given {
            self.take(literal as usize)?;
        }
        for &(literal, take) in &part.steps {
            self.fixpoint()?;
            if take == 1 { self.take(literal as usize)? } else { self.leave(literal as usize)? }
        }
        self.fixpoint()
    }

    /// Appends what to try at a branch: decisions of which exactly one holds.
    pub(super) fn decisions(&self, pick: Pick, out: &mut Vec<Decision>) {
        match pick {
            Pick::Variable(scale, position) => {
                let sliced = &self.program.sliced[scale as usize];
                let (word, bit) = (position as usize / 64, position % 64);
                for slice in 0..sliced.slices {
                    let at = sliced.at + slice * sliced.width + word;
                    if self.state.possible[at] >> bit & 1 == 1 {
                        out.push((self.program.literal_of[64 * at + bit as usize], true));
                    }
                }
            }
            Pick::Bounded(number) => {
                let constraint = &self.program.constraints[number as usize];
                let literals = self.program.parts(constraint).iter().flat_map(|&(word, mask)| {
                    let undecided = self.state.possible[word as usize] & mask & !self.state.assigned[word as usize];
                    ones(undecided).map(move |bit| 64 * word + bit)
                });
                if constraint.high == 1 {
                    out.extend(literals.map(|literal| (literal, true)));
                } else {
                    // The literal that excludes most; of these the first.
                    let best = literals.min_by_key(|&literal| Reverse(self.excludes(literal as usize)));
                    let best = best.expect("a constraint that is picked has open literals");
                    out.extend([(best, true), (best, false)]);
                }
            }
            Pick::Literal(literal) => out.extend([(literal, true), (literal, false)]),
            Pick::Done => unreachable!("nothing to branch on"),
        }
    }

    /// Makes the values of all variables of those of the solution written last, if there are any. `reported` are the
    /// literals of that solution.
    pub(super) fn write_solution(&self, reported: &mut [u64; W], values: &mut Vec<i32>) {
        let program = self.program;
        if values.is_empty() {
            values.clone_from(&program.otherwise);
            *reported = [0; W];
        }
        let primary = program.primary;
        for (word, (reported, assigned)) in reported[..primary].iter().zip(&self.state.assigned).enumerate() {
            for bit in ones(reported & !assigned) {
                let (var, _) = program.meaning[64 * word + bit as usize];
                values[var as usize] = program.otherwise[var as usize];
            }
        }
        for (word, (reported, assigned)) in reported[..primary].iter_mut().zip(&self.state.assigned).enumerate() {
            for bit in ones(assigned & !*reported) {
                let (var, value) = program.meaning[64 * word + bit as usize];
                values[var as usize] = value;
            }
            *reported = *assigned;
        }
    }
}
