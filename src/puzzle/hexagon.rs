//! Magic hexagons: each number of a range once, and every row and diagonal adds up to the same sum.
//!
#![doc = include_str!("hexagon/help.md")]

mod picture;

use std::ops::RangeInclusive;

use crate::grid::hex::Hex;
use crate::model::{Assignment, Domain, Model, Move, ValueMap, Var};
use crate::picture::{Drawing, Look, Picture};

use super::{
    Alias, Cells, Document, Kind, ParseError, Preset, Puzzle, Token, Violation, board, clash, line, numbers, symmetry,
    text,
};

/// The largest order that is read.
const MOST_ORDER: i64 = 10;
/// The most numbers a range may have.
const MOST_NUMBERS: usize = 1024;

pub(super) const KIND: Kind = Kind {
    name: "hexagon",
    aliases: &[Alias::same("magic-hexagon")],
    about: "magic hexagon: every row and diagonal of different numbers has the same sum",
    page: include_str!("hexagon/help.md"),
    keys: &["numbers", "order", "sum"],
    views: &[("cell", "the number in each cell")],
    presets: &[
        Preset {
            name: "annealing",
            view: "cell",
            strategy: "anneal",
            about: "swaps two numbers, more seldom for the worse as time goes by; finds or gives up",
        },
        Preset {
            name: "rows",
            view: "cell",
            strategy: "backtrack:order=input,propagate=check",
            about: "row after row, every number; a line is checked when it is full",
        },
        Preset {
            name: "spiral",
            view: "cell",
            strategy: "backtrack:order=spiral,propagate=check",
            about: "as 'rows', but from the rim to the middle",
        },
    ],
    parse: |document| Ok(vec![Box::new(Hexagon::parse(document)?)]),
};

/// A magic hexagon to be filled in.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Hexagon {
    hex: Hex,
    numbers: RangeInclusive<i32>,
    sum: i64,
    givens: Vec<Option<i32>>,
}

impl Hexagon {
    fn parse(document: &Document<'_>) -> Result<Self, ParseError> {
        document.need("order")?;
        let order = document.integer("order", 1..=MOST_ORDER)?.expect("the key is there");
        let hex = Hex::new(order as usize);
        let numbers = numbers::numbers(document, hex.len(), MOST_NUMBERS)?;
        let sum = numbers::row_sum(document, &numbers, hex.len(), hex.rows())?;
        let givens = read_rows(document, hex, &numbers)?;
        Ok(Hexagon { hex, numbers, sum, givens })
    }

    /// All lines with the names they have in messages: `row 1`, `left diagonal 1`, `right diagonal 1`.
    fn lines(&self) -> impl Iterator<Item = (String, Vec<usize>)> {
        let (hex, count) = (self.hex, self.hex.rows());
        let rows = (0..count).map(move |i| (format!("row {}", i + 1), hex.row(i)));
        let left = (0..count).map(move |i| (format!("left diagonal {}", i + 1), hex.left_diagonal(i)));
        let right = (0..count).map(move |i| (format!("right diagonal {}", i + 1), hex.right_diagonal(i)));
        rows.chain(left).chain(right)
    }

    /// A cell as `row 2, cell 3`.
    fn place(&self, cell: usize) -> String {
        let (row, at) = (0..self.hex.rows())
            .find_map(|row| self.hex.row(row).iter().position(|&other| other == cell).map(|at| (row, at)))
            .expect("every cell is in a row");
        format!("row {}, cell {}", row + 1, at + 1)
    }
}

