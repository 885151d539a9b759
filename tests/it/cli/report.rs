//! `cnfab report` and `cnfab schema`, from a sweep to a page.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::{Run, program};

const STUDY: &str = "name = 'a & b'\nroot = '.'\nstrategies = 'sat:batsat,backtrack'\nlimits = { wall = 20 }\n\
                     [[instances]]\nfiles = '*.txt'\n";

fn run(folder: &Path, arguments: &str) -> Run {
    let mut command = program();
    command.current_dir(folder).args(arguments.split_whitespace());
    command.output().expect("the program starts").into()
}

#[test]
fn from_a_sweep_to_a_page_with_boards() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::create_dir(folder.join("boards")).unwrap();
    for rows in [4, 5] {
        let text = format!("kind: star-battle\nstars: 1\nregions: none\nsize: {rows}\n");
        fs::write(folder.join(format!("boards/{rows}.txt")), text).unwrap();
    }
    fs::write(folder.join("boards/study.toml"), STUDY).unwrap();
    run(folder, "sweep boards/study.toml -o r.jsonl").ok();

    let markdown = run(folder, "report r.jsonl").ok();
    assert!(markdown.contains("| backtrack") && markdown.contains("2 of 2"), "{markdown}");
    let csv = run(folder, "report r.jsonl --csv").ok();
    assert_eq!(csv.lines().count(), 3, "{csv}");
    let json: Value = serde_json::from_str(&run(folder, "report --json r.jsonl").ok()).unwrap();
    assert_eq!(json["totals"]["runs"], 4);
    assert_eq!(json["disagreements"], Value::Array(Vec::new()));

    assert_eq!(run(folder, "report r.jsonl -o page.html").ok(), "");
    let page = fs::read_to_string(folder.join("page.html")).unwrap();
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("a &amp; b"));
    assert_eq!(page.matches("class=\"cnfab\"").count(), 2, "a board for each instance");
    fs::write(folder.join("boards/4.txt"), "kind: star-battle\nstars: 1\nregions: none\nsize: 6\n").unwrap();
    run(folder, "report r.jsonl -o page.html").ok();
    let page = fs::read_to_string(folder.join("page.html")).unwrap();
    assert_eq!(page.matches("class=\"cnfab\"").count(), 1, "none of a file that was changed");

    #[cfg(target_os = "linux")]
    for command in ["report r.jsonl", "report r.jsonl --csv", "merge r.jsonl", "draw boards/5.txt --format png"] {
        let full = run(folder, &format!("{command} -o /dev/full")).refused(2);
        assert!(full.starts_with("cnfab: cannot write '/dev/full': "), "{command}: {full}");
    }

    let rows = fs::read_to_string(folder.join("r.jsonl")).unwrap();
    fs::write(folder.join("torn.jsonl"), &rows[..rows.len() - 10]).unwrap();
    let torn = run(folder, "report torn.jsonl");
    assert_eq!(torn.code, 0, "{torn:?}");
    assert!(torn.err.starts_with("torn.jsonl:4: the last line is torn"), "{}", torn.err);

    let twice = run(folder, "report r.jsonl r.jsonl").refused(2);
    assert!(twice.starts_with("r.jsonl:1:1: found run") && twice.contains("expected each run once"), "{twice}");
    fs::write(folder.join("other.jsonl"), rows.replace("\"study_hash\":\"", "\"study_hash\":\"0")).unwrap();
    let mixed = run(folder, "report r.jsonl other.jsonl").refused(2);
    assert!(mixed.contains("rows of several studies"), "{mixed}");
    let mixed = run(folder, "report --mixed r.jsonl other.jsonl").ok();
    assert!(mixed.contains("The rows are of 2 different studies."), "{mixed}");

    let wrong = rows.replacen("\"solutions\":", "\"solutions\":1", 1);
    fs::write(folder.join("wrong.jsonl"), wrong).unwrap();
    let disagree = run(folder, "report wrong.jsonl");
    assert_eq!(disagree.code, 1, "{disagree:?}");
    assert!(disagree.out.contains("**Runs disagree**") && disagree.err.contains("the runs disagree"), "{disagree:?}");
}

#[test]
fn what_is_no_file_of_rows_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("empty"), "").unwrap();
    fs::write(folder.join("text"), "\nhello\n").unwrap();
    assert_eq!(run(folder, "report empty").refused(2), "cnfab: found no row in empty, expected at least one\n");
    assert!(run(folder, "report text").refused(2).starts_with("text:2:1: found what is no row of a study: "));
    assert!(run(folder, "report nothing").refused(2).starts_with("cnfab: cannot read 'nothing': "));
    assert!(run(folder, "report .").refused(2).contains("found a folder, expected a file of rows"));
}

#[test]
fn schemas_are_json() {
    for of in ["", " rows", " report"] {
        let schema: Value = serde_json::from_str(&super::cnfab(&format!("schema{of}")).ok()).unwrap();
        assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
    }
}

/// Where no constraint is of a class, recipes that differ only in it are one run, with the default's name.
#[test]
fn a_class_without_use_has_one_run() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let study = "name = 'sums'\nstrategies = 'sat:batsat'\nencodings = 'linear=adder,linear=tree,linear=mdd'\n\
                 seeds = [0, 1]\n[[instances]]\nfiles = ['latin.txt', 'sum.txt']\n";
    fs::write(folder.join("study.toml"), study).unwrap();
    let latin = "kind: sudoku\nbox: 2x2\n\n1...\n..3.\n....\n...2\n";
    fs::write(folder.join("latin.txt"), latin).unwrap();
    let sum = concat!(env!("CARGO_MANIFEST_DIR"), "/models/magic-board/order-3.txt");
    fs::copy(sum, folder.join("sum.txt")).unwrap();
    let swept = run(folder, "sweep study.toml -o r.jsonl");
    assert!(swept.err.contains("of 1 instance, first 'latin.txt' (linear)"), "{swept:?}");
    let rows = fs::read_to_string(folder.join("r.jsonl")).unwrap();
    let rows: Vec<Value> = rows.lines().map(|row| serde_json::from_str(row).unwrap()).collect();
    let recipes = |instance: &str| -> Vec<&str> {
        let of_instance = rows.iter().filter(|row| row["instance"] == instance && row["seed"] == 0);
        of_instance.map(|row| row["recipe"].as_str().unwrap()).collect()
    };
    let default = cnfab::solve::Encodings::default().recipe.to_string();
    assert_eq!(recipes("latin.txt"), [default.as_str()]);
    assert_eq!(recipes("sum.txt").len(), 3);
    assert_eq!(rows.len(), 2 * (1 + 3));
    let markdown = run(folder, "report r.jsonl").ok();
    assert!(markdown.contains("sat:batsat linear=adder (1 of 2), sat:batsat linear=mdd (1 of 2)."), "{markdown}");
}
