//! A table for the terminal: aligned, with units, without columns that would be empty.
//!
//! With several instances, each has a block under its name, shortened as far as possible. The totals of each strategy
//! stand at the end. A recipe is shown by the parts that are not the default's or that differ between the rows. The
//! best time on an instance of the runs that gave what was asked for has a star; others are never ranked.

use std::collections::BTreeSet;
use std::io::{self, Write};

use crate::compare::labels;
use crate::run::Record;
use cnfab_base::display::escaped;
use cnfab_base::units::{bytes, plural, seconds, short};

/// The width that the table tries to keep to.
const WIDTH: usize = 120;

/// A column: its title and what stands in each row.
pub(super) struct Column {
    pub(super) title: &'static str,
    /// True if it is aligned to the right.
    pub(super) right: bool,
    pub(super) cells: Vec<String>,
}

pub(super) fn write(records: &[Record], wanted: Option<u64>, out: &mut dyn Write) -> io::Result<()> {
    let mut columns = columns(records, wanted);
    let names = short_names(records);
    columns.retain(|column| column.title != INSTANCE);
    fit(&mut columns);
    let mut before = None;
    print(&columns, out, |row, out| {
        let name = &names[row];
        if names.iter().any(|other| other != name) && before != Some(name) {
            before = Some(name);
            writeln!(out, "\n{name}")?;
        }
        Ok(())
    })?;
    let totals = totals(records, wanted);
    if totals.is_empty() {
        return Ok(());
    }
    writeln!(out, "\nall instances")?;
    print(&totals, out, |_, _| Ok(()))
}

/// Prints columns; `above` prints what stands above a row.
fn print(
    columns: &[Column],
    out: &mut dyn Write,
    mut above: impl FnMut(usize, &mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let widths: Vec<usize> = columns.iter().map(width).collect();
    let line = |out: &mut dyn Write, cells: Vec<&str>| {
        let mut text = String::new();
        for ((cell, &width), column) in cells.into_iter().zip(&widths).zip(columns) {
            text += &if column.right { format!("{cell:>width$}  ") } else { format!("{cell:<width$}  ") };
        }
        writeln!(out, "{}", text.trim_end())
    };
    line(out, columns.iter().map(|column| column.title).collect())?;
    for row in 0..columns.first().map_or(0, |column| column.cells.len()) {
        above(row, out)?;
        line(out, columns.iter().map(|column| column.cells[row].as_str()).collect())?;
    }
    Ok(())
}

/// The title of the column that tells instances apart.
const INSTANCE: &str = "instance";

/// The instances' names without the folders that all of them lie in, and without what all of them end in from a dot on.
fn short_names(records: &[Record]) -> Vec<String> {
    let names = || records.iter().map(|record| record.instance.as_str());
    let folder = |name: &str| name.rfind('/').map_or(0, |at| at + 1);
    let first = names().next().unwrap_or_default();
    let mut shared = folder(first);
    while !names().all(|name| name.starts_with(&first[..shared])) {
        shared = folder(&first[..shared - 1]);
    }
    // `#7` stands behind the name of a file that holds several puzzles.
    let file = |name: &str| name.rfind('#').unwrap_or(name.len());
    let ending = |name: &str| name[..file(name)].rfind('.').filter(|&dot| dot > folder(name)).unwrap_or(file(name));
    let common = &first[ending(first)..file(first)];
    let all = names().all(|name| &name[ending(name)..file(name)] == common);
    let short = |name: &str| match all {
        true => format!("{}{}", &name[shared..ending(name)], &name[file(name)..]),
        false => name[shared..].to_owned(),
    };
    names().map(|name| escaped(&short(name)).into_owned()).collect()
}

/// Of each strategy, recipe and view that has runs on several instances: how many gave what was asked for, and the
/// time of all.
pub(super) fn totals(records: &[Record], wanted: Option<u64>) -> Vec<Column> {
    let instances: BTreeSet<&str> = records.iter().map(|record| record.instance.as_str()).collect();
    if instances.len() < 2 {
        return Vec::new();
    }
    let key = |record: &Record| (record.strategy.clone(), record.recipe.clone(), record.view.clone());
    let mut ways: Vec<(&Record, Vec<&Record>)> = Vec::new();
    for record in records {
        match ways.iter_mut().find(|(first, _)| key(first) == key(record)) {
            Some((_, runs)) => runs.push(record),
            None => ways.push((record, vec![record])),
        }
    }
    let solved = |runs: &[&Record]| runs.iter().filter(|run| is_solved(run, wanted)).count();
    let column = |title, right, cell: &dyn Fn(&Record, &[&Record]) -> String| Column {
        title,
        right,
        cells: ways.iter().map(|(first, runs)| escaped(&cell(first, runs)).into_owned()).collect(),
    };
    let views: BTreeSet<&str> = records.iter().map(|record| record.view.as_str()).collect();
    let mut columns = vec![
        column("strategy", false, &|first, _| first.strategy.clone()),
        recipes(ways.iter().map(|&(first, _)| first)),
        column("view", false, &|first, _| if views.len() > 1 { first.view.clone() } else { String::new() }),
        column("solved", true, &|_, runs| format!("{} of {}", solved(runs), runs.len())),
        column("time", true, &|_, runs| {
            let time = seconds(runs.iter().filter_map(|run| run.time_total_s).sum());
            if solved(runs) == runs.len() { time } else { format!(">= {time}") }
        }),
    ];
    columns.retain(|column| column.cells.iter().any(|cell| !cell.is_empty()));
    columns
}

/// The parts that tell the recipes of the records apart.
fn recipes<'r>(records: impl IntoIterator<Item = &'r Record>) -> Column {
    let recipes: Vec<Option<&str>> = records.into_iter().map(|record| record.recipe.as_deref()).collect();
    let mut labels = labels(&recipes.iter().copied().flatten().collect::<Vec<_>>()).into_iter();
    let label = |recipe: &Option<&str>| recipe.and_then(|_| labels.next()).unwrap_or_default();
    Column { title: "recipe", right: false, cells: recipes.iter().map(label).collect() }
}

