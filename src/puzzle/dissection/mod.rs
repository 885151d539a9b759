//! Dissections: stones made of coloured squares cover a board exactly.
//!
#![doc = include_str!("help.md")]

mod draw;
mod parse;
mod picture;
mod symmetries;
mod views;

use std::collections::BTreeMap;

use crate::grid::polyomino::{Board, Polyomino, Square};
use crate::model::{Assignment, Model};
use crate::picture::{Drawing, Picture};

use super::{Alias, Cells, Kind, ParseError, Preset, Puzzle, Violation, line};

/// The kind's registry entry.
pub(super) const KIND: Kind = Kind {
    name: "dissection",
    aliases: &[
        Alias::same("dissections"),
        Alias { name: "pentominoes", implies: &[("colours", "no")] },
        Alias { name: "polyominoes", implies: &[("colours", "no")] },
    ],
    about: "stones cover a board exactly, colours matching",
    page: include_str!("help.md"),
    keys: &["board", "colours", "rotate", "flip"],
    views: &[
        ("placement", "the placement of each stone; each square is covered once"),
        ("square", "the placement over each square, besides that of each stone"),
    ],
    presets: &[Preset {
        name: "fewest-placements",
        view: "placement",
        strategy: "backtrack:order=fewest-candidates,propagate=full",
        about: "the stone with the fewest placements first; every stone must fit and every square be coverable",
    }],
    parse: parse::parse,
};

struct Dissection {
    rows: usize,
    columns: usize,
    board: Board,
    stones: Vec<Polyomino>,
    /// Each stone's placements, as the board squares covered.
    placements: Vec<Vec<Vec<usize>>>,
    rotate: bool,
    flip: bool,
    colours: bool,
}

impl Dissection {
    fn new(
        board: Board,
        stones: Vec<Polyomino>,
        placements: Vec<Vec<Vec<usize>>>,
        rotate: bool,
        flip: bool,
        colours: bool,
    ) -> Self {
        let size =
            |place: fn(&Square) -> i32| board.squares().iter().map(place).max().map_or(0, |last| last as usize + 1);
        let (rows, columns) = (size(|square| square.row), size(|square| square.column));
        Dissection { rows, columns, board, stones, placements, rotate, flip, colours }
    }

    /// Where a square of the board stands in the rectangle around it, in reading order.
    fn place(&self, square: usize) -> usize {
        let square = self.board.squares()[square];
        square.row as usize * self.columns + square.column as usize
    }

    /// Cells from the stone on each square of the board, counted from 0.
    fn fill(&self, stones: impl IntoIterator<Item = (usize, usize)>) -> Cells {
        let mut cells = vec![0; self.rows * self.columns];
        for (square, stone) in stones {
            cells[self.place(square)] = stone as i32 + 1;
        }
        Cells(cells)
    }

    fn stones_area(&self) -> usize {
        self.stones.iter().map(Polyomino::area).sum()
    }
}

impl Puzzle for Dissection {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn make_model(&self, view: &str) -> Model {
        match view {
            "placement" => views::by_placement(self),
            "square" => views::by_square(self),
            _ => panic!("dissection has no view '{view}'"),
        }
    }

    fn declare_symmetries(&self, view: &str, model: &mut Model) {
        symmetries::declare(self, view, model);
    }

    fn cells(&self, view: &str, solution: &Assignment) -> Cells {
        match view {
            "placement" => self.fill(solution.values().iter().enumerate().flat_map(|(stone, &way)| {
                self.placements[stone][way as usize - 1].iter().map(move |&square| (square, stone))
            })),
            "square" => {
                let squares = &solution.values()[..self.board.squares().len()];
                self.fill(squares.iter().map(|&placement| views::stone_of(self, placement)).enumerate())
            }
            _ => panic!("dissection has no view '{view}'"),
        }
    }

