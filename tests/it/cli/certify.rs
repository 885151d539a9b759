//! `cnfab certify` and `cnfab verify`: what they refuse, and what they say of a checker's verdict. What VeriPB itself
//! says is in `tests/it/certify.rs`.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use super::run;

const BOARD: &str = "models/star-battle/notebook-5x5.txt";

/// A folder with a certificate of two solutions, and a checker that says what is written to `verdicts`.
fn certificate() -> (TempDir, String, String) {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (proof, checker) = (place("proof"), place("checker"));
    assert_eq!(run(&["certify", BOARD, "-o", &proof]).ok(), "exactly 2 solutions\n");
    let script = "#!/bin/sh\ncase \"$3\" in\n*solutions.pbp) echo 's VERIFIED SATISFIABLE' ;;\n*) echo 's VERIFIED UNSATISFIABLE' ;;\nesac\n";
    fs::write(&checker, script).unwrap();
    fs::set_permissions(&checker, fs::Permissions::from_mode(0o755)).unwrap();
    (folder, proof, checker)
}

#[test]
fn a_folder_says_what_it_proves() {
    let (_folder, proof, checker) = certificate();
    let names = ["README.md", "claim.json", "formula.cnf", "model.opb", "proof.pbp", "rest.opb", "solutions.pbp"];
    for name in names {
        assert!(Path::new(&proof).join(name).is_file(), "{name}");
    }
    let readme = fs::read_to_string(Path::new(&proof).join("README.md")).unwrap();
    assert!(readme.contains("# Certificate: exactly 2 solutions\n"), "{readme}");
    assert!(readme.contains("veripb --opb rest.opb proof.pbp"), "{readme}");
    let said = run(&["verify", &proof, "--checker", &checker]).ok();
    assert!(said.starts_with("model.opb: exactly 2 solutions, as "), "{said}");
    assert!(
        said.contains("\nnot checked, the certificate says so: model.opb is notebook-5x5.txt (star-battle, view "),
        "{said}"
    );
}

#[test]
fn compressed_proofs_are_unpacked_to_be_checked() {
    let (folder, plain, checker) = certificate();
    let packed = folder.path().join("packed");
    let packed = packed.to_str().unwrap();
    run(&["certify", BOARD, "-o", packed, "--compress"]).ok();
    let size = |folder: &str, name: &str| fs::metadata(Path::new(folder).join(name)).map(|file| file.len());
    assert!(size(packed, "proof.pbp").is_err());
    assert!(size(packed, "proof.pbp.gz").unwrap() * 3 < size(&plain, "proof.pbp").unwrap());
    assert!(fs::read_to_string(Path::new(packed).join("README.md")).unwrap().contains("gunzip proof.pbp.gz\nveripb "));
    assert!(run(&["verify", packed, "--checker", &checker]).ok().contains("exactly 2 solutions"));
    // The checker gets the proof as it was.
    let script = format!(
        "#!/bin/sh\ncase \"$3\" in\n*solutions.pbp) echo 's VERIFIED SATISFIABLE' ;;\n*) cmp -s \"$3\" '{plain}/proof.pbp' && echo 's VERIFIED UNSATISFIABLE' ;;\nesac\n"
    );
    fs::write(&checker, script).unwrap();
    run(&["verify", packed, "--checker", &checker]).ok();
    fs::write(Path::new(packed).join("proof.pbp.gz"), "a >= 1 ;\n").unwrap();
    let said = run(&["verify", packed, "--checker", &checker]).refused(2);
    assert!(said.contains("its name says that it is compressed, and it is not"), "{said}");
}

#[test]
fn what_is_there_already_stays() {
    let (folder, proof, _) = certificate();
    let before = fs::read(Path::new(&proof).join("proof.pbp")).unwrap();
    let said = run(&["certify", BOARD, "-o", &proof]).refused(2);
    assert!(said.contains("is there already, expected the name of a new folder"), "{said}");
    assert_eq!(fs::read(Path::new(&proof).join("proof.pbp")).unwrap(), before);
    let missing = folder.path().join("missing/proof");
    let said = run(&["certify", BOARD, "-o", missing.to_str().unwrap()]).refused(2);
    assert_eq!(said, format!("cnfab: cannot write '{}': No such file or directory (os error 2)\n", missing.display()));
    let other = folder.path().join("other");
    let bag = "models/opb/knapsack.opb";
    let said = run(&["certify", bag, "-o", other.to_str().unwrap(), "--most", "1"]).refused(2);
    assert!(said.contains("found --most 1") && said.contains("expected no --most"), "{said}");
    let said = run(&["certify", BOARD, "-o", other.to_str().unwrap(), "--most", "1"]).refused(3);
    assert_eq!(said, "cnfab: there are more than 1 solutions\n");
    let said = run(&["certify", BOARD, "-o", other.to_str().unwrap(), "--prover", "glucose"]).refused(2);
    assert!(said.contains("cdcl") && said.contains("varisat") && !said.contains("batsat"), "{said}");
    assert!(!other.exists());
    let left: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left.len(), 2, "{left:?}");
}

