//! The value of `--encode`: the recipe for clauses and the formulation for integer programs.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::encode::{Recipe, RecipeError, SETTINGS, find_class, parts};
use crate::ilp::{self, Formulation};
use crate::names::{UnknownName, find, known, means};

use super::Backend;

/// The key of the formulation.
const ILP: &str = "ilp";

/// How a model is put to backends that encode it: `amo=product,linear:line=subset-table,ilp=assignment`.
#[derive(Clone, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
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

impl Encodings {
    /// Whether the backend, which is one for these encodings, encodes by programs of the user.
    pub fn are_external_for(&self, backend: &dyn Backend) -> bool {
        self.recipe.runs_programs() && backend.recipe().is_some_and(|recipe| recipe.contains("=cmd:"))
    }

    /// The names of all encodings of a class, in the registry's order; `None` if there is no such class or it has none.
    pub fn names_of(class: &str) -> Option<Vec<&'static str>> {
        if means(class, ILP) {
            return Some(ilp::FORMULATIONS.iter().map(|formulation| formulation.name()).collect());
        }
        let setting = SETTINGS.iter().find(|setting| means(class, setting.name));
        let values = || Some(setting?.values.iter().map(|&(name, _)| name).collect());
        find_class(class).map_or_else(|_| values(), |class| Some(class.names()))
    }

    /// What can be set, as it is written.
    pub fn keys() -> impl Iterator<Item = &'static str> {
        Recipe::keys().chain([ILP])
    }
}

impl FromStr for Encodings {
    type Err = RecipeError;

    /// The defaults with the parts changed that the text names; `default` names none.
    fn from_str(text: &str) -> Result<Self, RecipeError> {
        let mut encodings = Encodings::default();
        for (key, name) in parts(text)? {
            let (class, family) = key.split_once(':').map_or((key, None), |(class, family)| (class, Some(family)));
            match (known(Self::keys(), class).unwrap_or(class), family) {
                (ILP, None) => encodings.ilp = find("ilp formulation", ilp::FORMULATIONS, name)?,
                (ILP, Some(_)) => return Err(RecipeError::Form(format!("{key}={name}"))),
                (class, family) if Recipe::keys().any(|key| key == class) => {
                    encodings.recipe.set(class, family, name)?
                }
                (class, _) => return Err(UnknownName::new("encoding class", class, Self::keys()).into()),
            }
        }
        Ok(encodings)
    }
}

impl TryFrom<String> for Encodings {
    type Error = RecipeError;

    fn try_from(text: String) -> Result<Self, RecipeError> {
        text.parse()
    }
}

impl From<Encodings> for String {
    fn from(encodings: Encodings) -> Self {
        encodings.to_string()
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
