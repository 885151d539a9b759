//! Tasks that do not run at the same time: of each two, one that cannot come first comes second.
//!
//! What it does: where a task cannot end before the last start of another one, it follows that one. Tasks that have to
//! run between two times, and together take longer than there is, contradict each other. `edges` finds tasks that come
//! after others, or before them, since there is no room for them.
//!
//! Whose idea: precedences that bounds decide: P. Vilím, R. Barták, O. Čepek, "Extension of O(n log n) Filtering
//! Algorithms for the Unary Resource Constraint to Optional Activities", Constraints 2005. Overloaded intervals: J.
//! Carlier, E. Pinson, "An Algorithm for Solving the Job-Shop Problem", Management Science 1989.
//!
//! How ours differs: each precedence is looked at alone, so that two bounds explain it, weakened as far as they
//! overlap. An overloaded interval is explained by as few tasks as overload it. See `globals`.
//!
//! When it runs: for `disjunctive=propagate`.

use std::collections::BTreeSet;

use super::super::tuning::disjunctive;
use super::super::{Contradiction, Literal, Step, unless};
use super::edges::{self, Edge, Window};
use super::{Facts, Forbidden, Global, owners};
use cnfab_cnf::Integer;

pub(in super::super) struct Disjunctive {
    /// The start and the duration of each task.
    tasks: Vec<[Integer<Literal>; 2]>,
    is_strict: bool,
    owners: Vec<(usize, usize)>,
    /// The windows with which nothing followed the last time.
    quiet: Vec<Window>,
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
        Disjunctive { tasks, is_strict, owners, quiet: Vec::new() }
    }

    fn windows(&self, facts: &Facts<'_>) -> Vec<Window> {
        let window = |[start, duration]: &[Integer<Literal>; 2]| Window {
            first: facts.low(start),
            last: facts.high(start),
            length: facts.low(duration),
            longest: facts.high(duration),
        };
        self.tasks.iter().map(window).collect()
    }

    /// True if the tasks exclude each other in any case.
    fn excludes(&self, one: Window, other: Window) -> bool {
        self.is_strict || one.length > 0 && other.length > 0
    }

    /// States that the second task follows the first one. It is a conflict if it cannot.
    fn follow(&self, [a, b]: [usize; 2], windows: &[Window], facts: &Facts<'_>, forbidden: &mut Forbidden) -> Step {
        let [[start, duration], [later, _]] = [&self.tasks[a], &self.tasks[b]];
        let Window { first, last, length, longest } = windows[a];
        let (least, most) = (first + length, windows[b].last);
        if windows[b].first < least {
            facts.raise(later, least, forbidden)?;
        }
        if last > most - length {
            facts.lower(start, most - length, forbidden)?;
        }
        if longest > most - first {
            facts.lower(duration, most - first, forbidden)?;
        }
        Ok(())
    }

    /// Appends why the first task cannot end before the second one starts, and that it takes time.
    fn because_late(&self, [a, b]: [usize; 2], windows: &[Window], facts: &Facts<'_>, out: &mut Vec<Literal>) {
        let [[start, duration], [other, _]] = [&self.tasks[a], &self.tasks[b]];
        let (length, last) = (windows[a].length, windows[b].last);
        facts.because_at_least(start, last - length + 1, out);
        facts.because_at_least(duration, length, out);
        facts.because_at_most(other, last, out);
    }

    /// Notes what follows from the windows. It is a conflict if the tasks do not fit.
    fn bound(&self, windows: &[Window], facts: &Facts<'_>, forbidden: &mut Forbidden) -> Step {
        for (a, &one) in windows.iter().enumerate() {
            for (b, &other) in windows.iter().enumerate().skip(a + 1) {
                match [one.is_late_for(other), other.is_late_for(one)] {
                    [false, false] => {}
                    _ if !self.excludes(one, other) => {}
                    [true, true] => return Err(Contradiction),
                    [true, false] => self.follow([b, a], windows, facts, forbidden)?,
                    [false, true] => self.follow([a, b], windows, facts, forbidden)?,
                }
            }
        }
        unless(Self::overload(windows).is_some())?;
        if windows.len() <= disjunctive::EDGES { self.bound_by_edges(windows, facts, forbidden) } else { Ok(()) }
    }

    /// Notes the bounds that edges tell. It is a conflict if one is out of reach.
    fn bound_by_edges(&self, windows: &[Window], facts: &Facts<'_>, forbidden: &mut Forbidden) -> Step {
        let reversed: Vec<Window> = windows.iter().map(|window| window.reversed()).collect();
        for (windows, is_reversed) in [(windows, false), (&reversed, true)] {
            let mut least: Vec<i64> = windows.iter().map(|window| window.first).collect();
            edges::find(windows, |edge| {
                least[edge.task] = least[edge.task].max(edge.least);
                true
            });
            for (([start, _], window), least) in self.tasks.iter().zip(windows).zip(least) {
                match is_reversed {
                    _ if least == window.first => {}
                    true => facts.lower(start, -least - window.length, forbidden)?,
                    false => facts.raise(start, least, forbidden)?,
                }
            }
        }
        Ok(())
    }

    /// Appends why one of some tasks would have to start after its last start, or with time reversed. `false` if none
    /// has to.
    fn because_edge(
        &self,
        asked: &[usize],
        windows: &[Window],
        is_reversed: bool,
        facts: &Facts<'_>,
        out: &mut Vec<Literal>,
    ) -> bool {
        let turned: Vec<Window> =
            windows.iter().map(|window| if is_reversed { window.reversed() } else { *window }).collect();
        let mut found: Option<Edge> = None;
        edges::find(&turned, |edge| {
            if asked.contains(&edge.task) && edge.least > turned[edge.task].last {
                found = Some(edge);
            }
            found.is_none()
        });
        let Some(edge) = found else { return false };
        let last = turned[edge.task].last;
        let Some((begin, taken)) = edge.part(last, &turned) else { return false };
        let room = edge.room(&turned);
        let mut because = |task: usize, least: i64, most: i64| {
            let [start, duration] = &self.tasks[task];
            let length = turned[task].length;
            let [least, most] = if is_reversed { [-most - length, -least - length] } else { [least, most] };
            facts.because_at_least(start, least, out);
            facts.because_at_most(start, most, out);
            facts.because_at_least(duration, length, out);
        };
        because(edge.task, room, last);
        for task in edge.before(&turned) {
            let is_part = turned[task].first >= begin;
            let least = if is_part { room.max(last - taken + 1) } else { room };
            because(task, least, edge.end - turned[task].length);
        }
        true
    }

    /// Tasks that have to run in an interval that is too short for them.
    fn overload(windows: &[Window]) -> Option<Overload> {
        let mut by_end: Vec<(i64, usize)> =
            windows.iter().zip(0..).map(|(window, task)| (window.end(), task)).collect();
        by_end.retain(|&(_, task)| windows[task].length > 0);
        by_end.sort_unstable();
        let mut seen = BTreeSet::new();
        for begin in by_end.iter().map(|&(_, task)| windows[task].first).filter(|&begin| seen.insert(begin)) {
            let mut taken = 0;
            for (place, &(end, task)) in by_end.iter().enumerate() {
                let Window { first, length, .. } = windows[task];
                taken += if first >= begin { length } else { 0 };
                if first >= begin && taken > end - begin {
                    // Those that need not be there to overload it.
                    let mut spare = taken - (end - begin) - 1;
                    let is_needed = |&task: &usize| {
                        let is_spare = windows[task].length <= spare;
                        spare -= if is_spare { windows[task].length } else { 0 };
                        !is_spare
                    };
                    let inside = by_end[..=place].iter().map(|own| own.1).filter(|&task| windows[task].first >= begin);
                    return Some(Overload { begin, end, tasks: inside.filter(is_needed).collect() });
                }
            }
        }
        None
    }
}

