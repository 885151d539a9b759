//! Fills a grid with random words of a list: the slot with the fewest words that fit comes next.
//!
//! After each choice, a word fits only if each of its letters stands in a word that fits the crossing slot: arc
//! consistency. A search that leads nowhere begins again with other words.

use std::rc::Rc;
use std::sync::Arc;

use fastrand::Rng;

use cnfab_model::Relation;

use super::grid::WordSlot;
use super::words::WordList;

/// How often a search begins, and the most words that are tried each time, as a multiple of the number of slots.
const STARTS: usize = 4;
const TRIES: usize = 6;

/// The words that fit each slot, by their numbers.
type Fitting = Vec<Rc<Vec<usize>>>;

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
    let fitting: Fitting = lists.iter().map(|list| Rc::new((0..list.len()).collect())).collect();
    let mut fill = Filling { slots, lists, crossings, chosen: vec![None; slots.len()], tries: 0 };
    let fitting = fill.consistent(fitting, (0..slots.len()).collect())?;
    let mut is_filled = false;
    for _ in 0..STARTS {
        fill.tries = TRIES * slots.len();
        is_filled = fill.extend(&fitting, rng);
        if is_filled || fill.tries > 0 {
            break;
        }
    }
    if !is_filled {
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
    /// Fills the open slots with words that fit.
    fn extend(&mut self, fitting: &Fitting, rng: &mut Rng) -> bool {
        let open = (0..self.slots.len()).filter(|&slot| self.chosen[slot].is_none());
        let Some(slot) = open.min_by_key(|&slot| fitting[slot].len()) else { return true };
        let mut words = fitting[slot].to_vec();
        rng.shuffle(&mut words);
        for word in words {
            let Some(tries) = self.tries.checked_sub(1) else { return false };
            self.tries = tries;
            self.chosen[slot] = Some(word);
            if let Some(left) = self.left(fitting, slot, word)
                && self.extend(&left, rng)
            {
                return true;
            }
            self.chosen[slot] = None;
        }
        false
    }

    /// Returns the words that fit beside one; `None` if a slot has none.
    fn left(&self, fitting: &Fitting, slot: usize, word: usize) -> Option<Fitting> {
        let mut left = fitting.clone();
        left[slot] = Rc::new(vec![word]);
        let length = self.slots[slot].cells.len();
        let mut changed = vec![slot];
        for other in (0..left.len()).filter(|&other| self.chosen[other].is_none()) {
            if self.slots[other].cells.len() == length && left[other].contains(&word) {
                let others: Vec<usize> = left[other].iter().copied().filter(|&other| other != word).collect();
                left[other] = Rc::new(others);
                changed.push(other);
            }
        }
        self.consistent(left, changed)
    }

    /// Removes the words with a letter that no word of the crossing slot has there; `None` if a slot has no word left.
    /// `changed` are the slots whose words have become fewer.
    fn consistent(&self, mut left: Fitting, mut changed: Vec<usize>) -> Option<Fitting> {
        while let Some(slot) = changed.pop() {
            if left[slot].is_empty() {
                return None;
            }
            let mut letters = vec![0_u32; self.slots[slot].cells.len()];
            for &word in left[slot].iter() {
                letters.iter_mut().zip(self.lists[slot].row(word)).for_each(|(set, &letter)| *set |= 1 << letter);
            }
            for &(at, other, there) in &self.crossings[slot] {
                let is_there = |&&word: &&usize| letters[at] >> self.lists[other].row(word)[there] & 1 == 1;
                let words: Vec<usize> = left[other].iter().filter(is_there).copied().collect();
                if words.len() < left[other].len() {
                    left[other] = Rc::new(words);
                    if !changed.contains(&other) {
                        changed.push(other);
                    }
                }
            }
        }
        Some(left)
    }
}
