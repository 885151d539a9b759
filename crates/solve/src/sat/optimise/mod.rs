//! Optimisation by clauses: one incremental solver, asked for better and better solutions or for proofs that there are
//! none.
//!
//! The objective is a sum of costs of literals ([`Costs`](cnfab_encode::Costs)). Three ways to its least value:
//!
//! - `improve`: after each solution, the objective has to be better, as a constraint that the configuration encodes
//!   (N. Eén, N. Sörensson, "Translating Pseudo-Boolean Constraints into SAT", JSAT 2006). Bounds from above.
//! - `bisect`: the constraint halves what is open, and holds under an assumption. Bounds from both sides.
//! - `core`: what no solution can avoid is counted (`core_guided`). Bounds from below, and solutions on the way.
//!
//! Which one wins depends on the objective: cores are few where most of it can be had, as in MaxSAT; one variable with
//! many values, as the end of a schedule, has as many cores as values. So without an option, an objective of one
//! variable is bisected, and others are led by cores.

mod core_guided;
mod totalizer;

use std::ops::ControlFlow;

use crate::builders::Improvement;
use crate::tuning::auto::VALUES_READ;
use crate::{Budget, Limit, OnSolution, Outcome};
use cnfab_cnf::{Lit, Name};
use cnfab_encode::{Further, Recipe, VarMap, encode_further};
use cnfab_model::{Cmp, Linear, Model, Objective, Sense};

use super::{SatResult, SatSolver};

/// The result of the search for an optimum.
pub(super) struct Ended {
    pub(super) outcome: Outcome,
    /// The bound that no solution is better than, as a value of the objective.
    pub(super) bound: Option<i64>,
}

/// Why a search failed.
pub(super) enum Trouble {
    /// An encoding cannot state the bound.
    Refused(cnfab_encode::Unsupported),
    /// The solver or an encoding is wrong.
    Failed(String),
}

/// The search for an optimum. Costs are values of the objective, negated if it is maximised: less is better.
pub(super) struct OptimumSearch<'s, 'f> {
    pub(super) solver: Box<dyn SatSolver>,
    pub(super) vars: VarMap,
    pub(super) model: &'s Model,
    pub(super) recipe: &'s Recipe,
    pub(super) budget: &'s Budget,
    pub(super) on: OnSolution<'f>,
    /// The cost of the best solution so far.
    best: Option<i64>,
    /// No solution costs less.
    least: i64,
}

/// How a call of the solver ended.
enum OptimumStep {
    /// A solution was found; it costs so much.
    Found(i64),
    /// There is none under these of the assumptions.
    Refuted(Vec<Lit>),
    /// The search is over.
    Over(Outcome),
}

impl<'s, 'f> OptimumSearch<'s, 'f> {
    pub(super) fn new(
        solver: Box<dyn SatSolver>,
        vars: VarMap,
        model: &'s Model,
        recipe: &'s Recipe,
        budget: &'s Budget,
        on: OnSolution<'f>,
    ) -> Self {
        let mut search = OptimumSearch { solver, vars, model, recipe, budget, on, best: None, least: 0 };
        let (least, most) = search.objective().bounds(model);
        search.least = if search.is_minimised() { least } else { -most };
        search
    }

