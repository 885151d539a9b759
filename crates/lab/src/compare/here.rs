//! A run in this process: the search, what it finds, and the record at its end. Worker processes do theirs with it too.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use crate::run::{Event, Next, Record, RunSpec, Running, Verdict, Wanted};
use cnfab_cnf::{Meter, Size};
use cnfab_encode::{Contract, Recipe, encode};
use cnfab_model::problem::{Cells, Problem};
use cnfab_proof::external;
use cnfab_solve::{Limit, Outcome, Report, Stats};

use super::least::{FIRST, Least, LeastBudget, Probe, least};
use super::process::Done;
use super::{Fingerprint, certified, runs_programs};

/// A run in this process and its subject.
pub(super) struct LocalRun<'r> {
    /// The instance's name in reports.
    pub(super) instance: &'r str,
    pub(super) problem: &'r Arc<dyn Problem>,
    pub(super) spec: RunSpec,
    /// Seconds that the programs of external encodings took, if there are any.
    external_s: Option<f64>,
}

/// A report of a search while it goes on.
pub(super) enum Progress {
    Solution(Cells),
    /// Nothing happens for a moment.
    Pause,
}

/// The result of a run.
pub(super) struct RunResult {
    pub(super) record: Record,
    /// Why there is no answer, if there is none.
    pub(super) detail: Option<String>,
    /// True if the strategy lists solutions.
    pub(super) lists: bool,
}

/// Does a run in this process, where nothing keeps its memory or its computing within limits; `None` if `cancelled` was
/// true before it began. If it becomes true while the run goes on, the run ends as interrupted.
pub(super) fn perform(here: &LocalRun<'_>, unknown: Record, cancelled: &AtomicBool) -> Option<Done> {
    if cancelled.load(Ordering::Relaxed) {
        return None;
    }
    let start = Instant::now();
    let (mut solutions, mut fingerprint) = (Vec::new(), Fingerprint::default());
    let beyond = || cancelled.load(Ordering::Relaxed).then_some(Verdict::Interrupted);
    let gave = here.search(&beyond, &mut |told| {
        if let Progress::Solution(cells) = told {
            fingerprint.add(&cells);
            if (solutions.len() as u64) < here.spec.keep {
                solutions.push(cells);
            }
        }
        Ok(())
    });
    let mut gave = gave.expect("keeping solutions writes nothing");
    here.add_least_budget(&mut gave);
    if certified::is_wanted(&here.spec, &gave.record) {
        here.certificate().note(&mut gave.record, &mut gave.detail);
    }
    let RunResult { mut record, detail, lists } = gave;
    // A document's strategy has another name than what it consists of.
    record.strategy = unknown.strategy;
    solutions.sort_unstable();
    let (fingerprint, wall_s) = (lists.then_some(fingerprint), start.elapsed().as_secs_f64());
    Some(Done { record, detail, solutions, fingerprint, cpu_s: None, wall_s })
}

impl<'r> LocalRun<'r> {
    /// The programs that print formulas run now, so that their time is not the search's.
    pub(super) fn new(instance: &'r str, problem: &'r Arc<dyn Problem>, spec: &RunSpec) -> Self {
        let mut spec = spec.clone();
        let (start, mut external_s) = (Instant::now(), None);
        if runs_programs(&spec.strategy, &spec.encodings)
            && let Ok(model) = problem.model(spec.view_of(problem.as_ref()))
            && let Ok(resolved) = external::resolve(&model, &spec.encodings.recipe, &|| false)
        {
            spec.encodings.recipe = resolved.recipe;
            external_s = Some(start.elapsed().as_secs_f64());
        }
        // Of programs that do wrong, the search tells what.
        LocalRun { instance, problem, spec, external_s }
    }

    /// Finds the least conflict budgets, if they are wanted and the run had an answer that they can refer to.
    pub(super) fn add_least_budget(&self, gave: &mut RunResult) {
        let RunResult { record, detail, .. } = gave;
        let Some(orders) = self.spec.orders else { return };
        if !record.outcome.is_answer() && !matches!(record.outcome, Verdict::Stopped | Verdict::Timeout) {
            return;
        }
        let known = record.conflicts.filter(|_| record.outcome != Verdict::Timeout);
        match self.least_budget(orders, known) {
            Ok(LeastBudget { median, low, high, orders }) => {
                (record.least_budget, record.least_budget_low, record.least_budget_high) = (median, low, high);
                record.least_budget_orders = Some(orders);
            }
            Err(why) => *detail = Some(format!("no least conflict budget: {why}")),
        }
    }

