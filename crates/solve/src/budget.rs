//! The budget of a search: the limits at which it stops.

use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use cnfab_cdcl::SearchLimits;
use cnfab_model::Sense;

use super::Stats;
use super::gap::Gap;
use super::log::Log;
use super::tuning::auto::SAT_LITERAL;
use super::tuning::search::BETWEEN_LOOKS;
use super::turn::Turn;

/// Stands for no bound.
const UNKNOWN: i64 = i64::MIN;

/// SearchLimits of one search. Backends look at it now and then; those around a solver that cannot be interrupted look
/// between calls, and are limited from outside by the process that runs them.
#[derive(Clone, Debug)]
pub struct Budget {
    /// When to stop; `None` means never.
    pub deadline: Option<Instant>,
    /// Seed of everything random.
    pub seed: u64,
    /// True if counts that slow the search down are wanted, such as varisat's conflicts.
    pub statistics: bool,
    /// The number of conflicts that a SAT solver may have over all its calls; `None` means any number. Backends that
    /// cannot keep to it refuse, see [`Backend::limits_conflicts`](super::Backend::limits_conflicts).
    pub conflicts: Option<u64>,
    /// The work that the search may do, in steps of the native engine; `None` means any amount. It is looked at after
    /// fixed amounts of work, so that a search of one thread ends at the same place on each machine. Backends that do
    /// not tell their work refuse, see [`Backend::limits_ticks`](super::Backend::limits_ticks).
    pub ticks: Option<u64>,
    /// Seed by which SAT solvers get the variables, clauses and literals in another order; `None` means as they are
    /// made.
    pub shuffle: Option<u64>,
    /// The number of solutions that the receiver takes before it has enough; `None` means all. Only a hint by which a
    /// strategy may choose how to search: what ends the search is the receiver.
    pub wanted: Option<u64>,
    /// The memory that the process may take, in bytes, for those who know beforehand what they will take; `None` means
    /// as much as there is. See [`within_memory`](Budget::within_memory) for a limit that ends the search.
    pub memory_bytes: Option<u64>,
    /// A solution is near enough if its value is no farther from the bound than this; `None` means that nothing but an
    /// optimum will do.
    pub gap: Option<Gap>,
    /// The memory of the process beyond which the search ends, if it does.
    held: Option<Arc<HeldMemory>>,
    /// Whoever reads what a strategy that is made of others does.
    pub log: Log,
    /// The number of steps of a search between two looks at the budget.
    pub(super) between_looks: u64,
    /// The share of an engine that searches in turns with others.
    turn: Option<Arc<Turn>>,
    cancelled: Arc<AtomicBool>,
    /// The bound that no solution of the problem at hand is better than; the least number while nothing is known.
    bound: Arc<AtomicI64>,
    /// The objective's value of the best solution that the receiver has got; the least number before the first.
    received: Arc<AtomicI64>,
    /// The statistics that the search has told so far.
    told: Arc<Mutex<Option<Stats>>>,
    /// The work that was told so far.
    spent: Arc<AtomicU64>,
    /// The objective's value of the best solution of all engines that search in turns for an optimum; the least number
    /// before the first.
    best: Option<Arc<AtomicI64>>,
}

impl Default for Budget {
    fn default() -> Self {
        Self::unlimited()
    }
}

impl Budget {
    /// No limit, seed 0.
    pub fn unlimited() -> Self {
        Budget {
            deadline: None,
            seed: 0,
            statistics: false,
            conflicts: None,
            ticks: None,
            shuffle: None,
            wanted: None,
            memory_bytes: None,
            gap: None,
            held: None,
            log: Log::default(),
            between_looks: BETWEEN_LOOKS,
            turn: None,
            cancelled: Arc::default(),
            bound: Arc::new(AtomicI64::new(UNKNOWN)),
            received: Arc::new(AtomicI64::new(UNKNOWN)),
            told: Arc::default(),
            spent: Arc::default(),
            best: None,
        }
    }

