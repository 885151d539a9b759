//! `why`, `candidates`, `judge` and `explain` of models.

use std::fs;

use serde_json::Value;

use super::{Run, cnfab, fed};
use crate::certify::has_checker;

const ROTA: &str = "models/opb/rota.opb";

fn json(text: &str) -> Value {
    serde_json::from_str(text.lines().last().expect("a line")).expect("JSON")
}

#[test]
fn a_conflict_names_constraints_of_the_file() {
    let text = cnfab(&format!("why {ROTA}")).ok();
    assert!(text.starts_with("no solution: 5 constraints contradict each other\n  line 7: constraint[0]: "), "{text}");
    let value = json(&cnfab(&format!("why {ROTA} --json --smallest")).ok());
    let names: Vec<&str> =
        value["constraints"].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["constraint[0]", "constraint[1]", "constraint[2]", "constraint[3]", "constraint[4]"]);
    assert_eq!((value["solutions"].as_u64(), value["minimal"].as_bool()), (Some(0), Some(true)));
    let hard = cnfab(&format!("why {ROTA} --hard constraint")).ok();
    assert!(hard.starts_with("no solution: what always holds allows none\n"), "{hard}");
    let refused = cnfab(&format!("why {ROTA} --hard nothing")).refused(2);
    assert!(refused.contains("--hard: unknown name or label of a constraint 'nothing'"), "{refused}");
    let refused = cnfab(&format!("why {ROTA} --timeout 0")).refused(3);
    assert!(!refused.is_empty());
}

#[test]
fn constraints_have_the_names_of_their_format() {
    let flat = "var 0..1: x :: output_var;\nconstraint int_le(1, x) :: mzn_path(\"model.mzn|4\");\n\
                constraint int_le(x, 0);\nsolve satisfy;\n";
    let text = fed("why -", flat.as_bytes()).ok();
    assert!(text.contains("line 2: model.mzn|4: int_le(1, x)") && text.contains("line 3: int_le[1]: "), "{text}");
    let note = |id: &str, text: &str| format!("\"ann\":[{{\"id\":\"{id}\",\"args\":[{{\"string\":\"{text}\"}}]}}]");
    let flat = format!(
        "{{\"variables\":{{\"x\":{{\"type\":\"int\",\"domain\":[[0,1]]}}}},\"constraints\":[\n\
         {{\"id\":\"int_le\",\"args\":[1,\"x\"],{}}},\n{{\"id\":\"int_le\",\"args\":[\"x\",0],{}}}],\n\
         \"output\":[\"x\"],\"solve\":{{\"method\":\"satisfy\"}}}}\n",
        note("mzn_path", "model.mzn|4"),
        note("mzn_constraint_name", "low"),
    );
    let text = fed("why -", flat.as_bytes()).ok();
    assert!(
        text.contains("line 2: model.mzn|4: ") && text.contains("line 3: low: \"int_le\",\"args\":[\"x\",0]"),
        "{text}"
    );
    let xml = "<instance format=\"XCSP3\" type=\"CSP\"><variables><array id=\"x\" size=\"[2]\"> 0..1 </array>\
               </variables><constraints><group id=\"g\"><intension> gt(%0,%1) </intension>\n<args> x[0] x[1] </args>\n\
               <args> x[1] x[0] </args></group></constraints></instance>";
    let text = fed("why -", xml.as_bytes()).ok();
    assert!(text.contains("line 2: g[0]: <args> x[0] x[1] </args>\n  line 3: g[1]: "), "{text}");
    let lp = "minimize\n x\nst\n low: x >= 4\n high: x <= 3\nbounds\n x <= 9\ngeneral\n x\nend\n";
    let text = fed("why -", lp.as_bytes()).ok();
    assert!(text.contains("line 4: low: ") && text.contains("line 5: high: "), "{text}");
    let wide = "var int: x;\nconstraint int_le(x, 4);\nconstraint int_le(2, x);\nconstraint int_ne(x, x);\n\
                solve satisfy;\n";
    let text = fed("why -", wide.as_bytes()).ok();
    assert!(text.contains("bounds that follow from all constraints: 2 <= x <= 4"), "{text}");
}

