//! Sudoku with boxes of any size: each digit once in every row, column and box.
//!
#![doc = include_str!("help.md")]

mod notation;
mod picture;
mod read;
mod symmetries;

use crate::grid::rect::Rect;
use crate::model::{Assignment, Domain, Model, Relation, Var};
use crate::picture::{Drawing, Picture};
use std::sync::{Arc, OnceLock};

use super::draw::Inside;
use super::{Alias, Cells, Kind, ParseError, Preset, Puzzle, Violation, board, clash, draw, numbers};
use notation::Notation;

pub(super) const KIND: Kind = Kind {
    name: "sudoku",
    aliases: &[Alias::same("sudokus")],
    about: "each digit once in every row, column and box; boxes of any size",
    page: include_str!("help.md"),
    keys: &["box", "symbols"],
    views: &[("cell", "the digit in each cell"), ("row-digit", "the column of each digit in each row")],
    presets: &[
        Preset {
            name: "fewest-candidates",
            view: "cell",
            strategy: "backtrack:order=fewest-candidates,propagate=forward",
            about: "the cell with the fewest candidates first; a digit goes from the cells that see it",
        },
        Preset {
            name: "sorted",
            view: "cell",
            strategy: "backtrack:order=input,values=ascending,propagate=forward",
            about: "cell after cell, small digits first: solutions come in sorted order",
        },
    ],
    parse: |document| {
        let puzzles = read::read(document)?;
        Ok(puzzles.into_iter().map(|puzzle| Box::new(puzzle) as Box<dyn Puzzle>).collect())
    },
};

/// The size of a box. A Sudoku has as many rows, columns and digits as a box has cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Shape {
    rows: usize,
    columns: usize,
}

impl Shape {
    /// Number of rows, of columns, of boxes and of digits.
    fn size(self) -> usize {
        self.rows * self.columns
    }

    fn grid(self) -> Rect {
        Rect::new(self.size(), self.size())
    }

    /// The box of a cell, from 0 in reading order.
    fn box_of(self, cell: usize) -> usize {
        let (row, column) = self.grid().place(cell);
        row / self.rows * self.rows + column / self.columns
    }

    /// The cells of a box.
    fn cells(self, number: usize) -> Vec<usize> {
        let (down, right) = (number / self.rows * self.rows, number % self.rows * self.columns);
        self.grid().window(down, right, self.rows, self.columns)
    }
}

/// One Sudoku.
#[derive(Clone, Debug)]
struct Sudoku {
    shape: Shape,
    notation: Notation,
    /// The digit given in each cell; 0 for none.
    givens: Vec<u8>,
    /// The model by cells without givens; shared by the puzzles of a text, which differ in domains only.
    empty: Arc<OnceLock<Model>>,
}

impl Sudoku {
    fn given(&self, cell: usize) -> Option<i32> {
        match self.givens[cell] {
            0 => None,
            digit => Some(i32::from(digit)),
        }
    }

    /// The rows, columns and boxes.
    fn groups(&self) -> impl Iterator<Item = (String, Vec<usize>)> {
        let (shape, grid) = (self.shape, self.shape.grid());
        let all = 0..shape.size();
        let rows = all.clone().map(move |row| (format!("row {}", row + 1), grid.row(row).collect()));
        let columns = all.clone().map(move |column| (format!("column {}", column + 1), grid.column(column).collect()));
        let boxes = all.map(move |number| (format!("box {}", number + 1), shape.cells(number)));
        rows.chain(columns).chain(boxes)
    }

    /// Whether a row, a column or a box has a digit twice: told without names, since most puzzles of a batch are fine.
    fn has_twice(&self) -> bool {
        let size = self.shape.size();
        let mut seen = vec![0_u64; 3 * size];
        let mut twice = false;
        for (cell, &digit) in self.givens.iter().enumerate().filter(|(_, digit)| **digit > 0) {
            let (row, column) = self.shape.grid().place(cell);
            for group in [row, size + column, 2 * size + self.shape.box_of(cell)] {
                let bit = 1 << (digit - 1);
                twice |= seen[group] & bit != 0;
                seen[group] |= bit;
            }
        }
        twice
    }

    /// One variable per cell, whose value is its digit.
    fn cell_model(&self) -> Model {
        let empty = self.empty.get_or_init(|| self.empty_cell_model());
        let domain = |index: usize| match self.given(index) {
            Some(digit) => Domain::from(digit),
            None => Domain::from(1..=self.shape.size() as i32),
        };
        empty.with_domains((0..self.givens.len()).map(domain).collect())
    }

    fn empty_cell_model(&self) -> Model {
        let (shape, grid) = (self.shape, self.shape.grid());
        let mut model = Model::new();
        let mut cell: Vec<Var> = Vec::with_capacity(grid.len());
        for index in 0..grid.len() {
            let (row, column) = grid.place(index);
            cell.push(model.var(format!("cell[{},{}]", row + 1, column + 1), 1..=shape.size() as i32));
        }
        for row in 0..shape.size() {
            model.all_different("row", grid.row(row).map(|index| cell[index]));
        }
        for column in 0..shape.size() {
            model.all_different("column", grid.column(column).map(|index| cell[index]));
        }
        for number in 0..shape.size() {
            model.all_different("box", shape.cells(number).into_iter().map(|index| cell[index]));
        }
        model
    }

