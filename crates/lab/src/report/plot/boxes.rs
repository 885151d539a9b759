//! Box plots: how the times of each way lie, over the instances that it solved.

use super::{Axis, Data, Mark, Measure, Plot};
use crate::report::escape::shortened;
use crate::report::stats::five;
use cnfab_base::units::{seconds, short};

/// How many ways are shown.
const WAYS: usize = 24;

/// Single values beyond the whiskers that are shown, at most, for each way.
const BEYOND: usize = 60;

/// The plot.
pub(in crate::report) fn boxes(data: &Data, measure: Measure) -> Plot {
    let chosen = data.chosen(measure, WAYS);
    let mut marks = Vec::new();
    let mut places = Vec::new();
    let mut names = Vec::new();
    for (row, &way) in chosen.iter().enumerate() {
        let series = &data.series[way];
        let y = -(row as f64 + 1.0);
        let mut values: Vec<f64> = series.solved(measure).map(|value| measure.place(value)).collect();
        values.sort_by(f64::total_cmp);
        names.push(format!("{} ({} of {})", shortened(&series.label, 40), values.len(), series.run()));
        let Some(five) = five(&values) else { continue };
        places.extend([values[0], values[values.len() - 1]]);
        let show = |place: f64| match measure {
            Measure::Time => seconds(10f64.powf(place)),
            Measure::Conflicts => short(10f64.powf(place).round() as u64),
        };
        let [first, median, third] = [five.first, five.median, five.third].map(show);
        let title = format!("{}: median {median}, half of them from {first} to {third}", series.label);
        marks.push(Mark::line(vec![(five.low, y), (five.high, y)], "whisker", ""));
        marks.push(Mark::rectangle((five.first, y), (five.third, y), 8.0, "box", title));
        marks.push(Mark::rectangle((five.median, y), (five.median, y), 8.0, "median", String::new()));
        let beyond: Vec<f64> = values.iter().copied().filter(|&value| value < five.low || value > five.high).collect();
        let step = beyond.len().div_ceil(BEYOND).max(1);
        let shown = beyond.into_iter().step_by(step);
        marks.extend(shown.map(|value| Mark::point((value, y), "beyond", show(value))));
    }
    Plot {
        title: format!("Box plots of {} over the instances solved", data.title(measure)),
        width: 1080,
        height: 90 + 26 * chosen.len() as u32,
        left: 380,
        x: Axis::log(measure, places.into_iter(), data.title(measure)),
        y: Axis::names(names),
        marks,
    }
}
