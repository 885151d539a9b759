//! The numbers that a count by components computes with.
//!
//! A search adds up the branches of a decision and multiplies the components of a branch. `Numbers` does so with
//! numbers of models or sums of their weights; `graph` notes the sums and products themselves.

use num_bigint::BigInt;

use super::formula::Literal;

/// A semiring of sums over branches and products over components.
pub(super) trait Algebra {
    /// The value of a component.
    type Value: Clone;

    /// No model.
    fn zero(&self) -> Self::Value;

    /// True if no product with the value is anything but zero.
    fn is_zero(&self, value: &Self::Value) -> bool;

    /// The value of a branch whose components are still to be multiplied: its literals and its free shown variables.
    fn branch(&mut self, assigned: &[Literal], free: &[u32]) -> Self::Value;

    /// The value of a component without shown variables that has a model, with one.
    fn witness(&mut self, model: &[Literal]) -> Self::Value;

    /// Multiplies a branch by one of its components.
    fn multiply(&mut self, branch: &mut Self::Value, component: &Self::Value);

    /// Adds a branch to the others of its decision.
    fn add(&mut self, sum: &mut Self::Value, branch: &Self::Value);

    /// The bytes of memory that a value takes besides itself.
    fn bytes(&self, value: &Self::Value) -> usize;

    /// The bytes of memory that all values together have left behind.
    fn held(&self) -> usize {
        0
    }

    /// A point to which `forget` goes back.
    fn now(&self) -> usize {
        0
    }

    /// Forgets all values since that point.
    fn forget(&mut self, _: usize) {}
}

/// Numbers of models, or sums of weights.
///
/// Weights are whole: a fraction is multiplied by its denominator beforehand, as each model has exactly one of the two
/// literals.
pub(super) struct Numbers {
    /// For each variable the weights of its positive and its negative literal.
    pub(super) weights: Option<Vec<[BigInt; 2]>>,
}

impl Algebra for Numbers {
    type Value = BigInt;

    fn zero(&self) -> BigInt {
        BigInt::ZERO
    }

    fn is_zero(&self, value: &BigInt) -> bool {
        *value == BigInt::ZERO
    }

    fn branch(&mut self, assigned: &[Literal], free: &[u32]) -> BigInt {
        let mut product = BigInt::from(1);
        let Some(weights) = &self.weights else { return product << free.len() };
        let one = BigInt::from(1);
        for &lit in assigned {
            let weight = &weights[lit as usize / 2][lit as usize % 2];
            if *weight != one {
                product *= weight;
            }
        }
        free.iter().for_each(|&variable| product *= &weights[variable as usize][0] + &weights[variable as usize][1]);
        product
    }

    fn witness(&mut self, _: &[Literal]) -> BigInt {
        1.into()
    }

    fn multiply(&mut self, branch: &mut BigInt, component: &BigInt) {
        *branch *= component;
    }

    fn add(&mut self, sum: &mut BigInt, branch: &BigInt) {
        *sum += branch;
    }

    fn bytes(&self, value: &BigInt) -> usize {
        usize::try_from(value.bits() / 8).expect("a number in memory")
    }
}
