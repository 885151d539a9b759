//! The study file: TOML.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Component, Path, PathBuf};

use serde::Deserialize;
use toml::Spanned;

use crate::run::{Limits, Seconds};
use crate::source::{Opened, SourceError, advice, hint};
use cnfab_base::display;
use cnfab_frontend::file_kind::{FileKind, guess};

use super::Parameter;
use super::published::Published;
use super::values::Values;

/// The largest study file that is read, in megabytes of a million bytes.
const MOST_MEGABYTES: u64 = 16;

/// Why there is no study, or why it cannot go on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StudyError {
    /// Something in a file is wrong; begins with the position.
    #[error("{file}:{line}:{column}: {what}")]
    Place {
        /// The file.
        file: String,
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// The error.
        what: String,
    },
    /// The input cannot be used.
    #[error("cnfab: {0}")]
    Input(String),
    /// A file cannot be written.
    #[error("cnfab: cannot write '{file}': {why}")]
    Write {
        /// The file.
        file: String,
        /// The system's reason.
        why: std::io::Error,
    },
}

/// A study file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct File {
    pub(super) name: Spanned<String>,
    #[serde(default)]
    pub(super) about: String,
    /// The findings of who has looked at the rows; reports show it.
    #[serde(default)]
    pub(super) findings: String,
    /// The source and licence of instances that say nothing of it themselves.
    pub(super) source: Option<String>,
    /// The folder that file names are relative to, itself relative to the study file's folder.
    #[serde(default)]
    pub(super) root: String,
    pub(super) strategies: Option<Spanned<Names>>,
    pub(super) encodings: Option<Spanned<Names>>,
    /// In place of strategies and encodings.
    #[serde(default)]
    pub(super) configurations: Vec<Spanned<Configuration>>,
    pub(super) views: Option<Spanned<Names>>,
    pub(super) seeds: Option<Spanned<Values>>,
    /// True if each seed also shuffles the formula.
    #[serde(default)]
    pub(super) shuffle: bool,
    pub(super) repetitions: Option<Spanned<u32>>,
    /// The number of solutions that are wanted; 0 means all. Without it, one is wanted of decision problems.
    pub(super) solutions: Option<u64>,
    pub(super) up_to_symmetry: Option<Spanned<String>>,
    /// Over how many orders the least conflict budget is wanted.
    pub(super) least_budget: Option<Spanned<u64>>,
    /// True if counts are wanted that slow a search down.
    #[serde(default = "yes")]
    pub(super) statistics: bool,
    /// True if answers are to be certified.
    #[serde(default)]
    pub(super) certify: bool,
    #[serde(default)]
    pub(super) limits: WrittenLimits,
    pub(super) instances: Vec<Spanned<Instances>>,
    /// Published tables that reports show beside the rows.
    #[serde(default)]
    pub(super) published: Vec<Spanned<Published>>,
}

/// `[[configurations]]`: a strategy with its encodings, and a name for both.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table [[configurations]] with a name and a strategy")]
pub(super) struct Configuration {
    pub(super) name: Spanned<String>,
    pub(super) strategy: Spanned<String>,
    pub(super) encodings: Option<Spanned<String>>,
}

impl File {
    /// The folder that file names are relative to, for a study file of this name.
    pub(super) fn folder(&self, path: &str) -> PathBuf {
        let beside = Path::new(path).parent().map(Path::to_owned).unwrap_or_default();
        simplified(&beside.join(&self.root))
    }

    /// The limits of each run.
    pub(super) fn limits(&self, text: &Text<'_>) -> Result<Limits, StudyError> {
        let seconds = |limit: &Option<Spanned<f64>>| match limit {
            Some(limit) => match Seconds::try_from(*limit.get_ref()) {
                Ok(seconds) if (f64::MIN_POSITIVE..=1e9).contains(limit.get_ref()) => Ok(Some(seconds)),
                _ => Err(text.error(limit.span(), "expected a number of seconds above 0, at most 1,000,000,000")),
            },
            None => Ok(None),
        };
        let work = |limit: &Option<Spanned<u64>>| match limit {
            Some(limit) if *limit.get_ref() == 0 => {
                Err(text.error(limit.span(), "found 0, expected a number from 1 on"))
            }
            limit => Ok(limit.as_ref().map(|limit| *limit.get_ref())),
        };
        let memory = match &self.limits.memory {
            Some(memory) if !(1..=1_000_000_000).contains(memory.get_ref()) => {
                return Err(text.error(memory.span(), "expected a number of megabytes from 1 on"));
            }
            memory => memory.as_ref().map(|memory| memory.get_ref() * 1_000_000),
        };
        Ok(Limits {
            limit_solutions: self.solutions.filter(|&wanted| wanted > 0),
            limit_wall_s: seconds(&self.limits.wall)?,
            limit_cpu_s: seconds(&self.limits.cpu)?,
            limit_conflicts: work(&self.limits.conflicts)?,
            limit_ticks: work(&self.limits.ticks)?,
            limit_memory_bytes: memory,
        })
    }
}

