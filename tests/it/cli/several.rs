//! Several puzzles: in one file, in several files, in folders, of several kinds, some of them wrong.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::{Run, fed, run};

const SMALL: &str = "kind: sudoku\nbox: 2x2\n\n1.3.\n..1.\n.1..\n4..1\n";
const BINAIRO: &str = "# a comment of two words\nkind: binairo\n\n0..1\n....\n..1.\n1..0\n";
const WRONG: &str = "kind: sudoku\nbox: 2x2\n\n12\n34\n";

/// Writes files and returns the folder and its name.
fn folder(files: &[(&str, &str)]) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
    let name = folder.path().to_str().expect("UTF-8").to_owned();
    (folder, name)
}

/// The numbers of solutions of single puzzles, one by one.
fn counts(texts: &[&str]) -> String {
    texts.iter().map(|text| fed("count -", text.as_bytes()).ok()).collect()
}

#[test]
fn puzzles_follow_each_other_in_a_file() {
    let made: Vec<String> = ["sudoku --size 4", "hidoku --size 4", "kakuro --size 4", "star-battle --size 5"]
        .iter()
        .map(|kind| run(&format!("generate {kind} -n 3").split_whitespace().collect::<Vec<_>>()).ok())
        .collect();
    for text in &made {
        assert_eq!(fed("count -", text.as_bytes()).ok(), "1\n1\n1\n", "{text}");
    }
    // Of several kinds, and without empty lines between.
    for between in ["", "\n", "\n\n# words between\n\n"] {
        let all = made.join(between);
        assert_eq!(fed("count -", all.as_bytes()).ok(), "1\n".repeat(12), "{all}");
        let plain = fed("solve - --plain", all.as_bytes()).ok();
        assert_eq!(plain.lines().count(), 12);
        let minimal = fed("minimize -", made[0].as_bytes()).ok();
        assert_eq!(fed("count -", minimal.as_bytes()).ok(), "1\n1\n1\n", "{minimal}");
    }
    let links = "https://puzz.link/p?sudoku/4/4/g1k23k3g\nhttps://puzz.link/p?skyscrapers/4/4/k13h4j3g\n";
    let single: Vec<&str> = links.lines().collect();
    assert_eq!(fed("count -", links.as_bytes()).ok(), counts(&single));
    let grids = "1.3.\n..1.\n\n.1..\n4..1\n\n....\n....\n....\n....\n";
    assert_eq!(
        fed("count -", format!("kind: sudoku\nbox: 2x2\n\n{grids}").as_bytes()).ok(),
        format!("{}288\n", counts(&[SMALL]))
    );
}

