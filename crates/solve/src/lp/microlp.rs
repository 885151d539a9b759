//! microlp, in pure Rust: simplex and branch and bound, without presolve and cuts of its own.
//!
//! Without an objective every basis is as good as any other, and microlp walks among them for long. It also prefers to
//! branch where the objective is steep. So the objective leads the search: a column that the formulation introduces as
//! one of n choices (number sets, table rows) weighs about 1 / n^2, so that lines with few choices are decided first; a
//! pseudo-random factor between 1/2 and 1 makes the choices of one line differ. On the magic board of order 5 that
//! takes 5 s where equal weights per line take 20 s and none is not done in 60 s. Weights on the values' columns made
//! it slower on every puzzle tried. The first solution ends the search, with any objective.
//!
//! microlp 0.6 can run into a singular basis. Then it starts again with other factors, which lead along another way.

use fastrand::Rng;
use good_lp::WithMipGap;
use good_lp::solvers::microlp::microlp;

use crate::tuning::lp::{ATTEMPTS, SCALE};
use cnfab_ilp::Program;

use super::good::Stated;
use super::{Answer, LpSolver};
use crate::Budget;

pub(super) struct Microlp;

impl LpSolver for Microlp {
    fn solve(&self, program: &Program, budget: &Budget) -> Result<Answer, String> {
        let seed = budget.seed;
        let attempt = |number: u64| {
            let mut rng = Rng::with_seed(seed.wrapping_add(number));
            let stated = Stated::new(program, |column| match column.one_of {
                Some(choices) => SCALE * f64::from(rng.u8(50..=100)) / (choices as f64).powi(2),
                // After a failure the other columns get weights too, for programs without choices.
                None if number > 0 => rng.f64(),
                None => 0.0,
            });
            // Without an objective the first solution will do.
            let gap = if program.objective().is_empty() { f32::MAX } else { 0.0 };
            let using = |problem| microlp(problem).with_mip_gap(gap).expect("a finite gap of at least 0");
            stated.solve(using, budget.remaining())
        };
        (1..ATTEMPTS).fold(attempt(0), |answer, number| answer.or_else(|_| attempt(number)))
    }
}
