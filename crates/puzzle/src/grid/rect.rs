//! Rectangles of cells, numbered from 0 in reading order.

/// A rectangle of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rect {
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub columns: usize,
}

/// The cells that touch a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Neighbours {
    /// Those that share a side.
    Four,
    /// Those that share a side or a corner.
    Eight,
}

impl Rect {
    /// A rectangle of that many rows and columns.
    pub(crate) fn new(rows: usize, columns: usize) -> Self {
        Rect { rows, columns }
    }

    /// Number of cells.
    pub(crate) fn len(self) -> usize {
        self.rows * self.columns
    }

    /// The cell in a row and a column, both counted from 0.
    pub(crate) fn cell(self, row: usize, column: usize) -> usize {
        row * self.columns + column
    }

    /// Row and column of a cell, counted from 0.
    pub(crate) fn place(self, cell: usize) -> (usize, usize) {
        (cell / self.columns, cell % self.columns)
    }

    /// The cells of a row.
    pub(crate) fn row(self, row: usize) -> impl DoubleEndedIterator<Item = usize> + Clone {
        (0..self.columns).map(move |column| self.cell(row, column))
    }

    /// The cells of a column.
    pub(crate) fn column(self, column: usize) -> impl DoubleEndedIterator<Item = usize> + Clone {
        (0..self.rows).map(move |row| self.cell(row, column))
    }

    /// The diagonal from the top left cell down to the right, as far as it goes.
    pub(crate) fn falling_diagonal(self) -> impl DoubleEndedIterator<Item = usize> + Clone {
        (0..self.rows.min(self.columns)).map(move |step| self.cell(step, step))
    }

    /// The diagonal from the top right cell down to the left, as far as it goes.
    pub(crate) fn rising_diagonal(self) -> impl DoubleEndedIterator<Item = usize> + Clone {
        (0..self.rows.min(self.columns)).map(move |step| self.cell(step, self.columns - 1 - step))
    }

    /// The cells of the part that starts at a cell and spans some rows and columns, in reading order.
    pub(crate) fn window(self, row: usize, column: usize, rows: usize, columns: usize) -> Vec<usize> {
        (row..row + rows).flat_map(|r| (column..column + columns).map(move |c| self.cell(r, c))).collect()
    }

    /// All parts of that many rows and columns, by their top left cells in reading order. They overlap.
    pub(crate) fn windows(self, rows: usize, columns: usize) -> impl Iterator<Item = Vec<usize>> {
        let down = (self.rows + 1).saturating_sub(rows);
        let right = (self.columns + 1).saturating_sub(columns);
        (0..down).flat_map(move |row| (0..right).map(move |column| self.window(row, column, rows, columns)))
    }

    /// The cells that touch a cell, in reading order.
    pub(crate) fn neighbours(self, cell: usize, which: Neighbours) -> impl Iterator<Item = usize> {
        let (row, column) = self.place(cell);
        let rows = row.saturating_sub(1)..(row + 2).min(self.rows);
        let columns = column.saturating_sub(1)..(column + 2).min(self.columns);
        rows.flat_map(move |r| columns.clone().map(move |c| (r, c)))
            .filter(move |&(r, c)| match which {
                Neighbours::Four => (r == row) != (c == column),
                Neighbours::Eight => (r, c) != (row, column),
            })
            .map(move |(r, c)| self.cell(r, c))
    }

    /// The turns and mirror images that fit on the rectangle, without the identity: for each cell the one it goes to.
    /// There are seven on a square and three on other rectangles; some of them do the same if there are few cells.
    pub(crate) fn symmetries(self) -> Vec<Vec<usize>> {
        let transposed = [false, true].into_iter().filter(|transposed| !transposed || self.rows == self.columns);
        let all = transposed.flat_map(|transposed| {
            [(false, false), (false, true), (true, false), (true, true)].map(|(down, right)| (transposed, down, right))
        });
        let image = |(transposed, down, right): (bool, bool, bool)| {
            (0..self.len()).map(move |cell| {
                let (row, column) = self.place(cell);
                let (row, column) = if transposed { (column, row) } else { (row, column) };
                let row = if down { self.rows - 1 - row } else { row };
                self.cell(row, if right { self.columns - 1 - column } else { column })
            })
        };
        all.skip(1).map(|one| image(one).collect()).collect()
    }

