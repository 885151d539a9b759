//! Numbering the open constraints of a state anew.

use super::super::bits::ones;
use super::program::{BitProgram, CONSTRAINT_WORDS};

/// The constraints of each literal, by their numbers in a state.
#[derive(Debug)]
pub(super) struct Numbering {
    /// Where the range of each literal in `constraints` begins; it ends where the range of the next literal begins.
    begins: Vec<u32>,
    constraints: Vec<u16>,
    /// The number of each constraint that is open in the state.
    number_of: [u8; 64 * CONSTRAINT_WORDS],
}

impl Numbering {
    /// For the constraints of a program.
    pub(super) fn new(program: &BitProgram) -> Self {
        let mut begins = vec![0];
        let mut constraints = Vec::new();
        for literal in 0..64 * program.primary as u32 {
            if program.allowed[literal as usize / 64] >> (literal % 64) & 1 == 1 {
                constraints.extend(program.constraints_of(literal).map(|constraint| constraint as u16));
            }
            begins.push(constraints.len() as u32);
        }
        Numbering { begins, constraints, number_of: [0; 64 * CONSTRAINT_WORDS] }
    }

    /// Numbers the open constraints of a state, of which there are at most 128, in order.
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
        let constraints =
            &self.constraints[self.begins[literal as usize] as usize..self.begins[literal as usize + 1] as usize];
        // The remainders change nothing; with them the compiler knows that no index is out of bounds.
        constraints
            .iter()
            .map(|&constraint| usize::from(self.number_of[usize::from(constraint) % (64 * CONSTRAINT_WORDS)] % 128))
    }
}
