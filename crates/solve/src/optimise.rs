//! Optimisation: the solutions of a model with an objective are its best ones.
//!
//! A backend finds better and better solutions ([`Backend::optimise`]) until none is left that is better than the last.
//! That one is optimal. Where all optimal solutions are wanted, or their number, the objective then becomes an
//! equation, and the model is searched once more.
//!
//! What every backend can do is `tighten`: it searches, asks for something better than what was found, and searches
//! again. This is branch and bound by restarts. Backends with something better have their own: the engine `domains` of
//! native search tightens the bound within one search, as A. H. Land, A. G. Doig, "An automatic method of solving
//! discrete programming problems", Econometrica 28, 1960, have it. The other engines and `cdcl` are restarted. A
//! backend that only counts finds the optimum by bisection: it counts the solutions up to a value.

use std::ops::ControlFlow;

use cnfab_model::{Assignment, Cmp, Model, Objective, Sense};

use super::{Backend, Budget, Count, Counted, Limit, OnSolution, Outcome, Report, SolveError, Stats};

/// The comparison with a value that makes an objective's value better than it.
pub(super) fn better_than(objective: &Objective, value: i64) -> Option<(Cmp, i64)> {
    match objective.sense {
        Sense::Minimise => value.checked_sub(1).map(|less| (Cmp::Le, less)),
        Sense::Maximise => value.checked_add(1).map(|more| (Cmp::Ge, more)),
    }
}

/// Solves again and again, each time for something better.
pub(super) fn tighten<B: Backend + ?Sized>(
    backend: &B,
    model: &Model,
    budget: &Budget,
    on: OnSolution<'_>,
) -> Result<Report, SolveError> {
    let objective = model.objective().expect("there is something to optimise");
    let one = budget.wanting(Some(1));
    let mut stats = Stats::default();
    let mut best: Option<i64> = None;
    loop {
        let known = [best, budget.best()].into_iter().flatten();
        best = if objective.sense == Sense::Minimise { known.min() } else { known.max() };
        let asked = match best.map(|value| better_than(objective, value)) {
            None => model.without_objective(),
            Some(Some((cmp, value))) => model.with_objective_value(cmp, value),
            Some(None) => return Ok(Report { outcome: Outcome::Optimal, stats }),
        };
        let mut found = None;
        let report = backend.solve(&asked, &one, &mut |solution| {
            found = Some(solution.clone());
            ControlFlow::Break(())
        })?;
        stats.add(&report.stats);
        if let Some(solution) = found {
            best = Some(objective.value(&solution));
            if on(&solution).is_break() {
                return Ok(Report { outcome: Outcome::Satisfied, stats });
            }
            continue;
        }
        let outcome = match (report.outcome, best) {
            (Outcome::Exhausted, Some(_)) if backend.is_complete() => Outcome::Optimal,
            (Outcome::Exhausted, Some(_)) => Outcome::Satisfied,
            (other, _) => other,
        };
        return Ok(Report { outcome, stats });
    }
}

/// Finds the optimal solutions, all or as many as the receiver takes. If a limit ends the search, `on` gets the best
/// that was found.
///
/// # Errors
/// If the backend cannot state the model, or fails.
pub fn list(
    backend: &dyn Backend,
    model: &Model,
    budget: &Budget,
    on_better: OnSolution<'_>,
    on: OnSolution<'_>,
) -> Result<Report, SolveError> {
    let (mut report, fixed) = optimum(backend, model, budget, on_better)?;
    let Some((best, fixed)) = fixed else { return Ok(report) };
    if report.outcome != Outcome::Optimal || budget.wanted == Some(1) {
        let _ = on(&best);
        return Ok(report);
    }
    let mut exact = budget.clone();
    exact.gap = None;
    let all = backend.solve(&fixed, &exact, on)?;
    report.stats.add(&all.stats);
    Ok(Report { outcome: all.outcome, ..report })
}

