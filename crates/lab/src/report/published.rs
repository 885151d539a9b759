//! Tables that somebody has published, beside the figures of a study.
//!
//! A study states them in blocks `[[published]]`. A row is named after an instance, a family or `all`; our figures of
//! the same instance, or over the same instances, stand beside it.

use super::compared;
use super::drawn::{Drawn, Title};
use super::plot::{Data, LINES, Measure};
use super::tables::{NOT_SOLVED, value};
use super::text::Cell;
use crate::study::{Published, PublishedCell, PublishedUnit};
use cnfab_base::units::short;

/// The name of the row over all instances.
const ALL: &str = "all";

/// The published columns and those of the best ways.
pub(super) fn table(data: &Data, published: &Published, number: usize) -> Drawn {
    let ways = data.chosen(Measure::Time, LINES);
    let ours = ways.iter().map(|&way| Title::new(&data.series[way].label, true));
    let theirs = published.columns.iter().map(|column| Title::new(&format!("{column} (published)"), true));
    let head = [Title::new("instance", false)].into_iter().chain(theirs).chain(ours).collect();
    let caption = format!("{}: published figures, and ours behind them.", published.title);
    let mut table = Drawn::new(&format!("published-{}", number + 1), caption, head);
    for row in &published.rows {
        let mut cells: Vec<Cell> = row.iter().map(|cell| as_cell(published.unit, cell)).collect();
        let name = cells.first().map(|cell| cell.text.clone()).unwrap_or_default();
        let tasks = tasks(data, &name);
        cells.extend(ways.iter().map(|&way| ours_of(data, published.unit, way, &tasks)));
        table.row(cells);
    }
    table
}

fn as_cell(unit: PublishedUnit, cell: &PublishedCell) -> Cell {
    match (cell, unit) {
        (PublishedCell::Text(text), _) if text == "-" => Cell::text(NOT_SOLVED),
        (PublishedCell::Text(text), _) => Cell::text(text),
        (PublishedCell::Number(number), PublishedUnit::Solved | PublishedUnit::Conflicts | PublishedUnit::Clauses) => {
            Cell::number(format!("{number}"), *number)
        }
        (PublishedCell::Number(number), _) => value(Measure::Time, *number),
    }
}

/// The instances that a row is about.
fn tasks(data: &Data, name: &str) -> Vec<usize> {
    let all = data.table.tasks.iter().enumerate();
    let stem = |label: &str| {
        let file = label.rsplit('/').next().unwrap_or(label);
        let file = [".gz", ".xz", ".bz2", ".zst"].iter().find_map(|ending| file.strip_suffix(ending)).unwrap_or(file);
        file.rsplit_once('.').map_or(file, |(stem, _)| stem).to_owned()
    };
    let picked = |is_meant: &dyn Fn(&str, &str) -> bool| -> Vec<usize> {
        all.clone().filter(|(_, task)| is_meant(&task.label, &task.family)).map(|(task, _)| task).collect()
    };
    let by_instance = picked(&|label, _| label == name || stem(label) == name);
    match by_instance.is_empty() {
        false => by_instance,
        true if name == ALL => picked(&|_, _| true),
        true => picked(&|_, family| family == name),
    }
}

/// Our figure over these instances; nothing where a way was run on none of them.
fn ours_of(data: &Data, unit: PublishedUnit, way: usize, tasks: &[usize]) -> Cell {
    let series = &data.series[way];
    let one = |measure: Measure| match tasks {
        [task] => match series.values(measure)[*task] {
            None => Cell::text(""),
            Some(None) => Cell::text(NOT_SOLVED),
            Some(Some(number)) => value(measure, number),
        },
        [] => Cell::text("unknown row"),
        _ => Cell::text("several instances"),
    };
    let times = || tasks.iter().filter_map(|&task| series.values(Measure::Time)[task]);
    let penalised = |factor: f64| {
        let each = times().map(|time| time.or(data.limit_s.map(|limit| factor * limit)));
        compared::mean(each).map_or(Cell::text(""), |mean| value(Measure::Time, mean))
    };
    match unit {
        PublishedUnit::Seconds => one(Measure::Time),
        PublishedUnit::Conflicts => one(Measure::Conflicts),
        PublishedUnit::Clauses => match tasks {
            [task] => series.clauses[*task].map_or(Cell::text(""), |size| Cell::number(short(size as u64), size)),
            _ => Cell::text(""),
        },
        PublishedUnit::Solved if times().next().is_none() => Cell::text(""),
        PublishedUnit::Solved => {
            let solved = times().flatten().count();
            Cell::number(solved.to_string(), solved as f64)
        }
        PublishedUnit::Par2 => penalised(2.0),
        PublishedUnit::Par10 => penalised(10.0),
    }
}
