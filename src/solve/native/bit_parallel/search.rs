//! Depth-first search over packed states.

use std::cmp::Reverse;

use crate::solve::Outcome;

use super::super::bits::ones;
use super::super::search::{Part, Pool, Walk};
use super::front::Front;
use super::pick::Pick;
use super::program::Program;
use super::small::Small;
use super::state::{Core, Failed};

/// A choice: an item, and whether it becomes true.
pub(super) type Choice = (u32, bool);

/// A state that is branched on: its choices are on the stack from `next` to `end`.
struct Level {
    from: usize,
    next: usize,
    end: usize,
    /// The choice that is being looked into.
    active: usize,
}

/// Reports all solutions in a part of the tree of a packed model, `in_order` of the variables if that is asked for. Returns
/// the work done besides.
pub(super) fn search(program: &Program, in_order: bool, walk: &mut Walk<'_, '_>) -> (Outcome, u64) {
    match program.words {
        1 => depth_first::<1>(program, in_order, walk),
        2 => depth_first::<2>(program, in_order, walk),
        3 => depth_first::<3>(program, in_order, walk),
        4 => depth_first::<4>(program, in_order, walk),
        5 => depth_first::<5>(program, in_order, walk),
        8 => depth_first::<8>(program, in_order, walk),
        18 => depth_first::<18>(program, in_order, walk),
        23 => depth_first::<23>(program, in_order, walk),
        33 => depth_first::<33>(program, in_order, walk),
        48 => depth_first::<48>(program, in_order, walk),
        _ => depth_first::<72>(program, in_order, walk),
    }
}

fn depth_first<const W: usize>(program: &Program, in_order: bool, walk: &mut Walk<'_, '_>) -> (Outcome, u64) {
    if program.contradiction {
        return (Outcome::Complete, 0);
    }
    let mut front = Front::<W>::new(program, in_order);
    let mut levels: Vec<Level> = Vec::new();
    let mut choices: Vec<Choice> = Vec::new();
    let mut small = (walk.counts() && !program.sweeping && program.is_cover()).then(|| Small::new(program));
    let mut settled = front.core().enter(&walk.part);
    if walk.part.level > 0 {
        walk.tally.node(walk.part.level);
    }
    let outcome = loop {
        match settled {
            Err(_) => {
                if walk.part.level > 0 || !levels.is_empty() {
                    walk.tally.failure();
                }
            }
            Ok(Pick::Done) => {
                if walk.found(|values| front.write_solution(values)).is_break() {
                    break Outcome::Stopped;
                }
            }
            Ok(pick) => {
                let level = walk.part.level + levels.len();
                if let Some(small) = &mut small
                    && let Some(number) = small.count(front.core(), level, &mut walk.tally)
                {
                    walk.count(number);
                } else {
                    let from = choices.len();
                    front.branch(pick, &mut choices);
                    walk.tally.inner();
                    levels.push(Level { from, next: from, end: choices.len(), active: from });
                }
            }
        }
        if walk.is_time(front.work()) {
            if walk.is_over() {
                break Outcome::OutOfBudget;
            }
            if let Some(pool) = walk.hungry() {
                give_away(pool, &walk.part, &mut levels, &choices);
            }
        }
        while let Some(last) = levels.last()
            && last.next == last.end
        {
            choices.truncate(last.from);
            levels.pop();
            front.unmark();
        }
        let depth = levels.len();
        let Some(level) = levels.last_mut() else { break Outcome::Complete };
        let choice = choices[level.next];
        level.active = level.next;
        level.next += 1;
        walk.tally.node(walk.part.level + depth);
        front.back();
        settled = front.choose(choice);
    };
    (outcome, front.work())
}

/// Gives the next choice of the uppermost state that has one left to another thread.
fn give_away(pool: &Pool, part: &Part, levels: &mut [Level], choices: &[Choice]) {
    let Some(giving) = levels.iter().position(|level| level.next < level.end) else { return };
    let mut steps = part.steps.clone();
    let taken = levels[..giving].iter().map(|level| level.active);
    steps.extend(taken.chain([levels[giving].next]).map(|at| (choices[at].0, choices[at].1.into())));
    levels[giving].next += 1;
    pool.give(Part { level: part.level + giving + 1, steps });
}

impl<const W: usize> Core<'_, W> {
    /// Goes from the first state to the root, and from there to a part of the tree. Every state on the way is settled, since
    /// what follows may depend on when it is asked.
    pub(super) fn enter(&mut self, part: &Part) -> Result<Pick, Failed> {
        for &item in &self.program.given {
            self.take(item as usize)?;
        }
        for &(item, take) in &part.steps {
            self.settle()?;
            if take == 1 { self.take(item as usize)? } else { self.leave(item as usize)? }
        }
        self.settle()
    }

    /// Appends what to try at a branch: choices of which exactly one holds.
    pub(super) fn choices(&self, pick: Pick, out: &mut Vec<Choice>) {
        match pick {
            Pick::Variable(scale, position) => {
                let sliced = &self.program.sliced[scale as usize];
                let (word, bit) = (position as usize / 64, position % 64);
                for slice in 0..sliced.slices {
                    let at = sliced.at + slice * sliced.width + word;
                    if self.state.possible[at] >> bit & 1 == 1 {
                        out.push((self.program.item_of[64 * at + bit as usize], true));
                    }
                }
            }
            Pick::Group(number) => {
                let group = &self.program.groups[number as usize];
                let items = self.program.parts(group).iter().flat_map(|&(word, mask)| {
                    let undecided = self.state.possible[word as usize] & mask & !self.state.sure[word as usize];
                    ones(undecided).map(move |bit| 64 * word + bit)
                });
                if group.high == 1 {
                    out.extend(items.map(|item| (item, true)));
                } else {
                    // The item that excludes most; of these the first.
                    let best = items.min_by_key(|&item| Reverse(self.excludes(item as usize)));
                    let best = best.expect("a group that is picked has open items");
                    out.extend([(best, true), (best, false)]);
                }
            }
            Pick::Item(item) => out.extend([(item, true), (item, false)]),
            Pick::Done => unreachable!("nothing to branch on"),
        }
    }

    /// Makes the values of all variables of those of the solution written last, if there are any.
    pub(super) fn write_solution(&mut self, values: &mut Vec<i32>) {
        let program = self.program;
        if values.is_empty() {
            values.clone_from(&program.otherwise);
            self.told = [0; W];
        }
        let primary = program.primary;
        for (word, (told, sure)) in self.told[..primary].iter().zip(&self.state.sure).enumerate() {
            for bit in ones(told & !sure) {
                let (var, _) = program.meaning[64 * word + bit as usize];
                values[var as usize] = program.otherwise[var as usize];
            }
        }
        for (word, (told, sure)) in self.told[..primary].iter_mut().zip(&self.state.sure).enumerate() {
            for bit in ones(sure & !*told) {
                let (var, value) = program.meaning[64 * word + bit as usize];
                values[var as usize] = value;
            }
            *told = *sure;
        }
    }
}
