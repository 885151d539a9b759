//! Random models through one strategy that does not take all of them.

use std::fmt;

use cnfab::model::{Model, Var};
use cnfab::solve::SolveError;

use crate::common::scale::rounds;
use crate::engines::{count, solve};
use crate::random_model::brute_force;

/// The models of many seeds, and how many solutions those have that were taken.
pub(crate) struct Seen(Vec<usize>);

impl fmt::Debug for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} taken, {} without solutions, {} with several", self.taken(), self.none(), self.above(1))
    }
}

impl Seen {
    /// The number of models that were taken.
    pub(crate) fn taken(&self) -> usize {
        self.0.len()
    }

    /// The number of those that have no solution.
    pub(crate) fn none(&self) -> usize {
        self.taken() - self.above(0)
    }

    /// The number of those that have more solutions than that.
    pub(crate) fn above(&self, number: usize) -> usize {
        self.0.iter().filter(|&&solutions| solutions > number).count()
    }
}

/// A model of twelve variables of two values, without constraints.
pub(crate) fn twelve_switches(low: i32) -> (Model, Vec<Var>) {
    let mut model = Model::new();
    let vars = (0..12).map(|var| model.var(format!("x[{var}]"), low..=low + 1)).collect();
    (model, vars)
}

/// Compares what a strategy lists and counts with brute force, for all models that it takes.
pub(crate) fn compare_with_brute_force(strategy: &str, seeds: u64, model: impl Fn(u64) -> Model) -> Seen {
    let mut sizes = Vec::new();
    for seed in rounds(seeds) {
        let model = model(seed);
        match solve(strategy, &model, &format!("seed {seed}")) {
            Ok(found) => {
                assert_eq!(found, brute_force(&model), "seed {seed}\n{model:#?}");
                assert_eq!(count(strategy, &model), found.len() as u64, "seed {seed}\n{model:#?}");
                sizes.push(found.len());
            }
            Err(SolveError::Unsupported { .. }) => {}
            Err(error) => panic!("seed {seed}: {error}"),
        }
    }
    Seen(sizes)
}
