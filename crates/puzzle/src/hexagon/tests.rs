//! Tests magic hexagons: texts, rules, views and drawings.

use crate::grid::hex::Hex;
use crate::testing::{self, ShapeCounts, instances, puzzle, refused, solutions};
use crate::{Cells, Problem};

use super::{Hexagon, KIND};

fn error(text: &str) -> String {
    testing::error(&KIND, text)
}

const ARISTOTLE: &str = "3 17 18 19 7 1 11 16 2 5 6 9 12 4 8 14 10 13 15";

#[test]
fn aristotle_is_accepted_and_nothing_else() {
    let puzzle = &puzzle("kind: hexagon\norder: 3\n\n..3.17.c..\n.d.e.f.g.\nh.i.j.k.l\n.m.n.o.p.\n..q.r.15..\n");
    let good = puzzle.read_plain(ARISTOTLE).expect("19 numbers");
    assert_eq!(puzzle.check(&good), Ok(()));
    assert_eq!(puzzle.plain(&good), ARISTOTLE);
    assert_eq!(solutions(puzzle.as_ref(), "cell"), std::slice::from_ref(&good));
    let with = |changes: &[(usize, i32)]| {
        let mut cells = good.clone();
        changes.iter().for_each(|&(cell, value)| cells.0[cell] = value);
        refused(puzzle.as_ref(), &cells)
    };
    assert_eq!(with(&[(0, 4)]), "row 1, cell 1 has 4, but 3 is given");
    assert_eq!(with(&[(4, 20)]), "row 2, cell 2 has 20, which is not from 1 to 19");
    assert_eq!(with(&[(4, 0)]), "row 2, cell 2 has 0, which is not from 1 to 19");
    assert_eq!(with(&[(4, 3)]), "3 is in row 1, cell 1 and in row 2, cell 2");
    assert_eq!(with(&[(2, 7), (4, 18)]), "row 1 adds up to 27, not 38");
    assert_eq!(with(&[(3, 7), (4, 19)]), "left diagonal 1 adds up to 26, not 38");
    assert_eq!(refused(puzzle.as_ref(), &Cells(vec![1; 18])), "the solution has 18 numbers, not 19");
}

#[test]
fn a_broken_right_diagonal_is_found() {
    let puzzle = &puzzle("kind: hexagon\norder: 2\nnumbers: 0..12\nsum: 12\n");
    for cells in all_rows_and_left_diagonals() {
        let message = puzzle.check(&cells).map_err(|violation| violation.to_string());
        let right = |number| Hex::new(2).right_diagonal(number).iter().map(|&cell| cells.0[cell]).sum::<i32>();
        match (0..3).find(|&number| right(number) != 12) {
            Some(number) => {
                let expected = format!("right diagonal {} adds up to {}, not 12", number + 1, right(number));
                assert_eq!(message, Err(expected));
            }
            None => assert_eq!(message, Ok(())),
        }
    }
}

/// Enumerates the fillings of order 2 by different numbers of 0..12 whose rows and left diagonals add up to 12.
fn all_rows_and_left_diagonals() -> Vec<Cells> {
    let mut found = Vec::new();
    for (a, c, d) in (0..13).flat_map(|a| (0..13).flat_map(move |c| (0..13).map(move |d| (a, c, d)))) {
        // a b / c d e / f g: rows ab, cde, fg; left diagonals ac, bdf, eg.
        let (b, e) = (12 - a, 12 - c - d);
        let f = 12 - b - d;
        let g = 12 - f;
        let values = vec![a, b, c, d, e, f, g];
        let distinct = (0..7).all(|i| values[..i].iter().all(|&other| other != values[i]));
        if a + c == 12 && e + g == 12 && values.iter().all(|value| (0..13).contains(value)) && distinct {
            found.push(Cells(values));
        }
    }
    found
}

#[test]
fn defaults_of_range_and_sum() {
    let drawn =
        puzzle("kind: hexagon\norder: 3\nnumbers: -9..9\n\n-9 . .\n. . . .\n. . . . 0\n. . . .\n. . 9\n").draw(None);
    assert_eq!(drawn, "    -9   .   .\n   .   .   .   .\n .   .   .   .   0\n   .   .   .   .\n     .   .   9\n");
    assert_eq!(
        error("kind: hexagon\norder: 2\n"),
        "line 2, column 1: found no key 'sum' up to here, expected a header line 'sum: ...', because the numbers add \
         up to 28, which 3 rows cannot share"
    );
    assert!(error("kind: hexagon\norder: 2\nnumbers: 1..8\n").ends_with("because there are more numbers than cells"));
    assert_eq!(
        error("kind: hexagon\norder: 2\nnumbers: 1..6\nsum: 9\n"),
        "line 3, column 10: found '1..6', expected at least 7 numbers, one for each cell"
    );
    assert!(solutions(puzzle("kind: hexagon\norder: 2\nsum: 12\n").as_ref(), "cell").is_empty());
}

