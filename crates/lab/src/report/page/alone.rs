//! The page's plots as files of their own, for papers and other pages: each an SVG with its colours, its legend and its
//! caption.

use super::presentation;
use crate::report::compared::RankTests;
use crate::report::escape::escaped;
use crate::report::plot::{self, Data, Measure, symbol};
use crate::report::{Results, Summary};

/// The width of a letter of the legend, about, and the height of its rows.
const LETTER: usize = 7;
const ROW: usize = 20;
/// The width of the line before a name of the legend.
const SWATCH: usize = 44;

/// As many instances have charts of bars.
const BARS: usize = 200;

/// A plot as a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alone {
    /// A name for the file, without its end: `cactus-time`.
    pub name: String,
    /// The file's text.
    pub svg: String,
}

/// The plots of a page: cactus plots, the reference against the best other way, boxes, ranks, plots over parameters,
/// and a chart of bars for each instance.
pub fn plots(summary: &Summary, table: &Results) -> Vec<Alone> {
    let data = Data::of(table, summary);
    let mut plots = Vec::new();
    let name = |what: &str, measure: Measure| match measure {
        Measure::Time => format!("{what}-time"),
        Measure::Conflicts => format!("{what}-conflicts"),
    };
    for measure in [Measure::Time, Measure::Conflicts].into_iter().filter(|&measure| data.has(measure)) {
        let (cactus, ways) = plot::cactus(&data, measure);
        plots.push(Alone::new(name("cactus", measure), &cactus.svg("").0, &legend(&data, &ways)));
        if let Some((x, y)) = super::figures::pair(&data, measure) {
            plots.push(Alone::new(name("scatter", measure), &plot::scatter(&data, measure, x, y).0, &[]));
        }
        plots.push(Alone::new(name("boxes", measure), &plot::boxes(&data, measure).svg("").0, &[]));
    }
    for measure in [Measure::Time, Measure::Conflicts] {
        if let Some(tests) = RankTests::of(&data, measure) {
            plots.push(Alone::new(name("ranks", measure), &plot::critical_difference(&data, &tests), &[]));
        }
        for task in 0..table.tasks.len().min(BARS) {
            let Some(bars) = plot::bars(&data, measure, task).filter(|_| data.has(measure)) else { continue };
            let name = name(&format!("bars-{}-{}", task + 1, word(&table.tasks[task].label)), measure);
            plots.push(Alone::new(name, &bars, &[]));
        }
    }
    for phase in plot::phase(&data) {
        let word = word(&phase.parameter);
        for (number, plot) in phase.plots.iter().enumerate() {
            let name = format!("over-{word}-{}", number + 1);
            plots.push(Alone::new(name, &plot.svg("").0, &legend(&data, &phase.ways)));
        }
    }
    plots
}

/// A text as a part of a file's name.
fn word(text: &str) -> String {
    text.chars().take(60).map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect()
}

/// The classes and the names of the ways in colour.
fn legend(data: &Data, ways: &[(usize, usize)]) -> Vec<(usize, String)> {
    ways.iter().map(|&(class, way)| (class, data.series[way].label.clone())).collect()
}

impl Alone {
    /// A plot, an element `svg` that begins with its size, with a legend below.
    fn new(name: String, plot: &str, legend: &[(usize, String)]) -> Self {
        let size = |attribute: &str| -> usize {
            let after = plot.split_once(&format!(" {attribute}=\"")).map_or("", |(_, after)| after);
            after.split('"').next().and_then(|number| number.parse().ok()).unwrap_or_default()
        };
        let (width, height) = (size("width"), size("height"));
        let longest = legend.iter().map(|(_, label)| label.chars().count()).max().unwrap_or(0);
        let column = SWATCH + LETTER * (longest + 2);
        let columns = (width / column.max(1)).clamp(1, legend.len().max(1));
        let rows = legend.len().div_ceil(columns);
        let whole = height + ROW * rows + if rows > 0 { ROW / 2 } else { 0 };
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"plot\" viewBox=\"0 0 {width} {whole}\" width=\"{width}\" \
             height=\"{whole}\" font-family=\"system-ui, 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif\">\n<rect \
             fill=\"#ffffff\" width=\"{width}\" height=\"{whole}\"/>\n"
        );
        let mut body = plot.to_owned();
        for (number, (class, label)) in legend.iter().enumerate() {
            let (x, y) = (24 + number % columns * column, height + number / columns * ROW + ROW / 2);
            body += &format!(
                "<path class=\"line s{class}\" d=\"M{x} {y}h36\"/><path class=\"symbol s{class}\" d=\"M{} {y}{}\"/>\
                 <text class=\"name\" x=\"{}\" y=\"{}\">{}</text>\n",
                x + 18,
                symbol(*class),
                x + SWATCH,
                y + 4,
                escaped(label)
            );
        }
        Alone { name, svg: svg + &presentation::with_attributes(&body) + "</svg>\n" }
    }
}
