//! Contradictions that are seen without a search: a note names the position, and the answer is that there is no
//! solution.

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
    ("kind: jodici\nnumbers: 1..4\n\n1 1\n_ _\n", "1 is given 2 times, but each number comes 1 time"),
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
        "kind: sudoku\nbox: 2x2\n\n123.\n...4\n....\n....\n",
        "row 1, column 4 has no digit left: its row, column and box have all of them",
    ),
    ("kind: sudoku\nbox: 2x2\n\n2...\n...1\n.1..\n....\n", "row 1 has no cell left for 1"),
    (
        "kind: sudoku\nbox: 2x2\nsymbols: A-D\n\nA.A.\n....\n....\n....\n",
        "row 1 has A twice, in row 1, column 1 and row 1, column 3",
    ),
    ("kind: magic-board\nsize: 3\nsum: 5\n", "row 1 adds up to at least 6, not 5"),
    ("kind: magic-board\nsize: 3\n\n1 2 _\n_ _ _\n_ _ _\n", "row 1 adds up to at most 12, not 15"),
    ("kind: magic-board\nsize: 3\n\n3 _ 4\n_ _ _\n_ 8 _\n", "row 1 needs 8 in its open cell, but 8 is given elsewhere"),
    (
        "kind: magic-board\nsize: 3\n\n2 _ _\n_ 5 _\n_ _ 7\n",
        "row 3 needs 8 in its two open cells, but no two numbers left add up to that",
    ),
    ("kind: magic-board\nsize: 3\nsum: 16\n", "3 rows of 16 make 48, but all numbers make 45"),
    (
        "kind: magic-board\nsize: 3\nsum: 16\nnumbers: 1..10\n",
        "the middle is a third of the sum, but 16 is no multiple of 3",
    ),
    ("kind: magic-board\nsize: 2\n", "row 1 and column 1 need the same number in row 1, column 2 and row 2, column 1"),
    ("kind: hexagon\norder: 3\nsum: 60\n", "row 1 adds up to at most 54, not 60"),
    ("kind: hexagon\norder: 3\nsum: 40\n", "5 rows of 40 make 200, but all numbers make 190"),
    (
        "kind: hexagon\norder: 2\nnumbers: 1..8\nsum: 11\n",
        "row 1 and left diagonal 1 need the same number in row 1, cell 2 and row 2, cell 1",
    ),
    ("kind: jodici\nnumbers: 1..4\n\n1 _\n2 _\n", "sector 1 adds up to 3, not 5"),
    (
        "kind: hidoku\nneighbours: 4\n\n1 _ _\n_ _ 3\n_ _ _\n",
        "1 at row 1, column 1 is 3 steps from 3 at row 2, column 3, expected at most 2",
    ),
    (
        "kind: numbrix\n\n1 _ _\n4 _ _\n_ _ 8\n",
        "4 at row 2, column 1 and 8 at row 3, column 3 are an odd number of steps apart to the sides",
    ),
    (
        "kind: numbrix\n\n_ 1 _\n_ _ _\n_ _ _\n",
        "the odd numbers need 5 cells of one chessboard colour, but with 1 at row 1, column 2 they have 4",
    ),
    (
        "kind: numbrix\n\n_ # _\n_ _ _\n_ # _\n",
        "a path alternates between chessboard colours, but there are 5 and 2 cells",
    ),
    ("kind: hidoku\n\n_ # _\n", "the board falls apart: no steps lead from row 1, column 1 to row 1, column 3"),
    (
        "kind: hidoku\n\n_ # _\n# _ #\n_ # _\n",
        "row 1, column 1 and row 1, column 3 and row 3, column 1 have one neighbour each, but a path has two ends",
    ),
    ("kind: hidoku\n\n2 _ _\n", "row 1, column 1 has one neighbour, so it holds 1 or 3, but 2 is given"),
    ("kind: hidoku\n\n1 5 _\n7 6 _\n_ _ 3\n", "no open cells lead from 1 at row 1, column 1 to 3 at row 3, column 3"),
    ("kind: hidoku\n\n_ 1 2 3\n# # 5 4\n", "no open cell is near enough to the givens for 6"),
    (
        "kind: equation\nnumbers: 1..9\n\n_ + _ = 19\n+   -\n_ + _ = _\n=   =\n_   _\n",
        "row 1 comes to at most 18, not 19",
    ),
    (
        "kind: equation\nnumbers: -3..2\n\n_ * _ = -7\n+   -\n_ - _ = _\n=   =\n_   _\n",
        "row 1 comes to at least -6, not -7",
    ),
    ("kind: equation\nnumbers: 2..9\n\n_ * _ = 11\n=   =\n_   _\n", "row 1 comes to 11 with no numbers from 2 to 9"),
    ("kind: equation\nnumbers: 2..9\n\n_ * 4 = 11\n=   =\n_   _\n", "row 1 comes to 11 with no numbers from 2 to 9"),
    ("kind: equation\nnumbers: 2..9\n\n_ = 3\n=\n4\n", "row 1, column 1 has to be 3 by row 1, but 4 by column 1"),
    (
        "kind: equation\nnumbers: 1..9\n\n_ + _ = 9\n+   +\n_ + _ = 9\n=   =\n9   8\n",
        "the rows add up to 18 in all, but the columns to 17",
    ),
    ("kind: star-battle\nregions: none\nsize: 2\n", "rows 1 to 2 need 2 stars, but more than 1 would touch"),
    (
        "kind: star-battle\n\naabb\ncccc\ncccd\ncccc\n",
        "2 whole regions lie in row 1, but each needs as many stars as each row",
    ),
    (
        "kind: star-battle\n\naaaa\naaaa\nabcd\nabcd\n",
        "only 1 region reaches into rows 1 to 2, but each needs as many stars as each row",
    ),
    ("kind: disks\n\n1100\n1010\n", "disks 1 and 2 overlap however they are turned"),
    (
        "kind: dissection\ncolours: no\n\nx_x\nxxx\nxxx\n===\nxx\n===\nxx\n===\nxx\n===\nxx\n",
        "coloured as a chessboard, the board has 5 and 3 squares, which no stones balance",
    ),
    ("kind: dissection\ncolours: no\n\nxx_x\nxx__\n===\nxx\nx_\n===\nxx\n", "no stone can cover row 1, column 4"),
    (
        "kind: dissection\ncolours: no\n\nxxx__xxx\n===\nxx\n===\nxx\n===\nxx\n",
        "the part of the board at row 1, column 1 has 3 squares, which no stones have in all",
    ),
    (
        "kind: seating\ntable: row\nguests: A B C\n\nno two of A B C are neighbours\n",
        "no two of 3 guests may be neighbours, but 3 seats have room for 2 of them",
    ),
    (
        "kind: seating\ntable: round\nguests: A B C D\n\nA not next to B or C\n",
        "A may sit next to 1 guest, but has at least 2 neighbours",
    ),
    (
        "kind: seating\ntable: row\nguests: A B C\n\nA at 1\nB at 3\nA next to B\n",
        "A has to sit next to B, but their seats are no neighbours",
    ),
    (
        "kind: seating\ntable: row\nguests: A B C\n\nA at 1\nB at 2\nA not next to B\n",
        "A and B must not be neighbours, but have no other seats",
    ),
    (
        "kind: seating\ntable: row\nguests: A B C\n\n\
         no two of A B are neighbours\nA not at 2\nB not at 2\nC not at 2\n",
        "the rules leave nobody for seat 2",
    ),
    (
        "kind: seating\ntable: round\nguests: A B C D\n\nA next to B\nB next to C\nC next to A\n",
        "A and C and B would sit in a closed ring of their own",
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
fn every_command_that_reads_a_puzzle_says_why() {
    let text = "kind: sudoku\nbox: 2x2\n\n1.1.\n....\n....\n....\n";
    let why = "has no solution: row 1 has 1 twice, in row 1, column 1 and row 1, column 3";
    let commands = [
        "solve - --quiet",
        "count -",
        "show -",
        "draw -",
        "export -",
        "export - --format mps",
        "compare - --strategies backtrack",
    ];
    for command in commands {
        let run = fed(command, text.as_bytes());
        assert_eq!((run.code, run.err.as_str()), (0, &*format!("cnfab: note: '<stdin>' {why}\n")), "{command}");
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
