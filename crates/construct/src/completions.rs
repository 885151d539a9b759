//! Solutions of a board under givens: some solution, one other than a known one, and which givens are needed.
//!
//! The model is compiled once for native search; a question takes some microseconds on small boards. Where a search
//! without learning would take long, one SAT solver answers. A given is an assumption then, and what the solver learns
//! stays. That is incremental solving: N. Eén, N. Sörensson, "Temporal induction by incremental SAT solving", 2003.

use fastrand::Rng;

use cnfab_cnf::Lit;
use cnfab_model::{Assignment, Model, Var};
use cnfab_solve::{Budget, Effort, IsWanted, Refusal, SolveError, StackResult, Stacked, StateStack, Tries};

use super::ConstructError;
use super::dig::{Fact, Givens};
use super::oracle::{Answer, Oracle};
use super::swaps::Swaps;

/// The strategy whose engines search natively.
const NATIVE: &str = "backtrack";

/// The decisions of a native search at most.
const DECISIONS: u64 = 1000;

/// Of how many cells one is filled at random before the search completes the board.
const FILLED: usize = 4;

/// How often a random solution is begun by native search.
const TRIES: usize = 100;

/// The solutions of a board.
pub(super) struct Completions<'m> {
    model: &'m Model,
    budget: Budget,
    /// For each cell its variable.
    cells: Vec<Var>,
    native: Stacked,
    /// The decisions of a native search, before the SAT solver goes on.
    decisions: u64,
    swaps: Option<Swaps>,
    /// The SAT solver, once it was asked.
    learning: Option<Oracle<'m>>,
    /// The solution that was excluded last, and the literal under which it is.
    excluded: Option<(Vec<i32>, Lit)>,
}

impl<'m> Completions<'m> {
    /// Prepares the board whose model this is; its shown variables are the cells.
    ///
    /// # Errors
    /// If native search does not take the model.
    pub(super) fn new(model: &'m Model, budget: &Budget) -> Result<Self, ConstructError> {
        let cells = model.shown();
        let unsupported = |why: Refusal| SolveError::Unsupported { backend: NATIVE.to_owned(), what: why.to_string() };
        let (native, swaps) = (Stacked::new(model).map_err(unsupported)?, Swaps::new(model));
        Ok(Completions {
            model,
            budget: budget.clone(),
            cells,
            native,
            decisions: DECISIONS,
            swaps,
            learning: None,
            excluded: None,
        })
    }

    /// For each cell its variable.
    pub(super) fn cells(&self) -> &[Var] {
        &self.cells
    }

    /// Each cell's variable and its value in a solution.
    pub(super) fn with_values(&self, solution: &[i32]) -> Vec<(Var, i32)> {
        self.cells.iter().copied().zip(solution.iter().copied()).collect()
    }

    /// The values that a cell may take on the empty board.
    pub(super) fn values(&self, cell: usize) -> Vec<i32> {
        self.model.domain(self.cells[cell]).to_vec()
    }

    /// A solution with some facts, if there is one. It is looked for near the values of `near`, if there are such.
    ///
    /// # Errors
    /// If the budget ends.
    pub(super) fn some(&mut self, facts: &[Fact], near: &[i32]) -> Result<Option<Assignment>, ConstructError> {
        let mut found = None;
        let near = self.by_variable(self.with_values(near));
        match self.search(facts, Tries::Near(&near), &mut |states| {
            found = Some(self.of(states));
            true
        }) {
            StackResult::Solution => Ok(found),
            StackResult::None => Ok(None),
            StackResult::Limit => solved(oracle(&mut self.learning, self.model, &self.budget)?, facts, None),
        }
    }

    /// A solution with some facts in which some cell has another value than in this one, if there is one.
    ///
    /// # Errors
    /// If the budget ends.
    pub(super) fn other(&mut self, facts: &[Fact], than: &[i32]) -> Result<Option<Assignment>, ConstructError> {
        let mut found = None;
        match self.search(facts, Tries::Usual, &mut |states| {
            found = Some(self.of(states)).filter(|found| found.project(&self.cells) != than);
            found.is_some()
        }) {
            StackResult::Solution => return Ok(found),
            StackResult::None => return Ok(None),
            StackResult::Limit => {}
        }
        let oracle = oracle(&mut self.learning, self.model, &self.budget)?;
        if let Some((solution, selector)) = &self.excluded
            && solution != than
        {
            oracle.forbid(*selector);
            self.excluded = None;
        }
        let (_, selector) = self.excluded.get_or_insert_with(|| {
            let differs = oracle.lits(self.cells.iter().zip(than).map(|(&var, &value)| var.is_not(value)));
            (than.to_vec(), oracle.some_of(&differs))
        });
        solved(oracle, facts, Some(*selector))
    }