    /// One variable per row and digit, whose value is the digit's column. The box rule: in two rows of one band, a digit is
    /// in columns of different stacks.
    fn row_digit_model(&self) -> Model {
        let (shape, grid) = (self.shape, self.shape.grid());
        let size = shape.size();
        let mut model = Model::new();
        let mut place: Vec<Var> = Vec::with_capacity(grid.len());
        for row in 0..size {
            for digit in 1..=size as i32 {
                let mut domain = Domain::from(1..=size as i32);
                for column in grid.row(row).filter(|&index| self.given(index) == Some(digit)) {
                    domain.retain(|value| value as usize == grid.place(column).1 + 1);
                }
                place.push(model.var(format!("column[{},{}]", row + 1, digit), domain));
            }
        }
        let at = |row: usize, digit: usize| place[row * size + digit];
        for row in 0..size {
            model.all_different("row", (0..size).map(|digit| at(row, digit)));
        }
        for digit in 0..size {
            model.all_different("column", (0..size).map(|row| at(row, digit)));
        }
        let columns = 1..=size as i32;
        let stack = |column: i32| (column - 1) / shape.columns as i32;
        let pairs = columns.clone().flat_map(|a| columns.clone().map(move |b| [a, b]));
        let apart = Arc::new(Relation::new(2, pairs.filter(|&[a, b]| stack(a) != stack(b))));
        for first in 0..size {
            let band_end = (first / shape.rows + 1) * shape.rows;
            for second in first + 1..band_end {
                for digit in 0..size {
                    model.table("box", [at(first, digit), at(second, digit)], &apart);
                }
            }
        }
        model
    }
}

impl Puzzle for Sudoku {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn make_model(&self, view: &str) -> Model {
        match view {
            "cell" => self.cell_model(),
            "row-digit" => self.row_digit_model(),
            _ => panic!("'{view}' is no view of a Sudoku"),
        }
    }

    fn declare_symmetries(&self, view: &str, model: &mut Model) {
        symmetries::declare(self.shape, view, model);
    }

    fn cells(&self, view: &str, solution: &Assignment) -> Cells {
        if view == "cell" {
            return Cells(solution.values().to_vec());
        }
        let size = self.shape.size();
        let mut digits = vec![0; size * size];
        for (index, &column) in solution.values().iter().enumerate() {
            let (row, digit) = (index / size, index % size);
            digits[row * size + column as usize - 1] = digit as i32 + 1;
        }
        Cells(digits)
    }

    fn check(&self, cells: &Cells) -> Result<(), Violation> {
        let (shape, grid, digits) = (self.shape, self.shape.grid(), &cells.0);
        if digits.len() != grid.len() {
            return Err(Violation(format!("there are {} digits, not {}", digits.len(), grid.len())));
        }
        let name = |index: usize| {
            let (row, column) = grid.place(index);
            format!("row {}, column {}", row + 1, column + 1)
        };
        for (index, &digit) in digits.iter().enumerate() {
            if digit < 1 || digit > shape.size() as i32 {
                return Err(Violation(format!("{} has {digit}, which is not from 1 to {}", name(index), shape.size())));
            }
            if let Some(given) = self.given(index).filter(|&given| given != digit) {
                let (digit, given) = (self.notation.text(digit), self.notation.text(given));
                return Err(Violation(format!("{} has {digit}, but {given} is given", name(index))));
            }
        }
        // Where each digit was seen last, per unit; a unit is a row, a column or a box.
        let mut seen = vec![[None; 3]; shape.size() * shape.size()];
        for (index, &digit) in digits.iter().enumerate() {
            let (row, column) = grid.place(index);
            for (unit, (what, number)) in
                [("row", row), ("column", column), ("box", shape.box_of(index))].iter().enumerate()
            {
                let last = &mut seen[number * shape.size() + digit as usize - 1][unit];
                if let Some(other) = last.replace(index) {
                    let (other, this) = (name(other), name(index));
                    let digit = self.notation.text(digit);
                    return Err(Violation(format!(
                        "{what} {} has {digit} twice: in {other} and in {this}",
                        number + 1
                    )));
                }
            }
        }
        Ok(())
    }

    fn contradiction(&self) -> Option<Violation> {
        if !self.has_twice() {
            return None;
        }
        let place = |cell: usize| {
            let (row, column) = self.shape.grid().place(cell);
            format!("row {}, column {}", row + 1, column + 1)
        };
        clash::twice(self.groups(), |cell| self.given(cell), place)
    }

    fn drawing(&self, cells: Option<&Cells>) -> Drawing {
        let width = self.notation.width();
        let inside = |index: usize| match board::value(self.given(index), cells, index) {
            Some((digit, ink)) => Inside::new(format!("{:>width$}", self.notation.text(digit)), Some(ink)),
            None => numbers::inside(None, width),
        };
        draw::boxed(self.shape.grid(), |index| Some(self.shape.box_of(index)), inside)
    }