/// The givens in reading order; none if there is no body.
fn read_rows(document: &Document<'_>, hex: Hex, numbers: &RangeInclusive<i32>) -> Result<Vec<Option<i32>>, ParseError> {
    let mut givens: Vec<(Token<'_>, Option<i32>)> = Vec::new();
    let mut row = 0;
    for &(line, text) in document.body().iter().filter(|(_, text)| !text.trim().is_empty()) {
        if row == hex.rows() {
            let expected = format!("the end of the text after {}", text::count(hex.rows(), "row"));
            return Err(ParseError::new(line, 1, format!("row {}", row + 1), expected));
        }
        let trimmed = text.trim();
        let dotted = trimmed.contains('.') && trimmed.len() > 1 && !trimmed.contains(char::is_whitespace);
        let cells =
            if dotted { text::pieces(line, text, |c| c == '.' || c.is_whitespace()) } else { text::tokens(line, text) };
        text::exactly(&cells, hex.row_len(row), (line, text), &format!(" in row {}", row + 1))?;
        for cell in cells {
            let named = dotted && cell.text.chars().all(char::is_alphabetic);
            givens.push((cell, if named { None } else { numbers::given(cell, numbers)? }));
        }
        row += 1;
    }
    if row == 0 {
        return Ok(vec![None; hex.len()]);
    }
    if row < hex.rows() {
        return Err(document.missing(format!("row {} of {}", row + 1, hex.rows())));
    }
    numbers::given_once(&givens)?;
    Ok(givens.into_iter().map(|(_, value)| value).collect())
}

impl Puzzle for Hexagon {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn make_model(&self, _: &str) -> Model {
        let mut model = Model::new();
        let mut cell: Vec<Var> = Vec::with_capacity(self.hex.len());
        for row in 0..self.hex.rows() {
            for at in 0..self.hex.row_len(row) {
                let domain = match self.givens[cell.len()] {
                    Some(value) => Domain::from(value),
                    None => Domain::from(self.numbers.clone()),
                };
                cell.push(model.var(format!("cell[{},{}]", row + 1, at + 1), domain));
            }
        }
        model.all_different("different", cell.iter().copied());
        for (_, line) in self.lines() {
            model.sum_eq("line", line.into_iter().map(|index| cell[index]), self.sum);
        }
        model.declare_order("spiral", self.hex.spiral().into_iter().map(|index| cell[index]).collect());
        model
    }

    fn declare_symmetries(&self, _view: &str, model: &mut Model) {
        model.declare_symmetry("geometric", symmetry::all_of_variables(model, &self.hex.symmetries()));
        let complement = ValueMap::reversed(*self.numbers.start(), *self.numbers.end());
        model.declare_wider_symmetry("complement", [Move::of_values(self.hex.len(), complement)]);
    }

    fn cells(&self, _view: &str, solution: &Assignment) -> Cells {
        Cells(solution.values().to_vec())
    }

    fn check(&self, cells: &Cells) -> Result<(), Violation> {
        let values = &cells.0;
        if values.len() != self.hex.len() {
            return Err(Violation(format!("there are {} numbers, not {}", values.len(), self.hex.len())));
        }
        for (cell, &value) in values.iter().enumerate() {
            if !self.numbers.contains(&value) {
                let (low, high) = (self.numbers.start(), self.numbers.end());
                return Err(Violation(format!("{} has {value}, which is not from {low} to {high}", self.place(cell))));
            }
            if let Some(given) = self.givens[cell].filter(|&given| given != value) {
                return Err(Violation(format!("{} has {value}, but {given} is given", self.place(cell))));
            }
            if let Some(first) = values[..cell].iter().position(|&other| other == value) {
                return Err(Violation(format!("{value} is in {} and in {}", self.place(first), self.place(cell))));
            }
        }
        for (name, line) in self.lines() {
            let sum: i64 = line.iter().map(|&cell| i64::from(values[cell])).sum();
            if sum != self.sum {
                return Err(Violation(format!("{name} adds up to {sum}, not {}", self.sum)));
            }
        }
        Ok(())
    }

    fn contradiction(&self) -> Option<Violation> {
        let lines = self.lines().map(|(name, cells)| (name, cells, self.sum));
        clash::wrong_sum(lines, |cell| self.givens[cell])
    }

    fn drawing(&self, cells: Option<&Cells>) -> Drawing {
        let width = numbers::width([*self.numbers.start(), *self.numbers.end()]);
        // Neighbours in a row stand an even number of columns apart, so that rows can be shifted by half of it.
        let apart = (width + 2).next_multiple_of(2);
        let mut out = Drawing::default();
        for row in 0..self.hex.rows() {
            let shift = (self.hex.rows() - self.hex.row_len(row)) * apart / 2;
            let mut line = vec![(' ', Look::default()); shift];
            for cell in self.hex.row(row) {
                let inside = numbers::inside(board::value(self.givens[cell], cells, cell), width);
                line.extend(format!("{:<apart$}", inside.text).chars().map(|c| (c, inside.look)));
            }
            out.push_line(&line);
        }
        out
    }

    fn picture(&self, cells: Option<&Cells>) -> Picture {
        picture::picture(self, cells)
    }

    fn plain(&self, cells: &Cells) -> String {
        line::plain(cells)
    }

    fn read_plain(&self, line: &str) -> Result<Cells, ParseError> {
        line::read_plain(line, self.hex.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::testing::{self, puzzle, refused, solutions};

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
        assert_eq!(refused(puzzle.as_ref(), &Cells(vec![1; 18])), "there are 18 numbers, not 19");
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

    /// Fillings of order 2 by different numbers of 0..12 in which rows and left diagonals add up to 12.
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
        let drawn = puzzle("kind: hexagon\norder: 3\nnumbers: -9..9\n\n-9 . .\n. . . .\n. . . . 0\n. . . .\n. . 9\n")
            .draw(None);
        assert_eq!(drawn, "    -9   .   .\n   .   .   .   .\n .   .   .   .   0\n   .   .   .   .\n     .   .   9\n");
        assert_eq!(
            error("kind: hexagon\norder: 2\n"),
            "line 2, column 1: found no key 'sum' up to here, expected a header line 'sum: ...', because the numbers add up \
             to 28, which 3 rows cannot share"
        );
        assert!(
            error("kind: hexagon\norder: 2\nnumbers: 1..8\n").ends_with("because there are more numbers than cells")
        );
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
            ("1 2\n3 8 5\n6 7", "line 6, column 3: found '8', expected a number from 1 to 7 or _"),
            ("1 2\n3 a 5\n6 7", "line 6, column 3: found 'a', expected a number from 1 to 7 or _"),
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

    /// Values tried in an order of the cells when a line is looked at only once it is full, and solutions.
    fn tried(order: &[usize]) -> (u64, u64) {
        struct Search<'a> {
            order: &'a [usize],
            closes: Vec<Vec<Vec<usize>>>,
            values: [u32; 19],
            used: u32,
            tried: u64,
            found: u64,
        }
        impl Search<'_> {
            fn place(&mut self, depth: usize) {
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
                        self.place(depth + 1);
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
        let mut search = Search { order, closes, values: [0; 19], used: 0, tried: 0, found: 0 };
        search.place(0);
        (search.tried, search.found)
    }

    /// The published figure for trying all values in spiral order and looking at full lines.
    #[test]
    fn the_spiral_takes_9_186_487_nodes_to_all_twelve() {
        let puzzle = Hexagon { hex: Hex::new(3), numbers: 1..=19, sum: 38, givens: vec![None; 19] };
        let model = puzzle.make_model("cell");
        let (name, order) = &model.orders()[0];
        assert_eq!(*name, "spiral");
        let order: Vec<usize> = order.iter().map(|var| var.index()).collect();
        assert_eq!(tried(&order), (9_186_487, 12));
    }
}