#[test]
fn formulas_are_written_and_sets_certified() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).display().to_string();
    let formula = b"p cnf 3 5\n1 2 0\n-1 0\n3 0\n-2 0\n1 3 0\n";
    fed(&format!("why - -o {}", at("mus.cnf")), formula).ok();
    assert_eq!(fs::read_to_string(at("mus.cnf")).unwrap(), "p cnf 3 3\n1 2 0\n-1 0\n-2 0\n");
    let grouped = b"p gcnf 2 4 2\n{0} 1 0\n{1} -1 2 0\n{2} -2 0\n{1} 2 1 0\n";
    assert_eq!(fed("count -", grouped).ok(), "0\n");
    let text = fed(&format!("why - -o {}", at("groups.cnf")), grouped).ok();
    assert!(text.ends_with("  group[1]\n  group[2]\n"), "{text}");
    assert_eq!(fs::read_to_string(at("groups.cnf")).unwrap(), "p cnf 2 4\n1 0\n-1 2 0\n-2 0\n2 1 0\n");
    let wrong = fed("why -", b"p gcnf 2 1 2\n{3} 1 0\n").refused(2);
    assert!(wrong.contains("<stdin>:2:1: ") && wrong.contains("a group from {0} to {2}"), "{wrong}");
    let refused = cnfab(&format!("why {ROTA} -o {}", at("none.cnf"))).refused(2);
    assert!(refused.contains("which is no formula"), "{refused}");
    cnfab(&format!("why {ROTA} --certify {}", at("proof"))).ok();
    // What was certified is what the file says: it has no solution.
    assert_eq!(cnfab(&format!("count {}", at("proof/model.opb"))).ok(), "0\n");
    if has_checker() {
        let verified = cnfab(&format!("verify {}", at("proof"))).ok();
        assert!(verified.starts_with("model.opb: no solution"), "{verified}");
    }
    let claim: Value = serde_json::from_str(&fs::read_to_string(at("proof/claim.json")).unwrap()).unwrap();
    assert!(claim.to_string().contains("5 of its constraints"), "{claim}");
}

#[test]
fn pieces_are_bounds_and_pairs() {
    let flat = "var 0..2: x;\nvar 0..2: y;\nconstraint int_lin_eq([1,1],[x,y],4);\n\
                constraint fzn_all_different_int([x,y]);\nsolve satisfy;\n";
    let text = fed("why - --fine", flat.as_bytes()).ok();
    assert!(text.contains("int_lin_eq[0]: +1 x +1 y >= 4\n") && text.contains(": x != y\n"), "{text}");
    let hard = fed("why - --fine --hard int_lin_eq[0]", flat.as_bytes()).ok();
    assert!(hard.starts_with("no solution: 3 constraints "), "{hard}");
    assert!(hard.ends_with("\nalways holds besides: 1 constraint of --hard\n"), "{hard}");
    // Bounds of domains are pieces: without one of these, the sum could be 4.
    let bounds = ["  domain of x: +1 x <= 2\n", "  domain of y: +1 y <= 2\n"];
    assert!(
        text.starts_with("no solution: 4 constraints") && bounds.iter().all(|bound| text.contains(bound)),
        "{text}"
    );
}

#[test]
fn optima_and_pairs_are_explained() {
    let best = "* #variable= 3 #constraint= 3\nmin: +1 x1 +2 x2 +4 x3 ;\n+1 x1 +1 x2 >= 1 ;\n+1 x2 +1 x3 >= 1 ;\n\
                +1 x1 +1 x3 <= 1 ;\n";
    let text = fed("why -", best.as_bytes()).ok();
    assert!(text.starts_with("optimum 2: 1 constraint keeps better values away\n"), "{text}");
    assert!(text.contains("constraint[1]: +1 x2 +1 x3 >= 1 ;\n    without it 1, better by 1\n"), "{text}");
    let two = b"p cnf 3 2\n1 2 0\n-1 -2 0\n";
    assert_eq!(json(&fed("why - --json", two).ok())["variables"], serde_json::json!(["x3"]));
    let most = json(&fed("why - --json --most", two).ok());
    assert_eq!((most["variables"].as_array().map(Vec::len), most["optimal"].as_bool()), (Some(3), Some(true)));
    assert!(fed("why -", b"p cnf 1 1\n1 0\n").ok().starts_with("one solution: "));
}

