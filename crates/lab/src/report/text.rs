//! The table of ways as people read it; the page and the Markdown share it.

use cnfab_base::units::{bytes, grouped, plural, seconds, short};

use super::certificates::Certificates;
use super::{Clock, MedianEstimate, Ratio, Summary, WayFigures};

/// A column of the table of ways.
pub(super) struct Column {
    pub(super) title: &'static str,
    /// Its description in a sentence.
    pub(super) about: &'static str,
    /// True if it is aligned to the right.
    pub(super) right: bool,
    pub(super) cells: Vec<Cell>,
}

/// A cell: its text, large and small, and the number to sort by.
#[derive(Clone, Debug)]
pub(super) struct Cell {
    pub(super) text: String,
    pub(super) small: String,
    pub(super) key: Option<f64>,
}

impl Cell {
    /// A text.
    pub(super) fn text(text: &str) -> Self {
        Cell { text: text.to_owned(), small: String::new(), key: None }
    }

    /// A number.
    pub(super) fn number(text: String, key: f64) -> Self {
        Cell { text, small: String::new(), key: Some(key) }
    }

    /// All on one line.
    pub(super) fn line(&self) -> String {
        if self.small.is_empty() { self.text.clone() } else { format!("{} {}", self.text, self.small) }
    }
}

/// The name of the study, or of the studies.
pub(super) fn title(summary: &Summary) -> String {
    let names: Vec<&str> = summary.studies.iter().map(|study| study.name.as_str()).collect();
    names.join(", ")
}

/// The questions of the studies, in their own words; a full stop ends each.
pub(super) fn about(summary: &Summary) -> String {
    let said = summary.studies.iter().map(|study| study.about.trim()).filter(|about| !about.is_empty());
    said.map(|about| if about.ends_with(['.', '?', '!']) { about.to_owned() } else { format!("{about}.") })
        .collect::<Vec<_>>()
        .join(" ")
}

/// `120 runs: 6 ways on 20 instances; a limit of 10 s.`
pub(super) fn totals(summary: &Summary) -> String {
    let totals = &summary.totals;
    let mut text = format!(
        "{}: {} on {}",
        plural(totals.runs, "run"),
        plural(totals.ways, "way"),
        plural(totals.instances, "instance")
    );
    if totals.seeds > 1 {
        text += &format!(", {}", plural(totals.seeds, "seed"));
    }
    let mut limits: Vec<String> = summary.limits.iter().map(limit).collect();
    limits.sort();
    limits.dedup();
    if let [one] = &limits[..] {
        text += &format!("; {one}");
    }
    let sum = |of: fn(&Certificates) -> u64| summary.ways.iter().map(|way| of(&way.certificates)).sum::<u64>();
    match (sum(Certificates::wanted), sum(|certificates| certificates.yes)) {
        (0, _) => {}
        (all, yes) if all == yes => text += &format!("; {} that formulas gave certified", plural(all, "answer")),
        (all, yes) => text += &format!("; {} of {} that formulas gave certified", grouped(yes), plural(all, "answer")),
    }
    text + "."
}

/// `10 s by the clock, 2.00 GB of memory for each run`.
pub(super) fn limit(limits: &crate::run::Limits) -> String {
    let parts: Vec<String> = [
        limits.limit_wall_s.map(|limit| format!("{} by the clock", seconds(limit.into()))),
        limits.limit_cpu_s.map(|limit| format!("{} of computing", seconds(limit.into()))),
        limits.limit_conflicts.map(|limit| format!("{} conflicts", grouped(limit))),
        limits.limit_ticks.map(|limit| format!("{} ticks", grouped(limit))),
        limits.limit_memory_bytes.map(|limit| format!("{} of memory", bytes(limit))),
    ]
    .into_iter()
    .flatten()
    .collect();
    if parts.is_empty() { "no limit".to_owned() } else { format!("{} for each run", parts.join(", ")) }
}

