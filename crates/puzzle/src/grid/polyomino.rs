//! Shapes made of coloured unit squares: turning, turning over, and placing them on a board.

use std::collections::BTreeMap;

/// A unit square: its place and its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Square {
    /// Row, counted downwards.
    pub row: i32,
    /// Column, counted to the right.
    pub column: i32,
    /// Colour.
    pub colour: char,
}

/// A set of squares, shifted so that the first row and the first column it uses are 0.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Polyomino {
    /// In reading order.
    squares: Vec<Square>,
}

impl Polyomino {
    /// The shape of some squares, wherever they lie.
    pub(crate) fn new(squares: impl IntoIterator<Item = Square>) -> Self {
        let mut squares: Vec<Square> = squares.into_iter().collect();
        let top = squares.iter().map(|square| square.row).min().unwrap_or(0);
        let left = squares.iter().map(|square| square.column).min().unwrap_or(0);
        for square in &mut squares {
            square.row -= top;
            square.column -= left;
        }
        squares.sort_unstable();
        squares.dedup();
        Polyomino { squares }
    }

    /// The squares in reading order.
    pub(crate) fn squares(&self) -> &[Square] {
        &self.squares
    }

    /// Number of squares.
    pub(crate) fn area(&self) -> usize {
        self.squares.len()
    }

    /// The shape after a quarter turn clockwise.
    pub(crate) fn turned(&self) -> Self {
        Self::new(self.squares.iter().map(|s| Square { row: s.column, column: -s.row, colour: s.colour }))
    }

    /// The shape turned over: left and right exchanged.
    pub(crate) fn turned_over(&self) -> Self {
        Self::new(self.squares.iter().map(|s| Square { column: -s.column, ..*s }))
    }