    /// A limit on the time from now on.
    pub fn within(limit: Duration) -> Self {
        Budget { deadline: Instant::now().checked_add(limit), ..Self::unlimited() }
    }

    /// The same budget with a limit on the memory of the process, in bytes. A search that takes more ends with
    /// [`Limit::Memory`](super::Limit::Memory). It is looked at as often as the clock, where the system tells what a
    /// process holds, as Linux does.
    #[must_use]
    pub fn within_memory(self, bytes: u64) -> Self {
        Budget { memory_bytes: Some(bytes), held: Some(Arc::new(HeldMemory::new(bytes))), ..self }
    }

    /// Tells so much work.
    pub(super) fn spend(&self, ticks: u64) {
        self.spent.fetch_add(ticks, Ordering::Relaxed);
    }

    /// True if the search has done all the work that it may do.
    pub(super) fn is_out_of_ticks(&self) -> bool {
        self.ticks.is_some_and(|ticks| self.spent.load(Ordering::Relaxed) >= ticks)
    }

    /// True if the process has taken more memory than the search is given.
    pub(super) fn is_out_of_memory(&self) -> bool {
        self.held.as_ref().is_some_and(|held| held.is_over.load(Ordering::Relaxed))
    }

    /// The same budget for a receiver of this number of solutions.
    pub fn wanting(&self, wanted: Option<u64>) -> Self {
        Budget { wanted, ..self.clone() }
    }

    /// The same budget for an engine that searches in turns with others, and looks at it at least so often.
    pub(super) fn in_turn(&self, turn: Arc<Turn>, between_looks: u64) -> Self {
        Budget { turn: Some(turn), between_looks: between_looks.clamp(1, BETWEEN_LOOKS), ..self.clone() }
    }

    /// The same budget for engines that search for one optimum: each asks for solutions better than those of all.
    pub(super) fn for_one_optimum(&self) -> Self {
        Budget { best: Some(Arc::new(AtomicI64::new(UNKNOWN))), ..self.clone() }
    }

    /// Tells the other engines the value of the best solution.
    pub(super) fn improve(&self, value: i64) {
        if let Some(best) = &self.best {
            best.store(value, Ordering::Relaxed);
        }
    }

    /// The value of the best solution that any of the engines has found.
    pub(super) fn best(&self) -> Option<i64> {
        self.best.as_ref().map(|best| best.load(Ordering::Relaxed)).filter(|&best| best != UNKNOWN)
    }

    /// The memory for what an engine keeps, in bytes: as much as it wants, within the n-th part of the whole.
    pub(super) fn memory_within(&self, wanted: u64, part: u64) -> u64 {
        self.memory_bytes.map_or(wanted, |bytes| wanted.min(bytes / part))
    }

    /// Tells how many states the search fears, if it can know that before it begins: of engines that search in turns,
    /// those come first that fear few.
    pub(super) fn announce(&self, states: f64) {
        if let Some(turn) = &self.turn {
            turn.announce(states);
        }
    }

    /// Tells whoever watches that no solution is better than this value of the objective.
    pub(super) fn prove(&self, bound: i64, sense: Sense) {
        let tighter = |known: i64| match sense {
            _ if known == UNKNOWN => bound,
            Sense::Minimise => known.max(bound),
            Sense::Maximise => known.min(bound),
        };
        self.bound.update(Ordering::Relaxed, Ordering::Relaxed, tighter);
    }

    /// The bound that no solution of the problem at hand is better than, as far as the search has told.
    pub fn bound(&self) -> Option<i64> {
        Some(self.bound.load(Ordering::Relaxed)).filter(|&bound| bound != UNKNOWN)
    }

    /// Notes the value of the best solution that the receiver has got.
    pub(super) fn receive(&self, value: i64) {
        self.received.store(value, Ordering::Relaxed);
    }

    /// True if a solution is as near to the bound as it has to be.
    pub(super) fn is_near_enough(&self) -> bool {
        let Some(gap) = self.gap else { return false };
        let (value, bound) = (self.received.load(Ordering::Relaxed), self.bound.load(Ordering::Relaxed));
        value != UNKNOWN && bound != UNKNOWN && gap.is_met(value, bound)
    }

