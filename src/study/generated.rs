//! Instances that the study has made, as `cnfab generate` makes puzzles: the same texts whenever the study is read.

use std::ops::RangeInclusive;
use std::time::Duration;

use fastrand::Rng;

use crate::construct::{self, ConstructError, Distinct, MakePuzzle, Request};
use crate::solve::Budget;

use super::file::{Generate, Method};
use super::values::Values;
use super::{Parameter, template};

/// The most puzzles of a table.
const MOST: usize = 100_000;

/// The time for the puzzles of one size and seed.
const PATIENCE: Duration = Duration::from_secs(600);

/// How many puzzles in succession may be no new ones.
const REPEATS: usize = 1000;

/// A puzzle that was made.
pub(super) struct Generated {
    /// Its name in rows.
    pub(super) name: String,
    /// Its text.
    pub(super) text: String,
    /// What it was made from.
    pub(super) parameters: Vec<(String, Parameter)>,
}

/// Makes the puzzles of a table, for each size those of each seed. In `name`, `{size}`, `{seed}` and `{number}` are
/// written out.
pub(super) fn of(table: &Generate, name: Option<&str>) -> Result<Vec<Generated>, String> {
    let all = |values: &Option<Values>, usual: i64| match values {
        Some(values) => values.all(),
        None => Ok(vec![Parameter::Integer(usual)]),
    };
    let (sizes, seeds) = (all(&table.size, 9)?, all(&table.seed, 0)?);
    let count = table.count.unwrap_or(1) as usize;
    if sizes.len().saturating_mul(seeds.len()).saturating_mul(count) > MOST {
        return Err(format!("found more than {MOST} puzzles to be made"));
    }
    let mut made = Vec::new();
    for size in &sizes {
        for seed in &seeds {
            let texts = texts(&request(table, size)?, number("seed", seed)?, count)?;
            for (number, text) in (1..).zip(texts) {
                let parameter = |name: &str, value: Parameter| (name.to_owned(), value);
                let parameters = vec![
                    parameter("number", Parameter::Integer(number)),
                    parameter("seed", seed.clone()),
                    parameter("size", size.clone()),
                ];
                let usual = format!("{}-{size}-{seed}-{number}", table.kind);
                let name = name.map_or(Ok(usual), |name| template::fill(name, &parameters))?;
                made.push(Generated { name, text, parameters });
            }
        }
    }
    Ok(made)
}

/// Reads a whole number from 0 on.
fn number(key: &str, value: &Parameter) -> Result<u64, String> {
    let text = value.to_string();
    text.trim().parse().map_err(|_| format!("{key}: found '{text}', expected a whole number from 0 on"))
}

/// The request that a table states for one size.
fn request(table: &Generate, size: &Parameter) -> Result<Request, String> {
    let text = size.to_string();
    let (rows, columns) = text.split_once(['x', 'X']).unwrap_or((&text, &text));
    let side = |text: &str| text.trim().parse::<usize>().ok().filter(|&side| side > 0);
    let sides = side(rows).zip(side(columns));
    let (rows, columns) =
        sides.ok_or_else(|| format!("size: found '{text}', expected rows and columns, such as 9 or '6x8'"))?;
    let mut request = Request::new(&table.kind)?;
    (request.rows, request.columns) = (rows, columns);
    request.method = table.method.map(|method| match method {
        Method::Constrain => construct::Method::Constrain,
        Method::ConstrainByPropagation => construct::Method::ConstrainByPropagation,
        Method::Dig => construct::Method::Dig,
    });
    (request.minimal, request.stars) = (table.minimal, table.stars);
    request.regions = table.regions.as_ref().map(sizes).transpose()?;
    Ok(request)
}

/// The range of region sizes.
fn sizes(values: &Values) -> Result<RangeInclusive<usize>, String> {
    let sizes = values.numbers()?;
    match (sizes.first(), sizes.last()) {
        (Some(&least), Some(&most)) if (least..=most).eq(sizes.iter().copied()) => Ok(least as usize..=most as usize),
        _ => Err("regions: expected a range, such as '5..20'".to_owned()),
    }
}

/// The texts of the first puzzles of a seed.
fn texts(request: &Request, seed: u64, count: usize) -> Result<Vec<String>, String> {
    let budget = Budget::within(PATIENCE);
    let work = |make: MakePuzzle<'_>| {
        let mut rng = Rng::with_seed(seed);
        let (mut texts, mut known, mut repeats) = (Vec::new(), Distinct::default(), 0);
        while texts.len() < count {
            let puzzle = make(&mut rng)?.puzzle;
            if known.is_new(puzzle.as_ref()) {
                texts.push(puzzle.text());
                repeats = 0;
                continue;
            }
            repeats += 1;
            if repeats == REPEATS {
                break;
            }
        }
        Ok(texts)
    };
    let made = request.start(&budget, work).map_err(|why| why.to_string())?;
    let texts = made.map_err(|why: ConstructError| why.to_string())?;
    if texts.len() < count {
        return Err(format!("found {} different puzzles of seed {seed}, expected {count}", texts.len()));
    }
    Ok(texts)
}
