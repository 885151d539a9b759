//! The engine `rows`: random boards against brute force, larger ones against the engine `bit-parallel`.

use cnfab::model::{Cardinality, Clause, Cmp, Model, Var};
use cnfab::solve::SolveError;
use fastrand::Rng;

use crate::common::queens::queens;
use crate::common::scale::rounds;
use crate::engines::{agrees, solve, stars, stars_of};
use crate::random_model::brute_force;

/// A board on which every item is in one group of each of two or three families, now and then with a mistake in it:
/// rows, columns that need as many items together, and regions that need one each.
fn board(seed: u64) -> Model {
    let mut rng = Rng::with_seed(seed);
    let mut model = Model::new();
    let (height, width) = (rng.usize(1..=4), rng.usize(1..=5));
    let cells: Vec<Vec<Option<Var>>> = (0..height)
        .map(|row| {
            let mut cell = |column| model.var(format!("x[{row}][{column}]"), 0..=1);
            (0..width).map(|column| (rng.u8(..8) > 0).then(|| cell(column))).collect()
        })
        .collect();
    let of_row: Vec<Vec<Var>> = cells.iter().map(|row| row.iter().copied().flatten().collect()).collect();
    let of_column: Vec<Vec<Var>> =
        (0..width).map(|column| cells.iter().filter_map(|row| row[column]).collect()).collect();
    let mut post = |model: &mut Model, groups: &[Vec<Var>], mut total: usize| {
        for (number, group) in groups.iter().enumerate() {
            let rest = groups.len() - number - 1;
            let k = if rest == 0 { total } else { rng.usize(..=2).clamp(1, 4).min(total.saturating_sub(rest)) };
            total -= k.min(total);
            let atoms = group.iter().map(|var| var.is(1)).collect();
            model.post("group", Cardinality { atoms, cmp: Cmp::Eq, k });
        }
    };
    let stars = total(seed, height.max(width));
    post(&mut model, &of_row, stars);
    post(&mut model, &of_column, stars);
    let all: Vec<Var> = of_row.concat();
    let mut rng = Rng::with_seed(seed + 1);
    if rng.u8(..4) == 0 {
        let mut shuffled = all.clone();
        rng.shuffle(&mut shuffled);
        let size = shuffled.len().div_ceil(stars.max(1)).max(1);
        for region in shuffled.chunks(size) {
            let atoms = region.iter().map(|var| var.is(1)).collect();
            model.post("region", Cardinality { atoms, cmp: Cmp::Eq, k: 1 });
        }
    }
    let (apart, density) = (rng.bool(), rng.u8(1..=8));
    for (row, cells_of_row) in cells.iter().enumerate() {
        for (other_row, others) in cells.iter().enumerate().skip(row) {
            for (column, a) in cells_of_row.iter().enumerate() {
                for (other, b) in others.iter().enumerate() {
                    let (Some(a), Some(b)) = (a, b) else { continue };
                    let below = other == column && other_row == row + 1;
                    if a != b && (apart && below || rng.u8(..24) < density) {
                        model.post("apart", Clause(vec![a.is_not(1), b.is_not(1)]));
                    }
                }
            }
        }
    }
    model
}

/// How many items a board needs in all: enough for each of `groups` groups.
fn total(seed: u64, groups: usize) -> usize {
    groups + (seed % 4) as usize
}

#[test]
fn the_rows_engine_agrees_with_brute_force() {
    let (mut some, mut none, mut refused) = (0, 0, 0);
    for seed in rounds(4000) {
        let model = board(seed);
        match solve("backtrack:engine=rows", &model, &format!("seed {seed}")) {
            Ok(found) => {
                assert_eq!(found, brute_force(&model), "seed {seed}\n{model:#?}");
                agrees("auto", &model, &format!("seed {seed}"));
                if found.is_empty() { none += 1 } else { some += 1 }
            }
            Err(SolveError::Unsupported { .. }) => refused += 1,
            Err(error) => panic!("seed {seed}: {error}"),
        }
    }
    assert!(some > 500 && none > 500 && refused < 2 * (some + none), "{some} {none} {refused}");
}

/// Boards of stars and of queens, with the same solutions in both engines, and states that are met again.
#[test]
fn the_rows_engine_agrees_with_the_bit_parallel_engine_on_larger_boards() {
    for (name, model) in [("stars", stars(9)), ("queens", queens(9)), ("three stars", stars_of(12, 3))] {
        let rows = solve("backtrack:engine=rows", &model, name).expect("stated");
        let other = solve("backtrack:engine=bit-parallel", &model, name).expect("stated");
        assert!(!rows.is_empty());
        assert_eq!(rows, other, "{name}");
    }
}

/// A row that fills a whole word, and one in which nothing may be chosen.
#[test]
fn a_row_without_values_is_a_contradiction() {
    let mut model = Model::new();
    let vars: Vec<Var> = (0..65).map(|var| model.var(format!("x[{var}]"), 0..=1)).collect();
    let mut post = |vars: &[Var], k: usize| {
        let atoms = vars.iter().map(|var| var.is(1)).collect();
        model.post("group", Cardinality { atoms, cmp: Cmp::Eq, k });
    };
    post(&vars[..64], 1);
    post(&vars[64..], 1);
    post(&vars[64..], 0);
    for engine in ["rows", "bit-parallel", "auto"] {
        let found = solve(&format!("backtrack:engine={engine}"), &model, engine).expect("stated");
        assert!(found.is_empty(), "{engine}");
    }
}
