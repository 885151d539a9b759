//! Hidoku: the numbers from 1 to the number of cells, each once, so that consecutive numbers are neighbours.
//!
#![doc = include_str!("hidoku/help.md")]

mod picture;

use std::ops::RangeInclusive;
use std::sync::Arc;

use crate::grid::rect::{Neighbours, Rect};
use crate::model::{Assignment, Constraint, Domain, Model, Move, Relation, Role, ValueMap, Var};
use crate::picture::{Drawing, Picture};

use super::draw::Inside;
use super::{
    Alias, Cells, Document, Kind, ParseError, Preset, Puzzle, Token, Violation, board, draw, line, numbers, symmetry,
    text,
};

/// The most cells a board may have.
const MOST_CELLS: usize = 1024;
/// The most rows or columns, missing cells included.
const MOST_SIDE: usize = 256;

pub(super) const KIND: Kind = Kind {
    name: "hidoku",
    aliases: &[Alias::same("hidato"), Alias { name: "numbrix", implies: &[("neighbours", "4")] }],
    about: "a path of consecutive numbers through all cells, by steps to any neighbour or (Numbrix) to the sides",
    page: include_str!("hidoku/help.md"),
    keys: &["neighbours"],
    views: &[("number", "the cell of each number"), ("cell", "the number in each cell")],
    presets: &[
        Preset {
            name: "fewest-cells",
            view: "number",
            strategy: "backtrack:order=fewest-candidates,propagate=full",
            about: "the number with the fewest cells left, which distances to the placed numbers bound (step by step here)",
        },
        Preset {
            name: "rarest-choice",
            view: "number",
            strategy: "backtrack:order=rarest-value,propagate=full",
            about: "as 'fewest-cells', or the cell with the fewest numbers left if these are fewer",
        },
    ],
    parse: |document| Ok(vec![Box::new(Hidoku::parse(document)?)]),
};

/// A board to be filled in.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Hidoku {
    grid: Rect,
    /// The places of the grid that are cells, in reading order. Elsewhere, cells are indices into this.
    places: Vec<usize>,
    givens: Vec<Option<i32>>,
    neighbours: Neighbours,
}

