//! A bar for each way on one instance, for slides.

use std::fmt::Write;

use super::{Data, Measure};
use crate::report::escape::{escaped, shortened};
use crate::report::tables::value;

/// The width, where bars begin, and how long the longest is.
const WIDTH: f64 = 1000.0;
const LEFT: f64 = 330.0;
const LONGEST: f64 = 540.0;

/// The height of the title, of a bar with its distance, and of a bar.
const TITLE: f64 = 40.0;
const STEP: f64 = 30.0;
const BAR: f64 = 20.0;

/// The chart as an element `svg`, the shortest bar first; `None` if no way has a value.
pub(in crate::report) fn bars(data: &Data, measure: Measure, task: usize) -> Option<String> {
    let mut values: Vec<(&str, Option<f64>)> =
        data.series.iter().filter_map(|series| Some((series.label.as_str(), series.values(measure)[task]?))).collect();
    values.sort_by(|a, b| a.1.unwrap_or(f64::INFINITY).total_cmp(&b.1.unwrap_or(f64::INFINITY)));
    let most = values.iter().filter_map(|(_, value)| *value).max_by(f64::total_cmp)?;
    let height = TITLE + STEP * values.len() as f64 + 10.0;
    let title = escaped(&shortened(&format!("{}: {}", data.table.tasks[task].label, data.title(measure)), 100));
    let mut out = format!(
        "<svg class=\"plot\" role=\"img\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" \
         height=\"{height}\"><title>{title}</title>\n<text class=\"name\" x=\"24\" y=\"24\">{title}</text>\n"
    );
    for (place, (label, number)) in values.iter().enumerate() {
        let y = TITLE + STEP * place as f64;
        let length = number.map_or(LONGEST, |number| (number / most.max(f64::MIN_POSITIVE) * LONGEST).max(1.0));
        let (class, text) = match number {
            Some(number) => ("bar", value(measure, *number).text),
            None => ("missing", "not solved".to_owned()),
        };
        let middle = y + BAR / 2.0 + 4.0;
        writeln!(
            out,
            "<text class=\"name\" x=\"{}\" y=\"{middle}\" text-anchor=\"end\">{}</text>\n\
             <rect class=\"{class}\" x=\"{LEFT}\" y=\"{y}\" width=\"{length:.1}\" height=\"{BAR}\"/>\n\
             <text class=\"tick\" x=\"{:.1}\" y=\"{middle}\">{text}</text>",
            LEFT - 8.0,
            escaped(&shortened(label, 44)),
            LEFT + length + 8.0
        )
        .expect("a text takes all that is written");
    }
    Some(out + "</svg>\n")
}
