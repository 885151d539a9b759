//! The codes that the kinds of links share: numbers with gaps between them, and the borders of regions.

use std::ops::RangeInclusive;

use crate::ParseError;
use crate::grid::rect::Rect;
use crate::text::count;

use super::super::Inexpressible;
use super::super::link::LinkCursor;
use super::super::regions::components;

/// The digit before the first letter that stands for a gap: `g` is a gap of one cell.
const BEFORE_GAPS: u32 = 15;
/// The longest gap of one letter, `z`.
const LONGEST_GAP: usize = 20;

/// Reads numbers for some cells: hexadecimal digits, `-` and two of them, `+` and three, and letters for gaps.
///
/// # Errors
/// If there are too few or too many cells, or a number is out of bounds.
pub(super) fn numbers(
    cursor: &mut LinkCursor<'_>,
    cells: usize,
    bounds: RangeInclusive<i32>,
) -> Result<Vec<Option<i32>>, ParseError> {
    let mut found = Vec::with_capacity(cells);
    while found.len() < cells {
        let before = *cursor;
        let number = match cursor.next() {
            Some(c @ ('0'..='9' | 'a'..='f')) => c.to_digit(16).map(|digit| digit as i32),
            Some('-') => Some(cursor.digits(2, 16)?),
            Some('+') => Some(cursor.digits(3, 16)?),
            // A question mark states nothing.
            Some('.') => None,
            Some(c @ 'g'..='z') => {
                let gap = c.to_digit(36).map_or(0, |digit| (digit - BEFORE_GAPS) as usize);
                if found.len() + gap > cells {
                    let left = count(cells - found.len(), "cell");
                    return Err(before.error(format!("at most {left}; there are {cells} in all")));
                }
                found.resize(found.len() + gap, None);
                continue;
            }
            _ => return Err(before.error(format!("cell {} of {cells}", found.len() + 1))),
        };
        if let Some(number) = number.filter(|number| !bounds.contains(number)) {
            let (low, high) = (bounds.start(), bounds.end());
            return Err(before.error(format!("a number from {low} to {high} instead of {number}")));
        }
        found.push(number);
    }
    Ok(found)
}

/// Writes numbers from 0 to 4095 with gaps between them.
pub(super) fn of_numbers(numbers: &[Option<i32>]) -> String {
    let mut text = String::new();
    let mut gap = 0;
    for number in numbers {
        let Some(number) = *number else {
            gap += 1;
            continue;
        };
        write_gap(&mut text, &mut gap, BEFORE_GAPS, LONGEST_GAP);
        match number {
            digit @ 0..16 => text += &format!("{digit:x}"),
            number @ 16..256 => text += &format!("-{number:x}"),
            number => text += &format!("+{number:03x}"),
        }
    }
    write_gap(&mut text, &mut gap, BEFORE_GAPS, LONGEST_GAP);
    text
}

/// Writes a gap as letters, each for as many cells as it is above `before` as a digit.
pub(super) fn write_gap(text: &mut String, gap: &mut usize, before: u32, longest: usize) {
    while *gap > 0 {
        let part = (*gap).min(longest);
        text.extend(char::from_digit(before + part as u32, 36));
        *gap -= part;
    }
}

/// The region of each cell.
pub(super) struct Regions {
    pub(super) of: Vec<usize>,
}

impl Regions {
    /// Reads borders: a bit for each pair of neighbours in a row, then for each pair in a column, five to a digit.
    /// Regions are what the borders separate.
    pub(super) fn read(grid: Rect, cursor: &mut LinkCursor<'_>) -> Result<Self, ParseError> {
        let beside = bits(cursor, grid.rows * (grid.columns - 1))?;
        let below = bits(cursor, (grid.rows - 1) * grid.columns)?;
        Ok(Regions { of: components(grid, |a, b| is_border(grid, &beside, &below, a, b)) })
    }

