//! The inputs of commands: the puzzles and models of files, folders and links.
//!
//! What cannot be read is reported and has its number all the same; the others are answered, and the exit code is 2.

use std::collections::BTreeSet;
use std::sync::Arc;

use clap::Args;

use crate::display::{excerpt, json};
use crate::problem::Problem;
use crate::puzzle::{About, Puzzle};
use crate::run::Choice;
use crate::solve::Strategy;
use crate::source::{Content, Source};
use crate::units::plural;

use super::args::{AllowArguments, find_view, note_contradictions, note_oddities};
use super::entries::{entries, message, picked};
use super::failure::Failure;
use super::file::FilePlace;
use super::message::say;

/// The choice of the puzzles, and how they are taken.
#[derive(Args)]
pub(crate) struct WhichArguments {
    /// The viewpoint the model is made from.
    ///
    /// See 'cnfab list kinds'. The kind's first if not given.
    #[arg(long, value_name = "VIEW")]
    view: Option<String>,

    /// Only this puzzle of several, counted from 1.
    #[arg(long, value_name = "NUMBER")]
    puzzle: Option<usize>,

    #[command(flatten)]
    pub(crate) allow: AllowArguments,
}

/// One file.
#[derive(Args)]
pub(crate) struct PuzzleArguments {
    /// The puzzle file; '-' is standard input, 'FILE#2' the second puzzle of FILE.
    file: String,

    #[command(flatten)]
    pub(crate) which: WhichArguments,
}

/// One or more files.
#[derive(Args)]
pub(crate) struct FilesArguments {
    /// The puzzle files, and folders of such files; '-' is standard input, 'FILE#2' the second puzzle of FILE.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,

    #[command(flatten)]
    pub(crate) which: WhichArguments,
}

impl PuzzleArguments {
    pub(crate) fn is_stdin(&self) -> bool {
        self.file == "-"
    }

    /// Reads the file.
    pub(crate) fn read(&self) -> Result<Input, Failure> {
        Input::read(std::slice::from_ref(&self.file), &self.which, true)
    }
}

impl FilesArguments {
    /// True if standard input is among the files.
    pub(crate) fn is_stdin(&self) -> bool {
        self.files.iter().any(|file| file == "-")
    }

    /// Reads the files.
    pub(crate) fn read(&self) -> Result<Input, Failure> {
        self.read_to(true)
    }

    /// Reads the files for a command that depends on the number of solutions if `counts` is true.
    pub(crate) fn read_to(&self, counts: bool) -> Result<Input, Failure> {
        Input::read(&self.files, &self.which, counts)
    }
}

/// The puzzles and models of some files.
pub(crate) struct Input {
    /// The name of the file, or how many files there are.
    pub(crate) name: String,
    /// The puzzles and models that could be read; at least one.
    pub(crate) problems: Vec<Content>,
    /// The instance's name of each problem.
    pub(crate) instances: Vec<String>,
    /// The text of each problem.
    sources: Vec<Option<Arc<Source>>>,
    /// The number of each problem among all that there are, from 1, if it is one of several.
    numbers: Vec<usize>,
    /// The inputs that could not be read.
    unread: Vec<Unread>,
    /// The files that have been read, and those that they name.
    pub(crate) files: Vec<FilePlace>,
    /// True if there are several puzzles and no single one was asked for.
    pub(crate) batch: bool,
    has_several_files: bool,
    /// The view that was asked for, by the user or by the strategy.
    view: Option<&'static str>,
}

/// A puzzle, or a file, that could not be read.
pub(crate) struct Unread {
    number: usize,
    pub(crate) instance: String,
    pub(crate) error: String,
}

impl Unread {
    /// The object that stands for the answer, as JSON.
    pub(crate) fn json(&self) -> String {
        json(&serde_json::json!({"instance": self.instance, "error": self.error}).to_string()).into()
    }
}

/// The text in place of the answer about a puzzle that could not be read.
pub(crate) const NOT_READ: &str = "not read";

/// The most puzzles whose errors are reported.
const MOST_REPORTED: usize = 10;

impl Input {
    /// Reads the files of a command that has arguments of its own.
    pub(crate) fn of(
        files: &[String],
        view: Option<&str>,
        puzzle: Option<usize>,
        allow: &AllowArguments,
    ) -> Result<Self, Failure> {
        Self::read(files, &WhichArguments { view: view.map(str::to_owned), puzzle, allow: allow.clone() }, true)
    }

