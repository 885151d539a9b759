//! Checks the rules of crosswords without the model.

use std::collections::BTreeMap;

use crate::{Cells, Puzzle, Violation};

use super::Crossword;
use super::grid::CrosswordSquare;
use super::words::capital;

/// Reports the first rule that the cells break.
pub(super) fn check(crossword: &Crossword, cells: &Cells) -> Result<(), Violation> {
    cells.check_len("square", crossword.grid.squares.len())?;
    for (index, (square, &found)) in crossword.grid.squares.iter().zip(&cells.0).enumerate() {
        let at = || crossword.place(index);
        match *square {
            CrosswordSquare::Block if found != 0 => return Err(Violation(format!("{} is a block, but filled", at()))),
            CrosswordSquare::Letter(_) if !(1..=26).contains(&found) => {
                return Err(Violation(format!("{} holds no letter", at())));
            }
            CrosswordSquare::Letter(Some(given)) if given != found => {
                let (found, given) = (capital(found), capital(given));
                return Err(Violation(format!("{} holds {found}, but {given} is given", at())));
            }
            _ => {}
        }
    }
    let mut seen: BTreeMap<String, &str> = BTreeMap::new();
    for slot in &crossword.grid.slots {
        let word = crossword.text(cells, slot);
        let letters: Vec<i32> = slot.cells.iter().map(|&cell| cells.0[cell]).collect();
        if !crossword.words.of_length(letters.len()).rows().any(|row| row == letters) {
            return Err(Violation(format!("{} is {word}, which is not in the list", slot.name)));
        }
        if let Some(first) = seen.insert(word.clone(), &slot.name)
            && !crossword.repeat
        {
            return Err(Violation(format!("{} is {word}, as is {first}", slot.name)));
        }
    }
    Ok(())
}
