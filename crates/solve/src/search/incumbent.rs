//! The best value that a search for an optimum has found: the bound of branch and bound, which all its threads share.
//!
//! A. H. Land, A. G. Doig, "An automatic method of solving discrete programming problems", Econometrica 28, 1960. Ours
//! is a number that only decreases, so that it needs no lock: a thread that reads an old one searches some nodes more.
//! Which of the best solutions is found first, and after how many nodes, depends on the threads; the optimum does not.

use std::sync::atomic::{AtomicI64, Ordering};

use cnfab_model::{Objective, Sense};

/// The least sum found so far, and what no sum is below. Objectives that are to be large have their sums negated.
pub(crate) struct Incumbent {
    /// Coefficient, and place of the variable in the model.
    terms: Vec<(i64, usize)>,
    /// The sum of the best solution; the largest number before the first.
    best: AtomicI64,
    /// No solution has a smaller sum; the least number while nothing is known.
    least: AtomicI64,
    sense: Sense,
    constant: i64,
}

impl Incumbent {
    /// Without a solution.
    pub(crate) fn new(objective: &Objective) -> Self {
        let terms = Self::terms(objective).map(|(coefficient, var)| (coefficient, var.index())).collect();
        let Objective { sense, constant, .. } = *objective;
        Incumbent { terms, best: AtomicI64::new(i64::MAX), least: AtomicI64::new(i64::MIN), sense, constant }
    }

    /// The terms of a sum that is smaller for better solutions.
    pub(crate) fn terms(objective: &Objective) -> impl Iterator<Item = (i64, cnfab_model::Var)> + '_ {
        let sign = if objective.sense == Sense::Minimise { 1 } else { -1 };
        objective.terms.iter().map(move |&(coefficient, var)| (sign * coefficient, var))
    }

    /// The sum of a solution.
    pub(crate) fn sum(&self, values: &[i32]) -> i64 {
        self.terms.iter().map(|&(coefficient, var)| coefficient * i64::from(values[var])).sum()
    }

    /// Takes a solution. Returns whether it is better than all before.
    pub(crate) fn offer(&self, values: &[i32]) -> bool {
        let sum = self.sum(values);
        sum < self.best.fetch_min(sum, Ordering::Relaxed)
    }

    /// The largest sum that is better than the best; `None` before the first solution.
    pub(crate) fn wanted(&self) -> Option<i64> {
        let best = self.best.load(Ordering::Relaxed);
        (best != i64::MAX).then(|| best - 1)
    }

    /// Takes the value of a solution that another engine has found.
    pub(crate) fn adopt(&self, value: i64) {
        let sum = value.saturating_sub(self.constant);
        let sum = if self.sense == Sense::Minimise { sum } else { -sum };
        if sum < self.best.load(Ordering::Relaxed) {
            self.best.fetch_min(sum, Ordering::Relaxed);
        }
    }

    /// No solution has a sum below this.
    pub(crate) fn prove(&self, least: i64) {
        self.least.fetch_max(least, Ordering::Relaxed);
    }

    /// The direction in which values of the objective are better.
    pub(crate) fn sense(&self) -> Sense {
        self.sense
    }

    /// The value of the objective that no solution is better than, if something is known.
    pub(crate) fn bound(&self) -> Option<i64> {
        let least = self.least.load(Ordering::Relaxed);
        let value = if self.sense == Sense::Minimise { least } else { -least.max(-i64::MAX) };
        (least != i64::MIN).then(|| value.saturating_add(self.constant))
    }
}
