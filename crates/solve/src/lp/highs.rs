//! HiGHS, in C++: presolve, cuts, heuristics and branch and bound, run in one thread.

use good_lp::solvers::highs::{HighsParallelType, highs};

use cnfab_ilp::Program;

use super::good::Stated;
use super::{Answer, LpSolver};
use crate::Budget;

pub(super) struct Highs;

impl LpSolver for Highs {
    fn solve(&self, program: &Program, budget: &Budget) -> Result<Answer, String> {
        // HiGHS takes seeds from 0 to 2^31 - 1.
        let seed = (budget.seed % (1 << 31)) as i32;
        let using = |problem| {
            highs(problem).set_parallel(HighsParallelType::Off).set_threads(1).set_option("random_seed", seed)
        };
        Stated::new(program, |_| 0.0).solve(using, budget.remaining())
    }
}
