//! The same formula in another order: other numbers for the variables, the clauses and their literals in another
//! sequence.
//!
//! What a solver does depends on the order it meets the formula in; one order is one sample. Signs stay as they are, so
//! a solver that tries false first still does. Random numbers: G. L. Steele, D. Lea, C. H. Flood, "Fast Splittable
//! Pseudorandom Number Generators", OOPSLA 2014. The same seed and formula give the same order everywhere.

use super::{ClauseSink, ClauseStore, Lit};
use cnfab_base::split_mix::{STEP, split_mix};

/// An order of a formula's variables, and random numbers for the order of its clauses.
#[derive(Clone, Debug)]
pub struct Shuffle {
    /// For each variable, less one, its new number.
    to: Vec<u32>,
    random: Random,
}

impl Shuffle {
    /// A random order of `variables` variables.
    pub fn new(variables: usize, seed: u64) -> Self {
        let mut random = Random(seed);
        let count = u32::try_from(variables).expect("fewer than 2^31 variables");
        let mut to: Vec<u32> = (1..=count).collect();
        random.shuffle(&mut to);
        Shuffle { to, random }
    }

    /// The literal in the other order. Variables that the order does not have keep their numbers.
    pub fn lit(&self, lit: Lit) -> Lit {
        let to = self.to.get(lit.var() as usize - 1).copied().unwrap_or(lit.var());
        let to = Lit::from_dimacs(to as i32);
        if lit.is_positive() { to } else { !to }
    }

    /// Sends the formula to `out`, which has had no variables yet: all variables with the names they had, in the new
    /// order, then all clauses.
    pub fn send(&mut self, formula: &ClauseStore, out: &mut dyn ClauseSink) {
        let mut from = vec![0; self.to.len()];
        (1..).zip(&self.to).for_each(|(old, &new)| from[new as usize - 1] = old);
        for old in from {
            out.fresh(formula.name(old));
        }
        let mut clauses: Vec<&[Lit]> = formula.clauses().collect();
        self.random.shuffle(&mut clauses);
        clauses.into_iter().for_each(|clause| self.clause(clause, out));
    }

    /// Sends one clause to `out`.
    pub fn clause(&mut self, clause: &[Lit], out: &mut dyn ClauseSink) {
        let mut lits: Vec<Lit> = clause.iter().map(|&lit| self.lit(lit)).collect();
        self.random.shuffle(&mut lits);
        out.clause(&lits);
    }
}

#[derive(Clone, Debug)]
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        let state = self.0;
        self.0 = state.wrapping_add(STEP);
        split_mix(state)
    }

    /// A number below `bound`.
    fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next()) * bound as u128) >> 64) as usize
    }

    fn shuffle<T>(&mut self, all: &mut [T]) {
        for last in (1..all.len()).rev() {
            all.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::Name;

    fn formula() -> ClauseStore {
        let mut formula = ClauseStore::default();
        let lits: Vec<Lit> = (0..40).map(|i| formula.fresh(Name::is(i, 7))).collect();
        for clause in lits.windows(3) {
            formula.clause(&[clause[0], !clause[1], clause[2]]);
        }
        formula
    }

    fn sorted(clause: &[Lit]) -> Vec<Lit> {
        let mut clause = clause.to_vec();
        clause.sort();
        clause
    }

    #[test]
    fn the_map_leads_to_the_same_clauses_and_names() {
        let formula = formula();
        let mut orders = BTreeSet::new();
        for seed in 0..20 {
            let mut shuffle = Shuffle::new(formula.variables(), seed);
            let mut shuffled = ClauseStore::default();
            shuffle.send(&formula, &mut shuffled);
            assert_eq!((shuffled.variables(), shuffled.len()), (40, 38));
            let expected: BTreeSet<Vec<Lit>> = formula
                .clauses()
                .map(|clause| sorted(&clause.iter().map(|&lit| shuffle.lit(lit)).collect::<Vec<_>>()))
                .collect();
            assert_eq!(shuffled.clauses().map(sorted).collect::<BTreeSet<_>>(), expected);
            for var in 1..=40 {
                let image = shuffle.lit(Lit::from_dimacs(var));
                assert!(image.is_positive());
                assert_eq!(shuffled.name(image.var()), formula.name(var as u32));
                assert_eq!(shuffle.lit(Lit::from_dimacs(-var)), !image);
            }
            orders.insert(shuffled.clauses().map(<[Lit]>::to_vec).collect::<Vec<_>>());
        }
        assert_eq!(orders.len(), 20, "every seed has an order of its own");
    }

    #[test]
    fn positions_are_evenly_used() {
        let mut hits = [[0u32; 8]; 8];
        for seed in 0..8000 {
            let shuffle = Shuffle::new(8, seed);
            (0..8).for_each(|i| hits[i][shuffle.lit(Lit::from_dimacs(i as i32 + 1)).var() as usize - 1] += 1);
        }
        assert!(hits.iter().flatten().all(|&count| (850..1150).contains(&count)), "{hits:?}");
    }
}
