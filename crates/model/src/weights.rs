//! Weights of solutions: products of what the values of 0/1 variables weigh.

use std::collections::BTreeMap;

use num_bigint::{BigInt, BigUint};

use cnfab_base::Rational;

use super::{Assignment, Model, Var};

/// The weights of 0/1 variables: of the value 0 and of the value 1. All others weigh 1.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Weights(BTreeMap<Var, [Rational; 2]>);

impl Weights {
    /// The variables that have weights.
    pub fn iter(&self) -> impl Iterator<Item = (Var, &[Rational; 2])> {
        self.0.iter().map(|(&var, weights)| (var, weights))
    }
}

impl Model {
    /// Gives the values 0 and 1 of a variable weights.
    pub fn weigh(&mut self, var: Var, weights: [Rational; 2]) {
        self.weights.get_or_insert_default().0.insert(var, weights);
    }

    /// The weights of solutions, if they have some: their number is the sum of the weights then.
    pub fn weights(&self) -> Option<&Weights> {
        self.weights.as_ref()
    }
}

/// The sum of the weights of solutions.
pub struct WeightSum<'w> {
    weights: &'w Weights,
    sum: BigInt,
}

impl<'w> WeightSum<'w> {
    /// The sum over no solution.
    pub fn new(weights: &'w Weights) -> Self {
        WeightSum { weights, sum: BigInt::ZERO }
    }

    /// Adds a solution.
    pub fn add(&mut self, solution: &Assignment) {
        let mut product = BigInt::from(1);
        for (var, [zero, one]) in self.weights.iter() {
            // Times both denominators, as all products are.
            let (own, other) = if solution[var] == 1 { (one, zero) } else { (zero, one) };
            product *= own.numerator() * BigInt::from(other.denominator().clone());
        }
        self.sum += product;
    }

    /// The sum.
    pub fn total(&self) -> Rational {
        let denominators = self.weights.iter().flat_map(|(_, pair)| pair).map(Rational::denominator);
        Rational::new(self.sum.clone(), denominators.product::<BigUint>())
    }
}
