//! Exact model counting by components with a cache.
//!
//! What it does: a variable is decided, literals are propagated, and the open clauses fall into components that share
//! no open variable (`split`). The number of models of a branch is the product over its components. A component that
//! comes again is looked up (`cache`). With a projection, shown variables are decided first, and a component without
//! shown variables counts once if it is satisfiable. The same search adds up weights of models (`algebra`), and
//! compiles the formula into a graph from which models are drawn (`graph`).
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
//! When it runs: as `cnfab sat --count=components`, beside listing; as the strategy `components` (`backend`); in
//! `cnfab sample`.

mod algebra;
mod backend;
mod cache;
mod decompose;
mod formula;
mod graph;
mod search;
mod split;

use std::collections::BTreeMap;

use num_bigint::{BigInt, BigUint};

use cnfab_base::Rational;
use cnfab_cnf::ClauseStore;

use super::{Budget, Count};
use algebra::Numbers;
pub(super) use backend::backend;
use formula::Formula;
use graph::Graph;
use search::ComponentSearch;

pub use backend::{CompiledModel, compile_model};
pub use graph::Compiled;
pub use search::CountError;

/// A formula whose models are counted.
#[derive(Clone, Copy)]
pub struct CountedFormula<'f> {
    /// The clauses.
    pub clauses: &'f ClauseStore,
    /// The number of variables.
    pub variables: u32,
    /// The variables whose assignments count, if not all do.
    pub shown: Option<&'f [u32]>,
}

/// The memory that a count may take, in bytes.
#[derive(Clone, Copy, Debug)]
pub struct CountMemory {
    /// The limit of the cache; 0 is no cache.
    pub cache: usize,
    /// The limit of the components on the stack, and of the nodes of a graph.
    pub stack: usize,
}

/// Weights of variables: those of the negative literal and of the positive one.
pub type VariableWeights = BTreeMap<u32, [Rational; 2]>;

/// Counts the models of a formula, or the assignments of the shown variables that models extend.
///
/// # Errors
/// If time or memory is used up.
pub fn count(formula: &CountedFormula<'_>, memory: CountMemory, budget: &Budget) -> Result<Count, CountError> {
    let number = run(formula, Numbers { weights: None }, memory, budget)?.1;
    Ok(number.to_biguint().expect("a number of models").into())
}

/// Adds up the weights of these models: the products of the weights of their literals. Only shown variables have some.
///
/// # Errors
/// If time or memory is used up.
pub fn weigh(
    formula: &CountedFormula<'_>,
    weights: &VariableWeights,
    memory: CountMemory,
    budget: &Budget,
) -> Result<Rational, CountError> {
    let mut whole = vec![[BigInt::from(1), BigInt::from(1)]; formula.variables as usize];
    let mut denominator = BigUint::from(1_u32);
    for (&variable, [negative, positive]) in weights {
        let scaled =
            |weight: &Rational, other: &Rational| weight.numerator() * BigInt::from(other.denominator().clone());
        whole[variable as usize - 1] = [scaled(positive, negative), scaled(negative, positive)];
        denominator *= negative.denominator() * positive.denominator();
    }
    let sum = run(formula, Numbers { weights: Some(whole) }, memory, budget)?.1;
    Ok(Rational::new(sum, denominator))
}

/// Compiles a formula, so that its models can be drawn.
///
/// # Errors
/// If time or memory is used up.
pub fn compile(formula: &CountedFormula<'_>, memory: CountMemory, budget: &Budget) -> Result<Compiled, CountError> {
    let (graph, root) = run(formula, Graph::default(), memory, budget)?;
    Ok(Compiled::new(graph, root, formula.variables as usize))
}

fn run<A: algebra::Algebra>(
    formula: &CountedFormula<'_>,
    algebra: A,
    memory: CountMemory,
    budget: &Budget,
) -> Result<(A, A::Value), CountError> {
    let formula = Formula::new(formula.clauses, formula.variables as usize, formula.shown);
    let mut search = ComponentSearch::new(formula, algebra, memory.cache, memory.stack, budget);
    let value = search.run()?;
    Ok((search.algebra, value))
}

#[cfg(test)]
mod tests;
