//! Random programs against brute force.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use cnfab_model::Cmp;
use fastrand::Rng;

use super::*;

mod refuted;
use crate::program::Expr;

/// A program of a few columns, with cliques, clauses and sums.
fn random_program(rng: &mut Rng) -> Program {
    let mut program = Program::new();
    let columns = rng.usize(1..=8);
    let mut points = 1i64;
    for index in 0..columns {
        let (low, span) = match rng.u32(0..10) {
            0..7 => (0, 1),
            7 => (rng.i64(-4..=3), rng.i64(0..=3)),
            8 => (rng.i64(-20..=3), rng.i64(2..=20)),
            _ => (rng.i64(-4..=3), rng.i64(0..=40)),
        };
        let span = if points * (span + 1) > 5_000 { 0 } else { span };
        points *= span + 1;
        program.integer(format!("x[{index}]"), low, low + span);
    }
    for number in 0..rng.usize(0..=6) {
        let mut sum = Expr::new();
        let kind = rng.u32(0..4);
        for column in 0..columns {
            let coefficient = match kind {
                0 => i64::from(rng.bool()),
                1 => *[-1, 0, 1].get(rng.usize(0..3)).expect("one of three"),
                2 => rng.i64(-5..=5),
                _ => rng.i64(-60..=60),
            };
            sum.add(coefficient, column);
        }
        let cmp = [Cmp::Le, Cmp::Ge, Cmp::Eq][rng.usize(0..3)];
        let rhs = if kind == 0 { rng.i64(0..=2) } else { rng.i64(-8..=12) };
        program.row(format!("r{number}"), sum, cmp, rhs).expect("small numbers");
    }
    if rng.bool() {
        let mut sum = Expr::new();
        (0..columns).for_each(|column| sum.add(rng.i64(-9..=9), column));
        sum.add_constant(rng.i64(-5..=5).into());
        program.minimise(sum).expect("small numbers");
    }
    program
}

/// All solutions, by trying every point.
fn brute_force(program: &Program) -> Vec<Vec<i64>> {
    let mut points: Vec<Vec<i64>> = vec![Vec::new()];
    for column in program.columns() {
        points = points
            .iter()
            .flat_map(|point| (column.low..=column.high).map(move |value| [&point[..], &[value]].concat()))
            .collect();
    }
    let holds = |point: &Vec<i64>| {
        program.rows().all(|row| {
            let sum = row.entries.iter().map(|&(column, coefficient)| coefficient * point[column]).sum();
            row.cmp.holds(sum, row.rhs)
        })
    };
    points.retain(holds);
    points
}

fn random_options(rng: &mut Rng) -> TreeOptions {
    TreeOptions {
        order: [BranchOrder::Auto, BranchOrder::Fewest, BranchOrder::Activity][rng.usize(0..3)],
        learn: [Learning::Auto, Learning::On, Learning::Off][rng.usize(0..3)],
        relaxation: [RelaxationUse::Auto, RelaxationUse::Root, RelaxationUse::Nodes, RelaxationUse::Off]
            [rng.usize(0..4)],
        cuts: rng.bool(),
    }
}

fn value(program: &Program, point: &[i64]) -> i64 {
    program.objective().iter().map(|&(column, coefficient)| coefficient * point[column]).sum()
}

fn scale() -> u64 {
    std::env::var("CNFAB_SCALE").ok().and_then(|scale| scale.parse().ok()).unwrap_or(1)
}

fn programs() -> impl Iterator<Item = (u64, Rng, Program)> {
    (0..3_000 * scale()).map(|seed| {
        let mut rng = Rng::with_seed(seed);
        let program = random_program(&mut rng);
        (seed, rng, program)
    })
}

