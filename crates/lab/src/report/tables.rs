//! The tables of a report that list ways, reasons, machines, runs and instances.

use std::collections::{BTreeMap, BTreeSet};

use super::drawn::{Drawn, Title};
use super::plot::{Data, Measure};
use super::text::{self, Cell};
use super::{Failed, Results, Summary};
use cnfab_base::units::{bytes, grouped, seconds, short};

/// The ways with their figures.
pub(super) fn ways(summary: &Summary) -> Drawn {
    let columns = text::columns(summary);
    let title =
        |column: &text::Column| Title { about: column.about.to_owned(), ..Title::new(column.title, column.right) };
    let caption = "Ways, those that solved most first, then by PAR-2. Point at a title to read what it means.";
    let mut table = Drawn::new("ways", caption, columns.iter().map(title).collect());
    table.rows = summary.ways.iter().map(|_| Default::default()).collect();
    for column in columns {
        for (row, cell) in table.rows.iter_mut().zip(column.cells) {
            row.1.push(cell);
        }
    }
    for (row, way) in table.rows.iter_mut().zip(&summary.ways) {
        if Some(&way.way) == summary.reference.as_ref() {
            row.0 = "reference".to_owned();
            row.1[0].small = "reference".to_owned();
        }
    }
    table
}

/// A line for each way and reason.
fn reasons(name: &str, caption: &str, all: &[Failed]) -> Drawn {
    let titles = [
        ("way", false),
        ("outcome", false),
        ("detail", false),
        ("runs", true),
        ("first on", false),
        ("command", false),
    ];
    let mut table = Drawn::titled(name, caption, &titles);
    for failed in all {
        let class = if ["failed", "refused"].contains(&failed.outcome.as_str()) { "bad" } else { "" };
        let cells = vec![
            Cell::text(&failed.way),
            Cell::text(&failed.outcome),
            Cell::text(failed.detail.as_deref().unwrap_or_default()),
            Cell::number(grouped(failed.runs), failed.runs as f64),
            Cell::text(&failed.instance),
            Cell::text(&failed.command),
        ];
        table.rows.push((class.to_owned(), cells));
    }
    table
}

/// Runs without an answer.
pub(super) fn failures(summary: &Summary) -> Drawn {
    reasons("failures", "Runs without an answer, by way and reason.", &summary.failures)
}

/// Answers without the certificate that was wanted.
pub(super) fn uncertified(summary: &Summary) -> Drawn {
    let caption = "Answers without the certificate that was wanted, by way and reason.";
    reasons("uncertified", caption, &summary.uncertified)
}

/// The sources of the instances, with the families that they are in.
pub(super) fn sources(table: &Results) -> Drawn {
    let titles = [("source", false), ("families", false), ("instances", true)];
    let mut drawn = Drawn::titled("sources", "The sources and licences of the instances, as they say.", &titles);
    let mut all: BTreeMap<&str, (BTreeSet<&str>, u64)> = BTreeMap::new();
    for task in &table.tasks {
        let Some(source) = &task.source else { continue };
        let (families, instances) = all.entry(source).or_default();
        families.insert(&task.family);
        *instances += 1;
    }
    for (source, (families, instances)) in all {
        let families = families.into_iter().collect::<Vec<_>>().join(", ");
        let instances = Cell::number(grouped(instances), instances as f64);
        drawn.row(vec![Cell::text(source), Cell::text(&families), instances]);
    }
    drawn
}

/// The machines.
pub(super) fn machines(summary: &Summary) -> Drawn {
    let titles = [
        ("machine", false),
        ("processor", false),
        ("threads", true),
        ("memory", true),
        ("system", false),
        ("cnfab", false),
        ("runs at a time", true),
        ("runs", true),
    ];
    let mut table = Drawn::titled("machines", "Where the runs were done, and by what.", &titles);
    for machine in &summary.machines {
        let host = &machine.host;
        let commit = host.commit.as_ref().map(|commit| format!(" ({commit})")).unwrap_or_default();
        table.row(vec![
            Cell::text(&host.host),
            Cell::text(&host.processor),
            Cell::number(host.cores.to_string(), host.cores as f64),
            Cell::number(host.memory_bytes.map(bytes).unwrap_or_default(), host.memory_bytes.unwrap_or(0) as f64),
            Cell::text(&host.system),
            Cell::text(&format!("{}{commit}", host.version)),
            Cell::number(host.jobs.to_string(), host.jobs as f64),
            Cell::number(grouped(machine.runs), machine.runs as f64),
        ]);
    }
    table
}

/// All runs.
pub(super) fn runs(table: &Results) -> Drawn {
    let titles = [
        ("instance", false),
        ("way", false),
        ("seed", true),
        ("repetition", true),
        ("outcome", false),
        ("solutions", true),
        ("time", true),
        ("conflicts", true),
        ("memory", true),
        ("command", false),
    ];
    let optional = |value: Option<u64>, show: fn(u64) -> String| match value {
        Some(value) => Cell::number(show(value), value as f64),
        None => Cell::text(""),
    };
    let mut all = Drawn::titled("runs", "All runs.", &titles);
    for run in &table.runs {
        all.row(vec![
            Cell::text(&table.tasks[run.task].label),
            Cell::text(&table.ways[run.way].label),
            Cell::number(run.seed.to_string(), run.seed as f64),
            Cell::number(run.repetition.to_string(), f64::from(run.repetition)),
            Cell::text(run.outcome.name()),
            Cell::text(&run.solutions.to_string()),
            run.time_s.map_or(Cell::text(""), |time| Cell::number(seconds(time), time)),
            optional(run.conflicts, grouped),
            optional(run.peak_memory_bytes, bytes),
            Cell::text(&run.command),
        ]);
    }
    all
}

/// The name of a quantity in names of files and in data for the script.
pub(super) fn word(measure: Measure) -> &'static str {
    match measure {
        Measure::Time => "time",
        Measure::Conflicts => "conflicts",
    }
}

/// A value as people read it.
pub(super) fn value(measure: Measure, value: f64) -> Cell {
    match measure {
        Measure::Time => Cell::number(seconds(value), value),
        Measure::Conflicts => Cell::number(short(value.round() as u64), value),
    }
}

/// The mark of an instance that was not solved.
pub(super) const NOT_SOLVED: &str = "\u{2013}";

/// Each instance by each way: the median over its runs.
pub(super) fn matrix(data: &Data, measure: Measure) -> Drawn {
    let name = format!("matrix-{}", word(measure));
    let caption = format!("Median {} of each instance by each way; a dash: not solved.", data.title(measure));
    let titles = [Title::new("instance", false), Title::new("family", false)];
    let ways = data.series.iter().map(|series| Title::new(&series.label, true));
    let mut table = Drawn::new(&name, caption, titles.into_iter().chain(ways).collect());
    for (task, about) in data.table.tasks.iter().enumerate() {
        let mut cells = vec![Cell::text(&about.label), Cell::text(&about.family)];
        cells.extend(data.series.iter().map(|series| match series.values(measure)[task] {
            None => Cell::text(""),
            Some(None) => Cell::text(NOT_SOLVED),
            Some(Some(number)) => value(measure, number),
        }));
        table.row(cells);
    }
    table
}
