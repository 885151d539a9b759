//! The reach of literals: the constraints that lose a literal with one, and what the literals of one exclude together.
//!
//! What it does: it makes the tables by which a state knows its dirty constraints after a decision, and the range of
//! words in which constructive disjunction can find something.
//!
//! Whose idea: ours. A table of what each literal touches takes the place of the events and watchers of a propagation
//! queue.
//!
//! When it runs: once, when a program is compiled that is not swept.

use super::super::bits::ones;
use super::build::Builder;
use super::partitions::Partitions;
use crate::tuning::bit_parallel::CONSTRAINT_WORDS;

impl Builder<'_> {
    /// Finds the literals that those of a constraint exclude together: one of them alone if all of several needed ones
    /// may have to be true, two if one is needed.
    pub(super) fn reaches(&mut self) {
        let program = &mut self.program;
        for constraint in &mut program.constraints {
            let parts = &program.parts[constraint.parts.clone()];
            let literals: Vec<usize> =
                parts.iter().flat_map(|&(word, mask)| ones(mask).map(move |bit| (64 * word + bit) as usize)).collect();
            let is_reached = |word: &usize| {
                let (mut once, mut twice) = (0, 0);
                for &literal in &literals {
                    let gone = program.allowed[*word] & !program.compatible[literal * program.words + word];
                    twice |= once & gone;
                    once |= gone;
                }
                let own = parts.iter().find(|part| part.0 as usize == *word).map_or(0, |part| part.1);
                if constraint.high == 1 { twice & !own != 0 } else { once != 0 }
            };
            let reached: Vec<usize> = (0..program.primary).filter(is_reached).collect();
            constraint.reach = match reached[..] {
                [first, .., last] => first..last + 1,
                [only] => only..only + 1,
                [] => 0..0,
            };
        }
    }

    /// Makes the partitions: the exclusions by pairs of literals of the constraints of each family.
    pub(super) fn partitions(&mut self) {
        for number in 0..self.program.sliced.len() {
            let sliced = &self.program.sliced[number];
            if sliced.duplicated {
                let says = self.program.excluding_pairs(sliced);
                let partitions = Partitions::new(sliced.slices, sliced.width, |a, b| says[a][b]);
                self.program.sliced[number].partitions = partitions;
            }
        }
    }

    /// Makes the tables of the constraints that each literal is in, and of those that lose a literal when it becomes
    /// true.
    ///
    /// Pre: the masks of exclusions are complete.
    pub(super) fn touches(&mut self) {
        let program = &mut self.program;
        program.member = vec![[0; CONSTRAINT_WORDS]; 64 * program.primary];
        for sliced in program.sliced.iter().filter(|sliced| !sliced.duplicated) {
            for slice in 0..sliced.slices {
                for position in 0..64 * sliced.width {
                    let constraint = 64 * sliced.open_at + position;
                    let literal = 64 * (sliced.at + slice * sliced.width) + position;
                    program.member[literal][constraint / 64] |= 1 << (constraint % 64);
                }
            }
        }
        for (number, constraint) in program.constraints.iter().enumerate() {
            for &(word, mask) in &program.parts[constraint.parts.clone()] {
                for bit in ones(mask) {
                    program.member[(64 * word + bit) as usize][number / 64] |= 1 << (number % 64);
                }
            }
        }
        program.touches = program.member.clone();
        for literal in 0..64 * program.primary {
            for word in 0..program.primary {
                for bit in ones(!program.compatible[literal * program.words + word]) {
                    let other = 64 * word + bit as usize;
                    for (touched, member) in program.touches[literal].iter_mut().zip(&program.member[other]) {
                        *touched |= member;
                    }
                }
            }
        }
    }
}