    fn check(&self, cells: &Cells) -> Result<(), Violation> {
        if cells.0.len() != self.rows * self.columns {
            return Err(Violation(format!("{} cells, not {}", cells.0.len(), self.rows * self.columns)));
        }
        let mut outside = cells.0.clone();
        let mut covered = vec![Vec::new(); self.stones.len()];
        for (number, square) in self.board.squares().iter().enumerate() {
            let stone = std::mem::take(&mut outside[self.place(number)]);
            match usize::try_from(stone.wrapping_sub(1)).ok().and_then(|stone| covered.get_mut(stone)) {
                Some(squares) => squares.push(*square),
                None => {
                    let (row, column) = (square.row + 1, square.column + 1);
                    return Err(Violation(format!("row {row}, column {column} holds {stone}, which is no stone")));
                }
            }
        }
        if let Some(place) = outside.iter().position(|&stone| stone != 0) {
            let (row, column) = (place / self.columns + 1, place % self.columns + 1);
            return Err(Violation(format!("row {row}, column {column} is no square of the board, but is covered")));
        }
        for (number, (stone, squares)) in self.stones.iter().zip(covered).enumerate() {
            let found = Polyomino::new(squares);
            if found.area() != stone.area() {
                let found = format!("stone {} covers {} squares, not {}", number + 1, found.area(), stone.area());
                return Err(Violation(found));
            }
            if !stone.orientations(self.rotate, self.flip).contains(&found) {
                return Err(Violation(format!(
                    "the squares of stone {} do not have its shape and colours",
                    number + 1
                )));
            }
        }
        Ok(())
    }

    fn contradiction(&self) -> Option<Violation> {
        let (board, stones) = (self.board.squares().len(), self.stones_area());
        if board != stones {
            return Some(Violation(format!("the stones have {stones} squares, but the board has {board}")));
        }
        let colours = |squares: &mut dyn Iterator<Item = Square>| {
            let mut counts = BTreeMap::new();
            squares.for_each(|square| *counts.entry(square.colour).or_insert(0_usize) += 1);
            counts
        };
        let on_board = colours(&mut self.board.squares().iter().copied());
        let on_stones = colours(&mut self.stones.iter().flat_map(|stone| stone.squares().iter().copied()));
        let differs = on_board.iter().find(|(colour, count)| on_stones.get(colour) != Some(count));
        if let Some((colour, count)) = differs {
            let stones = on_stones.get(colour).copied().unwrap_or_default();
            return Some(Violation(format!(
                "the stones have {stones} squares of colour {colour}, but the board has {count}"
            )));
        }
        let nowhere = self.placements.iter().position(Vec::is_empty)?;
        Some(Violation(format!("stone {} fits nowhere on the board", nowhere + 1)))
    }

    fn drawing(&self, cells: Option<&Cells>) -> Drawing {
        draw::draw(self, cells)
    }

    fn picture(&self, cells: Option<&Cells>) -> Picture {
        picture::picture(self, cells)
    }

    fn plain(&self, cells: &Cells) -> String {
        line::plain(cells)
    }

