//! The selection of one class: an encoding for everything, for families, and for single constraints and variables.

use std::fmt;

use cnfab_base::names::UnknownName;
use cnfab_model::{self as model, Model};

use super::class::{ClassEncoding, find_class};
use super::error::RecipeError;
use super::external::External;
use super::instance::EncodingInstance;
use crate::lowering::Stated;

/// A selection of any class.
pub(crate) trait Selects: fmt::Display {
    /// The name of the class.
    fn class(&self) -> &'static str;

    /// Uses the encoding for a family unless something was written for the class or the family.
    fn pick(&mut self, family: &str, specification: &str) -> Result<(), RecipeError>;

    /// Uses the encoding for everything that nothing else is selected for, or for what the selector names.
    fn set(&mut self, selector: Option<&str>, specification: &str) -> Result<(), RecipeError>;

    /// True if something is only for a family, a constraint or a variable.
    fn is_particular(&self) -> bool;

    /// The first selector that names nothing in any of the models, whose constraints come as they are stated.
    fn unknown_selector(&self, models: &[Model], stated: &[Stated]) -> Option<UnknownName>;

    /// The first selected encoding that leaves constraints to the solver, as `class=encoding`.
    fn propagated(&self) -> Option<String>;

    /// The selected encodings that are baselines, as `class=encoding`.
    fn baselines(&self) -> Vec<String>;

    /// The first selected encoding of somebody else's without a justification, as `class=encoding`.
    fn unjustified(&self) -> Option<String>;

    /// The external encodings that are selected.
    fn externals(&self) -> Box<dyn Iterator<Item = &External> + '_>;

    /// Replaces each external encoding by another one.
    fn replace_externals(&mut self, with: &dyn Fn(&External) -> External);
}

/// One encoding for a class, and others for some families and single constraints or variables of it.
pub struct ClassSelection<T: ?Sized + 'static> {
    class: EncodingInstance<T>,
    /// True if the class was written, so that it is not chosen by the model.
    is_given: bool,
    /// Families, and single ones as `family[...]`; by what they are for.
    others: Vec<(String, EncodingInstance<T>)>,
}

impl<T: ?Sized + ClassEncoding> ClassSelection<T> {
    /// The same encoding for everything, by its specification.
    ///
    /// # Errors
    /// If no encoding has it.
    pub fn new(specification: &str) -> Result<Self, RecipeError> {
        Ok(ClassSelection { class: EncodingInstance::parse(specification)?, is_given: false, others: Vec::new() })
    }

    /// The same encoding for everything.
    pub fn of(encoding: EncodingInstance<T>) -> Self {
        ClassSelection { class: encoding, is_given: true, others: Vec::new() }
    }

    /// The encoding of the constraint with this number in its family.
    pub fn of_constraint(&self, family: &str, number: usize) -> &T {
        self.particular(family, numbered(family, number)).unwrap_or(&self.class)
    }

    /// True if the encoding of a constraint was written: for its class, its family or itself.
    pub(crate) fn is_given(&self, family: &str, number: usize) -> bool {
        self.is_given || self.particular(family, numbered(family, number)).is_some()
    }

    /// The encoding of the variable with this name.
    pub fn of_variable(&self, name: &str) -> &T {
        self.particular(model::family_of(name), |selector| selector == name).unwrap_or(&self.class)
    }

    /// The instance that is selected for one of a family, or for the family.
    fn particular(&self, family: &str, is_it: impl Fn(&str) -> bool) -> Option<&EncodingInstance<T>> {
        if self.others.is_empty() {
            return None;
        }
        let of = |wanted: &dyn Fn(&str) -> bool| self.others.iter().find(|(selector, _)| wanted(selector));
        of(&is_it).or_else(|| of(&|selector| selector == family)).map(|(_, encoding)| encoding)
    }
}

