//! The criteria for a generated puzzle that are tested when it is there, and its distance from them.

use std::str::FromStr;

use cnfab_puzzle::Puzzle;

use super::{Explanation, Pattern};

/// Grades from one to another, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GradeRange {
    /// The least.
    pub least: usize,
    /// The greatest; `None` if there is no greatest.
    pub most: Option<usize>,
}

/// Reads grades: one, from one to another, or from one on.
impl FromStr for GradeRange {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = "expected grades A..B, such as 3..5, or 4, or '4..' for 4 and more";
        let number = |text: &str| text.trim().parse::<usize>().map_err(|_| wrong);
        let (least, most) = match text.split_once("..") {
            None => (number(text)?, Some(number(text)?)),
            Some((least, "")) => (number(least)?, None),
            Some((least, most)) => (number(least)?, Some(number(most)?)),
        };
        if most.is_some_and(|most| most < least) { Err(wrong) } else { Ok(GradeRange { least, most }) }
    }
}

/// Criteria for a puzzle.
#[derive(Clone, Debug, Default)]
pub struct Criteria {
    /// The number of clues.
    pub clues: Option<usize>,
    /// The grade.
    pub grade: Option<GradeRange>,
    /// Names of steps that are among those which explain the puzzle.
    pub needs: Vec<String>,
    /// Names of steps that are not.
    pub avoid: Vec<String>,
    /// The cells that have givens.
    pub pattern: Option<Pattern>,
    /// True if each cell of the pattern has a given.
    pub is_whole_pattern: bool,
}

/// The distance of a puzzle from what was wished, the worse the greater.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Misses {
    /// Cells of the pattern that are not as wished.
    pub cells: usize,
    /// By how much the grade is too low or too high, and the steps that are needed and missing, or not wanted.
    pub steps: usize,
    /// By how much there are too many or too few clues.
    pub clues: usize,
}

impl Misses {
    /// True if nothing is missed.
    pub fn is_none(&self) -> bool {
        *self == Misses::default()
    }
}

impl Criteria {
    /// True if the steps of a puzzle have to be known.
    pub fn is_about_steps(&self) -> bool {
        self.grade.is_some() || !self.needs.is_empty() || !self.avoid.is_empty()
    }

    /// The criteria that a puzzle misses, as far as its steps do not matter.
    pub fn misses(&self, puzzle: &dyn Puzzle) -> Misses {
        let clues = puzzle.clue_count();
        let cells = self.pattern.as_ref().map_or(0, |pattern| {
            let givens = puzzle.givens().unwrap_or_default();
            let is_wrong = |(given, is_inside): &(&Option<i32>, &bool)| match given {
                Some(_) => !**is_inside,
                None => **is_inside && self.is_whole_pattern,
            };
            givens.iter().zip(&pattern.cells).filter(is_wrong).count()
        });
        Misses { cells, steps: 0, clues: self.clues.map_or(0, |wanted| clues.abs_diff(wanted)) }
    }

    /// The distance of the steps of a puzzle from the criteria. Of an explanation that is not complete, the grade may
    /// be higher.
    pub fn missed_by(&self, explanation: &Explanation) -> usize {
        let grade = &explanation.grade;
        let of_grade = self.grade.map_or(0, |GradeRange { least, most }| match most {
            Some(most) if grade.level > most => grade.level - most,
            Some(_) if !grade.complete => 1,
            _ => least.saturating_sub(grade.level),
        });
        let has = |name: &&String| explanation.steps.iter().any(|step| step.technique == **name);
        let missing = self.needs.iter().filter(|name| !has(name)).count();
        let unwanted = self.avoid.iter().filter(has).count();
        // Steps that were not found may be of any name.
        let unknown = usize::from(!self.avoid.is_empty() && !grade.complete);
        of_grade + missing + unwanted + unknown
    }
}
