//! Requests for puzzles of a kind by its name: what `cnfab generate` and studies share.

use std::ops::RangeInclusive;

use fastrand::Rng;

use cnfab_base::names::Named;
use cnfab_base::parse_error::ParseError;
use cnfab_puzzle::crossword::NamedWords;
use cnfab_puzzle::{self as puzzle, Alias, BoardCriteria, BoardMaker, Kind, Puzzle};
use cnfab_solve::Budget;

use super::{BoardGenerator, ConstructError, Generator, GivenCriteria, MadePuzzle, Method, Pattern, PatternSymmetry};

/// Makes the next puzzle.
pub type MakePuzzle<'m> = &'m mut dyn FnMut(&mut Rng) -> Result<MadePuzzle, ConstructError>;

/// Why a request is not followed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RequestError {
    /// The kind is not made so: what was found, and what is expected.
    #[error("{0}")]
    Wrong(String),
    /// The pattern cannot be read.
    #[error("{0}")]
    Pattern(ParseError),
    /// The board has no solution, or the budget ended.
    #[error(transparent)]
    Construct(#[from] ConstructError),
}

/// A request for puzzles.
#[derive(Clone)]
pub struct GenerateRequest {
    kind: &'static Kind,
    alias: Option<&'static Alias>,
    /// The name that the kind was asked for by.
    name: String,
    /// The text before the names of options in errors: `--` on a command line.
    pub prefix: &'static str,
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub columns: usize,
    /// The method for puzzles with given values; `None` for `dig`.
    pub method: Option<Method>,
    /// True if no clue may be superfluous.
    pub minimal: bool,
    /// Not fewer clues than this.
    pub clues: Option<usize>,
    /// The cells that have givens together.
    pub symmetry: &'static PatternSymmetry,
    /// The text of a pattern of the cells that may have givens; they have, if the puzzle need not be `minimal`.
    pub pattern: Option<String>,
    /// The number of stars in each row.
    pub stars: Option<usize>,
    /// The least and the greatest number of cells of a region or a cage.
    pub regions: Option<RangeInclusive<usize>>,
    /// The words of crosswords; `None` for common ones.
    pub words: Option<NamedWords>,
}

