//! Variables without bounds, and variables with very many values.

use std::collections::BTreeSet;
use std::fmt::Write;

use cnfab::Problem;
use cnfab::frontend::flatzinc::FlatZinc;
use fastrand::Rng;

use super::solutions::solutions;

fn found(text: &str) -> BTreeSet<String> {
    solutions(text, "backtrack").into_iter().map(|solution| solution.replace('\n', " ").trim().to_owned()).collect()
}

/// Texts with variables that have no bounds of their own, and their solutions.
const TEXTS: &[(&str, &[&str])] = &[
    // The constraint that asks for bounds comes before the sum that tells them.
    (
        "var 1..3: x :: output_var; var int: u :: output_var; constraint fzn_nvalue(2,[x,u]);\n\
         constraint int_lin_eq([-1,1],[u,x],-1); solve satisfy;",
        &["x = 1; u = 2;", "x = 2; u = 3;", "x = 3; u = 4;"],
    ),
    // The rows of a table.
    (
        "var int: x :: output_var; var int: y :: output_var;\n\
         constraint fzn_table_int([x,y],[1,1,2,3]); solve satisfy;",
        &["x = 1; y = 1;", "x = 2; y = 3;"],
    ),
    // The symbols of an automaton, 1 and 2: any number of 1, some of 2, and 1.
    (
        "var int: x :: output_var; var int: y :: output_var; var int: z :: output_var;\n\
         constraint fzn_regular([x,y,z],3,2,[1,2,3,2,0,0],1,{3}); solve satisfy;",
        &["x = 1; y = 2; z = 1;", "x = 2; y = 2; z = 1;"],
    ),
    (
        "var int: x :: output_var; var int: y :: output_var;\n\
         constraint fzn_regular([x,y],3,2,[1,2,3,2,0,0],1,{3}); solve satisfy;",
        &["x = 2; y = 1;"],
    ),
    // The labels of a diagram, and what its paths cost.
    (
        "var int: x :: output_var; var int: y :: output_var; var int: t :: output_var;\n\
         constraint fzn_cost_mdd([x,y],3,[1,2,2],4,[1,1,2,3],[{4},{5},{6},{7}],[1,2,3,4],[2,3,0,0],t); solve satisfy;",
        &["x = 4; y = 6; t = 4;", "x = 5; y = 7; t = 6;"],
    ),
    // The entries of an array, by an index that has no bounds.
    (
        "var int: i :: output_var; var int: r :: output_var; constraint array_int_element(i,[7,3],r); solve satisfy;",
        &["i = 1; r = 7;", "i = 2; r = 3;"],
    ),
    // A product of what has bounds only by a sum, and a sum of that product.
    (
        "var int: p :: output_var; var int: q :: output_var; var int: x; var 2..3: y :: output_var;\n\
         constraint int_lin_eq([1,-1],[q,p],1); constraint int_times(x,x,p);\n\
         constraint int_lin_eq([1,-1],[x,y],0); solve satisfy;",
        &["p = 4; q = 5; y = 2;", "p = 9; q = 10; y = 3;"],
    ),
    // The largest of them, and a circuit.
    (
        "var int: m :: output_var; var int: x :: output_var; var int: y :: output_var;\n\
         constraint array_int_maximum(m,[x,y]); constraint cnfab_circuit([x,y],1); solve satisfy;",
        &["m = 2; x = 2; y = 1;"],
    ),
];

#[test]
fn bounds_follow_wherever_they_are_told() {
    for (text, expected) in TEXTS {
        let expected: BTreeSet<String> = expected.iter().map(|&solution| solution.to_owned()).collect();
        assert_eq!(found(text), expected, "{text}");
    }
}

/// Each of many variables is one more than the next one; only the last one has bounds. The sums come in any order.
#[test]
fn long_chains_of_sums_tell_bounds() {
    let n = 400;
    let mut rng = Rng::with_seed(1);
    for round in 0..3 {
        let mut sums: Vec<usize> = (1..n).collect();
        match round {
            0 => {}
            1 => sums.reverse(),
            _ => rng.shuffle(&mut sums),
        }
        let mut text = String::from("var int: x0 :: output_var;\n");
        (1..n).for_each(|number| _ = writeln!(text, "var int: x{number};"));
        for number in sums {
            let _ = writeln!(text, "constraint int_lin_eq([1,-1],[x{},x{number}],1);", number - 1);
        }
        let _ = write!(text, "constraint set_in(x{},1..2);\nsolve satisfy;", n - 1);
        let expected = [n, n + 1].map(|value| format!("x0 = {value};"));
        assert_eq!(found(&text), BTreeSet::from(expected));
    }
}

/// Constraints over three variables of two million values each make few variables and constraints.
#[test]
fn large_domains_make_small_models() {
    let calls = [
        "fzn_nvalue(n,[x,y,z])",
        "fzn_nvalue_reif(n,[x,y,z],b)",
        "fzn_alldifferent_except_0([x,y,z])",
        "fzn_all_different_int_reif([x,y,z],b)",
        "fzn_all_different_int_imp([x,y,z],b)",
        "fzn_value_precede_int(3,4,[x,y,z])",
        "fzn_value_precede_chain_int_reif([3,4,5],[x,y,z],b)",
        "fzn_global_cardinality_closed_reif([x,y,z],[3,4],[n,n],b)",
        "fzn_among(n,[x,y,z],0..1000000)",
        "fzn_count_eq([x,y,z],x,n)",
        "array_var_int_element(n,[x,y],z)",
        "array_int_maximum(z,[x,y])",
        "int_times(x,y,z)",
        "int_div(x,y,z)",
        "int_mod(x,y,z)",
        "int_abs(x,y)",
    ];
    for call in calls {
        let text = format!(
            "var 0..2000000: x; var 0..2000000: y; var 0..2000000: z; var 0..3: n; var bool: b;\n\
             constraint {call};\nsolve satisfy;"
        );
        let model = FlatZinc::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}")).make_model("model");
        let mentioned: usize = model.constraints().iter().map(|posted| posted.constraint.vars().count()).sum();
        assert!(model.variables().len() < 50 && mentioned < 200, "{call}: {mentioned}");
    }
}
