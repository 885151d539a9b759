//! Notes on slips, and texts that are not taken for what they look like.

use std::fs;

use serde_json::Value;

use super::{cnfab, fed, program, run};

#[test]
fn sets_of_cells_in_pieces_are_noted() {
    let cages = |kind: &str, sum: &str| format!("kind: {kind}\n\nAB..\nBA..\n....\n....\n\nA: {sum}\nB: {sum}\n");
    let killer = cages("killer-sudoku", "4").replacen("\n\n", "\nbox: 2x2\n\n", 1);
    let regions = "kind: sudoku\n\n....\n....\n....\n....\n\nregions:\nAABB\nABAB\nCCDD\nCCDD\n";
    let stars = "kind: star-battle\nstars: 1\n\nABBBB\nCAAAB\nCCDDD\nCCEED\nEEEED\n";
    for (text, what) in [
        (cages("kenken", "3+"), "cage A at row 1, column 1"),
        (killer, "cage A at row 1, column 1"),
        (regions.to_owned(), "region 1 at row 1, column 1"),
        (stars.to_owned(), "region A at row 1, column 1"),
    ] {
        let run = fed("count - -q", text.as_bytes());
        let note = format!("cnfab: note: '<stdin>': {what} is in several pieces\n");
        assert!(run.err.starts_with(&note), "{text}{run:?}");
        assert_eq!(run.code, 0);
    }
    for model in ["models/kenken/several.txt", "models/star-battle/no-regions-8-stars-2.txt"] {
        assert!(!cnfab(&format!("show {model}")).err.contains("pieces"), "{model}");
    }
}

/// A message about a cell lists all signs of an empty one, and each of them is taken.
#[test]
fn all_signs_of_an_empty_cell_are_named() {
    let texts = [
        "kind: hidoku\n\n1 X 3\n",
        "kind: magic-board\nsize: 2\nsum: 5\n\n1 X\n_ _\n",
        "kind: hexagon\norder: 1\n\nX\n",
        "kind: skyscrapers\n\n. .\nX . . .\n. . . .\n. .\n",
    ];
    for text in texts {
        let err = fed("show -", text.as_bytes()).refused(2);
        let (_, expected) = err.trim_end().split_once("expected ").expect("an error");
        for sign in ["_", ".", "?"] {
            let name = format!(" {sign}");
            assert!(expected.contains(&name), "{text}: {expected}");
            let read = fed("show -", text.replace('X', sign).as_bytes());
            assert!(!read.err.contains("found"), "{text}, {sign}: {read:?}");
        }
    }
}

#[test]
fn a_drawn_star_is_a_star() {
    let board = "kind: star-battle\nstars: 1\n\nAABBB\nACBBD\nACCCD\nEECDD\nEEEED\n";
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("stars.txt");
    fs::write(&file, board).expect("a file");
    let name = file.to_str().expect("UTF-8");
    for first in ["* . . . .", "*....", "| * . . . . |"] {
        let state = format!("{first}\n{}", ". . . . .\n".repeat(4));
        let out = fed(&format!("candidates {name} --from -"), state.as_bytes()).ok();
        let with_star = out.lines().next() == Some("row 1, column 1: 1");
        assert!(out == "no solution\n" || with_star, "{first}: {out}");
        let given = "row 1, column 1: 1\n";
        assert_eq!(fed(&format!("candidates {name} --from -"), given.as_bytes()).ok(), out);
    }
}

/// Black cells are no cells to be filled: they have no candidates, and nobody counts them.
#[test]
fn black_cells_are_not_listed() {
    let text = "kind: kakuro\n\n#   4\\  3\\\n\\4  .   .\n\\3  .   .\n";
    let listed = fed("candidates -", text.as_bytes()).ok();
    let places: Vec<&str> = listed.lines().filter_map(|line| Some(line.split_once(':')?.0)).collect();
    let white = ["row 2, column 2", "row 2, column 3", "row 3, column 2", "row 3, column 3"];
    assert_eq!(places, white);
    let json: Value = serde_json::from_str(&fed("candidates - --json", text.as_bytes()).ok()).expect("JSON");
    assert_eq!(json["cells"].as_array().map(Vec::len), Some(4));
    let counts: Value = serde_json::from_str(&fed("candidates - --count --json", text.as_bytes()).ok()).expect("JSON");
    assert_eq!(counts["cells"].as_array().map(Vec::len), Some(4));
    let judged: Value = serde_json::from_str(&fed("judge - --json", text.as_bytes()).ok()).expect("JSON");
    assert_eq!((&judged["cells"], &judged["settled"]), (&4.into(), &4.into()));
    let open = "kind: kakuro\n\n#   4\\  4\\\n\\4  .   .\n\\4  .   .\n";
    let judged = fed("judge -", open.as_bytes()).ok();
    assert!(judged.starts_with("several solutions, with the same value in 0 of 4 cells"), "{judged}");
}

#[test]
fn no_name_is_a_formula() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["=1+1.txt", "+1.txt", "@a.txt"] {
        fs::write(folder.path().join(name), "kind: sudoku\nbox: 2x2\n\n1.3.\n..1.\n.1..\n4..1\n").expect("a file");
        let mut command = program();
        command.current_dir(&folder).args(["compare", name, "--report", "csv", "-s", "backtrack"]);
        let out = super::Run::from(command.output().expect("the program starts")).ok();
        assert!(out.lines().nth(1).is_some_and(|row| row.starts_with(&format!("'{name},"))), "{out}");
    }
}

#[test]
fn no_cache_is_no_cache() {
    let formula = "p cnf 4 2\n1 2 0\n3 4 0\n";
    for cache in ["0", "1", "1000"] {
        let out = fed(&format!("sat --count=components --cache {cache} -"), formula.as_bytes()).out;
        assert!(out.contains("c s exact arb int 9\n"), "{cache}: {out}");
    }
}

#[test]
fn a_claim_that_is_no_text_is_refused_at_its_place() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("claim.json"), b"{\n \"a\": \"\xff\"}").expect("a file");
    let err = run(&["verify", folder.path().to_str().expect("UTF-8")]).refused(2);
    assert!(err.ends_with("claim.json:2:8: found byte 0xff, expected UTF-8 text\n"), "{err}");
}