#[test]
fn candidates_are_values_of_variables() {
    let two = b"p cnf 3 3\n1 2 0\n-1 -2 0\n3 0\n";
    assert_eq!(fed("candidates -", two).ok(), "x1: 0 1\nx2: 0 1\nx3: 1\n");
    assert_eq!(fed("candidates - --count", two).ok(), "2 solutions\nx1: 0 (1), 1 (1)\nx2: 0 (1), 1 (1)\nx3: 1 (2)\n");
    let folder = tempfile::tempdir().expect("a folder");
    let state = folder.path().join("state");
    fs::write(&state, "x1: 1\n").unwrap();
    assert_eq!(fed(&format!("candidates - --from {}", state.display()), two).ok(), "x1: 1\nx2: 0\nx3: 1\n");
    fs::write(&state, "y: 1\n").unwrap();
    let refused = fed(&format!("candidates - --from {}", state.display()), two).refused(2);
    assert!(refused.contains(":1:1: found 'y', expected a variable that the model has"), "{refused}");
    assert_eq!(cnfab(&format!("candidates {ROTA}")).ok(), "no solution\n");
    let alias = "var 0..3: x :: output_var;\nvar bool: b :: output_var;\nconstraint int_eq_reif(x, 2, b);\n\
                 constraint int_le(x, 2);\nsolve satisfy;\n";
    assert_eq!(fed("candidates -", alias.as_bytes()).ok(), "x: 0 1 2\nb: 0 1\n");
}

#[test]
fn models_are_judged_and_explained() {
    assert_eq!(cnfab("judge models/xcsp3/block-design.xml").ok(), "one solution, by sat:cdcl and by backtrack\n");
    assert_eq!(cnfab(&format!("judge {ROTA}")).ok(), "no solution, by sat:cdcl and by backtrack\n");
    let folder = tempfile::tempdir().expect("a folder");
    let proof = folder.path().join("proof");
    cnfab(&format!("judge models/xcsp3/block-design.xml --certify {}", proof.display())).ok();
    assert!(fs::read_to_string(proof.join("claim.json")).unwrap().contains("xcsp3, view model"));
    let value = json(&cnfab("judge models/opb/workshops.opb --json").ok());
    assert_eq!((value["solutions"].as_str(), value["optimal"].as_bool()), (Some("several"), Some(true)));
    let steps = fed("explain -", b"p cnf 2 3\n1 0\n-1 2 0\n1 2 0\n").ok();
    assert!(steps.contains("x2 is 1") && steps.contains("clause[1]"), "{steps}");
    let refused = cnfab("explain models/opb/knapsack.opb").refused(2);
    assert!(refused.contains("an optimum does not follow step by step"), "{refused}");
}

#[test]
fn nothing_is_overwritten_and_nothing_is_missing_without_a_word() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).display().to_string();
    for name in ["one.cnf", "two.cnf"] {
        fs::write(at(name), "p cnf 1 2\n1 0\n-1 0\n").unwrap();
    }
    fs::write(at("open.cnf"), "p cnf 1 1\n1 0\n").unwrap();
    fs::write(at("kept.cnf"), "kept\n").unwrap();
    let both = format!("{} {}", at("one.cnf"), at("two.cnf"));
    for (command, option, place) in
        [("why", "-o", "kept.cnf"), ("why", "--certify", "new"), ("judge", "--certify", "new")]
    {
        let refused = cnfab(&format!("{command} {both} {option} {}", at(place))).refused(2);
        assert!(refused.contains(&format!("{option} is about one puzzle: 2 files hold 2 puzzles")), "{refused}");
    }
    assert_eq!(fs::read_to_string(at("kept.cnf")).unwrap(), "kept\n");
    for option in ["-o", "--certify"] {
        let run = cnfab(&format!("why {} {option} {}", at("open.cnf"), at("new")));
        assert_eq!((run.code, &*run.out), (2, "one solution: nothing contradicts, nothing is open\n"), "{run:?}");
        assert!(
            run.err.contains("which has a solution, expected a model without: nothing has been written"),
            "{run:?}"
        );
    }
    assert!(!folder.path().join("new").exists());
    let refused = cnfab(&format!("why {0} -o {0}", at("one.cnf"))).refused(2);
    assert!(refused.contains("is read: found it as the output too"), "{refused}");
}

