//! Numbering the open constraints of a state anew.

use std::sync::Arc;

use super::super::bits::ones;
use super::program::BitProgram;
use crate::tuning::bit_parallel::{COMPACT_CONSTRAINTS, CONSTRAINT_WORDS};
use cnfab_base::lists::Lists;

/// The constraints of each literal, by their numbers in a state.
#[derive(Debug)]
pub(super) struct Numbering {
    lists: Arc<Lists<u16>>,
    /// The number of each constraint that is open in the state.
    number_of: [u8; 64 * CONSTRAINT_WORDS],
}

impl Numbering {
    /// For the states of a program.
    pub(super) fn new(program: &BitProgram) -> Self {
        Numbering { lists: program.constraint_lists(), number_of: [0; 64 * CONSTRAINT_WORDS] }
    }

    /// Numbers the open constraints of a state, of which there are no more than a compacted set holds, in order.
    pub(super) fn start(&mut self, open: &[u64; CONSTRAINT_WORDS]) {
        let mut number = 0;
        for (word, &open) in open.iter().enumerate() {
            for bit in ones(open) {
                self.number_of[64 * word + bit as usize] = number;
                number += 1;
            }
        }
    }

    /// The numbers of the constraints of a literal that is not decided, all of which are open.
    #[inline]
    pub(super) fn constraints_of(&self, literal: u32) -> impl Iterator<Item = usize> + '_ {
        // The remainders change nothing; with them the compiler knows that no index is out of bounds.
        self.lists
            .get(literal as usize)
            .iter()
            .map(|&constraint| usize::from(self.number_of[usize::from(constraint) % (64 * CONSTRAINT_WORDS)]))
            .map(|number| number % (64 * COMPACT_CONSTRAINTS))
    }
}
