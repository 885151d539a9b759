//! Reads Killer Sudokus.

use crate::boxes::Boxes;
use crate::{Document, ParseError, cages, text};

use super::{KillerSudoku, SumCage};

/// The largest size of a grid.
const MOST_SIZE: usize = 36;

/// Reads the puzzle of a document.
pub(super) fn read(document: &Document<'_>) -> Result<KillerSudoku, ParseError> {
    let map = cages::read(document, MOST_SIZE)?;
    let size = map.grid.rows;
    let boxes = match Boxes::read(document, MOST_SIZE)? {
        Some((boxes, _)) if boxes.size() == size => boxes,
        Some((_, header)) => return Err(header.error(format!("a box of {}, as a row has", text::count(size, "cell")))),
        None => match Boxes::of_size(size) {
            Some(boxes) => boxes,
            None => return Err(document.need("box").expect_err("the header has none")),
        },
    };
    let most = size * (size + 1) / 2;
    let cages = map.cages.into_iter().map(|cage| {
        let sum = cage.clue.integer(1..=most as i64, "")?;
        Ok(SumCage { symbol: cage.symbol.text.to_owned(), cells: cage.cells, sum })
    });
    Ok(KillerSudoku { boxes, cages: cages.collect::<Result<_, _>>()? })
}
