//! Tests that each propagator that narrows or fails is run, and blamed.

use super::*;
use cnfab_model::{Atom, Cardinality, Clause, Cmp, Linear, Model, Var};

/// Different variables, counts of some of their atoms, clauses and a sum.
fn model(random: &mut fastrand::Rng) -> Model {
    let mut model = Model::new();
    let vars: Vec<Var> = (0..6).map(|var| model.var(format!("x[{var}]"), 0..=6)).collect();
    model.all_different("none alike", vars[..random.usize(2..6)].iter().copied());
    // More propagators than a word has bits now and then; these exclude less, so that some solutions are left.
    let many = random.u32(..4) == 0;
    for _ in 0..if many { 70 } else { 8 } {
        let atoms: Vec<Atom> =
            vars.iter().flat_map(|var| (0..=6).map(|value| var.is(value))).filter(|_| random.u32(..3) == 0).collect();
        let cmp = if many { Cmp::Le } else { [Cmp::Le, Cmp::Eq, Cmp::Ge][random.usize(..3)] };
        let k = random.usize(1..4) + if many { 2 } else { 0 };
        model.post("count", Cardinality { atoms, cmp, k });
    }
    for _ in 0..random.usize(..4) {
        let mut atom = || vars[random.usize(..6)].is(random.i32(0..=6));
        let atoms = vec![atom(), atom(), atom()];
        model.post("some", Clause(atoms));
    }
    if random.bool() {
        let terms = vars[..3].iter().map(|&var| (1, var)).collect();
        model.post("total", Linear { terms, cmp: Cmp::Eq, rhs: random.i64(3..12) });
    }
    model
}

#[test]
fn all_rules_that_have_something_to_say_are_run() {
    let mut random = fastrand::Rng::with_seed(31);
    let (mut states, mut counts, mut many, mut clauses) = (0, 0, 0, 0);
    for _ in 0..2000 {
        let model = model(&mut random);
        let program = CpProgram::new(&model, Settings::OF_TESTS, true).expect("nothing to refuse");
        let mut engine = Propagation::<1>::new(&program, Settings::OF_TESTS);
        counts += usize::from(!program.counted.is_empty());
        let mut goes_on = engine.start(true);
        if goes_on {
            many += usize::from(program.propagators.len() > 64);
            clauses += usize::from(!program.clauses.is_empty());
        }
        while goes_on {
            let changes = engine.store.changes;
            (0..program.propagators.len() as u32).for_each(|propagator| {
                engine.queue.add(propagator);
            });
            assert!(engine.fixpoint().is_ok() && engine.store.changes == changes, "{model:#?}");
            states += 1;
            let Some(var) = (0..6).find(|&var| engine.store.is_unfixed(var)) else { break };
            goes_on = engine.assign(var, engine.store.first(var));
        }
    }
    assert!(states > 2000 && counts > 1000, "{states} {counts}");
    assert!(many > 100 && clauses > 300, "{many} {clauses}");
}

/// Seventy different variables of two words, and one with more values than all of these together.
#[test]
fn who_has_a_value_is_known_of_those_that_have_to_differ() {
    let mut model = Model::new();
    let vars: Vec<Var> = (0..70).map(|var| model.var(format!("x[{var}]"), var..=var + 29)).collect();
    model.all_different("none alike", vars);
    model.var("wide", 0..=9999);
    let program = CpProgram::new(&model, Settings::OF_TESTS, true).expect("nothing to refuse");
    let mut engine = Propagation::<0>::new(&program, Settings::OF_TESTS);
    assert!(engine.start(true));
    let with_peers = program.neighbour_sets.iter().filter(|&&set_at| set_at != NO_SET).count();
    assert_eq!(with_peers, 70, "the group is large");
    let words = program.set_words;
    assert_eq!(engine.holders.len(), 64 * 2 * words, "the widest of them has two words");
    for var in 0..70 {
        for bit in 0..128 {
            let holds = engine.holders[bit * words + var / 64] >> (var % 64) & 1 == 1;
            assert_eq!(holds, engine.store.has(var as u32, bit as u32), "variable {var}, bit {bit}");
        }
    }
}

/// Cells of a board that have many neighbours and cells that have few, as in a Sudoku whose equal digits are no
/// knight's move apart: lists of neighbours beside sets of them.
#[test]
fn no_neighbour_keeps_the_value_of_a_fixed_variable() {
    let mut model = Model::new();
    let cells: Vec<Var> = (0..81).map(|cell| model.var(format!("cell[{cell}]"), 1..=9)).collect();
    let mut apart: Vec<[usize; 2]> = Vec::new();
    for (a, b) in (0..81_usize).flat_map(|a| (a + 1..81).map(move |b| (a, b))) {
        let ([row, column], [other_row, other_column]) = ([a / 9, a % 9], [b / 9, b % 9]);
        let (down, across) = (row.abs_diff(other_row), column.abs_diff(other_column));
        if down == 0 || across == 0 || (down, across) == (1, 2) || (down, across) == (2, 1) {
            apart.push([a, b]);
        }
    }
    for unit in 0..9 {
        model.all_different("one", (0..9).map(|at| cells[9 * unit + at]));
        model.all_different("other", (0..9).map(|at| cells[9 * at + unit]));
    }
    for [a, b] in &apart {
        model.all_different("two", [cells[*a], cells[*b]]);
    }
    let program = CpProgram::new(&model, Settings::OF_TESTS, true).expect("nothing to refuse");
    let sets = program.neighbour_sets.iter().filter(|&&set_at| set_at != NO_SET).count();
    assert!(0 < sets && sets < 81, "{sets}: some have sets");
    let mut engine = Propagation::<1>::new(&program, Settings::OF_TESTS);
    assert!(engine.start(true));
    for seed in 0..50 {
        let mut random = fastrand::Rng::with_seed(seed);
        engine.store.push();
        loop {
            for [a, b] in apart.iter().flat_map(|&[a, b]| [[a, b], [b, a]]).map(|pair| pair.map(|cell| cell as u32)) {
                let value = engine.store.single(a);
                assert!(value.is_none_or(|value| !engine.store.has(b, value)), "seed {seed}: {a} and {b}");
            }
            let open: Vec<u32> = (0..81).filter(|&var| engine.store.is_unfixed(var)).collect();
            let Some(&var) = open.get(random.usize(..open.len().max(1))) else { break };
            if !engine.assign(var, engine.store.first(var)) {
                break;
            }
        }
        engine.store.backtrack();
        engine.store.pop();
    }
}
