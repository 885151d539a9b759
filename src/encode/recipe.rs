//! Which encoding to use for which class and family, and how that is written: `domain=direct,linear:line=subset-table`.

use std::fmt;
use std::str::FromStr;

use crate::names::{Named, UnknownName, find};

use super::all_different::AllDifferentEncoding;
use super::amo::AmoEncoding;
use super::card::CardEncoding;
use super::domain::DomainEncoding;
use super::linear::LinearEncoding;
use super::table::TableEncoding;
use super::{all_different, amo, card, domain, linear, table};

/// One encoding for a class, and others for some families of it.
pub struct Choice<T: ?Sized + 'static> {
    class: &'static T,
    families: Vec<(String, &'static T)>,
}

impl<T: ?Sized + 'static> Choice<T> {
    /// The same encoding for every family.
    pub fn new(class: &'static T) -> Self {
        Choice { class, families: Vec::new() }
    }

    /// The encoding for a family.
    pub fn of(&self, family: &str) -> &'static T {
        self.families.iter().find(|(name, _)| name == family).map_or(self.class, |&(_, encoding)| encoding)
    }

    fn set(&mut self, family: Option<&str>, encoding: &'static T) {
        match family {
            None => self.class = encoding,
            Some(family) => {
                self.families.retain(|(name, _)| name != family);
                self.families.push((family.to_owned(), encoding));
                self.families.sort_by(|a, b| a.0.cmp(&b.0));
            }
        }
    }
}

impl<T: ?Sized> Clone for Choice<T> {
    fn clone(&self) -> Self {
        Choice { class: self.class, families: self.families.clone() }
    }
}

/// Whether values that root propagation drops are encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Root {
    /// Every value of the model's domains gets its literals.
    None,
    /// [`narrow`](crate::model::narrow) first.
    Narrow,
}

/// The encoding of each class.
#[derive(Clone)]
pub struct Recipe {
    /// Integer variables; selected by the variable's family.
    pub domain: Choice<dyn DomainEncoding>,
    /// At most one: of a variable's values (by the variable's family), in counts and in all-different constraints.
    pub amo: Choice<dyn AmoEncoding>,
    /// Counts with k > 1.
    pub card: Choice<dyn CardEncoding>,
    /// Sums.
    pub linear: Choice<dyn LinearEncoding>,
    /// All-different.
    pub all_different: Choice<dyn AllDifferentEncoding>,
    /// Tables.
    pub table: Choice<dyn TableEncoding>,
    /// Whether values that root propagation drops are encoded.
    pub root: Root,
}

impl Default for Recipe {
    fn default() -> Self {
        fn entry<T: Named + ?Sized>(all: &[&'static T], name: &str) -> Choice<T> {
            Choice::new(find("encoding", all, name).expect("the default names a registered encoding"))
        }
        Recipe {
            domain: entry(domain::ALL, "direct"),
            amo: entry(amo::ALL, "pairwise-product"),
            card: entry(card::ALL, "sequential"),
            linear: entry(linear::ALL, "order-sum"),
            all_different: entry(all_different::ALL, "bijection"),
            table: entry(table::ALL, "supports"),
            root: Root::Narrow,
        }
    }
}

/// A recipe that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecipeError {
    /// A part is not of the form `class=encoding` or `class:family=encoding`.
    #[error("found '{0}', expected CLASS=ENCODING or CLASS:FAMILY=ENCODING")]
    Form(String),
    /// A part says again what a part before it says.
    #[error("'{0}' comes twice, expected one encoding for it")]
    Twice(String),
    /// No class or no encoding has this name.
    #[error(transparent)]
    Unknown(#[from] UnknownName),
}

impl Recipe {
    /// The classes a recipe has an encoding for, as they are written.
    pub const CLASSES: [&'static str; 7] = ["domain", "amo", "card", "linear", "all-different", "table", "root"];

    /// Changes one part: `class` and `family` as they are written, and the encoding's name.
    ///
    /// # Errors
    /// If the class or the encoding is unknown.
    pub fn set(&mut self, class: &str, family: Option<&str>, name: &str) -> Result<(), RecipeError> {
        fn put<T: Named + ?Sized>(
            choice: &mut Choice<T>,
            all: &[&'static T],
            class: &str,
            family: Option<&str>,
            name: &str,
        ) -> Result<(), RecipeError> {
            choice.set(family, find(&format!("{class} encoding"), all, name)?);
            Ok(())
        }
        match class {
            "domain" => put(&mut self.domain, domain::ALL, class, family, name),
            "amo" => put(&mut self.amo, amo::ALL, class, family, name),
            "card" => put(&mut self.card, card::ALL, class, family, name),
            "linear" => put(&mut self.linear, linear::ALL, class, family, name),
            "all-different" => put(&mut self.all_different, all_different::ALL, class, family, name),
            "table" => put(&mut self.table, table::ALL, class, family, name),
            "root" if family.is_none() => {
                self.root = match name {
                    "none" => Root::None,
                    "narrow" => Root::Narrow,
                    _ => return Err(UnknownName::new("root", name, ["narrow", "none"]).into()),
                };
                Ok(())
            }
            "root" => Err(RecipeError::Form(format!("root:{}={name}", family.unwrap_or_default()))),
            _ => Err(UnknownName::new("encoding class", class, Self::CLASSES).into()),
        }
    }

    /// Changes the parts that a text such as `amo=product,linear:line=subset-table` names; the others stay.
    ///
    /// # Errors
    /// If a part cannot be read, or two parts are for the same.
    pub fn apply(&mut self, text: &str) -> Result<(), RecipeError> {
        for (key, name) in parts(text)? {
            let (class, family) = match key.split_once(':') {
                Some((class, family)) => (class, Some(family)),
                None => (key, None),
            };
            self.set(class, family, name)?;
        }
        Ok(())
    }
}

/// The parts of a recipe as keys, `class` or `class:family`, and names of encodings. `default` stands for no part.
///
/// # Errors
/// If a part has no `=`, or a key comes twice.
pub fn parts(text: &str) -> Result<Vec<(&str, &str)>, RecipeError> {
    let mut parts: Vec<(&str, &str)> = Vec::new();
    for part in text.split(',').map(str::trim).filter(|part| !part.is_empty() && *part != "default") {
        let (key, name) = part.split_once('=').ok_or_else(|| RecipeError::Form(part.to_owned()))?;
        if parts.iter().any(|&(other, _)| other == key) {
            return Err(RecipeError::Twice(key.to_owned()));
        }
        parts.push((key, name));
    }
    Ok(parts)
}

impl FromStr for Recipe {
    type Err = RecipeError;

    /// The default recipe with the parts changed that the text names.
    fn from_str(text: &str) -> Result<Self, RecipeError> {
        let mut recipe = Recipe::default();
        recipe.apply(text)?;
        Ok(recipe)
    }
}

impl fmt::Display for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fn part<T: Named + ?Sized>(f: &mut fmt::Formatter<'_>, class: &str, choice: &Choice<T>) -> fmt::Result {
            write!(f, "{class}={},", choice.class.name())?;
            choice.families.iter().try_for_each(|(family, entry)| write!(f, "{class}:{family}={},", entry.name()))
        }
        part(f, "domain", &self.domain)?;
        part(f, "amo", &self.amo)?;
        part(f, "card", &self.card)?;
        part(f, "linear", &self.linear)?;
        part(f, "all-different", &self.all_different)?;
        part(f, "table", &self.table)?;
        write!(f, "root={}", if self.root == Root::Narrow { "narrow" } else { "none" })
    }
}

impl fmt::Debug for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Recipe({self})")
    }
}
