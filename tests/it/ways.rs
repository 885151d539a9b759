//! Every way to decompose a constraint against brute force: the formula's models are the solutions, each once, with and
//! without conditions, at all small sizes.

use std::collections::BTreeSet;

use cnfab::cnf::Meter;
use cnfab::encode::{CLASSES, EncodingClass, Recipe, encode};
use cnfab::model::{
    Activity, Amount, Atom, Circuit, Connected, Constraint, Cumulative, Disjunctive, EXAMPLES, Edge, Element, Example,
    GlobalCardinality, Layered, Lex, Model, Parity, Transition, Var,
};
use cnfab::solve::Budget;
use fastrand::Rng;

use crate::common::scale::scale;
use crate::propagated::found;
use crate::random_model::{brute_force, random_domain, random_when};
use crate::truth::check;

/// Numbers of nodes, tasks, atoms or places.
const SIZES: [usize; 5] = [0, 1, 2, 3, 5];

fn decomposed() -> impl Iterator<Item = &'static EncodingClass> {
    CLASSES.iter().filter(|class| class.is_decomposed)
}

/// The solutions with the values of all variables, also of those that reification adds.
fn solutions(model: &Model) -> BTreeSet<Vec<i32>> {
    let mut all = model.clone();
    all.show(&model.vars().collect::<Vec<_>>());
    brute_force(&all)
}

/// Compares each way of the class. Returns those that took the model.
fn compare(class: &EncodingClass, model: &Model, rest: &str) -> Vec<String> {
    let lazy = class.names().into_iter().map(|name| format!("lazy:{name}"));
    for native in lazy.chain(["propagate".to_owned()]) {
        let recipe = format!("{}={native},{rest}", class.name);
        if let Some(found) = found(&recipe, model, &Budget::unlimited(), &recipe) {
            assert_eq!(found, brute_force(model), "{recipe}: {model:#?}");
        }
    }
    let solutions = solutions(model);
    let takes = |way: &String| check(model, &solutions, &format!("{way},{rest}")).is_ok();
    class.parts().into_iter().filter(takes).collect()
}

/// Random constraints, which have what is odd: variables that come twice, values without meaning, empty sums.
#[test]
fn random_constraints_are_stated_once_for_each_solution() {
    for class in decomposed() {
        let mut rng = Rng::with_seed(50 + class.name.len() as u64);
        let mut taken: Vec<String> = Vec::new();
        let examples: Vec<Example> = EXAMPLES.iter().copied().filter(|example| is_of(class, *example)).collect();
        for round in 0..400 * scale() as usize {
            let mut model = Model::new();
            for index in 0..rng.usize(1..=4) {
                model.var(
                    format!("x[{index}]"),
                    if rng.bool() { (0..=rng.i32(1..4)).into() } else { random_domain(&mut rng) },
                );
            }
            let when = if round % 2 == 0 { random_when(&mut rng, &model) } else { Vec::new() };
            let constraint = examples[round % examples.len()](&model, &mut |below| rng.usize(..below));
            model.post_when("it", when, constraint);
            let rest = ["root=none", "root=narrow", "domain=order", "domain=log"][round % 4];
            taken.extend(compare(class, &model, rest));
        }
        for way in class.parts() {
            let times = taken.iter().filter(|other| **other == way).count();
            assert!(times >= 100, "{way} took {times} models");
        }
    }
}

/// True if an example makes constraints that the class decomposes.
fn is_of(class: &EncodingClass, example: Example) -> bool {
    let mut model = Model::new();
    model.var("x", 0..=1);
    (class.applies_to)(&example(&model, &mut |_| 0))
}

/// A model with variables of the same values.
fn variables(count: usize, values: std::ops::RangeInclusive<i32>) -> (Model, Vec<Var>) {
    let mut model = Model::new();
    let vars = (0..count).map(|index| model.var(format!("x[{index}]"), values.clone())).collect();
    (model, vars)
}