    /// The least conflict budgets, or why there are none. `known` is what a run without a limit needed.
    fn least_budget(&self, orders: u64, known: Option<u64>) -> Result<LeastBudget, String> {
        let spec = RunSpec { wanted: Wanted::Number, statistics: false, ..self.spec.clone() };
        spec.backend().limits_conflicts().map_err(|why| why.to_string())?;
        let mut budget = spec.budget();
        let mut found = Vec::new();
        let mut first = known.map_or(FIRST, above);
        for order in 0..orders {
            budget.shuffle = if order == 0 { spec.shuffle } else { Some(spec.seed.wrapping_add(order)) };
            let probed = least(first, &mut |limit| {
                budget.conflicts = Some(limit);
                probe(Running::start(vec![Arc::clone(self.problem)], spec.clone(), budget.clone()))
            })?;
            if let Least::Exactly(least) = probed {
                first = above(least);
            }
            found.push(probed);
            if let Some(Least::AtLeast(_)) = found.last() {
                break;
            }
        }
        Ok(LeastBudget::of(&found, orders))
    }

    /// Searches. `beyond` is asked now and then which limit ends the search, if one does.
    ///
    /// # Errors
    /// What `on` returns.
    pub(super) fn search(
        &self,
        beyond: &dyn Fn() -> Option<Verdict>,
        on: &mut dyn FnMut(Progress) -> io::Result<()>,
    ) -> io::Result<RunResult> {
        let mut spec = self.spec.clone();
        let backend = spec.backend();
        let lists = backend.lists();
        spec.wanted = if lists { Wanted::Solutions } else { Wanted::Number };
        let view = spec.view_of(self.problem.as_ref()).to_owned();
        let recipe = spec.encodings.recipe.clone();

        let start = Instant::now();
        let budget = spec.budget();
        let limit = spec.limits.wall();
        let mut running = Running::start(vec![Arc::clone(self.problem)], spec, budget.clone()).with_grace(LAST_WORD);
        // The limit that has ended the search, which may still report what it did.
        let mut ended_by = None;
        let (mut first_s, mut better) = (None, None);
        let mut events: u64 = 0;
        let verdict = loop {
            let ready = running.ready();
            events += 1;
            let is_due = ended_by.is_none() && (ready.is_none() || events.is_multiple_of(1024));
            match if is_due { beyond() } else { None } {
                Some(Verdict::Timeout) => {
                    budget.cancel();
                    ended_by = Some(Verdict::Timeout);
                }
                Some(verdict) => break verdict,
                None => {}
            }
            let event = match ready {
                Some(event) => event,
                None => {
                    on(Progress::Pause)?;
                    match running.wait() {
                        Next::Event(event) => event,
                        Next::Idle => continue,
                        Next::Over => break Verdict::Timeout,
                        Next::Done | Next::Crashed => break Verdict::Failed,
                    }
                }
            };
            match event {
                Event::Solution { cells, after_s, .. } => {
                    first_s.get_or_insert(after_s);
                    on(Progress::Solution(cells))?;
                }
                Event::Better { objective, after_s, .. } => better = Some((objective, after_s)),
                Event::Ended(ended) => {
                    let mut record = Record::of(self.instance, backend.as_ref(), &view, &ended);
                    record.external_s = self.external_s;
                    let is_late = limit.is_some_and(|limit| start.elapsed() > limit + ON_TIME);
                    let is_kept = matches!(record.outcome, Verdict::NotFound | Verdict::Memory);
                    if (is_late || ended_by.is_some()) && ended.result.is_ok() && !is_kept {
                        record.outcome = Verdict::Timeout;
                    }
                    let detail = match ended.result {
                        Ok(Report { outcome: Outcome::Stopped(Limit::Own(why)), .. }) => Some(why.to_owned()),
                        Ok(_) => None,
                        Err(error) => Some(error.to_string()),
                    };
                    return Ok(RunResult { record, detail, lists });
                }
            }
        };
        let total_s = start.elapsed().as_secs_f64();
        // A search that goes on is nobody's any more.
        budget.cancel();
        for event in running.leftover() {
            match event {
                Event::Solution { cells, after_s, .. } => {
                    first_s.get_or_insert(after_s);
                    on(Progress::Solution(cells))?;
                }
                Event::Better { objective, after_s, .. } => better = Some((objective, after_s)),
                Event::Ended(_) => {}
            }
        }
        let found = running.found(0);
        let nothing_known = verdict == Verdict::Timeout && found == 0 && !backend.is_complete();
        let verdict = if nothing_known { Verdict::NotFound } else { verdict };
        // The solver is still busy and cannot tell what it did.
        let told = running.told();
        let (objective, time_best_s) = better.unzip();
        let known = Stats { objective, bound: running.bound(), ..told.clone().unwrap_or_default() };
        let mut record = Record::cut_off(self.instance, backend.as_ref(), &view, verdict, &known);
        record.external_s = self.external_s;
        record.solutions = found.into();
        record.time_first_s = first_s;
        record.time_best_s = time_best_s;
        record.time_total_s = Some(total_s);
        let of_clauses = told.is_none() && record.recipe.as_deref().is_some_and(|text| text.parse::<Recipe>().is_ok());
        let size = of_clauses.then(|| size_within(self.problem, &view, &recipe, SIZE_TIME)).flatten();
        if let Some((size, contract)) = size {
            record.contract = Some(contract.to_string());
            record.variables = Some(size.variables);
            record.clauses = Some(size.clauses);
            record.literals = Some(size.literals);
        }
        let detail = match verdict {
            Verdict::Failed => Some("the search panicked".to_owned()),
            Verdict::Timeout if told.is_none() => Some(BEFORE_SEARCH.to_owned()),
            _ => None,
        };
        Ok(RunResult { record, detail, lists })
    }
}