impl Hidoku {
    fn parse(document: &Document<'_>) -> Result<Self, ParseError> {
        let neighbours = match document.get("neighbours") {
            None => Neighbours::Eight,
            Some(header) => match header.value {
                "4" => Neighbours::Four,
                "8" => Neighbours::Eight,
                _ => return Err(header.error("4 or 8")),
            },
        };
        let rows = numbers::rows(document);
        let Some(first) = rows.first() else { return Err(document.missing("the rows of the board")) };
        if let Some(surplus) = first.cells.get(MOST_SIDE) {
            return Err(surplus.error(format!("at most {MOST_SIDE} columns")));
        }
        if let Some(surplus) = rows.get(MOST_SIDE) {
            return Err(ParseError::new(surplus.line, 1, "another row", format!("at most {MOST_SIDE} rows")));
        }
        let grid = Rect::new(rows.len(), first.cells.len());
        for row in &rows {
            row.exactly(grid.columns, ", as many as in row 1")?;
        }
        let all = rows.iter().flat_map(|row| &row.cells).copied().enumerate();
        let cells: Vec<(usize, Token<'_>)> = all.filter(|(_, token)| token.text != "#").collect();
        if cells.is_empty() {
            return Err(rows[0].cells[0].error("at least one cell that is not '#'"));
        }
        if let Some((_, surplus)) = cells.get(MOST_CELLS) {
            return Err(surplus.error(format!("at most {MOST_CELLS} cells that are not '#'")));
        }
        let numbers = 1..=cells.len() as i32;
        let mut givens = Vec::with_capacity(cells.len());
        for &(_, token) in &cells {
            givens.push((token, hidoku_cell(token, &numbers)?));
        }
        numbers::given_once(&givens)?;
        Ok(Hidoku {
            grid,
            places: cells.iter().map(|&(place, _)| place).collect(),
            givens: givens.into_iter().map(|(_, value)| value).collect(),
            neighbours,
        })
    }

    fn len(&self) -> usize {
        self.places.len()
    }

    /// The neighbours of each cell.
    fn adjacent(&self) -> Vec<Vec<usize>> {
        let mut cell_at = vec![None; self.grid.len()];
        for (cell, &place) in self.places.iter().enumerate() {
            cell_at[place] = Some(cell);
        }
        let of =
            |&place: &usize| self.grid.neighbours(place, self.neighbours).filter_map(|other| cell_at[other]).collect();
        self.places.iter().map(of).collect()
    }

    /// The turns and mirror images of the grid that map cells to cells.
    fn symmetries(&self) -> Vec<Vec<usize>> {
        let cell = |place: usize| self.places.binary_search(&place).ok();
        let all = self.grid.symmetries().into_iter();
        all.filter_map(|one| self.places.iter().map(|&place| cell(one[place])).collect()).collect()
    }

    fn name(&self, cell: usize) -> String {
        let (row, column) = self.grid.place(self.places[cell]);
        format!("row {}, column {}", row + 1, column + 1)
    }

    /// One variable per number, whose value is its cell, counted from 1 in reading order.
    fn number_model(&self) -> Model {
        let mut model = Model::new();
        let mut given_at = vec![None; self.len()];
        for (cell, given) in self.givens.iter().enumerate() {
            if let Some(number) = given {
                given_at[*number as usize - 1] = Some(cell as i32 + 1);
            }
        }
        let free: Vec<i32> =
            (0..self.len()).filter(|&cell| self.givens[cell].is_none()).map(|cell| cell as i32 + 1).collect();
        let place: Vec<Var> = given_at
            .iter()
            .enumerate()
            .map(|(number, at)| {
                model.var(format!("place[{}]", number + 1), at.map_or_else(|| Domain::from(&free[..]), Domain::from))
            })
            .collect();
        model.all_different("different", place.iter().copied());
        let pairs = self
            .adjacent()
            .into_iter()
            .enumerate()
            .flat_map(|(cell, others)| others.into_iter().map(move |other| [cell as i32 + 1, other as i32 + 1]));
        let adjacent = Arc::new(Relation::new(2, pairs));
        for pair in place.windows(2) {
            model.table("adjacent", [pair[0], pair[1]], &adjacent);
        }
        model
    }

    /// One variable per cell, whose value is its number. A number has its successor in a neighbour; that it has its
    /// predecessor in one follows.
    fn cell_model(&self) -> Model {
        let mut model = Model::new();
        let last = self.len() as i32;
        let free: Vec<i32> = (1..=last).filter(|&number| !self.givens.contains(&Some(number))).collect();
        let mut cell: Vec<Var> = Vec::with_capacity(self.len());
        for (index, given) in self.givens.iter().enumerate() {
            let (row, column) = self.grid.place(self.places[index]);
            let domain = given.map_or_else(|| Domain::from(&free[..]), Domain::from);
            cell.push(model.var(format!("cell[{},{}]", row + 1, column + 1), domain));
        }
        model.all_different("different", cell.iter().copied());
        let adjacent = self.adjacent();
        for (family, role, step) in [("next", Role::Rule, 1), ("previous", Role::Implied, -1)] {
            for (index, others) in adjacent.iter().enumerate() {
                for number in model.domain(cell[index]).values().to_vec() {
                    let to = number + step;
                    if to < 1 || to > last {
                        continue;
                    }
                    let at = others.iter().map(|&other| cell[other]).filter(|&other| model.domain(other).contains(to));
                    let atoms = std::iter::once(cell[index].is_not(number)).chain(at.map(|other| other.is(to)));
                    model.post_as(family, role, Constraint::Clause(atoms.collect()));
                }
            }
        }
        model
    }
}

/// A number, or nothing for an empty cell.
fn hidoku_cell(token: Token<'_>, numbers: &RangeInclusive<i32>) -> Result<Option<i32>, ParseError> {
    if text::is_blank(token.text) {
        return Ok(None);
    }
    let value = token.integer(1..=i64::from(*numbers.end()), ", _ or #")?;
    Ok(Some(i32::try_from(value).expect("within the bounds that were asked for")))
}

impl Puzzle for Hidoku {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn make_model(&self, view: &str) -> Model {
        match view {
            "number" => self.number_model(),
            "cell" => self.cell_model(),
            _ => panic!("'{view}' is no view of a Hidoku"),
        }
    }

    fn declare_symmetries(&self, view: &str, model: &mut Model) {
        let (geometric, reversal) = if view == "cell" {
            let reversal = Move::of_values(self.len(), ValueMap::reversed(1, self.len() as i32));
            (symmetry::all_of_variables(model, &self.symmetries()), reversal)
        } else {
            let reversed: Vec<usize> = (0..self.len()).rev().collect();
            (symmetry::all_of_values(model, self.len(), &self.symmetries()), symmetry::of_variables(model, &reversed))
        };
        model.declare_symmetry("geometric", geometric);
        model.declare_wider_symmetry("reversal", [reversal]);
    }

