//! Exact model counting by components with a cache.
//!
//! What it does: a variable is decided, literals are propagated, and the open clauses fall into components that share
//! no open variable (`split`). The number of models of a branch is the product over its components. A component that
//! comes again is looked up (`cache`). With a projection, shown variables are decided first, and a component without
//! shown variables counts once if it is satisfiable.
//!
//! Whose idea: R. Bayardo, J. Pehoushek, "Counting Models using Connected Components", AAAI 2000; T. Sang and others,
//! "Combining Component Caching and Clause Learning for Effective Model Counting", SAT 2004; M. Thurley, "sharpSAT",
//! SAT 2006.
//!
//! How ours differs: keys are compared word by word, never by their hashes alone, so numbers are exact. Learned clauses
//! (`formula`) propagate across components, so a number may be too small where another component has no model; then the
//! branch has none, and whatever was cached since it began is forgotten. Variables that cut the formula in halves
//! (`decompose`) are decided first. The search keeps its own stack, and the memory of the components on it has a limit.
//!
//! When it runs: as `cnfab sat --count=components`, beside listing.

mod cache;
mod decompose;
mod formula;
mod search;
mod split;

use cnfab_cnf::ClauseStore;

use super::{Budget, Count};
use cache::Cache;
use formula::Formula;
use search::ComponentSearch;

/// The result of counting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ModelCount {
    /// All of them.
    Exactly(Count),
    /// The budget ended the search.
    OutOfTime,
    /// The components on the stack need more memory than the cache may take.
    OutOfMemory,
}

/// Counts the models of a formula, or the assignments of the shown variables that models extend. The cache keeps to the
/// limit in bytes, 0 for no cache, and the components on the stack to theirs.
pub fn count(
    clauses: &ClauseStore,
    variables: u32,
    shown: Option<&[u32]>,
    bytes: usize,
    stack: usize,
    budget: &Budget,
) -> ModelCount {
    let formula = Formula::new(clauses, variables as usize, shown);
    if formula.contradicts {
        return ModelCount::Exactly(Count::zero());
    }
    ComponentSearch::new(formula, Cache::new(bytes), stack, budget).run()
}

#[cfg(test)]
mod tests;