fn yes() -> bool {
    true
}

/// `[limits]`.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", expecting = "a table such as { wall = 60, memory = 2000 }")]
pub(super) struct WrittenLimits {
    /// Seconds by the clock.
    pub(super) wall: Option<Spanned<f64>>,
    /// Seconds of computing.
    pub(super) cpu: Option<Spanned<f64>>,
    /// Conflicts of a SAT solver.
    pub(super) conflicts: Option<Spanned<u64>>,
    /// Work of a search.
    pub(super) ticks: Option<Spanned<u64>>,
    /// Megabytes of a million bytes.
    pub(super) memory: Option<Spanned<u64>>,
}

/// `[[instances]]`: files, or a text or a command with parameters; and their own settings.
#[derive(Deserialize)]
#[serde(
    deny_unknown_fields,
    rename_all = "kebab-case",
    expecting = "a table [[instances]] with files or generate, or with a name and a text or a command"
)]
pub(super) struct Instances {
    pub(super) files: Option<Spanned<Names>>,
    /// Their source and licence, unless they say it themselves.
    pub(super) source: Option<String>,
    /// The family that reports put them into.
    pub(super) group: Option<Spanned<String>>,
    /// The puzzles of a file with several, from 1.
    pub(super) puzzles: Option<Spanned<Values>>,
    pub(super) name: Option<Spanned<String>>,
    pub(super) text: Option<Spanned<String>>,
    pub(super) command: Option<Spanned<String>>,
    pub(super) generate: Option<Spanned<Generate>>,
    #[serde(default, rename = "with")]
    pub(super) parameters: BTreeMap<String, Spanned<Values>>,
    pub(super) strategies: Option<Spanned<Names>>,
    pub(super) encodings: Option<Spanned<Names>>,
    pub(super) views: Option<Spanned<Names>>,
}

/// Puzzles to be made, as `cnfab generate` makes them.
#[derive(Deserialize)]
#[serde(
    deny_unknown_fields,
    rename_all = "kebab-case",
    expecting = "a table such as { kind = \"sudoku\", count = 20 }"
)]
pub(super) struct Generate {
    pub(super) kind: String,
    /// Rows and columns; each with each seed.
    pub(super) size: Option<Values>,
    /// Seeds; 0 if nothing is said.
    pub(super) seed: Option<Values>,
    /// The number of puzzles of each size and seed.
    pub(super) count: Option<u64>,
    pub(super) method: Option<Method>,
    #[serde(default)]
    pub(super) minimal: bool,
    /// The number of clues.
    pub(super) clues: Option<usize>,
    /// The name of a symmetry: which cells have givens together.
    pub(super) symmetry: Option<String>,
    /// The rows of a pattern of the cells that have givens.
    pub(super) pattern: Option<String>,
    /// A grade or grades: `3`, `"3..5"`, `"4.."`.
    pub(super) grade: Option<Parameter>,
    /// Names of steps that are needed.
    pub(super) needs: Option<Names>,
    /// Names of steps that are not.
    pub(super) avoid: Option<Names>,
    pub(super) stars: Option<usize>,
    /// The least and the greatest size of a region or a cage: `"5..20"`.
    pub(super) regions: Option<Values>,
}

/// The method for puzzles with given values.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Method {
    Constrain,
    #[serde(rename = "constrain:propagation")]
    ConstrainByPropagation,
    Dig,
}

/// One text or several.
#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a text or a list of texts")]
pub(super) enum Names {
    One(String),
    Many(Vec<String>),
}

impl Names {
    pub(super) fn all(&self) -> &[String] {
        match self {
            Names::One(name) => std::slice::from_ref(name),
            Names::Many(names) => names,
        }
    }
}

