//! Random models through one strategy that does not take all of them.

use cnfab::model::Model;
use cnfab::solve::SolveError;

use crate::engines::{count, solve};
use crate::random_model::brute_force;

/// What became of models of many seeds: how many were taken, and of these how many have no solution, or several.
pub(crate) struct Seen {
    pub(crate) taken: usize,
    pub(crate) none: usize,
    pub(crate) several: usize,
}

/// Compares what a strategy lists and counts with brute force, for all models that it takes.
pub(crate) fn compare_with_brute_force(strategy: &str, seeds: u64, model: impl Fn(u64) -> Model) -> Seen {
    let mut seen = Seen { taken: 0, none: 0, several: 0 };
    for seed in 0..seeds {
        let model = model(seed);
        match solve(strategy, &model, &format!("seed {seed}")) {
            Ok(found) => {
                assert_eq!(found, brute_force(&model), "seed {seed}\n{model:#?}");
                assert_eq!(count(strategy, &model), found.len() as u64, "seed {seed}\n{model:#?}");
                seen.taken += 1;
                seen.none += usize::from(found.is_empty());
                seen.several += usize::from(found.len() > 1);
            }
            Err(SolveError::Unsupported { .. }) => {}
            Err(error) => panic!("seed {seed}: {error}"),
        }
    }
    seen
}