    fn read_plain(&self, line: &str) -> Result<Cells, ParseError> {
        line::read_plain(line, self.rows * self.columns)
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{self, puzzle};
    use super::*;

    /// The example at the head of the file.
    const SMALL: &str = "kind: dissection\nboard: 3x3\n\nBWB\nW__\n===\n_B\nBW\n===\nWB\n";

    fn count(text: &str) -> usize {
        let puzzle = puzzle(text);
        let by_placement = testing::solutions(&*puzzle, "placement");
        assert_eq!(by_placement, testing::solutions(&*puzzle, "square"), "both views have the same solutions");
        by_placement.len()
    }

    #[test]
    fn small_dissections() {
        assert_eq!(count("kind: dissection\n\nabba\nbaba\n===\nb\n===\n_b\naa\n===\nbab\n__a\n"), 1);
        assert_eq!(count("kind: dissection\n\nxx\n===\nx\n===\nx\n"), 2, "stones are told apart");
        assert_eq!(count("kind: dissection\n\nxx\nxx\n===\nxx\n===\nxx\n"), 4);
        assert_eq!(count("kind: dissection\nrotate: no\n\nxx\nxx\n===\nxx\n===\nxx\n"), 2);
        assert_eq!(count("kind: dissection\nflip: no\n\nx_\nx_\nxx\n===\n_x\n_x\nxx\n"), 0);
        assert_eq!(count("kind: dissection\nrotate: no\n\nx_\nx_\nxx\n===\n_x\n_x\nxx\n"), 1);
        assert_eq!(count("kind: dissection\nboard: 1x3\n\nBW\n===\nW\n"), 0, "the colours do not match");
        assert_eq!(count("kind: dissection\nboard: 1x3\ncolours: no\n\nBW\n===\nW\n"), 2);
        assert_eq!(count("kind: dissection\nboard: 1x3\n\nBW\n"), 0, "one square is left over");
    }

    #[test]
    fn dominoes_on_a_chessboard() {
        // 3 x 3 squares without one of the smaller colour: no cover, although the area fits. 3 x 2: three covers, and 3! ways
        // to tell the dominoes apart.
        let dominoes = |count: usize| "===\nxx\n".repeat(count);
        assert_eq!(count(&format!("kind: dissection\n\nx_x\nxxx\nxxx\n{}", dominoes(4))), 0);
        assert_eq!(count(&format!("kind: dissection\n\nxx\nxx\nxx\n{}", dominoes(3))), 18);
    }

    #[test]
    fn the_twelve_stones_have_1424_placements() {
        let text = include_str!("../../../models/dissection/twelve-stones.txt");
        let model = puzzle(text).make_model("placement");
        assert_eq!(model.variables().iter().map(|variable| variable.domain.len()).sum::<usize>(), 1424);
    }

    #[test]
    fn check_names_the_broken_rule() {
        let puzzle = puzzle("kind: dissection\n\nBW_\nWBW\n===\nBW\n===\n_B\nWB\n===\nW\n");
        let check = |line: &str| puzzle.check(&puzzle.read_plain(line).unwrap()).unwrap_err().to_string();
        assert_eq!(check("1 1 0 2 2 4"), "row 2, column 3 holds 4, which is no stone");
        assert_eq!(check("1 1 0 2 0 3"), "row 2, column 2 holds 0, which is no stone");
        assert_eq!(check("1 1 3 2 2 3"), "row 1, column 3 is no square of the board, but is covered");
        assert_eq!(check("1 1 0 2 2 3"), "stone 2 covers 2 squares, not 3");
        assert_eq!(check("1 3 0 1 2 2"), "stone 2 covers 2 squares, not 3");
        assert_eq!(puzzle.check(&Cells(vec![])).unwrap_err().to_string(), "0 cells, not 6");
        let flat =
            super::super::testing::puzzle("kind: dissection\nrotate: no\nflip: no\n\nBW\nWB\n===\nBW\n===\nWB\n");
        assert_eq!(flat.check(&Cells(vec![1, 1, 2, 2])), Ok(()));
        let message = "the squares of stone 1 do not have its shape and colours";
        assert_eq!(flat.check(&Cells(vec![2, 2, 1, 1])).unwrap_err().to_string(), message);
        assert_eq!(flat.check(&Cells(vec![1, 2, 1, 2])).unwrap_err().to_string(), message);
    }

    #[test]
    fn the_drawing_shows_walls() {
        let puzzle = puzzle(SMALL);
        assert_eq!(
            puzzle.draw(None),
            "┌───────┐\n│ B W B │\n│ W B W │\n│ B W B │\n└───────┘\n\nB W B     B   W B\nW       B W\n\n"
        );
        let found = testing::solutions(&*puzzle, "placement");
        let drawn =
            "┌───────────┐\n│ B   W   B │\n│   ┌───────┤\n│ W │ B   W │\n├───┴───┐   │\n│ B   W │ B │\n└───────┴───┘\n";
        assert!(found.iter().any(|cells| puzzle.draw(Some(cells)) == drawn));
        let wrong = super::super::testing::puzzle("kind: dissection\nboard: 1x3\n\nBW\n");
        assert!(wrong.draw(None).ends_with("The stones have 2 squares, the board has 3: there is no solution.\n"));
    }
}