    fn read(names: &[String], which: &WhichArguments, counts: bool) -> Result<Self, Failure> {
        let (entries, files) = entries(names, &which.allow, counts)?;
        let sources: BTreeSet<&str> = entries.iter().map(|entry| entry.file.as_str()).collect();
        let has_several_files = sources.len() > 1;
        let name = match (&entries[0], has_several_files) {
            (entry, false) => entry.file.clone(),
            _ => plural(sources.len() as u64, "file"),
        };
        let picked = picked(which.puzzle, entries.len(), &name)?;
        let batch = picked.len() > 1;
        let mut input = Input {
            name,
            problems: Vec::new(),
            instances: Vec::new(),
            sources: Vec::new(),
            numbers: Vec::new(),
            unread: Vec::new(),
            files,
            batch,
            has_several_files,
            view: None,
        };
        for (index, entry) in entries.into_iter().enumerate().filter(|(index, _)| picked.contains(index)) {
            let number = index + 1;
            match entry.content {
                Ok(content) => {
                    input.problems.push(content);
                    input.instances.push(entry.name);
                    input.sources.push(entry.source);
                    input.numbers.push(number);
                }
                Err(error) => input.unread.push(Unread { number, instance: entry.name, error: message(error) }),
            }
        }
        input.report_unread()?;
        if let Some(name) = &which.view {
            for (problem, instance) in input.problems.iter().zip(&input.instances) {
                input.view = Some(find_view(problem, Some(name)).map_err(|failure| match failure {
                    Failure::Input(why) if batch => Failure::Input(format!("{why}, for '{instance}'")),
                    failure => failure,
                })?);
            }
        }
        input.note_rules();
        let named = || input.problems.iter().zip(input.instances.iter().map(String::as_str));
        note_oddities(named());
        note_contradictions(named());
        Ok(input)
    }

    /// Reports which puzzles have rules in words.
    fn note_rules(&self) {
        let rules = (0..self.problems.len()).filter_map(|index| Some((index, self.about(index).rules?)));
        let mut unread = rules.filter(|(index, _)| self.about(*index).unread_rules().is_some());
        for (index, rules) in unread.by_ref().take(MOST_REPORTED) {
            let (instance, rules) = (&self.instances[index], excerpt(&rules));
            say!("cnfab: note: '{instance}' has rules in words, which may change it and are not read: '{rules}'");
        }
        if let others @ 1.. = unread.count() {
            say!("cnfab: note: so has {}", plural(others as u64, "further puzzle"));
        }
    }

    /// Reports what could not be read. It is an error if nothing could.
    fn report_unread(&self) -> Result<(), Failure> {
        let nothing = self.problems.is_empty();
        if nothing && !self.has_several_files {
            // Lines of a text that is no batch have all the same error.
            return Err(Failure::Input(self.unread[0].error.clone()));
        }
        self.unread.iter().take(MOST_REPORTED).for_each(|unread| say!("{}", unread.error));
        if let Some(others) = self.unread.len().checked_sub(MOST_REPORTED).filter(|&others| others > 0) {
            say!("cnfab: nor can {} be read", plural(others as u64, "further puzzle"));
        }
        if nothing { self.all_read() } else { Ok(()) }
    }

    /// Returns the failure if something could not be read: what a command ends with.
    pub(crate) fn all_read(&self) -> Result<(), Failure> {
        match self.unread.len() {
            0 => Ok(()),
            unread => {
                let all = plural((unread + self.problems.len()) as u64, "puzzle");
                Err(Failure::Input(format!("cnfab: {unread} of {all} could not be read")))
            }
        }
    }

    /// The puzzles between the problem before `index` and this one that could not be read; `index` may be the end.
    pub(crate) fn unread_before(&self, index: usize) -> impl Iterator<Item = &Unread> {
        let after = index.checked_sub(1).map_or(0, |before| self.numbers[before]);
        let before = self.numbers.get(index).copied().unwrap_or(usize::MAX);
        self.unread.iter().filter(move |unread| (after..before).contains(&unread.number))
    }

    /// The number of puzzles, those among them that could not be read.
    pub(crate) fn count(&self) -> usize {
        self.problems.len() + self.unread.len()
    }

    /// The position of the problem with this number, from 0 among all puzzles; the error if it could not be read.
    pub(crate) fn position(&self, number: usize) -> Option<Result<usize, &Unread>> {
        match self.numbers.binary_search(&(number + 1)) {
            Ok(position) => Some(Ok(position)),
            Err(_) if !self.batch => (number == 0).then_some(Ok(0)),
            Err(_) => self.unread.iter().find(|unread| unread.number == number + 1).map(Err),
        }
    }