/// Compares the ways for a constraint that holds always, that holds if an atom is true, and whose atom tells whether it
/// holds. Returns the number of solutions without a condition.
fn all_ways(class: &str, model: &Model, constraint: impl Into<Constraint>) -> usize {
    let class = decomposed().find(|other| other.name == class).expect("a class");
    let constraint = constraint.into();
    let mut free = model.clone();
    free.post("it", constraint.clone());
    let mut under = model.clone();
    let conditions: Vec<Atom> = ["b", "c"].map(|name| under.var(name, 0..=1).is(1)).into();
    under.post_when("it", conditions, constraint.clone());
    let mut reified = model.clone();
    let holds = reified.var("b", 0..=1).is(1);
    reified.reify("it", holds, constraint).expect("small numbers");
    // Brute force takes long with what reification adds.
    let is_small = solutions(model).len() <= 30;
    for model in [Some(&free), Some(&under), is_small.then_some(&reified)].into_iter().flatten() {
        let taken = compare(class, model, "root=none");
        assert_eq!(taken, class.parts(), "each way takes {model:#?}");
    }
    brute_force(&free).len()
}

#[test]
fn circuits_of_all_small_sizes_are_stated_by_all_ways() {
    let found = |is_partial: bool| {
        SIZES.map(|size| {
            let (model, successors) = variables(size, 1..=size.max(1) as i32);
            all_ways("circuit", &model, Circuit { successors, first: 1, is_partial })
        })
    };
    // (n - 1)! circuits; partial ones have any set of at least two nodes, or none.
    assert_eq!(found(false), [1, 1, 1, 2, 24]);
    assert_eq!(found(true), [1, 1, 2, 6, 1 + 10 + 20 + 30 + 24]);
}

#[test]
fn large_circuits_are_stated_in_binary_only() {
    let mut model = Model::new();
    let nodes = 4000;
    let successor = |node: i32| model.var(format!("x[{node}]"), vec![(node + 1) % nodes, (node + 2) % nodes]);
    let successors: Vec<Var> = (0..nodes).map(successor).collect();
    model.circuit("it", successors, 0);
    let size = |text: &str| {
        let mut meter = Meter::default();
        let encoded = encode(&model, &text.parse().expect("a recipe"), &mut meter).map(drop);
        encoded.map(|()| meter.size().clauses).map_err(|why| why.to_string())
    };
    for way in ["walk", "order"] {
        let why = format!("circuit={way} cannot encode a circuit by more than 20,000,000 clauses");
        assert_eq!(size(&format!("circuit={way}")), Err(why));
    }
    assert!(size("circuit=log-distance").expect("few clauses") < 1_000_000);
}

#[test]
fn connected_nodes_of_all_small_numbers_are_stated_by_all_ways() {
    for size in SIZES {
        // Of a path, the intervals and nothing.
        let (model, vars) = variables(size, 0..=1);
        let nodes: Vec<Atom> = vars.iter().map(|var| var.is(1)).collect();
        let edges = (1..size).map(|node| Edge { ends: [node, node - 1], is_in: None }).collect();
        let found = all_ways("connected", &model, Connected { nodes: nodes.clone(), edges });
        assert_eq!(found, size * (size + 1) / 2 + 1);
        // Of a circle whose edges may be left out, one after the other.
        let (model, vars) = variables(2 * size, 0..=1);
        let nodes: Vec<Atom> = vars[..size].iter().map(|var| var.is(1)).collect();
        let edge = |node: usize| Edge { ends: [node, (node + 1) % size], is_in: Some(vars[size + node].is(0)) };
        all_ways("connected", &model, Connected { nodes, edges: (0..size).map(edge).collect() });
    }
}

