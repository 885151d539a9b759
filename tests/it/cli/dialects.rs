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

/// The existence of a model does not depend on weights, a number does: it is summed up, or refused.
#[test]
fn weights_are_summed_up_or_refused() {
    for (line, sum, log) in [
        ("c p weight 1 0.4 0\nc p weight -1 0.6 0", "17/5", "0.531478917042"),
        ("w -1 0.6 0", "17/5", "0.531478917042"),
        ("c weights 0.4 0.6 1 1 1 1", "17/5", "0.531478917042"),
        ("c p weight 1 -1/3 0\nc p weight -1 -1 0", "-13/3", "0.636822097587"),
        ("c p weight 1 2 0\nc p weight -1 0 0", "8", "0.903089986992"),
        ("c p show 1 2 0\nc p weight 1 0.25 0\nc p weight -1 1e-1 0", "7/10", "-0.154901959986"),
    ] {
        let text = format!("c t wmc\np cnf 3 1\n{line}\n1 2 3 0\n");
        let kind = if line.contains("show") { "pwmc" } else { "wmc" };
        let named = if kind == "wmc" {
            ""
        } else {
            "c the file says 'c t' 'wmc'; its lines of weights and shown variables say pwmc\n"
        };
        let (form, negative) =
            (if sum.contains('/') { "frac" } else { "int" }, if sum.starts_with('-') { "neg" } else { "" });
        let expected = format!(
            "{named}c s type {kind}\ns SATISFIABLE\nc s {negative}log10-estimate {log}\nc s exact arb {form} {sum}\n"
        );
        let counted = on("a.cnf", &text, "sat --count=components FILE");
        assert_eq!((counted.code, counted.out), (10, expected), "{line}");
        for strategy in ["auto", "components", "sat", "backtrack", "cdcl"] {
            let counted = on("a.cnf", &text, &format!("count FILE --strategy {strategy}"));
            assert_eq!(counted.ok(), format!("{sum}\n"), "{line}, {strategy}");
        }
        let refused = on("a.cnf", &text, "count FILE --strategy frontier").refused(2);
        assert!(refused.contains("frontier does not support weights of literals"), "{refused}");
        for command in [
            "sat --count FILE",
            "sat --cubes OUT FILE",
            "count FILE -n 3",
            "sample FILE",
            "compare FILE",
            "certify FILE -o OUT",
            "export FILE",
            "lift FILE",
        ] {
            let refused = on("a.cnf", &text, command).refused(2);
            let found = "found a weight of a literal, expected no weights, which are not counted";
            assert!(refused.contains(found), "{line}, {command}: {refused}");
        }
        assert_eq!(on("a.cnf", &text, "sat -n FILE").code, 10);
        let solutions = if kind == "wmc" { 7 } else { 4 };
        assert_eq!(on("a.cnf", &text, "solve --all --plain FILE").ok().lines().count(), solutions);
    }
    let none = "c t wmc\np cnf 3 1\n1 2 3 0\n";
    assert_eq!(on("a.cnf", none, "count FILE").ok(), "7\n", "each literal weighs 1");
    // The rules of the model counting competitions, as the tests of ganak have them.
    let clauses = "1 2 0\n-1 3 0\n-2 -3 4 0\n3 5 -6 0\n-4 -5 0\n6 1 0\n";
    let weights = ["1/2", "1/3", "2/5", "3/7", "1/4", "5/6"];
    let weights = (1..).zip(weights).map(|(variable, weight)| format!("c p weight {variable} {weight} 0\n"));
    let weights: String = weights.collect();
    for (shown, sum) in [("", "143/840"), ("c p show 1 2 3 0\n", "11/30")] {
        let text = format!("p cnf 6 6\n{shown}{weights}{clauses}");
        assert_eq!(on("a.cnf", &text, "count FILE -q").ok(), format!("{sum}\n"));
    }
    let defaults = "p cnf 3 2\nc t wmc\nc p weight 1 1/3 0\nc p weight 2 2/7 0\nc p weight -2 1/7 0\n-1 0\n2 3 0\n";
    assert_eq!(on("a.cnf", defaults, "count FILE -q").ok(), "10/21\n");
    let nothing = "p cnf 2 1\nc p weight 1 1 0\nc p weight -1 -1 0\n2 0\n";
    let counted = on("a.cnf", nothing, "sat --count=components FILE").out;
    assert_eq!(counted, "c s type wmc\ns SATISFIABLE\nc s log10-estimate -inf\nc s exact arb int 0\n");
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
    for (text, optimum) in [
        ("soft: 6 ;\n[2] +1 x1 >= 2 ;\n[3] -1 x1 >= 0 ;\n+1 x1 >= 1 ;\n", "optimum 5;"),
        ("soft: 5 ;\n[2] +1 x1 >= 2 ;\n[3] -1 x1 >= 0 ;\n+1 x1 >= 1 ;\n", "there is no solution"),
        ("[3] -1 x1 >= 0 ;\n", "optimum 0;"),
        ("* #variable= 1 #constraint= 1 #soft= 1\nsoft: ;\n[4] +1 x1 = 1 ;\n[1] +1 x1 <= 0 ;\n", "optimum 1;"),
    ] {
        for name in ["a.wbo", "a.opb", "a"] {
            let found = on(name, text, "solve FILE");
            assert!(found.err.contains(optimum), "{text}: {found:?}");
        }
    }
}

/// The costs of random soft constraints, with numbers of all sizes, by all assignments.
#[test]
fn soft_constraints_cost_what_they_say() {
    let mut rng = fastrand::Rng::with_seed(51);
    for round in 0..60 {
        let scale = if round % 3 == 0 { "00000000000000000000000000000000" } else { "" };
        let top = rng.i64(4..30);
        let mut text = format!("* #variable= 4 #constraint= 5\nsoft: {top} ;\n");
        let mut constraints = Vec::new();
        for number in 0..5 {
            let terms: Vec<(i64, i64)> = (1..=4).map(|var| (rng.i64(-3..=3), var)).collect();
            let (cmp, rhs) = ([">=", "=", "<="][rng.usize(..3)], rng.i64(-2..=3));
            let cost = (number < 4).then(|| rng.i64(0..9));
            text += &cost.map(|cost| format!("[{cost}] ")).unwrap_or_default();
            terms.iter().for_each(|(coefficient, var)| text += &format!("{coefficient:+}{scale} x{var} "));
            text += &format!("{cmp} {rhs}{scale} ;\n");
            constraints.push((terms, cmp, rhs, cost));
        }
        let cost = |bits: i64| -> Option<i64> {
            constraints.iter().try_fold(0, |sum, (terms, cmp, rhs, cost)| {
                let left: i64 = terms.iter().map(|(c, var)| c * (bits >> (var - 1) & 1)).sum();
                let holds = match *cmp {
                    ">=" => left >= *rhs,
                    "=" => left == *rhs,
                    _ => left <= *rhs,
                };
                if holds { Some(sum) } else { cost.map(|cost| sum + cost) }
            })
        };
        let best = (0..16).filter_map(cost).filter(|&cost| cost < top).min();
        let expected = best.map_or("there is no solution".to_owned(), |best| format!("optimum {best};"));
        let found = on("a.wbo", &text, "solve FILE");
        assert!(found.err.contains(&expected), "{expected}: {text}: {found:?}");
        let number = (0..16).filter_map(cost).filter(|&cost| Some(cost) == best).count();
        assert_eq!(on("a.wbo", &text, "count FILE --strategy sat").ok(), format!("{number}\n"), "{text}");
    }
}