/// Counts the optimal solutions. A backend that has to build solutions for this hands them to `on`; without `on` none
/// is built if that can be.
///
/// # Errors
/// If the backend cannot state the model, or fails.
pub fn count(
    backend: &dyn Backend,
    model: &Model,
    budget: &Budget,
    on_better: OnSolution<'_>,
    on: Option<OnSolution<'_>>,
) -> Result<Counted, SolveError> {
    if !backend.lists() {
        return bisect(backend, model, budget);
    }
    let (mut report, fixed) = optimum(backend, model, budget, on_better)?;
    let Some((best, fixed)) = fixed else { return Ok(Counted { number: Count::zero(), report }) };
    if report.outcome != Outcome::Optimal {
        if let Some(on) = on {
            let _ = on(&best);
        }
        return Ok(Counted { number: 1_u64.into(), report });
    }
    let all = match on {
        Some(on) => backend.count(&fixed, budget, on)?,
        None => backend.count_only(&fixed, budget)?,
    };
    report.stats.add(&all.report.stats);
    Ok(Counted { number: all.number, report: Report { outcome: all.report.outcome, ..report } })
}

/// A solution and the model of all that have the same value of the objective.
type Best = (Assignment, Model);

/// The best solution that a backend finds, and what it did.
fn optimum(
    backend: &dyn Backend,
    model: &Model,
    budget: &Budget,
    on_better: OnSolution<'_>,
) -> Result<(Report, Option<Best>), SolveError> {
    let objective = model.objective().expect("there is something to optimise");
    let mut best = None;
    let mut report = backend.optimise(model, budget, &mut |solution| {
        best = Some(solution.clone());
        budget.receive(objective.value(solution));
        on_better(solution)
    })?;
    report = report.for_better(best.is_some() && backend.is_complete());
    let best = best.map(|best| {
        let value = objective.value(&best);
        if budget.is_near_enough() && report.outcome == Outcome::Stopped(Limit::Time) {
            // The receiver has what it wants.
            report.outcome = if budget.bound() == Some(value) { Outcome::Optimal } else { Outcome::Satisfied };
        }
        report.stats.objective = Some(value);
        report.stats.bound = match report.outcome {
            Outcome::Optimal => Some(value),
            _ => report.stats.bound.or(budget.bound()),
        };
        (best, model.with_objective_value(Cmp::Eq, value))
    });
    Ok((report, best))
}

/// The optimum by counting the solutions up to a value.
fn bisect(backend: &dyn Backend, model: &Model, budget: &Budget) -> Result<Counted, SolveError> {
    let objective = model.objective().expect("there is something to optimise");
    let (least, most) = objective.bounds(model);
    // Values from the best that there could be to the worst.
    let (from, to, cmp) = match objective.sense {
        Sense::Minimise => (least, most, Cmp::Le),
        Sense::Maximise => (-most, -least, Cmp::Ge),
    };
    let value = |place: i64| if cmp == Cmp::Le { place } else { -place };
    let mut stats = Stats::default();
    // No solution is better than `low`; some solution is as good as `high`, if there is one.
    let (mut low, mut high) = (from, to);
    let mut all = backend.count_only(&model.without_objective(), budget)?;
    let is_met = !all.number.is_zero();
    while low < high && all.report.outcome == Outcome::Exhausted && !all.number.is_zero() {
        stats.add(&all.report.stats);
        let middle = low + (high - low).div_euclid(2);
        let upto = backend.count_only(&model.with_objective_value(cmp, value(middle)), budget)?;
        match (upto.report.outcome, upto.number.is_zero()) {
            (Outcome::Exhausted, true) => low = middle + 1,
            (Outcome::Exhausted, false) => high = middle,
            _ => all = upto,
        }
    }
    if all.report.outcome == Outcome::Exhausted && !all.number.is_zero() {
        stats.objective = Some(value(high));
        all = backend.count_only(&model.with_objective_value(Cmp::Eq, value(high)), budget)?;
    }
    stats.bound = Some(value(low));
    stats.add(&all.report.stats);
    // Solutions up to a value are none of the optimal ones.
    let is_number = all.report.outcome == Outcome::Exhausted;
    let outcome = if is_number { Outcome::Exhausted } else { Outcome::Stopped(Limit::Time) };
    let outcome = if let Outcome::Stopped(limit) = all.report.outcome { Outcome::Stopped(limit) } else { outcome };
    // But if there are some, one of them is optimal.
    let number = if is_number { all.number } else { u64::from(is_met).into() };
    Ok(Counted { number, report: Report { outcome, stats } })
}
