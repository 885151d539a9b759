//! Conflicts on Aristotle's hexagon, all 12 solutions and the proof that there is no other, for the encodings of its
//! sums.
//!
//! Conflicts do not depend on the machine: the same build gives the same table everywhere. With each row stand the
//! figures that are known from other encoders with CaDiCaL 1.9.5, and the ratio to them. Asserted are the two bars for
//! `order-sum`, and for each row that its ratio is at most 1.5, but for those that are known to need more. `cargo bench
//! --bench conflicts` prints the table of `docs/conflicts.md`. With `--features cadical` it also prints the table of
//! CaDiCaL; `-- --orders 5` adds the median and the range over five orders of each formula.

use std::ops::ControlFlow;

use cnfab::model::{Group, Model, Selection};
use cnfab::puzzle::KINDS;
use cnfab::solve::{Budget, Encodings, Outcome, Stats, Strategy};

/// A recipe; the conflicts of the same kind of encoding elsewhere, with CaDiCaL 1.9.5, if known; and whether ours are
/// at most 1.5 times as many.
type Row = (&'static str, Option<u64>, bool);

const ROWS: &[Row] = &[
    ("linear=order-subset", Some(13_556), true),
    ("linear=order-sum", Some(18_695), true),
    (
        "linear=order-sum,linear:line[0]=tuple-table,linear:line[4]=tuple-table,linear:line[5]=tuple-table,\
         linear:line[9]=tuple-table,linear:line[10]=tuple-table,linear:line[14]=tuple-table",
        Some(16_447),
        true,
    ),
    ("linear=order-sum,all-different=amo-per-value", Some(26_544), true),
    ("linear=subset-table", Some(23_348), true),
    ("linear=ggt", Some(63_678), true),
    ("linear=ggt(1)", None, true),
    ("linear=mdd", Some(67_271), true),
    ("linear=one-hot-sum", Some(72_686), true),
    ("linear=one-hot-forward", None, true),
    ("linear=modulo", Some(76_219), true),
    ("linear=ggpw", Some(109_094), false),
    ("linear=glpw", None, true),
    ("linear=gswc", Some(125_280), true),
];

/// The same with the corners ordered, so that there is one solution.
const ORDERED: &[Row] = &[
    ("linear=order-sum", Some(2_114), true),
    ("linear:line=order-subset", None, true),
    ("linear:line=subset-table", Some(2_235), true),
    ("linear:line=mdd", Some(7_433), true),
];

/// The limit of order-sum, by the solver that the project names for it.
const BAR: u64 = 20_000;
const BAR_ORDERED: u64 = 2_500;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let orders = arguments.iter().position(|word| word == "--orders").and_then(|at| arguments.get(at + 1));
    let orders: u64 = orders.map_or(1, |number| number.parse().expect("a number of orders"));
    let model = hexagon();
    let ordered = Group::of(&model, &Selection::Usual).expect("the hexagon has symmetries").leaders(&model).model;
    let mut strategies = vec!["sat:batsat"];
    if cfg!(feature = "cadical") {
        strategies.push("sat:cadical");
    }
    let mut best = [u64::MAX; 2];
    for (which, (title, model, solutions, rows)) in
        [("All 12", &model, 12, ROWS), ("Corners ordered", &ordered, 1, ORDERED)].into_iter().enumerate()
    {
        for strategy in &strategies {
            println!("\n{title}, `{strategy}`:\n");
            let several = if orders > 1 { format!(" median of {orders} orders |") } else { String::new() };
            println!("| recipe | variables | clauses | conflicts | reference | ratio |{several}");
            println!("| --- | ---: | ---: | ---: | ---: | ---: |{}", if orders > 1 { " ---: |" } else { "" });
            for &(recipe, known, holds) in rows {
                let stats: Vec<Stats> =
                    (0..orders).map(|order| run(model, strategy, recipe, order, solutions)).collect();
                let mut all: Vec<u64> = stats.iter().map(|stats| stats.conflicts.expect("it counts")).collect();
                let conflicts = all[0];
                all.sort_unstable();
                let size = stats[0].size.expect("clauses");
                let ratio = known.map_or(0.0, |known| conflicts as f64 / known as f64);
                println!(
                    "| `{recipe}` | {} | {} | {conflicts} | {} | {} |{}",
                    size.variables,
                    size.clauses,
                    known.map_or("".to_owned(), |known| known.to_string()),
                    known.map_or("".to_owned(), |_| format!("{ratio:.2}")),
                    if orders > 1 { range(&all) } else { String::new() },
                );
                assert!(!holds || ratio <= 1.5, "{strategy} {recipe}: {ratio:.2} times what is known");
                if recipe == "linear=order-sum" {
                    best[which] = best[which].min(conflicts);
                }
            }
        }
    }
    println!(
        "\norder-sum: {} of at most {BAR}, {} of at most {BAR_ORDERED} with the corners ordered",
        best[0], best[1]
    );
    assert!(best[0] <= BAR && best[1] <= BAR_ORDERED, "{best:?}");
}

/// The median of sorted numbers, and the smallest and the largest.
fn range(all: &[u64]) -> String {
    format!(" {} ({} to {}) |", all[(all.len() - 1) / 2], all[0], all[all.len() - 1])
}

fn hexagon() -> Model {
    let text = include_str!("../models/hexagon/aristotle.txt");
    let kind = KINDS.iter().find(|kind| kind.name == "hexagon").expect("a kind");
    let puzzle = cnfab::puzzle::read(text, &|_| unreachable!("no other file")).expect("a puzzle").1.remove(0);
    let view = kind.views[0].0;
    let mut model = puzzle.model(view).expect("a view");
    puzzle.declare_symmetries(view, &mut model);
    model
}

/// All solutions, and what they took. Order 0 is the encoder's own.
fn run(model: &Model, strategy: &str, recipe: &str, order: u64, solutions: u64) -> Stats {
    let encodings: Encodings = recipe.parse().expect("a recipe");
    let backend = Strategy::parse(strategy).expect("registered").backend(&encodings);
    let mut budget = Budget::unlimited();
    budget.shuffle = (order > 0).then_some(order);
    let mut found = 0;
    let report = backend.solve(model, &budget, &mut |_| {
        found += 1;
        ControlFlow::Continue(())
    });
    let report = report.expect("it can be stated");
    assert_eq!((report.outcome, found), (Outcome::Exhausted, solutions), "{strategy} {recipe}");
    report.stats
}
