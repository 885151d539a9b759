//! Ways compared over families and over all instances: solved, PAR-2, regret, and tests on ranks.
//!
//! The regret of a way is its PAR-2 divided by the one of the virtual best, which takes the fastest way for each
//! instance: 1 for a way that is the best on each. Tests take the ways that were run on every instance. Friedman's
//! ranks have what was not solved behind all that was. Wilcoxon's differences are those of logarithms, with twice the
//! limit for what was not solved; without a limit, pairs of which one was not solved are left out.

use std::collections::BTreeMap;

use super::drawn::{Drawn, Title};
use super::names::natural;
use super::plot::{Data, Measure};
use super::stats::{Friedman, friedman, holm, signed_ranks};
use super::tables::{value, word};
use super::text::Cell;

/// How many ways the table of pairs has.
const PAIRS: usize = 16;

/// Shorter times and fewer conflicts count as much.
const LEAST: [f64; 2] = [1e-6, 1.0];

/// The families with the positions of their instances, then all.
fn groups(data: &Data) -> Vec<(String, Vec<usize>)> {
    let mut all: BTreeMap<String, (String, Vec<usize>)> = BTreeMap::new();
    for (task, about) in data.table.tasks.iter().enumerate() {
        let family = || (about.family.to_string(), Vec::new());
        all.entry(natural(&about.family)).or_insert_with(family).1.push(task);
    }
    let mut groups: Vec<(String, Vec<usize>)> = all.into_values().collect();
    let named = groups.len() > 1;
    groups.retain(|_| named);
    groups.push(("all instances".to_owned(), (0..data.table.tasks.len()).collect()));
    groups
}