    /// Writes borders.
    ///
    /// # Errors
    /// If a region is not connected.
    pub(super) fn write(&self, grid: Rect) -> Result<String, Inexpressible> {
        let differ = |a: usize, b: usize| self.of[a] != self.of[b];
        let of_parts = components(grid, differ);
        let mut part_of = vec![None; self.of.len()];
        for (cell, &part) in of_parts.iter().enumerate() {
            if *part_of[self.of[cell]].get_or_insert(part) != part {
                let (row, column) = grid.place(cell);
                let found = format!("a region of several parts, one with row {}, column {}", row + 1, column + 1);
                return Err(Inexpressible::new(found, "connected regions"));
            }
        }
        let beside = (0..grid.len()).filter(|cell| cell % grid.columns + 1 < grid.columns);
        let below = 0..grid.len() - grid.columns;
        let beside = of_bits(beside.map(|cell| differ(cell, cell + 1)));
        Ok(beside + &of_bits(below.map(|cell| differ(cell, cell + grid.columns))))
    }
}

/// Returns whether two neighbours have a border between them.
fn is_border(grid: Rect, beside: &[bool], below: &[bool], a: usize, b: usize) -> bool {
    let first = a.min(b);
    let (row, column) = grid.place(first);
    let is_beside = row == grid.place(a.max(b)).0;
    if is_beside { beside[row * (grid.columns - 1) + column] } else { below[first] }
}

/// Reads bits, five to a digit of base 32, the highest first.
fn bits(cursor: &mut LinkCursor<'_>, number: usize) -> Result<Vec<bool>, ParseError> {
    let mut found = Vec::with_capacity(number + 4);
    while found.len() < number {
        let digit = cursor.digits(1, 32)?;
        found.extend((0..5).rev().map(|bit| digit >> bit & 1 == 1));
    }
    found.truncate(number);
    Ok(found)
}

fn of_bits(bits: impl Iterator<Item = bool>) -> String {
    let bits: Vec<bool> = bits.collect();
    let digit = |five: &[bool]| {
        let value = (0..5).fold(0, |value, bit| value * 2 + u32::from(five.get(bit) == Some(&true)));
        char::from_digit(value, 32).expect("five bits are a digit of base 32")
    };
    bits.chunks(5).map(digit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Token;

    fn cursor(text: &str) -> LinkCursor<'_> {
        LinkCursor::new(Token { text, line: 1, column: 1 })
    }

    #[test]
    fn numbers_go_back_and_forth() {
        let mut cells = vec![None; 60];
        (cells[0], cells[21], cells[22], cells[23]) = (Some(15), Some(16), Some(255), Some(300));
        let text = of_numbers(&cells);
        assert_eq!(text, "fz-10-ff+12czv");
        assert_eq!(numbers(&mut cursor(&text), 60, 0..=300), Ok(cells));
        let error = |text: &str, cells| numbers(&mut cursor(text), cells, 1..=9).expect_err("wrong").to_string();
        assert_eq!(error("g1", 3), "line 1, column 3: found the end of the link, expected cell 3 of 3");
        assert_eq!(error("1h", 2), "line 1, column 2: found 'h', expected at most 1 cell; there are 2 in all");
        assert_eq!(error("1a", 2), "line 1, column 2: found 'a', expected a number from 1 to 9 instead of 10");
        assert_eq!(error("1-x", 2), "line 1, column 3: found 'x', expected 2 digits of base 16");
        assert_eq!(error("1é", 2), "line 1, column 2: found 'é', expected cell 2 of 2");
    }

    #[test]
    fn borders_go_back_and_forth() {
        for (rows, columns) in [(1, 1), (1, 5), (5, 1), (3, 4), (6, 6)] {
            let grid = Rect::new(rows, columns);
            let regions = Regions { of: (0..grid.len()).map(|cell| grid.place(cell).0 / 2).collect() };
            let text = regions.write(grid).expect("connected regions");
            assert_eq!(Regions::read(grid, &mut cursor(&text)).expect("borders").of, regions.of, "{rows} {columns}");
        }
        let apart = Regions { of: vec![0, 1, 0] }.write(Rect::new(1, 3)).expect_err("two parts").to_string();
        assert_eq!(apart, "found a region of several parts, one with row 1, column 3, expected connected regions");
    }
}
