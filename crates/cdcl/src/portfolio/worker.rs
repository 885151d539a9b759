//! A thread of a portfolio: it takes what is new, searches for a slice, and reports.
//!
//! The first thread has the settings asked for. The others differ in what has the largest effect on a search and is
//! known to suit some formulas and not others: order of decisions, restarts, phases, inprocessing. From the fifth on,
//! the variations come again with phases and an order of variables at random.

use std::sync::Arc;

use crate::SearchLimits;
use crate::options::{BumpedVariables, DecisionPhase, ModalOrder, RestartPolicy};
use cnfab_cnf::NativeConstraint;

use super::super::exchange::{Pause, Shared};
use super::super::solver::{Answer, Solver, Work};
use super::super::{Cube, Literal, Settings};
use super::listing::{Common, Part};
use super::{Make, sum};

/// A part of the formula.
pub(super) enum Addition {
    Variables(usize),
    Clauses(Shared),
    Native(NativeConstraint<Literal>),
}

/// The work until the next barrier.
pub(super) struct Slice {
    /// The new part of the formula; empty for the first thread, which has it.
    pub(super) additions: Arc<Vec<Addition>>,
    /// The clauses that others have learned.
    pub(super) mail: Shared,
    /// The assumptions under which to search, one list after the other.
    pub(super) cubes: Vec<Cube>,
    /// After how many propagations the slice ends.
    pub(super) propagations: u64,
    /// Conflicts allowed; `None` means any number.
    pub(super) conflicts: Option<u64>,
    /// The data to list the models of the cubes, if that is to be done.
    pub(super) to_list: Option<Arc<Common>>,
}

/// The report on a slice.
pub(super) struct Report {
    /// The answers for the first cubes. All but the last one say that the cube has no model, or no further one.
    pub(super) answers: Vec<Answer>,
    /// The models that were found; one is enough where they are not listed.
    pub(super) models: Vec<Vec<bool>>,
    /// The learned clauses that are worth being told.
    pub(super) learned: Shared,
    /// All work so far.
    pub(super) work: Work,
}

/// How the settings of a thread differ from the ones asked for.
const VARIATIONS: [fn(&mut Settings); 4] = [
    // Always in focused mode, which suits formulas without a model.
    |settings| (settings.decide, settings.phases) = (ModalOrder::Vmtf, DecisionPhase::Saved),
    // Always by activity and with regular restarts, which suits formulas with a model and small hard ones.
    |settings| (settings.decide, settings.restarts) = (ModalOrder::Evsids, RestartPolicy::Luby),
    // All variables stay, so that clauses of others over any of them are of use here, and reach further ones.
    |settings| (settings.eliminate, settings.probe) = (false, true),
    // Conflicts move fewer variables, which keeps a search where it is.
    |settings| (settings.bump, settings.phases) = (BumpedVariables::Conflict, DecisionPhase::Saved),
];

/// A solver with what it takes to run it in slices.
pub(super) struct Worker {
    pub(super) solver: Solver,
    /// The part that lists models.
    pub(super) part: Part,
    /// Where phases and order come from once there are variables, if they are to come at random.
    random: Option<fastrand::Rng>,
}

impl Worker {
    /// The solver that has its formula already.
    pub(super) fn first(solver: Solver) -> Self {
        Worker { solver, part: Part::default(), random: None }
    }

    /// The solver of a thread with this number, which is not 0.
    pub(super) fn other(number: usize, make: Make, mut settings: Settings, seed: u64) -> Self {
        VARIATIONS[(number - 1) % VARIATIONS.len()](&mut settings);
        let mut solver = make(None, settings);
        solver.share();
        let random = (number > VARIATIONS.len()).then(|| fastrand::Rng::with_seed(seed ^ number as u64));
        Worker { solver, part: Part::default(), random }
    }

    /// Works until the slice ends or there is an answer.
    pub(super) fn run(&mut self, slice: &Slice, budget: &SearchLimits) -> Report {
        add(&mut self.solver, &slice.additions);
        if let Some(common) = &slice.to_list {
            return self.list(slice, common, budget);
        }
        let solver = &mut self.solver;
        if let Some(mut rng) = self.random.take() {
            solver.scatter(&mut rng);
        }
        solver.import(&slice.mail);
        let begun = solver.work();
        let most = slice.conflicts.map(|conflicts| begun.conflicts + conflicts);
        solver.pause = Pause { propagations: begun.propagations + slice.propagations, conflicts: begun.conflicts + 1 };
        let mut answers = Vec::new();
        for cube in &slice.cubes {
            answers.push(solver.solve(cube, most, |_| (budget.is_over_for_all)()));
            let goes_on = matches!(answers.last(), Some(Answer::Unsat(core)) if !core.is_empty());
            if !goes_on || solver.pauses() {
                break;
            }
        }
        solver.pause = Pause::NEVER;
        let models = (answers.last() == Some(&Answer::Sat)).then(|| solver.model.clone()).into_iter().collect();
        Report { answers, models, learned: solver.export(), work: sum(solver.work(), self.part.work()) }
    }
}

/// Adds parts of the formula to a solver.
pub(super) fn add(solver: &mut Solver, additions: &[Addition]) {
    for addition in additions {
        match addition {
            Addition::Variables(number) => (0..*number).for_each(|_| solver.add_variable()),
            Addition::Clauses(clauses) => clauses.iter().for_each(|clause| solver.add_clause(clause.0)),
            Addition::Native(native) => solver.add_native(native.clone()),
        }
    }
}
