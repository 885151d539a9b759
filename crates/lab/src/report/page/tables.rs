//! The tables of the page. Cells carry the number to sort by.

use super::section;
use crate::report::escape::escaped;
use crate::report::text::{self, Cell};
use crate::report::{Failed, Results, Summary};
use cnfab_base::units::{bytes, grouped, plural, seconds};

/// How many single runs are listed; more are left to the file of rows.
const RUNS: usize = 500;

/// How many reasons for failure are listed.
const FAILURES: usize = 200;

/// A table: titles with what they mean, whether they are numbers, and rows of cells.
struct Drawn {
    head: Vec<(String, String, bool)>,
    rows: Vec<(String, Vec<Cell>)>,
}

impl Drawn {
    fn html(&self, caption: &str) -> String {
        let mut out =
            format!("<div class=\"scroll\">\n<table class=\"sortable\">\n<caption>{caption}</caption>\n<thead><tr>");
        for (title, about, number) in &self.head {
            let class = if *number { " class=\"number\"" } else { "" };
            let about = if about.is_empty() { String::new() } else { format!(" title=\"{}\"", escaped(about)) };
            out += &format!("<th scope=\"col\"{class}{about}>{}</th>", escaped(title));
        }
        out += "</tr></thead>\n<tbody>\n";
        for (class, cells) in &self.rows {
            out += &if class.is_empty() { "<tr>".to_owned() } else { format!("<tr class=\"{class}\">") };
            for (at, (cell, (_, _, number))) in cells.iter().zip(&self.head).enumerate() {
                let key = cell.key.map(|key| format!(" data-key=\"{key}\"")).unwrap_or_default();
                let small = if cell.small.is_empty() {
                    String::new()
                } else {
                    format!("<small>{}</small>", escaped(&cell.small))
                };
                let (open, close) = if at == 0 { ("<th scope=\"row\"", "th") } else { ("<td", "td") };
                let class = if *number { " class=\"number\"" } else { "" };
                // Lists of encodings may be broken after commas.
                let text = escaped(&cell.text).replace(',', ",<wbr>");
                out += &format!("{open}{class}{key}>{text}{small}</{close}>");
            }
            out += "</tr>\n";
        }
        out + "</tbody>\n</table>\n</div>\n"
    }
}

fn head(titles: &[(&str, bool)]) -> Vec<(String, String, bool)> {
    titles.iter().map(|(title, number)| ((*title).to_owned(), String::new(), *number)).collect()
}

pub(super) fn ways(summary: &Summary) -> String {
    let columns = text::columns(summary);
    let head = columns.iter().map(|column| (column.title.to_owned(), column.about.to_owned(), column.right)).collect();
    let mut rows: Vec<(String, Vec<Cell>)> = summary.ways.iter().map(|_| Default::default()).collect();
    for column in columns {
        for (row, cell) in rows.iter_mut().zip(column.cells) {
            row.1.push(cell);
        }
    }
    for (row, way) in rows.iter_mut().zip(&summary.ways) {
        if Some(&way.way) == summary.reference.as_ref() {
            row.0 = "reference".to_owned();
            row.1[0].small = "reference".to_owned();
        }
    }
    let best = &summary.virtual_best;
    let number = |value: Option<f64>| value.map_or("not known".to_owned(), seconds);
    let mut body = Drawn { head, rows }
        .html("Ways, those that solved most first, then by PAR-2. Point at a title to read what it means.");
    if summary.ways.len() > 1 {
        body += &format!(
            "<p>The virtual best, which takes the fastest way for each instance: {} of {} solved, PAR-2 {}, median time {}.</p>\n",
            grouped(best.solved),
            plural(summary.totals.instances, "instance"),
            number(best.par2_s.value),
            number(best.time_s.value)
        );
    }
    section("summary", "Summary", &body)
}

pub(super) fn failures(summary: &Summary) -> String {
    let body = listed(&summary.failures, "Runs without an answer, by way and reason.");
    if body.is_empty() { body } else { section("failures", "What was not solved, and why", &body) }
}

