//! Magic boards: different numbers of a range in a square whose rows, columns and diagonals all have the same sum.
//!
#![doc = include_str!("magic_board/help.md")]

mod picture;

use std::ops::RangeInclusive;

use crate::grid::rect::Rect;
use crate::model::{Assignment, Domain, Model, Move, ValueMap, Var};
use crate::picture::{Drawing, Picture};

use super::{
    Alias, Cells, Document, Kind, ParseError, Preset, Puzzle, Token, Violation, board, clash, draw, line, numbers,
    symmetry,
};

/// The largest side of a board that is read.
const MOST_SIZE: i64 = 32;
/// The most numbers a range may have.
const MOST_NUMBERS: usize = 4096;

pub(super) const KIND: Kind = Kind {
    name: "magic-board",
    aliases: &[Alias::same("magic-square")],
    about: "magic square: rows, columns and diagonals of different numbers have the same sum",
    page: include_str!("magic_board/help.md"),
    keys: &["numbers", "size", "sum"],
    views: &[("cell", "the number in each cell")],
    presets: &[
        Preset {
            name: "best-first",
            view: "cell",
            strategy: "backtrack:order=fullest-group,propagate=pairs,search=best-first",
            about: "as 'depth-first', but from the board with the fewest empty cells",
        },
        Preset {
            name: "depth-first",
            view: "cell",
            strategy: "backtrack:order=fullest-group,propagate=pairs",
            about: "a cell of the line with the fewest empty ones; lines with up to two of them must reach their sum",
        },
    ],
    parse: |document| Ok(vec![Box::new(MagicBoard::parse(document)?)]),
};

/// A magic square to be filled in.
#[derive(Clone, Debug, PartialEq, Eq)]
struct MagicBoard {
    grid: Rect,
    numbers: RangeInclusive<i32>,
    sum: i64,
    givens: Vec<Option<i32>>,
}

