//! What `--encode` says: the recipe for clauses and the formulation for integer programs.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::encode::{Recipe, RecipeError, all_different, amo, card, domain, linear, parts, table};
use crate::ilp::{self, Formulation};
use crate::names::{Named, UnknownName, find, known};

use super::Backend;

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
        Some(match class.to_ascii_lowercase().as_str() {
            "all-different" => names(all_different::ALL),
            "amo" => names(amo::ALL),
            "card" => names(card::ALL),
            "domain" => names(domain::ALL),
            "ilp" => names(ilp::FORMULATIONS),
            "linear" => names(linear::ALL),
            "root" => vec!["narrow", "none"],
            "symmetry" => Recipe::SYMMETRIES.iter().map(|&(name, _)| name).collect(),
            "table" => names(table::ALL),
            _ => return None,
        })
    }
}

fn names<T: Named + ?Sized>(registry: &[&T]) -> Vec<&'static str> {
    registry.iter().map(|entry| entry.name()).collect()
}

impl FromStr for Encodings {
    type Err = RecipeError;

    /// The defaults with the parts changed that the text names; `default` names none.
    fn from_str(text: &str) -> Result<Self, RecipeError> {
        let mut encodings = Encodings::default();
        for (key, name) in parts(text)? {
            let (class, family) = key.split_once(':').map_or((key, None), |(class, family)| (class, Some(family)));
            match (known(Recipe::CLASSES.into_iter().chain(["ilp"]), class).unwrap_or(class), family) {
                ("ilp", None) => encodings.ilp = find("ilp formulation", ilp::FORMULATIONS, name)?,
                ("ilp", Some(_)) => return Err(RecipeError::Form(format!("{key}={name}"))),
                (class, family) if Recipe::CLASSES.contains(&class) => encodings.recipe.set(class, family, name)?,
                (class, _) => {
                    let known = Recipe::CLASSES.into_iter().chain(["ilp"]);
                    return Err(UnknownName::new("encoding class", class, known).into());
                }
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
