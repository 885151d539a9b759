//! Constraint classes by the methods of the model, on problems whose numbers of solutions are known.

use std::ops::ControlFlow;

use cnfab::model::{Activity, Cmp, Model, ModelError, Role, Transition, Var};
use cnfab::model::{Connected, Disjunctive, Edge, GlobalCardinality, Layered, ShortTable};
use cnfab::solve::{Budget, Encodings, Strategy};

/// The number of solutions that the strategies agree on.
fn number(model: &Model) -> usize {
    let of = |strategy: &str| {
        let backend = Strategy::parse(strategy).unwrap().backend(&Encodings::default());
        let mut number = 0;
        let report = backend.solve(model, &Budget::unlimited(), &mut |solution| {
            assert!(model.violated(solution).is_none(), "{strategy}: {solution:?}");
            number += 1;
            ControlFlow::Continue(())
        });
        report.unwrap_or_else(|error| panic!("{strategy}: {error}"));
        number
    };
    let numbers = ["sat", "backtrack"].map(of);
    assert_eq!(numbers[0], numbers[1]);
    numbers[0]
}

fn vars(model: &mut Model, name: &str, n: usize, values: std::ops::RangeInclusive<i32>) -> Vec<Var> {
    (0..n).map(|i| model.var(format!("{name}[{i}]"), values.clone())).collect()
}

#[test]
fn circuits_are_counted() {
    // (n - 1)! circuits; with nodes left out, one for none, and the sum of (5 over k) (k - 1)! for k from 2 on.
    let mut model = Model::new();
    let next = vars(&mut model, "next", 6, 1..=6);
    model.circuit("tour", next, 1);
    assert_eq!(number(&model), 120);
    let mut model = Model::new();
    let next = vars(&mut model, "next", 5, 0..=4);
    model.subcircuit("tour", next, 0);
    assert_eq!(number(&model), 1 + 10 + 10 * 2 + 5 * 6 + 24);
}

#[test]
fn connected_sets_are_counted() {
    for n in [0, 1, 2, 3, 5] {
        // Of a path, the intervals and nothing.
        let mut model = Model::new();
        let nodes = vars(&mut model, "node", n, 0..=1);
        model.connected("path", nodes.iter().map(|node| node.is(1)), (1..n).map(|node| [node - 1, node]));
        assert_eq!(number(&model), n * (n + 1) / 2 + 1);
        // Labelled graphs whose nodes are all connected (sequence A001187).
        let mut model = Model::new();
        let nodes = vars(&mut model, "node", n, 1..=1);
        let pairs: Vec<[usize; 2]> = (0..n).flat_map(|b| (0..b).map(move |a| [a, b])).collect();
        let edges = vars(&mut model, "edge", pairs.len(), 0..=1);
        let edges = pairs.into_iter().zip(edges).map(|(ends, edge)| Edge { ends, is_in: Some(edge.is(1)) }).collect();
        model.post("graph", Connected { nodes: nodes.iter().map(|node| node.is(1)).collect(), edges });
        assert_eq!(number(&model), [1, 1, 1, 4, 38, 728][n]);
    }
    let edges = vec![Edge { ends: [0, 2], is_in: None }];
    let mut model = Model::new();
    let nodes = vars(&mut model, "node", 2, 0..=1).iter().map(|node| node.is(1)).collect();
    let refused = model.add_constraint("graph", Role::Rule, Vec::new(), Connected { nodes, edges });
    assert_eq!(refused, Err(ModelError::Node { class: "connected", node: 2, nodes: 2 }));
}

#[test]
fn inverses_of_permutations_are_counted() {
    let mut model = Model::new();
    let (x, y) = (vars(&mut model, "x", 4, 0..=5), vars(&mut model, "y", 4, 1..=4));
    model.inverse("inverse", &x, &y, 1);
    assert_eq!(number(&model), 24);
}

#[test]
fn words_of_an_automaton_are_counted() {
    // No two ones side by side: a Fibonacci number. The automaton may be in both states after a zero.
    let mut model = Model::new();
    let word = vars(&mut model, "word", 8, 0..=1);
    let steps = [(0, 0, 0), (0, 1, 1), (1, 0, 0), (1, 0, 2), (2, 0, 0), (2, 1, 1)];
    let steps = steps.map(|(from, value, to)| Transition { from, value, to }).to_vec();
    model.regular("word", word, 0, steps, vec![0, 1]);
    assert_eq!(number(&model), 55);
}

