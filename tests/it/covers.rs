//! Counting exact covers without visiting all solutions: random covers against brute force, and published counts.

use cnfab::model::{Cardinality, Clause, Cmp, Model, Var};
use fastrand::Rng;

use crate::common::scale::rounds;
use crate::engines::count;
use crate::random_model::brute_force;

/// Groups of switches that need one each, of which most fall into parts that have nothing to do with each other.
fn cover(seed: u64) -> Model {
    let mut rng = Rng::with_seed(seed);
    let mut model = Model::new();
    let vars: Vec<Var> = (0..16).map(|var| model.var(format!("x[{var}]"), 0..=1)).collect();
    let parts = rng.usize(1..=4);
    for part in vars.chunks(16 / parts) {
        let mut left = part.to_vec();
        // Every item is in some group, and some more groups make it hard.
        let mut more = rng.usize(..5);
        while !left.is_empty() || more > 0 {
            more -= usize::from(left.is_empty());
            let size = rng.usize(2..=4);
            let mut group: Vec<Var> = left.drain(..size.min(left.len())).collect();
            group.push(part[rng.usize(..part.len())]);
            group.extend((0..rng.usize(..3)).map(|_| part[rng.usize(..part.len())]));
            group.sort_unstable();
            group.dedup();
            let atoms = group.iter().map(|var| var.is(1)).collect();
            model.post("one", Cardinality { atoms, cmp: Cmp::Eq, k: 1 });
        }
    }
    if rng.u8(..4) == 0 {
        // No cover: these two are in no group together.
        model.post("not both", Clause(vec![vars[0].is_not(1), vars[15].is_not(1)]));
    }
    model
}

#[test]
fn random_covers_are_counted_as_brute_force_does() {
    let (mut none, mut many) = (0, 0);
    for seed in rounds(600) {
        let model = cover(seed);
        let expected = brute_force(&model).len() as u64;
        for strategy in ["backtrack:engine=bit-parallel", "backtrack:engine=bit-parallel,threads=3", "backtrack"] {
            assert_eq!(count(strategy, &model), expected, "seed {seed}, {strategy}");
        }
        none += usize::from(expected == 0);
        many += usize::from(expected >= 6);
    }
    assert!(none > 50 && many > 50, "{none} {many}");
}

/// Squares of this order in which every row and column, and every box of the given shape if there is one, holds every
/// value.
fn square(order: usize, boxes: Option<(usize, usize)>) -> Model {
    let mut model = Model::new();
    let last = order as i32 - 1;
    let cells: Vec<Var> = (0..order * order).map(|cell| model.var(format!("cell[{cell}]"), 0..=last)).collect();
    for line in 0..order {
        model.all_different("row", (0..order).map(|place| cells[order * line + place]));
        model.all_different("column", (0..order).map(|place| cells[order * place + line]));
        if let Some((height, width)) = boxes {
            let (top, left) = (line / height * height, line % height * width);
            let cell = |place: usize| cells[order * (top + place / width) + left + place % width];
            model.all_different("box", (0..order).map(cell));
        }
    }
    model
}

/// Latin squares: OEIS A002860. Sudokus of 4 x 4: OEIS A107739.
#[test]
fn squares_have_the_published_counts() {
    for (order, boxes, expected) in [(4, None, 576), (5, None, 161_280), (4, Some((2, 2)), 288)] {
        let model = square(order, boxes);
        for strategy in ["backtrack:engine=bit-parallel", "backtrack:engine=bit-parallel,threads=2"] {
            assert_eq!(count(strategy, &model), expected, "order {order}, {strategy}");
        }
    }
}
