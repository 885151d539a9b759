//! Questions about parts of a model: have some of them a common solution, and if not, which of them have none?

use cnfab_cnf::Lit;
use cnfab_model::{Assignment, Model};
use cnfab_solve::Budget;

use super::ConstructError;
use super::oracle::{Answer, Oracle};
use super::subsets::Minimal;

/// The answer about some parts.
pub(super) enum Asked {
    /// These of them have no common solution.
    Core(Minimal),
    /// A solution of all of them, which may break the other parts.
    Solution(Assignment),
}

/// Whoever answers. Parts are named by their numbers.
pub(super) trait Questions {
    /// Asks about parts, each of them once.
    fn ask(&mut self, kept: &[usize]) -> Result<Asked, ConstructError>;

    /// Tells what all further questions have in common: a part is among those that are asked about, or it is not.
    fn settle(&mut self, part: usize, is_kept: bool);
}

/// The model's clauses, in a solver that keeps what it learns. A part is a literal.
pub(super) struct ByClauses<'m> {
    oracle: Oracle<'m>,
    selectors: Vec<Lit>,
}

impl<'m> ByClauses<'m> {
    pub(super) fn new(oracle: Oracle<'m>, selectors: Vec<Lit>) -> Self {
        ByClauses { oracle, selectors }
    }

    /// States a model whose parts are groups; all other groups are chosen for good.
    pub(super) fn of_groups(model: &'m Model, parts: &[usize], budget: &Budget) -> Result<Self, ConstructError> {
        let mut oracle = Oracle::new(model, budget)?;
        for (position, group) in model.groups().iter().enumerate() {
            if parts.binary_search(&position).is_err() {
                let selector = oracle.lit(group.selector);
                oracle.forbid(!selector);
            }
        }
        let selectors = oracle.lits(parts.iter().map(|&position| model.groups()[position].selector));
        Ok(ByClauses { oracle, selectors })
    }
}

impl Questions for ByClauses<'_> {
    fn ask(&mut self, kept: &[usize]) -> Result<Asked, ConstructError> {
        let assumptions: Vec<Lit> = kept.iter().map(|&part| self.selectors[part]).collect();
        Ok(match self.oracle.ask(&assumptions)? {
            // The core is in the order of the assumptions.
            Answer::Core(core) => {
                let mut core = core.into_iter().peekable();
                let mut is_used = |part: &usize| core.next_if_eq(&self.selectors[*part]).is_some();
                Asked::Core(kept.iter().copied().filter(|part| is_used(part)).collect())
            }
            Answer::Solution(solution) => Asked::Solution(solution),
        })
    }

    fn settle(&mut self, part: usize, is_kept: bool) {
        let selector = self.selectors[part];
        self.oracle.forbid(if is_kept { !selector } else { selector });
    }
}
