//! Explanations: what follows from which rules, step by step, the fewest rules first.
//!
//! A step is a set of rules, none of which can be left out, and the facts that follow from them and from what is known
//! (B. Bogaerts, E. Gamba, T. Guns, "A framework for step-wise explaining how to solve constraint satisfaction
//! problems", Artificial Intelligence 300, 2021). They look for a cheapest set by calls of a SAT solver for each open
//! fact (E. Gamba, B. Bogaerts, T. Guns, "Efficiently explaining CSPs with unsatisfiable subset optimization", IJCAI
//! 2021 and Journal of Artificial Intelligence Research 78, 2023). Here propagation that counts rules finds most sets,
//! and the solver is asked only where that finds none. So a set is minimal, but not always a smallest one.
//!
//! A rule is a small thing: some value for this cell, some place for 7 in row 3, the sum of this cage. That a cell has
//! not two values, and a row not one value twice, is free. The same steps give a grade.
//!
//! - `network`, `build`, `words`: facts, rules, and what they are called.
//! - `state`, `propagate`, `support`, `pairs`, `rows`, `exhaust`: what follows from rules. `exact`: the SAT solver.
//! - `search`, `single`, `known`: the order of the steps. `board`: what pictures of them show.
//! - `names`: what players call a step. `grade`: how hard a puzzle is.

mod board;
mod build;
mod exact;
mod exhaust;
mod grade;
mod json;
mod known;
mod names;
mod network;
mod pairs;
mod propagate;
mod rows;
mod search;
mod single;
mod state;
mod step;
mod support;

use std::cell::OnceCell;

use cnfab_model::{Assignment, Atom, Model, Takes, Var};
use cnfab_puzzle::{Cells, Puzzle};
use cnfab_solve::{Budget, SolveError};

use super::ConstructError;
use super::oracle::{Answer, Oracle};
use super::words::Words;

pub use board::{BoardState, PositionState, RuleScope, StepBoard};
pub use grade::Grade;
pub use names::{TECHNIQUES, named as technique};
pub use network::RulePart;

use board::Follower;
pub(super) use network::Shape;
use search::{Next, StepSearch};

/// A rule that a step uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsedRule {
    /// Its name.
    pub name: String,
    /// Its statement in the step, as a clause of a sentence.
    pub reason: String,
    /// The parts of the model that it states.
    pub parts: Vec<RulePart>,
}

/// The statement of a fact about an output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatedFact {
    /// The variable and its value, or the value that it has not.
    pub atom: Atom,
    /// It as a clause of a sentence.
    pub text: String,
    /// The positions of an output that it is about, and their value there. None for a variable that is no part of it.
    pub positions: Vec<usize>,
    /// The value.
    pub value: i32,
}

/// Facts that follow from what was known before, and the rules from which they follow. What was not asked for is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExplanationStep {
    /// The players' name, or the number of rules.
    pub technique: String,
    /// Its level; see [`Grade`].
    pub level: usize,
    /// The rules. None of them can be left out for the first fact.
    pub rules: Vec<UsedRule>,
    /// Known facts that the rules are about.
    pub used: Vec<Atom>,
    /// The same in words.
    pub used_text: Vec<String>,
    /// The consequences, without those that these facts exclude without a rule.
    pub facts: Vec<StatedFact>,
    /// The facts in words.
    pub text: String,
    /// The picture of the step.
    pub board: StepBoard,
}

/// The end that the steps lead to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// To the only solution.
    Solved(Cells),
    /// Nothing more follows: there are several solutions.
    Open,
    /// There is no solution.
    NoSolution,
    /// No further than the effort that was allowed.
    Effort,
    /// No further than the budget.
    Budget,
    /// Steps that were not asked for are left.
    More,
}

/// Steps, where they lead, and how hard they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The steps, in order.
    pub steps: Vec<ExplanationStep>,
    /// The end that they lead to.
    pub end: End,
    /// Their grade.
    pub grade: Grade,
    /// If boards were asked for, what is known before the first step.
    pub start: BoardState,
}

/// The extent of an explanation.
#[derive(Clone, Copy, Debug, Default)]
pub struct Extent {
    /// At most this many steps.
    pub steps: Option<usize>,
    /// At most this much work; about ten million a second.
    pub effort: Option<u64>,
    /// The detail of each step.
    pub detail: Detail,
}

/// The detail of a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Detail {
    /// Only its technique and its level.
    Level,
    /// All but its board.
    #[default]
    Words,
    /// Also what its picture shows.
    Board,
}

/// How much work a grade is worth.
const GRADE_EFFORT: u64 = 3_000_000;

