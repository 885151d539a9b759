//! Divides a square of cells into boxes: rectangles with as many cells as the square has rows.

use crate::grid::rect::Rect;

use super::{Document, Header, ParseError};

/// The size of a box. The square has as many rows, columns and digits as a box has cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Boxes {
    pub(super) rows: usize,
    pub(super) columns: usize,
}

impl Boxes {
    /// Returns the number of rows, which equals the numbers of columns, boxes and digits.
    pub(super) fn size(self) -> usize {
        self.rows * self.columns
    }

    /// Returns the square of cells.
    pub(super) fn grid(self) -> Rect {
        Rect::new(self.size(), self.size())
    }

    /// Returns the box of a cell, counted from 0 in reading order.
    pub(super) fn box_of(self, cell: usize) -> usize {
        let (row, column) = self.grid().place(cell);
        row / self.rows * self.rows + column / self.columns
    }

    /// Returns the cells of a box.
    pub(super) fn cells(self, number: usize) -> Vec<usize> {
        let (down, right) = (number / self.rows * self.rows, number % self.rows * self.columns);
        self.grid().window(down, right, self.rows, self.columns)
    }

    /// Returns whether a cell lies in a shaded box, when boxes are shaded as on a chessboard.
    pub(super) fn is_shaded(self, cell: usize) -> bool {
        let (row, column) = self.grid().place(cell);
        (row / self.rows + column / self.columns) % 2 == 1
    }

    /// Returns the boxes nearest to squares, no higher than wide, for a grid of this size; `None` if only whole rows
    /// fit.
    pub(super) fn of_size(size: usize) -> Option<Self> {
        let rows = (2..=size.isqrt()).rev().find(|&rows| size.is_multiple_of(rows))?;
        Some(Boxes { rows, columns: size / rows })
    }

    /// Reads the header key `box`: `ROWSxCOLUMNS`, at most `most` cells.
    pub(super) fn read<'t>(document: &Document<'t>, most: usize) -> Result<Option<(Self, Header<'t>)>, ParseError> {
        let Some(header) = document.get("box") else { return Ok(None) };
        let wrong = || header.error(format!("ROWSxCOLUMNS of a box of at most {most} cells, such as 3x3"));
        let (rows, columns) = header.value.split_once(['x', 'X', '\u{d7}']).ok_or_else(wrong)?;
        let side = |text: &str| text.trim().parse().ok().filter(|side| (1..=most).contains(side)).ok_or_else(wrong);
        let boxes = Boxes { rows: side(rows)?, columns: side(columns)? };
        if boxes.size() <= most { Ok(Some((boxes, header))) } else { Err(wrong()) }
    }
}

#[cfg(test)]
mod tests {
    use super::Boxes;

    #[test]
    fn boxes_of_a_size() {
        let of = |size| Boxes::of_size(size).map(|boxes| (boxes.rows, boxes.columns));
        assert_eq!([4, 6, 8, 9, 12].map(of), [(2, 2), (2, 3), (2, 4), (3, 3), (3, 4)].map(Some));
        assert_eq!([1, 2, 3, 5, 7].map(of), [None; 5]);
    }
}