#[test]
fn rows_that_are_wrong() {
    let file = |body: &str| format!("kind: hexagon\norder: 2\nsum: 9\n\n{body}\n");
    for (body, expected) in [
        ("1 2\n3 4", "line 6, column 4: found 2 cells, expected 3 cells in row 2"),
        ("1 2\n3 4 5 6", "line 6, column 7: found 4 cells, expected 3 cells in row 2"),
        ("1 2\n3 4 5", "line 6, column 6: found the end of the text, expected row 3 of 3"),
        ("1 2\n3 4 5\n_ _\n_", "line 8, column 1: found row 4, expected the end of the text after 3 rows"),
        ("1 2\n3 8 5\n6 7", "line 6, column 3: found '8', expected a number from 1 to 7, _, . or ?"),
        ("1 2\n3 a 5\n6 7", "line 6, column 3: found 'a', expected a number from 1 to 7, _, . or ?"),
        (
            ".1.2.\n3.a.1\n.b.c.",
            "line 6, column 5: found '1' again, expected each number once (line 5, column 2 has it)",
        ),
    ] {
        assert_eq!(error(&file(body)), expected);
    }
    for order in ["0", "11", "x", "-1", "99999999999999999999"] {
        let found = error(&format!("kind: hexagon\norder: {order}\n"));
        assert_eq!(found, format!("line 2, column 8: found '{order}', expected a number from 1 to 10"));
    }
    let expected = "line 1, column 1: found no key 'order' up to here, expected a header line 'order: ...'";
    assert_eq!(error("kind: hexagon\n"), expected);
}

#[test]
fn solutions_that_cannot_be_read() {
    let puzzle = &puzzle("kind: hexagon\norder: 3\n");
    let error = |line: &str| puzzle.read_plain(line).expect_err("wrong").to_string();
    assert_eq!(error("1 2 x"), "line 1, column 5: found 'x', expected a number from -2147483648 to 2147483647");
    assert_eq!(error("1 2"), "line 1, column 4: found the end of the line after 2 numbers, expected 19 numbers");
    let column = ARISTOTLE.len() + 2;
    assert_eq!(
        error(&format!("{ARISTOTLE} 2")),
        format!("line 1, column {column}: found '2', expected the end of the line after 19 numbers")
    );
}

/// Counts the values tried and the solutions of a search in an order of the cells that tests lines when complete.
fn tried(order: &[usize]) -> (u64, u64) {
    struct SpiralSearch<'a> {
        order: &'a [usize],
        closes: Vec<Vec<Vec<usize>>>,
        values: [u32; 19],
        used: u32,
        tried: u64,
        found: u64,
    }
    impl SpiralSearch<'_> {
        fn assign(&mut self, depth: usize) {
            if depth == 19 {
                self.found += 1;
                return;
            }
            for value in (1..=19).filter(|value| self.used >> value & 1 == 0).collect::<Vec<_>>() {
                self.tried += 1;
                self.values[self.order[depth]] = value;
                let lines = &self.closes[depth];
                if lines.iter().all(|line| line.iter().map(|&cell| self.values[cell]).sum::<u32>() == 38) {
                    self.used |= 1 << value;
                    self.assign(depth + 1);
                    self.used &= !(1 << value);
                }
            }
        }
    }
    let hexagon = Hexagon { hex: Hex::new(3), numbers: 1..=19, sum: 38, givens: vec![None; 19] };
    let mut closes = vec![Vec::new(); 19];
    for (_, line) in hexagon.lines() {
        let last = order.iter().rposition(|cell| line.contains(cell)).expect("a cell of the line");
        closes[last].push(line);
    }
    let mut search = SpiralSearch { order, closes, values: [0; 19], used: 0, tried: 0, found: 0 };
    search.assign(0);
    (search.tried, search.found)
}

/// Reproduces the published node count of search in spiral order that tests complete lines.
#[test]
fn the_spiral_takes_9_186_487_nodes_to_all_twelve() {
    let puzzle = Hexagon { hex: Hex::new(3), numbers: 1..=19, sum: 38, givens: vec![None; 19] };
    let model = puzzle.make_model("cell");
    let (name, order) = &model.orders()[0];
    assert_eq!(*name, "spiral");
    let order: Vec<usize> = order[0].vars.iter().map(|var| var.index()).collect();
    assert_eq!(tried(&order), (9_186_487, 12));
}

#[test]
fn pictures_have_a_hexagon_for_each_cell() {
    for (_, puzzle) in instances(&KIND) {
        let shapes = ShapeCounts::of(puzzle.as_ref(), None);
        assert_eq!(shapes.count("polygon cell"), puzzle.make_model("cell").shown().len());
    }
    let puzzle = puzzle("kind: hexagon\norder: 3\n");
    let cells = puzzle.read_plain(ARISTOTLE).expect("19 numbers");
    assert_eq!(ShapeCounts::of(puzzle.as_ref(), Some(&cells)).filled(), 19);
}