#[test]
fn tasks_of_all_small_numbers_are_stated_by_all_ways() {
    let numbers = SIZES.map(|size| {
        let (model, starts) = variables(size, 0..=3);
        let demands = [2, 1, 1, 2, 1].map(Amount::Fixed);
        let durations = [2, 1, 3, 1, 0].map(Amount::Fixed);
        let activity = |((&start, duration), demand)| Activity { start, duration, demand };
        let activities = starts.iter().zip(durations).zip(demands).map(activity).collect();
        let shared = all_ways("cumulative", &model, Cumulative { activities, capacity: 3.into() });
        // No task may take no time, or a strict constraint is refused by a cumulative one.
        let durations = [1, 1, 2, 1, 1].map(Amount::Fixed)[..size].to_vec();
        let apart = [false, true].map(|is_strict| {
            let (starts, durations) = (starts.clone(), durations.clone());
            all_ways("disjunctive", &model, Disjunctive { starts, durations, is_strict })
        });
        assert_eq!(apart[0], apart[1]);
        [shared, apart[0]]
    });
    // The first two tasks fit in the capacity; of the same length 1, they may not start at once.
    assert_eq!(numbers[..3], [[1, 1], [4, 4], [16, 12]]);
}

#[test]
fn parities_of_all_small_sizes_are_stated_by_all_ways() {
    for size in SIZES.into_iter().chain([9]) {
        let (model, vars) = variables(size, 0..=1);
        for is_odd in [false, true] {
            let atoms = vars.iter().zip([0, 1].iter().cycle()).map(|(var, &value)| var.is(value)).collect();
            let found = all_ways("parity", &model, Parity { atoms, is_odd });
            assert_eq!(found, if size == 0 { usize::from(!is_odd) } else { 1 << (size - 1) });
        }
    }
}

#[test]
fn entries_of_all_small_arrays_are_stated_by_all_ways() {
    for size in SIZES {
        let (mut model, array) = variables(size, 0..=1);
        let [index, result] = ["index", "result"].map(|name| model.var(name, 0..=2));
        let found = all_ways("element", &model, Element { array, first: 1, index, result });
        // Of two indices, those that there are; the result follows.
        assert_eq!(found, size.min(2) << size);
    }
}

#[test]
fn orders_of_all_small_lengths_are_stated_by_all_ways() {
    for (left, right) in SIZES.into_iter().flat_map(|left| SIZES.map(|right| (left, right))) {
        let (model, vars) = variables(left + right, 0..=1);
        let mut found = [false, true].map(|is_strict| {
            let (left, right) = (vars[..left].to_vec(), vars[left..].to_vec());
            all_ways("lex", &model, Lex { left, right, is_strict })
        });
        if left == right {
            // Half of the pairs that are not the same, and the same ones.
            found[0] -= 1 << left;
            assert_eq!(found, [((1 << (2 * left)) - (1 << left)) / 2; 2]);
        }
        assert_eq!(found[0], found[1]);
    }
}

#[test]
fn words_of_all_small_lengths_are_stated_by_all_ways() {
    for size in SIZES {
        let (model, vars) = variables(size, 0..=2);
        // 1 is followed by 2, and 0 is not the last one. From a state there may be two steps with one value.
        let steps = [(0, 0, 0), (0, 2, 1), (0, 2, 0), (0, 1, 2), (2, 2, 0), (2, 2, 1), (1, 0, 0)];
        let steps = steps.map(|(from, value, to)| Transition { from, value, to }).to_vec();
        let found = all_ways("layered", &model, Layered::regular(vars, 0, steps, vec![1]));
        // Words over 0, 2 and the pair 1 2 that end in 2.
        assert_eq!(found, [0, 1, 3, 7, 41][SIZES.iter().position(|&other| other == size).expect("a size")]);
    }
}

#[test]
fn long_words_are_no_rows() {
    let (mut model, vars) = variables(30, 0..=1);
    let steps = [(0, 0, 0), (0, 1, 0)].map(|(from, value, to)| Transition { from, value, to }).to_vec();
    model.post("it", Layered::regular(vars, 0, steps, vec![0]));
    let recipe: Recipe = "layered=words".parse().expect("a recipe");
    let why = encode(&model, &recipe, &mut Meter::default()).err().expect("2^30 rows");
    assert_eq!(
        why.to_string(),
        "layered=words cannot encode a layered graph that accepts sequences of more than 2,000,000 values together"
    );
}