/// The parts of a study file for reports of its rows: its findings, and the published tables. `studies` are the names
/// of the studies that the rows are of.
///
/// # Errors
/// If it cannot be read, or is another study.
pub fn for_reports(path: &str, studies: &[&str]) -> Result<(String, Vec<Published>), StudyError> {
    let written = read_text(path)?;
    let text = Text { file: path, text: &written };
    let file = text.read()?;
    if !studies.contains(&&**file.name.get_ref()) {
        let found = format!(
            "found the study '{}', expected the one of the rows, '{}'",
            file.name.get_ref(),
            studies.join("', '")
        );
        return Err(text.error(file.name.span(), found));
    }
    Ok((file.findings.trim().to_owned(), file.published.into_iter().map(Spanned::into_inner).collect()))
}

/// The text of a study file, for errors.
pub(super) struct Text<'t> {
    pub(super) file: &'t str,
    pub(super) text: &'t str,
}

impl Text<'_> {
    /// An error at this range of the text, in bytes.
    pub(super) fn error(&self, place: Range<usize>, what: impl Into<String>) -> StudyError {
        let before = self.text.get(..place.start).unwrap_or(self.text);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        StudyError::Place { file: self.file.to_owned(), line, column, what: what.into() }
    }

    pub(super) fn read(&self) -> Result<File, StudyError> {
        if self.text.trim().is_empty() {
            return Err(self.error(0..0, "found nothing, expected a study; 'cnfab help studies' describes one"));
        }
        let file: File = toml::from_str(self.text).map_err(|error| {
            let looks = guess(self.text.as_bytes()).filter(|kind| !matches!(kind, FileKind::Study | FileKind::Toml));
            let what = display::foreign(error.message()).replace('`', "'");
            self.error(error.span().unwrap_or_default(), what + &hint(looks))
        })?;
        for table in &file.published {
            if let Some(mistake) = table.get_ref().mistake() {
                return Err(self.error(table.span(), mistake));
            }
        }
        Ok(file)
    }
}

/// Reads the text of a study file, compressed or not.
pub(super) fn read_text(path: &str) -> Result<String, StudyError> {
    Opened::open_file(path).and_then(|opened| opened.text_within(MOST_MEGABYTES)).map_err(|error| match error {
        SourceError::Parse { name, error, looks } => StudyError::Place {
            file: name,
            line: error.line,
            column: error.column,
            what: format!("found {}, expected {}{}", error.found, error.expected, advice(&error, looks)),
        },
        other => StudyError::Input(other.to_string()),
    })
}

/// A path without `..` where that can be seen from its text, so that names of files are short.
fn simplified(path: &Path) -> PathBuf {
    let mut simple = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if matches!(simple.components().next_back(), Some(Component::Normal(_))) => {
                simple.pop();
            }
            part => simple.push(part),
        }
    }
    simple
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        match (Text { file: "s.toml", text }).read() {
            Ok(_) => panic!("expected an error in {text}"),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn errors_name_their_place() {
        assert_eq!(
            error("name = 'a'\nstrategie = 'sat'\n"),
            "s.toml:2:1: unknown field 'strategie', expected one of 'name', 'about', 'findings', 'source', 'root', 'strategies', 'encodings', 'configurations', 'views', 'seeds', 'shuffle', 'repetitions', 'solutions', 'up-to-symmetry', 'least-budget', 'statistics', 'certify', 'limits', 'instances', 'published'"
        );
        assert!(error("name = 3\n").starts_with("s.toml:1:8: invalid type: integer '3', expected a string"));
        assert!(error("name = 'a'\n[limits\n").starts_with("s.toml:2:8: "));
        assert!(error("about = 'a'\n").contains("missing field 'name'"));
        assert_eq!(error("\n"), "s.toml:1:1: found nothing, expected a study; 'cnfab help studies' describes one");
        assert_eq!(
            error("name = 'a'\ninstances = ['a.txt']\n"),
            "s.toml:2:14: invalid type: string \"a.txt\", expected a table [[instances]] with files or generate, or with a \
             name and a text or a command"
        );
        assert_eq!(
            error("name = 'a'\nlimits = 3\n"),
            "s.toml:2:10: invalid type: integer '3', expected a table such as { wall = 60, memory = 2000 }"
        );
        for (limit, expected) in [
            ("conflicts = -1", "integer '-1', expected a whole number from 0 on"),
            ("wall = 'x'", "string \"x\", expected a number"),
            ("memory = 0.5", "floating point '0.5', expected a whole number from 0 on"),
        ] {
            let error = error(&format!("name = 'a'\n[limits]\n{limit}\n"));
            assert!(error.starts_with("s.toml:3:") && error.ends_with(expected), "{error}");
        }
        assert!(error("name = 'é'\nviews = 3\ninstances = []").starts_with("s.toml:2:9: expected a text or a list"));
    }
}