impl Global for Disjunctive {
    fn integers(&self) -> Vec<&Integer<Literal>> {
        self.tasks.iter().flatten().collect()
    }

    fn forbid(&mut self, facts: &Facts<'_>, forbidden: &mut Forbidden) -> Step {
        let windows = self.windows(facts);
        if windows == self.quiet {
            return Ok(());
        }
        self.bound(&windows, facts, forbidden)?;
        if forbidden.is_empty() {
            self.quiet = windows;
        }
        Ok(())
    }

    fn conflict(&self, facts: &Facts<'_>, out: &mut Vec<Literal>) -> bool {
        let windows = &self.windows(facts);
        let collides = |a: usize, b: usize| {
            let (one, other) = (windows[a], windows[b]);
            a != b && self.excludes(one, other) && one.is_late_for(other) && other.is_late_for(one)
        };
        let asked: Vec<usize> = match facts.assumed {
            Some(_) => facts.owned(&self.owners),
            None => (0..self.tasks.len()).collect(),
        };
        let pair = asked.iter().find_map(|&a| Some([a, (0..windows.len()).find(|&b| collides(a, b))?]));
        if let Some([a, b]) = pair {
            self.because_late([a, b], windows, facts, out);
            self.because_late([b, a], windows, facts, out);
            return true;
        }
        if let Some(Overload { begin, end, tasks }) = Self::overload(windows) {
            for task in tasks {
                let [start, duration] = &self.tasks[task];
                let length = windows[task].length;
                facts.because_at_least(start, begin, out);
                facts.because_at_least(duration, length, out);
                facts.because_at_most(start, end - length, out);
            }
            return true;
        }
        [false, true].into_iter().any(|is_reversed| self.because_edge(&asked, windows, is_reversed, facts, out))
    }
}
