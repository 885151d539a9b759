//! Names of runs, which journals hold: a study that is resumed has to find its rows again.

use cnfab::study::Study;

/// Everything that a run may be asked.
const ALL: &str = r#"
name = "names"
strategies = "backtrack:order=input,anneal:iterations=1000,frontier"
seeds = [0, 5]
shuffle = true
repetitions = 2
solutions = 3
up-to-symmetry = "usual"
least-budget = 2
statistics = false
[limits]
wall = 20.1
cpu = 10
memory = 1000
[[instances]]
name = "jodici-{n}"
with = { n = 3 }
text = "kind: jodici\n\n{n},7,_,8,_,_\n6,_,1,5,9,_\n6,_,_,_,_,_\n"
"#;

/// Nothing that need not be said.
const DEFAULTS: &str = r#"
name = "defaults"
strategies = "backtrack"
[[instances]]
name = "four"
text = "kind: sudoku\nbox: 2x2\n\n1...\n....\n..2.\n....\n"
"#;

#[track_caller]
fn check(study: &str, hash: &str, names: &[&str]) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("study.toml");
    std::fs::write(&path, study).expect("written");
    let study = Study::open(path.to_str().expect("UTF-8"), &[]).expect("a study");
    let found: Vec<String> = (0..study.runs()).map(|number| study.run(number).name()).collect();
    assert_eq!(found, names);
    assert_eq!(study.hash, hash);
}

/// The names that rows hold which were written before.
#[test]
fn names_of_runs_stay() {
    check(
        ALL,
        "7dae03f1b968b26c",
        &[
            "1f2fbace5264cea6",
            "4c6aa26f056a2f3f",
            "1f2a108ac038a731",
            "6115fd53b080de58",
            "2b1393e9ef610bb4",
            "9160872b1b5be748",
            "909add7049d74078",
            "94884c4ea33e8f39",
            "8988593d5b1a3a39",
            "38b14d11f0ef297c",
            "44813f292c8ad352",
            "6cd0c903a05e2c0b",
        ],
    );
    check(DEFAULTS, "8e8a5cd84979e8d8", &["946d12022ab276a1"]);
}