/// The columns that tell something.
pub(super) fn columns(summary: &Summary) -> Vec<Column> {
    let ways = &summary.ways;
    let column = |title, about, right, cell: &dyn Fn(&WayFigures) -> Cell| Column {
        title,
        about,
        right,
        cells: ways.iter().map(cell).collect(),
    };
    let estimate = |title, about, of: fn(&WayFigures) -> &MedianEstimate, show: fn(f64) -> String, solved: bool| {
        column(title, about, true, &|way| shown(of(way), show, if solved { way.solved } else { way.instances }))
    };
    let count = |number: f64| short(number.round() as u64);
    let memory = |number: f64| bytes(number.round() as u64);
    let conflicts = estimate(
        "conflicts",
        "Median number of conflicts over the instances that were solved.",
        |way| &way.conflicts,
        count,
        true,
    );
    // The compared columns come first, so that they are seen without scrolling.
    let mut columns = vec![
        column("way", "Strategy and what tells its recipe from the others.", false, &|way| Cell::text(&way.way)),
        column("solved", "Instances whose median run was solved, of all.", true, &|way| {
            Cell::number(format!("{} of {}", grouped(way.solved), grouped(way.instances)), way.solved as f64)
        }),
        estimate("PAR-2", PAR2, |way| &way.par2_s, seconds, false),
        estimate("time", "Median time over the instances that were solved.", |way| &way.time_s, seconds, true),
    ];
    if summary.reference.is_some() {
        columns.push(column("time ratio", TIME_RATIO, true, &|way| ratio(way.time_ratio.as_ref())));
        columns.push(column("p", P, true, &|way| probability(way.time_ratio.as_ref())));
        columns.push(conflicts);
        columns.push(column("conflict ratio", CONFLICT_RATIO, true, &|way| ratio(way.conflicts_ratio.as_ref())));
    } else {
        columns.push(conflicts);
    }
    columns.extend([
        column("not solved", "How the other runs ended.", false, &|way| not_solved(way)),
        column("fastest", "Instances on which no other way is faster.", true, &|way| whole(way.fastest)),
        column("alone", "Instances that no other way solved.", true, &|way| whole(way.alone)),
        column("runs", "Number of runs.", true, &|way| whole(way.runs)),
        estimate(
            "encode",
            "Median time until the model is in the backend's own form, over the instances that were solved.",
            |way| &way.encode_s,
            seconds,
            true,
        ),
    ]);
    let ratio = |number: f64| format!("{number:.2}");
    columns.push(column(
        "certified",
        "Runs whose answers a checker believes, of those that were to be certified.",
        true,
        &|way| certified(way),
    ));
    columns.extend([
        estimate(
            "proof",
            "Median time until the certificate was written, over the certified instances.",
            |way| &way.proof_s,
            seconds,
            true,
        ),
        estimate(
            "proof / time",
            "Median of that time divided by the time of solving.",
            |way| &way.proof_ratio,
            ratio,
            true,
        ),
        estimate(
            "check",
            "Median time that the checker took, over the certified instances.",
            |way| &way.check_s,
            seconds,
            true,
        ),
        estimate(
            "check / time",
            "Median of that time divided by the time of solving.",
            |way| &way.check_ratio,
            ratio,
            true,
        ),
        estimate(
            "proof size",
            "Median size of the proofs, over the certified instances.",
            |way| &way.proof_bytes,
            memory,
            true,
        ),
    ]);
    let all = |title, about, of| estimate(title, about, of, count, false);
    columns.push(all("least budget", "Median of the least limits on conflicts that suffice.", |way| &way.least_budget));
    columns.push(estimate(
        "nodes",
        "Median number of search nodes over the instances that were solved.",
        |way| &way.nodes,
        count,
        true,
    ));
    columns.push(all("variables", "Median number of variables (columns) over all instances.", |way| &way.variables));
    columns.push(all("clauses", "Median number of clauses (rows) over all instances.", |way| &way.clauses));
    columns.push(estimate(
        "memory",
        "Median of the most memory in use, over the instances that were solved.",
        |way| &way.peak_memory_bytes,
        memory,
        true,
    ));
    columns.push(column("memory at most", "The most memory that a run had in use.", true, &|way| {
        way.peak_memory_bytes_max.map_or(Cell::text(""), |most| Cell::number(bytes(most), most as f64))
    }));
    columns.push(column("contract", "How many models the formula has per solution.", false, &|way| {
        Cell::text(way.contract.as_deref().unwrap_or_default())
    }));
    columns.retain(|column| {
        let says_nothing = |cell: &Cell| cell.text.is_empty() || column.title == "alone" && cell.key == Some(0.0);
        !column.cells.iter().all(says_nothing)
    });
    columns
}