/// A limit that is probably enough after a run with `conflicts` conflicts.
fn above(conflicts: u64) -> u64 {
    conflicts.saturating_mul(4).max(FIRST)
}

/// Waits for a search with a limit on conflicts.
fn probe(mut running: Running) -> Result<Probe, String> {
    loop {
        match running.wait() {
            Next::Event(Event::Ended(ended)) => {
                let report = ended.result.map_err(|why| why.to_string())?;
                return Ok(match report.outcome {
                    Outcome::Exhausted | Outcome::Optimal | Outcome::Satisfied => {
                        Probe::Decided(report.stats.conflicts.ok_or("the solver does not tell its conflicts")?)
                    }
                    Outcome::Stopped(Limit::Own(_)) => Probe::Undecided,
                    Outcome::Stopped(Limit::Time | Limit::Memory) => Probe::Over,
                });
            }
            Next::Event(Event::Solution { .. } | Event::Better { .. }) | Next::Idle => {}
            Next::Over | Next::Done => return Ok(Probe::Over),
            Next::Crashed => return Err("the search panicked".to_owned()),
        }
    }
}

/// How long a search may go on after its limit, to report what it did. A worker may take longer before it is ended.
const LAST_WORD: Duration = Duration::from_secs(1);

/// The detail of a run that a limit ended before it could search.
const BEFORE_SEARCH: &str = "time was over before the model was in the backend's own form";

/// How late after its limit an answer still counts as within it.
const ON_TIME: Duration = Duration::from_millis(20);

/// How long the size of a formula may take to find out after the time is over.
const SIZE_TIME: Duration = Duration::from_secs(1);

/// The size and the contract of the formula, if it is there in time.
fn size_within(problem: &Arc<dyn Problem>, view: &str, recipe: &Recipe, time: Duration) -> Option<(Size, Contract)> {
    let (problem, view, recipe) = (Arc::clone(problem), view.to_owned(), recipe.clone());
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        let mut meter = Meter::default();
        let vars = problem.model(&view).ok().and_then(|model| encode(&model, &recipe, &mut meter).ok());
        if let Some(vars) = vars {
            // Nobody listens any more if it took too long.
            let _ = sender.send((meter.size(), vars.contract()));
        }
    });
    receiver.recv_timeout(time).ok()
}
