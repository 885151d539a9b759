//! True candidates: the values that each cell takes in some solution. What is the same in all of them is the backbone.
//!
//! One question asks for a solution with any value that has not been seen. Each answer adds at least one value, and all
//! that it has; when there is no answer, nothing is left to be seen. So there are at most as many questions as
//! solutions, and one more (M. Janota, I. Lynce, J. Marques-Silva, "Algorithms for computing backbones of propositional
//! formulae", AI Communications 28, 2015, where the unseen are asked for one by one or in chunks).

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use cnfab_cnf::Lit;
use cnfab_model::problem::Problem;
use cnfab_model::{Assignment, Model, Var};
use cnfab_puzzle::{Cells, Puzzle, Violation};
use cnfab_solve::{Backend, Budget, Outcome, SolveError};

use super::ConstructError;
use super::optimum::without_optimum;
use super::oracle::{Answer, Oracle};

/// The most values of all shown variables together: each is a literal that is looked for.
const MOST_VALUES: usize = 4_000_000;

/// The values of each cell of an output over all solutions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Candidates {
    /// For each cell its values in increasing order; no cells if there is no solution.
    pub cells: Vec<BTreeSet<i32>>,
    /// The number of solutions that were met on the way.
    pub met: u64,
}

impl Candidates {
    /// Numbers of the cells to be filled that have the same value in all solutions, and of all cells to be filled.
    pub fn settled(&self, puzzle: &dyn Puzzle) -> (usize, usize) {
        let cells = || self.cells.iter().enumerate().filter(|&(position, _)| puzzle.is_cell(position));
        (cells().filter(|(_, values)| values.len() == 1).count(), cells().count())
    }

    /// The number of positions that have the same value in all solutions.
    pub fn backbone(&self) -> usize {
        self.cells.iter().filter(|values| values.len() == 1).count()
    }
}

/// Finds the values of all cells, by the model of a view.
///
/// # Errors
/// If the model cannot be stated as clauses, or the budget ends.
pub fn candidates(problem: &dyn Problem, view: &str, budget: &Budget) -> Result<Candidates, ConstructError> {
    let model = without_optimum(problem.make_model(view), budget)?;
    model.map_or(Ok(Candidates::default()), |model| CandidateSearch::new(&model, budget)?.run(problem, view))
}

/// The search for the values of a model without an objective, which may have some solutions of a problem only.
pub struct CandidateSearch<'m> {
    oracle: Oracle<'m>,
    shown: Vec<Var>,
    /// The values that no solution had yet: the position of a shown variable, a value, its literal.
    unseen: Vec<(usize, i32, Lit)>,
}

impl<'m> CandidateSearch<'m> {
    /// States the model.
    ///
    /// # Errors
    /// If it cannot be stated as clauses, or the variables have too many values.
    pub fn new(model: &'m Model, budget: &Budget) -> Result<Self, ConstructError> {
        let shown = model.shown();
        let values = shown.iter().map(|&var| model.domain(var).len()).fold(0, usize::saturating_add);
        if values > MOST_VALUES {
            let what = format!("{values} values of variables, expected at most {MOST_VALUES}");
            return Err(SolveError::Unsupported { backend: "the search for candidates".to_owned(), what }.into());
        }
        let mut oracle = Oracle::new(model, budget)?;
        let mut unseen = Vec::new();
        for (index, &var) in shown.iter().enumerate() {
            for value in oracle.values(var) {
                let lit = oracle.lit(var.is(value));
                unseen.push((index, value, lit));
            }
        }
        Ok(CandidateSearch { oracle, shown, unseen })
    }

    /// Finds the values; each solution is checked by the rules of the problem.
    ///
    /// # Errors
    /// If the budget ends.
    pub fn run(self, problem: &dyn Problem, view: &str) -> Result<Candidates, ConstructError> {
        let CandidateSearch { mut oracle, shown, mut unseen } = self;
        let mut found = Candidates::default();
        let mut assumption = None;
        loop {
            let answer = oracle.ask(assumption.as_slice())?;
            if let Some(selector) = assumption {
                oracle.forbid(selector);
            }
            let Answer::Solution(solution) = answer else { return Ok(found) };
            let values = checked(problem, view, &solution)?;
            found.met += 1;
            found.cells.resize(values.len(), BTreeSet::new());
            found.cells.iter_mut().zip(values).for_each(|(cell, value)| {
                cell.insert(value);
            });
            unseen.retain(|&(index, value, _)| solution[shown[index]] != value);
            if unseen.is_empty() {
                return Ok(found);
            }
            assumption = Some(oracle.some_of(&unseen.iter().map(|&(_, _, lit)| lit).collect::<Vec<_>>()));
        }
    }
}