fn width(column: &Column) -> usize {
    let cells = column.cells.iter().map(|cell| cell.chars().count());
    cells.chain([column.title.len()]).max().unwrap_or(0)
}

/// Leaves out what matters least until the table is narrow enough.
fn fit(columns: &mut Vec<Column>) {
    for title in ["learned", "cuts", "decisions", "restarts", "props", "lits", "encode", "contract"] {
        if columns.iter().map(|column| width(column) + 2).sum::<usize>() <= WIDTH + 2 {
            return;
        }
        columns.retain(|column| column.title != title);
    }
}

/// The columns that tell something about these records.
pub(super) fn columns(records: &[Record], wanted: Option<u64>) -> Vec<Column> {
    let column = |title, right, cell: &dyn Fn(&Record) -> String| Column {
        title,
        right,
        cells: records.iter().map(|record| escaped(&cell(record)).into_owned()).collect(),
    };
    let number = |title, value: fn(&Record) -> Option<u64>| {
        column(title, true, &|record| value(record).map(short).unwrap_or_default())
    };
    let time = |title, value: fn(&Record) -> Option<f64>| {
        column(title, true, &|record| value(record).map(seconds).unwrap_or_default())
    };
    let mut columns = Vec::new();
    let instances: BTreeSet<&str> = records.iter().map(|record| record.instance.as_str()).collect();
    if instances.len() > 1 {
        columns.push(Column { title: INSTANCE, right: false, cells: short_names(records) });
    }
    let views: BTreeSet<(&str, &str)> =
        records.iter().map(|record| (record.instance.as_str(), record.view.as_str())).collect();
    columns.push(column("strategy", false, &|record| record.strategy.clone()));
    columns.push(recipes(records));
    if views.len() > instances.len() {
        columns.push(column("view", false, &|record| record.view.clone()));
    }
    columns.push(column("outcome", false, &|record| record.outcome.to_string()));
    columns.push(column("found", true, &|record| match record.solutions.to_u64() {
        Some(number) => short(number),
        None => format!("{} digits", record.solutions.to_string().len()),
    }));
    columns.push(column("objective", true, &|record| match (record.objective, record.bound) {
        (Some(value), Some(bound)) if value != bound => format!("{value} ({bound})"),
        (Some(value), _) => value.to_string(),
        (None, _) => String::new(),
    }));
    columns.push(time("best", |record| record.time_best_s));
    columns.push(time("first", |record| record.time_first_s.filter(|_| record.objective.is_none())));
    columns.push(column("all", true, &|record| {
        let time = record.time_total_s.map(seconds).unwrap_or_default();
        if is_best(record, records, wanted) { format!("{time}*") } else { time }
    }));
    let certified = |record: &Record| record.certified.map(|certified| certified.name().to_owned()).unwrap_or_default();
    columns.push(column("certified", false, &certified));
    columns.push(time("proof", |record| record.proof_s));
    columns.push(column("proof size", true, &|record| record.proof_bytes.map(bytes).unwrap_or_default()));
    columns.push(time("check", |record| record.check_s));
    columns.push(time("encode", |record| record.encode_s));
    columns.push(number("vars", |record| record.variables));
    columns.push(number("clauses", |record| record.clauses));
    columns.push(number("lits", |record| record.literals));
    columns.push(column("contract", false, &|record| record.contract.clone().unwrap_or_default()));
    columns.push(number("conflicts", |record| record.conflicts));
    columns.push(number("decisions", |record| record.decisions));
    columns.push(number("props", |record| record.propagations));
    columns.push(column("least budget", true, &least_budget));
    columns.push(number("restarts", |record| record.restarts));
    columns.push(number("learned", |record| record.learned));
    columns.push(number("relaxations", |record| record.relaxations));
    columns.push(number("cuts", |record| record.cuts));
    columns.push(number("nodes", |record| record.nodes));
    columns.push(column("course", false, &|record| record.course.clone().unwrap_or_default()));
    columns.push(column("memory", true, &|record| record.peak_memory_bytes.map(bytes).unwrap_or_default()));
    columns.retain(|column| column.cells.iter().any(|cell| !cell.is_empty()));
    columns
}

