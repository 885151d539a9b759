//! The engine `bit-parallel` on groups that need several items, of which some exclude each other.

use cnfab::model::{Cardinality, Clause, Cmp, Model, Var};
use cnfab::solve::{Budget, Encodings, Strategy};

use crate::engines::{count, solve};

/// Pairs of switches of which `needed` are on, no two of one pair, and two more switches of which one is on: either
/// excludes all of the first pairs.
fn pairs(pairs: usize, needed: usize, excluded: usize) -> Model {
    let mut model = Model::new();
    let switches: Vec<Var> = (0..2 * pairs).map(|number| model.var(format!("pair[{number}]"), 0..=1)).collect();
    let either: Vec<Var> = (0..2).map(|number| model.var(format!("either[{number}]"), 0..=1)).collect();
    let mut apart = |a: Var, b: Var| model.post("apart", Clause(vec![a.is_not(1), b.is_not(1)]));
    switches.chunks(2).for_each(|pair| apart(pair[0], pair[1]));
    for &switch in &switches[..2 * excluded] {
        either.iter().for_each(|&one| apart(one, switch));
    }
    for (vars, k) in [(&switches, needed), (&either, 1)] {
        let atoms = vars.iter().map(|var| var.is(1)).collect();
        model.post("count", Cardinality { atoms, cmp: Cmp::Eq, k });
    }
    model
}

fn nodes(model: &Model) -> u64 {
    let backend = Strategy::parse("backtrack:engine=bit-parallel").expect("registered").backend(&Encodings::default());
    let counted = backend.count_only(model, &Budget::unlimited()).expect("stated");
    counted.report.stats.nodes.expect("counted")
}

/// `n` over `k`.
fn choose(n: usize, k: usize) -> u64 {
    (0..k).fold(1, |product, i| product * n.saturating_sub(i) as u64 / (i + 1) as u64)
}

#[test]
fn what_excludes_too_many_sets_of_a_group_goes_without_a_choice() {
    for needed in 2..=4 {
        for spare in 0..=1 {
            let model = pairs(needed + spare, needed, spare + 1);
            assert_eq!(solve("backtrack:engine=bit-parallel", &model, "excluded").expect("stated").len(), 0);
            assert_eq!(nodes(&model), 0, "{needed} of {} pairs", needed + spare);
        }
    }
}

#[test]
fn groups_with_sets_to_spare_are_counted_right() {
    for needed in 1..=4 {
        for all in needed..=needed + 3 {
            for excluded in 0..=all {
                let model = pairs(all, needed, excluded);
                let expected = 2 * (1 << needed) * choose(all - excluded, needed);
                for threads in 1..=3 {
                    let strategy = format!("backtrack:engine=bit-parallel,threads={threads}");
                    let context = format!("{needed} of {all} pairs, {excluded} excluded, {strategy}");
                    assert_eq!(solve(&strategy, &model, &context).expect("stated").len() as u64, expected, "{context}");
                    assert_eq!(count(&strategy, &model), expected, "{context}");
                }
            }
        }
    }
}