    /// The same budget for a search beside others, which proves bounds of its own.
    pub fn apart(&self) -> Self {
        let unknown = || Arc::new(AtomicI64::new(UNKNOWN));
        Budget { bound: unknown(), received: unknown(), told: Arc::default(), ..self.clone() }
    }

    /// Another problem begins.
    pub fn forget(&self) {
        self.bound.store(UNKNOWN, Ordering::Relaxed);
        self.received.store(UNKNOWN, Ordering::Relaxed);
        self.tell(None);
    }

    /// Tells whoever watches what is known before the search begins: what is lost if it does not come back in time.
    pub(super) fn begin(&self, stats: &Stats) {
        self.tell(Some(stats.clone()));
    }

    fn tell(&self, stats: Option<Stats>) {
        *self.told.lock().expect("nobody panics with it in hand") = stats;
    }

    /// The statistics that the search has told before it began, if it has begun.
    pub fn told(&self) -> Option<Stats> {
        self.told.lock().expect("nobody panics with it in hand").clone()
    }

    /// Ends the search that uses this budget or a clone of it, from any thread.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// True if the search has to stop now. Reads the clock: call it every thousand steps or so. Where engines search in
    /// turns, it comes back when it is the engine's turn again.
    pub fn is_over(&self) -> bool {
        self.is_over_for_all() || self.turn.as_ref().is_some_and(|turn| turn.is_over(None) || self.is_over_for_all())
    }

    /// The same for an engine that reports its work since the last look, in steps of the native engine.
    pub(super) fn is_over_after(&self, steps: u64) -> bool {
        self.spend(steps);
        let of_turn = |turn: &Arc<Turn>| turn.is_over(Some(steps)) || self.is_over_for_all();
        self.is_over_for_all() || self.turn.as_ref().is_some_and(of_turn)
    }

    /// True if all engines have to stop now.
    pub(super) fn is_over_for_all(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
            || self.is_near_enough()
            || self.is_out_of_ticks()
            || self.held.as_ref().is_some_and(|held| held.look())
    }

    /// The limits of a SAT solver.
    pub(crate) fn limits(&self) -> SearchLimits {
        let (alone, among) = (self.clone(), self.clone());
        SearchLimits {
            is_over: Arc::new(move |work| alone.is_over_after(SAT_LITERAL * work)),
            is_over_for_all: Arc::new(move || among.is_over_for_all()),
            conflicts: self.conflicts,
            seed: self.seed,
        }
    }

    /// The time left, if there is a limit; zero when it is over.
    pub fn remaining(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }
}

/// A limit on the memory of the process.
#[derive(Debug)]
struct HeldMemory {
    most: u64,
    begun: Instant,
    /// When it is looked at again, in milliseconds.
    next: AtomicU64,
    is_over: AtomicBool,
}

impl HeldMemory {
    fn new(most: u64) -> Self {
        HeldMemory { most, begun: Instant::now(), next: AtomicU64::new(0), is_over: AtomicBool::new(false) }
    }

    /// True if the limit has been passed. The system is asked now and then.
    fn look(&self) -> bool {
        let now = self.begun.elapsed().as_millis() as u64;
        if now >= self.next.load(Ordering::Relaxed) {
            self.next.store(now + LOOK, Ordering::Relaxed);
            if resident().is_some_and(|bytes| bytes > self.most) {
                self.is_over.store(true, Ordering::Relaxed);
            }
        }
        self.is_over.load(Ordering::Relaxed)
    }
}

/// Milliseconds between two looks at the memory.
const LOOK: u64 = 10;

/// The memory of the process in bytes, without what it shares with files, if the system tells.
fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let held = status.lines().find_map(|line| line.strip_prefix("RssAnon:")?.trim().strip_suffix(" kB"))?;
    held.parse::<u64>().ok()?.checked_mul(1024)
}