/// The median and the range; if time was over before all orders were done, the part that is known.
fn least_budget(record: &Record) -> String {
    let range = || Some((short(record.least_budget_low?), short(record.least_budget_high?)));
    match (record.least_budget, range(), record.least_budget_low) {
        (Some(median), Some((low, high)), _) if low != high => format!("{} ({low} to {high})", short(median)),
        (Some(median), ..) => short(median),
        (None, Some((low, high)), _) => {
            let orders = record.least_budget_orders.unwrap_or_default();
            format!("? ({low} to {high} in {})", plural(orders, "order"))
        }
        (None, None, Some(low)) => format!(">= {}", short(low)),
        (None, None, None) => String::new(),
    }
}

/// True if the run gave what was asked for.
fn is_solved(record: &Record, wanted: Option<u64>) -> bool {
    record.outcome.is_solved(&record.solutions, wanted)
}

/// True if the record is the fastest of its instance among those that gave what was asked for.
fn is_best(record: &Record, records: &[Record], wanted: Option<u64>) -> bool {
    let solved = |other: &&Record| other.instance == record.instance && is_solved(other, wanted);
    let best = records.iter().filter(solved).filter_map(|other| other.time_total_s).min_by(f64::total_cmp);
    is_solved(record, wanted) && best.is_some() && record.time_total_s == best
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::run::Verdict;

    pub(in crate::compare::report) fn records() -> Vec<Record> {
        let sat = Record {
            instance: "a.txt".to_owned(),
            strategy: "sat".to_owned(),
            recipe: Some("domain=direct,amo=pairwise-product".to_owned()),
            view: "cell".to_owned(),
            outcome: Verdict::Complete,
            solutions: 12u64.into(),
            objective: None,
            bound: None,
            gap: None,
            time_best_s: None,
            external_s: None,
            certified: None,
            certified_why: None,
            proof_s: None,
            proof_bytes: None,
            check_s: None,
            time_first_s: Some(0.5),
            time_total_s: Some(1.5),
            encode_s: Some(0.01),
            variables: Some(100),
            clauses: Some(2000),
            literals: Some(5000),
            contract: Some("bijective".to_owned()),
            conflicts: Some(42),
            decisions: None,
            propagations: None,
            restarts: Some(3),
            least_budget: Some(40),
            least_budget_low: Some(38),
            least_budget_high: Some(44),
            least_budget_orders: Some(5),
            learned: None,
            relaxations: None,
            cuts: None,
            nodes: None,
            course: None,
            peak_memory_bytes: Some(7_000_000),
        };
        let native = Record {
            strategy: "backtrack".to_owned(),
            recipe: None,
            time_total_s: Some(0.02),
            encode_s: None,
            variables: None,
            clauses: None,
            literals: None,
            contract: None,
            conflicts: None,
            restarts: None,
            least_budget: None,
            least_budget_low: None,
            least_budget_high: None,
            least_budget_orders: None,
            nodes: Some(123_456),
            ..sat.clone()
        };
        let late = Record {
            strategy: "anneal".to_owned(),
            outcome: Verdict::Timeout,
            solutions: 1u64.into(),
            time_first_s: None,
            time_total_s: Some(0.001),
            peak_memory_bytes: None,
            ..native.clone()
        };
        vec![sat, native, late]
    }

    #[test]
    fn instances_have_short_names_and_blocks_and_strategies_have_totals() {
        let mut all = Vec::new();
        for name in ["models/a/one.txt", "models/b/two.txt#3"] {
            all.extend(records().into_iter().map(|record| Record { instance: name.to_owned(), ..record }));
        }
        assert_eq!(short_names(&all[..4])[2..], ["a/one", "b/two#3"]);
        let mut text = Vec::new();
        write(&all, None, &mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        let starts: Vec<&str> = text.lines().map(|line| line.split("  ").next().unwrap()).collect();
        let block = ["sat", "backtrack", "anneal", ""];
        let mut expected = vec!["strategy", "", "a/one"];
        expected.extend(block);
        expected.push("b/two#3");
        expected.extend(block);
        expected.extend(["all instances", "strategy"]);
        expected.extend(&block[..3]);
        assert_eq!(starts, expected, "{text}");
        let last: Vec<&str> = text.lines().last().unwrap().split_whitespace().collect();
        assert_eq!(last.join(" "), "anneal 0 of 2 >= 2.00 ms", "{text}");
        // Two runs stopped because they had the solutions that were wanted.
        let stopped = |record: &Record| Record { outcome: Verdict::Stopped, solutions: 1u64.into(), ..record.clone() };
        let wanted: Vec<Record> = all.iter().map(stopped).collect();
        let solved = |wanted_of_each| totals(&wanted, wanted_of_each)[2].cells.clone();
        assert_eq!(solved(Some(1)), ["2 of 2", "2 of 2", "2 of 2"]);
        assert_eq!(solved(Some(2)), ["0 of 2", "0 of 2", "0 of 2"]);
        assert_eq!(solved(None), ["0 of 2", "0 of 2", "0 of 2"]);
        for (names, short) in [
            (["x/a.txt", "x/a.cnf"], ["a.txt", "a.cnf"]),
            (["a.txt", "x/b.txt"], ["a", "x/b"]),
            (["x/.a", "x/b"], [".a", "b"]),
            (["-", "b.txt"], ["-", "b.txt"]),
        ] {
            let records = names.map(|name| Record { instance: name.to_owned(), ..all[0].clone() });
            assert_eq!(short_names(&records), short, "{names:?}");
        }
    }

    #[test]
    fn aligned_and_only_complete_runs_are_ranked() {
        let mut text = Vec::new();
        write(&records(), None, &mut text).unwrap();
        assert_eq!(
            String::from_utf8(text).unwrap(),
            "\
strategy   recipe   outcome   found   first       all  vars  clauses  conflicts   least budget  nodes   memory
sat        default  complete     12  500 ms    1.50 s   100     2000         42  40 (38 to 44)         7.00 MB
backtrack           complete     12  500 ms  20.0 ms*                                           123 k  7.00 MB
anneal              timeout       1           1.00 ms                                           123 k
"
        );
    }
}
