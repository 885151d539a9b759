//! What encodings cost and are worth: how fast clauses stream, and what each recipe does to a solver.
//!
//! `cargo bench --bench encode [-- FILTER]`; the filter is part of an instance's or a recipe's name. Answers and sizes are
//! asserted, times are medians of processor time, conflicts are counted in a run of their own.

use std::ops::ControlFlow;
use std::sync::Arc;

use cnfab::cnf::Meter;
use cnfab::encode::{Recipe, encode};
use cnfab::model::{Atom, Model, Relation, Var};
use cnfab::solve::{Budget, Encodings, Strategy};

fn main() {
    let filter = std::env::args().skip(1).find(|arg| !arg.starts_with("--")).unwrap_or_default();
    stream(&filter);
    for (instance, model, solutions, recipes) in instances() {
        // Minutes; only when asked for.
        if solutions < 5_000 || filter == instance {
            compare(instance, &model, solutions, recipes, &filter);
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
        usage.user_time().num_microseconds() as f64 * 1e-6
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

/// Clauses per second into a sink that counts.
fn stream(filter: &str) {
    let model = hidoku(10);
    for recipe in ["amo=pairwise", "amo=sequential", "amo=product", "domain=order", "amo=product,table=conflicts"] {
        if !"stream".contains(filter) && !recipe.contains(filter) {
            continue;
        }
        let recipe: Recipe = recipe.parse().expect("a recipe");
        let mut size = cnfab::cnf::Size::default();
        let run = || {
            let start = seconds();
            let mut meter = Meter::default();
            encode(&model, &recipe, &mut meter).expect("encodable");
            size = meter.size();
            seconds() - start
        };
        let time = median(std::iter::repeat_with(run).take(9).collect());
        let rate = size.clauses as f64 / time / 1e6;
        println!(
            "stream hidoku-10: {:>8} clauses {:7.1} ms {rate:6.1} M clauses/s  {recipe}",
            size.clauses,
            time * 1e3
        );
    }
}

/// All solutions by varisat with each recipe.
fn compare(instance: &str, model: &Model, solutions: usize, recipes: &[&str], filter: &str) {
    for &recipe in recipes {
        if !instance.contains(filter) && !recipe.contains(filter) {
            continue;
        }
        let encodings: Encodings = recipe.parse().expect("a recipe");
        let backend = Strategy::parse("sat:varisat").expect("a strategy").backend(&encodings);
        let run = |statistics| {
            let mut found = 0;
            let mut budget = Budget::unlimited();
            budget.statistics = statistics;
            let start = seconds();
            let report = backend
                .solve(model, &budget, &mut |_| {
                    found += 1;
                    ControlFlow::Continue(())
                })
                .expect("solvable");
            assert_eq!(found, solutions, "{instance} by {recipe}");
            (seconds() - start, report.stats)
        };
        let (_, stats) = run(true);
        let time = median((0..3).map(|_| run(false).0).collect());
        let size = stats.size.expect("the SAT backend measures the formula");
        println!(
            "{instance:<14} {:>6} variables {:>8} clauses {:>9} literals {:>8} conflicts {time:8.3} s  {recipe}",
            size.variables,
            size.clauses,
            size.literals,
            stats.conflicts.map_or("?".to_owned(), |conflicts| conflicts.to_string()),
        );
    }
}

type Instance = (&'static str, Model, usize, &'static [&'static str]);

fn instances() -> Vec<Instance> {
    const SUMS: &[&str] = &[
        "linear=order-sum",
        "linear=order-subset",
        "linear=subset-table",
        "linear=one-hot-sum",
        "linear=order-sum,domain=order",
        "linear=order-sum,amo=product",
        "linear=order-sum,amo=product-exact",
        "linear=order-sum,amo=sequential",
        "linear=order-sum,amo=ladder",
        "linear=order-sum,amo=commander",
        "linear=order-sum,all-different=amo-per-value",
        "linear=order-sum,root=none",
    ];
    const COUNTS: &[&str] = &[
        "card=sequential",
        "card=totalizer",
        "card=sequential,amo=product",
        "card=sequential,amo=sequential",
        "card=sequential,amo=commander",
    ];
    const PATHS: &[&str] = &[
        "table=supports",
        "table=conflicts",
        "table=supports,amo=product",
        "table=supports,amo=product-exact",
        "table=supports,amo=sequential",
        "table=supports,amo=ladder",
        "table=supports,amo=commander",
        "table=supports,domain=order",
    ];
    vec![
        ("hexagon", hexagon(3, 38), 12, SUMS),
        ("magic-board", magic_board(), 1, SUMS),
        (
            "magic-square-4",
            magic_square(4, 34),
            7040,
            &["linear=order-sum", "linear=subset-table", "linear=order-subset"],
        ),
        ("stars-9", stars(9), 664, COUNTS),
        ("king-path-4", king_path(4), 4942, PATHS),
    ]
}

/// Aristotle's hexagon and its kin: all numbers from 1 once, all lines with this sum.
fn hexagon(order: i32, sum: i64) -> Model {
    let mut model = Model::new();
    let r = order - 1;
    let cells: Vec<(i32, i32)> =
        (-r..=r).flat_map(|y| (-r..=r).map(move |x| (x, y))).filter(|&(x, y)| (x + y).abs() <= r).collect();
    let vars: Vec<Var> =
        cells.iter().map(|(x, y)| model.var(format!("cell[{x},{y}]"), 1..=cells.len() as i32)).collect();
    model.all_different("all", vars.clone());
    let axes: [fn((i32, i32)) -> i32; 3] = [|c| c.0, |c| c.1, |c| c.0 + c.1];
    for axis in axes {
        for line in -r..=r {
            let on_line = cells.iter().zip(&vars).filter(|&(&cell, _)| axis(cell) == line).map(|(_, &var)| var);
            model.sum_eq("line", on_line, sum);
        }
    }
    model
}

fn square(n: usize, low: i32, sum: i64) -> (Model, Vec<Var>) {
    let mut model = Model::new();
    let high = low + (n * n) as i32 - 1;
    let vars: Vec<Var> = (0..n * n).map(|i| model.var(format!("cell[{},{}]", i / n, i % n), low..=high)).collect();
    model.all_different("all", vars.clone());
    for i in 0..n {
        model.sum_eq("row", (0..n).map(|j| vars[i * n + j]), sum);
        model.sum_eq("column", (0..n).map(|j| vars[j * n + i]), sum);
    }
    model.sum_eq("diagonal", (0..n).map(|i| vars[i * n + i]), sum);
    model.sum_eq("diagonal", (0..n).map(|i| vars[i * n + n - 1 - i]), sum);
    (model, vars)
}

fn magic_square(n: usize, sum: i64) -> Model {
    square(n, 1, sum).0
}

fn magic_board() -> Model {
    let (mut model, vars) = square(5, 5, 85);
    for (cell, value) in [(4, 15), (7, 25), (8, 17), (11, 26), (13, 5), (16, 18), (19, 11), (22, 21)] {
        model.clause("given", [vars[cell].is(value)]);
    }
    model
}

/// Two stars in each row and column, no two touching.
fn stars(n: usize) -> Model {
    let mut model = Model::new();
    let star: Vec<Atom> = (0..n * n).map(|i| model.var(format!("star[{},{}]", i / n, i % n), 0..=1).is(1)).collect();
    for i in 0..n {
        model.exactly("row", 2, (0..n).map(|j| star[i * n + j]));
        model.exactly("column", 2, (0..n).map(|j| star[j * n + i]));
    }
    for i in 0..(n - 1) * n {
        if i % n + 1 < n {
            model.at_most("touch", 1, [i, i + 1, i + n, i + n + 1].map(|cell| star[cell]));
        }
    }
    model
}

fn neighbours(n: i32) -> Arc<Relation> {
    let rows = (0..n * n).flat_map(|a| (0..n * n).map(move |b| [a, b]));
    let near = |a: i32, b: i32| a != b && (a / n - b / n).abs() <= 1 && (a % n - b % n).abs() <= 1;
    Arc::new(Relation::new(2, rows.filter(|&[a, b]| near(a, b))))
}

/// Where each number of an empty n x n Hidoku is.
fn hidoku(n: i32) -> Model {
    let mut model = Model::new();
    let place: Vec<Var> = (1..=n * n).map(|number| model.var(format!("place[{number}]"), 0..=n * n - 1)).collect();
    model.all_different("cell", place.clone());
    let near = neighbours(n);
    for pair in place.windows(2) {
        model.table("step", pair.to_vec(), &near);
    }
    model
}

/// King paths from one corner to the opposite one.
fn king_path(n: i32) -> Model {
    let mut model = hidoku(n);
    model.clause("given", [Var::from_index(0).is(0)]);
    model.clause("given", [Var::from_index((n * n - 1) as usize).is(n * n - 1)]);
    model
}
