//! `cnfab audit --prove`: verdicts, limit of time, exit codes. What VeriPB accepts is in `tests/it/prove.rs`.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

use super::{Run, run};

use crate::certify::has_checker;

fn prove(arguments: &[&str]) -> Run {
    run(&[&["audit", "--prove", "--json"], arguments].concat())
}

fn rows(run: &Run) -> Vec<Value> {
    run.out.lines().map(|line| serde_json::from_str(line).expect("an object per line")).collect()
}

fn verdicts(run: &Run) -> Vec<String> {
    rows(run).iter().map(|row| row["verdict"].as_str().expect("a verdict").to_owned()).collect()
}

/// A folder with a program of this script.
fn program(script: &str) -> (TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("Program");
    fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    let path = path.to_str().unwrap().to_owned();
    (folder, path)
}

#[test]
fn what_the_checker_accepts_is_proved() {
    if !has_checker() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let proofs = folder.path().join("proofs");
    let proved = prove(&["amo=product", "--n", "5,9", "-o", proofs.to_str().unwrap()]);
    assert_eq!((proved.code, verdicts(&proved)), (0, vec!["proved".to_owned(); 2]), "{proved:?}");
    for (row, case) in rows(&proved).iter().zip(["at-most-one-of-5", "at-most-one-of-9"]) {
        let folder = proofs.join(format!("amo=product-{case}"));
        let files = fs::read_dir(&folder).expect("kept proofs").map(|entry| entry.unwrap());
        let bytes: u64 = files.map(|file| file.metadata().unwrap().len()).sum();
        assert_eq!(row["bytes"], bytes);
        assert!(folder.join("kept.pbp").is_file());
    }
}

/// A formula that forbids all pairs but the first, and one that forbids a single literal.
#[test]
fn wrong_encodings_have_counterexamples() {
    for (clauses, about) in [
        ("-1 -3 0\n-2 -3 0\n", "allows 1 1 0, which is no solution"),
        ("-1 -2 0\n-1 -3 0\n-2 -3 0\n-1 0\n", "loses the solution 1 0 0"),
    ] {
        let (_folder, path) = program(&format!("printf 'p cnf 3 {}\n{clauses}'", clauses.lines().count()));
        let wrong = prove(&[&format!("amo=cmd:{path} {{n}}"), "--n", "3"]);
        assert_eq!((wrong.code, verdicts(&wrong)), (2, vec!["wrong".to_owned()]), "{wrong:?}");
        assert!(wrong.err.contains(about), "{wrong:?}");
    }
}

#[test]
fn a_program_is_as_good_as_its_formula() {
    let (_folder, path) = program("printf 'p cnf 3 3\n-1 -2 0\n-1 -3 0\n-2 -3 0\n'");
    let subject = format!("amo=cmd:{path} {{n}}");
    if has_checker() {
        assert_eq!(verdicts(&prove(&[&subject, "--n", "3"])), ["proved"]);
    }
    let (_folder, path) = program("sleep 100");
    let begin = Instant::now();
    let late = prove(&[&format!("amo=cmd:{path} {{n}}"), "--n", "3", "--timeout", "0.3"]);
    assert_eq!((late.code, verdicts(&late)), (3, vec!["open".to_owned()]), "{late:?}");
    assert!(begin.elapsed() < Duration::from_secs(20));
}

#[test]
fn without_a_checker_nothing_is_proved() {
    let checked = prove(&["amo=pairwise", "--n", "3,4", "--checker", "/no/such/program"]);
    assert_eq!((checked.code, verdicts(&checked)), (2, Vec::new()), "{checked:?}");
    assert!(checked.err.starts_with("cnfab: the checker '/no/such/program' does not run"), "{checked:?}");
    assert_eq!(checked.err.lines().count(), 1, "{checked:?}");
}

/// Each of these would take minutes: the proofs of formulas, the search of the solver, the checker.
#[test]
fn the_time_ends_the_work_wherever_it_is() {
    for encoding in ["card=sequential", "card=totalizer", "card=adder", "card=sorting-network"] {
        let begin = Instant::now();
        let late = prove(&[encoding, "--n", "100", "--k", "50", "--timeout", "1"]);
        assert_eq!((late.code, verdicts(&late)), (3, vec!["open".to_owned()]), "{late:?}");
        assert_eq!(rows(&late)[0]["about"], "the time was over before the answer");
        assert!(begin.elapsed() < Duration::from_secs(10), "{encoding}: {:?}", begin.elapsed());
    }
    let (folder, path) = program("sleep 100 & echo $! > \"${0%/*}/child\"; wait");
    let begin = Instant::now();
    let late = prove(&["amo=pairwise", "--n", "3", "--checker", &path, "--timeout", "2"]);
    assert_eq!((late.code, verdicts(&late)), (3, vec!["unchecked".to_owned()]), "{late:?}");
    assert!(
        late.err.contains("was ended before its verdict of model.opb and kept.pbp (the time was over)"),
        "{late:?}"
    );
    assert!(begin.elapsed() < Duration::from_secs(20));
    // What the checker has started ends with it.
    let child = fs::read_to_string(folder.path().join("child")).unwrap();
    let runs = || {
        let status = fs::read_to_string(Path::new("/proc").join(child.trim()).join("stat")).unwrap_or_default();
        !status.is_empty() && !status.contains(") Z ")
    };
    let begin = Instant::now();
    while runs() {
        assert!(begin.elapsed() < Duration::from_secs(10), "the checker's own program goes on");
        std::thread::sleep(Duration::from_millis(20));
    }
}
