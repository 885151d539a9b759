//! The plot of ways against a numeric parameter of the instances.

use std::collections::{BTreeMap, BTreeSet};

use super::{Axis, Data, Mark, Measure, Plot};
use crate::report::stats::median_of;
use crate::study::Parameter;

/// How many ways are shown.
const WAYS: usize = 8;

/// Fewer different values make no plot.
const LEAST: usize = 3;

/// A parameter, its plots, and the ways in colour.
pub(in crate::report) struct Phase {
    pub(in crate::report) parameter: String,
    pub(in crate::report) plots: Vec<Plot>,
    pub(in crate::report) ways: Vec<(usize, usize)>,
}

/// Plots over each numeric parameter that has several values. A seed is none, and what instances of several families
/// have is only called the same.
pub(in crate::report) fn phase(data: &Data) -> Vec<Phase> {
    let mut values: BTreeMap<&str, BTreeSet<i64>> = BTreeMap::new();
    let mut families: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for task in &data.table.tasks {
        for (name, value) in &task.parameters {
            if let Parameter::Integer(value) = value {
                values.entry(name).or_default().insert(*value);
                families.entry(name).or_default().insert(&task.family);
            }
        }
    }
    let is_wanted =
        |name: &str, values: &BTreeSet<i64>| values.len() >= LEAST && name != "seed" && families[name].len() == 1;
    let wanted = values.into_iter().filter(|(name, values)| is_wanted(name, values));
    wanted.map(|(name, values)| one(data, name, &values)).collect()
}

fn one(data: &Data, parameter: &str, values: &BTreeSet<i64>) -> Phase {
    let ways = data.coloured(Measure::Time, WAYS);
    let tasks_at = |value: i64| {
        let has =
            move |task: &usize| data.table.tasks[*task].parameters.get(parameter) == Some(&Parameter::Integer(value));
        (0..data.table.tasks.len()).filter(has)
    };
    let by_value: Vec<(i64, Vec<usize>)> = values.iter().map(|&value| (value, tasks_at(value).collect())).collect();
    let lines = |of: &dyn Fn(usize, &[usize]) -> Option<f64>| {
        let mut marks = Vec::new();
        let mut places = Vec::new();
        for &(class, way) in ways.iter().rev() {
            let points: Vec<(f64, f64)> =
                by_value.iter().filter_map(|(value, tasks)| Some((*value as f64, of(way, tasks)?))).collect();
            places.extend(points.iter().map(|point| point.1));
            let (class_name, label) = (format!("s{class}"), &data.series[way].label);
            marks.push(Mark::line(points.clone(), &class_name, label));
            marks.push(Mark::symbols(points, class, &class_name, label));
        }
        (marks, places)
    };
    let (low, high) = (values.first().copied().unwrap_or(0), values.last().copied().unwrap_or(0));
    let plot = |title: String, y: Axis, marks: Vec<Mark>| Plot {
        title,
        width: 460,
        height: 340,
        left: 70,
        x: Axis::integers(low, high, parameter),
        y,
        marks,
    };
    let mut plots = Vec::new();
    for measure in [Measure::Time, Measure::Conflicts] {
        let (marks, places) = lines(&|way, tasks| {
            let values = tasks.iter().filter_map(|&task| data.series[way].values(measure)[task].flatten());
            median_of(&mut values.collect::<Vec<f64>>()).map(|value| measure.place(value))
        });
        if places.is_empty() {
            continue;
        }
        let title = format!("Median {} by {parameter}, over the instances solved", data.title(measure));
        let name = format!("median {}, solved instances", data.title(measure));
        plots.push(plot(title, Axis::log(measure, places.into_iter(), &name), marks));
    }
    let (marks, shares) = lines(&|way, tasks| {
        let run: Vec<bool> = tasks
            .iter()
            .filter_map(|&task| data.series[way].values(Measure::Time)[task])
            .map(|time| time.is_some())
            .collect();
        (!run.is_empty()).then(|| 100.0 * run.iter().filter(|&&solved| solved).count() as f64 / run.len() as f64)
    });
    if shares.iter().any(|&share| share < 100.0) {
        plots.push(plot(format!("Share of instances solved by {parameter}"), Axis::percent("solved"), marks));
    }
    Phase { parameter: parameter.to_owned(), plots, ways }
}
