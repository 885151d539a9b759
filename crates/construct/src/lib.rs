//! The questions of a person who makes puzzles: is the solution unique, which clues does it need, what may stand in a
//! cell, why is there no solution.
//!
//! The title of the founding document says how: making puzzles by solving puzzles. Most questions are put to one SAT
//! solver that keeps what it has learned. A clue holds under a condition of its own ([`Selectable`]), so a set of clues
//! is a set of assumptions. An answer 'no solution' names those that it needed (N. Een, N. Sorensson, "Temporal
//! induction by incremental SAT solving", ENTCS 89, 2003). Questions about rows of integer programs are put to the
//! solver of these.
//!
//! - [`Reduction`]: clues that can be left out; one minimal set, all of them, a smallest one.
//! - [`candidates()`]: the values that each cell takes in some solution.
//! - [`conflict()`]: clues and rules that contradict each other. [`Conflicts`]: the same of a model's constraints.
//! - [`pair()`]: two solutions that differ least or most. [`holding()`]: the constraints that hold an optimum.
//! - [`explain()`]: what follows from which rules, step by step, and how hard that is.
//! - [`judge()`]: all of it about one puzzle.
//! - [`PuzzleInState`]: a puzzle of which something is known already.
//! - [`Generator`]: puzzles with one solution, by given values.
//! - [`BoardGenerator`]: boards with one solution, by their regions and the like.
//! - [`GenerateRequest`]: either of them, by the name of a kind. [`Criteria`]: what else a puzzle is to be like.
//! - [`Series`]: puzzles as wished, no two equal up to symmetry ([`Distinct`]).
//!
//! It works over the model, so every kind of puzzle has it.

mod boards;
mod by_rows;
mod candidates;
mod completions;
mod conflict;
mod conflicts;
mod constrain;
mod dig;
mod distinct;
mod explain;
mod fine;
mod generate;
mod judge;
mod known_state;
mod minimal;
mod minimal_orbits;
mod named_model;
mod on_pattern;
mod optimum;
mod oracle;
mod other_view;
mod pair;
mod pattern;
mod questions;
mod request;
mod selectable;
mod series;
mod subsets;
mod swaps;
mod turns;
mod wishes;
mod with_state;
mod words;

pub use boards::BoardGenerator;
pub use candidates::{CandidateSearch, Candidates, Occurrences, candidates, occurrences, occurrences_of};
pub use conflict::{Conflict, conflict};
pub use conflicts::Conflicts;
pub use distinct::Distinct;
pub use explain::{
    BoardState, Detail, End, Explanation, ExplanationStep, Extent, Grade, PositionState, RulePart, RuleScope,
    StatedFact, StepBoard, TECHNIQUES, UsedRule, explain, technique,
};
pub use fine::fine;
pub use generate::{Generator, GivenCriteria, MadePuzzle, Method};
pub use judge::{Judgement, Uniqueness, judge};
pub use known_state::{KnownState, StateForm};
pub use minimal::{Reduction, with_only};
pub use named_model::NamedModel;
pub use optimum::{Relaxed, holding, optimum, relaxed, without_optimum};
pub use pair::{Pair, pair};
pub use pattern::Pattern;
pub use request::{GenerateRequest, MakePuzzle, RequestError};
pub use selectable::{Rule, Selectable};
pub use series::{Series, SeriesEnd, SeriesPuzzle};
pub use subsets::Minimal;
pub use turns::{ClueOrbit, PATTERN_SYMMETRIES, PatternSymmetry};
pub use wishes::{Criteria, GradeRange, Misses};
pub use with_state::PuzzleInState;

use cnfab_puzzle::Violation;
use cnfab_solve::SolveError;

/// Why a question has no answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ConstructError {
    /// The budget ended the work.
    #[error("the budget ended the work")]
    OutOfBudget,
    /// The kind cannot state the puzzle with some of its clues left out.
    #[error("without some of its clues, the puzzle cannot be stated: {0}")]
    Clues(Violation),
    /// The question is about the only solution, and there is none or more than one.
    #[error("the puzzle has {0} solutions, expected exactly one")]
    NotUnique(&'static str),
    /// The clues of the kind are no values of cells, so its puzzles are not made.
    #[error("puzzles of kind {0} are not made")]
    NoGivens(&'static str),
    /// No random board was, or became, as wished.
    #[error("{0} boards in succession came to nothing")]
    NoBoard(usize),
    /// The model cannot be stated as clauses, or the solver failed.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
