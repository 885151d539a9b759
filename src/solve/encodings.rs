//! What `--encode` says: the recipe for clauses and the formulation for integer programs.

use std::fmt;
use std::str::FromStr;

use crate::encode::{Recipe, RecipeError};
use crate::ilp::{self, Formulation};
use crate::names::find;

/// How a model is put to backends that encode it: `amo=product,linear:line=subset-table,ilp=assignment`.
#[derive(Clone)]
pub struct Encodings {
    /// For SAT and for exports of clauses.
    pub recipe: Recipe,
    /// For ILP.
    pub ilp: &'static dyn Formulation,
}

impl Default for Encodings {
    fn default() -> Self {
        Encodings { recipe: Recipe::default(), ilp: ilp::DEFAULT }
    }
}

impl FromStr for Encodings {
    type Err = RecipeError;

    /// The defaults with the parts changed that the text names; `default` names none.
    fn from_str(text: &str) -> Result<Self, RecipeError> {
        let mut encodings = Encodings::default();
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty() && *part != "default") {
            match part.strip_prefix("ilp=") {
                Some(name) => encodings.ilp = find("ilp formulation", ilp::FORMULATIONS, name)?,
                None => encodings.recipe.apply(part)?,
            }
        }
        Ok(encodings)
    }
}

impl fmt::Display for Encodings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},ilp={}", self.recipe, self.ilp.name())
    }
}

impl fmt::Debug for Encodings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Encodings({self})")
    }
}