    /// A random solution; `None` if native search does not come to one.
    ///
    /// # Errors
    /// If the budget ends.
    pub(super) fn random(&mut self, rng: &mut Rng) -> Result<Option<Assignment>, ConstructError> {
        let mut order: Vec<usize> = (0..self.cells.len()).collect();
        for _ in 0..TRIES {
            if self.budget.is_over() {
                return Err(ConstructError::OutOfBudget);
            }
            rng.shuffle(&mut order);
            let filled = &order[..order.len().div_ceil(FILLED)];
            let begun = self.native.with(|states| {
                for &cell in filled {
                    let mut values = self.values(cell);
                    rng.shuffle(&mut values);
                    states.push();
                    let has_value = values.iter().any(|&value| {
                        let holds = states.set(self.cells[cell], value, true) && states.conclude();
                        if !holds {
                            states.backtrack();
                        }
                        holds
                    });
                    if !has_value {
                        return None;
                    }
                }
                let mut found = None;
                states.search(self.effort(), Tries::Random(&mut *rng), &mut |states| {
                    found = Some(self.of(states));
                    true
                });
                found
            });
            if let Some(Some(found)) = begun {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// Finds for each orbit of givens of a solution whether it is left out; `solution` has the value of each cell. No
    /// fewer givens than `fewest` are left. With `alone`, each orbit is tried with all others.
    ///
    /// # Errors
    /// If the budget ends. What was found until then is in `out`.
    pub(super) fn left_out(
        &mut self,
        solution: &[(Var, i32)],
        values: &[(Var, i32)],
        orbits: &[Vec<usize>],
        (fewest, alone): (usize, bool),
        out: &mut Vec<bool>,
    ) -> Result<(), ConstructError> {
        let cuts = self.swaps.as_ref().map(|swaps| swaps.cuts(solution.iter().copied())).unwrap_or_default();
        let near = self.by_variable(solution.iter().copied());
        let Completions { model, budget, native, learning, decisions, .. } = self;
        let effort = Effort { decisions: *decisions, budget };
        let givens = Givens { values, orbits, near: &near, alone, fewest, effort };
        let mut answers = |facts: &[Fact]| Ok(solved(oracle(learning, model, budget)?, facts, None)?.is_some());
        native.with(|states| givens.left_out(states, cuts, out, &mut answers)).expect("the board has a solution")
    }

    /// Values by the numbers of their variables.
    fn by_variable(&self, values: impl IntoIterator<Item = (Var, i32)>) -> Vec<Option<i32>> {
        let mut by_variable = vec![None; self.model.variables().len()];
        values.into_iter().for_each(|(var, value)| by_variable[var.index()] = Some(value));
        by_variable
    }

    fn effort(&self) -> Effort<'_> {
        Effort { decisions: self.decisions, budget: &self.budget }
    }

    /// The model's variables in a state that is a solution.
    fn of(&self, states: &(dyn StateStack + '_)) -> Assignment {
        let mut values = Vec::new();
        states.solution(&mut values);
        values.truncate(self.model.variables().len());
        Assignment::new(values)
    }

    /// Searches natively for a solution that is wanted.
    fn search(&self, facts: &[Fact], tries: Tries<'_>, is_wanted: IsWanted<'_>) -> StackResult {
        let found = self.native.with(|states| {
            let holds = facts.iter().all(|&(var, value, is)| states.set(var, value, is)) && states.conclude();
            if holds { states.search(self.effort(), tries, is_wanted) } else { StackResult::None }
        });
        found.unwrap_or(StackResult::None)
    }
}

/// The SAT solver of the board.
fn oracle<'a, 'm>(
    learning: &'a mut Option<Oracle<'m>>,
    model: &'m Model,
    budget: &Budget,
) -> Result<&'a mut Oracle<'m>, ConstructError> {
    if learning.is_none() {
        *learning = Some(Oracle::new(model, budget)?);
    }
    Ok(learning.as_mut().expect("the solver was made"))
}

/// Asks the SAT solver for a solution with some facts.
fn solved(oracle: &mut Oracle<'_>, facts: &[Fact], under: Option<Lit>) -> Result<Option<Assignment>, ConstructError> {
    let atoms = facts.iter().map(|&(var, value, is)| if is { var.is(value) } else { var.is_not(value) });
    let mut assumptions = oracle.lits(atoms);
    assumptions.extend(under);
    Ok(match oracle.ask(&assumptions)? {
        Answer::Solution(solution) => Some(solution),
        Answer::Core(_) => None,
    })
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use cnfab_puzzle::{self as puzzle, Kind, Puzzle};
    use cnfab_solve::{Encodings, Strategy};

    use super::super::Generator;

    /// True if other solutions have the values, by another solver and without anything kept.
    fn is_unique(model: &Model, values: &[(Var, i32)]) -> bool {
        let mut domains: Vec<_> = model.variables().iter().map(|variable| variable.domain.clone()).collect();
        values.iter().for_each(|&(var, value)| domains[var.index()] = (value..=value).into());
        let backend = Strategy::parse("sat:batsat").expect("registered").backend(&Encodings::default());
        let mut found = 0;
        let report = backend.solve(&model.with_domains(domains), &Budget::unlimited(), &mut |_| {
            found += 1;
            if found < 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        report.expect("clauses for every model");
        found == 1
    }

    /// Leaves out one orbit after the other.
    fn one_by_one(
        model: &Model,
        values: &[(Var, i32)],
        orbits: &[Vec<usize>],
        (fewest, alone): (usize, bool),
    ) -> Vec<bool> {
        let mut left = vec![true; values.len()];
        let mut out = Vec::new();
        for orbit in orbits {
            orbit.iter().for_each(|&given| left[given] = false);
            let kept: Vec<(Var, i32)> =
                values.iter().zip(&left).filter(|(_, left)| **left).map(|(&value, _)| value).collect();
            let is_out = kept.len() >= fewest && is_unique(model, &kept);
            if alone || !is_out {
                orbit.iter().for_each(|&given| left[given] = true);
            }
            out.push(is_out);
        }
        out
    }

    #[test]
    fn halves_leave_out_what_is_left_out_one_by_one() {
        let mut rng = Rng::with_seed(17);
        for (name, rows, columns, rounds) in [
            ("sudoku", 4, 4, 12),
            ("sudoku", 6, 6, 6),
            ("sudoku", 9, 9, 1),
            ("hidoku", 4, 4, 6),
            ("numbrix", 4, 4, 6),
            ("binairo", 4, 6, 6),
            ("magic-board", 3, 3, 6),
            ("hexagon", 5, 5, 1),
        ] {
            let (kind, _) = Kind::named(name).expect("a kind");
            let blank = kind.blank.expect("boards are made")(rows, columns).expect("a size");
            let read = puzzle::read(&format!("kind: {name}\n{blank}"), &|_| Err(String::new()));
            let board: Box<dyn Puzzle> = read.expect("a board").1.remove(0);
            let model = board.make_model(Generator::view(board.as_ref()));
            for round in 0..rounds {
                let mut completions = Completions::new(&model, &Budget::unlimited()).expect("search takes the model");
                let solution = match completions.random(&mut rng).expect("no limit") {
                    Some(solution) => solution.project(completions.cells()),
                    None => {
                        let some = completions.some(&[], &[]).expect("no limit");
                        some.expect("the board has a solution").project(completions.cells())
                    }
                };
                if round % 3 == 1 {
                    // The SAT solver answers.
                    completions.decisions = 0;
                }
                let values = completions.with_values(&solution);
                let mut givens: Vec<usize> = (0..values.len()).collect();
                rng.shuffle(&mut givens);
                let orbits: Vec<Vec<usize>> = givens.chunks(1 + round % 2).map(<[usize]>::to_vec).collect();
                let how = (if round % 4 == 3 { values.len() / 2 } else { 0 }, false);
                let mut out = Vec::new();
                let all = values.clone();
                completions.left_out(&all, &values, &orbits, how, &mut out).expect("no limit");
                let context = format!("{name} {rows}x{columns}, round {round}");
                assert_eq!(out, one_by_one(&model, &values, &orbits, how), "{context}");
                // Some of the givens, each with all others.
                let some: Vec<usize> = givens[..givens.len() / 2].to_vec();
                let left: Vec<usize> = (0..orbits.len()).filter(|&orbit| !out[orbit]).collect();
                let kept =
                    |given: &usize| some.contains(given) || left.iter().any(|&orbit| orbits[orbit].contains(given));
                let values: Vec<(Var, i32)> = (0..values.len()).filter(kept).map(|given| values[given]).collect();
                let orbits: Vec<Vec<usize>> = (0..values.len()).map(|given| vec![given]).collect();
                completions.left_out(&all, &values, &orbits, (0, true), &mut out).expect("no limit");
                assert_eq!(out, one_by_one(&model, &values, &orbits, (0, true)), "{context}, alone");
            }
        }
    }
}
