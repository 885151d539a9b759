//! The parts of the page that are tables.

use super::section;
use crate::report::compared::{self, RankTests};
use crate::report::drawn::Drawn;
use crate::report::escape::escaped;
use crate::report::plot::{self, Data, Measure};
use crate::report::{Results, Summary, published, tables, text};
use crate::study::Published;
use cnfab_base::units::{grouped, plural, seconds};

/// How many single runs are listed; more are left to the file of rows.
const RUNS: usize = 100;

/// How many reasons for failure are listed.
const FAILURES: usize = 200;

pub(super) fn ways(summary: &Summary) -> String {
    let best = &summary.virtual_best;
    let number = |value: Option<f64>| value.map_or("not known".to_owned(), seconds);
    let mut body = tables::ways(summary).html();
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

pub(super) fn families(data: &Data) -> String {
    let all = compared::families(data);
    if all.is_empty() {
        return String::new();
    }
    section("families", "By families", &all.iter().map(Drawn::html).collect::<String>())
}

pub(super) fn published(data: &Data, all: &[Published]) -> String {
    let parts = all.iter().enumerate().map(|(number, published)| {
        format!(
            "<h3>{}</h3>\n{}<p>Source: {}</p>\n",
            escaped(&published.title),
            published::table(data, published, number).html(),
            escaped(&published.source)
        )
    });
    let body: String = parts.collect();
    if body.is_empty() { body } else { section("published", "Beside published figures", &body) }
}

pub(super) fn tests(data: &Data) -> String {
    let mut body = String::new();
    for measure in [Measure::Time, Measure::Conflicts] {
        let Some(tests) = RankTests::of(data, measure) else { continue };
        body += &format!(
            "<figure>\n{}<figcaption>{}</figcaption>\n</figure>\n{}",
            plot::critical_difference(data, &tests),
            escaped(&tests.about(data)),
            tests.pairs(data).html()
        );
    }
    if body.is_empty() { body } else { section("tests", "Which differences are no chance", &body) }
}

/// The matrix, which the script makes of its data.
pub(super) fn matrix(has_data: bool) -> String {
    if !has_data {
        return String::new();
    }
    let body = "<div id=\"matrix\"><p>The script of this page makes the table. 'cnfab report --tables FOLDER' writes it as \
                CSV and LaTeX.</p></div>\n";
    section("instances", "Each instance by each way", body)
}

pub(super) fn failures(summary: &Summary) -> String {
    let body = listed(tables::failures(summary));
    if body.is_empty() { body } else { section("failures", "What was not solved, and why", &body) }
}

pub(super) fn sources(table: &Results) -> String {
    let body = listed(tables::sources(table));
    if body.is_empty() { body } else { section("sources", "Where the instances are from", &body) }
}

pub(super) fn uncertified(summary: &Summary) -> String {
    let body = listed(tables::uncertified(summary));
    if body.is_empty() { body } else { section("uncertified", "What was not certified, and why", &body) }
}

/// The first rows; nothing if there is none.
fn listed(mut table: Drawn) -> String {
    let all = table.rows.len();
    if all == 0 {
        return String::new();
    }
    table.rows.truncate(FAILURES);
    let more = all - table.rows.len();
    table.html() + &if more > 0 { format!("<p>{more} more are not listed.</p>\n") } else { String::new() }
}

pub(super) fn machines(summary: &Summary) -> String {
    let mut limits: Vec<String> = summary.limits.iter().map(text::limit).collect();
    limits.sort();
    limits.dedup();
    let took = format!(
        "<p>Limits: {}. All runs together took {}; {} passed from the start of the first to the start of the last.</p>\n",
        escaped(&limits.join("; ")),
        seconds(summary.totals.time_s),
        seconds(summary.totals.span_s)
    );
    section("environment", "Environment", &(tables::machines(summary).html() + &took))
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
    let table = tables::runs(table).html();
    section(
        "runs",
        "Single runs",
        &format!("<details>\n<summary>{}</summary>\n{table}</details>\n", plural(number, "run")),
    )
}