/// Every command answers the puzzles of all files, and says what it cannot read.
#[test]
fn a_batch_goes_on_after_a_wrong_puzzle() {
    let both = format!("{BINAIRO}\n{WRONG}\n{SMALL}");
    let (_kept, at) = folder(&[("a.txt", SMALL), ("b/both.txt", &both), ("b/README.md", "words"), ("c.txt", WRONG)]);
    let expected = counts(&[SMALL, BINAIRO, SMALL]);
    let lines: Vec<&str> = expected.lines().collect();
    let counted = run(&["count", &at]);
    assert_eq!(counted.code, 2);
    let not_read = "not read";
    assert_eq!(counted.out.lines().collect::<Vec<_>>(), [lines[0], lines[1], not_read, lines[2], not_read]);
    for place in ["b/both.txt:12:3: found 2 cells", "c.txt:4:3: found 2 cells", "2 of 5 puzzles could not be read"] {
        assert!(counted.err.contains(place), "{}", counted.err);
    }
    assert!(counted.err.contains("1 file in"), "{}", counted.err);
    for command in ["solve", "judge", "candidates", "why", "explain", "minimize", "show"] {
        let Run { code, out, err } = run(&[command, &at]);
        assert_eq!(code, 2, "{command}: {err}");
        let headings: Vec<&str> = out.lines().filter(|line| line.contains("puzzle ") && line.contains(": ")).collect();
        assert_eq!(headings.len(), 5, "{command}: {out}");
        assert!(headings[3].ends_with("both.txt#3") && headings[4].ends_with("c.txt"), "{command}: {out}");
        assert_eq!(out.matches(not_read).count(), 2, "{command}: {out}");
        let json = run(&[command, "--json", &at]);
        assert_eq!(json.code, 2);
        let rows: Vec<Value> = json.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        let errors: Vec<&str> = rows.iter().filter_map(|row| row["error"].as_str()).collect();
        assert!(errors.len() == 2 && errors[1].contains("c.txt:4:3: found 2 cells"), "{command}: {errors:?}");
    }
    let plain = run(&["solve", "--plain", &at]);
    assert_eq!((plain.code, plain.out.lines().count()), (2, 5));
    let answers = Path::new(&at).join("answers");
    fs::write(&answers, &plain.out).expect("a file");
    let checked = run(&["check", &at, answers.to_str().expect("UTF-8")]);
    assert!(checked.out.starts_with("3 solutions checked: all rules hold; 2 lines without one"), "{checked:?}");
    assert_eq!(checked.code, 2);
    let pictures = format!("{at}/p{{}}.svg");
    assert_eq!(run(&["draw", &at, "-o", &pictures]).code, 2);
    assert!(["p1.svg", "p2.svg", "p4.svg"].iter().all(|name| Path::new(&at).join(name).exists()));
    let compared = run(&["compare", &at, "-T", "20", "--json"]);
    assert_eq!((compared.code, compared.out.lines().count()), (2, 3 * 2), "{compared:?}");
}

#[test]
fn one_of_several_is_chosen() {
    let three = format!("{SMALL}\n{BINAIRO}\n{SMALL}");
    let (_kept, at) = folder(&[("a.txt", &three), ("b.txt", SMALL), ("odd#2", SMALL)]);
    let file = format!("{at}/a.txt");
    let second = counts(&[BINAIRO]);
    assert_eq!(run(&["count", &format!("{file}#2")]).ok(), second);
    assert_eq!(run(&["count", &file, "--puzzle", "2"]).ok(), second);
    assert_eq!(run(&["count", &format!("{at}/b.txt"), &file, "--puzzle", "3"]).ok(), second);
    assert_eq!(run(&["count", &format!("{at}/odd#2")]).ok(), counts(&[SMALL]));
    let err = run(&["count", &format!("{file}#4")]).refused(2);
    assert!(err.contains("no puzzle 4: '") && err.contains("holds puzzles 1 to 3"), "{err}");
    let folder = format!("{at}/certificate");
    for arguments in [
        &["draw", &file][..],
        &["export", &file],
        &["certify", &file, "-o", &folder],
        &["explain", &file, "--html", "x.html"],
        &["audit", &file],
        &["candidates", &file, "--from", &file],
    ] {
        let err = run(arguments).refused(2);
        let expected = "holds 3 puzzles (binairo, sudoku): choose one with --puzzle NUMBER, or as 'FILE#NUMBER'";
        assert!(err.contains(expected), "{arguments:?}: {err}");
    }
    let err = fed("count - -", SMALL.as_bytes()).refused(2);
    assert!(err.contains("found '-' twice"), "{err}");
    let err = run(&["count", &file, "--view", "row-digit"]).refused(2);
    assert!(err.contains("a.txt#2'"), "{err}");
}

/// A text that is no list of puzzles has one error.
#[test]
fn what_is_no_batch_has_one_error() {
    let lines = format!("{}\n", "x".repeat(81)).repeat(1000);
    let err = fed("count -", lines.as_bytes()).refused(2);
    assert_eq!(err.lines().count(), 1, "{err}");
    let empty = tempfile::tempdir().expect("a folder");
    let err = run(&["count", empty.path().to_str().expect("UTF-8")]).refused(2);
    assert!(err.starts_with("cnfab: found no puzzle and no model in the folder '"), "{err}");
}
