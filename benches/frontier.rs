//! Counting without listing: the median of repeated runs, the states it took, and the ratio to the bar.
//!
//! Every number is asserted. `cargo bench --bench frontier -- star` runs the rows whose name holds the word.

use std::ops::ControlFlow;
use std::time::Instant;

use cnfab::model::Model;
use cnfab::puzzle;
use cnfab::solve::{Budget, Encodings, Strategy};

#[path = "../tests/it/common/dominoes.rs"]
mod dominoes;

/// Name, the model, its number of solutions, seconds allowed.
type Row = (&'static str, fn() -> Model, &'static str, f64);

const ROWS: &[Row] = &[
    ("star-battle 9 x 9, 2 stars", || star_battle(9), "664", 0.1),
    ("star-battle 10 x 10, 2 stars", || star_battle(10), "146510", 0.1),
    ("star-battle 15 x 15, 2 stars", || star_battle(15), "106280659533411296", 5.0),
    ("dominoes 8 x 8", || dominoes::dominoes(8, 8), "12988816", 0.1),
    ("dominoes 16 x 16", || dominoes::dominoes(16, 16), "2444888770250892795802079170816", 5.0),
    ("pentominoes 6 x 10", pentominoes, "9356", 10.0),
];

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    println!("{:<32} {:>12} {:>12} {:>9}", "instance", "median", "states", "to bar");
    for &(name, model, expected, bar) in ROWS {
        if !wanted.is_empty() && !wanted.iter().any(|word| name.contains(word.as_str())) {
            continue;
        }
        let model = model();
        let backend = Strategy::parse("frontier").expect("registered").backend(&Encodings::default());
        let mut times = Vec::new();
        let mut states = 0;
        for _ in 0..3 {
            let start = Instant::now();
            let counted = backend.count(&model, &Budget::unlimited(), &mut |_| ControlFlow::Continue(()));
            let counted = counted.unwrap_or_else(|error| panic!("{name}: {error}"));
            times.push(start.elapsed().as_secs_f64());
            assert_eq!(counted.number.to_string(), expected, "{name}");
            states = counted.report.stats.nodes.unwrap_or_default();
        }
        times.sort_unstable_by(f64::total_cmp);
        let median = times[times.len() / 2];
        println!("{name:<32} {:>9.3} ms {states:>12} {:>9.3}", median * 1e3, median / bar);
    }
}

fn first(text: &str) -> Model {
    let (kind, puzzles) = puzzle::read(text, &|_| Err("no other file".to_owned())).expect("a puzzle");
    puzzles[0].model(kind.views[0].0).expect("a view of the kind")
}

fn star_battle(size: usize) -> Model {
    first(&format!("kind: star-battle\nsize: {size}\nstars: 2\nregions: none\n"))
}

fn pentominoes() -> Model {
    first(include_str!("../models/dissection/pentominoes-6x10.txt"))
}
