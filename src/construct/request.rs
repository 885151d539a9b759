//! Requests for puzzles of a kind by its name: what `cnfab generate` and studies share.

use std::ops::RangeInclusive;

use fastrand::Rng;

use crate::puzzle::{self, Alias, BoardMaker, BoardWish, KINDS, Kind, Puzzle};
use crate::solve::Budget;

use super::{BoardGenerator, ConstructError, Generator, Method, Wish};

/// Makes the next puzzle.
pub type MakePuzzle<'m> = &'m mut dyn FnMut(&mut Rng) -> Result<Box<dyn Puzzle>, ConstructError>;

/// Why a request is not followed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RequestError {
    /// The kind is not made so: what was found, and what is expected.
    #[error("{0}")]
    Wrong(String),
    /// The board has no solution, or the budget ended.
    #[error(transparent)]
    Construct(#[from] ConstructError),
}

/// What puzzles are to be made.
#[derive(Clone)]
pub struct Request {
    kind: &'static Kind,
    alias: Option<&'static Alias>,
    /// The name that the kind was asked for by.
    name: String,
    /// What stands before the names of options in errors: `--` on a command line.
    pub prefix: &'static str,
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub columns: usize,
    /// How puzzles with given values are made; `None` for `dig`.
    pub method: Option<Method>,
    /// Whether no clue may be superfluous.
    pub minimal: bool,
    /// Not fewer givens than this.
    pub clues: Option<usize>,
    /// Whether a given at a cell goes with one at the cell across the middle.
    pub half_turn: bool,
    /// The number of stars in each row.
    pub stars: Option<usize>,
    /// The least and the greatest number of cells of a region or a cage.
    pub regions: Option<RangeInclusive<usize>>,
}

impl Request {
    /// Asks for puzzles of a kind, of 9 rows and columns.
    ///
    /// # Errors
    /// If there is no such kind, or its puzzles are not made.
    pub fn new(name: &str) -> Result<Self, String> {
        let (kind, alias) = Kind::named(name).map_err(|unknown| unknown.to_string())?;
        if !kind.is_made() {
            let made = KINDS.iter().filter(|kind| kind.is_made());
            let made: Vec<&str> = made.map(|kind| kind.name).collect();
            return Err(format!("puzzles of kind {} are not made; expected one of: {}", kind.name, made.join(", ")));
        }
        Ok(Request {
            kind,
            alias,
            name: name.to_owned(),
            prefix: "",
            rows: 9,
            columns: 9,
            method: None,
            minimal: false,
            clues: None,
            half_turn: false,
            stars: None,
            regions: None,
        })
    }

    /// The kind of the puzzles.
    pub fn kind(&self) -> &'static Kind {
        self.kind
    }

    /// Returns the name of the way in which puzzles are made.
    pub fn method_name(&self) -> &'static str {
        match self.method {
            _ if self.kind.boards.is_some() => "repair",
            Some(Method::Constrain) => "constrain",
            Some(Method::Dig) | None => "dig",
        }
    }

    /// Prepares the board and does some work with what makes its puzzles.
    ///
    /// # Errors
    /// If puzzles are not made so.
    pub fn start<R>(&self, budget: &Budget, work: impl FnOnce(MakePuzzle<'_>) -> R) -> Result<R, RequestError> {
        if let Some(maker) = self.kind.boards {
            let wish = self.board_wish(maker)?;
            let generator = BoardGenerator::new(maker, wish, self.minimal, budget);
            let mut generator = generator.map_err(|expected| self.wrong_size(&expected))?;
            return Ok(work(&mut |rng| generator.make(rng)));
        }
        self.refuse(&[("stars", self.stars.is_some()), ("regions", self.regions.is_some())])?;
        let board = self.blank_board()?;
        let view = Generator::view(board.as_ref());
        let model = board.make_model(view);
        let mut generator = Generator::new(board.as_ref(), view, &model, budget)?;
        let cells = generator.cells();
        if let Some(clues) = self.clues.filter(|&clues| clues > cells) {
            let found = format!("{}clues: found {clues}", self.prefix);
            return Err(RequestError::Wrong(format!("{found}, expected at most {cells}, the number of cells")));
        }
        let wish = Wish {
            method: self.method.unwrap_or(Method::Dig),
            minimal: self.minimal || self.clues.is_some() || self.half_turn,
            clues: self.clues.unwrap_or(0),
            half_turn: self.half_turn,
        };
        Ok(work(&mut |rng| generator.make(&wish, rng)))
    }

    /// Reads the empty board.
    fn blank_board(&self) -> Result<Box<dyn Puzzle>, RequestError> {
        let blank = self.kind.blank.expect("a kind is made by given values or by boards");
        let body = blank(self.rows, self.columns).map_err(|expected| self.wrong_size(expected))?;
        let text = format!("kind: {}\n{body}", self.name);
        let read = puzzle::read(&text, &|_| Err("no file".to_owned()));
        Ok(read.map_err(|error| self.wrong_size(&error.expected))?.1.remove(0))
    }

    /// Refuses options that the kind does not take.
    fn refuse(&self, options: &[(&str, bool)]) -> Result<(), RequestError> {
        let Some((option, _)) = options.iter().find(|(_, is_given)| *is_given) else { return Ok(()) };
        let (prefix, kind) = (self.prefix, self.kind.name);
        Err(RequestError::Wrong(format!("found {prefix}{option}, expected options that {kind} takes")))
    }

    /// States the wish for a board that is the puzzle.
    fn board_wish(&self, maker: BoardMaker) -> Result<BoardWish, RequestError> {
        let is_free = |option: &str| !maker.takes.contains(&option);
        self.refuse(&[
            ("method", self.method.is_some()),
            ("minimal", self.minimal && is_free("minimal")),
            ("clues", self.clues.is_some()),
            ("symmetry", self.half_turn),
            ("stars", self.stars.is_some() && is_free("stars")),
            ("regions", self.regions.is_some() && is_free("regions")),
        ])?;
        let implied = self.alias.and_then(|alias| alias.implies.iter().find(|(key, _)| *key == "stars"));
        let implied: Option<usize> = implied.and_then(|(_, stars)| stars.parse().ok());
        if let (Some(stars), Some(implied)) = (self.stars, implied)
            && stars != implied
        {
            let (prefix, name) = (self.prefix, &self.name);
            let expected = format!("expected {prefix}stars {implied}, which {name} implies");
            return Err(RequestError::Wrong(format!("found {prefix}stars {stars}, {expected}")));
        }
        let stars = self.stars.or(implied);
        Ok(BoardWish { rows: self.rows, columns: self.columns, stars, regions: self.regions.clone() })
    }

    /// Creates the error of a board that the kind does not make.
    fn wrong_size(&self, expected: &str) -> RequestError {
        let Request { prefix, rows, columns, .. } = self;
        let stars = self.stars.map(|stars| format!(" with {prefix}stars {stars}")).unwrap_or_default();
        let span = |span: &RangeInclusive<usize>| format!(" with {prefix}regions {}..{}", span.start(), span.end());
        let regions = self.regions.as_ref().map(span).unwrap_or_default();
        let found = format!("{prefix}size: found {rows}x{columns}{stars}{regions} for {}", self.kind.name);
        RequestError::Wrong(format!("{found}, expected {expected}"))
    }
}
