//! The encodings of one class in a recipe: for everything, for families, and for single constraints and variables.

use std::fmt;

use crate::model::{Constraint, Flat, Model};
use crate::names::UnknownName;

use super::RecipeError;
use super::class::{Class, Entry};
use super::external::External;

/// One encoding for a class, and others for some families and single constraints or variables of it.
pub struct Choice<T: ?Sized + 'static> {
    class: Entry<T>,
    /// Whether the class was written, so that it is not chosen by the model.
    is_given: bool,
    /// Families, and single ones as `family[...]`; by what they are for.
    others: Vec<(String, Entry<T>)>,
}

impl<T: ?Sized + Class> Choice<T> {
    /// The same encoding for everything, by its spelling.
    ///
    /// # Errors
    /// If no encoding has it.
    pub fn new(spelling: &str) -> Result<Self, RecipeError> {
        Ok(Choice { class: Entry::parse(spelling)?, is_given: false, others: Vec::new() })
    }

    /// The encoding of the constraint with this number in its family.
    pub fn of_constraint(&self, family: &str, number: usize) -> &T {
        let is_it = |place: &str| {
            let rest = place.strip_prefix(family)?.strip_prefix('[')?.strip_suffix(']')?;
            Some(rest.parse() == Ok(number))
        };
        self.of(family, |place| is_it(place) == Some(true))
    }

    /// The encoding of the variable with this name.
    pub fn of_variable(&self, name: &str) -> &T {
        self.of(family_of(name), |place| place == name)
    }

    fn of(&self, family: &str, is_it: impl Fn(&str) -> bool) -> &T {
        if self.others.is_empty() {
            return &self.class;
        }
        let of = |wanted: &dyn Fn(&str) -> bool| self.others.iter().find(|(place, _)| wanted(place));
        of(&is_it).or_else(|| of(&|place| place == family)).map_or(&self.class, |(_, encoding)| encoding)
    }

    /// Uses the encoding for a family unless something was written for the class or the family.
    pub(super) fn pick(&mut self, family: &str, spelling: &str) -> Result<(), RecipeError> {
        if self.is_given || self.others.iter().any(|(place, _)| place == family) {
            return Ok(());
        }
        self.set(Some(family), spelling)
    }

    pub(super) fn set(&mut self, place: Option<&str>, spelling: &str) -> Result<(), RecipeError> {
        let encoding = Entry::parse(spelling)?;
        match place {
            None => (self.class, self.is_given) = (encoding, true),
            Some(place) => {
                self.others.retain(|(other, _)| other != place);
                self.others.push((place.to_owned(), encoding));
                self.others.sort_by(|a, b| a.0.cmp(&b.0));
            }
        }
        Ok(())
    }

    /// Whether something is only for a family, a constraint or a variable.
    pub(super) fn is_particular(&self) -> bool {
        !self.others.is_empty()
    }

    /// The first place that none of the models has.
    pub(super) fn unknown_place(&self, models: &[Model]) -> Option<UnknownName> {
        if self.others.is_empty() {
            return None;
        }
        let mut known: Vec<(String, usize)> = Vec::new();
        let mut note = |family: &str, count: usize| match known.iter_mut().find(|(seen, _)| seen == family) {
            Some((_, most)) => *most = (*most).max(count),
            None => known.push((family.to_owned(), count)),
        };
        let mut names: Vec<&str> = Vec::new();
        for model in models {
            if ["domain", "amo"].contains(&T::NAME) {
                names.extend(model.variables().iter().map(|variable| &*variable.name));
                model.variables().iter().for_each(|variable| note(variable.family(), 0));
            }
            let mut numbers: Vec<(&str, usize)> = Vec::new();
            for posted in model.constraints() {
                let index = numbers.iter().position(|&(family, _)| *family == *posted.label).unwrap_or_else(|| {
                    numbers.push((&posted.label, 0));
                    numbers.len() - 1
                });
                numbers[index].1 += 1;
                if uses(T::NAME, &posted.constraint) {
                    note(&posted.label, numbers[index].1);
                }
            }
        }
        known.sort_unstable();
        let is_known = |place: &str| {
            let family = family_of(place);
            let single = place[family.len()..].strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
            let has = |single: &str| {
                let number: Option<usize> = single.parse().ok();
                let constraint = |&(ref other, count): &(String, usize)| other == family && number < Some(count);
                number.is_some() && known.iter().any(constraint) || names.contains(&place)
            };
            single.map_or_else(|| known.iter().any(|(other, _)| other == place), has)
        };
        let (unknown, _) = self.others.iter().find(|(place, _)| !is_known(place))?;
        let spelled = |(family, count): (String, usize)| match count {
            0 => vec![family],
            _ => vec![format!("{family}[0] to [{}]", count - 1), family],
        };
        let known: Vec<String> = known.into_iter().flat_map(spelled).collect();
        Some(UnknownName::new(format!("place of '{}:' in --encode", T::NAME), unknown, known))
    }

    /// The external encodings that are selected.
    pub(super) fn externals(&self) -> impl Iterator<Item = &External> {
        let all = std::iter::once(&self.class).chain(self.others.iter().map(|(_, encoding)| encoding));
        all.filter_map(|encoding| encoding.external())
    }

    /// Puts another external encoding in the place of each.
    pub(super) fn replace_externals(&mut self, with: &dyn Fn(&External) -> External) {
        let all = std::iter::once(&mut self.class).chain(self.others.iter_mut().map(|(_, encoding)| encoding));
        for encoding in all {
            if let Some(external) = encoding.external().map(with) {
                *encoding = Entry::made(T::of_program(external).expect("its class takes programs"));
            }
        }
    }
}

/// Whether a recipe's class has something to say about the constraint.
fn uses(class: &str, constraint: &Constraint) -> bool {
    match constraint.flat() {
        Flat::AllDifferent(_) => ["all-different", "amo"].contains(&class),
        Flat::Linear(_) => class == "linear",
        Flat::Cardinality(_) => ["card", "amo"].contains(&class),
        Flat::Clause(_) => false,
        Flat::Table(_) => class == "table",
    }
}

/// The part before the first `[`.
fn family_of(place: &str) -> &str {
    place.split('[').next().unwrap_or(place)
}

impl<T: ?Sized> Clone for Choice<T> {
    fn clone(&self) -> Self {
        Choice { class: self.class.clone(), is_given: self.is_given, others: self.others.clone() }
    }
}

impl<T: ?Sized + Class> fmt::Display for Choice<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The alternate form is of what was written only.
        if self.is_given || !f.alternate() {
            write!(f, "{}={},", T::NAME, self.class)?;
        }
        self.others.iter().try_for_each(|(place, encoding)| write!(f, "{}:{place}={encoding},", T::NAME))
    }
}
