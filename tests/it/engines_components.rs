//! Counting exact covers that fall into parts which have nothing to do with each other, at once or after some choices.

use std::ops::RangeInclusive;

use cnfab::model::{Cardinality, Cmp, Model};
use fastrand::Rng;

use crate::common::scale::rounds;
use crate::engines::count;

/// The groups that each item is in; every group needs one of its items.
type Cover = Vec<Vec<usize>>;

/// Random covers, `many` of them, with their numbers of groups.
fn parts(rng: &mut Rng, many: RangeInclusive<usize>) -> Vec<(Cover, usize)> {
    let groups: Vec<usize> = (0..rng.usize(many)).map(|_| rng.usize(1..=5)).collect();
    groups.into_iter().map(|groups| (part(rng, groups), groups)).collect()
}

/// A random cover of a few groups.
fn part(rng: &mut Rng, groups: usize) -> Cover {
    let items = rng.usize(groups..=14);
    (0..items)
        .map(|_| {
            let mut of: Vec<usize> = (0..rng.usize(1..=3)).map(|_| rng.usize(..groups)).collect();
            of.sort_unstable();
            of.dedup();
            of
        })
        .collect()
}

/// How many sets of items are in every group once.
fn solutions(cover: &Cover, groups: usize) -> u64 {
    let exact = |chosen: u32| {
        let mut times = vec![0; groups];
        for (item, of) in cover.iter().enumerate() {
            if chosen >> item & 1 == 1 {
                of.iter().for_each(|&group| times[group] += 1);
            }
        }
        times.iter().all(|&times| times == 1)
    };
    (0..1 << cover.len()).filter(|&chosen| exact(chosen)).count() as u64
}

/// Covers side by side, the items in any order.
fn joined(rng: &mut Rng, covers: &[(Cover, usize)]) -> (Cover, usize) {
    let (mut all, mut groups) = (Cover::new(), 0);
    for (cover, more) in covers {
        all.extend(cover.iter().map(|of| of.iter().map(|group| group + groups).collect()));
        groups += more;
    }
    rng.shuffle(&mut all);
    (all, groups)
}

fn model((cover, groups): &(Cover, usize)) -> Model {
    let mut model = Model::new();
    let vars: Vec<_> = (0..cover.len()).map(|item| model.var(format!("item[{item}]"), 0..=1)).collect();
    for group in 0..*groups {
        let members = vars.iter().zip(cover).filter(|(_, of)| of.contains(&group));
        let atoms = members.map(|(var, _)| var.is(1)).collect();
        model.post("group", Cardinality { atoms, cmp: Cmp::Eq, k: 1 });
    }
    model
}

#[test]
fn parts_have_as_many_solutions_as_their_product() {
    let mut rng = Rng::with_seed(77);
    let mut some = 0;
    for round in rounds(1500) {
        let parts = parts(&mut rng, 1..=7);
        let expected: u64 = parts.iter().map(|(cover, groups)| solutions(cover, *groups)).product();
        let model = model(&joined(&mut rng, &parts));
        assert_eq!(count("backtrack:engine=bit-parallel", &model), expected, "round {round}");
        some += usize::from(expected > 100);
    }
    assert!(some > 100, "{some}");
}

#[test]
fn what_falls_apart_after_some_choices_is_counted_right() {
    let mut rng = Rng::with_seed(78);
    let mut some = 0;
    for round in rounds(400) {
        let parts = parts(&mut rng, 2..=4);
        let (mut cover, mut groups) = joined(&mut rng, &parts);
        // Items of different parts that exclude each other, or are needed together with others.
        for _ in 0..rng.usize(1..=4) {
            for _ in 0..rng.usize(2..=4) {
                let item = rng.usize(..cover.len());
                if !cover[item].contains(&groups) {
                    cover[item].push(groups);
                }
            }
            cover.push(vec![groups]);
            groups += 1;
        }
        let model = model(&(cover, groups));
        let counted = count("backtrack:engine=bit-parallel", &model);
        assert_eq!(counted, count("backtrack:engine=domains", &model), "round {round}");
        some += usize::from(counted > 20);
    }
    assert!(some > 100, "{some}");
}

/// One of three items from each of twenty-one groups, next to a row of groups in which each item is in one or two: ten
/// thousand million solutions, which take hours to list.
#[test]
fn parts_are_not_listed_together() {
    let threes: Cover = (0..63).map(|item| vec![item / 3]).collect();
    let mut rng = Rng::with_seed(79);
    for groups in 1..=5 {
        let mut row: Cover = (1..groups).map(|group| vec![group - 1, group]).collect();
        row.extend((0..groups).flat_map(|group| [vec![group], vec![group]]));
        let expected = 3_u64.pow(21) * solutions(&row, groups);
        let model = model(&joined(&mut rng, &[(threes.clone(), 21), (row, groups)]));
        assert_eq!(count("backtrack:engine=bit-parallel", &model), expected, "{groups} groups in a row");
    }
}
