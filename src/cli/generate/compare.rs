//! The methods that make puzzles, beside each other.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use fastrand::Rng;
use serde_json::json;

use crate::construct::{ConstructError, MakePuzzle, Method, Request, RequestError, SeriesEnd, SeriesPuzzle, Wishes};
use crate::display::json_line;
use crate::report::{median_of, quantile};
use crate::solve::Budget;
use crate::units::seconds;

use super::super::drive::{limit_name, output};
use super::super::failure::Failure;
use super::Arguments;

/// What the puzzles of a method were like, and what each took.
pub(super) struct MethodRow {
    method: Method,
    /// Seconds until the next puzzle as wished, without what is done once for all of them.
    times: Vec<f64>,
    clues: Vec<f64>,
    levels: Vec<f64>,
    /// Why there are fewer puzzles than wished.
    end: Option<SeriesEnd>,
}

/// Makes puzzles by each method, which has an equal share of the time.
pub(super) fn rows(
    arguments: &Arguments,
    request: &Request,
    wishes: &Wishes,
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
        request: &Request,
        wishes: &Wishes,
        budget: &Budget,
    ) -> Result<Self, RequestError> {
        let mut row = MethodRow { method, times: Vec::new(), clues: Vec::new(), levels: Vec::new(), end: None };
        let mut request = request.clone();
        request.method = Some(method);
        let mut series = arguments.series(wishes, arguments.grade.is_some(), budget);
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

    /// The median of the times, and the time that 95 % of the puzzles were made in.
    fn usual_times(&self) -> Option<[f64; 2]> {
        let mut times = self.times.clone();
        times.sort_by(f64::total_cmp);
        Some([median_of(&mut times.clone())?, quantile(&times, 0.95)?])
    }
}

/// The mean, and the deviation as of a sample.
fn mean(values: &[f64]) -> Option<[f64; 2]> {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (!values.is_empty()).then(|| [mean, (squares / (count - 1.0).max(1.0)).sqrt()])
}

fn ends(values: &[f64]) -> Option<[f64; 2]> {
    let least = values.iter().copied().min_by(f64::total_cmp)?;
    Some([least, values.iter().copied().max_by(f64::total_cmp)?])
}

/// Prints what the methods came to. Where one made too few puzzles, the failure says why.
pub(super) fn print(rows: Vec<MethodRow>, kind: &str, arguments: &Arguments) -> Result<(), Failure> {
    if arguments.json {
        print_json(&rows, kind, arguments.seed)?;
    } else {
        print_table(&rows)?;
    }
    for row in rows {
        let made = format!("{} of {} made by {}", row.made(), arguments.count, row.method.name());
        match row.end {
            None => {}
            Some(SeriesEnd::Failed(error)) => return Err(error.into()),
            Some(SeriesEnd::OutOfBudget) => return Err(Failure::Limit(format!("{}: {made}", limit_name()))),
            Some(end) => return Err(Failure::Limit(format!("{end}: {made}"))),
        }
    }
    Ok(())
}

/// Prints a line of JSON for each method.
fn print_json(rows: &[MethodRow], kind: &str, seed: u64) -> io::Result<()> {
    let mut out = output();
    for row in rows {
        let [times, clues, span] = [row.usual_times(), mean(&row.clues), ends(&row.clues)];
        let of = |pair: Option<[f64; 2]>, at: usize| pair.map(|pair| pair[at]);
        let value = json!({
            "kind": kind,
            "method": row.method.name(),
            "seed": seed,
            "puzzles": row.made(),
            "time_median_s": of(times, 0),
            "time_95_s": of(times, 1),
            "clues_mean": of(clues, 0),
            "clues_deviation": of(clues, 1),
            "clues_least": of(span, 0),
            "clues_most": of(span, 1),
            "level_mean": of(mean(&row.levels), 0),
        });
        writeln!(out, "{}", json_line(&value).expect("a value becomes a line"))?;
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
        let [times, clues, span] = [row.usual_times(), mean(&row.clues), ends(&row.clues)];
        let of = |pair: Option<[f64; 2]>, at: usize| pair.map(|pair| pair[at]);
        lines.push([
            row.method.name().to_owned(),
            row.made().to_string(),
            time(of(times, 0)),
            time(of(times, 1)),
            number(of(clues, 0), 2),
            number(of(clues, 1), 2),
            number(of(span, 0), 0),
            number(of(span, 1), 0),
            number(of(mean(&row.levels), 0), 2),
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
