//! Tasks that share a capacity, by the times at which each of them runs in any case.
//!
//! What it does: a task runs in any case from its last start to its first end. These parts, added up, must not exceed
//! the capacity. A task that does not fit beside those of the others at some time starts after it, or ends before it.
//!
//! Whose idea: A. Lahrichi, "Scheduling: the Notions of Hump, Compulsory Parts and their Use in Cumulative Problems",
//! 1982; explanations at one time: A. Schutt, T. Feydt, P. J. Stuckey, M. G. Wallace, "Explaining the Cumulative
//! Propagator", Constraints 2011.
//!
//! How ours differs: durations, demands and the capacity may be variables. Their least values count, and the capacity's
//! largest one; only starts and the capacity are bounded in turn. A bound moves by one time at once, so that
//! each step has its own time. Those of the tasks explain it that take most, as few as are enough. See `globals`.
//!
//! When it runs: for `cumulative=propagate`.

use super::super::{Literal, Step, unless, variable};
use super::{Facts, Forbidden, Global, owners};
use cnfab_cnf::Integer;

pub(in super::super) struct Cumulative {
    /// The start, the duration and the demand of each task.
    tasks: Vec<[Integer<Literal>; 3]>,
    capacity: Integer<Literal>,
    owners: Vec<(usize, usize)>,
}

/// When a task runs in any case, and how much it takes then.
#[derive(Clone, Copy)]
struct Part {
    task: usize,
    begin: i64,
    end: i64,
    demand: i64,
}

/// How much is taken in any case between two times.
struct Segment {
    begin: i64,
    end: i64,
    taken: i64,
}

impl Cumulative {
    pub(in super::super) fn new(tasks: Vec<[Integer<Literal>; 3]>, capacity: Integer<Literal>) -> Self {
        let owners = owners(tasks.iter().map(|task| &task[..]));
        Cumulative { tasks, capacity, owners }
    }

    fn parts(&self, facts: &Facts<'_>) -> Vec<Part> {
        let part = |(task, [start, duration, demand]): (usize, &[Integer<Literal>; 3])| {
            let (begin, end) = (facts.high(start), facts.low(start) + facts.low(duration));
            Some(Part { task, begin, end, demand: facts.low(demand) }).filter(|part| begin < end && part.demand > 0)
        };
        self.tasks.iter().enumerate().filter_map(part).collect()
    }

    /// The segments in which something is taken, in order.
    fn segments(parts: &[Part]) -> Vec<Segment> {
        let ends = |part: &Part| [(part.begin, part.demand), (part.end, -part.demand)];
        let mut changes: Vec<(i64, i64)> = parts.iter().flat_map(ends).collect();
        changes.sort_unstable();
        let mut taken = 0;
        let segment = |pair: &[(i64, i64)]| {
            taken += pair[0].1;
            Segment { begin: pair[0].0, end: pair[1].0, taken }
        };
        changes.windows(2).map(segment).filter(|segment| segment.begin < segment.end && segment.taken > 0).collect()
    }
}

impl Global for Cumulative {
    fn integers(&self) -> Vec<&Integer<Literal>> {
        self.tasks.iter().flatten().chain([&self.capacity]).collect()
    }

    fn forbid(&mut self, facts: &Facts<'_>, forbidden: &mut Forbidden) -> Step {
        let parts = self.parts(facts);
        let segments = Self::segments(&parts);
        let peak = segments.iter().map(|segment| segment.taken).max().unwrap_or(0);
        let capacity = facts.high(&self.capacity);
        unless(peak > capacity)?;
        if peak > facts.low(&self.capacity) {
            facts.raise(&self.capacity, peak, forbidden)?;
        }
        for [start, duration, demand] in &self.tasks {
            let (first, last) = (facts.low(start), facts.high(start));
            let (length, demand) = (facts.low(duration), facts.low(demand));
            if first == last || length <= 0 || demand <= 0 {
                continue;
            }
            // Where it runs in any case, its demand is part of what is taken, and fits.
            let is_full = |segment: &&Segment| {
                segment.taken + demand > capacity && !(last <= segment.begin && segment.end <= first + length)
            };
            let meets = |segment: &&Segment, from: i64| segment.begin < from + length && from < segment.end;
            let before = segments.iter().rev().filter(|segment| meets(segment, first)).find(is_full);
            let after = segments.iter().filter(|segment| meets(segment, last)).find(is_full);
            if let Some(full) = before {
                facts.raise(start, full.end.min(first + length), forbidden)?;
            }
            if let Some(full) = after {
                facts.lower(start, full.begin.max(last) - length, forbidden)?;
            }
        }
        Ok(())
    }

    fn conflict(&self, facts: &Facts<'_>, out: &mut Vec<Literal>) -> bool {
        let parts = self.parts(facts);
        let capacity = facts.high(&self.capacity);
        let runs = |part: &&Part, time: i64| part.begin <= time && time < part.end;
        let taken = |time: i64| parts.iter().filter(|part| runs(part, time)).map(|part| part.demand).sum::<i64>();
        // A peak begins where a task does.
        let assumed = facts.assumed.map(variable);
        let is_of_capacity = self.capacity.steps.iter().any(|step| assumed == Some(variable(step.1)))
            || facts.stated.is_some_and(|stated| self.capacity.number == Some(stated.0 / 2));
        let owners = facts.owned(&self.owners);
        let is_asked = |time: i64| {
            is_of_capacity
                || owners.is_empty()
                || parts.iter().any(|part| owners.contains(&part.task) && runs(&part, time))
        };
        let mut times = parts.iter().map(|part| part.begin).filter(|&time| is_asked(time));
        let Some(time) = times.find(|&time| taken(time) > capacity) else { return false };
        let mut running: Vec<&Part> = parts.iter().filter(|part| runs(part, time)).collect();
        running.sort_by_key(|part| std::cmp::Reverse(part.demand));
        let mut sum = 0;
        for part in running {
            let [start, duration, demand] = &self.tasks[part.task];
            let length = facts.low(duration);
            facts.because_at_most(start, time, out);
            facts.because_at_least(start, time + 1 - length, out);
            facts.because_at_least(duration, length, out);
            facts.because_at_least(demand, part.demand, out);
            sum += part.demand;
            if sum > capacity {
                break;
            }
        }
        facts.because_at_most(&self.capacity, sum - 1, out);
        true
    }
}
