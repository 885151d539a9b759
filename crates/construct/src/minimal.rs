//! Clues that can be left out.
//!
//! A set of clues is enough if the puzzle has no second solution with it. That is monotone: more clues, fewer
//! solutions. So the sets that are enough and minimal are the minimal unsatisfiable subsets of the clues together with
//! 'some other solution', and the known algorithms apply:
//!
//! - one minimal set: clues are left out one after the other, with the core of each answer (J. Marques-Silva, "Minimal
//!   unsatisfiability: models, algorithms and applications", ISMVL 2010);
//! - all minimal sets: MARCO, in which a second formula knows what has been explored (M. H. Liffiton, A. Previti,
//!   A. Malik, J. Marques-Silva, "Fast, flexible MUS enumeration", Constraints 21, 2016);
//! - a smallest set: least hitting sets of what must not all be missing (A. Ignatiev, A. Previti, M. Liffiton,
//!   J. Marques-Silva, "Smallest MUS extraction with minimal hitting set dualization", CP 2015).
//!
//! Each other solution T that is met has a set D(T) of clues which it breaks. Every set that is enough has a clue of
//! each D(T). If D(T) has one clue among those that are left, the clue is needed, and no question is asked for it.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use cnfab_base::names::find;
use cnfab_cnf::{Lit, Name};
use cnfab_model::{Assignment, Cmp, Model, Var};
use cnfab_puzzle::{Puzzle, Violation};
use cnfab_solve::sat::{SOLVERS, SatResult, SatSolver};
use cnfab_solve::{Budget, Encodings, Outcome, Strategy};

use super::oracle::{Answer, Oracle, SOLVER};
use super::{ConstructError, Selectable};

/// A set of clues, as their numbers in increasing order.
pub type Minimal = Vec<usize>;

/// The clues of a puzzle with one solution.
pub struct Reduction<'m> {
    oracle: Oracle<'m>,
    clues: Vec<Lit>,
    selectable: &'m Selectable,
    /// The clues that other solutions break.
    broken: Vec<BTreeSet<usize>>,
    solution: Assignment,
    budget: Budget,
    /// No set that is enough has fewer clues.
    least: usize,
}

impl<'m> Reduction<'m> {
    /// Solves the puzzle whose model this is, and excludes its solution.
    ///
    /// # Errors
    /// If it has no solution or more than one, or the budget ends.
    pub fn new(selectable: &'m Selectable, budget: &Budget) -> Result<Self, ConstructError> {
        let mut oracle = Oracle::new(&selectable.model, budget)?;
        let clues = oracle.lits(selectable.clues.iter().copied());
        let Answer::Solution(solution) = oracle.ask(&clues)? else { return Err(ConstructError::NotUnique("no")) };
        oracle.exclude(&solution);
        let (broken, budget) = (Vec::new(), budget.clone());
        let mut reduction = Reduction { oracle, clues, selectable, broken, solution, budget, least: 0 };
        let all: Minimal = (0..reduction.clues.len()).collect();
        match reduction.enough(&all)? {
            Some(_) => Ok(reduction),
            None => Err(ConstructError::NotUnique("several")),
        }
    }

    /// The only solution, as an assignment of the selectable model.
    pub fn solution(&self) -> &Assignment {
        &self.solution
    }

    /// The number of clues that every set that is enough has at least, as far as [`Reduction::smallest`] found out.
    pub fn least(&self) -> usize {
        self.least
    }

    /// The number of questions that the solver was asked.
    pub fn calls(&self) -> u64 {
        self.oracle.calls
    }

    /// If the clues are enough, some of them that are, too.
    pub(super) fn enough(&mut self, kept: &[usize]) -> Result<Option<Minimal>, ConstructError> {
        let assumptions: Vec<Lit> = kept.iter().map(|&clue| self.clues[clue]).collect();
        Ok(match self.oracle.ask(&assumptions)? {
            Answer::Core(core) => Some(kept.iter().copied().filter(|&clue| core.contains(&self.clues[clue])).collect()),
            Answer::Solution(other) => {
                self.broken.push((0..self.clues.len()).filter(|&clue| !self.selectable.is_met(clue, &other)).collect());
                None
            }
        })
    }

    /// True if a clue is known to be needed among others, from solutions met before.
    fn is_needed(&self, clue: usize, kept: &[usize]) -> bool {
        let alone = |broken: &BTreeSet<usize>| {
            broken.contains(&clue) && kept.iter().filter(|other| broken.contains(other)).count() == 1
        };
        self.broken.iter().any(alone)
    }

    /// Finds the clues each of which can be left out alone, in order.
    ///
    /// # Errors
    /// If the budget ends.
    pub fn superfluous(&mut self, found: &mut Vec<usize>) -> Result<(), ConstructError> {
        let all: Minimal = (0..self.clues.len()).collect();
        // What some set that is enough leaves out can be left out alone.
        let mut known = vec![false; all.len()];
        for clue in 0..all.len() {
            if known[clue] {
                found.push(clue);
                continue;
            }
            if self.is_needed(clue, &all) {
                continue;
            }
            let others: Minimal = all.iter().copied().filter(|&other| other != clue).collect();
            if let Some(core) = self.enough(&others)? {
                known.iter_mut().for_each(|is| *is = true);
                core.iter().for_each(|&needed| known[needed] = false);
                found.push(clue);
            }
        }
        Ok(())
    }

    /// A minimal set within `kept`, which is enough: clues are tried in the order given, so that the first ones go
    /// first.
    ///
    /// # Errors
    /// If the budget ends.
    pub fn minimal(&mut self, kept: &[usize], order: &[usize]) -> Result<Minimal, ConstructError> {
        let mut kept = kept.to_vec();
        for &clue in order {
            if !kept.contains(&clue) || self.is_needed(clue, &kept) {
                continue;
            }
            let others: Minimal = kept.iter().copied().filter(|&other| other != clue).collect();
            if let Some(core) = self.enough(&others)? {
                kept = core;
            }
        }
        kept.sort_unstable();
        Ok(kept)
    }

