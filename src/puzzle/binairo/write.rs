//! Writes Binairos.

use crate::puzzle::clue::file;

use super::{Binairo, KIND};

/// Writes the text of a Binairo.
pub(super) fn text(binairo: &Binairo) -> String {
    let symbol = |given: &Option<i32>| given.map_or_else(|| ".".to_owned(), |digit| digit.to_string());
    let row = |cells: &[Option<i32>]| cells.iter().map(symbol).collect::<String>() + "\n";
    let body: String = binairo.givens.chunks(binairo.grid.columns).map(row).collect();
    let repeat = if binairo.repeat { "yes" } else { "no" };
    file(&KIND, &[("repeat", repeat.to_owned())], &body)
}
