//! Sums of functions of single variables, by bounds: counts in which an atom comes twice or atoms of one variable mix.
//!
//! What it does: each value has a weight, the number of atoms that it makes true. The least and the greatest weights of
//! the other variables bound the weight of each variable; values with another weight go.
//!
//! Whose idea: bounds as of linear constraints (W. Harvey, J. Schimpf, "Bounds Consistency Techniques for Long Linear
//! Constraints", TRICS 2002).
//!
//! How ours differs: weights neither rise nor fall with the values, so each value is tested by itself. Nothing is kept
//! between passes.
//!
//! When it runs: with linear constraints, for cardinality constraints that are no masks (`count`).

use cnfab_model::Cmp;

use super::super::compile::Weighted;
use super::super::propagation::Propagation;
use super::super::store::{Conflict, DomainStep};

impl<const W: usize> Propagation<'_, W> {
    /// Compares the sum of the weights with the right-hand side.
    ///
    /// Post: if `Ok`, each weight left is within the bounds that the other variables leave; running it again at once
    /// changes nothing.
    pub(in super::super) fn weighted(&mut self, scope: &[u32], sum: &Weighted) -> DomainStep {
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

    /// The least and the greatest weight of the values that a variable has left.
    fn weight_range(&self, var: u32, weights: &[i64]) -> (i64, i64) {
        let left = || weights.iter().enumerate().filter(|&(bit, _)| self.store.has(var, bit as u32)).map(|(_, &w)| w);
        (left().min().unwrap_or(0), left().max().unwrap_or(0))
    }
}