#[test]
fn all_solutions_are_listed_once_whatever_is_shown() {
    for (seed, mut rng, program) in programs() {
        let columns = program.columns().len();
        let shown: Vec<usize> = match rng.bool() {
            true => (0..columns).collect(),
            false => (0..columns).filter(|_| rng.bool()).collect(),
        };
        let project = |point: &[i64]| shown.iter().map(|&column| point[column]).collect::<Vec<i64>>();
        let expected: BTreeSet<Vec<i64>> = brute_force(&program).iter().map(|point| project(point)).collect();
        let options = random_options(&mut rng);
        let mut found = BTreeSet::new();
        let mut tree = IlpTree::listing(&program, Some(&shown), options).expect("small numbers");
        // Stopped now and then, by either side, it goes on where it was; at the end it stays there.
        let mut breaks = rng.fork();
        let mut exhausted = 0;
        while exhausted < 2 {
            let end = tree.run(&mut |_| seed % 3 == 0 && rng.u32(0..4) == 0, &mut |point| {
                assert!(found.insert(project(point)), "seed {seed}: a solution comes twice by {options:?}");
                if seed % 3 == 1 && breaks.bool() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            exhausted += usize::from(end == TreeEnd::Exhausted);
        }
        assert_eq!(found, expected, "seed {seed} by {options:?}");
    }
}

#[test]
fn optima_are_the_least() {
    for (seed, mut rng, program) in programs() {
        let best = brute_force(&program).iter().map(|point| value(&program, point)).min();
        let options = random_options(&mut rng);
        let mut found: Option<i64> = None;
        let mut tree = IlpTree::optimising(&program, options).expect("small numbers");
        let end = tree.run(&mut |_| false, &mut |point| {
            let value = value(&program, point);
            assert!(found.is_none_or(|before| value < before), "seed {seed}: not better by {options:?}");
            found = Some(value);
            ControlFlow::Continue(())
        });
        assert_eq!((found, end), (best, TreeEnd::Exhausted), "seed {seed} by {options:?}");
    }
}

/// Ends a search now and then, and knows what others have found.
struct Stops<'r> {
    rng: &'r mut Rng,
    best: Option<i64>,
}

impl TreeWatch for Stops<'_> {
    fn is_over(&mut self, _: u64) -> bool {
        self.rng.u32(0..3) == 0
    }

    fn best(&mut self) -> Option<i64> {
        self.best
    }
}

