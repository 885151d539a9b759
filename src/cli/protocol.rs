//! The common part of the commands that answer as others expect of their solvers.

use crate::frontend::ANNOTATED;
use crate::run::{RunError, RunSpec};
use crate::solve::{Outcome, SolveError, Strategy};
use crate::{Model, Problem};

use super::args::{DEFAULT_STRATEGY, strategies, threaded};
use super::encode::EncodeArguments;
use super::message::say;
use super::suggest::Suggest;

/// The arguments of solving.
#[derive(clap::Args)]
pub(crate) struct SolverArguments {
    /// The strategy, with options if it has some: 'backtrack:threads=2'; see 'cnfab list strategies'.
    ///
    /// If not given, 'auto'. With --encode, which speaks of clauses, 'sat'.
    #[arg(long, value_name = "STRATEGY",
        value_parser = Suggest::new(strategy, strategies), hide_possible_values = true)]
    strategy: Option<Strategy>,

    /// Search as the strategy does by itself, not by the model's search annotations.
    #[arg(short, long = "free-search")]
    free: bool,

    #[command(flatten)]
    pub(crate) encode: EncodeArguments,
}

/// Reads a strategy; the value that MiniZinc passes when nothing was chosen is the default.
fn strategy(text: &str) -> Result<Strategy, String> {
    Strategy::parse(text).map_err(|error| error.to_string())
}

impl SolverArguments {
    /// The strategy, with several threads if it can have them. It follows the model's search annotations if it can.
    pub(crate) fn strategy(&self, threads: Option<u64>, model: &Model) -> Strategy {
        let default = if self.encode.speaks_of_formulas() { "sat" } else { DEFAULT_STRATEGY };
        let strategy = match &self.strategy {
            Some(strategy) => strategy.clone(),
            None => Strategy::parse(default).expect("a registered strategy"),
        };
        let strategy = match threads {
            // Others pass the number of threads to every solver.
            Some(threads) => threaded(&strategy, Some(threads)).unwrap_or(strategy),
            None => strategy,
        };
        let is_annotated = model.orders().iter().any(|(name, _)| *name == ANNOTATED);
        if self.free || !is_annotated || strategy.to_string().contains("order=") {
            return strategy;
        }
        // Strategies without an order of variables go on without.
        strategy.clone().with("order", ANNOTATED).unwrap_or(strategy)
    }

    /// Notes what of the encodings is ignored, and says what is solved and how if that is asked for.
    pub(crate) fn say(&self, spec: &RunSpec, problem: &dyn Problem, is_asked: bool) {
        let backend = spec.backend();
        self.encode.note_ignored(&backend.name(), backend.recipe().as_deref());
        if is_asked {
            let model = problem.make_model(problem.views()[0].0);
            let recipe = backend.recipe().map(|recipe| format!("; recipe {recipe}")).unwrap_or_default();
            let (variables, constraints) = (model.variables().len(), model.constraints().len());
            say!("cnfab: {variables} variables, {constraints} constraints; {}{recipe}", backend.name());
        }
    }
}

/// True if a search that a complete strategy ended has seen all there is: all solutions, or an optimal one.
pub(crate) fn is_proof(outcome: Outcome, is_optimised: bool) -> bool {
    match outcome {
        Outcome::Exhausted | Outcome::Optimal => true,
        Outcome::Satisfied => is_optimised,
        Outcome::Stopped(_) => false,
    }
}

/// True if the strategy refused the model.
pub(crate) fn is_refusal(error: &RunError) -> bool {
    matches!(error, RunError::Solve(SolveError::Unsupported { .. }))
}
