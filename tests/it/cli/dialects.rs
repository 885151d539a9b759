//! Formulas and sums as other programs write them: what counts in their dialects is counted, refused or noted.

use std::fs;

use tempfile::TempDir;

use super::{Run, fed, run};

/// Runs a command on a file of this name.
fn on(name: &str, text: &str, command: &str) -> Run {
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join(name);
    fs::write(&file, text).expect("written");
    let out = folder.path().join("out");
    let fill =
        |word: &str| word.replace("FILE", file.to_str().expect("text")).replace("OUT", out.to_str().expect("text"));
    run(&command.split_whitespace().map(fill).collect::<Vec<_>>().iter().map(String::as_str).collect::<Vec<_>>())
}

#[test]
fn projections_of_all_dialects_are_counted() {
    for line in ["c p show 1 2 0", "c ind 1 2 0", "c i 1 2 0", "cr 1 2 0", "vp 1 2 0"] {
        let text = format!("p cnf 4 1\n{line}\n1 2 3 0\n");
        for command in ["sat --count FILE", "sat --count=components FILE", "count FILE"] {
            let found = on("a.cnf", &text, command).out;
            assert_eq!(found.trim_end().rsplit(' ').next(), Some("4"), "{line}, {command}: {found}");
        }
    }
    let parts = "p pcnf 10 0 5\nvp 1 2 3 4 5 0\n";
    assert_eq!(on("a.cnf", parts, "count FILE").ok(), "32\n");
    assert_eq!(on("a.opb", "* ind 1 2 0\n+1 x1 +1 x2 +1 x3 >= 1 ;\n", "count FILE").ok(), "4\n");
}

/// The existence of a model does not depend on weights, a number does.
#[test]
fn weights_are_refused_where_models_are_counted() {
    for line in ["c p weight 1 0.4 0", "w -1 0.6 0", "c weights 0.4 0.6 1 1 1 1"] {
        let text = format!("c t wmc\np cnf 3 1\n{line}\n1 2 3 0\n");
        for command in [
            "sat --count FILE",
            "sat --count=components FILE",
            "sat --cubes OUT FILE",
            "count FILE",
            "compare FILE",
            "certify FILE -o OUT",
            "export FILE",
            "lift FILE",
        ] {
            let refused = on("a.cnf", &text, command).refused(2);
            let found = "a.cnf:3:1: found a weight of a literal, expected no weights, which are not counted";
            assert!(refused.contains(found), "{line}, {command}: {refused}");
        }
        assert_eq!(on("a.cnf", &text, "sat -n FILE").code, 10);
        assert_eq!(on("a.cnf", &text, "solve --all --plain FILE").ok().lines().count(), 7);
    }
    let none = "c t wmc\np cnf 3 1\n1 2 3 0\n";
    assert_eq!(on("a.cnf", none, "count FILE").ok(), "7\n", "each literal weighs 1");
}

#[test]
fn icnf_is_a_formula_wherever_formulas_are() {
    let text = "p inccnf\n1 2 0\n-1 0\n";
    for name in ["a.icnf", "a.cnf"] {
        assert_eq!(on(name, text, "count FILE").ok(), "1\n");
        assert_eq!(on(name, text, "solve --plain FILE").ok(), "x1=0 x2=1\n");
        assert!(on(name, text, "sat --count FILE").out.ends_with("c s exact arb int 1\n"));
        assert_eq!(on(name, text, "sat --proof OUT FILE").code, 10);
    }
    let cubes = format!("{text}a 2 0\n");
    let refused = on("a.icnf", &cubes, "count FILE").refused(2);
    assert!(refused.contains("a.icnf:4:1: found 'a', expected clauses alone"), "{refused}");
    // A shown variable in no clause goes through a file of cubes.
    let folder = TempDir::new().expect("a folder");
    let out = folder.path().join("cubes.icnf");
    let out = out.to_str().expect("text");
    fed(&format!("sat --cubes {out} -"), b"p cnf 5 1\nc p show 5 0\n1 2 3 0\n");
    assert_eq!(run(&["sat", "-n", out]).out, "s SATISFIABLE\n");
}

#[test]
fn soft_clauses_of_both_forms_go_together() {
    let mixed = "p wcnf 3 4 10\nh 1 2 3 0\n1 -1 0\n1 -2 0\n1 -3 0\n";
    let found = on("a.wcnf", mixed, "solve FILE");
    assert!(found.err.contains("optimum 1"), "{found:?}");
    for weights in ["5000000000000000000 1 0\n", "4611686018427387903 1 0\n4611686018427387903 2 0\n"] {
        let refused = on("a.wcnf", weights, "solve FILE").refused(2);
        let line = weights.lines().count();
        assert!(refused.contains(&format!("a.wcnf:{line}:1: found '")), "{refused}");
    }
    let most = on("a.wcnf", "4611686018427387903 1 0\n", "solve FILE");
    assert!(most.err.contains("optimum 0"), "{most:?}");
}

#[test]
fn sums_of_others_are_taken_or_named() {
    let large = "+12345678901234567890 x4 +4 x3 >= 10 ;\n+1 x1 -2 x4 >= -1 ;\n";
    assert_eq!(on("a.opb", large, "count FILE").ok(), "2\n");
    let beyond = on("a.opb", "* #variable= 1 #constraint= 1\n+1 x1 +1 x3 >= 2 ;\n", "solve --plain FILE");
    let noted = "a.opb:2:10: found 'x3', expected a variable from x1 to x1, as the head says; it is taken all the same";
    assert!(beyond.err.contains(noted) && beyond.out == "x1=1 x3=1\n", "{beyond:?}");
    for text in
        ["soft: 6 ;\n[2] +1 x1 >= 2 ;\n", "[3] -1 x1 >= 0 ;\n", "* #variable= 1 #constraint= 1 #soft= 1\nsoft: 6 ;\n"]
    {
        for name in ["a.wbo", "a.opb", "a"] {
            let refused = on(name, text, "solve FILE").refused(2);
            assert!(refused.contains("this is WBO") && !refused.contains("KEY"), "{refused}");
        }
    }
}
