//! The parts of the page that are plots.

use super::section;
use crate::report::escape::escaped;
use crate::report::plot::{self, Data, Measure, symbol};

/// How many plots over parameters are shown.
const PARAMETERS: usize = 4;

/// The ways in colour, with their lines and symbols.
fn legend(data: &Data, ways: &[(usize, usize)], best: bool, rest: bool) -> String {
    let mut out = String::from("<ul class=\"legend\">");
    let swatch = |class: &str, symbol: &str| {
        format!(
            "<svg class=\"plot\" viewBox=\"0 0 36 12\" width=\"36\" height=\"12\" aria-hidden=\"true\"><path class=\"line {class}\" d=\"M0 6H36\"/>{symbol}</svg>"
        )
    };
    for &(class, way) in ways {
        let mark = format!("<path class=\"symbol s{class}\" d=\"M18 6{}\"/>", symbol(class));
        let note = if data.reference == Some(way) { " (reference)" } else { "" };
        out += &format!("<li>{}{}{note}</li>", swatch(&format!("s{class}"), &mark), escaped(&data.series[way].label));
    }
    if best {
        out += &format!("<li>{}virtual best</li>", swatch("best", ""));
    }
    if rest {
        out += &format!("<li>{}other ways</li>", swatch("rest", ""));
    }
    out + "</ul>\n"
}

fn figure(svg: &str, caption: &str) -> String {
    format!("<figure>\n{svg}<figcaption>{caption}</figcaption>\n</figure>\n")
}

pub(super) fn cacti(data: &Data) -> String {
    let mut body = String::new();
    for (measure, caption) in [
        (
            Measure::Time,
            "Each line is a way; a point says how many instances it solves within that time each. Further to the right and lower is better.",
        ),
        (Measure::Conflicts, "The same by conflicts, which do not depend on the machine."),
    ] {
        if !data.has(measure) {
            continue;
        }
        let (plot, ways) = plot::cactus(data, measure);
        let with_values = data.series.iter().filter(|series| series.solved(measure).next().is_some()).count();
        let best = measure == Measure::Time && data.series.len() > 1;
        let legend = legend(data, &ways, best, with_values > ways.len());
        body += &figure(&plot.svg("").0, &format!("{caption}\n{legend}"));
    }
    if body.is_empty() { body } else { section("cactus", "How many are solved within which time", &body) }
}

pub(super) fn scatters(data: &Data) -> String {
    if data.series.len() < 2 || !data.has(Measure::Time) {
        return String::new();
    }
    let mut body = String::from("<div id=\"pair\"></div>\n<div class=\"pairs\">\n");
    for measure in [Measure::Time, Measure::Conflicts] {
        let Some((x, y)) = pair(data, measure) else { continue };
        let (svg, frame, neither) = plot::scatter(data, measure, x, y);
        let numbers = frame.pixels.iter().chain(&frame.places).map(|number| format!("{number:.3}"));
        let numbers = numbers.collect::<Vec<_>>().join(" ");
        let svg = svg.replacen("<svg ", &format!("<svg data-x=\"{x}\" data-y=\"{y}\" data-frame=\"{numbers}\" "), 1);
        let missing = match neither {
            0 => String::new(),
            neither => format!(" {neither} solved by neither are not shown."),
        };
        let what = escaped(data.title(measure));
        let dense = if data.table.tasks.len() > plot::SCATTERED {
            "squares, the stronger the more instances, point at one for their number"
        } else {
            "a point per instance, point at it for its name"
        };
        body += &figure(
            &svg,
            &format!(
                "<span class=\"what\">{}: {dense}. Below the diagonal the way of the vertical axis needs less.</span><span class=\"neither\">{missing}</span>",
                capitalised(&what)
            ),
        );
    }
    section("scatter", "Two ways side by side", &(body + "</div>\n"))
}

/// The reference against the best other way, among those that have values; the two best without a reference.
pub(super) fn pair(data: &Data, measure: Measure) -> Option<(usize, usize)> {
    let mut ways = data.chosen(measure, 2).into_iter();
    let (first, second) = (ways.next()?, ways.next()?);
    Some(if data.reference == Some(first) { (first, second) } else { (second, first) })
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

pub(super) fn boxes(data: &Data) -> String {
    let mut body = String::new();
    for measure in [Measure::Time, Measure::Conflicts].into_iter().filter(|&measure| data.has(measure)) {
        let caption = "Boxes hold the middle half of the instances that a way solved (how many of how many stands beside its name), the bar is the median; \
             whiskers reach no further than one and a half boxes. Ways that solved other instances are not alike.";
        body += &figure(
            &plot::boxes(data, measure).svg("").0,
            if measure == Measure::Time { caption } else { "The same for conflicts." },
        );
    }
    if body.is_empty() { body } else { section("boxes", "How figures are spread", &body) }
}

pub(super) fn phases(data: &Data) -> String {
    let mut body = String::new();
    for phase in plot::phase(data).into_iter().take(PARAMETERS) {
        body += &format!("<h3>By {}</h3>\n<div class=\"pairs\">\n", escaped(&phase.parameter));
        for plot in &phase.plots {
            body += &figure(&plot.svg("").0, &escaped(&plot.title));
        }
        body += "</div>\n";
        body += &legend(data, &phase.ways, false, false);
    }
    if body.is_empty() { body } else { section("parameters", "By parameters of the instances", &body) }
}
