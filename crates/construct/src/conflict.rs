//! The conflict of a puzzle without solutions: clues and rules that contradict each other, each of them needed.
//!
//! A contradiction within one rule is what a person sees first, so each rule is asked alone. If no rule contradicts the
//! clues alone, the solver names some of the clues and rules, and those that are not needed are left out one by one:
//! rules with many variables first, as CPMpy does it (T. Guns, "Increasing modeling language convenience with a
//! universal n-dimensional array", ModRef 2019), then in some random orders. The set with the fewest members is taken.
//! It is minimal, but not always a smallest one.

use std::cmp::Reverse;

use cnfab_cnf::Lit;
use cnfab_puzzle::Puzzle;
use cnfab_solve::Budget;

use super::oracle::{Answer, Oracle};
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

/// Finds a contradiction; `None` if the puzzle has a solution.
///
/// # Errors
/// If the kind cannot state the puzzle with some clues only, the model has no clauses, or the budget ends.
pub fn conflict(puzzle: &dyn Puzzle, view: &str, budget: &Budget) -> Result<Option<Conflict>, ConstructError> {
    let selectable = Selectable::with_rules(puzzle, view).map_err(ConstructError::Clues)?;
    let mut oracle = Oracle::new(&selectable.model, budget)?;
    let clues = oracle.lits(selectable.clues.iter().copied());
    let rules = oracle.lits(selectable.rules.iter().map(|rule| rule.atom));
    let all = [&clues[..], &rules[..]].concat();
    let Answer::Core(first) = oracle.ask(&all)? else { return Ok(None) };
    let mut order: Vec<(Reverse<usize>, Lit)> = Vec::new();
    order.extend(selectable.rules.iter().zip(&rules).map(|(rule, &lit)| (Reverse(rule.variables), lit)));
    order.extend(clues.iter().map(|&lit| (Reverse(0), lit)));
    order.sort_by_key(|(variables, _)| *variables);
    let mut order: Vec<Lit> = order.into_iter().map(|(_, lit)| lit).collect();
    let mut kept = None;
    for &rule in &rules {
        if let Answer::Core(core) = oracle.ask(&[&clues[..], &[rule]].concat())? {
            let found = reduced(&mut oracle, core, &order)?;
            if kept.as_ref().is_none_or(|kept: &Vec<Lit>| found.len() < kept.len()) {
                kept = Some(found);
            }
        }
    }
    let kept = match kept {
        Some(kept) => kept,
        None => {
            let mut least = reduced(&mut oracle, first.clone(), &order)?;
            let mut rng = fastrand::Rng::with_seed(budget.seed);
            for _ in 1..ORDERS {
                rng.shuffle(&mut order);
                let other = reduced(&mut oracle, all.clone(), &order)?;
                if other.len() < least.len() {
                    least = other;
                }
            }
            least
        }
    };
    let is_kept = |lit: &Lit| kept.contains(lit);
    let rules = selectable.rules.iter().zip(&rules).filter(|(_, lit)| is_kept(lit));
    Ok(Some(Conflict {
        clues: (0..clues.len()).filter(|&clue| is_kept(&clues[clue])).collect(),
        rules: rules.map(|(rule, _)| rule.clone()).collect(),
    }))
}

/// Leaves out what a contradiction does not need, in this order.
fn reduced(oracle: &mut Oracle<'_>, mut kept: Vec<Lit>, order: &[Lit]) -> Result<Vec<Lit>, ConstructError> {
    for lit in order {
        if !kept.contains(lit) {
            continue;
        }
        let others: Vec<Lit> = kept.iter().copied().filter(|other| other != lit).collect();
        if let Answer::Core(core) = oracle.ask(&others)? {
            kept = core;
        }
    }
    Ok(kept)
}
