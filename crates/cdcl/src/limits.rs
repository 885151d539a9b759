//! Limits of a search, from whoever has a clock.

use std::sync::Arc;

/// True if it is time to stop.
pub type Asked = Arc<dyn Fn() -> bool + Send + Sync>;

/// True if it is time to stop after so much work since it was asked the last time, in assigned literals.
pub type AskedAfter = Arc<dyn Fn(u64) -> bool + Send + Sync>;

/// When a search has to stop, and its seed.
#[derive(Clone)]
pub struct SearchLimits {
    /// Asked now and then by a search of one thread; it may wait before it answers.
    pub is_over: AskedAfter,
    /// The same for several threads, which may not wait.
    pub is_over_for_all: Asked,
    /// The most conflicts over all calls; `None` means any number.
    pub conflicts: Option<u64>,
    /// Seed of everything random.
    pub seed: u64,
}

impl Default for SearchLimits {
    /// None, and the seed 0.
    fn default() -> Self {
        let never: Asked = Arc::new(|| false);
        SearchLimits { is_over: Arc::new(|_| false), is_over_for_all: never, conflicts: None, seed: 0 }
    }
}
