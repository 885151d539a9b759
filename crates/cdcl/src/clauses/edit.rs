//! Clauses that inprocessing takes away, replaces, or keeps for good.
//!
//! A clause that is taken away stays in its place, and watched, until the next reduction.

use super::{Clauses, FLAGS, GARBAGE, GLUE, HEAD, LEARNED, Literal, SILENT, TRIED, USED, VIVIFIED};

impl Clauses {
    /// The clauses that are left, in their order.
    pub fn references(&self) -> impl Iterator<Item = u32> {
        let mut at = 0;
        std::iter::from_fn(move || {
            while let Some(&size) = self.words.get(at) {
                let clause = at as u32;
                at += HEAD + size as usize + self.tail;
                if !self.is_garbage(clause) {
                    return Some(clause);
                }
            }
            None
        })
    }

    /// True if the next reduction deletes the clause, whatever it is used for.
    pub(in super::super) fn is_garbage(&self, clause: u32) -> bool {
        self.words[clause as usize + FLAGS] & GARBAGE != 0
    }

    /// Takes a clause away. No literal of level 0 may have it as its reason when it is deleted.
    pub(in super::super) fn discard(&mut self, clause: u32) {
        self.words[clause as usize + FLAGS] |= GARBAGE;
    }

    /// The same, but the clause stays in the proof.
    pub(in super::super) fn withdraw(&mut self, clause: u32) {
        self.words[clause as usize + FLAGS] |= GARBAGE | SILENT;
    }

    /// True if the clause was noted by [`Clauses::mark_tried`].
    pub(in super::super) fn is_tried(&self, clause: u32) -> bool {
        self.words[clause as usize + FLAGS] & TRIED != 0
    }

    /// Notes that it was tried whether others subsume the clause.
    pub(in super::super) fn mark_tried(&mut self, clause: u32) {
        self.words[clause as usize + FLAGS] |= TRIED;
    }

    /// Keeps learned clauses for good, since others were taken away because of them.
    pub(in super::super) fn adopt(&mut self, clauses: &[u32]) {
        if clauses.is_empty() {
            return;
        }
        for &clause in clauses {
            self.words[clause as usize + FLAGS] &= !LEARNED;
        }
        let words = &self.words;
        self.learned.retain(|&clause| words[clause as usize + FLAGS] & LEARNED != 0);
    }

    /// Puts a shorter clause in the place of one, which is taken away. Returns its reference.
    ///
    /// Pre: no literal of the shorter clause is assigned. Post: a unit clause is not added.
    pub(in super::super) fn replace(&mut self, clause: u32, shorter: &[Literal], number: u64) -> Option<u32> {
        let flags = &mut self.words[clause as usize + FLAGS];
        *flags |= GARBAGE;
        let flags = *flags;
        if shorter.len() < 2 {
            return None;
        }
        if flags & LEARNED == 0 {
            return Some(self.push(shorter, 0, number));
        }
        let kept = flags & (USED | VIVIFIED);
        let glue = (flags & GLUE).min(shorter.len() as u32 - 1);
        let clause = self.learn(shorter, glue, number);
        let flags = &mut self.words[clause as usize + FLAGS];
        *flags = *flags & !USED | kept;
        Some(clause)
    }
}
