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
//! When it runs: in the SAT solver `cdcl` with `threads`. It has no proofs, since deletions of one solver do not hold
//! for the others.

mod worker;

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

use crate::cnf::NativeConstraint;
use crate::solve::Budget;

use super::exchange::{Shared, fingerprint};
use super::solver::{Answer, Solver, Work};
use super::tuning::portfolio;
use super::{Literal, Proof, Settings};
use worker::{Addition, Report, Slice, Worker};

type Make = fn(Option<Proof>, Settings) -> Solver;

/// An incremental solver that consists of several.
pub(in crate::solve) struct Portfolio {
    first: Worker,
    /// Makes solvers without clauses.
    make: Make,
    /// The others, from the first call on that needs them.
    helpers: Vec<Helper>,
    threads: usize,
    settings: Settings,
    budget: Budget,
    /// What the helpers have not heard of the formula.
    additions: Vec<Addition>,
    /// Per thread, what it has not heard from the others.
    mail: Vec<Shared>,
    /// Fingerprints of the clauses that were in the mail.
    known: HashSet<u64>,
    /// The model, if another thread than the first has found the last one.
    model: Option<Vec<bool>>,
    /// Propagations of the first slice of a call, and of the longest ones.
    shortest: u64,
    longest: u64,
}

impl Portfolio {
    /// A solver without clauses, which writes a proof if there is where to.
    ///
    /// Pre: several threads have no proof.
    pub(in crate::solve) fn new(proof: Option<Proof>, settings: Settings, threads: usize, budget: &Budget) -> Self {
        Self::of(Solver::new, proof, settings, threads, budget)
    }

    fn of(make: Make, proof: Option<Proof>, settings: Settings, threads: usize, budget: &Budget) -> Self {
        debug_assert!(threads == 1 || proof.is_none());
        let mut first = make(proof, settings);
        if threads > 1 {
            first.share();
        }
        Portfolio {
            first: Worker::first(first),
            make,
            helpers: Vec::new(),
            threads,
            settings,
            budget: budget.clone(),
            additions: Vec::new(),
            mail: vec![Shared::default(); threads],
            known: HashSet::new(),
            model: None,
            shortest: portfolio::SHORTEST,
            longest: portfolio::LONGEST,
        }
    }

    /// The solver that begins. Without others it is the only one.
    pub(in crate::solve) fn first(&mut self) -> &mut Solver {
        &mut self.first.solver
    }

    /// The only solver.
    pub(in crate::solve) fn alone(&mut self) -> Option<&mut Solver> {
        (self.threads == 1).then_some(&mut self.first.solver)
    }

    pub(in crate::solve) fn variables(&self) -> usize {
        self.first.solver.variables()
    }

    /// Whether a proof is written.
    pub(in crate::solve) fn proves(&self) -> bool {
        self.first.solver.proves()
    }

    /// Why a part of the proof could not be written, if that is so.
    pub(in crate::solve) fn failure(&self) -> Option<&std::io::Error> {
        self.first.solver.failure()
    }

    /// Ends the proof.
    ///
    /// # Errors
    /// If some part of it could not be written.
    pub(in crate::solve) fn close(self) -> std::io::Result<()> {
        self.first.solver.close()
    }

    /// What all solvers did.
    pub(in crate::solve) fn work(&self) -> Work {
        let works = self.helpers.iter().map(|helper| helper.work);
        works.fold(self.first.solver.work(), |sum, work| Work {
            conflicts: sum.conflicts + work.conflicts,
            decisions: sum.decisions + work.decisions,
            propagations: sum.propagations + work.propagations,
            restarts: sum.restarts + work.restarts,
        })
    }

    /// Whether the variable is true in the last model; one that came later is false.
    pub(in crate::solve) fn is_true(&self, variable: usize) -> bool {
        let of_other = |model: &Vec<bool>| model.get(variable).copied().unwrap_or_default();
        self.model.as_ref().map_or_else(|| self.first.solver.is_true(variable), of_other)
    }

    /// Adds a variable.
    pub(in crate::solve) fn add_variable(&mut self) {
        self.first.solver.add_variable();
        match self.additions.last_mut() {
            _ if self.threads == 1 => {}
            Some(Addition::Variables(number)) => *number += 1,
            _ => self.additions.push(Addition::Variables(1)),
        }
    }

    /// Adds a clause over variables that there are.
    pub(in crate::solve) fn add_clause(&mut self, literals: &[Literal]) {
        self.first.solver.add_clause(literals);
        if self.threads > 1 {
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
    /// Pre: there is no proof.
    pub(in crate::solve) fn add_native(&mut self, constraint: NativeConstraint<Literal>) {
        if self.threads > 1 {
            self.additions.push(Addition::Native(constraint.clone()));
        }
        self.first.solver.add_native(constraint);
    }

    /// Searches a model in which all assumptions are true. The search ends without an answer when the budget does, or
    /// when the proof cannot be written.
    pub(in crate::solve) fn solve(&mut self, assumptions: &[Literal]) -> Answer {
        self.model = None;
        let (budget, most) = (self.budget.clone(), self.budget.conflicts);
        if let Some(alone) = self.alone() {
            return alone.solve(assumptions, most, || budget.is_over());
        }
        let (mut threads, mut propagations) = (1, self.shortest);
        loop {
            let left = most.map(|most| most.saturating_sub(self.work().conflicts));
            if left == Some(0) || budget.is_over() {
                return Answer::Unknown;
            }
            let reports = self.slice(assumptions, threads, propagations, left);
            if let Some(answer) = self.answer(reports) {
                return answer;
            }
            threads = self.threads;
            propagations = self.longest.min(2 * propagations);
        }
    }

    /// Lets this number of threads work until the next barrier. Their reports come in the order of the threads.
    fn slice(&mut self, assumptions: &[Literal], threads: usize, propagations: u64, left: Option<u64>) -> Vec<Report> {
        let count = threads as u64;
        let additions = if threads > 1 { Arc::new(std::mem::take(&mut self.additions)) } else { Arc::default() };
        let mut slices = (0..count).map(|thread| Slice {
            additions: Arc::clone(&additions),
            mail: std::mem::take(&mut self.mail[thread as usize]),
            assumptions: assumptions.to_vec(),
            propagations,
            conflicts: left.map(|left| left / count + u64::from(thread < left % count)),
        });
        let first = slices.next().expect("at least one thread works");
        let others: Vec<Slice> = slices.collect();
        while self.helpers.len() < others.len() {
            let number = self.helpers.len() + 1;
            self.helpers.push(Helper::start(number, self.make, self.settings, &self.budget));
        }
        self.helpers.iter().zip(others).for_each(|(helper, slice)| helper.begin(slice));
        let mut reports = vec![self.first.run(&first, &self.budget)];
        reports.extend(self.helpers.iter_mut().take(threads - 1).map(Helper::end));
        reports
    }

    /// Passes on what the threads have learned. Returns the answer of the first one that has one.
    fn answer(&mut self, reports: Vec<Report>) -> Option<Answer> {
        for (thread, report) in reports.iter().enumerate() {
            for (literals, glue) in report.learned.iter().filter(|clause| self.known.insert(fingerprint(clause.0))) {
                let mail = self.mail.iter_mut().enumerate().filter(|(other, _)| *other != thread);
                mail.for_each(|(_, mail)| mail.push(literals, glue));
            }
        }
        let report = reports.into_iter().find(|report| report.answer != Answer::Unknown)?;
        self.model = Some(report.model);
        Some(report.answer)
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
    fn start(number: usize, make: Make, settings: Settings, budget: &Budget) -> Self {
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
