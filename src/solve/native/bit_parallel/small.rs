//! Counting what is left of an exact cover when its undecided items fit into one word.
//!
//! The items are numbered anew, and a state is the word of those that are possible and the groups that still need one of
//! them. All groups with a single item, with none and with two are found in one pass over the items, which adds up the sets
//! of groups that they are in. What falls into parts that have nothing to do with each other has as many solutions as the
//! product of theirs (Roberto J. Bayardo Jr., Joseph D. Pehoushek, "Counting models using connected components", 2000).
//! Most of the work of counting many solutions is done down here. A set of groups is a vector of two words; as two words by
//! themselves they take a sixth longer.

use crate::solve::native::tuning::bit_parallel::{LEAST_SPLIT, PATIENCE, SPLIT_LEVELS};
use wide::u64x2;

use super::super::bits::ones;
use super::super::search::Tally;
use super::numbering::Numbering;
use super::program::Program;
use super::state::Core;

/// A residual problem.
#[derive(Debug)]
pub(super) struct Small {
    numbering: Numbering,
    /// What each item leaves.
    keep: [u64; 64],
    /// The groups of each item.
    groups_of: [u64x2; 64],
    /// The set of each group alone.
    alone: [u64x2; 128],
    /// The items of each group.
    items_of: [u64; 128],
}

/// What is left of it.
#[derive(Clone, Copy)]
struct Left {
    items: u64,
    groups: u128,
}

impl Small {
    /// Room for a residual problem of a program.
    pub(super) fn new(program: &Program) -> Self {
        Small {
            numbering: Numbering::new(program),
            keep: [0; 64],
            groups_of: [u64x2::ZERO; 64],
            alone: std::array::from_fn(|group| {
                u64x2::new(if group < 64 { [1 << group, 0] } else { [0, 1 << (group - 64)] })
            }),
            items_of: [0; 128],
        }
    }

    /// The number of solutions of a settled state of a program that is a cover; `None` if it has too many items or groups.
    pub(super) fn count<const W: usize>(&mut self, core: &Core<'_, W>, level: usize, tally: &mut Tally) -> Option<u64> {
        let left = self.fill(core)?;
        Some(self.number(left, level, 1, tally))
    }

    /// Numbers the undecided items and the open groups.
    fn fill<const W: usize>(&mut self, core: &Core<'_, W>) -> Option<Left> {
        let (program, state) = (core.program, &core.state);
        let mut undecided = [0; W];
        let mut items = 0;
        for (word, undecided) in undecided[..program.primary].iter_mut().enumerate() {
            *undecided = state.possible[word] & !state.sure[word];
            items += undecided.count_ones();
        }
        let groups = state.open.iter().map(|open| open.count_ones()).sum();
        if items > 64 || groups > 128 {
            return None;
        }
        self.numbering.start(&state.open);
        self.items_of[..groups as usize].fill(0);
        let mut members = [0; 64];
        let mut count = 0;
        for (word, &bits) in undecided.iter().enumerate() {
            for bit in ones(bits) {
                // This remainder and those below change nothing; with them the compiler knows that no index is out of bounds.
                members[count % 64] = 64 * word as u32 + bit;
                count += 1;
            }
        }
        for (number, &item) in members[..count].iter().enumerate() {
            let mut of_item = u64x2::ZERO;
            for group in self.numbering.groups_of(item) {
                of_item |= self.alone[group];
                self.items_of[group] |= 1 << number;
            }
            self.groups_of[number % 64] = of_item;
        }
        for (number, &item) in members[..count].iter().enumerate() {
            let groups = self.numbering.groups_of(item);
            self.keep[number % 64] = !groups.fold(0, |items, group| items | self.items_of[group]);
        }
        let all = |count: u32| if count == 0 { 0 } else { u128::MAX >> (128 - count) };
        Some(Left { items: all(items) as u64, groups: all(groups) })
    }

    /// The number of solutions: at most 3^21, one of three items from each of 21 groups. The next `looks` for parts are at
    /// the next levels.
    fn number(&self, mut left: Left, level: usize, mut looks: u32, tally: &mut Tally) -> u64 {
        loop {
            let [one, two, three] = self.how_many(left.items);
            if left.groups & !one != 0 {
                tally.failure();
                return 0;
            }
            let mut single = left.groups & !two;
            if single != 0 {
                while single != 0 {
                    let item = self.items_of[single.trailing_zeros() as usize] & left.items;
                    if item == 0 {
                        tally.failure();
                        return 0;
                    }
                    left = self.take(left, item.trailing_zeros());
                    // The item may be the only one of several groups.
                    single &= left.groups;
                }
                continue;
            }
            if left.groups == 0 {
                return 1;
            }
            if left.groups & three == 0 {
                // Two items in each group: all items that a solution leaves out are a solution, too.
                let item = self.items_of[left.groups.trailing_zeros() as usize] & left.items;
                tally.inner();
                tally.node(level + 1);
                return 2 * self.number(self.take(left, item.trailing_zeros()), level + 1, looks, tally);
            }
            if (looks > 0 || level.is_multiple_of(SPLIT_LEVELS)) && left.items.count_ones() >= LEAST_SPLIT {
                if let Some((part, rest)) = self.parts(left) {
                    let number = self.number(part, level, PATIENCE, tally);
                    return if number == 0 { 0 } else { number * self.number(rest, level, PATIENCE, tally) };
                }
                looks = looks.saturating_sub(1);
            }
            let pair = left.groups & !three;
            let group = if pair == 0 { left.groups } else { pair }.trailing_zeros();
            tally.inner();
            let mut number = 0;
            for item in ones(self.items_of[group as usize] & left.items) {
                tally.node(level + 1);
                number += self.number(self.take(left, item), level + 1, looks, tally);
            }
            return number;
        }
    }

    /// The groups with at least one, two and three of some items.
    #[inline(always)]
    fn how_many(&self, items: u64) -> [u128; 3] {
        let (mut one, mut two, mut three) = (u64x2::ZERO, u64x2::ZERO, u64x2::ZERO);
        for item in ones(items) {
            let groups = self.groups_of[item as usize];
            three |= two & groups;
            two |= one & groups;
            one |= groups;
        }
        [one, two, three].map(whole)
    }

    fn take(&self, left: Left, item: u32) -> Left {
        let groups = whole(self.groups_of[item as usize]);
        Left { items: left.items & self.keep[item as usize], groups: left.groups & !groups }
    }

    /// A part and the rest, if there are several.
    #[inline(never)]
    fn parts(&self, left: Left) -> Option<(Left, Left)> {
        let mut rest = left.items & (left.items - 1);
        let mut reached = left.items ^ rest;
        while reached != 0 {
            let keep = self.keep[reached.trailing_zeros() as usize];
            reached &= reached - 1;
            reached |= rest & !keep;
            rest &= keep;
            if rest == 0 {
                return None;
            }
        }
        let part = left.items & !rest;
        let groups = left.groups & ones(part).fold(0, |groups, item| groups | whole(self.groups_of[item as usize]));
        Some((Left { items: part, groups }, Left { items: rest, groups: left.groups & !groups }))
    }
}

/// The same set as a number.
#[inline(always)]
fn whole(set: u64x2) -> u128 {
    let [low, high] = set.to_array();
    u128::from(low) | u128::from(high) << 64
}
