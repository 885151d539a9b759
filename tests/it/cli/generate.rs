//! `generate`: which kinds, which options, and where puzzles go.

use std::collections::BTreeSet;
use std::fs;

use serde_json::Value;

use super::{Run, cnfab, program};

#[test]
fn boards_are_made_with_the_stars_of_the_option_or_of_the_name() {
    let text = cnfab("generate two-not-touch --size 9 --seed 3").ok();
    assert!(text.contains("method repair, seed 3, number 1\n# Solutions: 1\nkind: star-battle\nstars: 2\n"), "{text}");
    assert_eq!(cnfab("generate star-battle --stars 2 --size 9 --seed 3").ok(), text, "the same seed");
    let lines = cnfab("generate queens --size 6 -n 3 --json --regions 2..12").ok();
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.len(), 3);
    assert!(lines.iter().all(|line| line["method"] == "repair" && line["kind"] == "star-battle"));
}

#[test]
fn options_of_other_kinds_are_refused() {
    for (command, expected) in [
        (
            "generate two-not-touch --stars 3 --size 12",
            "found --stars 3, expected --stars 2, which two-not-touch implies",
        ),
        ("generate star-battle --size 8 --method dig", "found --method, expected options that star-battle takes"),
        ("generate star-battle --size 8 --clues 3", "found --clues, expected options that star-battle takes"),
        ("generate sudoku --stars 2", "found --stars, expected options that sudoku takes"),
        ("generate star-battle --size 7 --stars 2", "found 7x7 with --stars 2 for star-battle, expected"),
        (
            "generate star-battle --size 8 --regions 9..10",
            "with --regions 9..10 for star-battle, expected region sizes",
        ),
        ("generate star-battle --size 8 --regions 9..2", "expected two numbers A..B, such as 5..20"),
        ("generate seating", "puzzles of kind seating are not made; expected one of: binairo"),
    ] {
        let refused = cnfab(command).refused(2);
        assert!(refused.contains(expected), "{refused}");
    }
}

/// Runs the program in a folder with a study; returns the rows that are there then, too.
fn with_rows(study: &str, arguments: &str) -> (Run, String) {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("study.toml"), study).expect("written");
    let mut command = program();
    command.current_dir(folder.path()).args(arguments.split_whitespace());
    let run = command.output().expect("the program starts").into();
    (run, fs::read_to_string(folder.path().join("study.jsonl")).unwrap_or_default())
}

/// Runs the program in a folder with a study.
fn in_folder(study: &str, arguments: &str) -> Run {
    with_rows(study, arguments).0
}

#[test]
fn studies_have_puzzles_made() {
    let study = "name = 'made'\nstrategies = 'backtrack'\n[[instances]]\n\
                 generate = { kind = 'queens', size = '5..6', count = 2, seed = 7, regions = '2..12' }\n";
    let dry = in_folder(study, "sweep study.toml --dry-run").ok();
    assert!(dry.contains("queens-5-7-1") && dry.contains("queens-6-7-2"), "{dry}");
    let text = in_folder(study, "sweep study.toml --instance queens-6-7-2").ok();
    let lines = cnfab("generate queens --size 6 -n 2 --seed 7 --regions 2..12 --json").ok();
    let made: Value = serde_json::from_str(lines.lines().last().expect("two lines")).expect("JSON");
    assert_eq!(made["text"], text, "the puzzle that 'generate' makes");
    let (_, rows) = with_rows(study, "sweep study.toml");
    let rows: Vec<Value> = rows.lines().map(|line| serde_json::from_str(line).expect("a row")).collect();
    assert_eq!(rows.len(), 4);
    let hashes: BTreeSet<&str> = rows.iter().map(|row| row["instance_hash"].as_str().expect("a hash")).collect();
    assert_eq!(hashes.len(), 4, "each text has a hash of its own");
    for row in rows {
        assert_eq!((row["solutions"].as_u64(), row["parameters"]["seed"].as_u64()), (Some(1), Some(7)), "{row}");
    }
    let named = study.replace("[[instances]]", "[[instances]]\nname = 'q{size}.{number}'");
    assert!(in_folder(&named, "sweep study.toml --dry-run").ok().contains("q5.2"));
}

#[test]
fn puzzles_of_studies_that_cannot_be_made_are_refused() {
    let error = |generate: &str| {
        let study = format!("name = 'made'\n[[instances]]\ngenerate = {{ {generate} }}\n");
        in_folder(&study, "sweep study.toml --dry-run").refused(2)
    };
    for (generate, expected) in [
        ("kind = 'seating'", "study.toml:3:12: puzzles of kind seating are not made; expected one of: binairo"),
        ("kind = 'sudoku', size = 7", "study.toml:3:12: size: found 7x7 for sudoku, expected as many rows as columns"),
        ("kind = 'sudoku', stars = 2", "found stars, expected options that sudoku takes"),
        ("kind = 'sudoku', size = 'big'", "size: found 'big', expected rows and columns"),
        ("kind = 'queens', regions = 5", "expected region sizes from at most 9 to at least 9"),
        ("kind = 'sudoku', number = 2", "unknown field 'number'"),
        ("kind = 'sudoku', count = 1000000", "found more than 100000 puzzles to be made"),
    ] {
        let refused = error(generate);
        assert!(refused.contains(expected), "{refused}");
    }
    let both = "name = 'made'\n[[instances]]\nfiles = 'a.txt'\ngenerate = { kind = 'sudoku' }\n";
    assert!(in_folder(both, "sweep study.toml").refused(2).contains("found 'files' beside 'generate'"));
}
