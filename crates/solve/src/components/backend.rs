//! Counts of models by components, and models from which solutions are drawn: the clauses of an encoding.
//!
//! What it does: the model is encoded, and the models of the clauses are counted. Where the encoding does not promise
//! one model for each solution, those count that differ in the variables that tell the shown values.
//!
//! When it runs: as the strategy `components`, and in `cnfab sample`.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::time::Instant;

use fastrand::Rng;

use cnfab_base::Rational;
use cnfab_cnf::{ClauseStore, LitOrConst, Size};
use cnfab_encode::{Contract, Recipe, Unsupported, VarMap, encode, lowered_unless_propagated};
use cnfab_model::{Assignment, Model};

use super::{Compiled, CountError, CountMemory, CountedFormula, VariableWeights};
use crate::{
    Backend, Budget, Count, Counted, Encodings, Limit, OnSolution, Options, Outcome, Report, SolveError, Stats,
};

/// Makes the backend.
pub(crate) fn backend(options: &Options, encodings: &Encodings) -> Box<dyn Backend> {
    let memory = usize::try_from(options.number("memory")).unwrap_or(usize::MAX).saturating_mul(1_000_000);
    Box::new(Components { name: options.strategy(), recipe: encodings.recipe.clone(), memory })
}

struct Components {
    name: String,
    recipe: Recipe,
    /// Bytes for the cache, and as many for the stack.
    memory: usize,
}

/// The clauses of a model.
struct Encoded {
    clauses: ClauseStore,
    vars: VarMap,
    /// The variables that tell the shown values, unless each solution is one model.
    shown: Option<Vec<u32>>,
}

impl Encoded {
    fn new(model: &Model, recipe: &Recipe) -> Result<Self, Unsupported> {
        let mut clauses = ClauseStore::default();
        let vars = encode(model, recipe, &mut clauses)?;
        let shown = (vars.contract() != Contract::Bijective).then(|| {
            let mut shown: Vec<u32> = model.shown().into_iter().flat_map(|var| vars.variables(var)).collect();
            shown.sort_unstable();
            shown.dedup();
            shown
        });
        Ok(Encoded { clauses, vars, shown })
    }

    fn formula(&self) -> CountedFormula<'_> {
        let variables = u32::try_from(self.clauses.variables()).expect("variables have 32 bits");
        CountedFormula { clauses: &self.clauses, variables, shown: self.shown.as_deref() }
    }

    /// The factor of all solutions, and the weights of the variables.
    fn weights(&mut self, model: &Model) -> (Rational, VariableWeights) {
        let (mut factor, mut weights) = (Rational::one(), BTreeMap::new());
        for (var, [zero, one]) in model.weights().iter().flat_map(|weights| weights.iter()) {
            match self.vars.is(var, 1, &mut self.clauses) {
                LitOrConst::Const(is_one) => factor = factor.times(if is_one { one } else { zero }),
                LitOrConst::Lit(lit) => {
                    let pair = if lit.is_positive() { [zero, one] } else { [one, zero] };
                    let known = weights.entry(lit.var()).or_insert_with(|| [Rational::one(), Rational::one()]);
                    *known = [known[0].times(pair[0]), known[1].times(pair[1])];
                }
            }
        }
        (factor, weights)
    }
}

/// The outcome of a search without a result.
fn stopped(error: CountError) -> Outcome {
    Outcome::Stopped(match error {
        CountError::OutOfTime => Limit::Time,
        CountError::OutOfMemory => Limit::Own("the memory for components is used up"),
    })
}

impl Components {
    fn refused(&self, why: &Unsupported) -> SolveError {
        self.unsupported(format!("this model: {why}"))
    }
}

impl Backend for Components {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn recipe(&self) -> Option<String> {
        Some(self.recipe.to_string())
    }

    fn lists(&self) -> bool {
        false
    }

    fn weighs(&self) -> bool {
        true
    }

    fn lowered<'m>(&self, model: &'m Model) -> Result<Cow<'m, Model>, SolveError> {
        lowered_unless_propagated(model, &self.recipe).map_err(|why| self.refused(&why))
    }

    fn solve(&self, _: &Model, _: &Budget, _: OnSolution<'_>) -> Result<Report, SolveError> {
        Err(self.unsupported("finding solutions: it only counts them".to_owned()))
    }

    fn count(&self, model: &Model, budget: &Budget, _: OnSolution<'_>) -> Result<Counted, SolveError> {
        let begun = Instant::now();
        let mut encoded = Encoded::new(model, &self.recipe).map_err(|why| self.refused(&why))?;
        let literals = encoded.clauses.clauses().map(|clause| clause.len() as u64).sum();
        let size =
            Size { variables: encoded.clauses.variables() as u64, clauses: encoded.clauses.len() as u64, literals };
        let mut stats = Stats {
            encode_s: Some(begun.elapsed().as_secs_f64()),
            size: Some(size),
            contract: Some(encoded.vars.contract()),
            ..Stats::default()
        };
        budget.begin(&stats);
        let bytes = usize::try_from(budget.memory_within(self.memory as u64, 3)).unwrap_or(usize::MAX);
        let memory = CountMemory { cache: bytes, stack: bytes };
        let number = match super::count(&encoded.formula(), memory, budget) {
            Ok(number) => number,
            Err(error) => {
                let report = Report { outcome: stopped(error), stats };
                return Ok(Counted { number: Count::zero(), report });
            }
        };
        if model.weights().is_some() {
            let (factor, weights) = encoded.weights(model);
            match super::weigh(&encoded.formula(), &weights, memory, budget) {
                Ok(sum) => stats.weight = Some(factor.times(&sum)),
                Err(error) => return Ok(Counted { number, report: Report { outcome: stopped(error), stats } }),
            }
        }
        Ok(Counted { number, report: Report { outcome: Outcome::Exhausted, stats } })
    }
}

/// A model whose clauses have been compiled, from which solutions are drawn.
pub struct CompiledModel {
    compiled: Compiled,
    vars: VarMap,
}

/// Compiles the clauses of a model without an objective.
///
/// # Errors
/// If the encodings cannot state it. Within, if time or memory is used up.
pub fn compile_model(
    model: &Model,
    recipe: &Recipe,
    memory: CountMemory,
    budget: &Budget,
) -> Result<Result<CompiledModel, CountError>, Unsupported> {
    let encoded = Encoded::new(model, recipe)?;
    let compiled = super::compile(&encoded.formula(), memory, budget);
    Ok(compiled.map(|compiled| CompiledModel { compiled, vars: encoded.vars }))
}

impl CompiledModel {
    /// The number of solutions.
    pub fn solutions(&self) -> Count {
        self.compiled.models().clone().into()
    }

    /// The number of nodes of the graph.
    pub fn nodes(&self) -> usize {
        self.compiled.nodes()
    }

    /// Draws a solution, each equally likely.
    ///
    /// # Panics
    /// If there is none.
    pub fn draw(&self, rng: &mut Rng) -> Assignment {
        let values = self.compiled.draw(rng);
        self.vars.decode(&|lit| values[lit.var() as usize - 1] == lit.is_positive())
    }
}
