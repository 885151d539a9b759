//! Hexagons of hexagonal cells, numbered from 0 in reading order.
//!
//! A cell has axial coordinates: `row` is the same along a row, `right` along a diagonal that falls to the right, and
//! their negated sum along a diagonal that falls to the left. The middle cell is the origin.

/// A hexagon with `order` cells along each side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hex {
    order: usize,
}

/// The directions that walk round a ring clockwise from its top left cell, as steps (right, row).
const CLOCKWISE: [(isize, isize); 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];

impl Hex {
    /// A hexagon with that many cells along each side.
    ///
    /// # Panics
    /// If there are none.
    pub(crate) fn new(order: usize) -> Self {
        assert!(order > 0, "a hexagon has at least one cell along each side");
        Hex { order }
    }

    /// Number of cells along each side.
    pub(crate) fn order(self) -> usize {
        self.order
    }

    /// Number of cells.
    pub(crate) fn len(self) -> usize {
        3 * self.order * (self.order - 1) + 1
    }

    /// Number of rows; as many diagonals fall to each side.
    pub(crate) fn rows(self) -> usize {
        2 * self.order - 1
    }

    /// Number of cells in a row, rows counted from 0.
    pub(crate) fn row_len(self, row: usize) -> usize {
        self.rows() - row.abs_diff(self.order - 1)
    }

    /// The cells of a row, from left to right.
    pub(crate) fn row(self, row: usize) -> Vec<usize> {
        self.line(|_, r| r == row as isize - self.side())
    }

    /// The cells of a diagonal that falls to the left, from the top; diagonals are counted from the left, from 0.
    pub(crate) fn left_diagonal(self, number: usize) -> Vec<usize> {
        self.line(|right, row| -right - row == self.side() - number as isize)
    }

    /// The cells of a diagonal that falls to the right, from the top; diagonals are counted from the left, from 0.
    pub(crate) fn right_diagonal(self, number: usize) -> Vec<usize> {
        self.line(|right, _| right == number as isize - self.side())
    }

    /// All cells ring by ring from the outside in, each ring clockwise from its top left cell.
    pub(crate) fn spiral(self) -> Vec<usize> {
        let cells = self.cells();
        let find = |place| cells.iter().position(|&cell| cell == place).expect("rings lie inside the hexagon");
        let mut order = Vec::with_capacity(self.len());
        for radius in (1..=self.side()).rev() {
            let (mut right, mut row) = (0, -radius);
            for (step_right, step_row) in CLOCKWISE {
                for _ in 0..radius {
                    order.push(find((right, row)));
                    (right, row) = (right + step_right, row + step_row);
                }
            }
        }
        order.push(find((0, 0)));
        order
    }

    /// The five turns and six mirror images: for each cell the one it goes to. With one cell they all do nothing.
    pub(crate) fn symmetries(self) -> Vec<Vec<usize>> {
        let cells = self.cells();
        let find = |place| cells.iter().position(|&cell| cell == place).expect("turns and mirrors keep the hexagon");
        let image = |turns: usize, mirrored: bool| {
            let place = |&(right, row): &(isize, isize)| {
                let start = if mirrored { (row, right) } else { (right, row) };
                // A sixth of a turn clockwise.
                (0..turns).fold(start, |(right, row), _| (-row, right + row))
            };
            cells.iter().map(|cell| find(place(cell))).collect()
        };
        let all = [false, true].into_iter().flat_map(|mirrored| (0..6).map(move |turns| (turns, mirrored)));
        all.skip(1).map(|(turns, mirrored)| image(turns, mirrored)).collect()
    }

    /// Distance from the middle cell to the rim.
    fn side(self) -> isize {
        self.order as isize - 1
    }

    /// The coordinates (right, row) of all cells, in reading order.
    fn cells(self) -> Vec<(isize, isize)> {
        let side = self.side();
        (-side..=side)
            .flat_map(|row| ((-side).max(-side - row)..=side.min(side - row)).map(move |right| (right, row)))
            .collect()
    }

    fn line(self, on: impl Fn(isize, isize) -> bool) -> Vec<usize> {
        let cells = self.cells();
        (0..cells.len()).filter(|&cell| on(cells[cell].0, cells[cell].1)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The letters of the cells a..s in reading order.
    fn letters(cells: &[usize]) -> String {
        cells.iter().map(|&cell| (b'a' + cell as u8) as char).collect()
    }

    #[test]
    fn lines_of_order_three() {
        let hex = Hex::new(3);
        assert_eq!(hex.len(), 19);
        let all =
            |line: fn(Hex, usize) -> Vec<usize>| -> Vec<String> { (0..5).map(|i| letters(&line(hex, i))).collect() };
        assert_eq!(all(Hex::row), ["abc", "defg", "hijkl", "mnop", "qrs"]);
        assert_eq!(all(Hex::left_diagonal), ["adh", "beim", "cfjnq", "gkor", "lps"]);
        assert_eq!(all(Hex::right_diagonal), ["hmq", "dinr", "aejos", "bfkp", "cgl"]);
        assert!((0..5).all(|row| hex.row(row).len() == hex.row_len(row)));
    }

    #[test]
    fn symmetries_map_lines_to_lines() {
        let hex = Hex::new(3);
        let lines = |hex: Hex| (0..5).flat_map(move |i| [hex.row(i), hex.left_diagonal(i), hex.right_diagonal(i)]);
        let mut all = hex.symmetries();
        let rim: Vec<usize> = hex.spiral()[..12].iter().map(|&cell| all[0][cell]).collect();
        assert_eq!(letters(&rim), "cglpsrqmhdab", "a sixth of a turn clockwise");
        for one in &all {
            for line in lines(hex) {
                let mut image: Vec<usize> = line.iter().map(|&cell| one[cell]).collect();
                image.sort_unstable();
                assert!(lines(hex).any(|other| other == image));
            }
        }
        all.sort();
        all.dedup();
        assert_eq!(all.len(), 11);
        assert!(!all.contains(&(0..19).collect()));
    }

    #[test]
    fn spiral_goes_clockwise_from_the_top_left() {
        assert_eq!(letters(&Hex::new(3).spiral()), "abcglpsrqmhdefkonij");
        assert_eq!(Hex::new(1).spiral(), [0]);
        let mut order = Hex::new(5).spiral();
        order.sort_unstable();
        assert!(order.into_iter().eq(0..61));
    }
}
