//! The critical-difference diagram: the mean ranks of ways on a line, and bars over those that do not differ (J.
//! Demsar, "Statistical Comparisons of Classifiers over Multiple Data Sets", Journal of Machine Learning Research 7,
//! 2006).

use std::fmt::Write;

use super::Data;
use crate::report::compared::RankTests;
use crate::report::escape::{escaped, shortened};
use crate::report::stats::cliques;

/// The width, and how far the line of ranks is from the sides.
const WIDTH: f64 = 1000.0;
const SIDE: f64 = 340.0;

/// The place of the line of ranks, and the heights of a bar and of a name.
const TOP: f64 = 62.0;
const BAR: f64 = 9.0;
const ROW: f64 = 20.0;

/// The diagram as an element `svg`.
pub(in crate::report) fn critical_difference(data: &Data, tests: &RankTests) -> String {
    let ranks = &tests.friedman.ranks;
    let last = ranks.len() as f64;
    let x = |rank: f64| SIDE + (rank - 1.0) / (last - 1.0) * (WIDTH - 2.0 * SIDE);
    let bars = cliques(ranks, tests.friedman.critical_difference);
    let names = TOP + BAR * (bars.len() + 2) as f64;
    let half = ranks.len().div_ceil(2);
    let height = names + ROW * half as f64 + 6.0;
    let mut out = format!(
        "<svg class=\"plot\" role=\"img\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" height=\"{height}\"><title>Mean \
         ranks and the critical difference</title>\n"
    );
    let mut add = |text: std::fmt::Arguments<'_>| writeln!(out, "{text}").expect("a text takes all that is written");
    add(format_args!("<path class=\"axis\" d=\"M{} {TOP}H{}\"/>", x(1.0), x(last)));
    for rank in 1..=ranks.len() {
        let at = x(rank as f64);
        add(format_args!("<path class=\"axis\" d=\"M{at:.1} {TOP}v-6\"/>"));
        if ranks.len() <= 20 || rank % 5 == 1 {
            add(format_args!(
                "<text class=\"tick\" x=\"{at:.1}\" y=\"{}\" text-anchor=\"middle\">{rank}</text>",
                TOP - 10.0
            ));
        }
    }
    // The distance itself, above the line.
    let distance = x(1.0 + tests.friedman.critical_difference) - x(1.0);
    add(format_args!("<path class=\"line s0\" d=\"M{} 18h{distance:.1}\"/>", x(1.0)));
    add(format_args!(
        "<text class=\"name\" x=\"{}\" y=\"22\" text-anchor=\"end\">critical difference {:.2}</text>",
        x(1.0) - 8.0,
        tests.friedman.critical_difference
    ));
    for (number, &(from, to)) in bars.iter().enumerate() {
        let y = TOP + BAR * (number + 1) as f64;
        let (from, to) = (x(ranks[from]) - 3.0, x(ranks[to]) + 3.0);
        add(format_args!("<path class=\"join\" d=\"M{from:.1} {y}H{to:.1}\"/>"));
    }
    for (place, (&way, &rank)) in tests.ways.iter().zip(ranks).enumerate() {
        let left = place < half;
        let y = names + ROW * if left { place as f64 } else { (ranks.len() - 1 - place) as f64 } + ROW / 2.0;
        let (end, anchor) = if left { (SIDE - 18.0, "end") } else { (WIDTH - SIDE + 18.0, "start") };
        let at = x(rank);
        let label = escaped(&shortened(&data.series[way].label, 44));
        add(format_args!("<path class=\"axis\" d=\"M{at:.1} {TOP}V{y}H{end}\"/>"));
        let text = if left { end - 6.0 } else { end + 6.0 };
        add(format_args!(
            "<text class=\"name\" x=\"{text}\" y=\"{}\" text-anchor=\"{anchor}\">{label} ({rank:.2})</text>",
            y + 4.0
        ));
    }
    out.push_str("</svg>\n");
    out
}