impl MagicBoard {
    fn parse(document: &Document<'_>) -> Result<Self, ParseError> {
        let rows = numbers::rows(document);
        let (size, why) = match document.integer("size", 1..=MOST_SIZE)? {
            Some(size) => (size as usize, format!(", as 'size: {size}' says")),
            None => (rows.first().map_or(0, |row| row.cells.len()), ", as many as in row 1".to_owned()),
        };
        if let Some(surplus) =
            rows.first().and_then(|row| row.cells.get(MOST_SIZE as usize)).filter(|_| size > MOST_SIZE as usize)
        {
            return Err(surplus.error(format!("at most {MOST_SIZE} cells in a row")));
        }
        if size == 0 {
            return Err(document.missing("the rows of the board, or 'size: ...' in the header"));
        }
        let grid = Rect::new(size, size);
        let numbers = numbers::numbers(document, grid.len(), MOST_NUMBERS)?;
        let sum = numbers::row_sum(document, &numbers, grid.len(), size)?;
        let mut givens: Vec<(Token<'_>, Option<i32>)> = Vec::with_capacity(grid.len());
        for row in rows.iter().take(size) {
            row.exactly(size, &why)?;
            for &cell in &row.cells {
                givens.push((cell, numbers::given(cell, &numbers)?));
            }
        }
        if !rows.is_empty() {
            numbers::exactly_rows(document, &rows, size, &why)?;
        }
        numbers::given_once(&givens)?;
        let givens =
            if givens.is_empty() { vec![None; grid.len()] } else { givens.into_iter().map(|given| given.1).collect() };
        Ok(MagicBoard { grid, numbers, sum, givens })
    }

    /// All lines with their families and numbers: `row` 1 and so on.
    fn lines(&self) -> Vec<(&'static str, usize, Vec<usize>)> {
        let size = self.grid.rows;
        let rows = (0..size).map(|row| ("row", row + 1, self.grid.row(row).collect()));
        let columns = (0..size).map(|column| ("column", column + 1, self.grid.column(column).collect()));
        let falling = ("diagonal", 1, self.grid.falling_diagonal().collect());
        let rising = ("diagonal", 2, self.grid.rising_diagonal().collect());
        rows.chain(columns).chain([falling, rising]).collect()
    }

    /// The exchanges of rows, along with the columns of the same numbers, that map each diagonal onto itself: of a row with
    /// the one as far from the other end, and of two such pairs.
    fn exchanges(&self) -> Vec<Vec<usize>> {
        let size = self.grid.rows;
        let ends = |line: usize| symmetry::exchange(size, line, size - 1 - line);
        let pairs = |line: usize| {
            let mut all = symmetry::exchange(size, line, line - 1);
            all.swap(size - 1 - line, size - line);
            all
        };
        let lines: Vec<Vec<usize>> = (0..size / 2).map(ends).chain((1..size / 2).map(pairs)).collect();
        let cells = |lines: &Vec<usize>| {
            let image = |cell| {
                let (row, column) = self.grid.place(cell);
                self.grid.cell(lines[row], lines[column])
            };
            (0..self.grid.len()).map(image).collect()
        };
        lines.iter().map(cells).collect()
    }

    fn place(&self, cell: usize) -> String {
        let (row, column) = self.grid.place(cell);
        format!("row {}, column {}", row + 1, column + 1)
    }
}

impl Puzzle for MagicBoard {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn make_model(&self, _: &str) -> Model {
        let mut model = Model::new();
        let mut cell: Vec<Var> = Vec::with_capacity(self.grid.len());
        for (index, given) in self.givens.iter().enumerate() {
            let (row, column) = self.grid.place(index);
            let domain = given.map_or_else(|| Domain::from(self.numbers.clone()), Domain::from);
            cell.push(model.var(format!("cell[{},{}]", row + 1, column + 1), domain));
        }
        model.all_different("different", cell.iter().copied());
        for (family, _, line) in self.lines() {
            model.sum_eq(family, line.into_iter().map(|index| cell[index]), self.sum);
        }
        model.declare_order("spiral", self.grid.spiral().into_iter().map(|index| cell[index]).collect());
        model
    }

    fn declare_symmetries(&self, _view: &str, model: &mut Model) {
        model.declare_symmetry("geometric", symmetry::all_of_variables(model, &self.grid.symmetries()));
        let complement = ValueMap::reversed(*self.numbers.start(), *self.numbers.end());
        model.declare_wider_symmetry("complement", [Move::of_values(self.grid.len(), complement)]);
        model.declare_wider_symmetry("lines", symmetry::all_of_variables(model, &self.exchanges()));
    }

    fn cells(&self, _view: &str, solution: &Assignment) -> Cells {
        Cells(solution.values().to_vec())
    }

