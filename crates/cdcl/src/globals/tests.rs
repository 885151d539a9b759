//! Integers of many values, each with literals of its own: what is propagated, and why, against all assignments.

use fastrand::Rng;

use cnfab_cnf::{Integer, NativeConstraint};

use super::super::natives::tests::{Native, is_met};
use super::super::solver::tests::solver;
use super::super::state::Reason;
use super::*;

/// The literals of integers, and how many variables there are.
#[derive(Default)]
struct Ladders {
    integers: Vec<Integer<Literal>>,
    variables: u32,
}

impl Ladders {
    fn integer(&mut self, least: i64, steps: u32) -> Integer<Literal> {
        let step = |step: u32| (least + 1 + i64::from(step), 2 * (self.variables + step));
        let integer = Integer { least, steps: (0..steps).map(step).collect(), number: None };
        self.variables += steps;
        self.integers.push(integer.clone());
        integer
    }

    /// All assignments, by how many literals of each integer are true.
    fn assignments(&self) -> Vec<Vec<bool>> {
        let mut all = vec![Vec::new()];
        for Integer { steps, .. } in &self.integers {
            let longer = |values: &Vec<bool>| {
                let values = values.clone();
                (0..=steps.len())
                    .map(move |trues| values.iter().copied().chain((0..steps.len()).map(|step| step < trues)).collect())
            };
            all = all.iter().flat_map(longer).collect();
        }
        all
    }
}

fn number(integer: i64) -> Integer<Literal> {
    Integer { least: integer, steps: Vec::new(), number: None }
}

/// Tasks that share time, and vectors in order.
fn constraint(rng: &mut Rng, ladders: &mut Ladders) -> Native {
    // A third of them have a condition.
    let when: Vec<Literal> = match rng.u8(..3) {
        0 => vec![ladders.integer(0, 1).steps[0].1 ^ u32::from(rng.bool())],
        _ => Vec::new(),
    };
    match rng.u8(..3) {
        0 => {
            let number_or = |rng: &mut Rng, ladders: &mut Ladders, range: std::ops::Range<i64>| match rng.u8(..6) {
                0 => ladders.integer(rng.i64(range), 1),
                _ => number(rng.i64(range)),
            };
            let tasks = (0..rng.usize(3..5)).map(|_| {
                let start = ladders.integer(rng.i64(0..4), rng.u32(2..7));
                [start, number_or(rng, ladders, 0..4)]
            });
            Native::Disjunctive { tasks: tasks.collect(), is_strict: rng.bool(), when }
        }
        1 => {
            let tasks = (0..4).map(|_| {
                let start = ladders.integer(rng.i64(0..4), rng.u32(2..6));
                let mut amount = |least: i64| match rng.u8(..8) {
                    0 => ladders.integer(least, 1),
                    _ => number(least + rng.i64(0..4)),
                };
                [start, amount(0), amount(0)]
            });
            let tasks = tasks.collect();
            let capacity = if rng.u8(..4) == 0 { ladders.integer(1, 3) } else { number(rng.i64(2..5)) };
            Native::Cumulative { tasks, capacity, when }
        }
        _ => {
            let pairs = (0..2).map(|_| [(); 2].map(|()| ladders.integer(rng.i64(0..3), rng.u32(1..5))));
            Native::Lex { pairs: pairs.collect(), is_strict: rng.bool(), when }
        }
    }
}

#[test]
fn what_is_propagated_is_implied_and_so_is_each_explanation() {
    let mut checked = 0;
    for seed in 0..2000 {
        let mut rng = Rng::with_seed(seed);
        let mut ladders = Ladders::default();
        let native: NativeConstraint<Literal> = constraint(&mut rng, &mut ladders);
        let is_true = |values: &[bool], literal: Literal| values[variable(literal)] == (literal & 1 == 0);
        let mut solutions = ladders.assignments();
        solutions.retain(|values| is_met(&native, |literal| is_true(values, literal)));
        let is_implied =
            |clause: &[Literal]| solutions.iter().all(|values| clause.iter().any(|&literal| is_true(values, literal)));
        let mut solver = solver(seed, ladders.variables, None);
        for Integer { steps, .. } in &ladders.integers {
            steps.windows(2).for_each(|pair| solver.add_clause(&[pair[0].1, pair[1].1 ^ 1]));
        }
        solver.add_native(native);
        let state = &mut solver.state;
        loop {
            let begun = state.trail.len();
            let step = state.propagate();
            for position in begun..state.trail.len() {
                let literal = state.trail[position];
                if let Reason::Propagator(_) = state.reasons[variable(literal)] {
                    let mut clause = Vec::new();
                    state.explain(literal, |_| false, &mut clause);
                    clause.push(literal);
                    assert!(is_implied(&clause), "{seed}: {clause:?}");
                    checked += 1;
                }
            }
            if step.is_err() {
                assert!(state.violated.is_some() || is_implied(&state.conflict), "{seed}: {:?}", state.conflict);
                break;
            }
            let open: Vec<Literal> =
                (0..2 * ladders.variables).filter(|&literal| state.values[literal as usize] == 0).collect();
            let Some(&decision) = open.get(rng.usize(..open.len().max(1))) else {
                let values: Vec<bool> = (0..ladders.variables).map(|var| state.values[2 * var as usize] > 0).collect();
                assert!(solutions.contains(&values), "{seed}: {values:?}");
                break;
            };
            state.decide(decision);
        }
    }
    assert!(checked > 2500, "{checked} literals were explained");
}