impl Extent {
    /// As far as a grade is worth it. Beyond, the grade is a lower bound.
    pub fn of_grade() -> Self {
        Extent { effort: Some(GRADE_EFFORT), detail: Detail::Level, ..Extent::default() }
    }
}

/// Explains a puzzle by the model of a view.
///
/// # Errors
/// If the model is too large or has no clauses. A budget that ends leaves the steps that were found.
pub fn explain(
    puzzle: &dyn Puzzle,
    view: &str,
    extent: Extent,
    budget: &Budget,
) -> Result<Explanation, ConstructError> {
    let refused = |what: &str| {
        ConstructError::Solve(SolveError::Unsupported { backend: "explain".to_owned(), what: what.to_owned() })
    };
    let own = puzzle.make_model(view);
    let (model, origins) = own.lowered_with_origins(Takes::FLAT).map_err(refused)?;
    if model.values() > MOST_FACTS {
        return Err(refused("more than 1,000,000 facts"));
    }
    let words = Words::new(puzzle, view, &model);
    let facts = OnceCell::new();
    let mut search =
        StepSearch::new(build::build(&model, &own, &origins, &words), &words, &facts, extent.effort, budget);
    let grade = Grade { propagation: true, ..Grade::default() };
    let mut explanation = Explanation { steps: Vec::new(), end: End::More, grade, start: BoardState::new() };
    let ended = explanation.go_on(&mut search, &words, &own, extent);
    explanation.grade.propagation = !search.asked;
    match ended {
        Ok(()) => explanation.grade.complete = matches!(explanation.end, End::Solved(_)),
        Err(ConstructError::OutOfBudget) => explanation.end = End::Budget,
        Err(why) => return Err(why),
    }
    Ok(explanation)
}

impl Explanation {
    /// Adds steps until there is nothing more to add.
    fn go_on(
        &mut self,
        search: &mut StepSearch<'_>,
        words: &Words<'_>,
        own: &Model,
        extent: Extent,
    ) -> Result<(), ConstructError> {
        let mut follower = (extent.detail == Detail::Board).then(|| Follower::new(search, words));
        if let Some(follower) = &follower {
            follower.state().clone_into(&mut self.start);
        }
        while extent.steps != Some(self.steps.len()) {
            let found = match search.next()? {
                Next::Step(found) => found,
                Next::Nothing => {
                    self.end = end(search, words, own)?;
                    break;
                }
                Next::Contradiction => {
                    self.end = End::NoSolution;
                    break;
                }
                Next::Effort => {
                    self.end = End::Effort;
                    break;
                }
            };
            let step = step::take(search, words, found, extent.detail, follower.as_mut());
            self.grade.add(step.level, &step.technique);
            self.steps.push(step);
        }
        let mut oracle = match self.end {
            End::More | End::Solved(_) => Oracle::new(own, &search.budget)?,
            End::Open | End::NoSolution | End::Effort | End::Budget => return Ok(()),
        };
        match oracle.ask(&[])? {
            Answer::Core(_) => self.end = End::NoSolution,
            Answer::Solution(solution) if self.end != End::More => {
                // How long it takes to be sure that there is no other.
                oracle.exclude(&solution);
                oracle.ask(&[])?;
                (self.grade.conflicts, self.grade.decisions) = oracle.counters();
            }
            Answer::Solution(_) => {}
        }
        Ok(())
    }
}

/// The most values of all variables together.
const MOST_FACTS: usize = 1_000_000;

/// The solution if every variable of the puzzle has a value; else nothing more follows, or there is no solution.
fn end(search: &StepSearch<'_>, words: &Words<'_>, model: &Model) -> Result<End, ConstructError> {
    let known = |var: Var| {
        let mut facts = search.network.facts(var);
        facts.find(|&(_, fact)| search.state.truth(fact) == Some(true)).map(|(value, _)| value)
    };
    let values: Vec<Option<i32>> = model.vars().map(known).collect();
    let is_open = model.shown().iter().any(|var| values[var.index()].is_none());
    if is_open {
        return Ok(End::Open);
    }
    let all: Option<Vec<i32>> = values.iter().copied().collect();
    let solution = match all {
        Some(all) => Some(Assignment::new(all)).filter(|solution| model.violated(solution).is_none()),
        None => {
            let mut oracle = Oracle::new(model, &search.budget)?;
            let shown = model.shown().into_iter().filter_map(|var| Some(var.is(values[var.index()]?)));
            let known = oracle.lits(shown.collect::<Vec<Atom>>());
            match oracle.ask(&known)? {
                Answer::Solution(solution) => Some(solution),
                Answer::Core(_) => None,
            }
        }
    };
    Ok(solution.map_or(End::NoSolution, |solution| End::Solved(words.puzzle.output(words.view, &solution))))
}
