//! Several solvers of one formula on threads of their own.
//!
//! What it does: each thread has a solver with other settings (`worker`). The solvers work for a slice, which is a
//! number of propagations, and wait for each other at its end, the barrier. There they exchange what they have learned
//! (`exchange`), sorted by thread and number, and the first thread with an answer gives it.
//!
//! Whose idea: Y. Hamadi, S. Jabbour, L. Saïs, "ManySAT: a Parallel SAT Solver", JSAT 2009; barriers: Y. Hamadi, S.
//! Jabbour, C. Piette, L. Saïs, "Deterministic Parallel DPLL", JSAT 2011.
//!
//! How ours differs: the first solver, which has the settings asked for, begins alone. A call that it answers within
//! the first slice costs no other thread anything; the others hear of new clauses when they are needed. Slices grow
//! from the first one of a call. The same input and the same number of threads give the same answers, models and
//! counters, unless time is over.
//!
//! With `cubes`, a formula that outlasts the first slice is split by a lookahead (`lookahead`), and the solvers search
//! the cubes as assumptions (`schedule`): M. Heule, O. Kullmann, S. Wieringa, A. Biere, "Cube and Conquer", HVC 2011. A
//! core that a cube has refutes all others that have it, too. Calls with assumptions are not split.
//!
//! When it runs: in the SAT solver `cdcl` with `threads` or `cubes`. It has no proofs, since deletions of one solver do
//! not hold for the others.

mod listing;
mod schedule;
mod worker;

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

use crate::SearchLimits;
use cnfab_cnf::{BranchingPhase, NativeConstraint};

use super::exchange::{Shared, fingerprint};
use super::solver::{Answer, Solver, Work};
use super::tuning::portfolio;
use super::{Cube, Cutoff, Literal, Proof, Settings};
use listing::{Common, Listing};
use schedule::Schedule;
use worker::{Addition, Report, Slice, Worker};

/// The way in which threads share a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shares {
    /// The number of threads.
    pub threads: usize,
    /// Into how many cubes a hard formula is split.
    pub cubes: usize,
}

impl Shares {
    /// One thread, and the whole formula.
    pub const ALONE: Self = Shares { threads: 1, cubes: 1 };
}

type Make = fn(Option<Proof>, Settings) -> Solver;

/// An incremental solver that consists of several.
pub struct Portfolio {
    first: Worker,
    /// Makes solvers without clauses.
    make: Make,
    /// The others, from the first call on that needs them.
    helpers: Vec<Helper>,
    threads: usize,
    /// Into how many cubes a hard formula is split.
    cubes: usize,
    settings: Settings,
    budget: SearchLimits,
    /// The part of the formula that the helpers have not heard, and the part that they have.
    additions: Vec<Addition>,
    history: Vec<Arc<Vec<Addition>>>,
    /// Per thread, what it has not heard from the others.
    mail: Vec<Shared>,
    /// Fingerprints of the clauses that were in the mail.
    known: HashSet<u64>,
    /// The model, if another thread than the first has found the last one.
    model: Option<Vec<bool>>,
    /// How far models are listed, if they are.
    listing: Option<Listing>,
    /// Propagations of the first slice of a call, and of the longest ones.
    shortest: u64,
    longest: u64,
}

impl Portfolio {
    /// A solver without clauses, which writes a proof if there is where to.
    ///
    /// Pre: there is no proof if the work is shared.
    pub fn new(proof: Option<Proof>, settings: Settings, shares: Shares, budget: &SearchLimits) -> Self {
        Self::of(Solver::new, proof, settings, shares, budget)
    }

    fn of(make: Make, proof: Option<Proof>, settings: Settings, shares: Shares, budget: &SearchLimits) -> Self {
        let Shares { threads, cubes } = shares;
        debug_assert!(shares == Shares::ALONE || proof.is_none());
        let mut first = make(proof, settings);
        if threads > 1 {
            first.share();
        }
        Portfolio {
            first: Worker::first(first),
            make,
            helpers: Vec::new(),
            threads,
            cubes,
            settings,
            budget: budget.clone(),
            additions: Vec::new(),
            history: Vec::new(),
            mail: vec![Shared::default(); threads],
            known: HashSet::new(),
            model: None,
            listing: None,
            shortest: portfolio::SHORTEST,
            longest: portfolio::LONGEST,
        }
    }

    /// The only solver, if it does not split.
    fn alone(&mut self) -> Option<&mut Solver> {
        (!self.is_shared()).then_some(&mut self.first.solver)
    }

