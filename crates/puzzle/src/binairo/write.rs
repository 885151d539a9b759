//! Writes Binairos.

use crate::clue::file;

use super::{Binairo, KIND};

/// Writes the text of a Binairo.
pub(super) fn text(binairo: &Binairo) -> String {
    let symbol = |given: &Option<i32>| given.map_or_else(|| ".".to_owned(), |digit| digit.to_string());
    let row = |cells: &[Option<i32>]| cells.iter().map(symbol).collect::<String>() + "\n";
    let body: String = binairo.givens.chunks(binairo.grid.columns).map(row).collect();
    let repeat = if binairo.repeat { "yes" } else { "no" };
    file(&KIND, &[("repeat", repeat.to_owned())], &body)
}

/// The most rows or columns of a board that is made.
const MOST_SIDE: usize = 100;

/// Writes an empty board.
pub(super) fn blank(rows: usize, columns: usize) -> Result<String, &'static str> {
    let is_good = |side: usize| side.is_multiple_of(2) && (2..=MOST_SIDE).contains(&side);
    if !is_good(rows) || !is_good(columns) {
        return Err("2 to 100 rows and columns, even numbers of both");
    }
    Ok(format!("\n{}", (".".repeat(columns) + "\n").repeat(rows)))
}