    /// All cells ring by ring from the outside in, each ring clockwise from its top left cell.
    pub(crate) fn spiral(self) -> Vec<usize> {
        let mut order = Vec::with_capacity(self.len());
        let (mut top, mut left, mut bottom, mut right) = (0, 0, self.rows, self.columns);
        while top < bottom && left < right {
            order.extend((left..right).map(|column| self.cell(top, column)));
            order.extend((top + 1..bottom).map(|row| self.cell(row, right - 1)));
            if bottom - top > 1 {
                order.extend((left..right - 1).rev().map(|column| self.cell(bottom - 1, column)));
            }
            if right - left > 1 {
                order.extend((top + 1..bottom - 1).rev().map(|row| self.cell(row, left)));
            }
            (top, left, bottom, right) = (top + 1, left + 1, bottom - 1, right - 1);
        }
        order
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spiral_of_small_rectangles() {
        assert_eq!(Rect::new(3, 3).spiral(), [0, 1, 2, 5, 8, 7, 6, 3, 4]);
        assert_eq!(Rect::new(3, 4).spiral(), [0, 1, 2, 3, 7, 11, 10, 9, 8, 4, 5, 6]);
        assert_eq!(Rect::new(1, 3).spiral(), [0, 1, 2]);
        assert_eq!(Rect::new(3, 1).spiral(), [0, 1, 2]);
        assert_eq!(Rect::new(1, 1).spiral(), [0]);
        for (rows, columns) in [(4, 4), (5, 2), (2, 5), (6, 7)] {
            let mut order = Rect::new(rows, columns).spiral();
            order.sort_unstable();
            assert!(order.into_iter().eq(0..rows * columns));
        }
    }

    #[test]
    fn neighbours_at_corners_edges_and_inside() {
        let rect = Rect::new(3, 4);
        let of = |cell, which| rect.neighbours(cell, which).collect::<Vec<_>>();
        assert_eq!(of(0, Neighbours::Eight), [1, 4, 5]);
        assert_eq!(of(5, Neighbours::Eight), [0, 1, 2, 4, 6, 8, 9, 10]);
        assert_eq!(of(5, Neighbours::Four), [1, 4, 6, 9]);
        assert_eq!(of(7, Neighbours::Four), [3, 6, 11]);
        assert_eq!(Rect::new(1, 1).neighbours(0, Neighbours::Eight).count(), 0);
    }

    #[test]
    fn windows_overlap() {
        let windows: Vec<_> = Rect::new(3, 3).windows(2, 2).collect();
        assert_eq!(windows, [[0, 1, 3, 4], [1, 2, 4, 5], [3, 4, 6, 7], [4, 5, 7, 8]]);
        assert_eq!(Rect::new(1, 5).windows(2, 2).count(), 0);
    }

    #[test]
    fn symmetries_of_rectangles() {
        assert_eq!(Rect::new(2, 3).symmetries(), [[2, 1, 0, 5, 4, 3], [3, 4, 5, 0, 1, 2], [5, 4, 3, 2, 1, 0]]);
        let square = Rect::new(3, 3).symmetries();
        assert_eq!(square.len(), 7);
        assert!(square.contains(&vec![2, 5, 8, 1, 4, 7, 0, 3, 6]), "a quarter turn");
        for one in square {
            // Neighbours stay neighbours.
            for cell in 0..9 {
                let mut images: Vec<usize> =
                    Rect::new(3, 3).neighbours(cell, Neighbours::Four).map(|other| one[other]).collect();
                images.sort_unstable();
                assert!(Rect::new(3, 3).neighbours(one[cell], Neighbours::Four).eq(images));
            }
        }
    }

    #[test]
    fn diagonals() {
        assert!(Rect::new(3, 3).falling_diagonal().eq([0, 4, 8]));
        assert!(Rect::new(3, 3).rising_diagonal().eq([2, 4, 6]));
    }
}
