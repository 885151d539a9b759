//! Random models of MiniZinc with constraints of its library. Ours are those that `cnfab minizinc --install` names, and
//! they are compared with MiniZinc's own decomposition, solved by Gecode. Where `minizinc` or `fzn-gecode` is not
//! installed, the test passes without having tested anything, unless the environment demands both (`CNFAB_READERS=1`).
//! A usual run takes every third constraint, longer ones (`CNFAB_SCALE=2` and more) all of them.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

use fastrand::Rng;
use tempfile::TempDir;

use crate::common::scale::scale;

use super::gecode::{by_gecode, is_there};
use super::solutions::solutions;

/// The constraints with the sorts of their arguments: `i` is an integer, `n` one that is not negative, `k` a constant,
/// `s` a set. `I`, `N`, `K` and `B` are arrays, `D` is an array of different constants. Arrays of one constraint have
/// one length. An `R` behind the name: MiniZinc has the constraint with a truth value as well.
const CONSTRAINTS: &[(&str, &str)] = &[
    ("all_different", "I R"),
    ("alldifferent_except_0", "I"),
    ("among", "iIs R"),
    ("at_least", "kIk R"),
    ("at_most", "kIk R"),
    ("bin_packing", "cIW"),
    ("bin_packing_capa", "WIW"),
    ("bin_packing_load", "IIW"),
    ("circuit", "I"),
    ("connected", ""),
    ("count_eq", "Iii R"),
    ("count_geq", "Iii R"),
    ("count_gt", "Iii R"),
    ("count_leq", "Iii R"),
    ("count_lt", "Iii R"),
    ("count_neq", "Iii R"),
    ("count_eq", "Iki R"),
    ("count_lt", "Ikk R"),
    ("cumulative", "INNn"),
    ("cumulative", "IWWk"),
    ("cumulative", "IWWn"),
    ("cost_mdd", ""),
    ("cost_regular", ""),
    ("decreasing", "I"),
    ("decreasing", "B"),
    ("diffn", "IINN"),
    ("disjunctive", "IN"),
    ("disjunctive", "IW"),
    ("disjunctive_strict", "IN"),
    ("exactly", "kIk R"),
    ("global_cardinality", "IDI R"),
    ("global_cardinality", "IDWW"),
    ("global_cardinality_closed", "IDI R"),
    ("global_cardinality_closed", "IDWW"),
    ("increasing", "I"),
    ("increasing", "B"),
    ("inverse", "II"),
    ("lex_less", "II R"),
    ("lex_less", "BB R"),
    ("lex_lesseq", "II R"),
    ("lex_lesseq", "BB R"),
    ("maximum", "iI"),
    ("minimum", "iI"),
    ("mdd", ""),
    ("nvalue", "iI R"),
    ("regular", ""),
    ("regular_nfa", ""),
    ("subcircuit", "I"),
    ("value_precede", "ckI"),
    ("value_precede_chain", "DI"),
    ("xorall", "B"),
];

/// How many variables there are of each sort: integers, those that are not negative, truth values.
const VARIABLES: [usize; 3] = [4, 3, 4];

fn listed<T: ToString>(values: impl IntoIterator<Item = T>) -> String {
    format!("[{}]", values.into_iter().map(|value| value.to_string()).collect::<Vec<String>>().join(","))
}

/// A value for an argument. Each truth value of the list is taken once. MiniZinc 2.6.4 states a lexicographic order
/// wrongly where a variable comes again.
fn argument(rng: &mut Rng, sort: char, length: usize, truths: &mut Vec<String>) -> String {
    let variable = |rng: &mut Rng, name: char| match name {
        'x' => format!("x[{}]", rng.usize(1..=VARIABLES[0])),
        _ => format!("x[{}]", VARIABLES[0] + rng.usize(1..=VARIABLES[1])),
    };
    match sort {
        'i' => variable(rng, 'x'),
        'n' if rng.u8(..4) == 0 => rng.u8(0..=3).to_string(),
        'n' => variable(rng, 'n'),
        'k' | 'c' => rng.u8(0..=3).to_string(),
        's' => format!("{{{}}}", rng.i8(-1..=3)),
        'I' => {
            let one = |rng: &mut Rng| if rng.u8(..8) == 0 { rng.u8(0..=3).to_string() } else { variable(rng, 'x') };
            listed((0..length).map(|_| one(rng)))
        }
        'N' => listed((0..length).map(|_| argument(rng, 'n', length, truths))),
        'B' => listed((0..length).map(|_| truths.pop().unwrap_or_else(|| rng.bool().to_string()))),
        'W' => listed((0..length).map(|_| rng.u8(0..=3))),
        'D' => {
            let mut values: Vec<i8> = (-1..=4).collect();
            rng.shuffle(&mut values);
            listed(&values[..length])
        }
        _ => panic!("no sort {sort}"),
    }
}