pub(super) fn uncertified(summary: &Summary) -> String {
    let body = listed(&summary.uncertified, "Answers without the certificate that was wanted, by way and reason.");
    if body.is_empty() { body } else { section("uncertified", "What was not certified, and why", &body) }
}

/// A line for each way and reason; nothing if there is none.
fn listed(all: &[Failed], caption: &str) -> String {
    if all.is_empty() {
        return String::new();
    }
    let rows = (all.iter().take(FAILURES))
        .map(|failed| {
            let class = if ["failed", "refused"].contains(&failed.outcome.as_str()) { "bad" } else { "" };
            let cells = vec![
                Cell::text(&failed.way),
                Cell::text(&failed.outcome),
                Cell::text(failed.detail.as_deref().unwrap_or_default()),
                Cell::number(grouped(failed.runs), failed.runs as f64),
                Cell::text(&failed.instance),
                Cell::text(&failed.command),
            ];
            (class.to_owned(), cells)
        })
        .collect();
    let titles = [
        ("way", false),
        ("outcome", false),
        ("detail", false),
        ("runs", true),
        ("first on", false),
        ("command", false),
    ];
    let mut body = Drawn { head: head(&titles), rows }.html(caption);
    if all.len() > FAILURES {
        body += &format!("<p>{} more are not listed.</p>\n", all.len() - FAILURES);
    }
    body
}

pub(super) fn machines(summary: &Summary) -> String {
    let rows = (summary.machines.iter())
        .map(|machine| {
            let host = &machine.host;
            let commit = host.commit.as_ref().map(|commit| format!(" ({commit})")).unwrap_or_default();
            let cells = vec![
                Cell::text(&host.host),
                Cell::text(&host.processor),
                Cell::number(host.cores.to_string(), host.cores as f64),
                Cell::number(host.memory_bytes.map(bytes).unwrap_or_default(), host.memory_bytes.unwrap_or(0) as f64),
                Cell::text(&host.system),
                Cell::text(&format!("{}{commit}", host.version)),
                Cell::number(host.jobs.to_string(), host.jobs as f64),
                Cell::number(grouped(machine.runs), machine.runs as f64),
            ];
            (String::new(), cells)
        })
        .collect();
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
    let mut limits: Vec<String> = summary.limits.iter().map(text::limit).collect();
    limits.sort();
    limits.dedup();
    let body = Drawn { head: head(&titles), rows }.html("Where the runs were done, and by what.");
    let took = format!(
        "<p>Limits: {}. All runs together took {}; {} passed from the start of the first to the start of the last.</p>\n",
        escaped(&limits.join("; ")),
        seconds(summary.totals.time_s),
        seconds(summary.totals.span_s)
    );
    section("environment", "Environment", &(body + &took))
}

pub(super) fn runs(table: &Results) -> String {
    let number = table.runs.len();
    if number > RUNS {
        let body = format!(
            "<p>The {} are not listed one by one: no more than {RUNS} are. Their rows hold everything.</p>\n",
            plural(number, "run")
        );
        return section("runs", "Single runs", &body);
    }
    let optional = |value: Option<u64>, show: fn(u64) -> String| match value {
        Some(value) => Cell::number(show(value), value as f64),
        None => Cell::text(""),
    };
    let rows = (table.runs.iter())
        .map(|run| {
            let cells = vec![
                Cell::text(&table.tasks[run.task].label),
                Cell::text(&table.ways[run.way].label),
                Cell::number(run.seed.to_string(), run.seed as f64),
                Cell::number(run.repetition.to_string(), f64::from(run.repetition)),
                Cell::text(run.outcome.name()),
                Cell::text(&run.solutions.to_string()),
                match run.time_s {
                    Some(time) => Cell::number(seconds(time), time),
                    None => Cell::text(""),
                },
                optional(run.conflicts, grouped),
                optional(run.peak_memory_bytes, bytes),
                Cell::text(&run.command),
            ];
            (String::new(), cells)
        })
        .collect();
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
    let table = Drawn { head: head(&titles), rows }.html("All runs.");
    section(
        "runs",
        "Single runs",
        &format!("<details>\n<summary>{}</summary>\n{table}</details>\n", plural(number, "run")),
    )
}
