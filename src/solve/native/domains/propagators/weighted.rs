//! Sums of functions of single variables, by bounds: counts in which an atom comes twice or atoms of one variable mix.

use crate::model::Cmp;

use super::super::compile::Weighted;
use super::super::propagation::Propagation;
use super::super::store::{Conflict, Step};

impl<const W: usize> Propagation<'_, W> {
    pub(in super::super) fn weighted(&mut self, scope: &[u32], sum: &Weighted) -> Step {
        loop {
            let (mut least, mut most) = (0, 0);
            for (&var, weights) in scope.iter().zip(&sum.weights) {
                let (low, high) = self.weight_range(var, weights);
                least += low;
                most += high;
            }
            let upper = sum.cmp != Cmp::Ge;
            let lower = sum.cmp != Cmp::Le;
            if (upper && least > sum.rhs) || (lower && most < sum.rhs) {
                return Err(Conflict);
            }
            let before = self.store.changes;
            for (&var, weights) in scope.iter().zip(&sum.weights) {
                let (low, high) = self.weight_range(var, weights);
                for (bit, &weight) in weights.iter().enumerate() {
                    let too_much = upper && least - low + weight > sum.rhs;
                    let too_little = lower && most - high + weight < sum.rhs;
                    if (too_much || too_little) && self.store.has(var, bit as u32) {
                        self.store.remove(var, bit as u32)?;
                    }
                }
            }
            if self.store.changes == before {
                return Ok(());
            }
        }
    }

    fn weight_range(&self, var: u32, weights: &[i64]) -> (i64, i64) {
        let left = || weights.iter().enumerate().filter(|&(bit, _)| self.store.has(var, bit as u32)).map(|(_, &w)| w);
        (left().min().unwrap_or(0), left().max().unwrap_or(0))
    }
}