    fn check(&self, cells: &Cells) -> Result<(), Violation> {
        let values = &cells.0;
        if values.len() != self.grid.len() {
            return Err(Violation(format!("there are {} numbers, not {}", values.len(), self.grid.len())));
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
        for (family, number, line) in self.lines() {
            let sum: i64 = line.iter().map(|&cell| i64::from(values[cell])).sum();
            if sum != self.sum {
                return Err(Violation(format!("{family} {number} adds up to {sum}, not {}", self.sum)));
            }
        }
        Ok(())
    }

    fn contradiction(&self) -> Option<Violation> {
        let lines = self.lines().into_iter().map(|(family, number, cells)| {
            let name = match (family, number) {
                ("diagonal", 1) => "the falling diagonal".to_owned(),
                ("diagonal", _) => "the rising diagonal".to_owned(),
                _ => format!("{family} {number}"),
            };
            (name, cells, self.sum)
        });
        clash::wrong_sum(lines, |cell| self.givens[cell])
    }

    fn drawing(&self, cells: Option<&Cells>) -> Drawing {
        let width = numbers::width([*self.numbers.start(), *self.numbers.end()]);
        let inside = |cell: usize| numbers::inside(board::value(self.givens[cell], cells, cell), width);
        draw::boxed(self.grid, |_| Some(0), inside)
    }

    fn picture(&self, cells: Option<&Cells>) -> Picture {
        picture::picture(self, cells)
    }

    fn plain(&self, cells: &Cells) -> String {
        line::plain(cells)
    }

    fn read_plain(&self, line: &str) -> Result<Cells, ParseError> {
        line::read_plain(line, self.grid.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::testing::{self, puzzle, refused, solutions};

    fn error(text: &str) -> String {
        testing::error(&KIND, text)
    }

    /// The board of the founding document.
    const BOARD: &str = "kind: magic-board\nnumbers: 5..29\nsum: 85\n
================
|__ __ __ __ 15|
|__ __ 25 17 __|
|__ 26 __  5 __|
|__ 18 __ __ 11|
|__ __ 21 __ __|
================
";
    const SOLUTION: &str = "28 24 6 12 15 13 7 25 17 23 8 26 19 5 27 20 18 14 22 11 16 10 21 29 9";

    #[test]
    fn the_published_solution_is_the_only_one() {
        let puzzle = puzzle(BOARD);
        let found: Vec<_> = solutions(puzzle.as_ref(), "cell").iter().map(|cells| puzzle.plain(cells)).collect();
        assert_eq!(found, [SOLUTION]);
        assert_eq!(puzzle.draw(None).lines().nth(1), Some("│  .  .  .  . 15 │"));
    }

    #[test]
    fn every_rule_is_checked() {
        let board = puzzle(BOARD);
        let empty = puzzle("kind: magic-board\nnumbers: 5..29\nsize: 5\n");
        let good = board.read_plain(SOLUTION).expect("25 numbers");
        let with = |puzzle: &dyn Puzzle, changes: &[(usize, i32)]| {
            let mut cells = good.clone();
            changes.iter().for_each(|&(cell, value)| cells.0[cell] = value);
            refused(puzzle, &cells)
        };
        assert_eq!(with(board.as_ref(), &[(4, 16)]), "row 1, column 5 has 16, but 15 is given");
        assert_eq!(with(board.as_ref(), &[(0, 30)]), "row 1, column 1 has 30, which is not from 5 to 29");
        assert_eq!(with(board.as_ref(), &[(0, 24)]), "24 is in row 1, column 1 and in row 1, column 2");
        assert_eq!(with(empty.as_ref(), &[(0, 13), (5, 28)]), "row 1 adds up to 70, not 85");
        assert_eq!(with(empty.as_ref(), &[(0, 24), (1, 28)]), "column 1 adds up to 81, not 85");
        // The first two columns exchanged keep rows and columns; so do the first two rows.
        let swapped: Vec<_> =
            (0..5).flat_map(|row| [(5 * row, good.0[5 * row + 1]), (5 * row + 1, good.0[5 * row])]).collect();
        let diagonal = 24 + 13 + 19 + 22 + 9;
        assert_eq!(with(empty.as_ref(), &swapped), format!("diagonal 1 adds up to {diagonal}, not 85"));
        assert_eq!(refused(empty.as_ref(), &Cells(vec![5; 24])), "there are 24 numbers, not 25");
    }

    #[test]
    fn the_second_diagonal_counts() {
        let empty = puzzle("kind: magic-board\nnumbers: 5..29\nsize: 5\n");
        let good = empty.read_plain(SOLUTION).expect("25 numbers");
        // The first two rows and the first two columns exchanged: the first diagonal stays, the second changes.
        let from = |line: usize| if line < 2 { 1 - line } else { line };
        let turned = (0..25).map(|cell| good.0[5 * from(cell / 5) + from(cell % 5)]).collect();
        assert_eq!(refused(empty.as_ref(), &Cells(turned)), "diagonal 2 adds up to 84, not 85");
    }

    #[test]
    fn small_squares_are_counted() {
        let count = |text: &str| solutions(puzzle(text).as_ref(), "cell").len();
        assert_eq!(count("kind: magic-board\nsize: 1\n"), 1);
        assert_eq!(count("kind: magic-board\nsize: 2\nsum: 5\n"), 0);
        assert_eq!(count("kind: magic-board\nsize: 3\n"), 8);
        // More numbers than cells. Around a middle of 6, two corners determine a square of 3 x 3.
        let square = |a: i32, b: i32| [a, -a - b, b, b - a, 0, a - b, -b, a + b, -a];
        let fits = |cells: [i32; 9]| (0..9).all(|i| cells[i].abs() <= 5 && !cells[..i].contains(&cells[i]));
        let expected = (-5..=5).flat_map(|a| (-5..=5).map(move |b| square(a, b))).filter(|&cells| fits(cells)).count();
        assert_eq!(count("kind: magic-board\nsize: 3\nnumbers: 1..11\nsum: 18\n"), expected);
        assert!(expected > 8);
    }

    #[test]
    fn rows_that_are_wrong() {
        let file = |header: &str, body: &str| format!("kind: magic-board\n{header}\n\n{body}\n");
        for (header, body, expected) in [
            ("sum: 15", "1 2 3\n4 5", "line 5, column 4: found 2 cells, expected 3 cells, as many as in row 1"),
            ("sum: 15", "1 2 3\n4 5 6 7", "line 5, column 7: found 4 cells, expected 3 cells, as many as in row 1"),
            ("size: 2", "1 2 3\n4 5 6", "line 4, column 5: found 3 cells, expected 2 cells, as 'size: 2' says"),
            (
                "size: 3",
                "_ _ _\n_ _ _\n_ _ _\n_ _ _",
                "line 7, column 1: found row 4, expected the end of the text after 3 rows, as 'size: 3' says",
            ),
            (
                "sum: 15",
                "_ _ _\n_ _ _",
                "line 5, column 6: found the end of the text, expected row 3 of 3, as many as in row 1",
            ),
            ("sum: 15", "_,_,_\n_,10,_\n_,_,_", "line 5, column 3: found '10', expected a number from 1 to 9 or _"),
            ("sum: 15", "_ _ _\n_ x _\n_ _ _", "line 5, column 3: found 'x', expected a number from 1 to 9 or _"),
            (
                "sum: 15",
                "5 _ _\n_ 5 _\n_ _ _",
                "line 5, column 3: found '5' again, expected each number once (line 4, column 1 has it)",
            ),
            (
                "sum: 15",
                "",
                "line 4, column 1: found the end of the text, expected the rows of the board, or 'size: ...' in the header",
            ),
            ("size: 33", "", "line 2, column 7: found '33', expected a number from 1 to 32"),
            (
                "numbers: 1..8",
                "_ _ _",
                "line 2, column 10: found '1..8', expected at least 9 numbers, one for each cell",
            ),
            (
                "numbers: 1-9",
                "_ _ _",
                "line 2, column 10: found '1-9', expected a range LOW..HIGH of at most 4096 numbers, such as 1..9",
            ),
            ("sum: many", "_ _ _", "line 2, column 6: found 'many', expected a number from -1000000000 to 1000000000"),
        ] {
            assert_eq!(error(&file(header, body)), expected);
        }
        let long = format!("{}\n", "_ ".repeat(33));
        assert_eq!(error(&file("sum: 1", &long)), "line 4, column 65: found '_', expected at most 32 cells in a row");
        assert_eq!(
            error("kind: magic-board\nsize: 3\nnumbers: 1..10\n"),
            "line 3, column 1: found no key 'sum' up to here, expected a header line 'sum: ...', because there are more numbers \
             than cells"
        );
        // Of the magic boards only those without an even share need a sum: 1 to 16 share 136 among 4 rows.
        assert_eq!(solutions(puzzle("kind: magic-board\nsize: 2\nnumbers: 0..3\n").as_ref(), "cell").len(), 0);
    }
}
