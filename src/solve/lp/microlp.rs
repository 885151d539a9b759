//! microlp, in pure Rust: simplex and branch and bound, without presolve and cuts of its own.

use std::time::Duration;

use good_lp::solvers::microlp::microlp;

use crate::ilp::Program;

use super::good::Stated;
use super::{Answer, LpSolver};

pub(super) struct Microlp;

impl LpSolver for Microlp {
    fn solve(&self, program: &Program, limit: Option<Duration>, _: u64) -> Result<Answer, String> {
        Stated::new(program).solve(microlp, limit)
    }
}
