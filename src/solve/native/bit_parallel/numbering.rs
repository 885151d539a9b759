//! Numbering the open groups of a state anew.

use super::super::bits::ones;
use super::program::{GROUP_WORDS, Program};

/// The groups of each item, by their numbers in a state.
#[derive(Debug)]
pub(super) struct Numbering {
    /// The stretch of `groups` of each item begins here; that of the next item begins where it ends.
    begins: Vec<u32>,
    groups: Vec<u16>,
    /// The number of each group that is open in the state.
    number_of: [u8; 64 * GROUP_WORDS],
}

impl Numbering {
    /// For the groups of a program.
    pub(super) fn new(program: &Program) -> Self {
        let mut begins = vec![0];
        let mut groups = Vec::new();
        for item in 0..64 * program.primary as u32 {
            if program.allowed[item as usize / 64] >> (item % 64) & 1 == 1 {
                groups.extend(program.groups_of(item).map(|group| group as u16));
            }
            begins.push(groups.len() as u32);
        }
        Numbering { begins, groups, number_of: [0; 64 * GROUP_WORDS] }
    }

    /// Numbers the open groups of a state, of which there are at most 128, in order.
    pub(super) fn start(&mut self, open: &[u64; GROUP_WORDS]) {
        let mut number = 0;
        for (word, &open) in open.iter().enumerate() {
            for bit in ones(open) {
                self.number_of[64 * word + bit as usize] = number;
                number += 1;
            }
        }
    }

    /// The numbers of the groups of an item that is not decided, all of which are open.
    #[inline]
    pub(super) fn groups_of(&self, item: u32) -> impl Iterator<Item = usize> + '_ {
        let groups = &self.groups[self.begins[item as usize] as usize..self.begins[item as usize + 1] as usize];
        // The remainders change nothing; with them the compiler knows that no index is out of bounds.
        groups.iter().map(|&group| usize::from(self.number_of[usize::from(group) % (64 * GROUP_WORDS)] % 128))
    }
}