    fn picture(&self, cells: Option<&Cells>) -> Picture {
        picture::picture(self, cells)
    }

    fn plain(&self, cells: &Cells) -> String {
        self.notation.plain(cells)
    }

    fn read_plain(&self, line: &str) -> Result<Cells, ParseError> {
        read::solution(&self.notation, line)
    }
}

#[cfg(test)]
mod tests {
    use crate::puzzle::Cells;
    use crate::puzzle::testing::{puzzle, refused, solutions};

    const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const SOLUTION: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

    #[test]
    fn the_solution_is_accepted_and_nothing_else() {
        let empty = puzzle(&".".repeat(81));
        let puzzle = &puzzle(PUZZLE);
        let good = puzzle.read_plain(SOLUTION).expect("81 digits");
        assert_eq!(puzzle.check(&good), Ok(()));
        assert_eq!(puzzle.plain(&good), SOLUTION);
        let changed = |from: &str, to: &str| puzzle.read_plain(&SOLUTION.replacen(from, to, 1)).expect("81 digits");
        for (cells, message) in [
            (changed("5346", "5436"), "row 1, column 2 has 4, but 3 is given"),
            (Cells(vec![1; 80]), "there are 80 digits, not 81"),
            (Cells(vec![10; 81]), "row 1, column 1 has 10, which is not from 1 to 9"),
        ] {
            assert_eq!(refused(puzzle.as_ref(), &cells), message);
        }
        let check = |digits: &str| refused(empty.as_ref(), &empty.read_plain(digits).expect("81 digits"));
        // A digit changed; two digits of a row and box exchanged; a cyclic square, which is wrong in boxes only.
        assert_eq!(
            check(&SOLUTION.replacen("534", "544", 1)),
            "row 1 has 4 twice: in row 1, column 2 and in row 1, column 3"
        );
        assert_eq!(
            check(&SOLUTION.replacen("534", "354", 1)),
            "column 2 has 5 twice: in row 1, column 2 and in row 4, column 2"
        );
        let cyclic: String = (0..81).map(|cell| char::from(b'1' + ((cell / 9 + cell % 9) % 9) as u8)).collect();
        assert_eq!(check(&cyclic), "box 1 has 2 twice: in row 1, column 2 and in row 2, column 1");
    }

    #[test]
    fn solutions_that_cannot_be_read() {
        let puzzle = &puzzle(PUZZLE);
        let error = |line: &str| puzzle.read_plain(line).expect_err("wrong").to_string();
        assert_eq!(error(&SOLUTION[..80]), "line 1, column 81: found 80 digits, expected 81 digits");
        assert_eq!(error(&format!("{SOLUTION}12")), "line 1, column 82: found 83 digits, expected 81 digits");
        assert_eq!(error(PUZZLE), "line 1, column 3: found '.', expected a digit from 1 to 9");
        assert_eq!(puzzle.read_plain(&format!(" {SOLUTION} ")), puzzle.read_plain(SOLUTION));
    }

    /// 288 grids of 4 x 4; both views have the same.
    #[test]
    fn both_views_have_the_288_small_grids() {
        let puzzle = &puzzle("kind: sudoku\nbox: 2x2\n\n................\n");
        let cell = solutions(puzzle.as_ref(), "cell");
        assert_eq!(cell.len(), 288);
        assert_eq!(cell, solutions(puzzle.as_ref(), "row-digit"));
        assert!(cell.iter().all(|cells| puzzle.check(cells).is_ok()));
    }

    #[test]
    fn boxes_need_not_be_square() {
        let puzzle = &puzzle("kind: sudoku\nbox: 2x3\n\n1.....\n......\n..2...\n...3..\n....4.\n56....\n");
        let cell = solutions(puzzle.as_ref(), "cell");
        assert!(!cell.is_empty());
        assert_eq!(cell, solutions(puzzle.as_ref(), "row-digit"));
        assert!(cell.iter().all(|cells| puzzle.check(cells).is_ok()));
        assert_eq!(puzzle.draw(None).lines().next(), Some("┌───────┬───────┐"));
    }

    #[test]
    fn givens_may_contradict_each_other() {
        for text in ["11..............", "1...1...........", "1....1.........."] {
            let puzzle = &puzzle(&format!("kind: sudoku\nbox: 2x2\n\n{text}\n"));
            for view in ["cell", "row-digit"] {
                assert!(solutions(puzzle.as_ref(), view).is_empty());
            }
        }
    }

    #[test]
    fn the_sample_has_one_solution() {
        let puzzle = &puzzle(PUZZLE);
        for view in ["cell", "row-digit"] {
            let lines: Vec<_> = solutions(puzzle.as_ref(), view).iter().map(|cells| puzzle.plain(cells)).collect();
            assert_eq!(lines, [SOLUTION]);
        }
    }
}
