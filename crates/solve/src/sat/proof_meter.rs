//! Counts conflicts on a proof in varisat's own format as it is written, and keeps nothing of it. When the budget is
//! over, writing fails, which ends the search.
//!
//! Every conflict ends in one step that adds a clause by unit propagation from at least two others. Steps of the same
//! kind with a single antecedent are clauses that lost a false literal, and are not counted.
//!
//! The format is a sequence of numbers, each in 1 to 10 bytes: the count of zero bits below the lowest one bit of the
//! (little-endian) code is the number of bytes that follow the first, the bits above it are the number.

use std::cell::Cell;
use std::io::{self, Write};
use std::rc::Rc;

use crate::Budget;

/// Steps that add a clause.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Steps {
    /// Clauses learnt from conflicts.
    pub(super) conflicts: u64,
    /// Clauses that lost false literals.
    pub(super) shortened: u64,
    /// Literals that follow from the clauses at the root.
    pub(super) units: u64,
    /// True if the budget is over.
    pub(super) is_over: bool,
}

/// A writer that reads its input as a proof.
pub(super) struct ProofMeter {
    steps: Rc<Cell<Steps>>,
    budget: Budget,
    number: Number,
    state: MeterState,
}

/// The meaning of the next number.
#[derive(Clone, Copy)]
enum MeterState {
    /// The code of a step.
    Code,
    /// The length of a list of literals, and whether hashes follow it and whether a clause is added.
    Literals { hashes: bool, added: bool },
    /// The length of a list of hashes, and whether they belong to an added clause.
    Hashes { added: bool },
    /// The length of a list of pairs.
    Pairs,
    /// Skips `count` numbers; then come hashes, or the next step.
    Skip { count: u64, hashes: Option<bool> },
}

impl ProofMeter {
    /// Counts into `steps`, until the budget is over.
    pub(super) fn new(steps: Rc<Cell<Steps>>, budget: Budget) -> Self {
        ProofMeter { steps, budget, number: Number::default(), state: MeterState::Code }
    }

    fn count(&self, change: impl FnOnce(&mut Steps)) {
        let mut steps = self.steps.get();
        change(&mut steps);
        self.steps.set(steps);
    }

    fn take(&mut self, number: u64) {
        self.state = match self.state {
            MeterState::Code => match number {
                // Renaming takes two variables; removing a name, deleting a variable, sampling modes and hash sizes one
                // number.
                0 | 2 => MeterState::Skip { count: 2, hashes: None },
                1 | 3..=6 | 13 => MeterState::Skip { count: 1, hashes: None },
                7 | 8 => MeterState::Literals { hashes: true, added: true },
                9 => MeterState::Pairs,
                10..=12 | 14..=16 => MeterState::Literals { hashes: false, added: false },
                17 => MeterState::Literals { hashes: true, added: false },
                _ => MeterState::Code,
            },
            MeterState::Literals { hashes, added } => skip(number, hashes.then_some(added)),
            MeterState::Pairs => {
                self.count(|steps| steps.units += number);
                skip(number * 2, None)
            }
            MeterState::Hashes { added } => {
                if added {
                    self.count(|steps| {
                        *(if number > 1 { &mut steps.conflicts } else { &mut steps.shortened }) += 1;
                    });
                }
                skip(number, None)
            }
            MeterState::Skip { count, hashes } => skip(count - 1, hashes),
        };
    }
}

fn skip(count: u64, hashes: Option<bool>) -> MeterState {
    match (count, hashes) {
        (0, Some(added)) => MeterState::Hashes { added },
        (0, None) => MeterState::Code,
        _ => MeterState::Skip { count, hashes },
    }
}

impl Write for ProofMeter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.budget.is_over() {
            self.count(|steps| steps.is_over = true);
            return Err(io::Error::other("time is over"));
        }
        for &byte in bytes {
            if let Some(number) = self.number.push(byte) {
                self.take(number);
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A number under way.
#[derive(Default)]
struct Number {
    bits: u128,
    bytes: u32,
}

impl Number {
    fn push(&mut self, byte: u8) -> Option<u64> {
        self.bits |= u128::from(byte) << (8 * self.bytes);
        self.bytes += 1;
        // The tenth byte is the last, whether or not a one bit marks it.
        let length = (self.bits.trailing_zeros() + 1).min(10);
        if self.bytes < length {
            return None;
        }
        let number = (self.bits >> length) as u64;
        *self = Number::default();
        Some(number)
    }
}

#[cfg(test)]
mod tests {
    use varisat::checker::{CheckedProofStep, CheckerData, ProofProcessor};
    use varisat::{ExtendFormula, Lit, ProofFormat, Solver, Var};

    use super::*;

    struct Reference(u64);

    impl ProofProcessor for Reference {
        fn process_step(&mut self, step: &CheckedProofStep, _: CheckerData) -> Result<(), anyhow::Error> {
            if let CheckedProofStep::AtClause { .. } = step {
                self.0 += 1;
            }
            Ok(())
        }
    }

    fn pigeons(holes: usize, mut add: impl FnMut(&[Lit])) {
        let at = |pigeon: usize, hole: usize| Var::from_index(pigeon * holes + hole).positive();
        for pigeon in 0..=holes {
            add(&(0..holes).map(|hole| at(pigeon, hole)).collect::<Vec<_>>());
        }
        for hole in 0..holes {
            for a in 0..=holes {
                for b in 0..a {
                    add(&[!at(a, hole), !at(b, hole)]);
                }
            }
        }
    }

    #[test]
    fn numbers_of_every_length_come_back() {
        for shift in 0..64 {
            let value: u64 = (0x9ac3_391f_4294_c211 >> shift) | 1;
            let bits = 64 - value.leading_zeros();
            let blocks = bits * (64 / 7) / 64;
            let code = ((u128::from(value) << 1) | 1) << blocks;
            let mut number = Number::default();
            for i in 0..blocks {
                assert_eq!(number.push((code >> (8 * i)) as u8), None, "{value} byte {i}");
            }
            assert_eq!(number.push((code >> (8 * blocks)) as u8), Some(value));
        }
    }

    #[test]
    fn counts_what_the_checker_counts() {
        for holes in 2..=6 {
            let mut reference = Reference(0);
            {
                let mut solver = Solver::new();
                solver.add_proof_processor(&mut reference);
                pigeons(holes, |clause| solver.add_clause(clause));
                assert!(!solver.solve().expect("pigeonholes are easy"));
            }
            let steps = Rc::new(Cell::new(Steps::default()));
            {
                let mut solver = Solver::new();
                solver.write_proof(ProofMeter::new(Rc::clone(&steps), Budget::unlimited()), ProofFormat::Varisat);
                pigeons(holes, |clause| solver.add_clause(clause));
                assert!(!solver.solve().expect("pigeonholes are easy"));
            }
            let steps = steps.get();
            assert!(steps.conflicts > 0, "{holes} holes: {steps:?}");
            let all = steps.conflicts + steps.shortened + steps.units;
            // The checker reports a clause that it has already only once.
            let repeated = if holes < 5 { 0 } else { all / 20 };
            assert!((reference.0..=reference.0 + repeated).contains(&all), "{steps:?}, checker {}", reference.0);
        }
    }
}
