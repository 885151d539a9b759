//! Counting the rest of an exact cover when its undecided literals fit into one word.
//!
//! What it does: the literals are numbered anew, and a state is the word of those that are possible and the constraints
//! that still need one of them. All constraints with a single literal, with none and with two are found in one pass
//! over the literals, which adds up the sets of constraints that they are in. Components have as many solutions as the
//! product of theirs.
//!
//! Whose idea: R. Bayardo, J. Pehoushek, "Counting Models using Connected Components", AAAI 2000.
//!
//! How ours differs: components are looked for at some levels only, and nothing is cached: a look takes a few
//! operations on words. Where all constraints have two literals, solutions come in complementary pairs, and one half is
//! counted. A set of constraints is a vector of two words.
//!
//! When it runs: in tasks that only count, in covers that are not swept, below each state that is small enough.

use crate::tuning::bit_parallel::{LEAST_SPLIT, PATIENCE, SPLIT_LEVELS};
use wide::u64x2;

use super::super::bits::ones;
use super::numbering::Numbering;
use super::program::BitProgram;
use super::state::BitSearch;
use crate::search::Statistics;

/// A residual problem.
#[derive(Debug)]
pub(super) struct Components {
    numbering: Numbering,
    /// The literals that each literal leaves.
    compatible: [u64; 64],
    /// The constraints of each literal.
    constraints_of: [u64x2; 64],
    /// The set of each constraint alone.
    alone: [u64x2; 128],
    /// The literals of each constraint.
    items_of: [u64; 128],
}

/// The rest of it.
#[derive(Clone, Copy)]
struct Left {
    literals: u64,
    constraints: u128,
}

impl Components {
    /// Room for a residual problem of a program.
    pub(super) fn new(program: &BitProgram) -> Self {
        Components {
            numbering: Numbering::new(program),
            compatible: [0; 64],
            constraints_of: [u64x2::ZERO; 64],
            alone: std::array::from_fn(|constraint| {
                u64x2::new(if constraint < 64 { [1 << constraint, 0] } else { [0, 1 << (constraint - 64)] })
            }),
            items_of: [0; 128],
        }
    }

    /// The number of solutions of a state at its fixpoint of a program that is a cover; `None` if it has too many
    /// literals or constraints.
    pub(super) fn count<const W: usize>(
        &mut self,
        search: &BitSearch<'_, W>,
        level: usize,
        statistics: &mut Statistics,
    ) -> Option<u64> {
        let left = self.fill(search)?;
        Some(self.number(left, level, 1, statistics))
    }

    /// Numbers the undecided literals and the open constraints.
    fn fill<const W: usize>(&mut self, search: &BitSearch<'_, W>) -> Option<Left> {
        let (program, state) = (search.program, &search.state);
        let mut undecided = [0; W];
        let mut literals = 0;
        for (word, undecided) in undecided[..program.primary].iter_mut().enumerate() {
            *undecided = state.possible[word] & !state.assigned[word];
            literals += undecided.count_ones();
        }
        let constraints = state.open.iter().map(|open| open.count_ones()).sum();
        if literals > 64 || constraints > 128 {
            return None;
        }
        self.numbering.start(&state.open);
        self.items_of[..constraints as usize].fill(0);
        let mut members = [0; 64];
        let mut count = 0;
        for (word, &bits) in undecided.iter().enumerate() {
            for bit in ones(bits) {
                // This remainder and those below change nothing; with them the compiler knows that no index is out of
                // bounds.
                members[count % 64] = 64 * word as u32 + bit;
                count += 1;
            }
        }
        for (number, &literal) in members[..count].iter().enumerate() {
            let mut of_item = u64x2::ZERO;
            for constraint in self.numbering.constraints_of(literal) {
                of_item |= self.alone[constraint];
                self.items_of[constraint] |= 1 << number;
            }
            self.constraints_of[number % 64] = of_item;
        }
        for (number, &literal) in members[..count].iter().enumerate() {
            let constraints = self.numbering.constraints_of(literal);
            self.compatible[number % 64] =
                !constraints.fold(0, |literals, constraint| literals | self.items_of[constraint]);
        }
        let all = |count: u32| if count == 0 { 0 } else { u128::MAX >> (128 - count) };
        Some(Left { literals: all(literals) as u64, constraints: all(constraints) })
    }

