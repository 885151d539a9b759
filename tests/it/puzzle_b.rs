//! Dissections, disks, equations, Jodici, seatings and crosswords: any cells and any damaged solution or word list are
//! read or refused without a panic; the views of a kind have the same solutions.

use std::collections::BTreeSet;
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::OnceLock;

use cnfab::puzzle::{self, Cells, Puzzle};
use cnfab::solve::{Budget, Encodings, Outcome, Strategy};

use crate::common::damage::cases;

/// One instance of each kind, with a solution line.
const SOLVED: &[(&str, &str)] = &[
    ("crossword/gecode-51.txt", "#SO/HAD/ACE"),
    ("disks/turned-over.txt", "0 0 5 11"),
    ("dissection/three-stones.txt", "3 1 2 2 3 3 3 2"),
    ("equation/printed.txt", "26 19 16 25 8 16 15 0 11"),
    ("jodici/sample.txt", "3 7 5 8 4 3 6 1 1 5 9 8 6 7 9 2 2 4"),
    ("seating/menage-3.txt", "w1 m2 w3 m1 w2 m3"),
];

fn load(instance: &str) -> (&'static puzzle::Kind, Box<dyn Puzzle>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("models").join(instance);
    let text = fs::read_to_string(&path).expect("an instance");
    let folder = path.parent().expect("inside a folder");
    let read_file = |file: &str| fs::read_to_string(folder.join(file)).map_err(|error| error.to_string());
    let (kind, mut puzzles) = puzzle::read(&text, &read_file).unwrap_or_else(|error| panic!("{instance}: {error}"));
    (kind, puzzles.remove(0))
}

