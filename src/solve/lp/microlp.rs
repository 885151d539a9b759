//! microlp, in pure Rust: simplex and branch and bound, without presolve and cuts of its own.
//!
//! Without an objective every basis is as good as any other, and microlp walks among them for long; it also prefers to
//! branch where the objective is steep. Pseudo-random weights on the auxiliary columns (number sets, table rows) lead it
//! to decide these first; weights on the values' columns made it slower on every puzzle tried. The first solution ends
//! the search, whatever its objective.
//! microlp 0.6 can run into a singular basis. Then it starts again with other weights, which lead along another way.

use std::time::{Duration, Instant};

use fastrand::Rng;
use good_lp::WithMipGap;
use good_lp::solvers::microlp::microlp;

use crate::ilp::Program;

use super::good::Stated;
use super::{Answer, LpSolver};

pub(super) struct Microlp;

/// How often it starts when it fails.
const ATTEMPTS: u64 = 3;

impl LpSolver for Microlp {
    fn solve(&self, program: &Program, limit: Option<Duration>, seed: u64) -> Result<Answer, String> {
        let start = Instant::now();
        let attempt = |number: u64| {
            let mut rng = Rng::with_seed(seed.wrapping_add(number));
            // After a failure the other columns get weights too, for programs without auxiliary columns.
            let stated = Stated::new(program, |column| match column.auxiliary || number > 0 {
                true => rng.u8(1..=100).into(),
                false => 0.0,
            });
            let first_will_do = |problem| microlp(problem).with_mip_gap(f32::MAX).expect("a finite gap of at least 0");
            stated.solve(first_will_do, limit.map(|limit| limit.saturating_sub(start.elapsed())))
        };
        (1..ATTEMPTS).fold(attempt(0), |answer, number| answer.or_else(|_| attempt(number)))
    }
}
