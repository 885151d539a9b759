//! Solutions of a board under givens: some solution, and one other than a known one.
//!
//! On small boards that the engine `bit-parallel` takes, each question is a search of its own. The model is compiled
//! once, givens are domains of one value, and a search takes some microseconds.
//!
//! Elsewhere searches without learning may take very long, and one SAT solver answers all questions. A given is an
//! assumption, and what the solver learns stays. A solution is excluded under an assumption, too.
//! That is incremental solving: N. Eén, N. Sörensson, "Temporal induction by incremental SAT solving", 2003.

use std::ops::ControlFlow;

use crate::cnf::Lit;
use crate::model::{Assignment, Domain, Model, Var};
use crate::solve::{Backend, Backtrack, Budget, Encodings, EngineName, Outcome, SolveError, Strategy};

use super::ConstructError;
use super::oracle::{Answer, Oracle};

/// Boards with more values of all cells together are left to the SAT solver.
const FEW_VALUES: usize = 1000;

/// Who finds solutions.
enum Finder<'m> {
    Native(Box<dyn Backend>),
    /// With the solution that was excluded last, and the literal under which it is.
    Learning(Box<Oracle<'m>>, Option<(Vec<i32>, Lit)>),
}

/// The solutions of a board.
pub(super) struct Completions<'m> {
    model: &'m Model,
    budget: Budget,
    /// For each cell its variable.
    cells: Vec<Var>,
    finder: Finder<'m>,
}

impl<'m> Completions<'m> {
    /// Prepares the board whose model this is; its shown variables are the cells. Returns a solution, too.
    ///
    /// # Errors
    /// If there is no solution, or the budget ends.
    pub(super) fn new(model: &'m Model, budget: &Budget) -> Result<(Self, Assignment), ConstructError> {
        let mut oracle = Oracle::new(model, budget)?;
        let Answer::Solution(solution) = oracle.ask(&[])? else { return Err(ConstructError::NotUnique("none")) };
        let cells = oracle.shown().to_vec();
        let finder = Finder::Learning(Box::new(oracle), None);
        let mut completions = Completions { model, budget: budget.clone(), cells, finder };
        let values: usize = model.variables().iter().map(|variable| variable.domain.len()).sum();
        if values <= FEW_VALUES {
            let strategy = Strategy::from(Backtrack::new().engine(EngineName::BitParallel));
            let backend = strategy.backend(&Encodings::default());
            let givens: Vec<Option<i32>> = completions.cells.iter().map(|&cell| Some(solution[cell])).collect();
            match backend.solve(&completions.under(&givens), budget, &mut |_| ControlFlow::Continue(())) {
                Ok(_) => completions.finder = Finder::Native(backend),
                Err(SolveError::Unsupported { .. }) => {}
                Err(why) => return Err(why.into()),
            }
        }
        Ok((completions, solution))
    }

    /// For each cell its variable.
    pub(super) fn cells(&self) -> &[Var] {
        &self.cells
    }

    /// The values that a cell may take on the empty board.
    pub(super) fn values(&self, cell: usize) -> Vec<i32> {
        self.model.domain(self.cells[cell]).to_vec()
    }

    /// A solution under givens, if there is one.
    ///
    /// # Errors
    /// If the budget ends.
    pub(super) fn some(&mut self, givens: &[Option<i32>]) -> Result<Option<Vec<i32>>, ConstructError> {
        match &mut self.finder {
            Finder::Learning(oracle, _) => ask(oracle, &self.cells, givens, None),
            Finder::Native(_) => self.search(givens, None),
        }
    }

    /// A solution under givens that is not this one, if there is one.
    ///
    /// # Errors
    /// If the budget ends.
    pub(super) fn other(&mut self, givens: &[Option<i32>], than: &[i32]) -> Result<Option<Vec<i32>>, ConstructError> {
        let Finder::Learning(oracle, excluded) = &mut self.finder else { return self.search(givens, Some(than)) };
        if let Some((solution, selector)) = excluded
            && solution != than
        {
            oracle.forbid(*selector);
            *excluded = None;
        }
        let (_, selector) = excluded.get_or_insert_with(|| {
            let differs = oracle.lits(self.cells.iter().zip(than).map(|(&var, &value)| var.is_not(value)));
            (than.to_vec(), oracle.some_of(&differs))
        });
        ask(oracle, &self.cells, givens, Some(*selector))
    }

    /// The model under givens.
    fn under(&self, givens: &[Option<i32>]) -> Model {
        let mut domains: Vec<Domain> = self.model.variables().iter().map(|variable| variable.domain.clone()).collect();
        for (&var, given) in self.cells.iter().zip(givens) {
            if let Some(value) = given {
                domains[var.index()] = Domain::from(*value..=*value);
            }
        }
        self.model.with_domains(domains)
    }

    fn search(&self, givens: &[Option<i32>], than: Option<&[i32]>) -> Result<Option<Vec<i32>>, ConstructError> {
        let Finder::Native(backend) = &self.finder else { unreachable!("a board has one finder") };
        let mut found = None;
        let report = backend.solve(&self.under(givens), &self.budget, &mut |solution| {
            let values: Vec<i32> = self.cells.iter().map(|&var| solution[var]).collect();
            if than.is_some_and(|than| than == values) {
                return ControlFlow::Continue(());
            }
            found = Some(values);
            ControlFlow::Break(())
        })?;
        if matches!(report.outcome, Outcome::Stopped(_)) {
            return Err(ConstructError::OutOfBudget);
        }
        Ok(found)
    }
}

fn ask(
    oracle: &mut Oracle<'_>,
    cells: &[Var],
    givens: &[Option<i32>],
    under: Option<Lit>,
) -> Result<Option<Vec<i32>>, ConstructError> {
    let given = cells.iter().zip(givens).filter_map(|(&var, given)| Some(var.is((*given)?)));
    let mut assumptions = oracle.lits(given);
    assumptions.extend(under);
    Ok(match oracle.ask(&assumptions)? {
        Answer::Solution(solution) => Some(cells.iter().map(|&var| solution[var]).collect()),
        Answer::Core(_) => None,
    })
}
