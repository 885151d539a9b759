//! The strategy `ilp`: the model as an integer program, searched in one tree by the solver of `cnfab-ilp`, whose head
//! says what it does. All solutions come from one search; each is checked against the model.

use std::ops::ControlFlow;
use std::time::Instant;

use cnfab_ilp::{
    BranchOrder, Formulation, IlpTree, Learning, Linearized, RelaxationUse, TAKES, TooLarge, TreeEnd, TreeOptions,
    TreeWatch, linearize_exactly,
};
use cnfab_model::{Assignment, Model, Sense, Takes};

use super::{check, rounds, size};
use crate::builders::Switch;
use crate::tuning::auto::SAT_LITERAL as PROPAGATED;
use crate::{Backend, Budget, Encodings, Limit, OnSolution, Options, Outcome, Report, SolveError, Stats};

/// Makes the backend.
pub(crate) fn backend(options: &Options, encodings: &Encodings) -> Box<dyn Backend> {
    let switches = TreeOptions {
        order: BranchOrder::named(options.get("order")),
        learn: Learning::named(options.get("learn")),
        relaxation: RelaxationUse::named(options.get("lp")),
        cuts: Switch::named(options.get("cuts")) == Switch::On,
    };
    Box::new(Tree {
        name: options.strategy(),
        formulation: encodings.ilp.unwrap_or(cnfab_ilp::PLAIN),
        options: switches,
        threads: options.number("threads") as usize,
    })
}

/// The budget of a search, with the values of a model's objective.
pub(super) struct Watch<'b> {
    budget: &'b Budget,
    sense: Option<Sense>,
}

impl<'b> Watch<'b> {
    pub(super) fn new(budget: &'b Budget, model: &Model) -> Self {
        Watch { budget, sense: model.objective().map(|objective| objective.sense) }
    }

    /// The value of a solution as the program has it, if the model has an objective.
    pub(super) fn value(&self, model: &Model, solution: &Assignment) -> Option<i64> {
        Some(self.sign() * model.objective()?.value(solution))
    }

    /// The program minimises.
    fn sign(&self) -> i64 {
        if self.sense == Some(Sense::Maximise) { -1 } else { 1 }
    }
}

impl TreeWatch for Watch<'_> {
    fn is_over(&mut self, work: u64) -> bool {
        self.budget.is_over_after(PROPAGATED * work)
    }

    fn best(&mut self) -> Option<i64> {
        Some(self.sign() * self.budget.best()?)
    }

    fn proves(&mut self, bound: i64) {
        if let Some(sense) = self.sense {
            self.budget.prove(self.sign() * bound, sense);
        }
    }
}

struct Tree {
    name: String,
    formulation: &'static dyn Formulation,
    options: TreeOptions,
    threads: usize,
}

/// The solution of a model with these values of columns.
///
/// # Errors
/// If it is none.
pub(super) fn checked(model: &Model, made: &Linearized, columns: &[i64]) -> Result<Assignment, String> {
    let found = made.values.assignment(&made.program, columns)?;
    check(model, &found)?;
    Ok(found)
}

impl Backend for Tree {
    fn limits_ticks(&self) -> Result<(), SolveError> {
        Ok(())
    }

    fn name(&self) -> String {
        self.name.clone()
    }

    fn recipe(&self) -> Option<String> {
        Some(format!("ilp={}", self.formulation.name()))
    }

    fn takes(&self) -> Takes {
        TAKES
    }

    fn solve(&self, model: &Model, budget: &Budget, on: OnSolution<'_>) -> Result<Report, SolveError> {
        self.search(model, (budget, false), on, |made| {
            let shown = model.shown();
            let columns: Vec<usize> = shown.iter().flat_map(|&var| made.values.columns(var)).collect();
            IlpTree::listing(&made.program, Some(&columns), self.options)
        })
    }

    fn optimise(&self, model: &Model, budget: &Budget, on: OnSolution<'_>) -> Result<Report, SolveError> {
        let mut is_solved = false;
        let mut note = |solution: &Assignment| {
            is_solved = true;
            on(solution)
        };
        let report =
            self.search(model, (budget, true), &mut note, |made| IlpTree::optimising(&made.program, self.options))?;
        Ok(report.for_better(is_solved))
    }
}

impl Tree {
    fn search(
        &self,
        model: &Model,
        (budget, is_optimum): (&Budget, bool),
        on: OnSolution<'_>,
        begin: impl for<'p> Fn(&'p Linearized) -> Result<IlpTree<'p>, TooLarge> + Sync,
    ) -> Result<Report, SolveError> {
        let unsupported = |what: String| SolveError::Unsupported { backend: self.name(), what };
        let start = Instant::now();
        let made = linearize_exactly(model, self.formulation).map_err(|reason| unsupported(reason.to_string()))?;
        let too_large = |TooLarge| unsupported("numbers of this size".to_owned());
        let mut tree = begin(&made).map_err(too_large)?;
        let mut stats = Stats {
            encode_s: Some(start.elapsed().as_secs_f64()),
            program: Some(size(&made.program)),
            ..Stats::default()
        };
        budget.begin(&stats);
        let mut failure = None;
        let (end, done) = if self.threads > 1 {
            let whole = (tree, is_optimum);
            let shared = rounds::search(self.threads, whole, (model, &made), budget, begin, on).map_err(too_large)?;
            failure = shared.failure;
            (shared.end, shared.statistics)
        } else {
            let end = tree.run(&mut Watch::new(budget, model), &mut |columns| match checked(model, &made, columns) {
                Ok(found) => on(&found),
                Err(detail) => {
                    failure = Some(detail);
                    ControlFlow::Break(())
                }
            });
            (end, tree.statistics())
        };
        if let Some(detail) = failure {
            return Err(SolveError::Failed { backend: self.name(), detail });
        }
        stats.nodes = Some(done.nodes);
        stats.conflicts = Some(done.conflicts);
        stats.restarts = Some(done.restarts);
        stats.learned = Some(done.learned);
        stats.relaxations = Some(done.relaxations);
        stats.cuts = Some(done.cuts);
        let outcome = match end {
            TreeEnd::Exhausted => Outcome::Exhausted,
            TreeEnd::Satisfied => Outcome::Satisfied,
            TreeEnd::Stopped => Outcome::Stopped(Limit::Time),
        };
        Ok(Report { outcome, stats })
    }
}
