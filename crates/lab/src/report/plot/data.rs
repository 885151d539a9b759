//! The data of plots: per way and instance the time and the conflicts.

use super::super::figures::{Cell, Judge};
use super::super::stats::median_of;
use super::super::{Clock, Results, Summary};
use crate::run::Limits;

pub(in crate::report) use super::axis::Measure;

/// The number of ways that have a colour and a symbol of their own.
pub(in crate::report) const LINES: usize = 10;

/// A way and its values.
pub(in crate::report) struct Series {
    pub(in crate::report) label: String,
    /// Per instance, if it was run: the value, or nothing if it was not solved.
    time: Vec<Option<Option<f64>>>,
    conflicts: Vec<Option<Option<f64>>>,
    /// Per instance the PAR-2, if it is known.
    pub(in crate::report) par2: Vec<Option<f64>>,
    /// Per instance the number of clauses, if it is known.
    pub(in crate::report) clauses: Vec<Option<f64>>,
}

/// All values, the ways in the order of the summary.
pub(in crate::report) struct Data<'a> {
    pub(in crate::report) table: &'a Results,
    pub(in crate::report) series: Vec<Series>,
    /// The way that the others are compared with.
    pub(in crate::report) reference: Option<usize>,
    pub(in crate::report) clock: &'static str,
    /// The largest limit of time by that clock, if there is one for each run.
    pub(in crate::report) limit_s: Option<f64>,
    /// The largest limit of conflicts, if there is one for each run.
    pub(in crate::report) limit_conflicts: Option<f64>,
}

impl Series {
    pub(in crate::report) fn values(&self, measure: Measure) -> &[Option<Option<f64>>] {
        match measure {
            Measure::Time => &self.time,
            Measure::Conflicts => &self.conflicts,
        }
    }

    /// The values of what was solved.
    pub(in crate::report) fn solved(&self, measure: Measure) -> impl Iterator<Item = f64> {
        self.values(measure).iter().copied().flatten().flatten()
    }

    /// The number of instances that were run.
    pub(in crate::report) fn run(&self) -> usize {
        self.time.iter().flatten().count()
    }
}

impl<'a> Data<'a> {
    /// The values of a table that a summary has been made of.
    pub(in crate::report) fn of(table: &'a Results, summary: &Summary) -> Self {
        let instances = table.tasks.len();
        let mut series: Vec<Series> = (summary.ways.iter())
            .map(|way| Series {
                label: way.way.clone(),
                time: vec![None; instances],
                conflicts: vec![None; instances],
                par2: vec![None; instances],
                clauses: vec![None; instances],
            })
            .collect();
        let place = |label: &str| summary.ways.iter().position(|way| way.way == label);
        let places: Vec<Option<usize>> = table.ways.iter().map(|way| place(&way.label)).collect();
        let judge = Judge::new(table);
        for cell in judge.cells() {
            let Cell { task, way, time, conflicts, runs } = cell;
            let Some(place) = places[way] else { continue };
            series[place].par2[task] = judge.score(&cell);
            let mut sizes: Vec<f64> = runs.iter().filter_map(|run| run.clauses).map(|clauses| clauses as f64).collect();
            series[place].clauses[task] = median_of(&mut sizes);
            series[place].time[task] = Some(time);
            // Solved by a way that has no conflicts is not the same as not solved.
            series[place].conflicts[task] = if time.is_some() && conflicts.is_none() { None } else { Some(conflicts) };
        }
        for series in &mut series {
            if series.conflicts.iter().flatten().all(Option::is_none) {
                series.conflicts.fill(None);
            }
        }
        let reference = summary.reference.as_deref().and_then(place);
        let largest = |of: &dyn Fn(&Limits) -> Option<f64>| {
            let all: Option<Vec<f64>> = table.limits.iter().map(of).collect();
            all?.into_iter().max_by(f64::total_cmp)
        };
        let limit_s = largest(&|limits| match summary.clock {
            Clock::Wall => limits.limit_wall_s.map(f64::from),
            Clock::Cpu => limits.limit_cpu_s.map(f64::from),
        });
        let limit_conflicts = largest(&|limits| limits.limit_conflicts.map(|limit| limit as f64));
        let clock = super::super::text::clock(summary.clock);
        Data { table, series, reference, clock, limit_s, limit_conflicts }
    }

    /// The ways that are shown: the best ones, and the reference.
    pub(in crate::report) fn chosen(&self, measure: Measure, most: usize) -> Vec<usize> {
        let has = |way: &usize| self.series[*way].solved(measure).next().is_some();
        let mut chosen: Vec<usize> = (0..self.series.len()).filter(has).take(most).collect();
        if let Some(reference) = self.reference.filter(|reference| has(reference) && !chosen.contains(reference)) {
            chosen.truncate(most.saturating_sub(1));
            chosen.push(reference);
        }
        chosen
    }

    /// The ways that are shown in colour, each with the number of its colour, which is the same in all plots.
    pub(in crate::report) fn coloured(&self, measure: Measure, most: usize) -> Vec<(usize, usize)> {
        let all = self.chosen(Measure::Time, LINES);
        let has = |way: usize| self.series[way].solved(measure).next().is_some();
        all.into_iter().enumerate().filter(|&(_, way)| has(way)).take(most).collect()
    }

    /// True if some way has values.
    pub(in crate::report) fn has(&self, measure: Measure) -> bool {
        self.series.iter().any(|series| series.solved(measure).next().is_some())
    }

    /// The title of an axis.
    pub(in crate::report) fn title(&self, measure: Measure) -> &'static str {
        match measure {
            Measure::Time => self.clock,
            Measure::Conflicts => "conflicts",
        }
    }
}
