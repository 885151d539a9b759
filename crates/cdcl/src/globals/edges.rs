//! Edge finding: tasks that come after a set of others, since there is no room for them before its end.
//!
//! What it does: a set of tasks has to run in an interval. Where a further task does not fit in as well, it comes after
//! all of them, and so after each part of the set. The same with time reversed finds tasks that come before a set.
//!
//! Whose idea: J. Carlier, E. Pinson, "An Algorithm for Solving the Job-Shop Problem", Management Science 1989;
//! explanations: P. Vilím, "Computing Explanations for the Unary Resource Constraint", CPAIOR 2005.
//!
//! How ours differs: intervals are visited one by one, and those skipped that have room for the longest task. That is
//! cubic in the worst case, where Vilím's trees take n log n; it is left out for more tasks than a limit (`tuning`).
//!
//! When it runs: in `disjunctive`, after the pairs.

/// The bounds of a task.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Window {
    /// The first and the last time at which it starts.
    pub(super) first: i64,
    pub(super) last: i64,
    /// The least time that it takes, and the most.
    pub(super) length: i64,
    pub(super) longest: i64,
}

impl Window {
    /// True if it cannot end before the other one starts.
    pub(super) fn is_late_for(self, other: Window) -> bool {
        self.first + self.length > other.last
    }

    /// When it ends at last.
    pub(super) fn end(self) -> i64 {
        self.last + self.length
    }

    /// With time reversed.
    pub(super) fn reversed(self) -> Self {
        Window { first: -self.end(), last: -self.first - self.length, ..self }
    }
}

/// A task that comes after the tasks of an interval.
#[derive(Clone, Copy)]
pub(super) struct Edge {
    pub(super) task: usize,
    /// The interval, which its tasks cannot leave.
    pub(super) begin: i64,
    pub(super) end: i64,
    /// How long the tasks of the interval take.
    taken: i64,
    /// Before this it cannot start.
    pub(super) least: i64,
}

impl Edge {
    /// The tasks of the interval: those counted, and perhaps others that start as early as the last of them.
    pub(super) fn before(self, windows: &[Window]) -> impl Iterator<Item = usize> + '_ {
        let is_inside = move |&task: &usize| {
            let window = windows[task];
            task != self.task && window.length > 0 && window.first >= self.begin && window.end() <= self.end
        };
        (0..windows.len()).filter(is_inside)
    }

    /// From when on tasks do not fit into the interval, together with the one that comes after.
    pub(super) fn room(self, windows: &[Window]) -> i64 {
        self.end - self.taken - windows[self.task].length + 1
    }

    /// Since when some tasks of the interval have to run so long that they end after this, and how long that is.
    pub(super) fn part(self, after: i64, windows: &[Window]) -> Option<(i64, i64)> {
        let mut inside: Vec<usize> = self.before(windows).collect();
        inside.sort_unstable_by_key(|&task| std::cmp::Reverse(windows[task].first));
        let mut taken = 0;
        inside.into_iter().find_map(|task| {
            taken += windows[task].length;
            let begin = windows[task].first;
            (begin + taken > after).then_some((begin, taken))
        })
    }
}

/// Calls back for each task that comes after others and could start before the first of them ends, until that returns
/// `false`.
pub(super) fn find(windows: &[Window], mut on: impl FnMut(Edge) -> bool) {
    let mut by_first: Vec<usize> = (0..windows.len()).filter(|&task| windows[task].length > 0).collect();
    by_first.sort_unstable_by_key(|&task| std::cmp::Reverse(windows[task].first));
    let longest = windows.iter().map(|window| window.length).max().unwrap_or(0);
    let mut ends: Vec<i64> = by_first.iter().map(|&task| windows[task].end()).collect();
    ends.sort_unstable();
    ends.dedup();
    for end in ends {
        let (mut taken, mut least) = (0, i64::MIN);
        for &inside in by_first.iter().filter(|&&task| windows[task].end() <= end) {
            let Window { first: begin, length, .. } = windows[inside];
            taken += length;
            least = least.max(begin + taken);
            if begin + taken + longest <= end {
                continue;
            }
            for &task in &by_first {
                let own = windows[task];
                // One that starts as early as the interval and is not counted yet is counted in the next round.
                let is_outside = own.end() > end || own.first < begin;
                if is_outside && own.first.min(begin) + taken + own.length > end && least > own.first {
                    let edge = Edge { task, begin, end, taken, least };
                    if !on(edge) {
                        return;
                    }
                }
            }
        }
    }
}
