//! Parities: the last literal follows from the others.
//!
//! What it does: two literals without a value are watched. Where there is only one left, its value follows; where there
//! is none, the parity is counted.
//!
//! Whose idea: M. Soos, K. Nohl, C. Castelluccia, "Extending SAT Solvers to Cryptographic Problems", SAT 2009. They go
//! on with Gaussian elimination over all parities, which ours does not.
//!
//! How ours differs: see `globals`.
//!
//! When it runs: for `parity=propagate`.

use super::super::{Literal, Step, unless};
use super::{Facts, Forbidden, Global};

pub(in super::super) struct Parity {
    literals: Vec<Literal>,
    is_odd: bool,
    /// Places of two literals that had no value the last time.
    open: [usize; 2],
}

impl Parity {
    pub(in super::super) fn new(mut literals: Vec<Literal>, mut is_odd: bool) -> Self {
        // Two equal ones add nothing, a pair of opposites adds one.
        literals.sort_unstable();
        let mut single: Vec<Literal> = Vec::new();
        for literal in literals {
            match single.pop_if(|last| *last >> 1 == literal >> 1) {
                Some(last) => is_odd ^= last != literal,
                None => single.push(literal),
            }
        }
        Parity { literals: single, is_odd, open: [0, 1] }
    }

    fn is_met(&self, facts: &Facts<'_>) -> bool {
        let trues = self.literals.iter().filter(|&&literal| facts.is_true(literal)).count();
        (trues % 2 == 1) == self.is_odd
    }
}

impl Global for Parity {
    fn literals(&self) -> Vec<Literal> {
        self.literals.clone()
    }

    fn forbid(&mut self, facts: &Facts<'_>, forbidden: &mut Forbidden) -> Step {
        let is_open = |literal: Literal| !facts.is_true(literal) && !facts.is_false(literal);
        if self.open.iter().all(|&place| self.literals.get(place).is_some_and(|&literal| is_open(literal))) {
            return Ok(());
        }
        let mut open = (0..self.literals.len()).filter(|&place| is_open(self.literals[place]));
        match (open.next(), open.next()) {
            (Some(one), Some(other)) => self.open = [one, other],
            (Some(only), None) => {
                // Without it the parity is met or not; it is true if not.
                let literal = self.literals[only];
                forbidden.push(if self.is_met(facts) { literal } else { literal ^ 1 });
            }
            (None, _) => unless(!self.is_met(facts))?,
        }
        Ok(())
    }

    fn conflict(&self, facts: &Facts<'_>, out: &mut Vec<Literal>) -> bool {
        for &literal in &self.literals {
            facts.because(if facts.is_true(literal) { literal } else { literal ^ 1 }, out);
        }
        !self.is_met(facts)
    }
}
