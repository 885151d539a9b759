//! The rest of an exact cover, in fewer words.
//!
//! What it does: most of the search for a dissection or for pentominoes goes on where few of the literals are left,
//! scattered over all the words of a state. There the literals and constraints that are left are numbered anew, in the
//! same order, so that every constraint is a mask of [`COMPACT_WORDS`] words. Counting it takes no list of words, and
//! states are short.
//!
//! Whose idea: ours. The rule is the smallest constraint of D. E. Knuth, "Dancing Links", 2000.
//!
//! How ours differs: from the wide states in nothing but length. Conclusions and decisions are the same, so that the
//! tree is.
//!
//! When it runs: in covers that are swept, after some work (`tuning::bit_parallel::COMPACTED_FROM`), from the first
//! state that fits on.

use super::super::bits::ones;
use super::numbering::Numbering;
use super::pick::Pick;
use super::program::BitProgram;
use super::state::{BitSearch, Conflict};
use crate::tuning::bit_parallel::{COMPACT_CONSTRAINTS, COMPACT_WORDS, TOGETHER};

/// The rest of a state.
#[derive(Clone, Copy, Debug, Default)]
struct Left {
    /// Literals that may be true, without those that are.
    literals: [u64; COMPACT_WORDS],
    /// Constraints that need a literal.
    constraints: [u64; COMPACT_CONSTRAINTS],
    /// How many literals had become true since the numbering when the state was marked.
    taken: usize,
}

/// The part of a state of a program that is undecided, and the states below it.
#[derive(Debug)]
pub(super) struct Compact {
    numbering: Numbering,
    /// The literal of each number.
    literal_of: Vec<u32>,
    /// The number of each literal that is left.
    number_of: Vec<u16>,
    /// The constraints of each literal, by numbers.
    constraints_of: Vec<[u64; COMPACT_CONSTRAINTS]>,
    /// The literals of each constraint, by numbers.
    items_of: [[u64; COMPACT_WORDS]; 64 * COMPACT_CONSTRAINTS],
    left: Left,
    /// The literals that have become true since the numbering.
    taken: Vec<u32>,
    pushed: Vec<Left>,
    /// Literals made true and constraints checked.
    pub(super) work: u64,
}

impl Compact {
    /// Room for the rest of the states of a program that is a cover.
    pub(super) fn new(program: &BitProgram) -> Self {
        Compact {
            numbering: Numbering::new(program),
            literal_of: Vec::new(),
            number_of: vec![0; 64 * program.primary],
            constraints_of: Vec::new(),
            items_of: [[0; COMPACT_WORDS]; 64 * COMPACT_CONSTRAINTS],
            left: Left::default(),
            taken: Vec::new(),
            pushed: Vec::new(),
            work: 0,
        }
    }

    /// Numbers the undecided literals and the open constraints of a state. `false` if there are too many.
    ///
    /// Pre: the program is a cover, and the state is at its fixpoint. Post: if `true`, the present state is the same.
    pub(super) fn enter<const W: usize>(&mut self, search: &BitSearch<'_, W>) -> bool {
        let state = &search.state;
        let undecided = |word: usize| state.possible[word] & !state.assigned[word];
        let literals: u32 = (0..search.program.primary).map(|word| undecided(word).count_ones()).sum();
        let constraints: u32 = state.open.iter().map(|open| open.count_ones()).sum();
        if literals as usize > 64 * COMPACT_WORDS || constraints as usize > 64 * COMPACT_CONSTRAINTS {
            return false;
        }
        self.numbering.start(&state.open);
        self.items_of[..constraints as usize].fill([0; COMPACT_WORDS]);
        self.literal_of.clear();
        self.constraints_of.clear();
        self.taken.clear();
        for word in 0..search.program.primary {
            for bit in ones(undecided(word)) {
                self.number(64 * word as u32 + bit);
            }
        }
        self.left = Left { literals: first(literals), constraints: first(constraints), taken: 0 };
        true
    }

    /// Gives a literal the next number.
    #[inline(always)]
    fn number(&mut self, literal: u32) {
        let number = self.literal_of.len();
        let mut constraints = [0; COMPACT_CONSTRAINTS];
        for constraint in self.numbering.constraints_of(literal) {
            constraints[constraint / 64] |= 1 << (constraint % 64);
            // The remainder changes nothing; with it the compiler knows that no index is out of bounds.
            self.items_of[constraint][number / 64 % COMPACT_WORDS] |= 1 << (number % 64);
        }
        self.literal_of.push(literal);
        self.constraints_of.push(constraints);
        self.number_of[literal as usize] = number as u16;
    }

