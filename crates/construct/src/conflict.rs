//! The conflict of a puzzle without solutions: clues and rules that contradict each other, each of them needed.
//!
//! A contradiction within one rule is what a person sees first, so each rule is asked alone. If no rule contradicts the
//! clues alone, the solver names some of the clues and rules, and those that are not needed are left out one by one:
//! rules with many variables first, as CPMpy does it (T. Guns, "Increasing modeling language convenience with a
//! universal n-dimensional array", ModRef 2019), then in some random orders. The set with the fewest members is taken.
//! It is minimal, but not always a smallest one.

use std::cmp::Reverse;

use cnfab_model::Assignment;
use cnfab_puzzle::Puzzle;
use cnfab_solve::Budget;

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

/// The clues of a puzzle, and behind them its rules.
struct CluesAndRules<'m>(&'m Selectable);

impl Parts for CluesAndRules<'_> {
    fn broken(&self, solution: &Assignment) -> Vec<usize> {
        let rules = self.0.rules.iter().map(|rule| rule.atom);
        let atoms = self.0.clues.iter().copied().chain(rules).enumerate();
        atoms.filter(|&(_, atom)| !solution.satisfies(atom)).map(|(part, _)| part).collect()
    }
}

/// Finds a contradiction; `None` if the puzzle has a solution.
///
/// # Errors
/// If the kind cannot state the puzzle with some clues only, the model has no clauses, or the budget ends.
pub fn conflict(puzzle: &dyn Puzzle, view: &str, budget: &Budget) -> Result<Option<Conflict>, ConstructError> {
    let selectable = Selectable::with_rules(puzzle, view).map_err(ConstructError::Clues)?;
    let mut oracle = Oracle::new(&selectable.model, budget)?;
    let (clues, rules) = (selectable.clues.len(), selectable.rules.len());
    let atoms = selectable.clues.iter().copied().chain(selectable.rules.iter().map(|rule| rule.atom));
    let selectors = oracle.lits(atoms);
    let questions = Box::new(ByClauses::new(oracle, selectors));
    let mut subsets = Subsets::new(questions, clues + rules, CluesAndRules(&selectable), budget);
    let all: Minimal = (0..clues + rules).collect();
    let Some(first) = subsets.core(&all)? else { return Ok(None) };
    let mut order: Minimal = (clues..clues + rules).collect();
    order.sort_by_key(|&rule| Reverse(selectable.rules[rule - clues].variables));
    order.extend(0..clues);
    let mut kept: Option<Minimal> = None;
    for rule in clues..clues + rules {
        let with_clues: Minimal = (0..clues).chain([rule]).collect();
        if let Some(core) = subsets.core(&with_clues)? {
            let found = subsets.minimal(&core, &order, false)?;
            if kept.as_ref().is_none_or(|kept| found.len() < kept.len()) {
                kept = Some(found);
            }
        }
    }
    let kept = match kept {
        Some(kept) => kept,
        None => {
            let mut least = subsets.minimal(&first, &order, false)?;
            let mut rng = fastrand::Rng::with_seed(budget.seed);
            for _ in 1..ORDERS {
                rng.shuffle(&mut order);
                let other = subsets.minimal(&all, &order, false)?;
                if other.len() < least.len() {
                    least = other;
                }
            }
            least
        }
    };
    Ok(Some(Conflict {
        clues: kept.iter().copied().filter(|&part| part < clues).collect(),
        rules: kept.iter().filter_map(|&part| Some(selectable.rules[part.checked_sub(clues)?].clone())).collect(),
    }))
}