const PAR2: &str = "Mean time over all instances; a run that was not solved counts as twice the limit.";
const TIME_RATIO: &str =
    "Geometric mean of time divided by that of the reference way, over the instances that both solved.";
const CONFLICT_RATIO: &str = "Geometric mean of conflicts plus one, divided by those of the reference way.";
const P: &str =
    "Probability of as uneven a number of faster and slower instances by chance (sign test, Holm's correction).";

/// `1.50 s [1.20 s, 1.90 s]`, with the number of instances that it stands on if that is not what one expects.
fn shown(estimate: &MedianEstimate, show: fn(f64) -> String, expected: u64) -> Cell {
    let Some(value) = estimate.value else { return Cell::text("") };
    let mut small = Vec::new();
    if let (Some(low), Some(high)) = (estimate.low, estimate.high) {
        let (low, high) = (show(low), show(high));
        if low != high {
            small.push(format!("[{low}, {high}]"));
        }
    }
    if estimate.of != expected {
        small.push(format!("(of {})", grouped(estimate.of)));
    }
    Cell { text: show(value), small: small.join(" "), key: Some(value) }
}

/// `5 of 6 (1 refused)`
fn certified(way: &WayFigures) -> Cell {
    let certificates = &way.certificates;
    if certificates.wanted() == 0 {
        return Cell::text("");
    }
    let text = format!("{} of {}", grouped(certificates.yes), grouped(certificates.wanted()));
    let small = match certificates.refused {
        0 => String::new(),
        refused => format!("({} refused)", grouped(refused)),
    };
    Cell { text, small, key: Some(certificates.yes as f64) }
}

fn whole(number: u64) -> Cell {
    Cell::number(grouped(number), number as f64)
}

fn not_solved(way: &WayFigures) -> Cell {
    let mut outcomes = way.outcomes;
    // Those that stopped because they had enough are solved.
    outcomes.stopped = (outcomes.stopped + outcomes.complete + outcomes.optimal).saturating_sub(way.solved_runs);
    (outcomes.complete, outcomes.optimal) = (0, 0);
    let parts = outcomes.named().into_iter().filter(|&(_, number)| number > 0);
    let text = parts.map(|(name, number)| format!("{} {name}", grouped(number))).collect::<Vec<_>>().join(", ");
    Cell::number(text, (way.runs - way.solved_runs) as f64)
}

fn ratio(ratio: Option<&Ratio>) -> Cell {
    let Some(ratio) = ratio else { return Cell { key: Some(1.0), ..Cell::text("") } };
    let Some(value) = ratio.ratio.value else { return Cell::text("none solved by both") };
    let mut small = Vec::new();
    if let (Some(low), Some(high)) = (ratio.ratio.low, ratio.ratio.high) {
        small.push(format!("[{low:.2}, {high:.2}]"));
    }
    if ratio.ratio.of != ratio.both_run {
        small.push(format!("({} of {})", grouped(ratio.ratio.of), grouped(ratio.both_run)));
    }
    Cell { text: format!("{value:.2}"), small: small.join(" "), key: Some(value) }
}

fn probability(ratio: Option<&Ratio>) -> Cell {
    let Some(p) = ratio.and_then(|ratio| ratio.sign_p_holm) else { return Cell::text("") };
    Cell::number(if p < 0.001 { "< 0.001".to_owned() } else { format!("{p:.3}") }, p)
}

/// By which clock.
pub(super) fn clock(clock: Clock) -> &'static str {
    match clock {
        Clock::Wall => "time by the clock",
        Clock::Cpu => "time of computing",
    }
}
