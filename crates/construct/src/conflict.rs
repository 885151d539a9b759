//! The conflict of a puzzle without solutions: clues and rules that contradict each other, each of them needed.
//!
//! A contradiction within one rule is what a person sees first, so each rule is asked alone. If no rule contradicts the
//! clues alone, the solver names some of the clues and rules, and those that are not needed are left out one by one:
//! rules with many variables first, as CPMpy does it (T. Guns, "Increasing modeling language convenience with a
//! universal n-dimensional array", ModRef 2019), then in some random orders. The set with the fewest members is taken.
//! It is minimal, but not always a smallest one.

use std::cmp::Reverse;

use fastrand::Rng;

use cnfab_model::{Assignment, Atom};
use cnfab_puzzle::Puzzle;
use cnfab_solve::Budget;

use super::conflicts::Conflicts;
use super::oracle::Oracle;
use super::questions::ByClauses;
use super::subsets::{Minimal, Parts, Subsets};
use super::{ConstructError, Rule, Selectable};

/// In how many orders clues and rules are left out.
const ORDERS: usize = 4;

/// Clues and rules without a common solution; with any of them left out, the others have one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// The numbers of the clues, in increasing order.
    pub clues: Vec<usize>,
    /// The rules, in the order of the model.
    pub rules: Vec<Rule>,
}

impl Conflict {
    /// The clues and rules at these positions: clues come first.
    pub fn of(selectable: &Selectable, set: &[usize]) -> Self {
        let (clues, rules) = set.split_at(set.partition_point(|&part| part < selectable.clues.len()));
        let rule = |&part: &usize| selectable.rules[part - selectable.clues.len()].clone();
        Conflict { clues: clues.to_vec(), rules: rules.iter().map(rule).collect() }
    }
}

/// The atoms of clues and rules, of which a solution may break some.
struct Chosen(Vec<Atom>);

impl Parts for Chosen {
    fn broken(&self, solution: &Assignment) -> Vec<usize> {
        (0..self.0.len()).filter(|&part| !solution.satisfies(self.0[part])).collect()
    }
}

impl<'m> Conflicts<'m> {
    /// States a puzzle with its rules. Positions are those of its clues, and behind them of its rules; where `is_hard`
    /// is true of one, it is never left out.
    ///
    /// # Errors
    /// If the model has no clauses.
    pub fn of_puzzle(
        selectable: &'m Selectable,
        is_hard: impl Fn(usize) -> bool,
        budget: &Budget,
    ) -> Result<Self, ConstructError> {
        let mut oracle = Oracle::new(&selectable.model, budget)?;
        let clues = selectable.clues.len();
        let rules = selectable.rules.iter().map(|rule| rule.atom);
        let atoms: Vec<Atom> = selectable.clues.iter().copied().chain(rules).collect();
        let (hard, soft): (Minimal, Minimal) = (0..atoms.len()).partition(|&part| is_hard(part));
        for part in hard {
            let lit = oracle.lit(atoms[part]);
            oracle.forbid(!lit);
        }
        let chosen: Vec<Atom> = soft.iter().map(|&part| atoms[part]).collect();
        let selectors = oracle.lits(chosen.iter().copied());
        let first_rule = soft.partition_point(|&part| part < clues);
        let mut order: Minimal = (first_rule..soft.len()).collect();
        order.sort_by_key(|&part| Reverse(selectable.rules[soft[part] - clues].variables));
        order.extend(0..first_rule);
        let questions = Box::new(ByClauses::new(oracle, selectors));
        let subsets = Subsets::new(questions, soft.len(), Chosen(chosen), budget);
        Ok(Conflicts { subsets, soft, order, of_puzzle: Some((budget.seed, first_rule)) })
    }

    /// A set with few members, of which the first ones are clues.
    pub(super) fn one_of_puzzle(&mut self, seed: u64, clues: usize) -> Result<Option<Minimal>, ConstructError> {
        let Conflicts { subsets, order, .. } = self;
        let all: Minimal = (0..subsets.len()).collect();
        let Some(first) = subsets.core(&all)? else { return Ok(None) };
        subsets.best.clone_from(&first);
        let mut kept: Option<Minimal> = None;
        for rule in clues..all.len() {
            let with_clues: Minimal = (0..clues).chain([rule]).collect();
            if let Some(core) = subsets.core(&with_clues)? {
                let found = subsets.minimal(&core, order, false)?;
                if kept.as_ref().is_none_or(|kept| found.len() < kept.len()) {
                    kept = Some(found);
                }
            }
        }
        if kept.is_some() {
            return Ok(kept);
        }
        let mut least = subsets.minimal(&first, order, false)?;
        let mut rng = Rng::with_seed(seed);
        for _ in 1..ORDERS {
            rng.shuffle(order);
            let other = subsets.minimal(&all, order, false)?;
            if other.len() < least.len() {
                least = other;
            }
        }
        Ok(Some(least))
    }
}

/// Finds a contradiction; `None` if the puzzle has a solution.
///
/// # Errors
/// If the kind cannot state the puzzle with some clues only, the model has no clauses, or the budget ends.
pub fn conflict(puzzle: &dyn Puzzle, view: &str, budget: &Budget) -> Result<Option<Conflict>, ConstructError> {
    let selectable = Selectable::with_rules(puzzle, view).map_err(ConstructError::Clues)?;
    let found = Conflicts::of_puzzle(&selectable, |_| false, budget)?.one()?;
    Ok(found.map(|set| Conflict::of(&selectable, &set)))
}
