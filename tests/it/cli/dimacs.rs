//! `export --format dimacs` and `decode`: the file read back by a reader and by a solver of others.

use std::collections::{BTreeMap, BTreeSet};

use varisat::{ExtendFormula, Lit, Solver};

use super::{cnfab, fed};

/// A DIMACS file as its text states it.
struct Cnf {
    first_line: String,
    variables: i32,
    clauses: Vec<Vec<i32>>,
    shown: Vec<i32>,
    map: BTreeMap<i32, String>,
    fixed: Vec<String>,
    recipe: String,
}

fn read(text: &str) -> Cnf {
    let mut cnf = Cnf {
        first_line: text.lines().next().unwrap().to_owned(),
        variables: -1,
        clauses: Vec::new(),
        shown: Vec::new(),
        map: BTreeMap::new(),
        fixed: Vec::new(),
        recipe: String::new(),
    };
    let mut promised = None;
    for line in text.lines() {
        assert!(!line.starts_with("c --"), "CaDiCaL would read an option");
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            ["c", "p", "show", ref shown @ .., "0"] => {
                assert!(cnf.shown.is_empty(), "one line of shown variables");
                cnf.shown = shown.iter().map(|var| var.parse().unwrap()).collect();
            }
            ["c", "map", number, ref meaning @ ..] => {
                let before = cnf.map.insert(number.parse().unwrap(), meaning.join(" "));
                assert_eq!(before, None, "{line}");
            }
            ["c", "fixed", ref meaning @ ..] => cnf.fixed.push(meaning.join(" ")),
            ["c", "recipe", recipe] => cnf.recipe = recipe.to_owned(),
            ["c", ..] => {}
            ["p", "cnf", variables, clauses] => {
                assert_eq!(promised, None, "one header");
                cnf.variables = variables.parse().unwrap();
                promised = Some(clauses.parse::<usize>().unwrap());
            }
            [ref lits @ .., "0"] => {
                assert!(promised.is_some(), "clauses after the header");
                let clause: Vec<i32> = lits.iter().map(|lit| lit.parse().unwrap()).collect();
                let variables: BTreeSet<i32> = clause.iter().map(|lit| lit.abs()).collect();
                assert_eq!(variables.len(), clause.len(), "neither a tautology nor a repeated literal: {line}");
                assert!(variables.iter().all(|var| (1..=cnf.variables).contains(var)), "{line}");
                cnf.clauses.push(clause);
            }
            _ => panic!("{line}"),
        }
    }
    assert_eq!(promised, Some(cnf.clauses.len()), "the header is exact");
    assert_eq!(
        cnf.map.keys().copied().collect::<Vec<_>>(),
        (1..=cnf.variables).collect::<Vec<_>>(),
        "every variable is in the map"
    );
    cnf
}

/// All models by blocking the shown variables, as `v` lines; nothing of ours is involved but the file.
fn models(text: &str) -> Vec<String> {
    let cnf = read(text);
    let mut solver = Solver::new();
    solver.add_dimacs_cnf(text.as_bytes()).unwrap();
    let mut models = Vec::new();
    while solver.solve().unwrap() {
        let model: Vec<i32> = solver.model().unwrap().iter().map(|lit| lit.to_dimacs() as i32).collect();
        let line: Vec<String> = model.iter().map(i32::to_string).collect();
        models.push(format!("v {} 0", line.join(" ")));
        let block: Vec<Lit> = model
            .iter()
            .filter(|lit| cnf.shown.contains(&lit.abs()))
            .map(|&lit| !Lit::from_dimacs(lit as isize))
            .collect();
        solver.add_clause(&block);
    }
    models
}

/// Instances with few solutions, and recipes that differ in what is hidden.
const CASES: [(&str, &str); 13] = [
    ("models/jodici/sample-without-7.txt", "default"),
    ("models/jodici/sample-without-7.txt", "domain=order,amo=product"),
    ("models/jodici/sample-without-7.txt", "root=none,amo=commander,card=totalizer,linear=one-hot-sum"),
    ("models/disks/three-of-nine.txt", "default"),
    ("models/disks/three-of-nine.txt", "domain=order,amo=sequential"),
    ("models/disks/bought.txt", "root=none"),
    ("models/sudoku/generated.txt", "domain=order,root=none"),
    // Decompositions add variables to the model.
    ("models/flatzinc/round-trips-4x4.fzn", "default"),
    ("models/flatzinc/round-trips-4x4.fzn", "circuit=order,domain=order"),
    ("models/flatzinc/round-trips-4x4.fzn", "circuit=log-distance"),
    ("models/flatzinc/double-lex-3x4.fzn", "lex=alpha"),
    ("models/flatzinc/lights-out-4x4.fzn", "parity=count,root=none"),
    ("models/flatzinc/one-machine.fzn", "cumulative=task,disjunctive=cumulative,domain=order"),
];

#[test]
fn the_file_says_what_it_is() {
    for (file, recipe) in CASES {
        let text = cnfab(&format!("export {file} --encode {recipe}")).ok();
        assert_eq!(text, cnfab(&format!("export {file} --encode {recipe}")).ok(), "the same bytes");
        let cnf = read(&text);
        assert_eq!(text, cnfab(&format!("export {file} --encode {}", cnf.recipe)).ok(), "the recipe is complete");
        assert!(["c t mc", "c t pmc"].contains(&cnf.first_line.as_str()));
        let name = file.rsplit('/').next().unwrap();
        assert!(text.contains(&format!("\nc instance {name}\n")));
        assert!(text.contains(&format!("\nc cnfab {}\n", env!("CARGO_PKG_VERSION"))));
        assert!(cnf.shown.iter().all(|var| cnf.map[var].contains(" = ") || cnf.map[var].contains(" <= ")));
        assert_eq!(
            fed(&format!("export - --encode {recipe}"), &std::fs::read(file).unwrap()).ok(),
            text.replace(&format!("c instance {name}"), "c instance <stdin>")
        );
    }
}