/// A word of an automaton, or a path through a diagram with two nodes on each level but the first.
fn automaton(rng: &mut Rng, name: &str, length: usize) -> String {
    let word = argument(rng, 'I', length, &mut Vec::new());
    let set = |rng: &mut Rng, most: u8| {
        let values: Vec<String> = (1..=most).filter(|_| rng.bool()).map(|value| value.to_string()).collect();
        format!("{{{}}}", values.join(","))
    };
    let costs = |rng: &mut Rng, count: usize| listed((0..count).map(|_| rng.u8(0..=2)));
    let total = |rng: &mut Rng| argument(rng, 'i', 1, &mut Vec::new());
    if !name.ends_with("mdd") {
        let cell = |rng: &mut Rng| if name == "regular_nfa" { set(rng, 2) } else { rng.u8(0..=2).to_string() };
        let cells = listed((0..6).map(|_| cell(rng)));
        let paid = match name {
            "cost_regular" => format!(", array2d(1..2,1..3,{}), {}", costs(rng, 6), total(rng)),
            _ => String::new(),
        };
        return format!("{name}({word}, 2, 3, array2d(1..2,1..3,{cells}), 1, {}{paid})", set(rng, 2));
    }
    let levels: Vec<usize> = (1..=length).flat_map(|level| vec![level; if level == 1 { 1 } else { 2 }]).collect();
    let (mut from, mut to, mut labels) = (Vec::new(), Vec::new(), Vec::new());
    for (place, &level) in levels.iter().enumerate() {
        let next = (0..levels.len()).filter(|&other| levels[other] == level + 1).map(|other| other + 1);
        let next: Vec<usize> = if level == length { vec![0] } else { next.collect() };
        // The values of a node's edges are different.
        let cut = rng.i8(-1..=3);
        let ranges = [(-1, cut), (cut + 1, rng.i8(0..=3))];
        for (&node, (low, high)) in next.iter().zip(ranges) {
            from.push(place + 1);
            to.push(node);
            labels.push(format!("{low}..{high}"));
        }
    }
    let (count, edges, levels) = (levels.len(), from.len(), listed(levels));
    let (paid, total) = match name {
        "mdd" => (String::new(), String::new()),
        _ => (format!("{}, ", costs(rng, edges)), format!(", {}", total(rng))),
    };
    let (from, labels, to) = (listed(from), listed(labels), listed(to));
    format!("{name}({word}, {count}, {levels}, {edges}, {from}, {labels}, {paid}{to}{total})")
}

/// Edges of a graph, whose nodes and edges are in or not.
fn graph(rng: &mut Rng, nodes: usize, truths: &mut Vec<String>) -> String {
    let edges = rng.usize(1..=5);
    let [from, to] = [(); 2].map(|()| listed((0..edges).map(|_| rng.usize(1..=nodes))));
    let [nodes, edges] = [nodes, edges].map(|length| argument(rng, 'B', length, truths));
    format!("connected({from}, {to}, {nodes}, {edges})")
}

/// A model with one constraint of the library.
fn model(rng: &mut Rng, (name, sorts): (&str, &str)) -> String {
    // The last one is a constraint of the language itself.
    let mut text = if name == "xorall" { String::new() } else { format!("include \"{name}.mzn\";\n") };
    // An array is printed whole if some entry is not known, as the last one is.
    let [integers, naturals, truths] = VARIABLES;
    let last = integers + naturals + 1;
    let _ = writeln!(text, "array[1..{last}] of var -9..9: x;\narray[1..{}] of var bool: b;", truths + 1);
    for number in 1..last {
        let low = rng.i8(if number <= integers { -1..=2 } else { 0..=1 });
        let _ = writeln!(text, "constraint x[{number}] in {low}..{};", low + rng.i8(0..=3));
    }
    let _ = writeln!(text, "constraint x[{last}] in 0..1;");
    let mut truths: Vec<String> = (1..=truths).map(|number| format!("b[{number}]")).collect();
    rng.shuffle(&mut truths);
    // Of the others MiniZinc takes none of no variables.
    let may_be_empty = ["among", "at_", "count", "cumulative", "exactly", "global"];
    let least = usize::from(!may_be_empty.iter().any(|start| name.starts_with(start)));
    let length = rng.usize(least..=4);
    let (sorts, is_reifiable) = sorts.strip_suffix(" R").map_or((sorts, false), |sorts| (sorts, true));
    let constraint = if name == "connected" {
        graph(rng, length, &mut truths)
    } else if sorts.is_empty() {
        automaton(rng, name, length.max(2))
    } else {
        let values: Vec<String> = sorts.chars().map(|sort| argument(rng, sort, length, &mut truths)).collect();
        format!("{name}({})", values.join(", "))
    };
    let constraint = match rng.u8(..6) {
        0 if is_reifiable => format!("b[1] <-> {constraint}"),
        1 if is_reifiable => format!("b[1] -> {constraint}"),
        2 if is_reifiable => format!("not {constraint}"),
        _ => constraint,
    };
    let _ = write!(text, "constraint {constraint};\nsolve satisfy;\n");
    text
}

