//! When a search has to stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Limits of one search. Backends look at it now and then; those around a solver that cannot be interrupted look between
/// calls, and are limited from outside by the process that runs them.
#[derive(Clone, Debug)]
pub struct Budget {
    /// When to stop; `None` means never.
    pub deadline: Option<Instant>,
    /// Seed of everything random.
    pub seed: u64,
    /// Whether counts that slow the search down are wanted, such as varisat's conflicts.
    pub statistics: bool,
    /// How many conflicts a SAT solver may have over all its calls; `None` means any number. Backends that cannot keep to it
    /// refuse, see [`Backend::limits_conflicts`](super::Backend::limits_conflicts).
    pub conflicts: Option<u64>,
    /// Seed by which SAT solvers get the variables, clauses and literals in another order; `None` means as they are made.
    pub shuffle: Option<u64>,
    cancelled: Arc<AtomicBool>,
}

impl Default for Budget {
    fn default() -> Self {
        Self::unlimited()
    }
}

impl Budget {
    /// No limit, seed 0.
    pub fn unlimited() -> Self {
        Budget { deadline: None, seed: 0, statistics: false, conflicts: None, shuffle: None, cancelled: Arc::default() }
    }

    /// A limit on the time from now on.
    pub fn within(limit: Duration) -> Self {
        Budget { deadline: Instant::now().checked_add(limit), ..Self::unlimited() }
    }

    /// Ends the search that uses this budget or a clone of it, from any thread.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// Whether the search has to stop now. Reads the clock: call it every thousand steps or so.
    pub fn is_over(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed) || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// The time left, if there is a limit; zero when it is over.
    pub fn remaining(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }
}
