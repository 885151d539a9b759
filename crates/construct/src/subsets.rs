//! Minimal unsatisfiable subsets of parts of a model: one of them, all, a smallest one.
//!
//! A part holds under a selector, so a set of parts is a set of assumptions, and one solver keeps what it learns from
//! question to question. Each answer 'no solution' names the parts that it needed. The known algorithms follow:
//!
//! - one minimal set by deletion. First the core of a core is taken while that makes it smaller (trimming). Then parts
//!   are left out one by one; a core leaves out others with it. A solution shows that a part is needed, and by model
//!   rotation often that others are, too (A. Belov, J. Marques-Silva, "Accelerating MUS extraction with recursive model
//!   rotation", FMCAD 2011). Here a rotation changes the value of any variable, and evaluates any constraint;
//! - all minimal sets: MARCO, in which a second formula knows what has been explored (M. H. Liffiton, A. Previti,
//!   A. Malik, J. Marques-Silva, "Fast, flexible MUS enumeration", Constraints 21, 2016);
//! - a smallest set: least hitting sets of what must not all be missing (A. Ignatiev, A. Previti, M. Liffiton,
//!   J. Marques-Silva, "Smallest MUS extraction with minimal hitting set dualization", CP 2015).
//!
//! Each solution T that is met breaks a set D(T) of parts. Every unsatisfiable set has a part of each D(T). If D(T) has
//! one part among those that are left, the part is needed, and no question is asked for it.

use std::ops::ControlFlow;

use cnfab_base::names::find;
use cnfab_cnf::{Lit, Name};
use cnfab_model::{Assignment, Cmp, Model, Var};
use cnfab_solve::sat::{SOLVERS, SatResult, SatSolver};
use cnfab_solve::{Budget, Encodings, Outcome, SolveError, Strategy};

use super::ConstructError;
use super::oracle::SOLVER;
use super::questions::{Asked, Questions};

/// A set of parts, as their numbers in increasing order.
pub type Minimal = Vec<usize>;

/// The most times that a core is made smaller by asking for its core.
const MOST_TRIMS: usize = 5;

/// The meaning of the parts.
pub(super) trait Parts {
    /// The parts that a solution breaks. It may name some that are met.
    fn broken(&self, solution: &Assignment) -> Vec<usize>;

    /// Finds parts that are needed, from a solution of all kept parts but one: marks them in `states`.
    fn rotate(&self, solution: &Assignment, part: usize, states: &mut [PartState]) {
        let _ = (solution, part, states);
    }
}

/// The knowledge about a part while a minimal set is sought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PartState {
    /// It is left out.
    Out,
    /// It is kept so far.
    Open,
    /// It is part of the minimal set.
    Needed,
}

/// The parts of a model.
pub(super) struct Subsets<'m> {
    questions: Box<dyn Questions + 'm>,
    parts: Box<dyn Parts + 'm>,
    count: usize,
    /// The number of questions that were asked.
    pub(super) calls: u64,
    /// The parts that solutions break, each in increasing order.
    broken: Vec<Vec<usize>>,
    budget: Budget,
    /// No unsatisfiable set has fewer parts.
    pub(super) least: usize,
    /// The last unsatisfiable set on the way to a minimal one.
    pub(super) best: Minimal,
}

impl<'m> Subsets<'m> {
    /// The parts, how many they are, and who answers questions about them.
    pub(super) fn new(
        questions: Box<dyn Questions + 'm>,
        count: usize,
        parts: impl Parts + 'm,
        budget: &Budget,
    ) -> Self {
        let (parts, broken, best, budget) = (Box::new(parts), Vec::new(), Vec::new(), budget.clone());
        Subsets { questions, parts, count, calls: 0, broken, budget, least: 0, best }
    }

    /// The number of parts.
    pub(super) fn len(&self) -> usize {
        self.count
    }

    /// Asks for a solution of some parts; if there is none, some of them that have none, too.
    pub(super) fn core(&mut self, kept: &[usize]) -> Result<Option<Minimal>, ConstructError> {
        Ok(match self.ask(kept)? {
            Asked::Core(core) => Some(core),
            Asked::Solution(_) => None,
        })
    }

    fn ask(&mut self, kept: &[usize]) -> Result<Asked, ConstructError> {
        self.calls += 1;
        let asked = self.questions.ask(kept)?;
        if let Asked::Solution(solution) = &asked {
            self.broken.push(self.parts.broken(solution));
        }
        Ok(asked)
    }

    /// The parts that the last solution breaks.
    pub(super) fn last_broken(&self) -> &[usize] {
        self.broken.last().expect("a solution was met")
    }

