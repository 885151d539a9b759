//! Puzzle texts that are damaged: readers refuse them with a position, and never panic.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use cnfab::puzzle::{self, ParseError, Puzzle};
use cnfab::solve::{Budget, Encodings, Strategy};

use crate::common::damage::{assert_inside, cases, damaged};

fn read(text: &str) -> Result<Vec<Box<dyn Puzzle>>, ParseError> {
    puzzle::read(text, &|name| Err(format!("there is no {name}"))).map(|(_, puzzles)| puzzles)
}

fn error(text: &str) -> String {
    read(text).err().unwrap_or_else(|| panic!("this was read:\n{text}")).to_string()
}

/// Every file under `models/` with a puzzle that is not too long to be damaged many times.
fn texts() -> &'static [(PathBuf, String)] {
    static TEXTS: OnceLock<Vec<(PathBuf, String)>> = OnceLock::new();
    TEXTS.get_or_init(find_texts)
}

fn find_texts() -> Vec<(PathBuf, String)> {
    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("models");
    let folders = fs::read_dir(models).expect("instances").map(|kind| kind.expect("a folder").path());
    let files = folders.filter(|path| path.is_dir()).flat_map(|kind| fs::read_dir(kind).expect("a folder"));
    let mut texts: Vec<_> = files
        .map(|file| file.expect("a file").path())
        .filter_map(|path| fs::read_to_string(&path).ok().map(|text| (path, text)))
        .filter(|(_, text)| text.contains("kind:") && text.len() < 5_000)
        .collect();
    texts.sort();
    texts
}

/// Characters that texts are damaged with.
const MARKS: &str = "_.#|-+=:,*?xX \t\n\r/'\"<>&AWBZaz\u{a0}\u{e9}\u{2502}\u{2500}\u{1f9e9}\u{0}";

/// A text that is still read can be drawn; any other is refused at a position inside the text.
#[test]
fn damaged_texts_do_not_panic() {
    cases(4000, |rng| {
        let (_, text) = rng.choice(texts()).expect("texts");
        let text = damaged(text, rng.usize(1..6), MARKS, rng);
        match read(&text) {
            Ok(puzzles) => puzzles.iter().take(3).for_each(|puzzle| assert!(puzzle.draw(None).ends_with('\n'))),
            Err(error) => assert_inside(&error, &text),
        }
    });
}

/// Damaged solution lines are read or refused; what is read can be checked and drawn.
#[test]
fn damaged_solutions_do_not_panic() {
    cases(4000, |rng| {
        let (puzzle, whole) = rng.choice(solved()).expect("solutions");
        let changes = rng.usize(..4);
        let line = damaged(whole, changes, MARKS, rng);
        let Ok(cells) = puzzle.read_plain(&line) else { return assert!(changes > 0, "{line}") };
        let verdict = puzzle.check(&cells);
        assert!(verdict.is_ok() || changes > 0, "{line}");
        if verdict.is_ok() {
            assert!(puzzle.draw(Some(&cells)).ends_with('\n'), "{line}");
        }
    });
}

/// One solution line for a puzzle of every kind of these.
fn solved() -> &'static [(Box<dyn Puzzle>, String)] {
    static SOLVED: OnceLock<Vec<(Box<dyn Puzzle>, String)>> = OnceLock::new();
    SOLVED.get_or_init(|| {
        let names =
            ["aristotle", "missing-staircase", "numbrix-6x6", "order-3", "notebook-5x5", "generated", "sixteen-34"];
        let wanted = |path: &Path| path.file_stem().is_some_and(|stem| names.iter().any(|name| *name == stem));
        let backend = Strategy::parse("backtrack").expect("registered").backend(&Encodings::default());
        let first = |(_, text): &(PathBuf, String)| {
            let puzzle = read(text).expect("an instance").remove(0);
            let mut line = None;
            let (kind, _) = puzzle::read(text, &|name| Err(name.to_owned())).expect("an instance");
            let view = kind.views[0].0;
            let on = &mut |solution: &cnfab::model::Assignment| {
                line = Some(puzzle.plain(&puzzle.output(view, solution)));
                ControlFlow::Break(())
            };
            backend
                .solve(&puzzle.make_model(view), &Budget::unlimited(), on)
                .expect("the native engine takes every model");
            line.map(|line| (puzzle, line)).expect("a solution")
        };
        let solved: Vec<_> = texts().iter().filter(|(path, _)| wanted(path)).map(first).collect();
        assert!(solved.len() >= names.len());
        solved
    })
}

/// Boards as they have really been published: the rows are longer or shorter than the declared size.
#[test]
fn published_boards_with_a_wrong_size_are_refused() {
    let first = "\
A A B B B B A A C C D D E E D D
A A B B B B A A C C D D D D D D
A A B B B B A A C C D D D D D D
A A A A A A A A C C D D D D D D
F F A A A A F F C C C C D D C C
F F F F F F F F F F C C C C C C
G G F F F F F F C C C C C C C C
G G G G G G G G G G H H H H H H
G G G G G G G G G G H H H H H H";
    let second = "\
A A B B B B C C C C D
A A B E E B C C D D D
A A B E E B C C D D D
A A A E E F C C D D D
G G E E H F H C D D D
I G E H H F H D D J J
I G E H H H H H D J J
I G E H H H H H D J J
I G E H H H H H D J J
I G E E H H H K D J J
I G G E G G K K D J J
I I G G G K K J J J J";
    let third = format!("{}\n", "A A A A B B C C C C D D E E E E E E\n".repeat(16).trim_end());
    for (declared, picture, expected) in [
        (9, first, "line 4, column 19: found 16 cells, expected 9 cells, as 'size: 9' says"),
        (12, second, "line 4, column 22: found 11 cells, expected 12 cells, as 'size: 12' says"),
        (16, &third, "line 4, column 33: found 18 cells, expected 16 cells, as 'size: 16' says"),
    ] {
        assert_eq!(error(&format!("kind: star-battle\nsize: {declared}\n\n{picture}\n")), expected);
    }
    let found = error(&format!("kind: star-battle\n\n{first}\n"));
    assert_eq!(found, "line 11, column 32: found the end of the text, expected row 10 of 16, as many as in row 1");
}

/// A wrong line far down a batch is named by its number.
#[test]
fn long_batches_are_read_line_by_line() {
    let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
    let mut text = puzzle.repeat(100_000);
    assert_eq!(read(&text).map(|puzzles| puzzles.len()), Ok(100_000));
    text.push_str(&puzzle.replace("53", "5x"));
    let expected = "line 100001, column 2: found 'x', expected a digit from 1 to 9, or one of '.', '0', '_', '?' for an empty cell";
    assert_eq!(error(&text), expected);
}
