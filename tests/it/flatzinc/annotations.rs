//! Search annotations: the order in which solutions are found shows which variable and which value was next.

use cnfab::Problem;
use cnfab::frontend::flatzinc::FlatZinc;

use super::solutions::solutions;

/// The values of each solution, in the order in which solutions are found.
fn in_order(text: &str, strategy: &str) -> Vec<Vec<i32>> {
    let value = |line: &str| match line.trim_end_matches(';').split_once(" = ").expect("a name and a value").1 {
        "true" => 1,
        "false" => 0,
        number => number.parse().expect("a number"),
    };
    solutions(text, strategy).iter().map(|printed| printed.lines().map(value).collect()).collect()
}

/// The solutions of a, b and c, in the order in which they are found.
fn found(vars: &str, next: &str, value: &str) -> Vec<[i32; 3]> {
    let text = format!(
        "var 1..4: a :: output_var;
        var {{2,9}}: b :: output_var;
        var {{0,3,6}}: c :: output_var;
        constraint int_lin_ne([1,1],[a,c],5);
        constraint int_lin_ne([1,1],[b,c],8);
        constraint int_lin_ne([1,-2],[c,a],-2);
        solve :: seq_search([int_search([{vars}],{next},{value},complete)]) satisfy;"
    );
    in_order(&text, "backtrack:order=annotated").into_iter().map(|of| of.try_into().expect("three values")).collect()
}

/// Of three variables, the one that changes least often along the solutions.
fn first_var(solutions: &[[i32; 3]]) -> char {
    let changes = |place: usize| solutions.windows(2).filter(|pair| pair[0][place] != pair[1][place]).count();
    let place = (0..3).min_by_key(|&place| changes(place)).expect("three variables");
    ['a', 'b', 'c'][place]
}

#[test]
fn the_annotated_variable_is_branched_on_first() {
    let sorted = |mut all: Vec<[i32; 3]>| {
        all.sort_unstable();
        all
    };
    let all = sorted(found("a,b,c", "input_order", "indomain_min"));
    for (next, expected) in [
        ("input_order", 'a'),
        ("first_fail", 'b'),
        ("anti_first_fail", 'a'),
        ("smallest", 'c'),
        ("largest", 'b'),
        ("occurrence", 'c'),
        ("most_constrained", 'b'),
        ("max_regret", 'b'),
        ("dom_w_deg", 'c'),
    ] {
        let solutions = found("a,b,c", next, "indomain_min");
        assert_eq!(first_var(&solutions), expected, "{next}: {solutions:?}");
        assert_eq!(sorted(solutions), all, "{next}");
    }
    assert_eq!(first_var(&found("c,a", "input_order", "indomain_min")), 'c');
    assert_eq!(first_var(&found("a,c", "smallest", "indomain_min")), 'c', "b is in no phase");
}

#[test]
fn values_are_tried_in_the_annotated_order() {
    for (value, expected) in [
        ("indomain_min", [1, 2, 3, 4]),
        ("indomain_split", [1, 2, 3, 4]),
        ("outdomain_max", [1, 2, 3, 4]),
        ("indomain_max", [4, 3, 2, 1]),
        ("indomain_reverse_split", [4, 3, 2, 1]),
        ("indomain_median", [2, 3, 1, 4]),
        ("indomain_middle", [2, 3, 1, 4]),
    ] {
        let mut values: Vec<i32> = found("a", "input_order", value).into_iter().map(|of| of[0]).collect();
        values.dedup();
        assert_eq!(values, expected, "{value}");
    }
    let mut values: Vec<i32> = found("a", "input_order", "indomain_random").into_iter().map(|of| of[0]).collect();
    values.dedup();
    assert_eq!(values.len(), 4, "each value at one time: {values:?}");
}

/// The first phase comes to its end before the second one begins, and what is asked for by an option has its way.
#[test]
fn phases_come_one_after_the_other() {
    let text = |search: &str| {
        format!(
            "var 0..2: x :: output_var; var 0..1: y :: output_var; var bool: b :: output_var;
            constraint int_lin_ne([1,1],[x,y],3);
            solve :: {search} satisfy;"
        )
    };
    let phases = "seq_search([bool_search([b],input_order,indomain_max,complete),
        int_search([x,y],first_fail,indomain_max,complete)])";
    let solutions = in_order(&text(phases), "backtrack:order=annotated");
    assert_eq!(solutions[..4], [[1, 1, 1], [0, 1, 1], [2, 0, 1], [1, 0, 1]].map(Vec::from), "b, then y, then x");
    let by_option = in_order(&text(phases), "backtrack:order=annotated,values=descending");
    assert_eq!(by_option[0], [1, 1, 1]);
}

#[test]
fn a_named_constraint_has_its_name_as_label() {
    let text = "var 0..9: x; var 0..9: y; constraint int_lin_le([1,2],[x,y],7); constraint int_lin_le([2,1],[x,y],9) \
                :: bounds :: mzn_constraint_name(\"load\"); constraint int_lin_ne([1,1],[x,y],3); solve satisfy;";
    let model = FlatZinc::read(text).expect("FlatZinc").make_model("model");
    let mut labels: Vec<String> = model.constraints().iter().map(|posted| posted.label.to_string()).collect();
    // What differs from a constant is several clauses.
    labels.dedup();
    assert_eq!(labels, ["int_lin_le", "load", "int_lin_ne"]);
}
