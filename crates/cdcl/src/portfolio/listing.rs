//! Listing models by several threads: a lookahead splits the formula into cubes, and each cube has a solver of its own,
//! which lists its models (`listing`).
//!
//! The cubes share the models, so each is found once. First all threads search one model together: if there is none,
//! nothing is split, and else its cube is listed first, with its phases. Solvers of cubes exchange nothing, since what
//! they learn holds with the cube alone. Models come in the order of slices, threads and finding.

use std::collections::VecDeque;
use std::sync::Arc;

use super::super::exchange::Pause;
use super::super::listing::ToList;
use super::super::solver::{Answer, Solver, Work};
use super::super::{Cube, Cutoff, Literal, Settings};
use super::schedule::Schedule;
use super::worker::{Addition, Report, Slice, Worker, add};
use super::{Make, Portfolio, sum};
use crate::SearchLimits;
use crate::tuning::portfolio;

/// The common part of the solvers of cubes.
pub(super) struct Common {
    make: Make,
    settings: Settings,
    formula: Vec<Arc<Vec<Addition>>>,
    to_list: ToList<Literal>,
    /// A model, whose phases are the first ones.
    model: Vec<bool>,
}

/// The state of listing the models of a portfolio.
#[derive(Default)]
pub(super) struct Listing {
    to_list: ToList<Literal>,
    /// The cubes that are left, once there are cubes.
    begun: Option<(Schedule, Arc<Common>)>,
    /// Models that were found and not asked for yet.
    found: VecDeque<Vec<bool>>,
    propagations: u64,
}

/// The solver of the cube that a thread is listing, and the work of those before.
#[derive(Default)]
pub(super) struct Part {
    current: Option<(Cube, Solver)>,
    pub(super) done: Work,
}

impl Part {
    pub(super) fn work(&self) -> Work {
        self.current.as_ref().map_or(self.done, |(_, solver)| sum(self.done, solver.work()))
    }
}

impl Portfolio {
    /// Lists models from now on.
    ///
    /// Pre: there is no proof, and no clauses and assumptions come later.
    pub fn list(&mut self, to_list: ToList<Literal>) {
        match self.alone() {
            Some(alone) => alone.list(&to_list),
            None => self.listing = Some(Listing { to_list, ..Listing::default() }),
        }
    }

    /// Takes back decisions of the model that was found last on which no clause depends. Returns how many of them were
    /// on shown variables.
    ///
    /// Pre: models are listed, and the last answer was one.
    pub fn widen(&mut self) -> usize {
        // Other threads have gone on since they found theirs.
        self.alone().map_or(0, Solver::widen)
    }

    /// Excludes the model that was found last, and those that agree with it on the shown variables. `false` if it is
    /// known that there is no other one.
    ///
    /// Pre: models are listed, and the last answer was one.
    pub fn exclude(&mut self) -> bool {
        // What other threads list, they exclude themselves.
        self.alone().is_none_or(Solver::exclude)
    }

    /// The next model of the list.
    pub(super) fn next_model(&mut self, mut listing: Listing) -> Answer {
        let answer = loop {
            if let Some(model) = listing.found.pop_front() {
                self.model = Some(model);
                break Answer::Sat;
            }
            let Some((schedule, common)) = &mut listing.begun else {
                match self.search(&[]) {
                    Answer::Sat => {}
                    other => break other,
                }
                listing.begun = self.begin(&listing);
                listing.propagations = self.shortest;
                if listing.begun.is_none() {
                    break Answer::Unknown;
                }
                continue;
            };
            if schedule.is_empty() {
                break Answer::Unsat(Vec::new());
            }
            let Some(left) = self.left() else { break Answer::Unknown };
            let dealt = schedule.deal(self.threads, false);
            let reports = self.slice(&dealt, listing.propagations, left, Some(common));
            for (thread, (cubes, report)) in dealt.iter().zip(reports).enumerate() {
                listing.found.extend(report.models);
                for (cube, answer) in cubes.iter().zip(report.answers) {
                    match answer {
                        Answer::Unsat(_) => schedule.close(cube),
                        _ => schedule.begin(cube, thread),
                    }
                }
            }
            listing.propagations = self.longest.min(2 * listing.propagations);
        };
        self.listing = Some(listing);
        answer
    }

    /// Splits the formula, first the cube of the last model. `None` if the budget ends before.
    fn begin(&mut self, listing: &Listing) -> Option<(Schedule, Arc<Common>)> {
        let to_list = listing.to_list.clone();
        let number = self.cubes.max(portfolio::CUBES * self.threads);
        let budget = self.budget.clone();
        let shown = (!to_list.is_unique).then_some(&to_list.shown[..]);
        let split = self.first.solver.split(shown, Cutoff::Number(number), || (budget.is_over_for_all)());
        let mut cubes = split?;
        let model: Vec<bool> = (0..self.variables()).map(|variable| self.is_true(variable)).collect();
        let holds = |literal: &Literal| model[*literal as usize / 2] == (literal & 1 == 0);
        cubes.sort_by_key(|cube| !cube.iter().all(holds));
        self.history.push(Arc::new(std::mem::take(&mut self.additions)));
        let formula = self.history.clone();
        let common = Common { make: self.make, settings: self.settings, formula, to_list, model };
        Some((Schedule::new(cubes), Arc::new(common)))
    }
}

impl Worker {
    /// Lists models of cubes until the slice ends.
    pub(super) fn list(&mut self, slice: &Slice, common: &Common, budget: &SearchLimits) -> Report {
        let begun = self.part.work();
        let (mut answers, mut models) = (Vec::new(), Vec::new());
        for cube in &slice.cubes {
            let begun_before = self.part.current.take().filter(|(own, _)| own == cube);
            let mut solver = begun_before.map_or_else(|| solver_of(cube, common), |(_, solver)| solver);
            let spent = self.part.done;
            let most = slice.conflicts.map(|most| (begun.conflicts + most).saturating_sub(spent.conflicts));
            let end = (begun.propagations + slice.propagations).saturating_sub(spent.propagations);
            solver.pause = Pause { propagations: end, conflicts: 0 };
            let answer = loop {
                let is_full = models.len() * common.model.len().max(1) >= portfolio::MODELS;
                if is_full || solver.pauses() {
                    break Answer::Unknown;
                }
                match solver.solve(&[], most, |_| (budget.is_over_for_all)()) {
                    Answer::Sat => models.push(solver.model.clone()),
                    other => break other,
                }
                if !solver.exclude() {
                    break Answer::Unsat(Vec::new());
                }
            };
            let goes_on = answer != Answer::Unknown;
            answers.push(answer);
            if !goes_on {
                self.part.current = Some((cube.clone(), solver));
                break;
            }
            self.part.done = sum(self.part.done, solver.work());
        }
        Report { answers, models, learned: self.solver.export(), work: sum(self.solver.work(), self.part.work()) }
    }
}

/// The solver that lists the models of a cube.
fn solver_of(cube: &Cube, common: &Common) -> Solver {
    let mut solver = (common.make)(None, common.settings);
    common.formula.iter().for_each(|additions| add(&mut solver, additions));
    cube.iter().for_each(|&literal| solver.add_clause(&[literal]));
    for (outer, &is_true) in (0..).step_by(2).zip(&common.model) {
        solver.state.phases[solver.numbering.inner(outer) as usize / 2] = is_true;
    }
    solver.list(&common.to_list);
    solver
}
