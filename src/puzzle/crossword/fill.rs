//! Fills a grid with random words of a list: the place with the fewest words that fit comes next.

use std::sync::Arc;

use fastrand::Rng;

use crate::model::Relation;

use super::grid::WordSlot;
use super::words::WordList;

/// The most words that are tried, as a multiple of the number of places for words.
const TRIES: usize = 10;

/// Returns the letter of each square, 0 where there is none; `None` if the search leads nowhere for too long. No word
/// comes twice.
pub(super) fn random(squares: usize, slots: &[WordSlot], words: &WordList, rng: &mut Rng) -> Option<Vec<i32>> {
    let lists: Vec<Arc<Relation>> = slots.iter().map(|slot| words.of_length(slot.cells.len())).collect();
    let mut crossings = vec![Vec::new(); slots.len()];
    for (slot, crossing) in crossings.iter_mut().enumerate() {
        for (at, cell) in slots[slot].cells.iter().enumerate() {
            let others = slots.iter().enumerate().filter(|&(other, _)| other != slot);
            let crossed =
                others.filter_map(|(other, slot)| Some((other, slot.cells.iter().position(|it| it == cell)?)));
            crossing.extend(crossed.map(|(other, there)| (at, other, there)));
        }
    }
    let fitting: Vec<Vec<usize>> = lists.iter().map(|list| (0..list.len()).collect()).collect();
    let mut fill = Filling { slots, lists, crossings, chosen: vec![None; slots.len()], tries: TRIES * slots.len() };
    if !fill.extend(fitting, rng) {
        return None;
    }
    let mut letters = vec![0; squares];
    for (slot, chosen) in slots
        .iter()
        .zip(&fill.chosen)
        .enumerate()
        .map(|(number, (slot, chosen))| (slot, fill.lists[number].row(chosen.expect("all places are filled"))))
    {
        slot.cells.iter().zip(chosen).for_each(|(&cell, &letter)| letters[cell] = letter);
    }
    Some(letters)
}

/// A depth-first search for words.
struct Filling<'s> {
    slots: &'s [WordSlot],
    /// For each place the words of its length.
    lists: Vec<Arc<Relation>>,
    /// For each place its crossings: the letter there, the other place, the letter there.
    crossings: Vec<Vec<(usize, usize, usize)>>,
    /// The number of the word in each place.
    chosen: Vec<Option<usize>>,
    /// The remaining tries.
    tries: usize,
}

impl Filling<'_> {
    /// Fills the open places with words that fit.
    fn extend(&mut self, fitting: Vec<Vec<usize>>, rng: &mut Rng) -> bool {
        let open = (0..self.slots.len()).filter(|&slot| self.chosen[slot].is_none());
        let Some(slot) = open.min_by_key(|&slot| fitting[slot].len()) else { return true };
        let mut words = fitting[slot].clone();
        rng.shuffle(&mut words);
        for word in words {
            let Some(tries) = self.tries.checked_sub(1) else { return false };
            self.tries = tries;
            self.chosen[slot] = Some(word);
            if let Some(left) = self.left(&fitting, slot, word)
                && self.extend(left, rng)
            {
                return true;
            }
            self.chosen[slot] = None;
        }
        false
    }

    /// Returns the words that fit beside one; `None` if an open place has none.
    fn left(&self, fitting: &[Vec<usize>], slot: usize, word: usize) -> Option<Vec<Vec<usize>>> {
        let mut left = fitting.to_vec();
        let letters = self.lists[slot].row(word);
        for &(at, other, there) in &self.crossings[slot] {
            left[other].retain(|&word| self.lists[other].row(word)[there] == letters[at]);
        }
        for (other, words) in left.iter_mut().enumerate().filter(|&(other, _)| self.chosen[other].is_none()) {
            if self.slots[other].cells.len() == letters.len() {
                words.retain(|&other| other != word);
            }
            if words.is_empty() {
                return None;
            }
        }
        Some(left)
    }
}
