//! Finds slots of a crossword without a word, and crossings without a letter.

use std::collections::{BTreeMap, BTreeSet};

use crate::text::count;
use crate::{Puzzle, Violation};

use super::Crossword;
use super::grid::{CrosswordSquare, WordSlot};
use super::words::capital;

/// The letters of each position of a slot, as bit masks, and the only word that fits if there is one.
struct Fitting {
    letters: Vec<u32>,
    only: Option<Vec<i32>>,
}

/// Reports a slot without a word, more slots than words, two slots with the same only word, or a crossing without a
/// letter.
pub(super) fn of(puzzle: &Crossword) -> Option<Violation> {
    let given = |cell: usize| match puzzle.grid.squares[cell] {
        CrosswordSquare::Letter(given) => given,
        CrosswordSquare::Block => None,
    };
    let mut only: BTreeMap<Vec<i32>, &str> = BTreeMap::new();
    // Slots of one length without givens have the same letters.
    let mut open: BTreeMap<usize, Vec<u32>> = BTreeMap::new();
    // For each cell, the letters that the last slot through it allows, and that slot.
    let mut crossing: BTreeMap<usize, (u32, &WordSlot)> = BTreeMap::new();
    let by_slot = puzzle.grid.slots.iter().find_map(|slot| {
        let (name, length) = (&slot.name, slot.cells.len());
        let words = puzzle.words.of_length(length);
        if words.is_empty() {
            return Some(Violation(format!("{name} has {length} letters, as no word of the list has")));
        }
        let givens: Vec<Option<i32>> = slot.cells.iter().map(|&cell| given(cell)).collect();
        let is_open = givens.iter().all(Option::is_none);
        let letters = match open.get(&length).filter(|_| is_open) {
            Some(letters) => letters.clone(),
            None => {
                let fitting = fitting(words.rows(), &givens);
                let pattern: String = givens.iter().map(|given| given.map_or('_', capital)).collect();
                let Some(fitting) = fitting else {
                    return Some(Violation(format!("{name} is {pattern}, which no word of the list fits")));
                };
                if let Some(word) = fitting.only.filter(|_| !puzzle.repeat) {
                    let text: String = word.iter().map(|&letter| capital(letter)).collect();
                    if let Some(first) = only.insert(word, name) {
                        return Some(Violation(format!("{name} is {text}, as is {first}")));
                    }
                }
                fitting.letters
            }
        };
        for (&cell, &letters) in slot.cells.iter().zip(&letters) {
            let (before, other) = crossing.insert(cell, (letters, slot)).unwrap_or((u32::MAX, slot));
            if before & letters == 0 {
                let cell_name = puzzle.place(cell);
                let why = format!("no letter fits both {} and {name} in {cell_name}", other.name);
                return Some(Violation(why));
            }
        }
        if is_open {
            open.insert(length, letters);
        }
        None
    });
    by_slot.or_else(|| too_few_words(puzzle))
}

/// Collects the letters of the words that fit a slot's givens; `None` if no word fits.
fn fitting<'w>(words: impl Iterator<Item = &'w [i32]>, givens: &[Option<i32>]) -> Option<Fitting> {
    let fits =
        |word: &&[i32]| word.iter().zip(givens).all(|(letter, given)| given.is_none_or(|given| given == *letter));
    let mut letters = vec![0; givens.len()];
    let (mut first, mut others) = (None, 0);
    for word in words.filter(fits) {
        letters.iter_mut().zip(word).for_each(|(set, letter)| *set |= 1 << letter);
        others += usize::from(first.is_some());
        first.get_or_insert(word);
    }
    let first = first?;
    Some(Fitting { letters, only: (others == 0).then(|| first.to_vec()) })
}

/// Reports more slots of one length than words, where no word may occur twice.
fn too_few_words(puzzle: &Crossword) -> Option<Violation> {
    let lengths: BTreeSet<usize> = puzzle.grid.slots.iter().map(|slot| slot.cells.len()).collect();
    lengths.into_iter().filter(|&length| puzzle.must_differ(length)).find_map(|length| {
        let slots = puzzle.grid.slots.iter().filter(|slot| slot.cells.len() == length).count();
        let words = puzzle.words.of_length(length).rows().count();
        let why = format!("{slots} slots have {length} letters, but only {} of the list", count(words, "word"));
        (words < slots).then_some(Violation(why))
    })
}
