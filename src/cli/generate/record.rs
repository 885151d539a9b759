//! The record of a puzzle that was made.

use std::io::Write;
use std::path::Path;

use serde_json::{Value, json};

use crate::construct::{Explanation, MadePuzzle};
use crate::json;

use super::super::drive::output;
use super::super::failure::Failure;
use super::super::file::to_file;
use super::super::message::say;

/// A puzzle and how it was made.
pub(super) struct Record<'r> {
    pub(super) made: &'r MadePuzzle,
    /// Its steps, if they were looked at.
    pub(super) explanation: Option<&'r Explanation>,
    /// True if the steps are written, too.
    pub(super) has_steps: bool,
    pub(super) number: u64,
    pub(super) seed: u64,
    pub(super) method: &'static str,
    /// True if it is as wished.
    pub(super) is_wished: bool,
}

impl Record<'_> {
    /// Prints one line of JSON.
    pub(super) fn print_json(&self) -> Result<(), Failure> {
        let (puzzle, solution) = (self.made.puzzle.as_ref(), &self.made.solution);
        let mut value = json!({
            "kind": puzzle.kind().name,
            "number": self.number,
            "seed": self.seed,
            "method": self.method,
            "clues": puzzle.clue_count(),
            "wished": self.is_wished,
            "text": puzzle.text(),
            "solution": puzzle.plain(solution),
        });
        if let Some(explanation) = self.explanation {
            value["grade"] = explanation.grade.json();
            if self.has_steps {
                value["steps"] = explanation.steps.iter().map(|step| step.json(puzzle)).collect::<Value>();
            }
        }
        let mut out = output();
        writeln!(out, "{}", json::line(&value).expect("a value becomes a line"))?;
        Ok(out.flush()?)
    }

    /// Prints the puzzle, behind an empty line if it is not the first one.
    pub(super) fn print_text(&self) -> Result<(), Failure> {
        let mut out = output();
        out.write_all(if self.number > 1 { b"\n" } else { b"" })?;
        out.write_all(self.text().as_bytes())?;
        Ok(out.flush()?)
    }

    /// Writes the puzzle to a file of its own, which must not be there yet.
    pub(super) fn write_to(&self, folder: &Path) -> Result<(), Failure> {
        let kind = self.made.puzzle.kind().name;
        let path = folder.join(format!("{kind}-{}-{}.txt", self.seed, self.number));
        if path.symlink_metadata().is_ok() {
            return Err(taken(&path));
        }
        to_file(&path, |out| Ok(out.write_all(self.text().as_bytes())?))?;
        say!("{}", path.display());
        Ok(())
    }

    /// The puzzle behind comments that say where it comes from.
    fn text(&self) -> String {
        let Record { method, seed, number, .. } = self;
        let grade = self.explanation.map(|Explanation { grade, .. }| {
            let least = if grade.complete { "" } else { "at least " };
            format!("# Grade: {least}{}, sum of levels {}, '{}'\n", grade.level, grade.sum(), grade.technique)
        });
        let source = format!("# Source: cnfab generate, method {method}, seed {seed}, number {number}\n");
        format!("{source}{}# Solutions: 1\n{}", grade.unwrap_or_default(), self.made.puzzle.text())
    }
}

/// Returns the failure if a file is where a puzzle would be written.
pub(super) fn taken(path: &Path) -> Failure {
    let found = format!("cnfab: found '{}'", path.display());
    Failure::Input(format!("{found}, expected a name that is free: nothing is replaced"))
}