/// The mean of the values; `None` if there is none, or one is not known.
pub(super) fn mean(values: impl Iterator<Item = Option<f64>>) -> Option<f64> {
    let values = values.collect::<Option<Vec<f64>>>()?;
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// The tables of families: solved, PAR-2 and regret of each way.
pub(super) fn families(data: &Data) -> Vec<Drawn> {
    if data.series.len() < 2 {
        return Vec::new();
    }
    let head = || -> Vec<Title> {
        let first = [Title::new("family", false), Title::new("instances", true)];
        let ways = data.series.iter().map(|series| Title::new(&series.label, true));
        first.into_iter().chain(ways).chain([Title::new("virtual best", true)]).collect()
    };
    let mut solved = Drawn::new("families-solved", "Instances solved.", head());
    let mut scores = Drawn::new("families-par2", "PAR-2, over the instances that a way was run on.", head());
    let regret = "Regret: PAR-2 divided by the PAR-2 of the virtual best over the same instances.";
    let mut regret = Drawn::new("families-regret", regret, head());
    for (family, tasks) in groups(data) {
        let row = |table: &mut Drawn, cells: Vec<Cell>| {
            let first = [Cell::text(&family), Cell::number(tasks.len().to_string(), tasks.len() as f64)];
            table.row(first.into_iter().chain(cells).collect());
        };
        let run = |way: usize| {
            tasks.iter().copied().filter(move |&task| data.series[way].values(Measure::Time)[task].is_some())
        };
        let of = |way: usize| mean(run(way).map(|task| data.series[way].par2[task]));
        let best = |tasks: &mut dyn Iterator<Item = usize>| {
            mean(tasks.map(|task| data.series.iter().filter_map(|series| series.par2[task]).min_by(f64::total_cmp)))
        };
        let ways = 0..data.series.len();
        let seconds = |mean: Option<f64>| mean.map_or(Cell::text(""), |mean| value(Measure::Time, mean));
        let is_solved = |way: usize, task: usize| data.series[way].values(Measure::Time)[task].flatten().is_some();
        let number = |number: usize| Cell::number(number.to_string(), number as f64);
        let some = tasks.iter().filter(|&&task| ways.clone().any(|way| is_solved(way, task))).count();
        let each = ways.clone().map(|way| number(run(way).filter(|&task| is_solved(way, task)).count()));
        row(&mut solved, each.chain([number(some)]).collect());
        let each = ways.clone().map(|way| seconds(of(way)));
        row(&mut scores, each.chain([seconds(best(&mut tasks.iter().copied()))]).collect());
        let each = ways.map(|way| match of(way).zip(best(&mut run(way))) {
            Some((mean, best)) if best > 0.0 => Cell::number(format!("{:.2}", mean / best), mean / best),
            _ => Cell::text(""),
        });
        row(&mut regret, each.chain([Cell::number("1.00".to_owned(), 1.0)]).collect());
    }
    let says_something = |table: &Drawn| {
        table.rows.iter().any(|(_, cells)| cells[2..cells.len() - 1].iter().any(|cell| cell.key.is_some()))
    };
    [solved, scores, regret].into_iter().filter(says_something).collect()
}

/// Tests of a quantity over all instances.
pub(super) struct RankTests {
    pub(super) measure: Measure,
    /// The ways, that with the smallest mean rank first.
    pub(super) ways: Vec<usize>,
    pub(super) friedman: Friedman,
    /// Ways that were not run on every instance.
    left_out: usize,
}

impl RankTests {
    /// `None` if fewer than two ways were run on every instance, or nothing differs.
    pub(super) fn of(data: &Data, measure: Measure) -> Option<Self> {
        let tasks = 0..data.table.tasks.len();
        let everywhere = |way: &usize| data.series[*way].values(measure).iter().all(Option::is_some);
        let ways: Vec<usize> = (0..data.series.len()).filter(everywhere).collect();
        let at = |way: &usize, task: usize| data.series[*way].values(measure)[task].flatten().unwrap_or(f64::INFINITY);
        let blocks: Vec<Vec<f64>> = tasks
            .map(|task| ways.iter().map(|way| at(way, task)).collect::<Vec<f64>>())
            .filter(|block| block.iter().any(|value| value.is_finite()))
            .collect();
        let mut friedman = friedman(&blocks)?;
        let mut order: Vec<usize> = (0..ways.len()).collect();
        order.sort_by(|&a, &b| friedman.ranks[a].total_cmp(&friedman.ranks[b]));
        friedman.ranks = order.iter().map(|&place| friedman.ranks[place]).collect();
        let left_out = data.series.len() - ways.len();
        Some(RankTests { measure, ways: order.into_iter().map(|place| ways[place]).collect(), friedman, left_out })
    }

    /// The description of the picture.
    pub(super) fn about(&self, data: &Data) -> String {
        let Friedman { blocks, p, critical_difference, chi_square, .. } = &self.friedman;
        let p = if *p < 0.001 { "p < 0.001".to_owned() } else { format!("p = {p:.3}") };
        let left_out = match self.left_out {
            0 => String::new(),
            more => format!(" {more} more were not run on every instance."),
        };
        format!(
            "Mean ranks by {} over {blocks} instances that some way solved, the best on the left. Friedman's test with Iman \
             and Davenport's correction: chi-square {chi_square:.1}, {p}. Bars join ways whose ranks lie less than the \
             critical difference {critical_difference:.2} apart (Nemenyi, 0.05).{left_out}",
            data.title(self.measure)
        )
    }

    /// The mean ranks.
    pub(super) fn ranks(&self, data: &Data) -> Drawn {
        let name = format!("ranks-{}", word(self.measure));
        let mut table = Drawn::titled(&name, &self.about(data), &[("way", false), ("mean rank", true)]);
        for (&way, &rank) in self.ways.iter().zip(&self.friedman.ranks) {
            table.row(vec![Cell::text(&data.series[way].label), Cell::number(format!("{rank:.2}"), rank)]);
        }
        table
    }

    /// The probabilities of Wilcoxon's test for each pair of the best ways, with Holm's correction.
    pub(super) fn pairs(&self, data: &Data) -> Drawn {
        let ways = &self.ways[..self.ways.len().min(PAIRS)];
        let pairs: Vec<(usize, usize)> =
            (0..ways.len()).flat_map(|a| (a + 1..ways.len()).map(move |b| (a, b))).collect();
        let p: Vec<f64> =
            pairs.iter().map(|&(a, b)| signed_ranks(&self.differences(data, ways[a], ways[b])).p).collect();
        let adjusted: BTreeMap<(usize, usize), f64> = pairs.iter().copied().zip(holm(&p)).collect();
        let caption = format!(
            "Probabilities of Wilcoxon's test of signed ranks of the logarithms of {}, two-sided, with Holm's correction for \
             {} pairs.",
            data.title(self.measure),
            pairs.len()
        );
        let titles = ways.iter().map(|&way| Title::new(&data.series[way].label, true));
        let titles = [Title::new("way", false)].into_iter().chain(titles).collect();
        let mut table = Drawn::new(&format!("wilcoxon-{}", word(self.measure)), caption, titles);
        for (a, &way) in ways.iter().enumerate() {
            let cell = |b: usize| match adjusted.get(&(a.min(b), a.max(b))) {
                None => Cell::text(""),
                Some(&p) => Cell::number(if p < 0.001 { "< 0.001".to_owned() } else { format!("{p:.3}") }, p),
            };
            table.row([Cell::text(&data.series[way].label)].into_iter().chain((0..ways.len()).map(cell)).collect());
        }
        table
    }

    /// The differences of logarithms.
    fn differences(&self, data: &Data, a: usize, b: usize) -> Vec<f64> {
        let (least, late) = match self.measure {
            Measure::Time => (LEAST[0], data.limit_s),
            Measure::Conflicts => (LEAST[1], data.limit_conflicts),
        };
        let values = |way: usize| data.series[way].values(self.measure).iter().map(|value| value.flatten());
        let log = |value: Option<f64>| value.or(late.map(|late| 2.0 * late)).map(|value| value.max(least).ln());
        values(a).zip(values(b)).filter_map(|(a, b)| Some(log(a)? - log(b)?)).collect()
    }
}