    fn cells(&self, view: &str, solution: &Assignment) -> Cells {
        if view == "cell" {
            return Cells(solution.values().to_vec());
        }
        let mut cells = vec![0; self.len()];
        for (index, &cell) in solution.values().iter().enumerate() {
            cells[cell as usize - 1] = index as i32 + 1;
        }
        Cells(cells)
    }

    fn check(&self, cells: &Cells) -> Result<(), Violation> {
        if cells.0.len() != self.len() {
            return Err(Violation(format!("there are {} numbers, not {}", cells.0.len(), self.len())));
        }
        // The cell of each number.
        let mut cell_of = vec![None; self.len()];
        for (cell, &number) in cells.0.iter().enumerate() {
            if number < 1 || number as usize > self.len() {
                return Err(Violation(format!(
                    "{} has {number}, which is not from 1 to {}",
                    self.name(cell),
                    self.len()
                )));
            }
            if let Some(given) = self.givens[cell].filter(|&given| given != number) {
                return Err(Violation(format!("{} has {number}, but {given} is given", self.name(cell))));
            }
            if let Some(first) = cell_of[number as usize - 1].replace(cell) {
                return Err(Violation(format!("{number} is in {} and in {}", self.name(first), self.name(cell))));
            }
        }
        let path: Vec<usize> = cell_of.into_iter().flatten().collect();
        for (number, step) in (1..).zip(path.windows(2)) {
            let (from, to) = (self.grid.place(self.places[step[0]]), self.grid.place(self.places[step[1]]));
            let (down, right) = (from.0.abs_diff(to.0), from.1.abs_diff(to.1));
            let near = match self.neighbours {
                Neighbours::Four => down + right == 1,
                Neighbours::Eight => down.max(right) == 1,
            };
            if !near {
                let (from, to) = (self.name(step[0]), self.name(step[1]));
                return Err(Violation(format!("{number} in {from} and {} in {to} are no neighbours", number + 1)));
            }
        }
        Ok(())
    }

    fn contradiction(&self) -> Option<Violation> {
        let mut givens: Vec<(i32, usize)> =
            self.givens.iter().enumerate().filter_map(|(cell, given)| Some(((*given)?, cell))).collect();
        givens.sort_unstable();
        givens.windows(2).find_map(|pair| {
            let [(low, from), (high, to)] = [pair[0], pair[1]];
            let [(row, column), (other_row, other_column)] = [from, to].map(|cell| self.grid.place(self.places[cell]));
            let (down, right) = (row.abs_diff(other_row), column.abs_diff(other_column));
            let steps = match self.neighbours {
                Neighbours::Four => down + right,
                Neighbours::Eight => down.max(right),
            };
            let (from, to, most) = (self.name(from), self.name(to), (high - low) as usize);
            let why = format!("{low} at {from} is {steps} steps from {high} at {to}, expected at most {most}");
            (steps > most).then_some(Violation(why))
        })
    }

    fn drawing(&self, cells: Option<&Cells>) -> Drawing {
        let width = numbers::width([self.len() as i32]);
        let inside = |place: usize| match self.places.binary_search(&place) {
            Ok(cell) => numbers::inside(board::value(self.givens[cell], cells, cell), width),
            Err(_) => Inside::new(" ".repeat(width), None),
        };
        // Around missing cells every cell has its walls, so that all are equally far apart.
        let whole = self.len() == self.grid.len();
        let region = |place: usize| match self.places.binary_search(&place) {
            Ok(cell) => Some(if whole { 0 } else { cell }),
            Err(_) => None,
        };
        draw::boxed(self.grid, region, inside)
    }

    fn picture(&self, cells: Option<&Cells>) -> Picture {
        picture::picture(self, cells)
    }

    fn plain(&self, cells: &Cells) -> String {
        line::plain(cells)
    }

