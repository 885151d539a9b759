//! Kakuros in links. The first row and the first column of our grids have no cells in a link, only sums.

use crate::ParseError;
use crate::grid::rect::Rect;

use super::super::link::LinkCursor;
use super::super::{GridParts, Inexpressible, RunSums};
use super::Stated;
use super::codes::write_gap;

/// The largest sum of different digits.
const MOST_SUM: i64 = 45;
/// The digit before the first letter that stands for white cells: `k` is one of them.
const BEFORE_GAPS: u32 = 19;
/// The most white cells of one letter, `z`.
const LONGEST_GAP: usize = 16;

/// Reads the cells below the first row and right of the first column, then the sums of these.
pub(super) fn read(inner: Rect, cursor: &mut LinkCursor<'_>) -> Result<GridParts, ParseError> {
    let grid = Rect::new(inner.rows + 1, inner.columns + 1);
    let mut cells: Vec<Option<RunSums>> = Vec::with_capacity(inner.len());
    while cells.len() < inner.len() {
        let before = *cursor;
        match cursor.next() {
            Some('.') => cells.push(Some(RunSums::default())),
            Some(c @ 'k'..='z') => {
                let gap = c.to_digit(36).map_or(0, |digit| (digit - BEFORE_GAPS) as usize);
                if cells.len() + gap > inner.len() {
                    return Err(before.error(format!("at most {} white cells", inner.len() - cells.len())));
                }
                cells.resize(cells.len() + gap, None);
            }
            _ => {
                *cursor = before;
                cells.push(Some(RunSums { down: sum(cursor)?, across: sum(cursor)? }));
            }
        }
    }
    let inside = |row: usize, column: usize| cells[inner.cell(row, column)];
    let mut black = vec![Some(RunSums::default()); grid.len()];
    for column in (0..inner.columns).filter(|&column| inside(0, column).is_none()) {
        black[grid.cell(0, column + 1)] = Some(RunSums { down: sum(cursor)?, across: None });
    }
    for row in (0..inner.rows).filter(|&row| inside(row, 0).is_none()) {
        black[grid.cell(row + 1, 0)] = Some(RunSums { down: None, across: sum(cursor)? });
    }
    for (cell, &sums) in cells.iter().enumerate() {
        let (row, column) = inner.place(cell);
        black[grid.cell(row + 1, column + 1)] = sums;
    }
    Ok(GridParts { black, ..GridParts::new(grid) })
}

/// Reads a sum: `1` to `9`, `a` to `j` for 10 to 19, `A` to `Z` for 20 to 45; `0` and `-` for none.
fn sum(cursor: &mut LinkCursor<'_>) -> Result<Option<i64>, ParseError> {
    let before = *cursor;
    match cursor.next() {
        Some('0' | '-') => Ok(None),
        Some(c @ ('1'..='9' | 'a'..='j')) => Ok(c.to_digit(36).map(i64::from)),
        Some(c @ 'A'..='Z') => Ok(c.to_digit(36).map(|digit| i64::from(digit) + 10)),
        _ => Err(before.error("a sum: 1 to 9, a to j, A to Z, or 0 for none")),
    }
}

/// Writes a grid. A grid with white cells in its first row or column gets another row and column of black cells.
pub(super) fn write(parts: &GridParts) -> Result<Stated, Inexpressible> {
    if parts.givens.iter().any(Option::is_some) {
        return Err(Inexpressible::new("given digits", "sums only"));
    }
    let sums = || parts.black.iter().flatten().flat_map(|black| [black.down, black.across]).flatten();
    if let Some(sum) = sums().find(|sum| !(1..=MOST_SUM).contains(sum)) {
        return Err(Inexpressible::new(format!("the sum {sum}"), format!("sums from 1 to {MOST_SUM}")));
    }
    let grid = parts.grid;
    let black = |cell: usize| parts.black.get(cell).copied().flatten();
    let mut edge = grid.row(0).chain(grid.column(0));
    let offset = usize::from(edge.all(|cell| black(cell).is_some()));
    let inner = Rect::new(grid.rows - offset, grid.columns - offset);
    let at = |row: usize, column: usize| black(grid.cell(row + offset, column + offset));
    let beyond = |row: usize, column: usize| (offset == 1).then(|| black(grid.cell(row, column))).flatten();
    let mut text = String::new();
    let mut gap = 0;
    for (row, column) in (0..inner.len()).map(|cell| inner.place(cell)) {
        let Some(sums) = at(row, column) else {
            gap += 1;
            continue;
        };
        write_gap(&mut text, &mut gap, BEFORE_GAPS, LONGEST_GAP);
        match sums {
            RunSums { down: None, across: None } => text.push('.'),
            RunSums { down, across } => text.extend([of_sum(down), of_sum(across)]),
        }
    }
    write_gap(&mut text, &mut gap, BEFORE_GAPS, LONGEST_GAP);
    for column in (0..inner.columns).filter(|&column| at(0, column).is_none()) {
        text.push(of_sum(beyond(0, column + 1).and_then(|sums| sums.down)));
    }
    for row in (0..inner.rows).filter(|&row| at(row, 0).is_none()) {
        text.push(of_sum(beyond(row + 1, 0).and_then(|sums| sums.across)));
    }
    Ok((inner.columns, inner.rows, text))
}

/// Formats a sum from 1 to 45, or none.
fn of_sum(sum: Option<i64>) -> char {
    match sum.unwrap_or_default() {
        0 => '-',
        small @ 1..=19 => char::from_digit(small as u32, 36).expect("below 36"),
        large => char::from(b'A' + (large - 20) as u8),
    }
}