impl GenerateRequest {
    /// Asks for puzzles of a kind, of the usual size.
    ///
    /// # Errors
    /// If there is no such kind.
    pub fn new(name: &str) -> Result<Self, String> {
        let (kind, alias) = Kind::named(name).map_err(|unknown| unknown.to_string())?;
        let (rows, columns) = kind.size;
        Ok(GenerateRequest {
            kind,
            alias,
            name: name.to_owned(),
            prefix: "",
            rows,
            columns,
            method: None,
            minimal: false,
            clues: None,
            symmetry: PatternSymmetry::NONE,
            pattern: None,
            stars: None,
            regions: None,
            words: None,
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
            method => method.unwrap_or(Method::Dig).name(),
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
            if let Some(clues) = self.clues {
                // Clues stand in cells and at edges, or are rules of which a few are for each cell.
                let most = (self.rows + 2) * (self.columns + 2);
                if clues > most {
                    let found = format!("{}clues: found {clues}", self.prefix);
                    let expected = format!("expected at most {most} for {}x{}", self.rows, self.columns);
                    return Err(RequestError::Wrong(format!("{found}, {expected}")));
                }
                generator = generator.with_clues(clues);
            }
            return Ok(work(&mut |rng| generator.make(rng)));
        }
        let of_boards =
            [("stars", self.stars.is_some()), ("regions", self.regions.is_some()), ("words", self.words.is_some())];
        self.refuse(&of_boards, &["size", "method", "minimal", "clues", "symmetry", "pattern"])?;
        let board = self.blank_board()?;
        let view = Generator::view(board.as_ref());
        let model = board.make_model(view);
        let mut generator = Generator::new(board.as_ref(), view, &model, budget).map_err(|why| match why {
            ConstructError::NotUnique("no") => self.wrong_size("a size of which there is a solution"),
            why => RequestError::Construct(why),
        })?;
        // The first view of a kind is the one that is solved soonest.
        let first = board.views()[0].0;
        let digging =
            (first != view && self.method.is_none_or(|method| method == Method::Dig)).then(|| board.make_model(first));
        if let Some(model) = &digging {
            generator.dig_by(first, model).map_err(RequestError::Construct)?;
        }
        let cells = generator.cells();
        if let Some(clues) = self.clues.filter(|&clues| clues > cells) {
            let found = format!("{}clues: found {clues}", self.prefix);
            return Err(RequestError::Wrong(format!("{found}, expected at most {cells}, the number of cells")));
        }
        let orbits = self.orbits(board.as_ref())?;
        let pattern = self.pattern(board.as_ref())?;
        if let Some((with, without)) =
            pattern.as_ref().zip(orbits.as_deref()).and_then(|(pattern, orbits)| pattern.asymmetry(orbits))
        {
            let [with, without] = [with, without].map(|cell| board.place(cell));
            let found = format!("{}pattern: found a given at {with} and none at {without}", self.prefix);
            let expected = format!("expected both or none, as {}symmetry {} has it", self.prefix, self.symmetry.name());
            return Err(RequestError::Wrong(format!("{found}, {expected}")));
        }
        let wish = GivenCriteria {
            method: self.method.unwrap_or(Method::Dig),
            minimal: self.minimal,
            clues: self.clues.unwrap_or(0),
            orbits,
            pattern: pattern.map(|pattern| pattern.cells),
        };
        Ok(work(&mut |rng| generator.make(&wish, rng)))
    }

    /// The cells that have givens together, if not each is for itself.
    fn orbits(&self, board: &dyn Puzzle) -> Result<Option<Vec<Vec<usize>>>, RequestError> {
        if self.symmetry.is_none() {
            return Ok(None);
        }
        self.symmetry.orbits(board).map(Some).map_err(|known| {
            let found = format!("{}symmetry: found {}", self.prefix, self.symmetry.name());
            let (kind, rows, columns) = (self.kind.name, self.rows, self.columns);
            let expected = format!("expected one that a {kind} board of {rows}x{columns} has: {}", known.join(", "));
            RequestError::Wrong(format!("{found}, {expected}"))
        })
    }

    /// Reads the pattern for a board.
    fn pattern(&self, board: &dyn Puzzle) -> Result<Option<Pattern>, RequestError> {
        let read = self.pattern.as_deref().map(|text| Pattern::read(text, board));
        read.transpose().map_err(RequestError::Pattern)
    }

    /// The pattern, read for the board of the request; `None` if there is none.
    ///
    /// # Errors
    /// If the kind has no board of the size, or the pattern is wrong.
    pub fn pattern_of_board(&self) -> Result<Option<Pattern>, RequestError> {
        if self.pattern.is_none() || self.kind.blank.is_none() {
            return Ok(None);
        }
        self.pattern(self.blank_board()?.as_ref())
    }

    /// Reads the empty board.
    fn blank_board(&self) -> Result<Box<dyn Puzzle>, RequestError> {
        let blank = self.kind.blank.expect("a kind is made by given values or by boards");
        let body = blank(self.rows, self.columns).map_err(|expected| self.wrong_size(expected))?;
        let text = format!("kind: {}\n{body}", self.name);
        let read = puzzle::read(&text, &|_| Err("no file".to_owned()));
        Ok(read.map_err(|error| self.wrong_size(&error.expected))?.1.remove(0))
    }

    /// Refuses options that the kind does not take, and names those that it takes.
    fn refuse(&self, options: &[(&str, bool)], taken: &[&str]) -> Result<(), RequestError> {
        let Some((option, _)) = options.iter().find(|(_, is_given)| *is_given) else { return Ok(()) };
        let (prefix, kind) = (self.prefix, self.kind.name);
        let taken: Vec<String> = taken.iter().map(|option| format!("{prefix}{option}")).collect();
        let taken = taken.join(", ");
        Err(RequestError::Wrong(format!("found {prefix}{option}, expected options that {kind} takes: {taken}")))
    }

    /// States the wish for a board that is the puzzle.
    fn board_wish(&self, maker: BoardMaker) -> Result<BoardCriteria, RequestError> {
        let clues = ["clues"].into_iter().filter(|_| maker.takes.contains(&"minimal"));
        let taken: Vec<&str> = ["size"].into_iter().chain(maker.takes.iter().copied()).chain(clues).collect();
        let given = [
            ("method", self.method.is_some()),
            ("minimal", self.minimal),
            ("clues", self.clues.is_some()),
            ("symmetry", !self.symmetry.is_none()),
            ("pattern", self.pattern.is_some()),
            ("stars", self.stars.is_some()),
            ("regions", self.regions.is_some()),
            ("words", self.words.is_some()),
        ];
        self.refuse(&given.map(|(option, is_given)| (option, is_given && !taken.contains(&option))), &taken)?;
        let implies = self.alias.map_or(&[][..], |alias| alias.implies);
        if let Some((key, value)) = implies.iter().find(|(key, _)| *key != "stars") {
            let expected = format!("expected {}, since none are made with '{key}: {value}'", self.kind.name);
            return Err(RequestError::Wrong(format!("found {}, {expected}", self.name)));
        }
        let implied: Option<usize> = implies.first().and_then(|(_, stars)| stars.parse().ok());
        if let (Some(stars), Some(implied)) = (self.stars, implied)
            && stars != implied
        {
            let (prefix, name) = (self.prefix, &self.name);
            let expected = format!("expected {prefix}stars {implied}, which {name} implies");
            return Err(RequestError::Wrong(format!("found {prefix}stars {stars}, {expected}")));
        }
        let stars = self.stars.or(implied);
        let (regions, words) = (self.regions.clone(), self.words.clone());
        Ok(BoardCriteria { rows: self.rows, columns: self.columns, stars, regions, words })
    }

    /// Creates the error of a board that the kind does not make.
    fn wrong_size(&self, expected: &str) -> RequestError {
        let GenerateRequest { prefix, rows, columns, .. } = self;
        let stars = self.stars.map(|stars| format!(" with {prefix}stars {stars}")).unwrap_or_default();
        let span = |span: &RangeInclusive<usize>| format!(" with {prefix}regions {}..{}", span.start(), span.end());
        let regions = self.regions.as_ref().map(span).unwrap_or_default();
        let found = format!("{prefix}size: found {rows}x{columns}{stars}{regions} for {}", self.kind.name);
        RequestError::Wrong(format!("{found}, expected {expected}"))
    }
}
