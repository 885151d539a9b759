//! Comma-separated values (RFC 4180), one line per way: the names of the JSON joined by `_`, empty where something is
//! not known.

use std::io::{self, Write};

use cnfab_base::display::csv_cell;

use super::{MedianEstimate, Ratio, Summary, WayFigures};

/// Writes a header and a line per way.
///
/// # Errors
/// If it cannot be written.
pub fn write(summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
    let lines: Vec<Line> = summary.ways.iter().map(line).collect();
    let mut csv = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(out);
    if let Some(first) = lines.first() {
        csv.write_record(first.0.iter().map(|(name, _)| name))?;
    }
    for line in &lines {
        csv.write_record(line.0.iter().map(|(_, cell)| cell))?;
    }
    csv.flush()
}

/// Names and values.
struct Line(Vec<(String, String)>);

impl Line {
    fn text(&mut self, name: &str, value: impl ToString) {
        self.0.push((name.to_owned(), csv_cell(&value.to_string())));
    }

    fn number(&mut self, name: &str, value: Option<impl ToString>) {
        self.0.push((name.to_owned(), value.map(|value| value.to_string()).unwrap_or_default()));
    }

    fn estimate(&mut self, name: &str, estimate: &MedianEstimate) {
        self.number(name, estimate.value);
        self.number(&format!("{name}_low"), estimate.low);
        self.number(&format!("{name}_high"), estimate.high);
        self.text(&format!("{name}_of"), estimate.of);
    }

    fn ratio(&mut self, name: &str, ratio: Option<&Ratio>) {
        self.number(name, ratio.and_then(|ratio| ratio.ratio.value));
        self.number(&format!("{name}_low"), ratio.and_then(|ratio| ratio.ratio.low));
        self.number(&format!("{name}_high"), ratio.and_then(|ratio| ratio.ratio.high));
        self.number(&format!("{name}_of"), ratio.map(|ratio| ratio.ratio.of));
        self.number(&format!("{name}_both_run"), ratio.map(|ratio| ratio.both_run));
        self.number(&format!("{name}_less"), ratio.map(|ratio| ratio.less));
        self.number(&format!("{name}_more"), ratio.map(|ratio| ratio.more));
        self.number(&format!("{name}_sign_p"), ratio.and_then(|ratio| ratio.sign_p));
        self.number(&format!("{name}_sign_p_holm"), ratio.and_then(|ratio| ratio.sign_p_holm));
    }
}

fn line(way: &WayFigures) -> Line {
    let mut line = Line(Vec::new());
    line.text("way", &way.way);
    line.text("strategy", &way.strategy);
    line.text("recipe", way.recipe.as_deref().unwrap_or_default());
    line.text("view", &way.view);
    line.text("runs", way.runs);
    line.text("solved_runs", way.solved_runs);
    line.text("instances", way.instances);
    line.text("solved", way.solved);
    line.text("fastest", way.fastest);
    line.text("alone", way.alone);
    for (name, number) in way.outcomes.named() {
        line.text(&format!("outcomes_{name}"), number);
    }
    for (name, estimate) in way.estimates() {
        line.estimate(name, estimate);
    }
    line.number("peak_memory_bytes_max", way.peak_memory_bytes_max);
    line.number("contract", way.contract.as_ref());
    for (name, number) in way.certificates.named() {
        line.text(&format!("certificates_{name}"), number);
    }
    line.ratio("time_ratio", way.time_ratio.as_ref());
    line.ratio("conflicts_ratio", way.conflicts_ratio.as_ref());
    line
}
