//! Programs of the user that are not there, or do not answer: one error that names the program, and exit code 2.

use super::{cnfab, run};

const PUZZLE: &str = "models/star-battle/queens-7-113.txt";

#[test]
fn a_program_that_is_not_there_is_an_error_of_the_user() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let study = path("study.toml");
    let text = format!(
        "name = 'x'\nstrategies = 'sat:cmd=no-such-program {{}}'\n[[instances]]\nfiles = '{}/{PUZZLE}'\n",
        env!("CARGO_MANIFEST_DIR")
    );
    std::fs::write(&study, text).expect("written");
    let (proof, rows) = (path("proof"), path("rows.jsonl"));
    let solver = ["--strategy", "sat:cmd=no-such-program -q {}"];
    let encoder = ["--encode", "amo=cmd:no-such-program {n}"];
    let checker = ["--checker", "no-such-program"];
    assert_eq!(run(&["certify", PUZZLE, "-o", &proof]).code, 0);
    for arguments in [
        [&["solve", PUZZLE][..], &solver].concat(),
        [&["solve", "models/opb/knapsack.opb"][..], &solver].concat(),
        [&["count", PUZZLE][..], &solver].concat(),
        [&["solve", PUZZLE, "--strategy", "ilp:cmd=no-such-program {mps}"][..]].concat(),
        [&["compare", PUZZLE, "--strategies", "ilp:cmd=no-such-program {} {out}"][..]].concat(),
        [&["compare", PUZZLE, "--strategies", "sat;sat:cmd=no-such-program {}"][..]].concat(),
        [&["sweep", &study, "-o", &rows][..]].concat(),
        [&["solve", PUZZLE, "--strategy", "sat"][..], &encoder].concat(),
        [&["compare", PUZZLE, "--strategies", "sat"][..], &encoder].concat(),
        [&["export", PUZZLE][..], &encoder].concat(),
        [&["verify", &proof][..], &checker].concat(),
        [&["audit", "amo", "--n", "3", "--prove"][..], &checker].concat(),
        [&["compare", PUZZLE, "--strategies", "sat", "--certify"][..], &checker].concat(),
    ] {
        let refused = run(&arguments);
        assert_eq!(refused.code, 2, "{arguments:?}: {refused:?}");
        let (err, named) = (&refused.err, refused.err.matches("'no-such-program").count());
        assert!(err.starts_with("cnfab: ") && named == 1 && err.lines().count() == 1, "{arguments:?}: {err}");
        assert!(!err.contains("internal"), "{arguments:?}: {err}");
    }
}

#[cfg(unix)]
#[test]
fn a_solver_that_gives_no_answer_is_named() {
    for command in ["false {}", "echo {}"] {
        for what in ["solve", "count"] {
            for by in ["sat", "ilp"] {
                let err = run(&[what, PUZZLE, "--strategy", &format!("{by}:cmd={command}")]).refused(2);
                let ended = err.contains(&format!("'{command}' ended with exit status"));
                assert!(ended && !err.contains("internal"), "{err}");
            }
        }
    }
}

#[test]
fn an_option_that_a_kind_lacks_names_those_that_it_has() {
    for (command, has) in [
        ("generate seating --symmetry rows", "--size, --minimal, --clues"),
        ("generate crossword --symmetry rows", "--size, --minimal, --words, --clues"),
        ("generate star-battle --symmetry rows", "--size, --stars, --regions"),
        ("generate disks --symmetry rows", "--size"),
        ("generate sudoku --stars 2", "--size, --method, --minimal, --clues, --symmetry, --pattern"),
        ("generate sudoku --symmetry third-turn", "none, half-turn, rows, columns, diagonal, antidiagonal, "),
        ("minimize models/sudoku/generated.txt --symmetry third-turn", "none, half-turn, rows, columns, "),
        ("count models/sudoku/six.txt --up-to-symmetry=sectors", "geometric, digits, lines"),
    ] {
        let err = cnfab(command).refused(2);
        assert!(err.contains(&format!(": {has}")), "{command}: {err}");
    }
}