    fn is_shared(&self) -> bool {
        Shares { threads: self.threads, cubes: self.cubes } != Shares::ALONE
    }

    /// The number of variables.
    pub fn variables(&self) -> usize {
        self.first.solver.variables()
    }

    /// True if a proof is written.
    pub fn proves(&self) -> bool {
        self.first.solver.proves()
    }

    /// True if native constraints may be added.
    pub fn propagates(&self) -> bool {
        self.first.solver.propagates()
    }

    /// Why a part of the proof could not be written, if that is so.
    pub fn failure(&self) -> Option<&std::io::Error> {
        self.first.solver.failure()
    }

    /// Ends the proof.
    ///
    /// # Errors
    /// If some part of it could not be written.
    pub fn close(self) -> std::io::Result<()> {
        self.first.solver.close()
    }

    /// The work of all solvers.
    pub fn work(&self) -> Work {
        let first = sum(self.first.solver.work(), self.first.part.work());
        self.helpers.iter().map(|helper| helper.work).fold(first, sum)
    }

    /// True if the variable is true in the last model; one that came later is false.
    pub fn is_true(&self, variable: usize) -> bool {
        let of_other = |model: &Vec<bool>| model.get(variable).copied().unwrap_or_default();
        self.model.as_ref().map_or_else(|| self.first.solver.is_true(variable), of_other)
    }

    /// Adds a variable.
    pub fn add_variable(&mut self) {
        self.first.solver.add_variable();
        let is_shared = self.is_shared();
        match self.additions.last_mut() {
            _ if !is_shared => {}
            Some(Addition::Variables(number)) => *number += 1,
            _ => self.additions.push(Addition::Variables(1)),
        }
    }

    /// Adds a clause over variables that there are.
    pub fn add_clause(&mut self, literals: &[Literal]) {
        self.first.solver.add_clause(literals);
        if self.is_shared() {
            if !matches!(self.additions.last(), Some(Addition::Clauses(_))) {
                self.additions.push(Addition::Clauses(Shared::default()));
            }
            if let Some(Addition::Clauses(clauses)) = self.additions.last_mut() {
                clauses.push(literals, 0);
            }
        }
    }

    /// Adds a constraint over variables that there are. Those of a lazy one are in no clause before it.
    ///
    /// Pre: a proof can hold its explanations.
    pub fn add_native(&mut self, constraint: NativeConstraint<Literal>) {
        if self.is_shared() {
            self.additions.push(Addition::Native(constraint.clone()));
        }
        self.first.solver.add_native(constraint);
    }

    /// Decides in these phases, in turns with free decisions; the first solver alone.
    pub fn branch_on(&mut self, phases: Vec<BranchingPhase<Literal>>) {
        self.first.solver.branch_on(phases);
    }

    /// Searches a model in which all assumptions are true. The search ends without an answer when the budget does, or
    /// when the proof cannot be written.
    pub fn solve(&mut self, assumptions: &[Literal]) -> Answer {
        self.model = None;
        let (budget, most) = (self.budget.clone(), self.budget.conflicts);
        if let Some(alone) = self.alone() {
            return alone.solve(assumptions, most, |work| (budget.is_over)(work));
        }
        match self.listing.take() {
            Some(listing) => self.next_model(listing),
            None => self.search(assumptions),
        }
    }

    /// How many conflicts are left, if there is a limit. `None` if the budget is over.
    fn left(&self) -> Option<Option<u64>> {
        let left = self.budget.conflicts.map(|most| most.saturating_sub(self.work().conflicts));
        (left != Some(0) && !(self.budget.is_over_for_all)()).then_some(left)
    }

    /// Searches a model by all threads, and by cubes if they are asked for.
    fn search(&mut self, assumptions: &[Literal]) -> Answer {
        let (mut threads, mut propagations) = (1, self.shortest);
        let mut schedule = Schedule::new(vec![assumptions.to_vec()]);
        let mut is_split = false;
        loop {
            let Some(left) = self.left() else { return Answer::Unknown };
            let dealt = schedule.deal(threads, true);
            let reports = self.slice(&dealt, propagations, left, None);
            for (thread, (cubes, report)) in dealt.iter().zip(reports).enumerate() {
                for (cube, answer) in cubes.iter().zip(report.answers) {
                    match answer {
                        Answer::Unknown => schedule.begin(cube, thread),
                        Answer::Unsat(core) if is_split && !core.is_empty() => schedule.refute(&core),
                        Answer::Unsat(_) => return answer,
                        Answer::Sat => {
                            self.model = report.models.into_iter().next();
                            return answer;
                        }
                    }
                }
            }
            if !is_split && self.cubes > 1 && assumptions.is_empty() {
                is_split = true;
                let budget = self.budget.clone();
                let is_over = || (budget.is_over_for_all)();
                let Some(cubes) = self.first.solver.split(None, Cutoff::Number(self.cubes), is_over) else {
                    return Answer::Unknown;
                };
                schedule = Schedule::new(cubes);
            }
            if schedule.is_empty() {
                self.first.solver.refuted = true;
                return Answer::Unsat(Vec::new());
            }
            threads = self.threads;
            propagations = self.longest.min(2 * propagations);
        }
    }

