//! The engine `magic`: random sums over different numbers against brute force, and what follows from lines together.

use cnfab::model::{AllDifferent, Cmp, Linear, Model, Relation, Table, Var};
use cnfab::solve::{Budget, Encodings, Strategy};
use fastrand::Rng;

use crate::common::scale::rounds;
use crate::engines::{agrees, some};
use crate::random_model::brute_force;

/// Different numbers with sums and comparisons.
pub(crate) fn lined(seed: u64) -> Model {
    let mut rng = Rng::with_seed(seed);
    let mut model = Model::new();
    let count = rng.i32(1..=6);
    let low = rng.i32(-9..=9);
    let vars: Vec<Var> = (0..count)
        .map(|var| {
            let all = low..=low + count + rng.i32(-1..=1);
            let domain: Vec<i32> = all.filter(|_| rng.u8(..8) > 0).collect();
            model.var(format!("x[{var}]"), domain)
        })
        .collect();
    model.post("different", AllDifferent(vars.clone()));
    for _ in 0..rng.usize(0..=4) {
        let scope = some(&mut rng, &vars);
        if scope.len() > 1 && rng.u8(..4) == 0 {
            let vars = scope[..rng.usize(1..=2)].to_vec();
            let value = |rng: &mut Rng| low + rng.i32(0..=count);
            let rows: Vec<Vec<i32>> =
                (0..rng.usize(3..30)).map(|_| vars.iter().map(|_| value(&mut rng)).collect()).collect();
            let relation = std::sync::Arc::new(Relation::new(vars.len(), rows));
            model.post("table", Table { vars, relation });
        } else if scope.len() > 1 && rng.u8(..3) == 0 {
            let sign = |rng: &mut Rng| [1, -1][rng.usize(..2)];
            let (a, b) = (sign(&mut rng), sign(&mut rng));
            let terms = if rng.u8(..4) == 0 { vec![(2 * a, scope[0])] } else { vec![(a, scope[0]), (b, scope[1])] };
            let middle: i64 = terms.iter().map(|&(coefficient, _)| coefficient * i64::from(low)).sum();
            let cmp = [Cmp::Le, Cmp::Ge][rng.usize(..2)];
            model.post("order", Linear { terms, cmp, rhs: middle + rng.i64(-4..=4) });
        } else {
            let middle = scope.len() as i64 * (i64::from(low) + i64::from(count) / 2);
            let terms = scope.into_iter().map(|var| (1, var)).collect();
            model.post("line", Linear { terms, cmp: Cmp::Eq, rhs: middle + rng.i64(-3..=3) });
        }
    }
    model
}

#[test]
fn the_magic_engine_agrees_with_brute_force() {
    let mut several = 0;
    for seed in rounds(3000) {
        let model = lined(seed);
        agrees("magic", &model, &format!("seed {seed}"));
        agrees("auto", &model, &format!("seed {seed}"));
        several += usize::from(brute_force(&model).len() > 1);
    }
    assert!(several > 500, "{several}");
}

/// Many lines that all hold for one filling at least, so that what follows from them together has something to let
/// through.
#[test]
fn lines_around_a_solution_agree_with_brute_force() {
    let mut several = 0;
    for seed in rounds(400) {
        let mut rng = Rng::with_seed(seed);
        let mut model = Model::new();
        let count = rng.usize(4..=6);
        let mut filling: Vec<i32> = (-2..=count as i32 - 2).collect();
        let values = filling.clone();
        rng.shuffle(&mut filling);
        let vars: Vec<Var> = (0..count).map(|var| model.var(format!("x[{var}]"), values.clone())).collect();
        model.post("different", AllDifferent(vars.clone()));
        for _ in 0..rng.usize(2..=6) {
            let scope = some(&mut rng, &vars);
            let rhs = scope.iter().map(|var| i64::from(filling[var.index()])).sum();
            let terms = scope.into_iter().map(|var| (1, var)).collect();
            model.post("line", Linear { terms, cmp: Cmp::Eq, rhs });
        }
        agrees("magic", &model, &format!("seed {seed}"));
        several += usize::from(brute_force(&model).len() > 1);
    }
    assert!(several > 100, "{several}");
}

/// The corners of a magic square of order 4 sum to a line, which follows from eight of its ten lines and from no fewer.
#[test]
fn what_lines_say_together_is_known_before_they_end() {
    for corners in [[1, 2, 3], [16, 15, 14]] {
        let mut model = Model::new();
        let given = |place: usize| [0, 3, 12].iter().position(|&corner| corner == place).map(|at| corners[at]);
        let domain = |place: usize| given(place).map_or((1..=16).collect(), |value| vec![value]);
        let vars: Vec<Var> = (0..16).map(|place| model.var(format!("{place}"), domain(place))).collect();
        model.post("different", AllDifferent(vars.clone()));
        let rows = (0..4).map(|row| (0..4).map(|column| 4 * row + column).collect::<Vec<usize>>());
        let columns = (0..4).map(|column| (0..4).map(|row| 4 * row + column).collect());
        let diagonals = [(0..4).map(|step| 5 * step).collect(), (0..4).map(|step| 3 + 3 * step).collect()];
        for line in rows.chain(columns).chain(diagonals) {
            model.linear("line", line.iter().map(|&place| (1, vars[place])), Cmp::Eq, 34);
        }
        let backend = Strategy::parse("backtrack:engine=magic").expect("registered").backend(&Encodings::default());
        let counted = backend.count_only(&model, &Budget::unlimited()).expect("stated");
        assert_eq!(counted.number.to_string(), "0", "the fourth corner would be 28 or -11");
        assert!(counted.report.stats.nodes.expect("counted") <= 3, "{corners:?}: {:?}", counted.report.stats);
    }
}
