//! The cactus plot: how many instances each way solves within which time each.

use super::{Axis, Data, LINES, Mark, Measure, Plot};

/// How many points of a line the eye can tell apart.
const POINTS: usize = 300;

/// The plot, and the ways in colour.
pub(in crate::report) fn cactus(data: &Data, measure: Measure) -> (Plot, Vec<(usize, usize)>) {
    let chosen = data.coloured(measure, LINES);
    let mut marks = Vec::new();
    let mut places = Vec::new();
    for (way, series) in data.series.iter().enumerate().filter(|(way, _)| chosen.iter().all(|(_, other)| other != way))
    {
        let line = line(series.solved(measure), measure);
        places.extend(line.iter().map(|point| point.1));
        marks.push(Mark::line(thinned(line), "rest", &data.series[way].label));
    }
    if measure == Measure::Time && data.series.len() > 1 {
        marks.push(Mark::line(thinned(line(best(data), measure)), "best", "virtual best"));
    }
    // The best one is drawn last, above the others.
    for &(class, way) in chosen.iter().rev() {
        let label = &data.series[way].label;
        let line = line(data.series[way].solved(measure), measure);
        places.extend(line.iter().map(|point| point.1));
        let symbols = spaced(&line, class);
        marks.push(Mark::line(thinned(line), &format!("s{class}"), label));
        marks.push(Mark::symbols(symbols, class, &format!("s{class}"), label));
    }
    let instances = data.table.tasks.len() as u64;
    let plot = Plot {
        title: format!("Cactus plot: instances solved within a {} each", limit(data, measure)),
        width: 1080,
        height: 460,
        left: 70,
        x: Axis::count(instances, "instances solved"),
        y: Axis::log(measure, places.into_iter(), data.title(measure)),
        marks,
    };
    (plot, chosen)
}

fn limit(data: &Data, measure: Measure) -> String {
    match measure {
        Measure::Time => data.clock.to_owned(),
        Measure::Conflicts => "number of conflicts".to_owned(),
    }
}

/// The smallest time of each instance that some way solved.
fn best(data: &Data) -> impl Iterator<Item = f64> {
    (0..data.table.tasks.len()).filter_map(|task| {
        let times = data.series.iter().filter_map(|series| series.values(Measure::Time)[task].flatten());
        times.min_by(f64::total_cmp)
    })
}

fn line(values: impl Iterator<Item = f64>, measure: Measure) -> Vec<(f64, f64)> {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    (1..).zip(values).map(|(solved, value)| (f64::from(solved), measure.place(value))).collect()
}

fn thinned(line: Vec<(f64, f64)>) -> Vec<(f64, f64)> {
    let step = line.len().div_ceil(POINTS).max(1);
    let last = line.len().wrapping_sub(1);
    line.into_iter().enumerate().filter(|&(at, _)| at % step == 0 || at == last).map(|(_, point)| point).collect()
}

/// Some dozen points, not the same for every line.
fn spaced(line: &[(f64, f64)], shift: usize) -> Vec<(f64, f64)> {
    let step = line.len().div_ceil(12).max(1);
    let last = line.len().wrapping_sub(1);
    let shown = |at: &usize| at % step == (shift * 3) % step || *at == last;
    (0..line.len()).filter(shown).map(|at| line[at]).collect()
}