    /// Lets threads work on their cubes until the next barrier, and passes on what they have learned. Their reports
    /// come in the order of the threads.
    fn slice(
        &mut self,
        dealt: &[Vec<Cube>],
        propagations: u64,
        left: Option<u64>,
        to_list: Option<&Arc<Common>>,
    ) -> Vec<Report> {
        let threads = dealt.len() as u64;
        let additions = if threads > 1 { Arc::new(std::mem::take(&mut self.additions)) } else { Arc::default() };
        if !additions.is_empty() {
            self.history.push(Arc::clone(&additions));
        }
        let slice = |(thread, (cubes, mail)): (u64, (&Vec<Cube>, &mut Shared))| Slice {
            additions: Arc::clone(&additions),
            mail: std::mem::take(mail),
            cubes: cubes.clone(),
            propagations,
            conflicts: left.map(|left| left / threads + u64::from(thread < left % threads)),
            to_list: to_list.cloned(),
        };
        let mut slices: Vec<Slice> = (0..).zip(dealt.iter().zip(&mut self.mail)).map(slice).collect();
        for (number, slice) in (1..).zip(slices.drain(1..)) {
            if self.helpers.len() < number {
                self.helpers.push(Helper::start(number, self.make, self.settings, &self.budget));
            }
            self.helpers[number - 1].begin(slice);
        }
        // It has the formula.
        slices[0].additions = Arc::default();
        let mut reports = vec![self.first.run(&slices[0], &self.budget)];
        reports.extend(self.helpers.iter_mut().take(dealt.len() - 1).map(Helper::end));
        for (thread, report) in reports.iter().enumerate() {
            for (literals, glue) in report.learned.iter().filter(|clause| self.known.insert(fingerprint(clause.0))) {
                let mail = self.mail.iter_mut().enumerate().filter(|(other, _)| *other != thread);
                mail.for_each(|(_, mail)| mail.push(literals, glue));
            }
        }
        reports
    }
}

/// The work of two solvers.
fn sum(one: Work, other: Work) -> Work {
    Work {
        conflicts: one.conflicts + other.conflicts,
        decisions: one.decisions + other.decisions,
        propagations: one.propagations + other.propagations,
        restarts: one.restarts + other.restarts,
        techniques: std::array::from_fn(|number| one.techniques[number].plus(other.techniques[number])),
    }
}

/// A solver on a thread of its own. The thread ends when this is dropped.
struct Helper {
    slices: Sender<Slice>,
    reports: Receiver<Report>,
    thread: Option<JoinHandle<()>>,
    work: Work,
}

impl Helper {
    fn start(number: usize, make: Make, settings: Settings, budget: &SearchLimits) -> Self {
        let ((slices, to_do), (done, reports)) = (channel::<Slice>(), channel());
        let budget = budget.clone();
        let work = move || {
            let mut worker = Worker::other(number, make, settings, budget.seed);
            while let Ok(slice) = to_do.recv() {
                if done.send(worker.run(&slice, &budget)).is_err() {
                    break;
                }
            }
        };
        let thread = std::thread::Builder::new().name(format!("cdcl-{number}")).spawn(work);
        let thread = Some(thread.expect("the system lets a process start a thread"));
        Helper { slices, reports, thread, work: Work::default() }
    }

    fn begin(&self, slice: Slice) {
        // A thread that is gone has panicked, which is seen where its report is missed.
        let _ = self.slices.send(slice);
    }

    /// Waits for the report.
    fn end(&mut self) -> Report {
        match self.reports.recv() {
            Ok(report) => {
                self.work = report.work;
                report
            }
            Err(_) => match self.thread.take().map(JoinHandle::join) {
                Some(Err(panic)) => std::panic::resume_unwind(panic),
                _ => unreachable!("the thread ends after its sender of slices"),
            },
        }
    }
}

#[cfg(test)]
mod tests;