/// The FlatZinc of a model, or nothing if MiniZinc refuses it or knows that it has no solution.
fn flat(folder: &Path, arguments: &[&str]) -> Result<String, String> {
    let mut command = Command::new("minizinc");
    let file = folder.join("flat.fzn");
    command.env("MZN_SOLVER_PATH", folder).args(["-c", "--no-output-ozn"]).args(arguments);
    let output = command.arg("--fzn").arg(&file).arg(folder.join("model.mzn")).output().expect("it starts");
    let printed = [output.stdout, output.stderr].map(|part| String::from_utf8_lossy(&part).into_owned()).concat();
    if printed.contains("model inconsistency detected") {
        return Ok("solve satisfy;\n".to_owned() + NONE);
    }
    if output.status.success() { Ok(std::fs::read_to_string(&file).expect("written")) } else { Err(printed) }
}

/// Stands behind a text that has no solution.
const NONE: &str = "% none";

/// The texts that solutions print as arrays, which have all variables.
fn arrays(printed: impl IntoIterator<Item = String>) -> BTreeSet<Vec<String>> {
    let lines = |text: String| {
        let mut lines: Vec<String> = text.lines().map(|line| line.replace(' ', "")).collect();
        lines.sort_unstable();
        assert_eq!(lines.len(), 2, "{text}");
        lines
    };
    printed.into_iter().map(lines).collect()
}

#[test]
fn the_library_has_the_solutions_of_minizincs_own() {
    if !is_there("minizinc") || !is_there("fzn-gecode") {
        return;
    }
    let folder = TempDir::new().expect("a folder");
    let path = folder.path();
    let mut install = Command::new(env!("CARGO_BIN_EXE_cnfab"));
    assert!(install.args(["minizinc", "--install", "--folder"]).arg(path).status().expect("it starts").success());
    let (step, cases) = if scale() > 1 { (1, scale() / 2) } else { (3, 1) };
    for (number, &constraint) in (0..).zip(CONSTRAINTS).step_by(step) {
        for case in 0..cases {
            let mut rng = Rng::with_seed(number * 1_000_000 + case);
            let text = model(&mut rng, constraint);
            std::fs::write(path.join("model.mzn"), &text).expect("written");
            // MiniZinc asserts what arguments have to be, and 2.6.4 fails now and then at assertions about itself.
            let is_theirs = |message: &str| ["ssertion", "out of bounds"].iter().any(|part| message.contains(part));
            let [theirs, ours] = match [flat(path, &["-G", "std"]), flat(path, &["--solver", "cnfab"])] {
                [Ok(theirs), Ok(ours)] => [theirs, ours],
                [Err(message), _] | [_, Err(message)] if is_theirs(&message) => continue,
                [Err(message), _] | [_, Err(message)] => panic!("{message}\n{text}"),
            };
            let found = |flat: &str, solve: &dyn Fn(&str) -> BTreeSet<Vec<String>>| {
                if flat.ends_with(NONE) { BTreeSet::new() } else { solve(flat) }
            };
            let strategy = ["backtrack", "sat"][case as usize % 2];
            let own = found(&ours, &|text| arrays(solutions(text, strategy)));
            let by_gecode = found(&theirs, &|text| arrays(by_gecode(text)));
            let [missing, wrong] = [by_gecode.difference(&own), own.difference(&by_gecode)]
                .map(|differ| differ.take(2).collect::<Vec<_>>());
            assert!(own == by_gecode, "{strategy} misses {missing:?} and has {wrong:?}\n{text}\n{ours}");
        }
    }
}
