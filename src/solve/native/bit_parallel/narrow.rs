//! What is left of an exact cover, in fewer words.
//!
//! Most of the search for a dissection or for pentominoes goes on where few of the items are left, scattered over all the
//! words of a state. There the items and groups that are left are numbered anew, in the same order, so that every group is
//! a mask of [`COMPACT_WORDS`] words: counting it takes no list of words, and a state is a third as long or less. Conclusions and
//! choices are those of the wide states, so that the tree is the same; pentominoes take two thirds of the time.

use super::super::bits::ones;
use super::numbering::Numbering;
use super::pick::Pick;
use super::program::Program;
use super::state::{Core, Failed};
use crate::solve::native::tuning::bit_parallel::{COMPACT_CONSTRAINTS, COMPACT_WORDS, TOGETHER};

/// What is left of a state.
#[derive(Clone, Copy, Debug, Default)]
struct Left {
    /// Items that may be true, without those that are.
    items: [u64; COMPACT_WORDS],
    /// Groups that need an item.
    groups: [u64; COMPACT_CONSTRAINTS],
    /// How many items had become true since the numbering when the state was marked.
    taken: usize,
}

/// The part of a state of a program that is undecided, and the states below it.
#[derive(Debug)]
pub(super) struct Narrow {
    numbering: Numbering,
    /// The item of each number.
    item_of: Vec<u32>,
    /// The number of each item that is left.
    number_of: Vec<u16>,
    /// The groups of each item, by numbers.
    groups_of: Vec<[u64; COMPACT_CONSTRAINTS]>,
    /// The items of each group, by numbers.
    items_of: [[u64; COMPACT_WORDS]; 64 * COMPACT_CONSTRAINTS],
    left: Left,
    /// The items that have become true since the numbering.
    taken: Vec<u32>,
    marks: Vec<Left>,
    /// Items made true and groups looked at.
    pub(super) work: u64,
}

impl Narrow {
    /// Room for what is left of the states of a program that is a cover.
    pub(super) fn new(program: &Program) -> Self {
        Narrow {
            numbering: Numbering::new(program),
            item_of: Vec::new(),
            number_of: vec![0; 64 * program.primary],
            groups_of: Vec::new(),
            items_of: [[0; COMPACT_WORDS]; 64 * COMPACT_CONSTRAINTS],
            left: Left::default(),
            taken: Vec::new(),
            marks: Vec::new(),
            work: 0,
        }
    }

    /// Numbers the undecided items and the open groups of a state. `false` if there are too many.
    pub(super) fn enter<const W: usize>(&mut self, core: &Core<'_, W>) -> bool {
        let state = &core.state;
        let undecided = |word: usize| state.possible[word] & !state.sure[word];
        let items: u32 = (0..core.program.primary).map(|word| undecided(word).count_ones()).sum();
        let groups: u32 = state.open.iter().map(|open| open.count_ones()).sum();
        if items as usize > 64 * COMPACT_WORDS || groups as usize > 64 * COMPACT_CONSTRAINTS {
            return false;
        }
        self.numbering.start(&state.open);
        self.items_of[..groups as usize].fill([0; COMPACT_WORDS]);
        self.item_of.clear();
        self.groups_of.clear();
        self.taken.clear();
        for word in 0..core.program.primary {
            for bit in ones(undecided(word)) {
                self.number(64 * word as u32 + bit);
            }
        }
        self.left = Left { items: first(items), groups: first(groups), taken: 0 };
        true
    }

    /// Gives an item the next number.
    #[inline(always)]
    fn number(&mut self, item: u32) {
        let number = self.item_of.len();
        let mut groups = [0; COMPACT_CONSTRAINTS];
        for group in self.numbering.groups_of(item) {
            groups[group / 64] |= 1 << (group % 64);
            // The remainder changes nothing; with it the compiler knows that no index is out of bounds.
            self.items_of[group][number / 64 % COMPACT_WORDS] |= 1 << (number % 64);
        }
        self.item_of.push(item);
        self.groups_of.push(groups);
        self.number_of[item as usize] = number as u16;
    }

    /// Makes an item true that is left.
    pub(super) fn take(&mut self, item: u32) {
        self.take_number(usize::from(self.number_of[item as usize]));
    }

    fn take_number(&mut self, number: usize) {
        let mut gone = [0; COMPACT_WORDS];
        for (word, groups) in self.groups_of[number].into_iter().enumerate() {
            self.left.groups[word] &= !groups;
            for bit in ones(groups) {
                let items = &self.items_of[64 * word + bit as usize];
                gone.iter_mut().zip(items).for_each(|(gone, items)| *gone |= items);
            }
        }
        self.left.items.iter_mut().zip(gone).for_each(|(items, gone)| *items &= !gone);
        self.taken.push(self.item_of[number]);
        self.work += 1;
    }

    /// Draws all conclusions, and says which group to branch on.
    pub(super) fn settle(&mut self) -> Result<Pick, Failed> {
        'again: loop {
            let mut best = Pick::Done;
            let mut least = u32::MAX;
            for word in 0..COMPACT_CONSTRAINTS {
                for bit in ones(self.left.groups[word]) {
                    let number = 64 * word + bit as usize;
                    self.work += 1;
                    let count = count(&self.items_of[number], &self.left.items, least);
                    if count < least {
                        if count == 0 {
                            return Err(Failed);
                        }
                        if count == 1 {
                            self.take_number(self.first_of(number));
                            continue 'again;
                        }
                        (best, least) = (Pick::Group(number as u32), count);
                    }
                }
            }
            return Ok(best);
        }
    }

    /// The first item of a group that has one left.
    fn first_of(&self, group: usize) -> usize {
        let mut words = self.items_of[group].iter().zip(&self.left.items).map(|(items, left)| items & left).enumerate();
        let (word, items) = words.find(|&(_, items)| items != 0).expect("some item is left");
        64 * word + items.trailing_zeros() as usize
    }

    /// The items of a group that are left, in order.
    pub(super) fn each(&self, group: u32, mut take: impl FnMut(u32)) {
        for (word, (items, left)) in self.items_of[group as usize].iter().zip(&self.left.items).enumerate() {
            for bit in ones(items & left) {
                take(self.item_of[64 * word + bit as usize]);
            }
        }
    }

    /// The items that have become true since the numbering.
    pub(super) fn taken(&self) -> &[u32] {
        &self.taken
    }

    /// Remembers the present state.
    pub(super) fn mark(&mut self) {
        self.left.taken = self.taken.len();
        self.marks.push(self.left);
    }

    /// Goes back to the last mark, and keeps it.
    pub(super) fn back(&mut self) {
        self.left = self.marks[self.marks.len() - 1];
        self.taken.truncate(self.left.taken);
    }

    /// Forgets the last mark. Returns whether there are others.
    pub(super) fn unmark(&mut self) -> bool {
        self.marks.pop();
        !self.marks.is_empty()
    }
}

/// The first so many numbers.
fn first<const N: usize>(count: u32) -> [u64; N] {
    std::array::from_fn(|word| match count.saturating_sub(64 * word as u32) {
        0 => 0,
        bits => u64::MAX >> (64 - bits.min(64)),
    })
}

/// How many numbers two sets have in common; at least `enough` if there are not fewer.
#[inline(always)]
fn count(a: &[u64; COMPACT_WORDS], b: &[u64; COMPACT_WORDS], enough: u32) -> u32 {
    let mut count = 0;
    for from in (0..COMPACT_WORDS).step_by(TOGETHER) {
        for word in from..from + TOGETHER {
            count += (a[word] & b[word]).count_ones();
        }
        if count >= enough {
            break;
        }
    }
    count
}