    /// The line above the answers about a problem of a batch.
    pub(crate) fn heading(&self, index: usize) -> String {
        self.heading_of(self.numbers[index], &self.instances[index])
    }

    /// The line above the answer about a puzzle that could not be read.
    pub(crate) fn heading_of_unread(&self, unread: &Unread) -> String {
        self.heading_of(unread.number, &unread.instance)
    }

    fn heading_of(&self, number: usize, instance: &str) -> String {
        let gap = if number == 1 { "" } else { "\n" };
        let name = if self.has_several_files { format!(": {instance}") } else { String::new() };
        format!("{gap}puzzle {number}{name}")
    }

    /// The number of a problem among all that there are, from 1.
    pub(crate) fn number(&self, index: usize) -> usize {
        self.numbers[index]
    }

    /// The view of a problem: the one that was asked for, or its first.
    pub(crate) fn view(&self, index: usize) -> &'static str {
        self.view.unwrap_or_else(|| self.problems[index].views().first().map_or("", |view| view.0))
    }

    /// The view that was asked for, if any: else each problem has its first.
    pub(crate) fn view_of_all(&self) -> Option<String> {
        self.view.map(str::to_owned)
    }

    /// The one problem, for a command that takes no more.
    pub(crate) fn only(&self) -> Result<&Content, Failure> {
        match &self.problems[..] {
            [problem] if !self.batch => Ok(problem),
            _ => Err(Failure::Input(format!("cnfab: {}", self.choose()))),
        }
    }

    /// Says that there are several puzzles, and how to choose one.
    pub(crate) fn choose(&self) -> String {
        let count = self.count();
        let kinds: BTreeSet<&str> = self.problems.iter().map(|problem| problem.name()).collect();
        let kinds = kinds.into_iter().collect::<Vec<_>>().join(", ");
        let verb = if self.has_several_files { "hold" } else { "holds" };
        let name = if self.has_several_files { self.name.clone() } else { format!("'{}'", self.name) };
        format!("{name} {verb} {count} puzzles ({kinds}): choose one with --puzzle NUMBER, or as 'FILE#NUMBER'")
    }

    /// The lines of a puzzle for people.
    pub(crate) fn about(&self, index: usize) -> About {
        match &self.problems[index] {
            Content::Puzzle(_, about) => about.clone(),
            Content::Model(..) => About::default(),
        }
    }

    /// The problems, as a search takes them.
    pub(crate) fn problems(&self) -> Vec<Arc<dyn Problem>> {
        self.problems.iter().map(Content::problem).collect()
    }

    /// The text that a problem was read from.
    pub(crate) fn text(&self, index: usize) -> &str {
        self.sources[index].as_ref().map_or("", |source| &source.text)
    }

    /// The puzzles, for a command that takes nothing else.
    pub(crate) fn puzzles(&self) -> Result<Vec<Arc<dyn Puzzle>>, Failure> {
        let puzzle = |(subject, instance): (&Content, &String)| match subject {
            Content::Puzzle(puzzle, _) => Ok(Arc::clone(puzzle)),
            Content::Model(front_end, _) => {
                let what = front_end.looks.about();
                Err(Failure::Input(format!("cnfab: '{instance}' is {what}; this command takes puzzles only")))
            }
        };
        self.problems.iter().zip(&self.instances).map(puzzle).collect()
    }

    /// The one strategy that was chosen, for all kinds of the problems. Where no view was asked for, it is the
    /// strategy's.
    pub(crate) fn strategy(&mut self, choice: &Choice) -> Result<Strategy, Failure> {
        let mut seen = BTreeSet::new();
        let mut strategy = None;
        for (problem, instance) in self.problems.iter().zip(&self.instances) {
            if !seen.insert(problem.name()) {
                continue;
            }
            let refused = |why: String| match self.batch {
                true => Failure::Input(format!("cnfab: '{instance}': {why}")),
                false => Failure::Input(format!("cnfab: {why}")),
            };
            let chosen = choice.of(problem.kind()).map_err(|unknown| refused(unknown.to_string()))?;
            let [chosen] = &chosen[..] else {
                return Err(refused("found several strategies, expected one".to_owned()));
            };
            strategy.get_or_insert((chosen.strategy.clone(), chosen.view(&[])));
        }
        let (strategy, view) = strategy.expect("there is a problem");
        self.view = self.view.or(Some(view).filter(|view| !view.is_empty()));
        Ok(strategy)
    }
}
