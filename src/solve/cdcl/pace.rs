//! When to begin again from the top, and when to forget.
//!
//! Restarts as in A. Biere, A. Fröhlich, "Evaluating CDCL Restart Schemes", POS 2015: when clauses of late lie on more
//! levels than usual.

/// Restarts are at least this many conflicts apart.
const APART: u64 = 20;

/// A restart is due if the mean of late is this much above the long one.
const MARGIN: f64 = 1.2;

/// How many clauses are learned before some are forgotten, how many more each time, and the most.
const FIRST: usize = 10_000;
const MORE: usize = 500;
const MOST: usize = 40_000;

/// The pace of a search.
#[derive(Debug)]
pub(super) struct Pace {
    /// Means of the number of levels of learned clauses, of late and in the long run.
    late: f64,
    long: f64,
    conflicts: u64,
    since: u64,
    /// With this many learned clauses some are forgotten.
    pub(super) room: usize,
}

impl Pace {
    pub(super) fn new() -> Self {
        Pace { late: 0.0, long: 0.0, conflicts: 0, since: 0, room: FIRST }
    }

    /// A clause was learned.
    pub(super) fn learned(&mut self, levels: u32) {
        self.conflicts += 1;
        self.since += 1;
        // Plain means at first.
        let weight = |least: f64| (1.0 / self.conflicts as f64).max(least);
        self.late += weight(1.0 / 32.0) * (f64::from(levels) - self.late);
        self.long += weight(1.0 / 8192.0) * (f64::from(levels) - self.long);
    }

    /// Whether to begin again.
    pub(super) fn is_restart(&mut self) -> bool {
        let due = self.since >= APART && self.late > MARGIN * self.long;
        if due {
            self.since = 0;
        }
        due
    }

    /// Some clauses were forgotten.
    pub(super) fn forgot(&mut self) {
        self.room = (self.room + MORE).min(MOST);
    }
}