/// The output of a solution, checked by the rules of the puzzle.
pub(super) fn checked(problem: &dyn Problem, view: &str, solution: &Assignment) -> Result<Vec<i32>, SolveError> {
    let output = problem.output(view, solution);
    let failed = |violation: Violation| SolveError::Failed { backend: "the model".to_owned(), detail: violation.0 };
    problem.check_solution(view, solution, &output).map_err(failed)?;
    Ok(output.0)
}

/// The numbers of times that each cell takes each value, over solutions that were listed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Occurrences {
    /// For each cell, how many solutions have each value.
    pub cells: Vec<BTreeMap<i32, u64>>,
    /// The number of solutions that were listed.
    pub solutions: u64,
    /// Two solutions that differ in the fewest cells, of all pairs with one of the first 256.
    pub pair: Vec<Cells>,
    /// True if these are all.
    pub complete: bool,
}

impl Occurrences {
    /// Cells and values that exactly one solution has: as a clue, each of them leaves that solution only.
    pub fn deciding(&self) -> impl Iterator<Item = (usize, i32)> {
        let once = |(cell, values): (usize, &BTreeMap<i32, u64>)| -> Vec<(usize, i32)> {
            values.iter().filter(|(_, count)| **count == 1).map(|(&value, _)| (cell, value)).collect()
        };
        self.cells.iter().enumerate().flat_map(once)
    }
}

/// How many solutions are compared with all others.
const MOST_COMPARED: usize = 256;

/// The nearest of the solutions that were compared.
#[derive(Default)]
struct Nearest {
    /// The first solutions, with which all others are compared.
    first: Vec<Cells>,
    pair: Vec<Cells>,
}

impl Nearest {
    fn compare(&mut self, solution: Cells) {
        let differ = |one: &Cells, other: &Cells| one.0.iter().zip(&other.0).filter(|(a, b)| a != b).count();
        let least = match &self.pair[..] {
            [one, other] => differ(one, other),
            _ => usize::MAX,
        };
        let near = self.first.iter().map(|one| (differ(one, &solution), one)).min_by_key(|(count, _)| *count);
        match near {
            None => self.pair = vec![solution.clone()],
            Some((count, one)) if count < least => self.pair = vec![one.clone(), solution.clone()],
            Some(_) => {}
        }
        if self.first.len() < MOST_COMPARED {
            self.first.push(solution);
        }
    }
}

/// Lists at most `cap` solutions and counts what they have.
///
/// # Errors
/// If the backend does not take the model, or fails. A budget that ends leaves the counts incomplete.
pub fn occurrences(
    problem: &dyn Problem,
    view: &str,
    backend: &dyn Backend,
    cap: u64,
    budget: &Budget,
) -> Result<Occurrences, ConstructError> {
    occurrences_of(problem, view, &problem.make_model(view), backend, cap, budget)
}

/// The same by a model of the problem that has some of its solutions only.
///
/// # Errors
/// As [`occurrences`].
pub fn occurrences_of(
    problem: &dyn Problem,
    view: &str,
    model: &Model,
    backend: &dyn Backend,
    cap: u64,
    budget: &Budget,
) -> Result<Occurrences, ConstructError> {
    let (mut found, mut nearest) = (Occurrences::default(), Nearest::default());
    let mut wrong = None;
    let report = backend.solve(model, budget, &mut |solution| {
        if found.solutions == cap {
            return ControlFlow::Break(());
        }
        let values = match checked(problem, view, solution) {
            Ok(values) => values,
            Err(error) => {
                wrong = Some(error);
                return ControlFlow::Break(());
            }
        };
        found.solutions += 1;
        found.cells.resize(values.len(), BTreeMap::new());
        found.cells.iter_mut().zip(&values).for_each(|(cell, &value)| *cell.entry(value).or_insert(0) += 1);
        nearest.compare(Cells(values));
        ControlFlow::Continue(())
    })?;
    if let Some(error) = wrong {
        return Err(error.into());
    }
    found.complete = report.outcome == Outcome::Exhausted;
    found.pair = nearest.pair;
    Ok(found)
}