#[test]
fn ordered_vectors_are_counted() {
    let mut model = Model::new();
    let (left, right) = (vars(&mut model, "left", 3, 0..=2), vars(&mut model, "right", 3, 0..=2));
    model.lex_less("order", left.clone(), right.clone());
    assert_eq!(number(&model), 27 * 26 / 2);
    model.lex_at_most("back", right, left);
    assert_eq!(number(&model), 0);
    let mut model = Model::new();
    let chain = vars(&mut model, "x", 3, 0..=4);
    model.increasing("chain", chain, true);
    assert_eq!(number(&model), 10);
}

#[test]
fn long_parities_are_counted() {
    let mut model = Model::new();
    let bits = vars(&mut model, "bit", 11, 0..=1);
    model.parity("odd", bits.iter().map(|bit| bit.is(1)), true);
    assert_eq!(number(&model), 1 << 10);
}

#[test]
fn values_are_counted_by_variables() {
    let mut model = Model::new();
    let (x, counts) = (vars(&mut model, "x", 4, 0..=2), vars(&mut model, "count", 2, 0..=4));
    model.global_cardinality("values", x.clone(), [(0, counts[0]), (2, counts[1])]);
    assert_eq!(number(&model), 81);
    model.number_of("more", x.iter().map(|x| x.is(1)), Cmp::Ge, counts[0]);
    // Ways to have at least as many ones as zeros: by symmetry half of those that have not as many, and those that do.
    let equal = 1 + 12 + 6;
    assert_eq!(number(&model), (81 - equal) / 2 + equal);
}

#[test]
fn schedules_are_counted_by_time_and_by_task() {
    // Three tasks of 2 on two machines, with few times and with many.
    for (late, kept) in [(4, vec![0, 1, 2, 3, 4]), (600, vec![0, 1, 2, 599])] {
        let mut model = Model::new();
        let starts = vars(&mut model, "start", 3, 0..=late);
        for &start in &starts {
            model.clause("kept", kept.iter().map(|&time| start.is(time)));
        }
        model.cumulative("machines", starts.into_iter().map(|start| Activity::new(start, 2, 1)), 2);
        let overlap = |a: i32, b: i32| (a - b).abs() < 2;
        // Intervals that overlap in pairs have a common point.
        let fits = |[a, b, c]: [i32; 3]| !(overlap(a, b) && overlap(b, c) && overlap(a, c));
        let n = kept.len();
        let chosen = (0..n * n * n).map(|i| [i / (n * n), i / n % n, i % n].map(|place| kept[place]));
        assert_eq!(number(&model), chosen.filter(|&starts| fits(starts)).count(), "{late}");
    }
    let mut model = Model::new();
    let starts = vars(&mut model, "start", 3, 0..=5);
    model.disjunctive("machine", starts.into_iter().zip([1, 2, 3]));
    let fits = |i: i32| {
        let starts = [i / 36, i / 6 % 6, i % 6];
        let ends = [starts[0] + 1, starts[1] + 2, starts[2] + 3];
        [(0, 1), (0, 2), (1, 2)].iter().all(|&(a, b)| ends[a] <= starts[b] || ends[b] <= starts[a])
    };
    assert_eq!(number(&model), (0..216).filter(|&i| fits(i)).count());
}

#[test]
fn open_cells_match_every_value() {
    let mut model = Model::new();
    let x = vars(&mut model, "x", 3, 0..=3);
    let rows = vec![vec![Some(0), None, None], vec![None, None, Some(3)]];
    let mut forbidding = model.clone();
    model.short_table("some", x.clone(), rows.clone());
    forbidding.forbid("none", x, rows);
    assert_eq!((number(&model), number(&forbidding)), (16 + 16 - 4, 64 - 28));
}

#[test]
fn lists_of_other_lengths_are_refused() {
    let mut model = Model::new();
    let x = model.var("x", 0..=1);
    let counts = GlobalCardinality { vars: vec![x], values: vec![0, 1], counts: vec![x], is_closed: true };
    let layers = Layered { vars: vec![x], initial: 0, layers: Vec::new(), accepting: vec![0] };
    let tasks = Disjunctive { starts: vec![x], durations: Vec::new(), is_strict: false };
    let row = ShortTable { vars: vec![x], rows: vec![vec![None, Some(1)]], is_negative: false };
    let refused = |constraint: cnfab::model::Constraint| {
        model.clone().add_constraint("it", Role::Rule, Vec::new(), constraint).unwrap_err()
    };
    let message = |error: ModelError| error.to_string();
    assert_eq!(message(refused(counts.into())), "a constraint 'global-cardinality' with 1 counts, not 2");
    assert_eq!(message(refused(layers.into())), "a constraint 'layered' with 0 layers, not 1");
    assert_eq!(message(refused(tasks.into())), "a constraint 'disjunctive' with 0 durations, not 1");
    assert_eq!(refused(row.into()), ModelError::Arity { columns: 1, arity: 2 });
}
