//! Writes magic hexagons.

use crate::clue::{cell, file};

use super::{Hexagon, KIND};

/// Writes the text of a magic hexagon.
pub(super) fn text(hexagon: &Hexagon) -> String {
    let (hex, width) = (hexagon.hex, hexagon.givens.iter().map(|&given| cell(given).len()).max().unwrap_or(1));
    let mut body = String::new();
    for row in 0..hex.rows() {
        let cells = hex.row(row).into_iter().map(|index| format!("{:>width$}", cell(hexagon.givens[index])));
        let indent = " ".repeat((hex.rows() - hex.row_len(row)) * (width + 1) / 2);
        body += &format!("{indent}{}\n", cells.collect::<Vec<_>>().join(" "));
    }
    let numbers = format!("{}..{}", hexagon.numbers.start(), hexagon.numbers.end());
    let headers = [("order", hex.order().to_string()), ("numbers", numbers), ("sum", hexagon.sum.to_string())];
    file(&KIND, &headers, &body)
}

/// Writes an empty board of the magic hexagon that has all numbers from 1 on: the only one has order 3.
pub(super) fn blank(rows: usize, _: usize) -> Result<String, &'static str> {
    if rows == 5 { Ok("order: 3\n".to_owned()) } else { Err("5 rows, the only size with numbers from 1 on") }
}