#[test]
fn a_state_may_name_every_variable_of_the_text() {
    let text = b"var 0..3: x :: output_var;\nvar 0..3: y;\nvar bool: b;\nvar 5..5: c;\nvar 0..3: z;\n\
                 constraint int_eq(x, y);\nconstraint int_eq_reif(x, 2, b);\nconstraint int_le(z, x);\nsolve satisfy;\n";
    let folder = tempfile::tempdir().expect("a folder");
    let state = folder.path().join("state");
    let from = |known: &str| {
        fs::write(&state, known).unwrap();
        fed(&format!("candidates - --from {}", state.display()), text).ok()
    };
    for (known, expected) in [
        ("y: 1 2\n", "x: 1 2\n"),
        ("b = true;\n", "x: 2\n"),
        ("b: 0\ny: 1 2\n", "x: 1\n"),
        ("z = 3;\n", "x: 3\n"),
        ("c = 5;\n", "x: 0 1 2 3\n"),
        ("c: 4\n", "no solution\n"),
    ] {
        assert_eq!(from(known), expected, "{known}");
    }
    let counted = b"var 0..3: x :: output_var;\nvar bool: b :: output_var;\nconstraint int_eq_reif(x, 2, b);\n\
                    solve satisfy;\n";
    let text = fed("candidates - --count", counted).ok();
    assert_eq!(text, "4 solutions\nx: 0 (1), 1 (1), 2 (1), 3 (1)\nb: 0 (3), 1 (1)\n");
}

#[test]
fn weights_have_no_part_in_questions() {
    let plain = b"p cnf 3 2\n1 2 0\n-1 -2 0\n";
    let weighed = b"p cnf 3 2\nc p weight 1 0.25 0\nc p weight -1 0.75 0\n1 2 0\n-1 -2 0\n";
    for command in ["why -", "candidates -", "candidates - --count", "judge -"] {
        let Run { code, out, err } = fed(command, weighed);
        assert_eq!((code, out), (0, fed(command, plain).ok()), "{command}: {err}");
        assert!(err.contains("note: '<stdin>' has weights, which have no part in the answer"), "{err}");
    }
    let clauses = fed("show --clauses -", weighed).ok();
    assert_eq!(clauses, fed("show --clauses -", plain).ok());
    assert!(clauses.contains("not x1=1 or not x2=1"), "{clauses}");
}

/// Clause learning comes to two solutions in a moment. Native search does not come to them in any time.
#[test]
fn a_limit_leaves_what_one_strategy_has_found() {
    let mut rng = fastrand::Rng::with_seed(1);
    let (variables, clauses) = (1000, 3200);
    let mut text = format!("p cnf {variables} {clauses}\n");
    for _ in 0..clauses {
        let of = rng.choose_multiple(1..=variables, 3);
        let literals: Vec<i32> = of.into_iter().map(|var| if rng.bool() { var } else { -var }).collect();
        text += &format!("{} {} {} 0\n", literals[0], literals[1], literals[2]);
    }
    let run = fed("judge - -T 3", text.as_bytes());
    assert_eq!((run.code, &*run.out), (3, "several solutions, by sat:cdcl\n"), "{run:?}");
    assert!(run.err.contains("time is over: only one strategy has counted"), "{run:?}");
    let value = json(&fed("judge - -T 3 --json", text.as_bytes()).out);
    assert_eq!((&value["solutions"], &value["by"]), (&"several".into(), &serde_json::json!(["sat:cdcl"])));
}

#[test]
fn numbers_in_brackets_count_within_a_label() {
    let knf = b"p knf 2 3\n1 2 0\nk 2 1 2 0\n-1 -2 0\n";
    let text = fed("why -", knf).ok();
    assert!(text.contains("line 3: cardinality[0]: ") && text.contains("line 4: clause[1]: "), "{text}");
    let open = b"p knf 3 3\n1 2 0\nk 2 1 2 3 0\n-1 -2 0\n";
    let clauses = fed("show - --clauses=clause[1]", open).ok();
    assert!(clauses.contains("not x1=1 or not x2=1"), "{clauses}");
}
