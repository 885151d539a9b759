//! The solutions that have been handed over, so that none is handed over twice when another engine finds it again.
//!
//! Solutions are the same if they agree on the shown variables. One engine never finds the same twice; so when the
//! memory for them is full, only one engine may go on, whose further solutions need not be remembered.

use std::collections::HashSet;

use crate::Count;
use crate::tuning::auto::OVERHEAD;
use cnfab_model::{Assignment, Model, Var};

/// The solutions that have been handed over.
pub(super) struct Known {
    /// The variables that make up a solution; `None` if all do.
    shown: Option<Vec<Var>>,
    /// How many these are.
    width: usize,
    seen: HashSet<Box<[i32]>>,
    /// The solutions that were handed over while one engine worked alone, one after the other, and their number.
    alone: Vec<i32>,
    noted: u64,
    /// How many solutions may be remembered.
    most: u64,
    /// The number of solutions that an engine which worked alone has counted without handing them over.
    pub(super) counted: Option<Count>,
    /// The only engine that goes on, since no further solution can be remembered.
    stays: Option<usize>,
}

impl Known {
    /// No solution yet; room for `bytes` bytes.
    pub(super) fn new(model: &Model, bytes: u64) -> Self {
        let shown = (!model.shows_all()).then(|| model.shown());
        let width = shown.as_ref().map_or(model.variables().len(), Vec::len);
        let most = bytes / (4 * width as u64 + OVERHEAD);
        Known { shown, width, seen: HashSet::new(), alone: Vec::new(), noted: 0, most, counted: None, stays: None }
    }

    /// Remembers a solution of an engine that works alone, and says whether there is room for a further one. `None` if
    /// an engine before it has found the solution.
    pub(super) fn note(&mut self, solution: &Assignment) -> Option<bool> {
        if !self.seen.is_empty() && self.seen.contains(&self.values(solution)) {
            return None;
        }
        match &self.shown {
            None => self.alone.extend(&solution.values()[..self.width]),
            Some(shown) => self.alone.extend(shown.iter().map(|&var| solution[var])),
        }
        self.noted += 1;
        Some(self.noted < self.most)
    }

    /// The values that make up a solution.
    fn values(&self, solution: &Assignment) -> Box<[i32]> {
        match &self.shown {
            None => solution.values()[..self.width].into(),
            Some(shown) => shown.iter().map(|&var| solution[var]).collect(),
        }
    }

    /// Another engine begins.
    pub(super) fn join(&mut self) {
        let width = self.width;
        if width > 0 {
            self.seen.extend(std::mem::take(&mut self.alone).chunks_exact(width).map(Box::from));
        } else if self.noted > 0 {
            self.seen.insert(Box::default());
        }
    }

    /// Decides on a solution that an engine has found. `choose` picks the engine that stays when no further one can be
    /// remembered.
    pub(super) fn take(&mut self, engine: usize, solution: &Assignment, choose: impl FnOnce() -> usize) -> Verdict {
        if self.stays.is_none() && self.seen.len() as u64 >= self.most {
            self.stays = Some(choose());
        }
        let values = self.values(solution);
        let is_new = match self.stays {
            Some(stays) if stays != engine => return Verdict::Over,
            Some(_) => !self.seen.contains(&values),
            None => self.seen.insert(values),
        };
        if is_new { Verdict::New } else { Verdict::Known }
    }
}

/// The decision on a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It is handed over.
    New,
    /// It was handed over before.
    Known,
    /// It is not known whether it will be handed over; the engine has to end.
    Over,
}