impl<T: ?Sized + ClassEncoding> Selects for ClassSelection<T> {
    fn class(&self) -> &'static str {
        T::NAME
    }

    fn pick(&mut self, family: &str, specification: &str) -> Result<(), RecipeError> {
        if self.is_given || self.others.iter().any(|(selector, _)| selector == family) {
            return Ok(());
        }
        self.set(Some(family), specification)
    }

    fn set(&mut self, selector: Option<&str>, specification: &str) -> Result<(), RecipeError> {
        let encoding = EncodingInstance::parse(specification)?;
        match selector {
            None => (self.class, self.is_given) = (encoding, true),
            Some(selector) => {
                self.others.retain(|(other, _)| other != selector);
                self.others.push((selector.to_owned(), encoding));
                self.others.sort_by(|a, b| a.0.cmp(&b.0));
            }
        }
        Ok(())
    }

    fn is_particular(&self) -> bool {
        !self.others.is_empty()
    }

    fn unknown_selector(&self, models: &[Model], stated: &[Stated]) -> Option<UnknownName> {
        let class = find_class(T::NAME).expect("a class of the table");
        let models = if class.of_variables { models } else { &[] };
        unknown_selector(T::NAME, self.others.iter().map(|(selector, _)| &**selector), models, stated, &[T::NAME])
    }

    fn propagated(&self) -> Option<String> {
        let mut all = std::iter::once(&self.class).chain(self.others.iter().map(|(_, encoding)| encoding));
        all.find(|encoding| encoding.is_propagated()).map(|encoding| format!("{}={encoding}", T::NAME))
    }

    fn unjustified(&self) -> Option<String> {
        let mut all = std::iter::once(&self.class).chain(self.others.iter().map(|(_, encoding)| encoding));
        let found = all.find(|encoding| encoding.is_custom() && encoding.justification().is_none());
        found.map(|encoding| format!("{}={encoding}", T::NAME))
    }

    fn baselines(&self) -> Vec<String> {
        let all = std::iter::once(&self.class).chain(self.others.iter().map(|(_, encoding)| encoding));
        let mut parts: Vec<String> =
            all.filter(|encoding| encoding.is_baseline()).map(|encoding| format!("{}={encoding}", T::NAME)).collect();
        parts.dedup();
        parts
    }

    fn externals(&self) -> Box<dyn Iterator<Item = &External> + '_> {
        let all = std::iter::once(&self.class).chain(self.others.iter().map(|(_, encoding)| encoding));
        Box::new(all.filter_map(|encoding| encoding.external()))
    }

    fn replace_externals(&mut self, with: &dyn Fn(&External) -> External) {
        let all = std::iter::once(&mut self.class).chain(self.others.iter_mut().map(|(_, encoding)| encoding));
        for encoding in all {
            if let Some(external) = encoding.external().map(with) {
                *encoding = EncodingInstance::program(external);
            }
        }
    }
}

/// The first selector that names no variable of the models, and no constraint that has an encoding of these classes.
pub(super) fn unknown_selector<'s>(
    key: &str,
    mut selectors: impl Iterator<Item = &'s str>,
    models: &[Model],
    stated: &[Stated],
    classes: &[&str],
) -> Option<UnknownName> {
    let mut known: Vec<(String, usize)> = Vec::new();
    let mut note = |family: &str, count: usize| match known.iter_mut().find(|(seen, _)| seen == family) {
        Some((_, most)) => *most = (*most).max(count),
        None => known.push((family.to_owned(), count)),
    };
    let mut names: Vec<&str> = Vec::new();
    for model in models {
        names.extend(model.variables().iter().map(|variable| &*variable.name));
        model.variables().iter().for_each(|variable| note(variable.family(), 0));
    }
    for one in stated.iter().filter(|one| one.classes.iter().any(|class| classes.contains(class))) {
        note(&one.label, one.number + 1);
    }
    known.sort_unstable();
    let is_known = |selector: &str| {
        let family = family_of(selector);
        let single = selector[family.len()..].strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        let has = |single: &str| {
            let number: Option<usize> = single.parse().ok();
            let constraint = |&(ref other, count): &(String, usize)| other == family && number < Some(count);
            number.is_some() && known.iter().any(constraint) || names.contains(&selector)
        };
        single.map_or_else(|| known.iter().any(|(other, _)| other == selector) || names.contains(&selector), has)
    };
    let unknown = selectors.find(|selector| !is_known(selector))?;
    let spelled = |(family, count): (String, usize)| match count {
        0 => vec![family],
        1 => vec![format!("{family}[0]"), family],
        _ => vec![format!("{family}[0] to [{}]", count - 1), family],
    };
    let known: Vec<String> = known.into_iter().flat_map(spelled).collect();
    Some(UnknownName::new(format!("selector of '{key}:' in --encode"), unknown, known))
}

/// True if a selector names the constraint with this number in its family.
fn numbered(family: &str, number: usize) -> impl Fn(&str) -> bool {
    move |selector| {
        let rest = selector.strip_prefix(family).and_then(|rest| rest.strip_prefix('[')?.strip_suffix(']'));
        rest.is_some_and(|rest| rest.parse() == Ok(number))
    }
}

/// The part before the first `[`.
fn family_of(selector: &str) -> &str {
    selector.split('[').next().unwrap_or(selector)
}

impl<T: ?Sized> Clone for ClassSelection<T> {
    fn clone(&self) -> Self {
        ClassSelection { class: self.class.clone(), is_given: self.is_given, others: self.others.clone() }
    }
}

impl<T: ?Sized + ClassEncoding> fmt::Display for ClassSelection<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The alternate form is of what was written only.
        let is_named = !T::IS_DECOMPOSED || self.class.to_string() != T::DEFAULT;
        if is_named && (self.is_given || !f.alternate()) {
            write!(f, "{}={},", T::NAME, self.class)?;
        }
        self.others.iter().try_for_each(|(selector, encoding)| write!(f, "{}:{selector}={encoding},", T::NAME))
    }
}