    /// The number of solutions. The next `looks` for parts are at the next levels.
    ///
    /// Pre: all literals are in constraints that are left, and no constraint is left of which a literal is true. Post:
    /// the number is at most 4 * 3^20, as for cliques among 64 nodes (J. Moon, L. Moser, "On Cliques in Graphs", 1965).
    fn number(&self, mut left: Left, level: usize, mut looks: u32, statistics: &mut Statistics) -> u64 {
        loop {
            let [one, two, three] = self.how_many(left.literals);
            if left.constraints & !one != 0 {
                statistics.failure();
                return 0;
            }
            let mut single = left.constraints & !two;
            if single != 0 {
                while single != 0 {
                    let literal = self.items_of[single.trailing_zeros() as usize] & left.literals;
                    if literal == 0 {
                        statistics.failure();
                        return 0;
                    }
                    left = self.take(left, literal.trailing_zeros());
                    // The literal may be the only one of several constraints.
                    single &= left.constraints;
                }
                continue;
            }
            if left.constraints == 0 {
                return 1;
            }
            if left.constraints & three == 0 {
                // Two literals in each constraint: all literals that a solution leaves out are a solution, too.
                let literal = self.items_of[left.constraints.trailing_zeros() as usize] & left.literals;
                statistics.inner();
                statistics.node(level + 1);
                return 2 * self.number(self.take(left, literal.trailing_zeros()), level + 1, looks, statistics);
            }
            if (looks > 0 || level.is_multiple_of(SPLIT_LEVELS)) && left.literals.count_ones() >= LEAST_SPLIT {
                if let Some((part, rest)) = self.parts(left) {
                    let number = self.number(part, level, PATIENCE, statistics);
                    return if number == 0 { 0 } else { number * self.number(rest, level, PATIENCE, statistics) };
                }
                looks = looks.saturating_sub(1);
            }
            let pair = left.constraints & !three;
            let constraint = if pair == 0 { left.constraints } else { pair }.trailing_zeros();
            statistics.inner();
            let mut number = 0;
            for literal in ones(self.items_of[constraint as usize] & left.literals) {
                statistics.node(level + 1);
                number += self.number(self.take(left, literal), level + 1, looks, statistics);
            }
            return number;
        }
    }

    /// The constraints with at least one, two and three of some literals.
    #[inline(always)]
    fn how_many(&self, literals: u64) -> [u128; 3] {
        let (mut one, mut two, mut three) = (u64x2::ZERO, u64x2::ZERO, u64x2::ZERO);
        for literal in ones(literals) {
            let constraints = self.constraints_of[literal as usize];
            three |= two & constraints;
            two |= one & constraints;
            one |= constraints;
        }
        [one, two, three].map(whole)
    }

    /// The state after a literal has become true.
    ///
    /// Pre: it is left.
    fn take(&self, left: Left, literal: u32) -> Left {
        let constraints = whole(self.constraints_of[literal as usize]);
        Left {
            literals: left.literals & self.compatible[literal as usize],
            constraints: left.constraints & !constraints,
        }
    }

    /// A part and the rest, if there are several.
    ///
    /// Pre: some literal is left. Post: no constraint has literals in both.
    #[inline(never)]
    fn parts(&self, left: Left) -> Option<(Left, Left)> {
        let mut rest = left.literals & (left.literals - 1);
        let mut reached = left.literals ^ rest;
        while reached != 0 {
            let compatible = self.compatible[reached.trailing_zeros() as usize];
            reached &= reached - 1;
            reached |= rest & !compatible;
            rest &= compatible;
            if rest == 0 {
                return None;
            }
        }
        let part = left.literals & !rest;
        let constraints = left.constraints
            & ones(part).fold(0, |constraints, literal| constraints | whole(self.constraints_of[literal as usize]));
        Some((
            Left { literals: part, constraints },
            Left { literals: rest, constraints: left.constraints & !constraints },
        ))
    }
}

/// The same set as a number.
#[inline(always)]
fn whole(set: u64x2) -> u128 {
    let [low, high] = set.to_array();
    u128::from(low) | u128::from(high) << 64
}