    /// Makes a literal true that is left.
    pub(super) fn take(&mut self, literal: u32) {
        self.take_number(usize::from(self.number_of[literal as usize]));
    }

    /// Makes the literal of a number true.
    ///
    /// Pre: it is left. Post: its constraints, and all their literals, are not left any more.
    fn take_number(&mut self, number: usize) {
        let mut gone = [0; COMPACT_WORDS];
        for (word, constraints) in self.constraints_of[number].into_iter().enumerate() {
            self.left.constraints[word] &= !constraints;
            for bit in ones(constraints) {
                let literals = &self.items_of[64 * word + bit as usize];
                gone.iter_mut().zip(literals).for_each(|(gone, literals)| *gone |= literals);
            }
        }
        self.left.literals.iter_mut().zip(gone).for_each(|(literals, gone)| *literals &= !gone);
        self.taken.push(self.literal_of[number]);
        self.work += 1;
    }

    /// Propagates to the fixpoint, and returns the constraint to branch on.
    ///
    /// Post: if `Ok`, every constraint that is left has two literals or more, and the one returned has the fewest;
    /// [`Pick::Done`] if none is left.
    pub(super) fn fixpoint(&mut self) -> Result<Pick, Conflict> {
        'again: loop {
            let mut best = Pick::Done;
            let mut least = u32::MAX;
            for word in 0..COMPACT_CONSTRAINTS {
                for bit in ones(self.left.constraints[word]) {
                    let number = 64 * word + bit as usize;
                    self.work += 1;
                    let count = count(&self.items_of[number], &self.left.literals, least);
                    if count < least {
                        if count == 0 {
                            return Err(Conflict);
                        }
                        if count == 1 {
                            self.take_number(self.first_of(number));
                            continue 'again;
                        }
                        (best, least) = (Pick::Bounded(number as u32), count);
                    }
                }
            }
            return Ok(best);
        }
    }

    /// The first literal of a constraint that has one left.
    fn first_of(&self, constraint: usize) -> usize {
        let mut words = self.items_of[constraint]
            .iter()
            .zip(&self.left.literals)
            .map(|(literals, left)| literals & left)
            .enumerate();
        let (word, literals) = words.find(|&(_, literals)| literals != 0).expect("some literal is left");
        64 * word + literals.trailing_zeros() as usize
    }

    /// The literals of a constraint that are left, in order.
    pub(super) fn each(&self, constraint: u32, mut take: impl FnMut(u32)) {
        for (word, (literals, left)) in self.items_of[constraint as usize].iter().zip(&self.left.literals).enumerate() {
            for bit in ones(literals & left) {
                take(self.literal_of[64 * word + bit as usize]);
            }
        }
    }

    /// The literals that have become true since the numbering.
    pub(super) fn taken(&self) -> &[u32] {
        &self.taken
    }

    /// Remembers the present state.
    ///
    /// Post: [`backtrack`](Self::backtrack) returns to it until it is popped.
    pub(super) fn push(&mut self) {
        self.left.taken = self.taken.len();
        self.pushed.push(self.left);
    }

    /// Restores the last pushed state, which stays.
    pub(super) fn backtrack(&mut self) {
        self.left = self.pushed[self.pushed.len() - 1];
        self.taken.truncate(self.left.taken);
    }

    /// Pops the last pushed state. Returns whether there are others.
    pub(super) fn pop(&mut self) -> bool {
        self.pushed.pop();
        !self.pushed.is_empty()
    }
}

/// The first `count` numbers.
fn first<const N: usize>(count: u32) -> [u64; N] {
    std::array::from_fn(|word| match count.saturating_sub(64 * word as u32) {
        0 => 0,
        bits => u64::MAX >> (64 - bits.min(64)),
    })
}

/// How many numbers two sets have in common; at least `enough` if there are not fewer.
#[inline(always)]
fn count(a: &[u64; COMPACT_WORDS], b: &[u64; COMPACT_WORDS], enough: u32) -> u32 {
    const { assert!(COMPACT_WORDS.is_multiple_of(TOGETHER), "the last words are as many as the first") };
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