fn solved() -> &'static [(Box<dyn Puzzle>, &'static str)] {
    static PUZZLES: OnceLock<Vec<(Box<dyn Puzzle>, &'static str)>> = OnceLock::new();
    PUZZLES.get_or_init(|| SOLVED.iter().map(|&(instance, line)| (load(instance).1, line)).collect())
}

/// All solutions by the native engine.
fn all(instance: &str, view: &str) -> BTreeSet<Cells> {
    let (_, puzzle) = load(instance);
    let mut found = BTreeSet::new();
    let backend = Strategy::parse("backtrack").expect("registered").backend(&Encodings::default());
    let report = backend.solve(&puzzle.make_model(view), &Budget::unlimited(), &mut |solution| {
        let cells = puzzle.output(view, solution);
        assert_eq!(puzzle.check(&cells), Ok(()), "{instance} by {view}");
        assert!(found.insert(cells), "{instance} by {view}: a solution comes twice");
        ControlFlow::Continue(())
    });
    assert_eq!(report.expect("supported").outcome, Outcome::Exhausted);
    found
}

#[test]
fn solution_lines_are_read_and_hold() {
    for (puzzle, line) in solved() {
        let cells = puzzle.read_plain(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(puzzle.check(&cells), Ok(()), "{line}");
        assert_eq!(puzzle.plain(&cells), *line);
    }
}

#[test]
fn the_views_of_a_kind_have_the_same_solutions() {
    for (instance, count) in [
        ("crossword/common-3x3.txt", 1338),
        ("crossword/gecode-51.txt", 4352),
        ("crossword/gecode-51-repeat.txt", 6935),
        // Contradictions met while clauses were being notified of a wide domain once cost three of these.
        ("dissection/twelve-others-unflipped.txt", 44),
        ("dissection/pentominoes-3x20.txt", 8),
        ("dissection/frame-large.txt", 384),
        ("seating/dinner-party.txt", 4320),
        ("seating/menage-5.txt", 3120),
        ("seating/couples-in-a-row-4.txt", 816),
        ("seating/hobbies.txt", 16),
    ] {
        let (kind, _) = load(instance);
        let sets: Vec<BTreeSet<Cells>> = kind.views.iter().map(|(view, _)| all(instance, view)).collect();
        assert!(sets.len() > 1 && sets.iter().all(|set| set.len() == count), "{instance}: not {count}");
        assert!(sets.windows(2).all(|pair| pair[0] == pair[1]), "{instance}");
    }
}

/// Cells that nobody has read can be checked, drawn and printed.
#[test]
fn any_cells_are_checked_and_drawn() {
    cases(2000, |rng| {
        let (puzzle, line) = rng.choice(solved()).expect("solutions");
        let mut cells = puzzle.read_plain(line).expect("a solution");
        let right = cells.clone();
        for _ in 0..rng.usize(..6) {
            let at = rng.usize(..cells.0.len());
            cells.0[at] = if rng.bool() { rng.i32(..) } else { rng.i32(-1..30) };
        }
        if rng.bool() {
            cells.0.resize(rng.usize(..40), 1);
        }
        let verdict = puzzle.check(&cells);
        assert!(verdict.is_ok() || cells != right, "{cells:?}");
        assert!(puzzle.draw(Some(&cells)).ends_with('\n'), "{cells:?}");
        let plain = puzzle.plain(&cells);
        if verdict.is_ok() {
            assert_eq!(puzzle.read_plain(&plain), Ok(cells));
        }
    });
}

/// Solution lines with wrong characters are read or refused at a position in the line.
#[test]
fn any_line_is_read_or_refused() {
    cases(2000, |rng| {
        let (puzzle, line) = rng.choice(solved()).expect("solutions");
        let mut line: Vec<char> = line.chars().collect();
        for _ in 0..rng.usize(1..5) {
            if rng.bool() {
                line.insert(rng.usize(..=line.len()), rng.char(..));
            } else if !line.is_empty() {
                line.remove(rng.usize(..line.len()));
            }
        }
        let line: String = line.into_iter().collect();
        match puzzle.read_plain(&line) {
            Ok(cells) => drop(puzzle.check(&cells)),
            Err(error) => {
                assert_eq!(error.line, 1, "{line:?}");
                assert!((1..=line.chars().count() + 1).contains(&error.column), "{line:?}: {error}");
            }
        }
    });
}

/// Any text is a word list or is refused with the number of a line.
#[test]
fn any_word_list_is_read_or_refused() {
    cases(2000, |rng| {
        let mut some = |from: &str, least: usize, most: usize| -> String {
            let from: Vec<char> = from.chars().collect();
            (0..rng.usize(least..=most)).map(|_| *rng.choice(&from).expect("letters")).collect()
        };
        let firsts = [
            some("abcABC", 1, 4),
            format!("#{}", some("abcxyz ", 0, 5)),
            some("abcxyz'\u{e9} ", 0, 3),
            some("~\u{df}\u{4e2d}\u{1f9e9}9-\u{300}", 0, 2),
        ];
        let others: String = (0..6).map(|_| format!("\n{}", some("abc", 2, 3))).collect();
        let [first, words] = [rng.usize(..4), rng.usize(..=6)];
        let others: String = others.lines().skip(1).take(words).map(|word| format!("\n{word}")).collect();
        let list = format!("{}{others}{}", firsts[first], if rng.bool() { "\n" } else { "" });
        let text = "kind: crossword\nwords: list\n\n__#\n___\n";
        match puzzle::read(text, &|_| Ok(list.clone())) {
            Ok((_, puzzles)) => drop(puzzles[0].make_model("word")),
            Err(error) => {
                assert_eq!((error.line, error.column), (2, 8), "{list:?}");
                assert!(error.found.contains("line "), "{error}");
            }
        }
    });
}

#[test]
fn a_view_that_the_kind_does_not_list_is_an_error_that_names_the_right_ones() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("models");
    for kind in puzzle::KINDS {
        let entries = std::fs::read_dir(folder.join(kind.name)).expect("a folder for the kind");
        let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
        paths.sort();
        let read = |path: &std::path::PathBuf| {
            let text = std::fs::read_to_string(path).ok().filter(|text| text.contains("kind:"))?;
            let beside = |name: &str| {
                std::fs::read_to_string(folder.join(kind.name).join(name)).map_err(|error| error.to_string())
            };
            Some(puzzle::read(&text, &beside).expect("an instance").1.remove(0))
        };
        let puzzle = paths.iter().find_map(read).expect("an instance of the kind");
        assert_eq!(puzzle.kind().name, kind.name);
        for view in ["", "cellar", "cells"] {
            let error = puzzle.model(view).expect_err("no view of any kind");
            assert_eq!(error.known, kind.views.iter().map(|view| view.0).collect::<Vec<_>>());
            assert!(error.to_string().starts_with(&format!("unknown view of {} '{view}'", kind.name)), "{error}");
        }
        assert!(kind.views.iter().all(|&(view, _)| puzzle.model(view).is_ok()), "{}", kind.name);
    }
}