#[test]
fn encodings_without_meanings_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let proof = folder.path().join("proof");
    let board = "models/star-battle/queens-15-306.txt";
    let said = run(&["certify", board, "-e", "amo=near-optimal(2)", "-o", proof.to_str().unwrap()]).refused(2);
    assert!(said.contains("certify cannot justify this encoding: row[0]: found no justification of"), "{said}");
    let trips = "models/flatzinc/round-trips-4x4.fzn";
    let said = run(&["certify", trips, "-e", "circuit=propagate", "-o", proof.to_str().unwrap()]).refused(2);
    let refused =
        |part: &str| format!("{part} cannot encode constraint cnfab_circuit[0] by simpler ones, as certificates");
    assert!(said.contains(&refused("circuit=propagate")), "{said}");
    let said = run(&["certify", trips, "-e", "circuit=lazy:order", "-o", proof.to_str().unwrap()]).refused(2);
    assert!(said.contains(&refused("circuit=lazy:order")), "{said}");
    assert!(!proof.exists());
    let said = run(&["list", "encodings"]).ok();
    let marked: Vec<&str> = said.lines().filter(|line| line.ends_with("(no certificates)")).collect();
    let [programs, propagated, lazy] =
        ["=cmd:", "=propagate ", "=lazy "].map(|part| marked.iter().filter(|line| line.contains(part)).count());
    assert!(programs > 0 && propagated > 0 && lazy == propagated, "{marked:?}");
    assert_eq!(programs + propagated + lazy, marked.len(), "{marked:?}");
    assert!(marked.iter().all(|line| !line.starts_with("linear=propagate")), "{marked:?}");
    assert!(said.contains("table=shift-add "), "{said}");
}

#[test]
fn the_integer_program_proves_without_a_formula() {
    let folder = tempfile::tempdir().unwrap();
    let proof = folder.path().join("proof");
    let [by, to] = ["--prover=ilp", proof.to_str().unwrap()];
    let said = run(&["certify", BOARD, by, "-e", "amo=ladder", "-o", to]).refused(2);
    assert!(said.contains("found --encode with --prover ilp, which has no formula"), "{said}");
    assert_eq!(run(&["certify", BOARD, by, "-o", to]).ok(), "exactly 2 solutions\n");
    assert!(proof.join("proof.pbp").is_file() && !proof.join("formula.cnf").exists());
    let readme = fs::read_to_string(proof.join("README.md")).unwrap();
    assert!(readme.contains("The proof goes through the integer program"), "{readme}");
    let said = run(&["certify", BOARD, "--prover=il", "-o", to]).refused(2);
    assert!(said.contains("'ilp'"), "{said}");
}

#[test]
fn what_is_not_as_claimed_is_said() {
    let (_folder, proof, checker) = certificate();
    let place = |name: &str| Path::new(&proof).join(name);
    let verify = || run(&["verify", &proof, "--checker", &checker]);
    // Another verdict.
    fs::write(&checker, "#!/bin/sh\necho 's VERIFIED NO CONCLUSION'\n").unwrap();
    let said = verify().refused(1);
    assert!(said.contains("does not say 's VERIFIED SATISFIABLE' of model.opb and solutions.pbp"), "{said}");
    // No such checker.
    let said = run(&["verify", &proof, "--checker", "/no/such/program"]).refused(2);
    assert!(said.contains("does not run"), "{said}");
    // One exclusion less, which the checker cannot notice by itself.
    let rest = fs::read_to_string(place("rest.opb")).unwrap();
    let shorter: String = rest.lines().take(rest.lines().count() - 1).map(|line| format!("{line}\n")).collect();
    fs::write(place("rest.opb"), &shorter).unwrap();
    assert!(verify().refused(1).contains("rest.opb excludes 1 solutions, solutions.pbp has 2"));
    fs::write(place("rest.opb"), &rest).unwrap();
    // Another number.
    let claim = fs::read_to_string(place("claim.json")).unwrap();
    fs::write(place("claim.json"), claim.replace("\"solutions\": 2", "\"solutions\": 3")).unwrap();
    assert!(verify().refused(1).contains("claim.json claims 3 solutions, solutions.pbp has 2"));
    fs::write(place("claim.json"), &claim[..20]).unwrap();
    let said = verify().refused(2);
    assert!(said.contains("claim.json:") && said.contains("expected a claim of 'cnfab certify'"), "{said}");
    assert!(run(&["verify", "models"]).refused(2).contains("claim.json"));
}

/// The search, the justification of sums and the solver's proof each take longer than this.
#[test]
fn the_time_ends_the_making() {
    let folder = tempfile::tempdir().unwrap();
    let proof = folder.path().join("proof");
    for encoding in ["linear=mdd", "linear=order-sum"] {
        let begin = Instant::now();
        let board = "models/hexagon/aristotle.txt";
        let late = run(&["certify", board, "-e", encoding, "-o", proof.to_str().unwrap(), "--timeout", "1"]);
        assert_eq!(late.refused(3), "cnfab: the time was over before the answer\n");
        assert!(begin.elapsed() < Duration::from_secs(10), "{encoding}: {:?}", begin.elapsed());
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}
