//! Numbering the open constraints of a state anew.

use std::sync::Arc;

use super::super::bits::ones;
use super::program::{BitProgram, CONSTRAINT_WORDS};
use crate::solve::tuning::bit_parallel::COMPACT_CONSTRAINTS;

/// The constraints of each literal of a program, the same for all states.
#[derive(Debug)]
pub(super) struct ConstraintLists {
    /// Where the range of each literal in `constraints` begins; it ends where the range of the next literal begins.
    begins: Vec<u32>,
    constraints: Vec<u16>,
}

impl ConstraintLists {
    /// Those of a program.
    pub(super) fn new(program: &BitProgram) -> Self {
        let mut begins = vec![0];
        let mut constraints = Vec::new();
        for literal in 0..64 * program.primary as u32 {
            if program.allowed[literal as usize / 64] >> (literal % 64) & 1 == 1 {
                constraints.extend(program.constraints_of(literal).map(|constraint| constraint as u16));
            }
            begins.push(constraints.len() as u32);
        }
        ConstraintLists { begins, constraints }
    }
}

/// The constraints of each literal, by their numbers in a state.
#[derive(Debug)]
pub(super) struct Numbering {
    lists: Arc<ConstraintLists>,
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
        let ConstraintLists { begins, constraints } = &*self.lists;
        let constraints = &constraints[begins[literal as usize] as usize..begins[literal as usize + 1] as usize];
        // The remainders change nothing; with them the compiler knows that no index is out of bounds.
        constraints
            .iter()
            .map(|&constraint| usize::from(self.number_of[usize::from(constraint) % (64 * CONSTRAINT_WORDS)]))
            .map(|number| number % (64 * COMPACT_CONSTRAINTS))
    }
}
