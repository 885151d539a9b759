//! A puzzle of which a person knows something already. It is a puzzle itself, so each question can be asked about it.

use std::collections::BTreeSet;
use std::sync::Arc;

use cnfab_model::{Assignment, Domain, Model};
use cnfab_puzzle::picture::{Drawing, Picture, Point};
use cnfab_puzzle::{Cells, Clue, Kind, ParseError, Problem, Puzzle, Spot, Violation};

use super::known_state::{KnownState, entries, variables};

/// A puzzle and what is known of it. Each cell of which something is known is a clue, behind those of the puzzle.
#[derive(Clone)]
pub struct PuzzleInState {
    puzzle: Arc<dyn Puzzle>,
    state: KnownState,
}

impl PuzzleInState {
    /// Adds what is known.
    ///
    /// # Errors
    /// If the variables of the view cannot say it, as a sentence.
    pub fn new(puzzle: Arc<dyn Puzzle>, state: KnownState, view: &str) -> Result<Self, String> {
        let (own, variables) = (entries(puzzle.as_ref(), view), variables(puzzle.as_ref(), view));
        let views = || puzzle.views().iter().map(|(view, _)| entries(puzzle.as_ref(), view));
        for (&position, values) in state.values.iter().filter(|(position, _)| !variables.contains(position)) {
            let all: BTreeSet<i32> = views().filter_map(|mut view| view.remove(&position)).flatten().collect();
            // What no variable says cannot be excluded.
            let is_said = |value: &i32| own.get(&position).is_some_and(|own| own.contains(value));
            if all.iter().any(|value| !is_said(value) && !values.contains(value)) {
                let found = format!("found a state about {}", puzzle.place(position));
                return Err(format!("{found}, which view '{view}' cannot state; expected another --view"));
            }
        }
        Ok(PuzzleInState { puzzle, state })
    }

    fn allows(&self, position: usize, value: i32) -> bool {
        self.state.values.get(&position).is_none_or(|values| values.contains(&value))
    }

    /// The puzzle with cells of one value as givens, for pictures.
    fn shown(&self) -> Option<Box<dyn Puzzle>> {
        let mut givens = self.puzzle.givens()?;
        for (&position, values) in &self.state.values {
            if let (Some(given @ None), Some(&value), 1) = (givens.get_mut(position), values.first(), values.len()) {
                *given = Some(value);
            }
        }
        self.puzzle.with_givens(&givens)
    }
}

impl Problem for PuzzleInState {
    fn name(&self) -> &str {
        self.puzzle.name()
    }

    fn views(&self) -> &'static [(&'static str, &'static str)] {
        self.puzzle.views()
    }

    fn make_model(&self, view: &str) -> Model {
        let model = self.puzzle.make_model(view);
        let mut domains: Vec<Domain> = model.variables().iter().map(|variable| variable.domain.clone()).collect();
        for (number, var) in model.shown().into_iter().enumerate() {
            domains[var.index()].retain(|value| {
                let (positions, value) = self.puzzle.entry(view, number, value);
                positions.into_iter().all(|position| self.allows(position, value))
            });
        }
        model.with_domains(domains)
    }

    fn output(&self, view: &str, solution: &Assignment) -> Cells {
        self.puzzle.output(view, solution)
    }

    fn check(&self, output: &Cells) -> Result<(), Violation> {
        self.puzzle.check(output)?;
        let is_wrong = |(position, value): &(usize, &i32)| !self.allows(*position, **value);
        match output.0.iter().enumerate().find(is_wrong) {
            Some((position, &value)) => {
                let (place, value) = (self.puzzle.place(position), self.puzzle.value(value));
                Err(Violation(format!("{place} is {value}, which the state excludes")))
            }
            None => Ok(()),
        }
    }

    fn check_solution(&self, view: &str, solution: &Assignment, output: &Cells) -> Result<(), Violation> {
        self.puzzle.check_solution(view, solution, output)?;
        self.check(output)
    }

    fn plain(&self, output: &Cells) -> String {
        self.puzzle.plain(output)
    }

    fn read_plain(&self, line: &str) -> Result<Cells, ParseError> {
        self.puzzle.read_plain(line)
    }

    fn drawing(&self, cells: Option<&Cells>) -> Drawing {
        self.shown().map_or_else(|| self.puzzle.drawing(cells), |shown| shown.drawing(cells))
    }
}

impl Puzzle for PuzzleInState {
    fn kind(&self) -> &'static Kind {
        self.puzzle.kind()
    }

    fn contradiction(&self) -> Option<Violation> {
        self.puzzle.contradiction()
    }

    fn clues(&self) -> Vec<Clue> {
        let known = self.state.values.iter().map(|(&position, values)| {
            let values: Vec<i32> = values.iter().copied().collect();
            Clue { text: self.puzzle.statement(position, &values, true), cells: vec![position] }
        });
        self.puzzle.clues().into_iter().chain(known).collect()
    }

    fn with_clues(&self, keep: &[bool]) -> Result<Box<dyn Puzzle>, Violation> {
        let (own, known) = keep.split_at(self.puzzle.clue_count());
        let puzzle = Arc::from(self.puzzle.with_clues(own)?);
        let values = self.state.values.iter().zip(known).filter(|(_, keep)| **keep);
        let values = values.map(|((&position, values), _)| (position, values.clone())).collect();
        Ok(Box::new(PuzzleInState { puzzle, state: KnownState { values } }))
    }

    fn given(&self, position: usize, value: i32) -> Option<String> {
        self.puzzle.given(position, value)
    }

    fn text(&self) -> String {
        self.puzzle.text()
    }

    fn place(&self, position: usize) -> String {
        self.puzzle.place(position)
    }

    fn value(&self, value: i32) -> String {
        self.puzzle.value(value)
    }

    fn statement(&self, position: usize, values: &[i32], is: bool) -> String {
        self.puzzle.statement(position, values, is)
    }

    fn entry(&self, view: &str, shown: usize, value: i32) -> (Vec<usize>, i32) {
        self.puzzle.entry(view, shown, value)
    }

    fn rule(&self, label: &str, number: usize) -> Option<String> {
        self.puzzle.rule(label, number)
    }

    fn noun(&self, label: &str) -> Option<&'static str> {
        self.puzzle.noun(label)
    }

    fn is_chain(&self, label: &str) -> bool {
        self.puzzle.is_chain(label)
    }

    fn sign(&self, value: i32) -> String {
        self.puzzle.sign(value)
    }

    fn spots(&self) -> Vec<Spot> {
        self.puzzle.spots()
    }

    fn labels(&self) -> Vec<(Point, String)> {
        self.puzzle.labels()
    }

    fn picture(&self, cells: Option<&Cells>) -> Picture {
        self.shown().map_or_else(|| self.puzzle.picture(cells), |shown| shown.picture(cells))
    }
}
