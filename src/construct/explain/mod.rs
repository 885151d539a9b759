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
//! - `search`, `single`, `known`: the order of the steps.
//! - `names`: what players call a step. `grade`: how hard a puzzle is.

mod build;
mod exact;
mod exhaust;
mod grade;
mod known;
mod names;
mod network;
mod pairs;
mod propagate;
mod rows;
mod search;
mod single;
mod state;
mod support;

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use crate::model::{Assignment, Atom, Model, Takes, Var};
use crate::puzzle::{Cells, Puzzle};
use crate::solve::{Budget, SolveError};

use super::ConstructError;
use super::oracle::{Answer, Oracle};
use super::words::Words;

pub use grade::Grade;
pub use names::{TECHNIQUES, named as technique};
pub use network::RulePart;

pub(super) use network::Shape;
use network::{Fact, Propagator};
use search::{Found, Next, Search};

/// A rule that a step uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsedRule {
    /// Its name.
    pub name: String,
    /// What it says in the step, as a clause of a sentence.
    pub reason: String,
    /// The parts of the model that it states.
    pub parts: Vec<RulePart>,
}

/// What a fact says of an output.
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

/// Facts that follow from what was known before, and the rules from which they follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExplanationStep {
    /// What players call it, or from how many rules it is.
    pub technique: String,
    /// How hard it is; see [`Grade`].
    pub level: usize,
    /// The rules. None of them can be left out for the first fact.
    pub rules: Vec<UsedRule>,
    /// Known facts that the rules are about.
    pub used: Vec<Atom>,
    /// The same in words.
    pub used_text: Vec<String>,
    /// What follows. What these facts exclude without a rule is left out.
    pub facts: Vec<StatedFact>,
    /// The facts in words.
    pub text: String,
    /// If asked for, the values of each position of an output that are still possible before the step.
    pub board: BTreeMap<usize, BTreeSet<i32>>,
}

/// Where the steps lead.
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
    /// Where they lead.
    pub end: End,
    /// How hard they are.
    pub grade: Grade,
}

/// How far to explain.
#[derive(Clone, Copy, Debug, Default)]
pub struct Extent {
    /// At most this many steps.
    pub steps: Option<usize>,
    /// At most this much work; about ten million a second.
    pub effort: Option<u64>,
    /// Whether steps have the values that are possible before them, for pictures.
    pub boards: bool,
}

/// How much work a grade is worth.
const GRADE_EFFORT: u64 = 3_000_000;

