//! The cost and worth of encodings: the speed of the stream of clauses, and the effect of each recipe on a solver.
//!
//! `cargo bench --bench encode [-- WORD...]` runs the rows whose file and recipe hold all the words. Answers are
//! asserted; conflicts are counted in a run of their own; times are medians of processor time, solving included; the
//! ratio is to the default recipe on the same file in the same run. Rows that take minutes run only when asked for by a
//! word.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use cnfab::cnf::{Meter, Size};
use cnfab::encode::{Recipe, encode};
use cnfab::model::{Model, Relation, Var};
use cnfab::puzzle;
use cnfab::solve::{Budget, Encodings, Strategy};

const SUMS: &[&str] = &[
    "linear=one-hot-sum",
    "linear=order-subset",
    "linear=order-sum",
    "linear=subset-table",
    "linear=order-sum,domain=direct",
    "linear=order-sum,domain=order",
    "linear=order-subset,domain=order",
    "all-different=amo-per-value",
    "root=none",
];
const AMOS: &[&str] = &[
    "amo=commander",
    "amo=ladder",
    "amo=pairwise",
    "amo=pairwise-product",
    "amo=product",
    "amo=product-exact",
    "amo=sequential",
];
const CARDS: &[&str] = &["card=sequential", "card=totalizer"];
const TABLES: &[&str] = &["table=conflicts", "table=supports", "domain=direct", "domain=order", "root=none"];

/// File under `models/`, solutions wanted (0 = all), how many there are of those, recipes, whether it takes minutes.
type Row = (&'static str, u64, u64, &'static [&'static [&'static str]], bool);

const ROWS: &[Row] = &[
    ("hexagon/aristotle.txt", 0, 12, &[SUMS, AMOS], false),
    ("magic-board/printed.txt", 0, 1, &[SUMS, AMOS], false),
    ("magic-board/order-4.txt", 0, 7040, &[SUMS, AMOS], true),
    ("jodici/sample.txt", 0, 1, &[SUMS, CARDS, AMOS], false),
    ("equation/printed.txt", 0, 1, &[TABLES, AMOS], false),
    ("star-battle/notebook-board-1.txt", 0, 1, &[CARDS, AMOS], false),
    ("star-battle/notebook-board-24.txt", 0, 1, &[CARDS, AMOS], false),
    ("hidoku/printed.txt", 0, 1, &[TABLES, AMOS], false),
    ("sudoku/generated.txt", 0, 1, &[TABLES, AMOS], false),
    ("sudoku/empty.txt", 500, 500, &[TABLES, AMOS], false),
    ("dissection/twelve-stones.txt", 1, 1, &[TABLES, AMOS], false),
];

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let wanted = |title: &str| words.iter().all(|word| title.contains(word.as_str()));
    stream(&wanted);
    for &(file, limit, solutions, groups, slow) in ROWS {
        if slow && !words.iter().any(|word| file.contains(word.as_str())) {
            continue;
        }
        let recipes: Vec<&str> =
            groups.concat().into_iter().filter(|recipe| wanted(&format!("{file} {recipe}"))).collect();
        if !recipes.is_empty() {
            compare(file, limit, solutions, &recipes);
        }
    }
}

/// Processor time of this process, in seconds; elsewhere than on Unix the time of day.
fn seconds() -> f64 {
    #[cfg(unix)]
    {
        use nix::sys::resource::{UsageWho, getrusage};
        use nix::sys::time::TimeValLike;
        let usage = getrusage(UsageWho::RUSAGE_SELF).expect("the process may ask for its own usage");
        (usage.user_time().num_microseconds() + usage.system_time().num_microseconds()) as f64 * 1e-6
    }
    #[cfg(not(unix))]
    {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        now.expect("a clock after 1970").as_secs_f64()
    }
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// Clauses per second into a sink that counts: where each number of an empty 10 x 10 Hidoku is.
fn stream(wanted: &dyn Fn(&str) -> bool) {
    let mut model = Model::new();
    let place: Vec<Var> = (1..=100).map(|number| model.var(format!("place[{number}]"), 0..=99)).collect();
    model.all_different("cell", place.clone());
    let near = |a: i32, b: i32| a != b && (a / 10 - b / 10).abs() <= 1 && (a % 10 - b % 10).abs() <= 1;
    let rows = (0..100).flat_map(|a| (0..100).map(move |b| [a, b])).filter(|&[a, b]| near(a, b));
    let relation = Arc::new(Relation::new(2, rows));
    for pair in place.windows(2) {
        model.table("step", pair.to_vec(), &relation);
    }
    for recipe in ["amo=pairwise", "amo=product", "amo=pairwise,table=conflicts", "amo=pairwise,domain=order"] {
        if !wanted(&format!("stream {recipe}")) {
            continue;
        }
        let parsed: Recipe = recipe.parse().expect("a recipe");
        let mut size = Size::default();
        let run = || {
            let start = seconds();
            let mut meter = Meter::default();
            encode(&model, &parsed, &mut meter).expect("encodable");
            size = meter.size();
            seconds() - start
        };
        let time = median(std::iter::repeat_with(run).take(15).collect());
        if recipe == "amo=pairwise" {
            assert_eq!((size.variables, size.clauses), (10_000, 2 * (100 + 100 * 4_950) + 2 * 99 * 100));
        }
        let rate = size.clauses as f64 / time / 1e6;
        println!("stream {recipe}: {} clauses in {:.1} ms, {rate:.1} million per second", size.clauses, time * 1e3);
    }
}

/// The file's solutions with each recipe and the default one.
fn compare(file: &str, limit: u64, solutions: u64, recipes: &[&str]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("models").join(file);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let (kind, puzzles) = puzzle::read(&text, &|_| Err("not needed".to_owned())).expect("an instance that reads");
    let model = puzzles[0].make_model(kind.views[0].0);
    println!(
        "\n{file}\n{:>9} {:>9} {:>9} {:>9} {:>10} {:>6}",
        "variables", "clauses", "literals", "conflicts", "ms", "ratio"
    );
    let mut base = None;
    for recipe in std::iter::once(&"").chain(recipes) {
        let encodings: Encodings = recipe.parse().expect("a recipe");
        let backend = Strategy::parse("sat:varisat").expect("registered").backend(&encodings);
        let run = |statistics| {
            let mut found = 0;
            let mut budget = Budget::unlimited();
            budget.statistics = statistics;
            let start = seconds();
            let report = backend.solve(&model, &budget, &mut |_| {
                found += 1;
                if found == limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            let time = seconds() - start;
            report.map(|report| {
                assert_eq!(found, solutions, "{file} by {recipe}");
                (time, report.stats)
            })
        };
        let stats = match run(true) {
            Ok((_, stats)) => stats,
            Err(error) => {
                println!("{:>58}  {recipe}: {error}", "");
                continue;
            }
        };
        let time = || run(false).expect("it was solved before").0;
        let first = time();
        // About a second each, up to 51 runs.
        let more = ((1.0 / first) as usize).min(50);
        let time = median(std::iter::once(first).chain((0..more).map(|_| time())).collect());
        let base = *base.get_or_insert(time);
        let size = stats.size.expect("the SAT backend measures the formula");
        println!(
            "{:>9} {:>9} {:>9} {:>9} {:>10.2} {:>6.2}  {}",
            size.variables,
            size.clauses,
            size.literals,
            stats.conflicts.expect("varisat's conflicts are counted"),
            time * 1e3,
            time / base,
            if recipe.is_empty() { "default" } else { recipe },
        );
    }
}
