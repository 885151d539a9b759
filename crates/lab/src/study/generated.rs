//! Instances that the study has made, as `cnfab generate` makes puzzles: the same texts whenever the study is read.

use std::ops::RangeInclusive;
use std::time::Duration;

use fastrand::Rng;

use cnfab_base::display::quoted;
use cnfab_construct::{
    self as construct, Criteria, GenerateRequest, MakePuzzle, PatternSymmetry, RequestError, Series, technique,
};
use cnfab_solve::Budget;

use super::file::{Generate, Method, Names};
use super::values::Values;
use super::{Parameter, template};

/// The most puzzles of a table.
const MOST: usize = 100_000;

/// The time for the puzzles of one size and seed.
const PATIENCE: Duration = Duration::from_secs(600);

/// A puzzle that was made.
pub(super) struct Generated {
    /// Its name in rows.
    pub(super) name: String,
    /// Its text.
    pub(super) text: String,
    /// The parameters that it was made from.
    pub(super) parameters: Vec<(String, Parameter)>,
}

/// The task of one size and seed of a table.
struct Task {
    size: Parameter,
    seed: Parameter,
    number: u64,
    request: GenerateRequest,
    wishes: Criteria,
}

/// The number of times that puzzles of one size and seed would be made.
pub(super) fn times(table: &Generate) -> Result<u64, String> {
    Ok(tasks(table)?.len() as u64)
}

/// The tasks of a table: each size with each seed.
fn tasks(table: &Generate) -> Result<Vec<Task>, String> {
    let all = |values: &Option<Values>, usual: Parameter| match values {
        Some(values) => values.all(),
        None => Ok(vec![usual]),
    };
    let usual = match GenerateRequest::new(&table.kind)? {
        GenerateRequest { rows, columns, .. } if rows == columns => Parameter::Integer(rows as i64),
        GenerateRequest { rows, columns, .. } => Parameter::Text(format!("{rows}x{columns}")),
    };
    let (sizes, seeds) = (all(&table.size, usual)?, all(&table.seed, Parameter::Integer(0))?);
    if sizes.len().saturating_mul(seeds.len()).saturating_mul(count(table)) > MOST {
        return Err(format!("found more than {MOST} puzzles to be made"));
    }
    let mut tasks = Vec::new();
    for size in &sizes {
        for seed in &seeds {
            let request = request(table, size)?;
            let (number, wishes) = (number("seed", seed)?, wishes(table, &request)?);
            tasks.push(Task { size: size.clone(), seed: seed.clone(), number, request, wishes });
        }
    }
    Ok(tasks)
}

/// How many puzzles of each size and seed are asked for.
fn count(table: &Generate) -> usize {
    table.count.unwrap_or(1) as usize
}

/// Makes the puzzles of a table, for each size those of each seed. In `name`, `{size}`, `{seed}` and `{number}` are
/// written out.
pub(super) fn of(table: &Generate, name: Option<&str>) -> Result<Vec<Generated>, String> {
    let mut made = Vec::new();
    for task in tasks(table)? {
        let (size, seed) = (task.size.clone(), task.seed.clone());
        for (number, text) in (1..).zip(texts(task, count(table))?) {
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
    Ok(made)
}

/// Reads a whole number from 0 on.
fn number(key: &str, value: &Parameter) -> Result<u64, String> {
    let text = value.to_string();
    text.trim().parse().map_err(|_| format!("{key}: found '{text}', expected a whole number from 0 on"))
}

/// The request that a table states for one size.
fn request(table: &Generate, size: &Parameter) -> Result<GenerateRequest, String> {
    let text = size.to_string();
    let (rows, columns) = text.split_once(['x', 'X']).unwrap_or((&text, &text));
    let side = |text: &str| text.trim().parse::<usize>().ok().filter(|&side| side > 0);
    let sides = side(rows).zip(side(columns));
    let (rows, columns) =
        sides.ok_or_else(|| format!("size: found '{text}', expected rows and columns, such as 9 or '6x8'"))?;
    let mut request = GenerateRequest::new(&table.kind)?;
    (request.rows, request.columns) = (rows, columns);
    request.method = table.method.map(|method| match method {
        Method::Constrain => construct::Method::Constrain,
        Method::ConstrainByPropagation => construct::Method::ConstrainByPropagation,
        Method::Dig => construct::Method::Dig,
    });
    (request.minimal, request.clues, request.stars) = (table.minimal, table.clues, table.stars);
    request.regions = table.regions.as_ref().map(sizes).transpose()?;
    if let Some(name) = &table.symmetry {
        request.symmetry = PatternSymmetry::named(name).map_err(|unknown| unknown.to_string())?;
    }
    request.pattern = table.pattern.clone();
    Ok(request)
}

/// The criteria that are tested on a puzzle that is there.
fn wishes(table: &Generate, request: &GenerateRequest) -> Result<Criteria, String> {
    let grade = table.grade.as_ref().map(|grade| {
        let text = grade.to_string();
        text.parse().map_err(|expected| format!("grade: found {}, {expected}", quoted(&text)))
    });
    let steps = |names: &Option<Names>| {
        let names = names.iter().flat_map(Names::all);
        names.map(|name| technique(name).map_err(|unknown| unknown.to_string())).collect::<Result<Vec<_>, String>>()
    };
    Ok(Criteria {
        clues: table.clues,
        grade: grade.transpose()?,
        needs: steps(&table.needs)?,
        avoid: steps(&table.avoid)?,
        pattern: request.pattern_of_board().map_err(refused)?,
        is_whole_pattern: !table.minimal && table.clues.is_none(),
    })
}

/// The range of region sizes.
fn sizes(values: &Values) -> Result<RangeInclusive<usize>, String> {
    let sizes = values.numbers()?;
    match (sizes.first(), sizes.last()) {
        (Some(&least), Some(&most)) if least > 0 && (least..=most).eq(sizes.iter().copied()) => {
            Ok(least as usize..=most as usize)
        }
        _ => Err("regions: expected a range from 1 on, such as '5..20'".to_owned()),
    }
}

/// The texts of the first puzzles of a size and seed.
fn texts(task: Task, count: usize) -> Result<Vec<String>, String> {
    let Task { number: seed, request, wishes, .. } = task;
    let budget = Budget::within(PATIENCE);
    let work = |make: MakePuzzle<'_>| {
        let (mut rng, mut series) = (Rng::with_seed(seed), Series::new(wishes, None, &budget));
        let mut texts = Vec::new();
        while texts.len() < count {
            match series.next(make, &mut rng) {
                Ok(puzzle) => texts.push(puzzle.made.puzzle.text()),
                Err(why) => {
                    let found = format!("found {} puzzles of seed {seed}, expected {count}", texts.len());
                    return Err(format!("{found}: {why}"));
                }
            }
        }
        Ok(texts)
    };
    request.start(&budget, work).map_err(refused)?
}

/// Says why a request is not followed.
fn refused(error: RequestError) -> String {
    match error {
        RequestError::Pattern(error) => format!("pattern: {error}"),
        error => error.to_string(),
    }
}