    fn objective(&self) -> &'s Objective {
        self.model.objective().expect("there is something to optimise")
    }

    fn is_minimised(&self) -> bool {
        self.objective().sense == Sense::Minimise
    }

    /// Finds the optimum. Returns the solver, too.
    pub(super) fn run(mut self, way: Improvement) -> Result<(Ended, Box<dyn SatSolver>), Trouble> {
        let outcome = match way {
            Improvement::Improve => self.improve(),
            Improvement::Bisect => self.bisect(),
            Improvement::Core => self.core_guided(),
            Improvement::Auto if self.objective().terms.len() > 1 => self.core_guided(),
            Improvement::Auto => self.bisect(),
        }?;
        let least = if outcome == Outcome::Optimal { self.best.unwrap_or(self.least) } else { self.least };
        let bound = if self.is_minimised() { least } else { -least };
        Ok((Ended { outcome, bound: (outcome != Outcome::Exhausted).then_some(bound) }, self.solver))
    }

    /// Asks the solver once. A solution that is better than all before is handed over.
    fn ask(&mut self, assumptions: &[Lit]) -> Result<OptimumStep, Trouble> {
        if self.budget.is_over_after(self.model.variables().len() as u64 / VALUES_READ) {
            return Ok(OptimumStep::Over(Outcome::Stopped(Limit::Time)));
        }
        self.adopt();
        match self.solver.solve(assumptions).map_err(Trouble::Failed)? {
            SatResult::Unsat(core) => return Ok(OptimumStep::Refuted(core)),
            SatResult::Unknown => {
                return Ok(OptimumStep::Over(Outcome::Stopped(super::backend::why_unknown(self.budget))));
            }
            SatResult::Sat => {}
        }
        let solution = self.vars.decode(&|lit| self.solver.holds(lit));
        if let Some(posted) = self.model.violated(&solution) {
            let wrong = format!("a model of the formula violates a constraint '{}'", posted.label);
            return Err(Trouble::Failed(wrong));
        }
        let value = self.objective().value(&solution);
        let cost = if self.is_minimised() { value } else { -value };
        if self.best.is_none_or(|best| cost < best) {
            self.best = Some(cost);
            if (self.on)(&solution) == ControlFlow::Break(()) {
                return Ok(OptimumStep::Over(Outcome::Satisfied));
            }
        }
        Ok(OptimumStep::Found(cost))
    }

    /// Takes the cost of a better solution that another engine has found.
    fn adopt(&mut self) {
        if let Some(value) = self.budget.best() {
            let cost = if self.is_minimised() { value } else { -value };
            self.best = Some(self.best.map_or(cost, |best| best.min(cost)));
        }
    }

    /// Every solution costs at least so much.
    fn raise(&mut self, least: i64) {
        self.least = least;
        self.budget.prove(if self.is_minimised() { least } else { -least }, self.objective().sense);
    }

    /// The outcome if nothing is left to be found.
    fn nothing_left(&self) -> Outcome {
        if self.best.is_some() { Outcome::Optimal } else { Outcome::Exhausted }
    }

    /// States that a solution costs at most so much, if these literals hold.
    fn at_most(&mut self, cost: i64, when: &[Lit]) -> Result<(), Trouble> {
        let Objective { terms, constant, .. } = self.objective();
        let (cmp, value) = if self.is_minimised() { (Cmp::Le, cost) } else { (Cmp::Ge, -cost) };
        let sum = Linear { terms: terms.clone(), cmp, rhs: value - constant };
        let further = Further { label: "objective", constraint: &sum.into(), when };
        let (model, recipe) = (self.model, self.recipe);
        encode_further(model, recipe, &further, &mut self.vars, self.solver.as_mut()).map_err(Trouble::Refused)
    }

    fn improve(&mut self) -> Result<Outcome, Trouble> {
        loop {
            match self.ask(&[])? {
                OptimumStep::Found(cost) => self.at_most(self.best.unwrap_or(cost) - 1, &[])?,
                OptimumStep::Refuted(_) => return Ok(self.nothing_left()),
                OptimumStep::Over(outcome) => return Ok(outcome),
            }
        }
    }

    fn bisect(&mut self) -> Result<Outcome, Trouble> {
        match self.ask(&[])? {
            OptimumStep::Found(_) => {}
            OptimumStep::Refuted(_) => return Ok(Outcome::Exhausted),
            OptimumStep::Over(outcome) => return Ok(outcome),
        }
        while let Some(best) = self.best.filter(|&best| self.least < best) {
            let middle = self.least + (best - 1 - self.least).div_euclid(2);
            let half = self.solver.fresh(Name::aux("half", middle.unsigned_abs() as usize, 0));
            self.at_most(middle, &[half])?;
            match self.ask(&[half])? {
                OptimumStep::Found(_) => {}
                OptimumStep::Refuted(_) => {
                    self.raise(middle + 1);
                    self.solver.clause(&[!half]);
                }
                OptimumStep::Over(outcome) => return Ok(outcome),
            }
        }
        Ok(Outcome::Optimal)
    }
}