impl Extent {
    /// As far as a grade is worth it. Beyond, the grade is a lower bound.
    pub fn of_grade() -> Self {
        Extent { effort: Some(GRADE_EFFORT), ..Extent::default() }
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
    let model = own.lowered(Takes::FLAT).map_err(refused)?;
    if model.values() > MOST_FACTS {
        return Err(refused("more than 1,000,000 facts"));
    }
    let words = Words::new(puzzle, view, &model);
    let facts = OnceCell::new();
    let mut search = Search::new(build::build(&model, &words), &words, &facts, extent.effort, budget);
    let mut explanation =
        Explanation { steps: Vec::new(), end: End::More, grade: Grade { propagation: true, ..Grade::default() } };
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
        search: &mut Search<'_>,
        words: &Words<'_>,
        own: &Model,
        extent: Extent,
    ) -> Result<(), ConstructError> {
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
            let board = if extent.boards { board(search, words) } else { BTreeMap::new() };
            let step = ExplanationStep { board, ..take(search, words, found) };
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

/// Makes a step of what was found, and takes its facts as known.
fn take(search: &mut Search<'_>, words: &Words<'_>, mut found: Found) -> ExplanationStep {
    let technique = names::technique(search, words, &found);
    let rules: Vec<UsedRule> = found.rules.iter().map(|&rule| used_rule(search, words, &found, rule)).collect();
    let used: Vec<Atom> = used(search, words.model, &found.rules);
    search.take(&mut found);
    if !found.is_direct {
        search.close(&mut found);
        search.cut();
    }
    let mut atoms: Vec<Atom> = found.facts.iter().map(|&fact| search.network.atom(fact)).collect();
    // Facts about one variable stand together, in the order of the first fact of each.
    let mut first = BTreeMap::new();
    atoms.iter().enumerate().for_each(|(at, atom)| _ = first.entry(atom.var).or_insert(at));
    atoms.sort_by_key(|atom| first[&atom.var]);
    ExplanationStep {
        technique,
        level: found.level,
        rules,
        used_text: used.iter().map(|&atom| words.fact(atom)).collect(),
        used,
        text: words.facts(&atoms, |var| {
            let facts = search.network.facts(var).filter(|&(_, fact)| search.state.truth(fact) != Some(false));
            facts.map(|(value, _)| var.is(value)).collect()
        }),
        facts: atoms.into_iter().map(|atom| statement(words, atom)).collect(),
        board: BTreeMap::new(),
    }
}

/// The values of each position of an output that are still possible.
fn board(search: &Search<'_>, words: &Words<'_>) -> BTreeMap<usize, BTreeSet<i32>> {
    let mut board: BTreeMap<usize, BTreeSet<i32>> = BTreeMap::new();
    for at in 0..search.network.domains.len() {
        let var = Var::from_index(at);
        for (value, fact) in search.network.facts(var) {
            if search.state.truth(fact) != Some(false)
                && let Some((positions, value)) = words.entry(var, value)
            {
                positions.into_iter().for_each(|position| {
                    board.entry(position).or_default().insert(value);
                });
            }
        }
    }
    board
}

fn statement(words: &Words<'_>, atom: Atom) -> StatedFact {
    let (positions, value) = words.entry(atom.var, atom.value).unwrap_or_default();
    StatedFact { atom, text: words.fact(atom), positions, value }
}

/// What a rule says before the facts of a step are known.
fn used_rule(search: &Search<'_>, words: &Words<'_>, found: &Found, rule: usize) -> UsedRule {
    let about = &search.network.rules[rule];
    let open: Vec<Atom> =
        search.open_facts(rule).unwrap_or_default().iter().map(|&fact| search.network.atom(fact)).collect();
    let or = |names: Vec<String>| names.join(" or ");
    let reason = match (&about.shape, &open[..]) {
        (Shape::Value, &[only]) if found.is_direct => format!("{} can be nothing else", words.place_of(only)),
        (Shape::Place(_), &[only]) if found.is_direct => {
            let within = about.name.split_once(" in ").map_or("the board", |(_, unit)| unit);
            format!("{within} has no other place for {}", words.value_of(only))
        }
        (Shape::Value, &[first, ..]) => {
            format!("{} is {}", words.place_of(first), or(open.iter().map(|&atom| words.value_of(atom)).collect()))
        }
        (Shape::Place(_), &[first, ..]) => {
            let within = about.name.split_once(" in ").map_or(String::new(), |(_, unit)| format!(" of {unit}"));
            let places = or(open.iter().map(|&atom| words.place_of(atom)).collect());
            format!("the {}{within} is in {places}", words.value_of(first))
        }
        _ => counted(search, words, rule).unwrap_or_else(|| about.name.clone()),
    };
    UsedRule { name: about.name.clone(), reason, parts: about.parts.clone() }
}

/// What a rule says that counts things which have a name: `the star of region b must be in row 1 or row 2`.
fn counted(search: &Search<'_>, words: &Words<'_>, rule: usize) -> Option<String> {
    let about = &search.network.rules[rule];
    let noun = words.puzzle.noun(&about.label)?;
    let [propagator] = about.propagators[..] else { return None };
    let Propagator::Count { facts, k, .. } = &search.network.propagators[propagator] else { return None };
    let held = facts.iter().filter(|&&fact| search.state.truth(fact) == Some(true)).count();
    let open = facts.iter().filter(|&&fact| search.state.truth(fact).is_none());
    let places: Vec<String> = open.map(|&fact| words.place_of(search.network.atom(fact))).collect();
    let left = k.saturating_sub(held);
    let (name, s) = (&about.name, if left == 1 { "" } else { "s" });
    Some(match left {
        0 => format!("{name} has all its {noun}s"),
        _ if left == places.len() => format!("{name} has no other place for {left} {noun}{s}"),
        _ => format!("{name} has {left} {noun}{s} in {}", places.join(" or ")),
    })
}

/// The known facts that rules are about. A fact that follows from a value that is known without a rule is named by it.
fn used(search: &Search<'_>, model: &Model, rules: &[usize]) -> Vec<Atom> {
    let (network, state) = (&search.network, &search.state);
    let is_true = |fact: &Fact| state.truth(*fact) == Some(true);
    let mut seen: BTreeSet<Atom> = BTreeSet::new();
    let mut used = Vec::new();
    // What is given has one value, so no propagator is about it.
    for part in rules.iter().flat_map(|&rule| &network.rules[rule].parts) {
        let (RulePart::SomePlace(constraint, _) | RulePart::Constraint(constraint)) = *part else { continue };
        for var in model.constraints()[constraint].constraint.vars().filter(|var| !network.is_hidden[var.index()]) {
            if let Some(value) = model.domain(var).fixed()
                && seen.insert(var.is(value))
            {
                used.push(var.is(value));
            }
        }
    }
    for &propagator in rules.iter().flat_map(|&rule| &network.rules[rule].propagators) {
        for fact in network.scope(propagator) {
            let known = if is_true(&fact) { fact } else { !fact };
            if !is_true(&known) || network.hides(fact.candidate()) {
                continue;
            }
            // A sum is not about what a value excludes, but about that value.
            let is_sum = !matches!(network.propagators[propagator], Propagator::Count { .. });
            let mut groups =
                network.groups_of[(!known).index()].iter().flat_map(|&group| &network.groups[group as usize]);
            let by = groups.find(|other| is_true(other)).copied();
            let atom = match by {
                Some(by)
                    if is_sum && network.candidates[by.candidate()].0 != network.candidates[known.candidate()].0 =>
                {
                    network.atom(known)
                }
                by => network.atom(by.unwrap_or(known)),
            };
            if seen.insert(atom) {
                used.push(atom);
            }
        }
    }
    used
}

/// The solution if every variable of the puzzle has a value; else nothing more follows, or there is no solution.
fn end(search: &Search<'_>, words: &Words<'_>, model: &Model) -> Result<End, ConstructError> {
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