    /// True if a part is known to be needed among others, from solutions met before.
    pub(super) fn is_needed(&self, part: usize, is_kept: &[bool]) -> bool {
        let alone = |broken: &Vec<usize>| {
            broken.binary_search(&part).is_ok() && broken.iter().filter(|&&other| is_kept[other]).count() == 1
        };
        self.broken.iter().any(alone)
    }

    /// Makes an unsatisfiable set smaller by the core of its core.
    fn trimmed(&mut self, mut kept: Minimal) -> Result<Minimal, ConstructError> {
        for _ in 0..MOST_TRIMS {
            let Some(core) = self.core(&kept)? else { break };
            let is_done = core.len() == kept.len();
            kept = core;
            if is_done {
                break;
            }
        }
        Ok(kept)
    }

    /// A minimal set within `kept`, which is unsatisfiable: parts are tried in the order given, so that the first ones
    /// go first. With `is_last`, no question about other parts is asked after it, and the solver is told what is known.
    pub(super) fn minimal(
        &mut self,
        kept: &[usize],
        order: &[usize],
        is_last: bool,
    ) -> Result<Minimal, ConstructError> {
        let mut states = vec![PartState::Out; self.len()];
        kept.iter().for_each(|&part| states[part] = PartState::Open);
        for broken in &self.broken {
            let mut left = broken.iter().filter(|&&part| states[part] != PartState::Out);
            if let (Some(&only), None) = (left.next(), left.next()) {
                states[only] = PartState::Needed;
            }
        }
        let mut told = vec![false; self.len()];
        self.best = kept.to_vec();
        for &part in order {
            if states[part] != PartState::Open {
                continue;
            }
            if is_last {
                self.tell(&states, &mut told);
            }
            states[part] = PartState::Out;
            // What is needed is assumed first, so that it is propagated once.
            let of = |state| states.iter().enumerate().filter(move |(_, is)| **is == state).map(|(part, _)| part);
            let others: Minimal = of(PartState::Needed).chain(of(PartState::Open)).collect();
            match self.ask(&others)? {
                Asked::Core(core) => {
                    let mut is_used = vec![false; states.len()];
                    core.iter().for_each(|&part| is_used[part] = true);
                    for (state, is_used) in states.iter_mut().zip(is_used) {
                        if *state == PartState::Open && !is_used {
                            *state = PartState::Out;
                        }
                    }
                    self.best = kept_of(&states);
                }
                Asked::Solution(solution) => {
                    states[part] = PartState::Needed;
                    let mut broken = self.last_broken().iter().filter(|&&part| states[part] != PartState::Out);
                    if broken.next() == Some(&part) && broken.next().is_none() {
                        self.parts.rotate(&solution, part, &mut states);
                    }
                }
            }
        }
        self.best = kept_of(&states);
        Ok(self.best.clone())
    }

    /// Tells the solver for good which parts are out and which are needed.
    fn tell(&mut self, states: &[PartState], told: &mut [bool]) {
        for (part, told) in told.iter_mut().enumerate().filter(|(_, told)| !**told) {
            if states[part] != PartState::Open {
                self.questions.settle(part, states[part] == PartState::Needed);
                *told = true;
            }
        }
    }

    /// One minimal set: the core of all parts, trimmed, and then by deletion. `None` if there is a solution.
    pub(super) fn one(&mut self, order: &[usize], is_last: bool) -> Result<Option<Minimal>, ConstructError> {
        let Some(core) = self.core(&(0..self.len()).collect::<Vec<_>>())? else { return Ok(None) };
        self.best.clone_from(&core);
        let core = self.trimmed(core)?;
        self.minimal(&core, order, is_last).map(Some)
    }

    /// All minimal sets, as they are found, until the receiver has enough.
    pub(super) fn all(&mut self, on: &mut dyn FnMut(&Minimal) -> ControlFlow<()>) -> Result<(), ConstructError> {
        let count = self.len();
        let mut map = Map::new(count, &self.budget);
        while let Some(seed) = map.unexplored()? {
            match self.core(&seed)? {
                Some(core) => {
                    let minimal = self.minimal(&core, &core, false)?;
                    map.exclude_supersets(&minimal);
                    if on(&minimal).is_break() {
                        return Ok(());
                    }
                }
                None => {
                    let left = self.left_of_maximal(seed)?;
                    map.demand_one_of(&left);
                }
            }
        }
        Ok(())
    }

