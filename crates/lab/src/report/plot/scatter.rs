//! Two ways against each other, a point per instance, both axes logarithmic.

use std::collections::BTreeMap;

use super::{Axis, Data, Mark, Measure, Plot};
use crate::report::escape::shortened;
use cnfab_base::names::shortest_paths;
use cnfab_base::units::{plural, seconds, short};

/// With more points, squares show how many lie where.
pub(in crate::report) const SCATTERED: usize = 1500;

/// With no more points, names stand beside them.
const NAMED: usize = 12;

/// How many squares there are in a row.
const SQUARES: f64 = 64.0;

/// The frame of a plot: the places of its positions in the picture, for the script.
pub(in crate::report) struct Frame {
    /// Left, top, right, bottom, in pixels.
    pub(in crate::report) pixels: [f64; 4],
    /// The positions of the ends of both axes, and the position of the instances that were not solved.
    pub(in crate::report) places: [f64; 3],
}

/// The plot of two ways as SVG; how many instances were solved by neither.
pub(in crate::report) fn scatter(data: &Data, measure: Measure, x: usize, y: usize) -> (String, Frame, usize) {
    let all = data.series.iter().flat_map(|series| series.solved(measure)).map(|value| measure.place(value));
    let mut axis = Axis::log(measure, all, "");
    let late = axis.with_late();
    let axis_of = |way: usize| Axis { title: shortened(&data.series[way].label, 60), ..axis.clone() };
    let (x_axis, y_axis) = (axis_of(x), axis_of(y));
    let mut marks = vec![
        Mark::line(vec![(axis.from, axis.from), (axis.to, axis.to)], "diagonal", "as much for both"),
        Mark::line(vec![(axis.from, late), (axis.to, late)], "late", "not solved"),
        Mark::line(vec![(late, axis.from), (late, axis.to)], "late", "not solved"),
        Mark::text((axis.from + 0.04, late + 0.05), "small", "not solved".to_owned()),
    ];
    let (values_x, values_y) = (data.series[x].values(measure), data.series[y].values(measure));
    let mut points = Vec::new();
    let mut neither = 0;
    for (task, (a, b)) in values_x.iter().zip(values_y).enumerate() {
        let (Some(a), Some(b)) = (a, b) else { continue };
        if a.is_none() && b.is_none() {
            neither += 1;
            continue;
        }
        let place = |value: Option<f64>| value.map_or(late, |value| measure.place(value));
        let show = |value: Option<f64>| match (value, measure) {
            (None, _) => "not solved".to_owned(),
            (Some(value), Measure::Time) => seconds(value),
            (Some(value), Measure::Conflicts) => short(value as u64),
        };
        let title = || format!("{}: {} against {}", data.table.tasks[task].label, show(*a), show(*b));
        points.push((task, (place(*a), place(*b)), title()));
    }
    if points.len() > SCATTERED {
        marks.extend(squares(&points, axis.from, axis.to));
    } else {
        if points.len() <= NAMED {
            let paths: Vec<&str> = points.iter().map(|(task, ..)| data.table.tasks[*task].label.as_str()).collect();
            let named = shortest_paths(&paths).into_iter().zip(points.iter().map(|(_, at, _)| *at));
            marks.extend(names(named, axis.from, axis.to));
        }
        marks.extend(points.into_iter().map(|(_, at, title)| Mark::point(at, "point", title)));
    }
    let title = format!("{} of {} against {}", data.title(measure), data.series[y].label, data.series[x].label);
    let places = [axis.from, axis.to, late];
    let plot = Plot { title, width: 460, height: 460, left: 70, x: x_axis, y: y_axis, marks };
    let measure = if measure == Measure::Time { "time" } else { "conflicts" };
    let (svg, pixels) = plot.svg(&format!(" data-scatter=\"{measure}\""));
    (svg, Frame { pixels, places }, neither)
}

/// Names beside points, but for those that would lie on another one.
fn names(points: impl Iterator<Item = (String, (f64, f64))>, from: f64, to: f64) -> Vec<Mark> {
    let size = to - from;
    let mut taken: Vec<(f64, f64)> = Vec::new();
    let mut marks = Vec::new();
    for (name, at) in points {
        let near = |other: &(f64, f64)| (other.0 - at.0).abs() < 0.4 * size && (other.1 - at.1).abs() < 0.04 * size;
        if taken.iter().any(near) {
            continue;
        }
        taken.push(at);
        let name = shortened(&name, 28);
        // Those to the right stand before their point.
        let (step, class) = if at.0 - from > 0.5 * size { (-0.015, "small end") } else { (0.015, "small") };
        marks.push(Mark::text((at.0 + step * size, at.1 + 0.01 * size), class, name));
    }
    marks
}

/// How many points lie where.
fn squares(points: &[(usize, (f64, f64), String)], from: f64, to: f64) -> Vec<Mark> {
    let mut numbers: BTreeMap<(i64, i64), u64> = BTreeMap::new();
    let side = (to - from) / SQUARES;
    for (_, (x, y), _) in points {
        let square = (((x - from) / side).floor() as i64, ((y - from) / side).floor() as i64);
        *numbers.entry(square).or_default() += 1;
    }
    let most = numbers.values().copied().max().unwrap_or(1) as f64;
    let mark = |(&(x, y), &number): (&(i64, i64), &u64)| {
        let corner = |add: i64| (from + (x + add) as f64 * side, from + (y + add) as f64 * side);
        let dark = 1 + (4.0 * ((number as f64).ln() + 0.7) / (most.ln() + 0.8)).floor().min(3.0) as u64;
        Mark::rectangle(corner(0), corner(1), 0.0, &format!("square q{dark}"), plural(number, "instance"))
    };
    numbers.iter().map(mark).collect()
}
