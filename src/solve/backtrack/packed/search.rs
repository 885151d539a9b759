//! Depth-first search over packed states.

use crate::solve::Outcome;

use super::super::search::{Part, Pool, Walk};
use super::program::Program;
use super::state::{Core, Failed, Pick, State};

/// A choice: an item, and whether it becomes true.
type Choice = (u32, bool);

/// A state that is branched on: its choices are on the stack from `next` to `end`.
struct Level<const W: usize> {
    state: State<W>,
    from: usize,
    next: usize,
    end: usize,
    /// The choice that is being looked into.
    active: usize,
    /// Whether more than one of the choices may hold, so that one that has been tried has to be left before the next.
    leave: bool,
}

/// Reports all solutions in a part of the tree of a packed model. Returns the work done besides.
pub(in super::super) fn search(program: &Program, walk: &mut Walk<'_, '_>) -> (Outcome, u64) {
    match program.words {
        1 => depth_first::<1>(program, walk),
        2 => depth_first::<2>(program, walk),
        4 => depth_first::<4>(program, walk),
        8 => depth_first::<8>(program, walk),
        18 => depth_first::<18>(program, walk),
        23 => depth_first::<23>(program, walk),
        33 => depth_first::<33>(program, walk),
        _ => depth_first::<48>(program, walk),
    }
}

fn depth_first<const W: usize>(program: &Program, walk: &mut Walk<'_, '_>) -> (Outcome, u64) {
    if program.contradiction {
        return (Outcome::Complete, 0);
    }
    let mut core = Core::<W>::new(program);
    let mut levels: Vec<Level<W>> = Vec::new();
    let mut choices: Vec<Choice> = Vec::new();
    let mut settled = core.enter(&walk.part);
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
                if walk.found(|| core.solution()).is_break() {
                    break Outcome::Stopped;
                }
            }
            Ok(pick) => {
                let from = choices.len();
                let leave = core.choices(pick, &mut choices);
                walk.tally.inner();
                levels.push(Level { state: core.state, from, next: from, end: choices.len(), active: from, leave });
            }
        }
        if walk.is_time(core.work) {
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
        }
        let depth = levels.len();
        let Some(level) = levels.last_mut() else { break Outcome::Complete };
        let (item, take) = choices[level.next];
        level.active = level.next;
        level.next += 1;
        walk.tally.node(walk.part.level + depth);
        core.state = level.state;
        if level.leave {
            level.state.possible[item as usize / 64] &= !(1 << (item % 64));
        }
        settled = if take {
            core.take(item as usize).and_then(|()| core.settle())
        } else {
            core.leave(item as usize).and_then(|()| core.settle())
        };
    };
    (outcome, core.work)
}

/// Gives the next choice of the uppermost state that has one left to another thread.
fn give_away<const W: usize>(pool: &Pool, part: &Part, levels: &mut [Level<W>], choices: &[Choice]) {
    let Some(giving) = levels.iter().position(|level| level.next < level.end) else { return };
    let mut steps = part.steps.clone();
    for (number, level) in levels[..=giving].iter_mut().enumerate() {
        let at = if number == giving { level.next } else { level.active };
        if level.leave {
            steps.extend(choices[level.from..at].iter().map(|&(item, _)| (item, 0)));
        }
        steps.push((choices[at].0, choices[at].1.into()));
    }
    let level = &mut levels[giving];
    if level.leave {
        let item = choices[level.next].0;
        level.state.possible[item as usize / 64] &= !(1 << (item % 64));
    }
    level.next += 1;
    pool.give(Part { level: part.level + giving + 1, steps });
}

impl<const W: usize> Core<'_, W> {
    /// Goes from the root to a part of the tree.
    fn enter(&mut self, part: &Part) -> Result<Pick, Failed> {
        for &(item, take) in &part.steps {
            // What is left before this choice may already force what is left next: then there is nothing in the part.
            if take == 1 {
                self.take(item as usize)?
            } else {
                self.leave(item as usize)?
            }
            self.settle()?;
        }
        self.settle()
    }

    /// Appends what to try at a branch. Returns whether the choices do not exclude each other.
    fn choices(&self, pick: Pick, out: &mut Vec<Choice>) -> bool {
        match pick {
            Pick::Variable(scale, position) => {
                let sliced = &self.program.sliced[scale as usize];
                let (word, bit) = (position as usize / 64, position % 64);
                for slice in 0..sliced.slices {
                    let at = sliced.at + slice * sliced.width + word;
                    if self.state.possible[at] >> bit & 1 == 1 {
                        out.push((64 * at as u32 + bit, true));
                    }
                }
                false
            }
            Pick::Group(number) => {
                let group = &self.program.groups[number as usize];
                for &(word, mask) in self.program.parts(group) {
                    let mut left = self.state.possible[word as usize] & mask & !self.state.sure[word as usize];
                    while left != 0 {
                        out.push((64 * word + left.trailing_zeros(), true));
                        left &= left - 1;
                    }
                }
                group.high > 1
            }
            Pick::Item(item) => {
                out.extend([(item, true), (item, false)]);
                false
            }
            Pick::Done => unreachable!("nothing to branch on"),
        }
    }

    /// The values of all variables.
    fn solution(&self) -> Vec<i32> {
        let mut values = self.program.otherwise.clone();
        for (word, &bits) in self.state.sure.iter().enumerate() {
            let mut left = bits;
            while left != 0 {
                let (var, value) = self.program.meaning[64 * word + left.trailing_zeros() as usize];
                values[var as usize] = value;
                left &= left - 1;
            }
        }
        values
    }
}
