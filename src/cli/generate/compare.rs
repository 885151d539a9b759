//! The methods that make puzzles, beside each other.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use fastrand::Rng;
use serde_json::json;

use crate::construct::{
    ConstructError, Criteria, Detail, GenerateRequest, MakePuzzle, Method, RequestError, SeriesEnd, SeriesPuzzle,
};
use crate::json;
use crate::report::quantile;
use crate::solve::Budget;
use crate::units::seconds;

use super::super::drive::{limit_name, output};
use super::super::failure::Failure;
use super::Arguments;

/// The puzzles of a method, and the cost of each.
pub(super) struct MethodRow {
    method: Method,
    /// Seconds until the next puzzle as wished, without what is done once for all of them.
    times: Vec<f64>,
    clues: Vec<f64>,
    levels: Vec<f64>,
    /// Why there are fewer puzzles than wished.
    end: Option<SeriesEnd>,
}

/// Makes puzzles by each method, each within an equal share of the limit.
pub(super) fn rows(
    arguments: &Arguments,
    request: &GenerateRequest,
    wishes: &Criteria,
    budget: &Budget,
) -> Result<Vec<MethodRow>, RequestError> {
    let kind = request.kind();
    if kind.boards.is_some() {
        let found = format!("found --compare for {}, whose puzzles are made in one way", kind.name);
        return Err(RequestError::Wrong(format!("{found}; expected a kind whose clues are given values")));
    }
    let mut rows = Vec::new();
    for (method, left) in Method::ALL.into_iter().zip((1..=Method::ALL.len() as u32).rev()) {
        let mut share = budget.clone();
        share.deadline = budget.remaining().map(|remaining| Instant::now() + remaining / left);
        rows.push(MethodRow::of(method, arguments, request, wishes, &share)?);
    }
    Ok(rows)
}

impl MethodRow {
    fn of(
        method: Method,
        arguments: &Arguments,
        request: &GenerateRequest,
        wishes: &Criteria,
        budget: &Budget,
    ) -> Result<Self, RequestError> {
        let mut row = MethodRow { method, times: Vec::new(), clues: Vec::new(), levels: Vec::new(), end: None };
        let mut request = request.clone();
        request.method = Some(method);
        let mut series = arguments.series(wishes, arguments.grade.as_ref().map(|_| Detail::Level), budget);
        let work = |make: MakePuzzle<'_>| {
            let mut rng = Rng::with_seed(arguments.seed);
            while row.made() < arguments.count && row.end.is_none() {
                let begun = Instant::now();
                match series.next(make, &mut rng) {
                    Ok(puzzle) => row.add(&puzzle, begun.elapsed()),
                    Err(end) => row.end = Some(end),
                }
            }
        };
        match request.start(budget, work) {
            Err(RequestError::Construct(ConstructError::OutOfBudget)) => row.end = Some(SeriesEnd::OutOfBudget),
            other => other?,
        }
        Ok(row)
    }

    fn add(&mut self, puzzle: &SeriesPuzzle, time: Duration) {
        self.times.push(time.as_secs_f64());
        self.clues.push(puzzle.made.puzzle.clue_count() as f64);
        self.levels.extend(puzzle.explanation.as_ref().map(|explanation| explanation.grade.level as f64));
    }

    /// How many puzzles were made.
    fn made(&self) -> u64 {
        self.times.len() as u64
    }

    /// Of the times the median, and the time in which 95 % of the puzzles were made. Of the numbers of clues mean,
    /// deviation, least and greatest. Of the levels the mean.
    fn figures(&self) -> [Option<f64>; 7] {
        let [mut times, mut clues] = [self.times.clone(), self.clues.clone()];
        [&mut times, &mut clues].into_iter().for_each(|values| values.sort_by(f64::total_cmp));
        let (of_clues, of_levels) = (mean(&clues), mean(&self.levels));
        [
            quantile(&times, 0.5),
            quantile(&times, 0.95),
            of_clues.map(|(mean, _)| mean),
            of_clues.map(|(_, deviation)| deviation),
            clues.first().copied(),
            clues.last().copied(),
            of_levels.map(|(mean, _)| mean),
        ]
    }
}

/// The mean, and the deviation as of a sample.
fn mean(values: &[f64]) -> Option<(f64, f64)> {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (!values.is_empty()).then(|| (mean, (squares / (count - 1.0).max(1.0)).sqrt()))
}

/// Prints what the methods came to. Where one made too few puzzles, the failure says why.
pub(super) fn print(rows: Vec<MethodRow>, kind: &str, arguments: &Arguments) -> Result<(), Failure> {
    if arguments.json {
        print_json(&rows, kind, arguments.seed)?;
    } else {
        print_table(&rows)?;
    }
    let mut short = Vec::new();
    for row in rows {
        let why = match row.end {
            None => continue,
            Some(SeriesEnd::Failed(error)) => return Err(error.into()),
            Some(SeriesEnd::OutOfBudget) => limit_name().to_owned(),
            Some(end) => end.to_string(),
        };
        short.push(format!("{why}: {} of {} made by {}", row.times.len(), arguments.count, row.method.name()));
    }
    if short.is_empty() { Ok(()) } else { Err(Failure::Limit(short.join("; "))) }
}

/// Prints a line of JSON for each method.
fn print_json(rows: &[MethodRow], kind: &str, seed: u64) -> io::Result<()> {
    let mut out = output();
    for row in rows {
        let [median, most_times, clues, deviation, least, most, level] = row.figures();
        let value = json!({
            "kind": kind,
            "method": row.method.name(),
            "seed": seed,
            "puzzles": row.made(),
            "time_median_s": median,
            "time_95_s": most_times,
            "clues_mean": clues,
            "clues_deviation": deviation,
            "clues_least": least,
            "clues_most": most,
            "level_mean": level,
        });
        writeln!(out, "{}", json::line(&value).expect("a value becomes a line"))?;
    }
    out.flush()
}

/// Prints a table with a row for each method.
fn print_table(rows: &[MethodRow]) -> io::Result<()> {
    let number = |value: Option<f64>, places: usize| value.map_or("-".to_owned(), |value| format!("{value:.places$}"));
    let time = |value: Option<f64>| value.map_or("-".to_owned(), seconds);
    let has_levels = rows.iter().any(|row| !row.levels.is_empty());
    let mut lines = vec![
        ["method", "puzzles", "median", "95 %", "clues", "deviation", "least", "most", "level"].map(str::to_owned),
    ];
    for row in rows {
        let [median, most_times, clues, deviation, least, most, level] = row.figures();
        lines.push([
            row.method.name().to_owned(),
            row.made().to_string(),
            time(median),
            time(most_times),
            number(clues, 2),
            number(deviation, 2),
            number(least, 0),
            number(most, 0),
            number(level, 2),
        ]);
    }
    let columns = if has_levels { 9 } else { 8 };
    let width = |column: usize| lines.iter().map(|line| line[column].len()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut out = output();
    for line in &lines {
        write!(out, "{:<width$}", line[0], width = widths[0])?;
        for (cell, width) in line.iter().zip(&widths).skip(1) {
            write!(out, "  {cell:>width$}")?;
        }
        writeln!(out)?;
    }
    out.flush()
}