/// Three searches, one of which has the whole tree at first; those that are at their end get parts of others.
#[test]
fn parts_have_the_solutions_of_the_whole_between_them() {
    let (mut parts, mut again) = (0, 0);
    for (seed, mut rng, program) in programs() {
        let options = random_options(&mut rng);
        let points = brute_force(&program);
        let columns = program.columns().len();
        let shown: Vec<usize> = (0..columns).filter(|_| rng.u32(0..4) > 0).collect();
        let project = |point: &[i64]| shown.iter().map(|&column| point[column]).collect::<Vec<i64>>();
        let lists = rng.bool();
        let make = || match lists {
            true => IlpTree::listing(&program, Some(&shown), options).expect("small numbers"),
            false => IlpTree::optimising(&program, options).expect("small numbers"),
        };
        let mut trees: Vec<(IlpTree<'_>, bool)> = (0..3).map(|number| (make(), number == 0)).collect();
        let (mut found, mut best) = (BTreeSet::new(), None);
        let mut entered = [true, false, false];
        while trees.iter().any(|(_, is_busy)| *is_busy) {
            let [number, other] = [(); 2].map(|()| rng.usize(0..3));
            if !trees[number].1 {
                let giver = &mut trees[other];
                if let Some(part) = giver.1.then(|| giver.0.split()).flatten() {
                    trees[number].0.enter(part);
                    trees[number].1 = true;
                    parts += 1;
                    again += usize::from(std::mem::replace(&mut entered[number], true));
                }
                continue;
            }
            let known = best.filter(|_| !lists && seed % 2 == 0).map(|best: i64| best + program.objective_constant());
            let end = trees[number].0.run(&mut Stops { rng: &mut rng, best: known }, &mut |point| {
                assert!(!lists || found.insert(project(point)), "seed {seed}: a solution comes twice by {options:?}");
                let value = value(&program, point);
                best = Some(best.map_or(value, |best| best.min(value)));
                ControlFlow::Continue(())
            });
            trees[number].1 = end == TreeEnd::Stopped;
        }
        assert_eq!(best.is_some(), !points.is_empty(), "seed {seed} by {options:?}");
        if lists {
            let expected: BTreeSet<Vec<i64>> = points.iter().map(|point| project(point)).collect();
            assert_eq!(found, expected, "seed {seed} by {options:?}");
        } else {
            let expected = points.iter().map(|point| value(&program, point)).min();
            assert_eq!(best, expected, "seed {seed} by {options:?}");
        }
    }
    assert!(parts > 1_000 && again > 200, "{parts} {again}");
}

#[test]
fn assumptions_hold_or_have_a_core() {
    let mut cores = 0;
    for (seed, mut rng, program) in programs() {
        let is_binary = |&column: &usize| (program.columns()[column].low, program.columns()[column].high) == (0, 1);
        let binary: Vec<usize> = (0..program.columns().len()).filter(is_binary).collect();
        let draw = |column: usize| (rng.u32(0..3) > 0).then(|| (column, rng.bool()));
        let assumptions: Vec<(usize, bool)> = binary.into_iter().filter_map(draw).collect();
        let points = brute_force(&program);
        let solve = |assumptions: &[(usize, bool)]| {
            let holds = |point: &&Vec<i64>| assumptions.iter().all(|&(column, is_one)| point[column] == is_one.into());
            points.iter().filter(holds).map(|point| value(&program, point)).min()
        };
        let options = random_options(&mut rng);
        let mut tree = IlpTree::assuming(&program, &assumptions, options).expect("small numbers");
        let mut found = None;
        let end = tree.run(&mut |_| false, &mut |point| {
            assert!(assumptions.iter().all(|&(column, is_one)| point[column] == is_one.into()), "seed {seed}");
            found = Some(value(&program, point));
            ControlFlow::Continue(())
        });
        assert_eq!((found, end), (solve(&assumptions), TreeEnd::Exhausted), "seed {seed} by {options:?}");
        if found.is_none() {
            let core = tree.core();
            assert!(core.iter().all(|assumption| assumptions.contains(assumption)), "seed {seed}");
            assert_eq!(solve(&core), None, "seed {seed} by {options:?}: {core:?}");
            cores += usize::from(!core.is_empty() && core.len() < assumptions.len());
        }
    }
    assert!(cores > 100, "{cores}");
}

/// Resolution needs exponentially many steps for this (Haken, "The intractability of resolution", 1985).
#[test]
fn the_root_refutes_pigeonholes() {
    let mut program = Program::new();
    let (pigeons, holes) = (15, 14);
    let columns: Vec<usize> = (0..pigeons * holes).map(|index| program.binary(format!("x[{index}]"))).collect();
    let mut row = |columns: &mut dyn Iterator<Item = usize>, cmp: Cmp| {
        let mut sum = Expr::new();
        columns.for_each(|column| sum.add(1, column));
        program.row("row", sum, cmp, 1).expect("small numbers");
    };
    for pigeon in 0..pigeons {
        row(&mut columns[pigeon * holes..][..holes].iter().copied(), Cmp::Ge);
    }
    for hole in 0..holes {
        row(&mut (0..pigeons).map(|pigeon| columns[pigeon * holes + hole]), Cmp::Le);
    }
    let mut tree = IlpTree::listing(&program, None, TreeOptions::default()).expect("small numbers");
    let end = tree.run(&mut |_| false, &mut |_| ControlFlow::Continue(()));
    assert_eq!((end, tree.statistics().nodes), (TreeEnd::Exhausted, 0));
}
