//! The comparison of the optima that runs found.

use std::fmt;

use crate::run::Verdict;
use cnfab_model::Sense;
use cnfab_model::problem::Problem;

use super::Compared;
use super::agree::{Agreement, Difference, difference};

impl Agreement {
    /// Compares the optima of the runs on an instance. `Some` if there is nothing more to compare: no set, or a
    /// difference.
    pub(super) fn optima(&mut self, problem: &dyn Problem, runs: &[&Compared]) -> Option<Option<Difference>> {
        let with_value = || runs.iter().filter_map(|&run| Some((run.record.objective?, run)));
        let (first, run) = with_value().next()?;
        let model = problem.model(&run.record.view).ok()?;
        let sense = model.objective()?.sense;
        let proven = || with_value().filter(|(_, run)| run.record.outcome.is_answer());
        self.optimal += proven().count() as u64;
        let is_better = |a: i64, b: i64| if sense == Sense::Minimise { a < b } else { a > b };
        let (best, best_run) = with_value().fold((first, run), |a, b| if is_better(b.0, a.0) { b } else { a });
        // A run that found that there is no solution is wrong, too.
        let none = runs.iter().find(|run| run.record.outcome == Verdict::Complete && run.record.solutions.is_zero());
        let worse = proven().find(|one| one.0 != best).map(|one| one.1).or(none.copied());
        if let Some(worse) = worse {
            let cells = best_run.solutions.first().cloned();
            let plain = cells.as_ref().map(|cells| problem.plain(cells));
            return Some(Some(Difference { plain, ..difference(best_run, worse, cells) }));
        }
        if self.instances == 1 && proven().next().is_some() {
            self.optimum = Some(best);
        }
        let is_listed = runs.iter().any(|run| run.record.outcome == Verdict::Complete);
        (!is_listed).then_some(None)
    }

    /// Writes what comparing the optima gave, if there are any.
    pub(super) fn write_optimum(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.optimal, self.optimum) {
            (0, _) => Ok(()),
            (1, _) => write!(f, "Only one run has proven an optimum: there is nothing to compare it with."),
            (n, Some(optimum)) => write!(f, "All {n} runs that came to an end agree on the optimum {optimum}."),
            (n, None) => write!(f, "All {n} runs that came to an end agree on the optimum of their instance."),
        }
    }
}
