//! Contradictions that are seen without a search: a note says where, and the answer is that there is no solution.

use super::{cnfab, fed};

/// Texts without a solution, and why.
const TEXTS: &[(&str, &str)] = &[
    ("kind: sudoku\nbox: 2x2\n\n1.1.\n....\n....\n....\n", "row 1 has 1 twice, in row 1, column 1 and row 1, column 3"),
    (
        "kind: sudoku\nbox: 2x2\n\n1...\n....\n1...\n....\n",
        "column 1 has 1 twice, in row 1, column 1 and row 3, column 1",
    ),
    ("kind: sudoku\nbox: 2x2\n\n1...\n.1..\n....\n....\n", "box 1 has 1 twice, in row 1, column 1 and row 2, column 2"),
    ("kind: magic-board\nsize: 3\n\n1 2 3\n_ _ _\n_ _ _\n", "row 1 adds up to 6, not 15"),
    ("kind: magic-board\nsize: 3\n\n1 _ _\n_ 2 _\n_ _ 3\n", "the falling diagonal adds up to 6, not 15"),
    ("kind: hexagon\norder: 3\n\n1 2 3\n_ _ _ _\n_ _ _ _ _\n_ _ _ _\n_ _ _\n", "row 1 adds up to 6, not 38"),
    (
        "kind: hidoku\n\n1 _ _\n_ _ _\n_ 9 2\n",
        "1 at row 1, column 1 is 2 steps from 2 at row 3, column 3, expected at most 1",
    ),
    ("kind: jodici\nnumbers: 1..4\n\n1 1\n_ _\n", "1 is given 2 times, but each number comes 1 times"),
    ("kind: jodici\nnumbers: 1..4\n\n1 2\n_ _\n", "ring 1 adds up to 3, not 5"),
    ("kind: jodici\nnumbers: 1..4\nring-sum: 6\n\n_ _\n_ _\n", "2 rings of 6 make 12, but all numbers make 10"),
    ("kind: disks\n\n1100\n1000\n", "all disks have 3 solid places, but there are 4 places"),
    ("kind: equation\nnumbers: 1..9\n\n1 + 2 = 4\n+   +\n_ + _ = _\n=   =\n_   _\n", "row 1 comes to 3, not 4"),
    ("kind: star-battle\nstars: 2\nregions: none\nsize: 2\n", "2 stars in a row of 2 cells touch: at most 1 do not"),
    (
        "kind: star-battle\nstars: 2\n\naabbb\naabbb\nccddd\nccdde\ncccee\n",
        "region 'a' of 4 cells at row 1, column 1 needs 2 stars, but more than 1 would touch",
    ),
    ("kind: dissection\nboard: 2x2\ncolours: no\n\nxx\n", "the stones have 2 squares, but the board has 4"),
    ("kind: dissection\n\nab\nab\n===\naa\n===\nab\n", "the stones have 3 squares of colour a, but the board has 2"),
    ("kind: dissection\nrotate: no\n\nab\nab\n===\na\na\n===\nbb\n", "stone 2 fits nowhere on the board"),
    ("kind: seating\ntable: row\nguests: A B C\n\nA at 1\nB at 1\n", "A and B both have to sit at 1"),
    ("kind: seating\ntable: row\nguests: A B C\n\nA at 1\nA at 2\n", "the rules leave A no seat"),
    (
        "kind: seating\ntable: row\nguests: A B C\n\nA next to B\nB not next to A\n",
        "A has to sit next to B and must not",
    ),
    (
        "kind: seating\ntable: round\nguests: A B C D E\n\nA next to B\nA next to C\nD next to A\n",
        "A has to sit next to B and C and D, but nobody has three neighbours",
    ),
    (
        "kind: crossword\nwords: models/crossword/common.words\n\n______\n",
        "1 across has 6 letters, as no word of the list has",
    ),
    (
        "kind: crossword\nwords: models/crossword/common.words\n\nQQQ\n",
        "1 across is QQQ, which no word of the list fits",
    ),
    ("kind: crossword\nwords: models/crossword/common.words\n\nAND\n###\nAND\n", "2 across is AND, as is 1 across"),
];

#[test]
fn every_kind_says_why_there_is_no_solution() {
    for (text, why) in TEXTS {
        let run = fed("count -", text.as_bytes());
        assert_eq!((run.code, run.out.as_str()), (0, "0\n"), "{text}{run:?}");
        assert_eq!(run.err, format!("cnfab: note: '<stdin>' has no solution: {why}\n"), "{text}");
    }
}

#[test]
fn a_line_of_a_batch_does_not_stop_it_and_few_are_named() {
    let wrong = format!("11{}\n", ".".repeat(79));
    let right = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
    let batch = format!("{wrong}{right}{wrong}{wrong}{wrong}{wrong}");
    let run = fed("count -", batch.as_bytes());
    assert_eq!((run.code, run.out.as_str()), (0, "0\n1\n0\n0\n0\n0\n"), "{run:?}");
    let lines: Vec<&str> = run.err.lines().collect();
    assert_eq!(lines.len(), 4, "{}", run.err);
    assert_eq!(
        lines[1],
        "cnfab: note: '<stdin>#3' has no solution: row 1 has 1 twice, in row 1, column 1 and row 1, column 2"
    );
    assert_eq!(lines[3], "cnfab: note: nor has, in the same way, 2 further puzzles");
}

#[test]
fn puzzles_with_a_solution_have_no_note() {
    for kind in std::fs::read_dir("models").expect("a folder") {
        for file in std::fs::read_dir(kind.expect("an entry").path()).expect("a folder") {
            let path = file.expect("an entry").path();
            let text = std::fs::read_to_string(&path).unwrap_or_default();
            if !text.contains("kind:") || text.contains("# Solutions: 0") {
                continue;
            }
            let run = cnfab(&format!("show {}", path.display()));
            assert!(run.code == 0 && !run.err.contains("no solution"), "{}: {}", path.display(), run.err);
        }
    }
}
