//! The value of `--encode`: the recipe for clauses and the formulation for integer programs.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use cnfab_base::names::{UnknownName, find, known, means};
use cnfab_encode::{CustomEncoding, EncodingChoice, Recipe, RecipeError, SETTINGS, find_class, parts};
use cnfab_ilp::{self as ilp, Formulation};

use super::Backend;

/// The key of the formulation.
const ILP: &str = ilp::CLASS;

/// The encodings by which a model is put to backends: `amo=product,linear:line=subset-table,ilp=assignment`.
#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Encodings {
    /// For SAT and for exports of clauses.
    pub recipe: Recipe,
    /// For integer programs, if one is named; which one is best depends on the solver.
    pub ilp: Option<&'static dyn Formulation>,
}

impl Encodings {
    /// The formulation of exported programs, and of solvers that relax them.
    pub fn formulation(&self) -> &'static dyn Formulation {
        self.ilp.unwrap_or(ilp::DEFAULT)
    }

    /// True if the backend, which is one for these encodings, encodes by programs of the user.
    pub fn are_external_for(&self, backend: &dyn Backend) -> bool {
        self.recipe.runs_programs() && backend.recipe().is_some_and(|recipe| recipe.contains("=cmd:"))
    }

    /// The names of all encodings of a class, in the registry's order, and behind them what leaves constraints to the
    /// solver; `None` if there is no such class or it has none.
    pub fn names_of(class: &str) -> Option<Vec<&'static str>> {
        if means(class, ILP) {
            return Some(ilp::FORMULATIONS.iter().map(|formulation| formulation.name()).collect());
        }
        let setting = SETTINGS.iter().find(|setting| means(class, setting.name));
        let values = || Some(setting?.values.iter().map(|&(name, _)| name).collect());
        find_class(class).map_or_else(
            |_| values(),
            |class| Some(class.names().into_iter().chain(class.natives.iter().map(|&(name, _)| name)).collect()),
        )
    }

    /// The same encodings, but for what this choice changes: `encodings.with(AmoBy::Product)`.
    ///
    /// # Errors
    /// If the encoding takes no such number, or a command cannot be read.
    pub fn with(mut self, choice: impl Into<EncodingChoice>) -> Result<Self, RecipeError> {
        let EncodingChoice { key, specification } = choice.into();
        self.set(key, None, &specification)?;
        Ok(self)
    }

    /// The same encodings, but for constraints with this label, for one of them (`row[3]`), or for variables of this
    /// name.
    ///
    /// # Errors
    /// Those of [`with`](Encodings::with), and if the choice is for all that is encoded.
    pub fn with_for(mut self, label: &str, choice: impl Into<EncodingChoice>) -> Result<Self, RecipeError> {
        let EncodingChoice { key, specification } = choice.into();
        self.set(key, Some(label), &specification)?;
        Ok(self)
    }

    /// The same encodings, but for one of one's own: `encodings.with_custom(Arc::new(Mine))`, where `Mine` is an
    /// [`AmoEncoding`](cnfab_encode::amo::AmoEncoding) or one of another class.
    pub fn with_custom<M: ?Sized>(mut self, custom: impl CustomEncoding<M>) -> Self {
        self.recipe = self.recipe.with_custom(custom);
        self
    }

    /// The same encodings, but for these classes, which have their defaults.
    pub fn without(&self, classes: &[&str]) -> Self {
        let mut rest = self.clone();
        classes.iter().for_each(|class| rest.recipe.reset(class));
        rest
    }

    /// Changes one part, as it is written.
    fn set(&mut self, key: &str, family: Option<&str>, name: &str) -> Result<(), RecipeError> {
        match (known(Self::keys(), key).unwrap_or(key), family) {
            (ILP, None) => self.ilp = Some(find("ilp formulation", ilp::FORMULATIONS, name)?),
            (ILP, Some(family)) => return Err(RecipeError::Form(format!("{key}:{family}={name}"))),
            (key, family) if Recipe::keys().any(|known| known == key) => self.recipe.set(key, family, name)?,
            (key, _) => return Err(UnknownName::new("encoding class", key, Self::keys()).into()),
        }
        Ok(())
    }

    /// The keys of a configuration, as they are written.
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
            encodings.set(class, family, name)?;
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
        write!(f, "{}", self.recipe)?;
        self.ilp.map_or(Ok(()), |formulation| write!(f, ",ilp={}", formulation.name()))
    }
}

impl fmt::Debug for Encodings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Encodings({self})")
    }
}