    /// Adds parts to a satisfiable set, of which a solution was met last, while it stays satisfiable. Returns those
    /// that are left.
    fn left_of_maximal(&mut self, seed: Minimal) -> Result<Minimal, ConstructError> {
        let mut is_kept = vec![false; self.len()];
        seed.iter().for_each(|&part| is_kept[part] = true);
        let mut kept = seed;
        let mut left = Vec::new();
        for (part, _) in is_kept.iter().enumerate().filter(|(_, is_kept)| !**is_kept) {
            kept.push(part);
            if self.last_broken().binary_search(&part).is_ok() && self.core(&kept)?.is_some() {
                kept.pop();
                left.push(part);
            }
        }
        Ok(left)
    }

    /// A smallest set. All parts together have to be unsatisfiable.
    pub(super) fn smallest(&mut self) -> Result<Minimal, ConstructError> {
        loop {
            let hitting = least_hitting_set(self.len(), &self.broken, self.least, &self.budget)?;
            self.least = hitting.len();
            if self.core(&hitting)?.is_some() {
                return Ok(hitting);
            }
            // One solution says little where many parts are missing. So parts are added until there is none, and each
            // answer on the way is another set to be hit.
            let mut is_kept = vec![false; self.len()];
            hitting.iter().for_each(|&part| is_kept[part] = true);
            while let Some(&part) = self.last_broken().first() {
                let mut is_broken = vec![false; self.len()];
                self.last_broken().iter().for_each(|&part| is_broken[part] = true);
                is_kept.iter_mut().zip(is_broken).for_each(|(is_kept, is_broken)| *is_kept |= !is_broken);
                is_kept[part] = true;
                let kept: Minimal = (0..is_kept.len()).filter(|&part| is_kept[part]).collect();
                if let Some(core) = self.core(&kept)? {
                    if self.best.is_empty() || core.len() < self.best.len() {
                        self.best = core;
                    }
                    break;
                }
            }
        }
    }
}

fn kept_of(states: &[PartState]) -> Minimal {
    (0..states.len()).filter(|&part| states[part] != PartState::Out).collect()
}

/// A least set of parts with one of each set, of at least `least` parts.
fn least_hitting_set(
    parts: usize,
    sets: &[Vec<usize>],
    least: usize,
    budget: &Budget,
) -> Result<Minimal, ConstructError> {
    let backend = Strategy::parse("cdcl").expect("a registered strategy").backend(&Encodings::default());
    for size in least..=parts {
        let mut model = Model::new();
        let kept: Vec<Var> = (0..parts).map(|part| model.var(format!("part[{}]", part + 1), 0..=1)).collect();
        for set in sets {
            model.count("hit", set.iter().map(|&part| kept[part].is(1)), Cmp::Ge, 1);
        }
        model.count("size", kept.iter().map(|part| part.is(1)), Cmp::Le, size);
        let mut found = None;
        let report = backend.solve(&model, budget, &mut |solution| {
            found = Some((0..parts).filter(|&part| solution[kept[part]] == 1).collect());
            ControlFlow::Break(())
        })?;
        match (found, report.outcome) {
            (Some(found), _) => return Ok(found),
            (None, Outcome::Exhausted) => {}
            (None, _) => return Err(ConstructError::OutOfBudget),
        }
    }
    unreachable!("all parts together have one of each set")
}

/// The sets of parts that have been explored: a formula with a variable for each part.
struct Map {
    solver: Box<dyn SatSolver>,
    parts: Vec<Lit>,
}

impl Map {
    fn new(count: usize, budget: &Budget) -> Self {
        let mut solver = find("solver", SOLVERS, SOLVER).expect("a registered solver").start(budget);
        let parts = (0..count).map(|part| solver.fresh(Name::aux("part", part, 0))).collect();
        Map { solver, parts }
    }

    /// A set that nothing is known of.
    fn unexplored(&mut self) -> Result<Option<Minimal>, ConstructError> {
        let failed = |detail: String| SolveError::Failed { backend: SOLVER.to_owned(), detail };
        Ok(match self.solver.solve(&[]).map_err(failed)? {
            SatResult::Sat => Some((0..self.parts.len()).filter(|&part| self.solver.holds(self.parts[part])).collect()),
            SatResult::Unsat(_) => None,
            SatResult::Unknown => return Err(ConstructError::OutOfBudget),
        })
    }

    fn exclude_supersets(&mut self, of: &[usize]) {
        let clause: Vec<Lit> = of.iter().map(|&part| !self.parts[part]).collect();
        self.solver.clause(&clause);
    }

    fn demand_one_of(&mut self, set: &[usize]) {
        let clause: Vec<Lit> = set.iter().map(|&part| self.parts[part]).collect();
        self.solver.clause(&clause);
    }
}