    /// The different shapes it can be brought into by quarter turns, by turning it over, by both or by neither; sorted.
    pub(crate) fn orientations(&self, rotate: bool, flip: bool) -> Vec<Self> {
        let mut found = vec![self.clone()];
        if flip {
            found.push(self.turned_over());
        }
        if rotate {
            for start in 0..found.len() {
                let mut shape = found[start].clone();
                for _ in 0..3 {
                    shape = shape.turned();
                    found.push(shape.clone());
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// True if every square can be reached from every other one over sides and corners.
    pub(crate) fn is_connected(&self) -> bool {
        let touch = |a: &Square, b: &Square| (a.row - b.row).abs() <= 1 && (a.column - b.column).abs() <= 1;
        let mut reached = vec![false; self.squares.len()];
        let mut open: Vec<usize> = (0..self.squares.len().min(1)).collect();
        while let Some(square) = open.pop() {
            if !std::mem::replace(&mut reached[square], true) {
                open.extend(
                    (0..reached.len())
                        .filter(|&other| !reached[other] && touch(&self.squares[square], &self.squares[other])),
                );
            }
        }
        reached.iter().all(|&reached| reached)
    }
}

/// The squares that shapes are placed on, numbered in reading order.
#[derive(Clone, Debug)]
pub(crate) struct Board {
    squares: Vec<Square>,
    numbers: BTreeMap<(i32, i32), usize>,
}

impl Board {
    /// A board of these squares.
    pub(crate) fn new(squares: impl IntoIterator<Item = Square>) -> Self {
        let mut squares: Vec<Square> = squares.into_iter().collect();
        squares.sort_unstable();
        let numbers = squares.iter().enumerate().map(|(number, s)| ((s.row, s.column), number)).collect();
        Board { squares, numbers }
    }

    /// The squares in reading order.
    pub(crate) fn squares(&self) -> &[Square] {
        &self.squares
    }

    /// Every way to put one of the orientations on the board so that all colours match, as the numbers of the board's
    /// squares that are covered; sorted, each way once.
    pub(crate) fn placements(&self, orientations: &[Polyomino]) -> Vec<Vec<usize>> {
        let mut found = Vec::new();
        for shape in orientations {
            let Some(first) = shape.squares().first() else { continue };
            // The first square goes on each square of the board; the others then have their places.
            for anchor in &self.squares {
                let (down, right) = (anchor.row - first.row, anchor.column - first.column);
                let covered = shape.squares().iter().map(|square| {
                    let number = *self.numbers.get(&(square.row + down, square.column + right))?;
                    (self.squares[number].colour == square.colour).then_some(number)
                });
                found.extend(covered.collect::<Option<Vec<usize>>>());
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn squares(picture: &str) -> Vec<Square> {
        let rows = picture.split('/').enumerate();
        let all = rows.flat_map(|(row, line)| {
            line.chars().enumerate().map(move |(column, colour)| Square {
                row: row as i32,
                column: column as i32,
                colour,
            })
        });
        all.filter(|square| square.colour != '_').collect()
    }

    fn shape(picture: &str) -> Polyomino {
        Polyomino::new(squares(picture))
    }

    #[test]
    fn shapes_forget_where_they_lay() {
        assert_eq!(shape("__/_x"), shape("x"));
        assert_eq!(shape("xx/x_").turned(), shape("xx/_x"));
        assert_eq!(shape("ab").turned(), shape("a/b"));
        assert_eq!(shape("ab").turned_over(), shape("ba"));
        assert_eq!(shape("xx_/_xx/_x_").turned().turned().turned().turned(), shape("xx_/_xx/_x_"));
    }

    #[test]
    fn numbers_of_orientations() {
        let numbers = |picture: &str| {
            let shape = shape(picture);
            [(false, false), (true, false), (false, true), (true, true)].map(|(r, f)| shape.orientations(r, f).len())
        };
        assert_eq!(numbers("x"), [1, 1, 1, 1]);
        assert_eq!(numbers("xxx"), [1, 2, 1, 2]);
        assert_eq!(numbers("xx_/_xx/_x_"), [1, 4, 2, 8]);
        assert_eq!(numbers("_x_/xxx/_x_"), [1, 1, 1, 1]);
        assert_eq!(numbers("ab"), [1, 4, 2, 4]);
    }

    #[test]
    fn shapes_hang_together_over_corners() {
        assert!(shape("x_/_x").is_connected());
        assert!(!shape("x_x").is_connected());
        assert!(shape("xxx/x_x/xxx").is_connected());
    }

    #[test]
    fn placements_match_colours_and_come_once() {
        let board = Board::new(squares("ab_/bab"));
        let ways = |picture: &str| board.placements(&shape(picture).orientations(true, true));
        assert_eq!(ways("ab"), [vec![0, 1], vec![0, 2], vec![1, 3], vec![2, 3], vec![3, 4]]);
        assert_eq!(ways("aa"), Vec::<Vec<usize>>::new());
        assert_eq!(ways("bab"), [vec![2, 3, 4]]);
        assert_eq!(ways("x"), Vec::<Vec<usize>>::new());
    }

    #[test]
    fn pentominoes_on_a_rectangle() {
        // Fixed pentominoes: 63. Placements on 6 x 10: the classical 2056 rows of the exact cover.
        let all = [
            "xxxxx",
            "xxxx/x___",
            "xxx_/__xx",
            "_xx/xx_/_x_",
            "xx/xx/x_",
            "xx_/_x_/_xx",
            "xxxx/_x__",
            "xxx/_x_/_x_",
            "x__/x__/xxx",
            "x__/xx_/_xx",
            "_x_/xxx/_x_",
            "x_x/xxx",
        ];
        let board = Board::new(squares(&["xxxxxxxxxx"; 6].join("/")));
        let orientations: Vec<Vec<Polyomino>> = all.iter().map(|p| shape(p).orientations(true, true)).collect();
        assert_eq!(orientations.iter().map(Vec::len).sum::<usize>(), 63);
        assert_eq!(orientations.iter().map(|ways| board.placements(ways).len()).sum::<usize>(), 2056);
    }
}