#[test]
fn models_by_shown_variables_are_the_solutions_and_decode_to_them() {
    for (file, recipe) in CASES {
        let text = cnfab(&format!("export {file} --encode {recipe}")).ok();
        let models = models(&text);
        assert_eq!(format!("{}\n", models.len()), cnfab(&format!("count {file}")).ok(), "{file} {recipe}");
        let mut expected: Vec<String> =
            cnfab(&format!("solve {file} --all --plain --encode {recipe}")).ok().lines().map(str::to_owned).collect();
        expected.sort();
        let answers = if models.is_empty() {
            "s UNSATISFIABLE\n".to_owned()
        } else {
            format!("s SATISFIABLE\n{}\n", models.join("\n"))
        };
        let decoded = fed(&format!("decode {file} - --encode {recipe} --plain"), answers.as_bytes()).ok();
        let mut decoded: Vec<String> = decoded.lines().map(str::to_owned).collect();
        decoded.sort();
        assert_eq!(decoded, expected, "{file} {recipe}");
    }
}

#[test]
fn mc_means_that_models_are_solutions_without_projection() {
    for (file, recipe) in CASES {
        let text = cnfab(&format!("export {file} --encode {recipe}")).ok();
        let cnf = read(&text);
        if cnf.first_line != "c t mc" {
            continue;
        }
        let all: Vec<String> = (1..=cnf.variables).map(|var| var.to_string()).collect();
        let lines = text.lines().map(|line| {
            if line.starts_with("c p show") { format!("c p show {} 0", all.join(" ")) } else { line.to_owned() }
        });
        let unprojected: String = lines.map(|line| line + "\n").collect();
        assert_eq!(models(&unprojected).len(), models(&text).len(), "{file} {recipe}");
    }
}

#[test]
fn decode_draws_and_takes_any_wrapping() {
    let file = "models/jodici/sample.txt";
    let text = cnfab(&format!("export {file}")).ok();
    let model = models(&text).remove(0);
    let drawn = cnfab(&format!("solve {file}")).ok();
    let literals: Vec<&str> = model.trim_start_matches("v ").split(' ').collect();
    let backwards: Vec<String> = literals.iter().rev().skip(1).map(|lit| format!("v {lit}\r\n")).collect();
    for answer in [
        format!("c x\ns SATISFIABLE\n{model}\n"),
        format!("{}v 0\n", backwards.concat()),
        format!("SAT\n{}\n", &model[2..]),
    ] {
        assert_eq!(fed(&format!("decode {file} -"), answer.as_bytes()).ok(), drawn);
    }
    let none = fed(&format!("decode {file} -"), b"s UNSATISFIABLE\n");
    assert_eq!(none.err, "the solver says that there is no solution, which is not checked\n");
    assert_eq!(none.ok(), "no solution\n");
    let unknown = fed(&format!("decode {file} -"), b"s UNKNOWN\n");
    assert_eq!((unknown.code, unknown.out.as_str()), (3, "not found\n"));
    assert_eq!(unknown.err, "cnfab: the solver does not know whether there is a solution\n");
}

#[test]
fn decode_refuses_what_is_no_model() {
    let file = "models/jodici/sample.txt";
    let text = cnfab(&format!("export {file}")).ok();
    let model = models(&text).remove(0);
    let without = model.replacen(model.split(' ').nth(1).unwrap(), "", 1);
    let err = fed(&format!("decode {file} -"), format!("c\n{without}\n").as_bytes()).refused(2);
    assert!(err.starts_with("<stdin>:2:1: found no literal of variable 1, which tells the value of field"), "{err}");
    let wrong: Vec<String> = model.split(' ').skip(1).map(|lit| lit.replace('-', "")).collect();
    let err = fed(&format!("decode {file} -"), format!("v {}\n", wrong.join(" ")).as_bytes()).refused(2);
    assert!(err.contains("not a model of the formula: clause ") && err.contains("--encode"), "{err}");
    let err = fed(&format!("decode {file} -"), b"v 1 999999 0\n").refused(2);
    assert!(err.starts_with("<stdin>:1:5: found '999999', expected a variable from 1 to "), "{err}");
    let err = fed(&format!("decode {file} -"), b"c nothing\n").refused(2);
    assert!(err.starts_with("<stdin>:1:1: found no answer"), "{err}");
    let err = fed(&format!("decode {file} - --encode domain=order,root=none"), model.as_bytes()).refused(2);
    assert!(err.starts_with("<stdin>:1:"), "{err}");
}

/// Auxiliary variables have several values in a solution; comments say what is shown.
#[test]
fn what_is_exported_has_as_many_solutions() {
    for format in ["dimacs", "opb", "wcnf", "wcnf-top"] {
        let text = cnfab(&format!("export models/seating/either-or.txt -f {format}")).ok();
        let counted = fed("count - --strategy backtrack", text.as_bytes()).ok();
        assert_eq!(counted, "132\n", "{format}");
    }
}
