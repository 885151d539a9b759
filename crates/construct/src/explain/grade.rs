//! The grade of a puzzle, by the steps that explain it.
//!
//! Each step has a level. It is 0 if a unit has one place for a value, or is filled up. It is 1 if that unit is a row
//! or a column. It is 2 if a cell has one value left. All other steps have the number of rules that are needed
//! together, and 2 more.
//!
//! The grade is the highest level. Of two puzzles with one grade, the harder is the one with the larger sum of levels.

use std::collections::BTreeMap;

/// The grade of a puzzle: how hard it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grade {
    /// The level of the hardest step.
    pub level: usize,
    /// The players' name of the hardest step; of several, the first.
    pub technique: String,
    /// The number of steps of each level.
    pub steps: BTreeMap<usize, usize>,
    /// True if propagation found the rules of every step.
    pub propagation: bool,
    /// Conflicts and decisions of a solver that finds the solution and shows that there is no other. `None` unless the
    /// steps reach the end.
    pub conflicts: Option<u64>,
    /// See [`Grade::conflicts`].
    pub decisions: Option<u64>,
    /// True if the steps reach the end. If not, the grade is at least this.
    pub complete: bool,
}

impl Grade {
    /// Adds a step.
    pub(super) fn add(&mut self, level: usize, technique: &str) {
        *self.steps.entry(level).or_default() += 1;
        if level > self.level || self.technique.is_empty() {
            self.level = level;
            technique.clone_into(&mut self.technique);
        }
    }

    /// The sum of the levels of all steps, which compares puzzles of one grade.
    pub fn sum(&self) -> usize {
        self.steps.iter().map(|(level, count)| level * count).sum()
    }
}