    fn read_plain(&self, line: &str) -> Result<Cells, ParseError> {
        line::read_plain(line, self.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::testing::{self, puzzle, refused, solutions};

    fn error(text: &str) -> String {
        testing::error(&KIND, text)
    }

    fn board(header: &str, rows: &str) -> Box<dyn Puzzle> {
        puzzle(&format!("kind: hidoku\n{header}\n{rows}\n"))
    }

    /// The number of solutions, which both views agree on.
    fn count(header: &str, rows: &str) -> usize {
        let puzzle = board(header, rows);
        let found = solutions(puzzle.as_ref(), "number");
        assert_eq!(found, solutions(puzzle.as_ref(), "cell"));
        found.len()
    }

    #[test]
    fn directed_king_paths_are_counted() {
        assert_eq!(count("", "_"), 1);
        assert_eq!(count("", "_ _\n_ _"), 24);
        assert_eq!(count("", "_ _ _\n_ _ _\n_ _ _"), 784);
        assert_eq!(count("", "1 _ _ _\n_ 2 _ _\n_ _ 3 _\n_ _ _ 4"), 348);
        assert_eq!(count("", "1 _ _\n_ _ _\n_ _ 9"), 30);
    }

    #[test]
    fn paths_by_sides_are_counted() {
        // Directed Hamiltonian paths of the 2 x 2 and the 3 x 3 grid graph.
        assert_eq!(count("neighbours: 4\n", "_ _\n_ _"), 8);
        assert_eq!(count("neighbours: 4\n", "_ _ _\n_ _ _\n_ _ _"), 40);
        assert_eq!(count("neighbours: 4\n", "1 _ _\n_ 5 4\n_ _ 9"), 1);
    }

    #[test]
    fn boards_may_have_missing_cells() {
        assert_eq!(count("", "#,4,#\n_,7,_\n1,_,_"), 1);
        assert_eq!(count("", "_ # _"), 0);
        assert_eq!(count("", "_ # #\n# _ #"), 2);
        let drawn = board("", "# 4 #\n_ 7 _\n1 _ _").draw(None);
        assert_eq!(
            drawn,
            "    ┌───┐\n    │ 4 │\n┌───┼───┼───┐\n│ . │ 7 │ . │\n├───┼───┼───┤\n│ 1 │ . │ . │\n└───┴───┴───┘\n"
        );
    }

    #[test]
    fn every_rule_is_checked() {
        let puzzle = board("", "1 _ _\n_ _ 5");
        let check = |line: &str| refused(puzzle.as_ref(), &puzzle.read_plain(line).expect("six numbers"));
        assert_eq!(puzzle.check(&Cells(vec![1, 3, 4, 2, 6, 5])), Ok(()));
        assert_eq!(check("2 3 4 1 6 5"), "row 1, column 1 has 2, but 1 is given");
        assert_eq!(check("1 3 3 2 6 5"), "3 is in row 1, column 2 and in row 1, column 3");
        assert_eq!(check("1 3 0 2 6 5"), "row 1, column 3 has 0, which is not from 1 to 6");
        assert_eq!(check("1 3 7 2 6 5"), "row 1, column 3 has 7, which is not from 1 to 6");
        assert_eq!(check("1 4 2 3 6 5"), "1 in row 1, column 1 and 2 in row 1, column 3 are no neighbours");
        assert_eq!(refused(puzzle.as_ref(), &Cells(vec![1])), "there are 1 numbers, not 6");
        let sides = board("neighbours: 4\n", "_ _ _\n_ _ _");
        let message = refused(sides.as_ref(), &Cells(vec![1, 3, 4, 2, 6, 5]));
        assert_eq!(message, "2 in row 2, column 1 and 3 in row 1, column 2 are no neighbours");
    }

    #[test]
    fn boards_that_are_wrong() {
        let file = |body: &str| format!("kind: hidoku\n\n{body}\n");
        for (body, expected) in [
            ("1 _\n_", "line 4, column 2: found 1 cell, expected 2 cells, as many as in row 1"),
            ("1,_\n_,_,_", "line 4, column 5: found 3 cells, expected 2 cells, as many as in row 1"),
            ("1 _\n_ 5", "line 4, column 3: found '5', expected a number from 1 to 4, _ or #"),
            ("1 _\n_ 0", "line 4, column 3: found '0', expected a number from 1 to 4, _ or #"),
            ("1 _\nab _", "line 4, column 1: found 'ab', expected a number from 1 to 4, _ or #"),
            ("# 4\n_ _", "line 3, column 3: found '4', expected a number from 1 to 3, _ or #"),
            ("1 _\n_ 1", "line 4, column 3: found '1' again, expected each number once (line 3, column 1 has it)"),
            ("# #\n# #", "line 3, column 1: found '#', expected at least one cell that is not '#'"),
            ("", "line 3, column 1: found the end of the text, expected the rows of the board"),
        ] {
            assert_eq!(error(&file(body)), expected);
        }
        let neighbours = error("kind: hidoku\nneighbours: 6\n\n_\n");
        assert_eq!(neighbours, "line 2, column 13: found '6', expected 4 or 8");
        assert!(error(&file(&"_ ".repeat(257))).ends_with("found '_', expected at most 256 columns"));
        assert_eq!(
            error(&file(&"_\n".repeat(257))),
            "line 259, column 1: found another row, expected at most 256 rows"
        );
        let large = error(&file(&format!("{}\n", "_ ".repeat(33)).repeat(33)));
        assert_eq!(large, "line 34, column 3: found '_', expected at most 1024 cells that are not '#'");
    }
}
