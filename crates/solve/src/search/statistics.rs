//! Counting the search tree.
//!
//! A node is a decision tried: one value given to one unfixed variable, whether or not it fails at once. The root is
//! level 0 and is counted in the levels only, so the levels add up to one more than the nodes. Variables with one value
//! from the start are no decision; below `propagate=check`, neither are variables that propagation leaves one value.

use crate::Stats;

/// Room for levels from the start: puzzles seldom need more.
const USUAL_LEVELS: usize = 16;

/// Counts of one search.
#[derive(Debug)]
pub(crate) struct Statistics {
    levels: Vec<u64>,
    failures: u64,
    inner: u64,
    children: u64,
}

impl Statistics {
    pub(crate) fn new() -> Self {
        let mut levels = Vec::with_capacity(USUAL_LEVELS);
        levels.push(1);
        Statistics { levels, failures: 0, inner: 0, children: 0 }
    }

    /// A node whose children will be tried.
    pub(crate) fn inner(&mut self) {
        self.inner += 1;
    }

    /// A decision tried.
    #[inline]
    pub(crate) fn node(&mut self, level: usize) {
        if level >= self.levels.len() {
            self.levels.resize(level + 1, 0);
        }
        self.levels[level] += 1;
        self.children += 1;
    }

    /// Many decisions tried, at each level as many as given.
    pub(crate) fn nodes(&mut self, levels: &[u64], failures: u64, inner: u64) {
        self.levels.resize(self.levels.len().max(levels.len()), 0);
        for (total, nodes) in self.levels.iter_mut().zip(levels) {
            *total += nodes;
            self.children += nodes;
        }
        self.failures += failures;
        self.inner += inner;
    }

    /// The decision failed at once.
    #[inline]
    pub(crate) fn failure(&mut self) {
        self.failures += 1;
    }

    /// Adds the counts of another thread, whose root is not a root of its own.
    pub(crate) fn add(&mut self, other: Statistics) {
        self.nodes(&other.levels, other.failures, other.inner);
        // The one root, which each statistics counts.
        self.levels[0] -= 1;
        self.children -= 1;
    }

    /// Puts the counts where everybody looks for them.
    pub(crate) fn report(self, stats: &mut Stats) {
        stats.nodes = Some(self.children);
        stats.failures = Some(self.failures);
        stats.depth = Some(self.levels.len() as u64 - 1);
        stats.branching = (self.inner > 0).then(|| self.children as f64 / self.inner as f64);
        stats.nodes_per_level = self.levels;
    }
}