#[test]
fn counts_of_all_small_numbers_are_stated_by_all_ways() {
    for size in SIZES {
        let (mut model, vars) = variables(size, 0..=2);
        let counts = ["zeros", "twos"].map(|name| model.var(name, 0..=2)).to_vec();
        let found = [false, true].map(|is_closed| {
            let (vars, counts) = (vars.clone(), counts.clone());
            all_ways("global-cardinality", &model, GlobalCardinality { vars, values: vec![0, 2], counts, is_closed })
        });
        // Words over 0 and 2, or over three values, with at most two of each of them.
        let place = SIZES.iter().position(|&other| other == size).expect("a size");
        assert_eq!(found, [[1, 3, 9, 25, 141], [1, 2, 4, 6, 0]].map(|numbers| numbers[place]));
    }
}

/// By label and number, and the simpler constraints by the label of what they state.
#[test]
fn single_constraints_and_what_states_them_have_selectors() {
    let (mut model, vars) = variables(4, 1..=4);
    model.circuit("one", vars.clone(), 1);
    model.circuit("two", vars.clone(), 1);
    model.circuit("two", vars.clone(), 1);
    model.post("apart", Disjunctive { starts: vars, durations: vec![1.into(); 4], is_strict: true });
    let size = |text: &str| {
        let recipe: Recipe = text.parse().expect("a recipe");
        recipe.check(std::slice::from_ref(&model)).map_err(|unknown| unknown.to_string())?;
        let mut meter = Meter::default();
        encode(&model, &recipe, &mut meter).expect("each way takes it");
        Ok::<_, String>(meter.size())
    };
    let [default, one, two, all] = ["default", "circuit:one=order", "circuit:two[1]=order", "circuit=order"]
        .map(|text| size(text).expect("places that there are"));
    assert_eq!(one, two);
    assert!(default != one && one != all);
    assert_eq!(size("circuit:one=order,circuit:two=order").as_ref(), Ok(&all));
    assert!(size("circuit:two[2]=order").unwrap_err().contains("(known: one[0], one, two[0] to [1], two)"));
    // What may take the place of a constraint that is propagated has them, too.
    let lazy = |text: &str| {
        let recipe: Recipe = text.parse().expect("a recipe");
        recipe.check(std::slice::from_ref(&model)).map_err(|unknown| unknown.to_string())
    };
    assert!(lazy("linear:one=one-hot-sum,circuit:one=propagate").is_err());
    assert_eq!(lazy("linear:one=one-hot-sum,circuit:one=lazy:order"), Ok(()));
    // What is there only by the way that another constraint is stated.
    for (selector, way) in
        [("linear:one=one-hot-sum", "circuit:one=order"), ("cumulative:apart=task", "disjunctive=cumulative")]
    {
        assert!(size(selector).is_err(), "{selector}");
        assert!(size(&format!("{selector},{way}")).is_ok(), "{selector},{way}");
    }
}

/// Weights of vectors this long do not fit 64 bits, and those of shorter ones not 32.
#[test]
fn weights_that_are_too_large_are_refused() {
    let refusal = |length: usize| {
        let (mut model, vars) = variables(2 * length, 0..=3);
        model.post("it", Lex { left: vars[..length].to_vec(), right: vars[length..].to_vec(), is_strict: false });
        let mut meter = Meter::default();
        encode(&model, &"lex=sum,linear=order-sum".parse().expect("a recipe"), &mut meter)
            .err()
            .map(|why| why.to_string())
    };
    assert_eq!(refusal(5), None);
    assert!(refusal(20).expect("refused").starts_with("linear=order-sum cannot encode"));
    assert_eq!(refusal(40).as_deref(), Some("lex=sum cannot encode weights beyond 64 bits"));
}
