//! Tasks that do not run at the same time: of each two, one that cannot come first comes second.
//!
//! What it does: where a task cannot end before the last start of another one, it follows that one. Tasks that have to
//! run between two times, and together take longer than there is, contradict each other.
//!
//! Whose idea: precedences that bounds decide: P. Vilím, R. Barták, O. Čepek, "Extension of O(n log n) Filtering
//! Algorithms for the Unary Resource Constraint to Optional Activities", Constraints 2005. Overloaded intervals: J.
//! Carlier, E. Pinson, "An Algorithm for Solving the Job-Shop Problem", Management Science 1989.
//!
//! How ours differs: each precedence is looked at alone, so that two bounds explain it, weakened as far as they
//! overlap. An overloaded interval is explained by as few tasks as overload it. See `globals`.
//!
//! When it runs: for `disjunctive=propagate`.

use itertools::Itertools;

use super::super::{Literal, variable};
use super::{Facts, Global, literals_of, lower, owned, owners, raise};
use crate::cnf::Integer;

pub(in super::super) struct Disjunctive {
    /// The start and the duration of each task.
    tasks: Vec<[Integer<Literal>; 2]>,
    is_strict: bool,
    owners: Vec<(usize, usize)>,
}

/// Tasks that overload an interval.
struct Overload {
    begin: i64,
    end: i64,
    tasks: Vec<usize>,
}

impl Disjunctive {
    pub(in super::super) fn new(tasks: Vec<[Integer<Literal>; 2]>, is_strict: bool) -> Self {
        let owners = owners(tasks.iter().map(|task| &task[..]));
        Disjunctive { tasks, is_strict, owners }
    }

    /// Whether the first task cannot end before the second one starts.
    fn is_late(&self, a: usize, b: usize, facts: &Facts<'_>) -> bool {
        let [start, duration] = &self.tasks[a];
        facts.low(start) + facts.low(duration) > facts.high(&self.tasks[b][0])
    }

    /// Whether the tasks exclude each other in any case.
    fn excludes(&self, a: usize, b: usize, facts: &Facts<'_>) -> bool {
        self.is_strict || [a, b].iter().all(|&task| facts.low(&self.tasks[task][1]) > 0)
    }

    /// States that the second task follows the first one. `false` if it cannot.
    fn follow(&self, a: usize, b: usize, facts: &Facts<'_>, forbidden: &mut Vec<Literal>) -> bool {
        let [[start, duration], [later, _]] = [&self.tasks[a], &self.tasks[b]];
        let (least, most) = (facts.low(start) + facts.low(duration), facts.high(later));
        (facts.low(later) >= least || raise(later, least, forbidden))
            && (facts.high(start) <= most - facts.low(duration) || lower(start, most - facts.low(duration), forbidden))
            && (facts.high(duration) <= most - facts.low(start) || lower(duration, most - facts.low(start), forbidden))
    }

    /// Appends why the first task cannot end before the second one starts, and that it takes time.
    fn because_late(&self, a: usize, b: usize, facts: &Facts<'_>, out: &mut Vec<Literal>) {
        let [[start, duration], [other, _]] = [&self.tasks[a], &self.tasks[b]];
        let (length, last) = (facts.low(duration), facts.high(other));
        facts.because_at_least(start, last - length + 1, out);
        facts.because_at_least(duration, length, out);
        facts.because_at_most(other, last, out);
    }

    /// Tasks that have to run in an interval that is too short for them.
    fn overload(&self, facts: &Facts<'_>) -> Option<Overload> {
        let window = |(task, [start, duration]): (usize, &[Integer<Literal>; 2])| {
            let length = facts.low(duration);
            (length > 0).then(|| (facts.high(start) + length, facts.low(start), length, task))
        };
        let mut windows: Vec<(i64, i64, i64, usize)> = self.tasks.iter().enumerate().filter_map(window).collect();
        windows.sort_unstable();
        for begin in windows.iter().map(|window| window.1).unique() {
            let mut taken = 0;
            for (place, &(end, first, length, _)) in windows.iter().enumerate() {
                taken += if first >= begin { length } else { 0 };
                if first >= begin && taken > end - begin {
                    let inside = windows[..=place].iter().filter(|window| window.1 >= begin);
                    let mut spare = taken - (end - begin) - 1;
                    // Those that need not be there to overload it.
                    let is_needed = |window: &&(i64, i64, i64, usize)| {
                        let is_spare = window.2 <= spare;
                        spare -= if is_spare { window.2 } else { 0 };
                        !is_spare
                    };
                    let tasks = inside.filter(is_needed).map(|window| window.3).collect();
                    return Some(Overload { begin, end, tasks });
                }
            }
        }
        None
    }
}

impl Global for Disjunctive {
    fn literals(&self) -> Vec<Literal> {
        literals_of(self.tasks.iter().flatten())
    }

    fn forbid(&mut self, facts: &Facts<'_>, forbidden: &mut Vec<Literal>) -> bool {
        for [a, b] in (0..self.tasks.len()).array_combinations() {
            if self.excludes(a, b, facts) {
                let fine = match (self.is_late(a, b, facts), self.is_late(b, a, facts)) {
                    (true, true) => false,
                    (true, false) => self.follow(b, a, facts, forbidden),
                    (false, true) => self.follow(a, b, facts, forbidden),
                    (false, false) => true,
                };
                if !fine {
                    return false;
                }
            }
        }
        self.overload(facts).is_none()
    }

    fn conflict(&self, facts: &Facts<'_>, out: &mut Vec<Literal>) -> bool {
        let collide = |a: usize, b: usize| {
            a != b && self.excludes(a, b, facts) && self.is_late(a, b, facts) && self.is_late(b, a, facts)
        };
        let pair = match facts.assumed {
            Some(literal) => owned(&self.owners, variable(literal))
                .find_map(|a| (0..self.tasks.len()).find(|&b| collide(a, b)).map(|b| [a, b])),
            None => (0..self.tasks.len()).array_combinations().find(|&[a, b]| collide(a, b)),
        };
        if let Some([a, b]) = pair {
            self.because_late(a, b, facts, out);
            self.because_late(b, a, facts, out);
            return true;
        }
        let Some(Overload { begin, end, tasks }) = self.overload(facts) else { return false };
        for task in tasks {
            let [start, duration] = &self.tasks[task];
            let length = facts.low(duration);
            facts.because_at_least(start, begin, out);
            facts.because_at_least(duration, length, out);
            facts.because_at_most(start, end - length, out);
        }
        true
    }
}
