//! `cnfab convert`, and links where a file may stand.

use std::fs;

use super::{cnfab, fed, run};

const LINK: &str = "https://puzz.link/p?sudoku/4/4/g1k23k3g";

#[test]
fn formats_there_and_back() {
    let generated = cnfab("convert models/sudoku/generated.txt --to text").ok();
    for format in ["characters", "f-puzzles", "penpa", "puzz-link", "sudokuwiki", "text"] {
        let written = cnfab(&format!("convert models/sudoku/generated.txt --to {format}")).ok();
        assert!(written.ends_with('\n') && (written.lines().count() == 1 || format == "text"), "{written}");
        assert_eq!(fed("convert - --to Text", written.as_bytes()).ok(), generated, "{format}");
    }
    let letters = cnfab("convert models/sudoku/sixteen-34.txt --to letters").ok();
    assert_eq!(letters.trim_end().len(), 256);
    assert_eq!(fed("convert - --to letters", letters.as_bytes()).ok(), letters);
}

#[test]
fn a_link_is_a_puzzle_for_every_command() {
    assert_eq!(cnfab(&format!("solve {LINK} --plain")).ok(), "2143431234211234\n");
    assert_eq!(cnfab(&format!("convert {LINK} --to puzz-link")).ok(), format!("{LINK}\n"));
    let err = cnfab("solve https://puzz.link/p?sudoku/4/4/g1k23k3gg").refused(2);
    assert_eq!(err, "https://puzz.link/p?sudo.../4/g1k23k3gg:1:40: found 'g', expected the end of the link\n");
    let err = cnfab("solve https://example.org").refused(2);
    assert!(err.starts_with("https://example.org:1:1: found 'https://example.org', expected a link of"), "{err}");
}

#[test]
fn what_a_format_cannot_state_is_named() {
    for (arguments, expected) in [
        ("models/hidoku/printed.txt --to puzz-link", "found a puzzle of kind hidoku, expected one of: kakuro, "),
        (
            "models/sudoku/jigsaw-1.txt --to puzz-link",
            "found irregular regions, expected square boxes, or boxes of 2x3",
        ),
        ("models/sudoku/six.txt --to characters", "found boxes of 2x3, expected boxes of 3x3, 4x4, 5x5"),
        ("models/skyscrapers/janko-60-parks.txt --to puzz-link", "found parks, expected a building on every cell"),
        ("models/star-battle/no-regions-6-stars-1.txt --to puzz-link", "found a board without regions"),
        ("models/sudoku/twenty-five-19.txt --to f-puzzles", "found 25 rows, expected at most 16"),
    ] {
        let err = cnfab(&format!("convert {arguments}")).refused(2);
        assert!(err.starts_with("cnfab: 'models/") && err.contains(&format!(": {expected}")), "{arguments}: {err}");
    }
    let err = cnfab("convert models/sudoku/six.txt --to puzzlink").refused(2);
    assert!(err.contains("did you mean 'puzz-link'?"), "{err}");
}

/// Title, author and rules in words go through every format that has a place for them.
#[test]
fn words_for_people_are_kept() {
    let rules = "Normal Sudoku rules apply, and a = b & c.";
    let about = format!("title: Two, or more\nauthor: Ann & Bob\nrules: {rules}\n");
    let text = format!("kind: sudoku\n{about}box: 2x2\n\n.1..\n...2\n3...\n..3.\n");
    for format in ["f-puzzles", "penpa", "text"] {
        let written = fed(&format!("convert - --to {format}"), text.as_bytes());
        let note = format!(
            "cnfab: note: '<stdin>' has rules in words, which may change it and are not read: '{}...'\n",
            &rules[..40]
        );
        assert_eq!(written.err, note, "{format}");
        assert_eq!(fed("convert - --to text", written.ok().as_bytes()).ok(), text, "{format}");
    }
    let usual = text.replace(", and a = b & c.", ".");
    let written = fed("convert - --to puzz-link", usual.as_bytes());
    assert_eq!(written.err, "cnfab: note: '<stdin>': puzz-link has no place for title, author and rules in words\n");
    let solved = fed("solve - --plain -q", usual.as_bytes());
    assert_eq!(solved.err, "");
}

#[test]
fn several_puzzles_are_lines() {
    let links = cnfab("convert models/sudoku/magictour.txt --to puzz-link").ok();
    assert_eq!(links.lines().count(), 105);
    let again = fed("convert - --to characters", links.as_bytes()).ok();
    assert_eq!(again, cnfab("convert models/sudoku/magictour.txt --to characters").ok());
    let texts = cnfab("convert models/sudoku/magictour.txt --to text").ok();
    assert_eq!(fed("convert - --to puzz-link", texts.as_bytes()).ok(), links);
}

#[test]
fn outputs_are_whole_and_no_inputs() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("a.txt");
    let name = file.to_str().expect("UTF-8");
    run(&["convert", LINK, "--to", "text", "-o", name]).ok();
    let text = fs::read_to_string(&file).expect("a file");
    assert!(text.starts_with("kind: sudoku\nbox: 2x2\n"), "{text}");
    let err = run(&["convert", name, "--to", "puzz-link", "-o", name]).refused(2);
    assert!(err.contains("is read: found it as the output too"), "{err}");
    assert_eq!(fs::read_to_string(&file).expect("a file"), text);
}
