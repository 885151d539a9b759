//! The programs of external encodings during a search: they run when a model is known, before it is encoded.

use cnfab_model::Model;
use cnfab_proof::external::{self, GeneratorError};
use cnfab_solve::{Backend, Budget, Encodings, SolveError};

use super::{RunError, RunSpec};

/// The external encodings of a search, whose programs run when a model is known.
pub(super) struct Programs {
    strategy: String,
    /// With the formulas that programs have written for the puzzles so far.
    pub(super) encodings: Encodings,
}

impl Programs {
    /// Those that the backend uses.
    pub(super) fn of(spec: &RunSpec, backend: &dyn Backend) -> Option<Self> {
        let encodings = &spec.encodings;
        encodings.are_external_for(backend).then(|| Programs { strategy: backend.name(), encodings: encodings.clone() })
    }

    /// Runs the programs for what this model needs more; with what users should know.
    pub(super) fn resolve(&mut self, model: &Model, budget: &Budget) -> Result<Vec<String>, RunError> {
        match external::resolve(model, &self.encodings.recipe, &|| budget.is_over()) {
            Ok(resolved) => {
                self.encodings.recipe = resolved.recipe;
                Ok(resolved.notes)
            }
            Err(GeneratorError::Unsupported(why)) => {
                let what = format!("this model: {why}");
                Err(SolveError::Unsupported { backend: self.strategy.clone(), what }.into())
            }
            Err(why) => Err(RunError::Generator(why)),
        }
    }
}
