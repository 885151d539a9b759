//! Writes dissections.

use crate::clue::file;
use crate::grid::polyomino::{Polyomino, Square};

use super::{Dissection, KIND};

/// Writes the text of a dissection.
pub(super) fn text(dissection: &Dissection) -> String {
    let flag = |is: bool| if is { "yes" } else { "no" }.to_owned();
    let headers =
        [("colours", flag(dissection.colours)), ("rotate", flag(dissection.rotate)), ("flip", flag(dissection.flip))];
    let shapes = std::iter::once(dissection.board.squares()).chain(dissection.stones.iter().map(Polyomino::squares));
    file(&KIND, &headers, &shapes.map(picture).collect::<Vec<_>>().join("===\n"))
}

/// Draws squares with their colours.
fn picture(squares: &[Square]) -> String {
    let last = |coordinate: fn(&Square) -> i32| squares.iter().map(coordinate).max().unwrap_or_default();
    let at = |row: i32, column: i32| squares.iter().find(|square| (square.row, square.column) == (row, column));
    let line = |row: i32| -> String {
        (0..=last(|square| square.column)).map(|column| at(row, column).map_or('_', |square| square.colour)).collect()
    };
    (0..=last(|square| square.row)).map(|row| line(row) + "\n").collect()
}
