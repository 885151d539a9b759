//! `compare --certify` and studies with `certify = true`: which rows are certified, and what becomes of the others.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

use super::{Run, program, run};

use crate::certify::has_checker;

/// A board with two solutions.
const BOARD: &str = "models/star-battle/notebook-5x5.txt";

const ACCEPTS: &str =
    "case \"$3\" in *solutions.pbp) echo 's VERIFIED SATISFIABLE' ;; *) echo 's VERIFIED UNSATISFIABLE' ;; esac";

/// A folder with a checker of this script.
fn checker(script: &str) -> (TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("veripb");
    fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    let path = path.to_str().unwrap().to_owned();
    (folder, path)
}

fn compared(checker: &str, arguments: &[&str]) -> Run {
    run(&[&["compare", BOARD, "--certify", "--checker", checker, "--report", "json"], arguments].concat())
}

fn rows(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("an object per line")).collect()
}

#[test]
fn answers_of_formulas_are_certified() {
    if !has_checker() {
        return;
    }
    let recipes = "default;amo=product,card=totalizer;amo=near-optimal(2)";
    let run = compared("veripb", &["--strategies", "sat,sat:batsat,backtrack", "--encodings", recipes]);
    assert_eq!(run.code, 0, "{run:?}");
    let mut seen = [0; 3];
    for row in rows(&run.out) {
        assert_eq!((&row["outcome"], &row["solutions"]), (&"complete".into(), &2.into()), "{row}");
        let figures = ["proof_s", "proof_bytes", "check_s"].map(|name| row[name].as_f64());
        match (row["strategy"].as_str().unwrap(), row["certified"].as_str()) {
            ("backtrack", None) => {
                assert_eq!(figures, [None; 3], "{row}");
                seen[0] += 1;
            }
            ("sat" | "sat:batsat", Some("yes")) => {
                assert!(figures.iter().all(|figure| figure.is_some_and(|figure| figure > 0.0)), "{row}");
                assert!(row["certified_why"].is_null());
                seen[1] += 1;
            }
            ("sat" | "sat:batsat", Some("no")) => {
                assert!(row["recipe"].as_str().unwrap().contains("near-optimal(2)"), "{row}");
                assert!(row["certified_why"].as_str().unwrap().contains("cannot justify this encoding"), "{row}");
                seen[2] += 1;
            }
            other => panic!("{other:?}: {row}"),
        }
    }
    assert_eq!(seen, [1, 4, 2]);
    assert!(run.err.contains("sat [amo=near-optimal(2)]: not certified: certify cannot justify"), "{run:?}");
    // Not of what is no answer, nor of the smallest of each orbit.
    let some = rows(&compared("veripb", &["--strategies", "sat", "-n", "1"]).out);
    assert!(some[0]["certified"].is_null() && some[0]["outcome"] == "stopped", "{some:?}");
    let orbits = rows(&compared("veripb", &["--strategies", "sat", "--up-to-symmetry"]).out);
    assert_eq!((&orbits[0]["certified"], &orbits[0]["outcome"]), (&"no".into(), &"complete".into()), "{orbits:?}");
    let best = super::run(&["compare", "models/opb/knapsack.opb", "--strategies", "sat", "--certify", "--json"]);
    assert_eq!(rows(&best.out)[0]["certified"], "yes", "{best:?}");
}

#[test]
fn tables_show_proofs_beside_times() {
    let (_folder, path) = checker(ACCEPTS);
    let table = run(&["compare", BOARD, "--strategies", "sat,backtrack", "--certify", "--checker", &path]).ok();
    let line = |begins: &str| table.lines().find(|line| line.starts_with(begins)).unwrap_or_else(|| panic!("{table}"));
    let head: Vec<&str> = line("strategy").split_whitespace().collect();
    let at = head.iter().position(|title| *title == "all").expect("a column");
    assert_eq!(head[at..at + 6], ["all", "certified", "proof", "proof", "size", "check"], "{table}");
    assert!(line("sat ").contains(" yes "), "{table}");
    let plain = run(&["compare", BOARD, "--strategies", "sat"]).ok();
    assert!(!plain.contains("certified") && !plain.contains("proof"), "{plain}");
}

