//! The rules of crosswords, checked without the model, and givens that contradict each other.

use std::collections::BTreeMap;

use crate::puzzle::{Cells, Violation};

use super::Crossword;
use super::grid::Place;
use super::words::capital;

/// The first rule that the cells break.
pub(super) fn check(crossword: &Crossword, cells: &Cells) -> Result<(), Violation> {
    if cells.0.len() != crossword.grid.places.len() {
        return Err(Violation(format!("{} places, not {}", cells.0.len(), crossword.grid.places.len())));
    }
    for (index, (place, &found)) in crossword.grid.places.iter().zip(&cells.0).enumerate() {
        let at =
            || format!("row {}, column {}", index / crossword.grid.columns + 1, index % crossword.grid.columns + 1);
        match *place {
            Place::Block if found != 0 => return Err(Violation(format!("{} is a block, but filled", at()))),
            Place::Letter(_) if !(1..=26).contains(&found) => {
                return Err(Violation(format!("{} holds no letter", at())));
            }
            Place::Letter(Some(given)) if given != found => {
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

/// A contradiction between givens or rules that is seen without a search.
pub(super) fn contradiction(crossword: &Crossword) -> Option<Violation> {
    let given = |cell: usize| match crossword.grid.places[cell] {
        Place::Letter(given) => given,
        Place::Block => None,
    };
    let mut full: BTreeMap<Vec<Option<i32>>, &str> = BTreeMap::new();
    crossword.grid.slots.iter().find_map(|slot| {
        let (name, length) = (&slot.name, slot.cells.len());
        let words = crossword.words.of_length(length);
        if words.is_empty() {
            return Some(Violation(format!("{name} has {length} letters, as no word of the list has")));
        }
        let givens: Vec<Option<i32>> = slot.cells.iter().map(|&cell| given(cell)).collect();
        let fits =
            |word: &[i32]| word.iter().zip(&givens).all(|(letter, given)| given.is_none_or(|given| given == *letter));
        let pattern: String = givens.iter().map(|given| given.map_or('_', capital)).collect();
        if givens.iter().any(Option::is_some) && !words.rows().any(fits) {
            return Some(Violation(format!("{name} is {pattern}, which no word of the list fits")));
        }
        if crossword.repeat || givens.iter().any(Option::is_none) {
            return None;
        }
        let first = full.insert(givens, name)?;
        Some(Violation(format!("{name} is {pattern}, as is {first}")))
    })
}
