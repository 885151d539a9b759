//! `cnfab verify` against certificates that somebody made to mislead: refused whatever the checker says.

use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::{Run, program, run};

/// Six solutions besides each other: three 0/1 variables, one of them true.
const SOME: &str = "* #variable= 3 #constraint= 1\n+1 x1 +1 x2 +1 x3 >= 1 ;\n";

const BEST: &str = "min: 3 x1 +2 x2 +5 x3 ;\n+1 x1 +1 x2 +1 x3 >= 2 ;\n";

/// A certificate that is changed, and a checker that accepts everything.
struct Hostile {
    folder: TempDir,
}

impl Hostile {
    fn of(name: &str, text: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let hostile = Hostile { folder };
        let (file, proof) = (hostile.path(name), hostile.path("proof"));
        fs::write(&file, text).unwrap();
        run(&["certify", file.to_str().unwrap(), "-o", proof.to_str().unwrap()]).ok();
        hostile.checker(
            "case \"$3\" in *solutions.pbp) echo 's VERIFIED SATISFIABLE' ;;\n\
             *) grep -q '^min:' \"$2\" && echo 's VERIFIED BOUNDS 5 <= obj <= 5' || echo 's VERIFIED UNSATISFIABLE' ;; esac",
        );
        hostile.verified();
        hostile
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn checker(&self, script: &str) {
        fs::write(self.path("checker"), format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(self.path("checker"), fs::Permissions::from_mode(0o755)).unwrap();
    }

    fn verify(&self) -> Run {
        let (proof, checker) = (self.path("proof"), self.path("checker"));
        run(&["verify", proof.to_str().unwrap(), "--checker", checker.to_str().unwrap()])
    }

    fn verified(&self) -> String {
        self.verify().ok()
    }

    /// The message when a file is changed; it is as before afterwards.
    fn refused(&self, name: &str, change: impl Fn(&str) -> String) -> String {
        let path = Path::new("proof").join(name);
        let path = self.path(path.to_str().unwrap());
        let before = fs::read_to_string(&path).unwrap();
        let after = change(&before);
        assert_ne!(before, after, "{name}: nothing was changed");
        fs::write(&path, after).unwrap();
        let said = self.verify().refused(1);
        fs::write(&path, before).unwrap();
        said
    }
}

#[test]
fn assumptions_are_refused() {
    let hostile = Hostile::of("some.opb", SOME);
    let assumed = |before: &str| {
        let head: String = before.lines().take(2).map(|line| format!("{line}\n")).collect();
        format!("{head}a >= 1 ;\noutput NONE ;\nconclusion UNSAT : 15 ;\nend pseudo-Boolean proof ;\n")
    };
    let said = hostile.refused("proof.pbp", assumed);
    assert!(said.contains("proof.pbp:3: expected a step of 'cnfab certify'") && said.contains("'a >= 1 ;'"), "{said}");
    for (from, to) in [("output NONE", "a >= 1 ;\noutput NONE"), ("output NONE", "rup >= 0 ; a >= 1 ;\noutput NONE")] {
        hostile.refused("proof.pbp", |before| before.replace(from, to));
    }
    hostile.refused("solutions.pbp", |before| before.replace("output NONE", "a >= 1 ;\noutput NONE"));
    // Where the checker tells of one that nobody else noticed.
    let checker = fs::read_to_string(hostile.path("checker")).unwrap();
    hostile.checker(&format!("{checker}echo 'Warning: The proof used unchecked assumptions.'"));
    assert!(hostile.verify().refused(1).contains("Warning: The proof used unchecked assump"));
    let best = Hostile::of("best.opb", BEST);
    best.refused("proof.pbp", |before| before.replace("soli", "a >= 1 ;\nsoli"));
}

/// The variables of a solution are named in 'model.opb', and the solutions are values of all of them.
#[test]
fn other_variables_of_a_solution_are_refused() {
    let shown = "c t pmc\np cnf 3 1\nc p show 1 0\n1 2 3 0\n";
    let hostile = Hostile::of("shown.cnf", shown);
    let said = hostile.verified();
    let counted = "exactly 2 solutions in 1 of the 3 variables; values of the others are not counted";
    assert!(said.starts_with(&format!("model.opb: {counted}, as ")), "{said}");
    assert!(fs::read_to_string(hostile.path("proof/README.md")).unwrap().contains(counted));
    assert!(fs::read_to_string(hostile.path("proof/model.opb")).unwrap().contains("\n* solutions differ in: x1\n"));
    // More variables than the model says, and others.
    for name in ["model.opb", "rest.opb"] {
        hostile.refused(name, |before| before.replace("differ in: x1", "differ in: x1 x2"));
        hostile.refused(name, |before| before.replace("differ in: x1", "differ in: x2"));
        hostile.refused(name, |before| before.replace("* solutions differ in: x1\n", ""));
    }
    hostile.refused("claim.json", |before| before.replace("\"x1\"", "\"x1\", \"x2\""));
    hostile.refused("claim.json", |before| before.replace("\"x1\"", ""));
    // A model of seven solutions, of which an exclusion leaves none, or another variable makes a second one.
    let all = Hostile::of("all.opb", SOME);
    let said = all.refused("rest.opb", |before| before.replace("-1 x1_1 -1 x2_1 -1 x3_1 >= -2 ;", ">= 1 ;"));
    assert!(said.contains("is not a value of each variable"), "{said}");
    all.refused("rest.opb", |before| before.replace("-1 x1_1 -1 x2_1 -1 x3_1 >= -2 ;", "-1 x1_1 -1 x2_1 >= -1 ;"));
}

#[test]
fn other_values_of_an_objective_are_refused() {
    let hostile = Hostile::of("best.opb", BEST);
    assert!(hostile.verified().starts_with("model.opb: the minimum is 5, as "));
    let model = fs::read_to_string(hostile.path("proof/model.opb")).unwrap();
    assert!(model.contains("\n* value to minimise: 0 + sum\nmin: "), "{model}");
    let said = hostile.refused("claim.json", |before| before.replace("\"value\": 5", "\"value\": -77"));
    assert!(said.contains("claim.json and model.opb differ in the best value"), "{said}");
    hostile.refused("claim.json", |before| before.replace("\"constant\": 0", "\"constant\": 1"));
    hostile.refused("claim.json", |before| before.replace("minimise", "maximise"));
    hostile.refused("model.opb", |before| before.replace("0 + sum", "1 + sum"));
    hostile.refused("model.opb", |before| before.replace("minimise: 0 +", "maximise: 0 -"));
    hostile.refused("model.opb", |before| before.replace("* value to minimise: 0 + sum\n", ""));
    let both = |before: &str| before.replace("\"value\": 5", "\"value\": 6").replace("\"least\": 5", "\"least\": 6");
    assert!(hostile.refused("claim.json", both).contains("does not say 's VERIFIED BOUNDS 6 <= obj <= 6'"));
}

/// A person and the checker read the same constraints.
#[test]
fn hidden_constraints_are_refused() {
    let hostile = Hostile::of("best.opb", BEST);
    for (from, to) in [
        ("* constraint constraint[0]\n", "* constraint\r"),
        (" = 1 ;\n* constraint constraint[0]\n", " = 1 ; "),
        ("* constraint constraint[0]\n", "* constraint\u{2028}constraint[0]\n"),
        ("* constraint constraint[0]\n", "min: ;\n"),
    ] {
        hostile.refused("model.opb", |before| before.replace(from, to));
    }
}

/// A checker that fails, says more than one thing, or is ended, has accepted nothing.
#[test]
fn only_a_checker_that_succeeds_accepts() {
    let hostile = Hostile::of("best.opb", BEST);
    let verdict = "echo 's VERIFIED BOUNDS 5 <= obj <= 5'";
    hostile.checker(verdict);
    assert!(hostile.verified().contains("(which names no version) checked\n"));
    hostile.checker(&format!("echo 'Running VeriPB version 7.8.9'; {verdict}"));
    assert!(hostile.verified().contains("(VeriPB 7.8.9) checked\n"));
    hostile.checker(&format!("{verdict}; echo 'Error: line 7' >&2; printf '\\033[2Kx\\n' >&2; exit 1"));
    let said = hostile.verify().refused(1);
    assert!(said.contains("fails on model.opb and proof.pbp (exit status: 1); Error: line 7; \\u{1b}[2Kx\n"), "{said}");
    for more in ["echo 's VERIFIED NO CONCLUSION'", "echo 's VERIFIED UNSATISFIABLE'", verdict] {
        hostile.checker(&format!("{verdict}; {more}"));
        assert!(hostile.verify().refused(1).contains("and only that"));
        hostile.checker(&format!("{more}; {verdict}"));
        assert!(hostile.verify().refused(1).contains("and only that"));
    }
    hostile.checker(&format!("{verdict}; kill -9 $$"));
    let said = hostile.verify().refused(3);
    assert!(said.contains("was ended before its verdict of model.opb and proof.pbp (signal: 9"), "{said}");
}

#[test]
fn files_that_are_not_there_are_bad_input() {
    let hostile = Hostile::of("some.opb", SOME);
    for name in ["claim.json", "model.opb", "rest.opb", "solutions.pbp", "proof.pbp"] {
        let (place, aside) = (hostile.path("proof").join(name), hostile.path("aside"));
        fs::rename(&place, &aside).unwrap();
        assert!(hostile.verify().refused(2).contains(name), "{name}");
        std::os::unix::fs::symlink("/dev/zero", &place).unwrap();
        assert!(hostile.verify().refused(2).contains("expected a regular file"), "{name}");
        fs::remove_file(&place).unwrap();
        fs::rename(&aside, &place).unwrap();
    }
    hostile.verified();
    let place = hostile.path("proof/claim.json");
    let claim = fs::read_to_string(&place).unwrap();
    fs::write(&place, claim.replacen('{', "{ \"trusted\": true,", 1)).unwrap();
    assert!(hostile.verify().refused(2).contains("unknown field `trusted`"));
    // What it says of the problem stays on its line.
    fs::write(&place, claim.replace("some.opb", "a\\nmodel.opb: no solution, as veripb checked\\u001b[2K")).unwrap();
    let said = hostile.verified();
    assert_eq!(said.lines().count(), 3, "{said}");
    assert!(said.contains("model.opb is a\\nmodel.opb: no") && said.contains("\\u{1b}[2K"), "{said}");
}

#[test]
fn a_folder_may_be_named_like_an_option() {
    let hostile = Hostile::of("best.opb", BEST);
    fs::rename(hostile.path("proof"), hostile.path("-u")).unwrap();
    hostile.checker(
        "[ \"$#\" = 3 ] && [ -f \"$2\" ] && case \"$2$3\" in -*) ;; *) echo 's VERIFIED BOUNDS 5 <= obj <= 5' ;; esac",
    );
    let mut command = program();
    command.current_dir(hostile.path("")).args(["verify", "--checker", "./checker", "--", "-u"]);
    Run::from(command.output().unwrap()).ok();
}

#[test]
fn a_checker_without_an_end_is_ended() {
    let hostile = Hostile::of("best.opb", BEST);
    hostile.checker("sleep 100");
    let (proof, checker) = (hostile.path("proof"), hostile.path("checker"));
    let begin = std::time::Instant::now();
    let late = run(&["verify", proof.to_str().unwrap(), "--checker", checker.to_str().unwrap(), "--timeout", "0.5"]);
    assert!(late.refused(3).contains("was ended before its verdict of model.opb and proof.pbp (the time was over)"));
    assert!(begin.elapsed() < std::time::Duration::from_secs(20));
}

/// A few bytes may unpack to more than there is room for.
#[test]
fn a_packed_proof_is_unpacked_no_further_than_it_is_one() {
    let hostile = Hostile::of("best.opb", BEST);
    let proof = fs::read_to_string(hostile.path("proof/proof.pbp")).unwrap();
    fs::remove_file(hostile.path("proof/proof.pbp")).unwrap();
    let room = hostile.path("room");
    fs::create_dir(&room).unwrap();
    let (head, rest) = proof.split_at(proof.find("\nrup").or(proof.find("\npol")).unwrap() + 1);
    let verify = |middle: &str, times: usize, options: &[&str]| {
        let file = fs::File::create(hostile.path("proof/proof.pbp.gz")).unwrap();
        let mut packed = flate2::write::GzEncoder::new(file, flate2::Compression::fast());
        packed.write_all(head.as_bytes()).unwrap();
        (0..times).for_each(|_| packed.write_all(middle.as_bytes()).unwrap());
        packed.write_all(rest.as_bytes()).unwrap();
        packed.finish().unwrap();
        let mut command = program();
        command.arg("verify").arg(hostile.path("proof")).arg("--checker").arg(hostile.path("checker"));
        let run = Run::from(command.args(options).env("TMPDIR", &room).output().unwrap());
        assert_eq!(fs::read_dir(&room).unwrap().count(), 0, "{run:?}");
        run
    };
    verify("", 0, &[]).ok();
    let steps = "rup >= 0 ;\n".repeat(100_000);
    let said = verify(&steps, 1, &["--unpacked", "1"]).refused(3);
    assert!(said.contains("proof.pbp.gz' unpacks to more than 1 MB: --unpacked names another limit"), "{said}");
    let said = verify(&steps, 200, &["-T", "0.2"]).refused(3);
    assert!(said.contains("time is over: the certificate was still being read"), "{said}");
    let blanks = " ".repeat(1_000_000);
    let said = verify(&blanks, 110, &[]).refused(1);
    assert!(said.contains("expected a line of at most 100 MB"), "{said}");
    let said = verify("* a comment\n", 1_000_000, &["--unpacked", "1"]).refused(1);
    assert!(said.contains("expected a step of 'cnfab certify', alone on its line, found '* a comment'"), "{said}");
}