    /// All minimal sets, as they are found, until the receiver has enough.
    ///
    /// # Errors
    /// If the budget ends.
    pub fn all(&mut self, on: &mut dyn FnMut(&Minimal) -> ControlFlow<()>) -> Result<(), ConstructError> {
        let count = self.clues.len();
        let mut map = Map::new(count, &self.budget);
        while let Some(seed) = map.unexplored()? {
            match self.enough(&seed)? {
                Some(core) => {
                    let order: Vec<usize> = core.clone();
                    let minimal = self.minimal(&core, &order)?;
                    map.exclude_supersets(&minimal);
                    if on(&minimal).is_break() {
                        return Ok(());
                    }
                }
                None => {
                    // Clues are added while it stays not enough, so that more is excluded.
                    let mut kept = seed;
                    for clue in 0..count {
                        if kept.contains(&clue) {
                            continue;
                        }
                        let last = self.broken.last().expect("a solution was met");
                        let more = [&kept[..], &[clue]].concat();
                        if !last.contains(&clue) || self.enough(&more)?.is_none() {
                            kept = more;
                        }
                    }
                    let left: Vec<usize> = (0..count).filter(|clue| !kept.contains(clue)).collect();
                    map.demand_one_of(&left);
                }
            }
        }
        Ok(())
    }

    /// A smallest set that is enough.
    ///
    /// # Errors
    /// If the budget ends.
    pub fn smallest(&mut self) -> Result<Minimal, ConstructError> {
        loop {
            let hitting = least_hitting_set(self.clues.len(), &self.broken, self.least, &self.budget)?;
            self.least = hitting.len();
            if self.enough(&hitting)?.is_some() {
                return Ok(hitting);
            }
            // One solution says little where many clues are missing. So clues are added until they are enough, and each
            // answer on the way is another set to be hit.
            let mut kept = hitting;
            loop {
                let last = self.broken.last().expect("a solution was met").clone();
                let Some(&clue) = last.iter().next() else { break };
                kept.extend(
                    (0..self.clues.len())
                        .filter(|clue| !last.contains(clue) && !kept.contains(clue))
                        .collect::<Vec<_>>(),
                );
                kept.push(clue);
                if self.enough(&kept)?.is_some() {
                    break;
                }
            }
        }
    }
}

/// A least set of clues with one of each set, of at least `least` clues.
fn least_hitting_set(
    clues: usize,
    sets: &[BTreeSet<usize>],
    least: usize,
    budget: &Budget,
) -> Result<Minimal, ConstructError> {
    let backend = Strategy::parse("cdcl").expect("a registered strategy").backend(&Encodings::default());
    for size in least..=clues {
        let mut model = Model::new();
        let kept: Vec<Var> = (0..clues).map(|clue| model.var(format!("clue[{}]", clue + 1), 0..=1)).collect();
        for set in sets {
            model.count("hit", set.iter().map(|&clue| kept[clue].is(1)), Cmp::Ge, 1);
        }
        model.count("size", kept.iter().map(|clue| clue.is(1)), Cmp::Le, size);
        let mut found = None;
        let report = backend.solve(&model, budget, &mut |solution| {
            found = Some((0..clues).filter(|&clue| solution[kept[clue]] == 1).collect());
            ControlFlow::Break(())
        })?;
        match (found, report.outcome) {
            (Some(found), _) => return Ok(found),
            (None, Outcome::Exhausted) => {}
            (None, _) => return Err(ConstructError::OutOfBudget),
        }
    }
    unreachable!("all clues together have one of each set")
}

/// The sets of clues that have been explored: a formula with a variable for each clue.
struct Map {
    solver: Box<dyn SatSolver>,
    clues: Vec<Lit>,
}

impl Map {
    fn new(count: usize, budget: &Budget) -> Self {
        let mut solver = find("solver", SOLVERS, SOLVER).expect("a registered solver").start(budget);
        let clues = (0..count).map(|clue| solver.fresh(Name::aux("clue", clue, 0))).collect();
        Map { solver, clues }
    }

    /// A set that nothing is known of.
    fn unexplored(&mut self) -> Result<Option<Minimal>, ConstructError> {
        let failed = |detail: String| cnfab_solve::SolveError::Failed { backend: SOLVER.to_owned(), detail };
        Ok(match self.solver.solve(&[]).map_err(failed)? {
            SatResult::Sat => Some((0..self.clues.len()).filter(|&clue| self.solver.holds(self.clues[clue])).collect()),
            SatResult::Unsat(_) => None,
            SatResult::Unknown => return Err(ConstructError::OutOfBudget),
        })
    }

    fn exclude_supersets(&mut self, of: &[usize]) {
        let clause: Vec<Lit> = of.iter().map(|&clue| !self.clues[clue]).collect();
        self.solver.clause(&clause);
    }

    fn demand_one_of(&mut self, set: &[usize]) {
        let clause: Vec<Lit> = set.iter().map(|&clue| self.clues[clue]).collect();
        self.solver.clause(&clause);
    }
}

/// The puzzle with some of its clues.
///
/// # Errors
/// If the kind cannot state it.
pub fn with_only(puzzle: &dyn Puzzle, kept: &[usize]) -> Result<Box<dyn Puzzle>, Violation> {
    let mut keep = vec![false; puzzle.clues().len()];
    kept.iter().for_each(|&clue| keep[clue] = true);
    puzzle.with_clues(&keep)
}