#[test]
fn what_a_checker_does_not_accept_is_a_failure() {
    let (_folder, path) = checker("echo 's VERIFIED SATISFIABLE'");
    let run = compared(&path, &["--strategies", "sat"]);
    let row = &rows(&run.out)[0];
    assert_eq!((run.code, &row["certified"], &row["outcome"]), (1, &"refused".into(), &"failed".into()), "{run:?}");
    let why = row["certified_why"].as_str().unwrap();
    assert!(why.contains("does not say 's VERIFIED UNSATISFIABLE' of rest.opb and proof.pbp"), "{why}");
    let missing = compared("/no/such/program", &["--strategies", "sat"]).refused(2);
    assert!(missing.contains("the checker '/no/such/program' does not run"), "{missing}");
    assert!(super::run(&["compare", BOARD, "--checker", &path]).refused(2).contains("--certify"));
}

#[test]
fn a_checker_without_an_end_leaves_the_answer() {
    let (_folder, path) = checker("sleep 100");
    let begin = Instant::now();
    let run = compared(&path, &["--strategies", "sat", "--timeout", "3"]);
    let row = &rows(&run.out)[0];
    assert_eq!((run.code, &row["certified"], &row["outcome"]), (0, &"no".into(), &"complete".into()), "{run:?}");
    assert!(row["certified_why"].as_str().unwrap().contains("the time was over"), "{row}");
    assert!(row["time_total_s"].as_f64().unwrap() < 3.0 && begin.elapsed() < Duration::from_secs(30), "{row}");
}

/// A study of this encoding, swept with what is found first as `veripb`.
fn swept(encoding: &str, certify: &str, script: &str) -> (Run, Vec<Value>) {
    let (folder, _) = checker(script);
    let root = std::env::current_dir().unwrap().join("models");
    let study = format!(
        "name = 'c'\nroot = '{}'\nstrategies = ['sat', 'backtrack']\nencodings = ['{encoding}']\n{certify}\n\
         limits = {{ wall = 60 }}\n[[instances]]\nfiles = ['star-battle/notebook-5x5.txt']\n",
        root.display()
    );
    let place = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    fs::write(place("study.toml"), study).unwrap();
    let path = format!("{}:{}", folder.path().display(), std::env::var("PATH").unwrap());
    let mut command = program();
    command.env("PATH", path).args(["sweep", &place("study.toml"), "-o", &place("rows.jsonl")]);
    let run = Run::from(command.output().unwrap());
    let text = fs::read_to_string(place("rows.jsonl")).unwrap_or_default();
    (run, rows(&text))
}

#[test]
fn studies_demand_certificates() {
    let (plain, without) = swept("default", "", "exit 7");
    assert_eq!(plain.code, 0, "{plain:?}");
    let (done, certified) = swept("default", "certify = true", ACCEPTS);
    assert_eq!(done.code, 0, "{done:?}");
    assert_eq!([&certified[0]["certified"], &certified[1]["certified"]], [&Value::from("yes"), &Value::Null]);
    // What a run does is part of its name.
    for (row, other) in without.iter().zip(&certified) {
        assert!(row["certified"].is_null() && row["run"] != other["run"], "{row} {other}");
    }
    let (missing, rows) = swept("amo=near-optimal(2)", "certify = true", ACCEPTS);
    assert_eq!((missing.code, rows.len()), (3, 2), "{missing:?}");
    assert!(
        missing.err.contains("missing: 1 certificate; the first is star-battle/notebook-5x5.txt sat: "),
        "{missing:?}"
    );
    let (refused, rows) = swept("default", "certify = true", "echo 's VERIFIED SATISFIABLE'");
    assert_eq!((refused.code, &rows[0]["outcome"]), (1, &"failed".into()), "{refused:?}");
    assert!(refused.err.contains("refused: 1 certificate; the first is"), "{refused:?}");
}
