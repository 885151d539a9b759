//! What the encodings of all classes have in common: a name, perhaps a number, and a registry to be found in.

use std::fmt;
use std::ops::{Deref, RangeInclusive};
use std::sync::Arc;

use crate::names::{Named, behind, find};

use super::RecipeError;
use super::all_different::{self, AllDifferentEncoding};
use super::amo::{self, AmoEncoding};
use super::card::{self, CardEncoding};
use super::domain::{self, DomainEncoding};
use super::external::External;
use super::linear::{self, LinearEncoding};
use super::table::{self, TableEncoding};

/// An encoding of some class.
pub trait Encoding: Named + Send + Sync {
    /// The number that may be written behind the name, as in `commander(4)`; none if it takes none.
    fn number(&self) -> Option<Number> {
        None
    }

    /// What is written behind the name and a colon, as in `cmd:PROGRAM {n}`; none if there is no colon.
    fn argument(&self) -> Option<&str> {
        None
    }

    /// The external encoding, if it is one.
    fn external(&self) -> Option<&External> {
        None
    }
}

/// The number that an encoding takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Number {
    /// What it is: `group size`.
    pub about: &'static str,
    /// The number of this entry; of a registered one, the number if none is written.
    pub value: usize,
    /// The numbers it may be.
    pub range: RangeInclusive<usize>,
}

/// A class of encodings; implemented by the trait objects of the classes.
pub trait Class: Encoding + 'static {
    /// The class as recipes write it.
    const NAME: &'static str;

    /// The registry.
    fn all() -> &'static [&'static Self];

    /// The same encoding with another number out of its range; `None` if it takes none.
    fn with(&self, number: usize) -> Option<Arc<Self>>;

    /// The encoding by this program; `None` if the class takes none.
    fn of_program(_program: External) -> Option<Arc<Self>> {
        None
    }
}

macro_rules! classes {
    ($($name:literal: $class:ident in $module:ident { $($more:item)* })*) => {$(
        impl Class for dyn $class {
            const NAME: &'static str = $name;

            fn all() -> &'static [&'static Self] {
                $module::ALL
            }

            fn with(&self, number: usize) -> Option<Arc<Self>> {
                self.with_number(number)
            }

            $($more)*
        }
    )*};
}

classes! {
    "all-different": AllDifferentEncoding in all_different {}
    "amo": AmoEncoding in amo {
        fn of_program(program: External) -> Option<Arc<Self>> {
            Some(Arc::new(program))
        }
    }
    "card": CardEncoding in card {
        fn of_program(program: External) -> Option<Arc<Self>> {
            Some(Arc::new(program))
        }
    }
    "domain": DomainEncoding in domain {}
    "linear": LinearEncoding in linear {
        fn of_program(program: External) -> Option<Arc<Self>> {
            Some(Arc::new(program))
        }
    }
    "table": TableEncoding in table {}
}

/// An encoding as a recipe names it: `product`, `commander(4)`, `cmd:PROGRAM {n}`. Displayed as it is written, without a number that is the
/// default anyway.
pub struct Entry<T: ?Sized + 'static>(Kind<T>);

enum Kind<T: ?Sized + 'static> {
    Registered(&'static T),
    Made(Arc<T>),
}

impl<T: ?Sized + Class> Entry<T> {
    /// The entry with this spelling.
    ///
    /// # Errors
    /// If no encoding has the name, or its number is not what it takes.
    pub fn parse(text: &str) -> Result<Self, RecipeError> {
        if let Some(command) = behind(text, "cmd:")
            && let Some(program) = External::new(T::NAME, command)
        {
            let program = program.map_err(|why| RecipeError::Command { part: format!("{}={text}", T::NAME), why })?;
            return Ok(Entry::made(T::of_program(program).expect("a class that takes programs")));
        }
        let (name, number) = match text.split_once('(') {
            Some((name, rest)) => (name, Some(rest.strip_suffix(')').unwrap_or(rest))),
            None => (text, None),
        };
        let registered = find(&format!("{} encoding", T::NAME), T::all(), name)?;
        let Some(written) = number else { return Ok(Entry(Kind::Registered(registered))) };
        let wrong = |expected: String| RecipeError::Number { part: format!("{}={text}", T::NAME), expected };
        let Some(taken) = registered.number() else { return Err(wrong(format!("{name} without a number"))) };
        let (low, high) = (taken.range.start(), taken.range.end());
        let expected = || wrong(format!("{name}(N), N the {} from {low} to {high}", taken.about));
        if !text.ends_with(')') {
            return Err(expected());
        }
        let value = written.parse().ok().filter(|value| taken.range.contains(value)).ok_or_else(expected)?;
        if value == taken.value {
            return Ok(Entry(Kind::Registered(registered)));
        }
        Ok(Entry::made(registered.with(value).expect("an encoding that takes a number can be made with it")))
    }

    /// An encoding that is not in the registry as it is.
    pub(super) fn made(encoding: Arc<T>) -> Self {
        Entry(Kind::Made(encoding))
    }
}

impl<T: ?Sized> Deref for Entry<T> {
    type Target = T;

    fn deref(&self) -> &T {
        match &self.0 {
            Kind::Registered(encoding) => encoding,
            Kind::Made(encoding) => encoding,
        }
    }
}

impl<T: ?Sized> Clone for Entry<T> {
    fn clone(&self) -> Self {
        Entry(match &self.0 {
            Kind::Registered(encoding) => Kind::Registered(encoding),
            Kind::Made(encoding) => Kind::Made(Arc::clone(encoding)),
        })
    }
}

impl<T: ?Sized + Encoding> fmt::Display for Entry<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        if let Some(argument) = self.argument() {
            return write!(f, ":{argument}");
        }
        match (&self.0, self.number()) {
            (Kind::Made(_), Some(number)) => write!(f, "({})", number.value),
            _ => Ok(()),
        }
    }
}

/// The spellings of all registered encodings of a class; those that take a number also with the smallest, the next and a
/// larger one.
pub fn spellings<T: ?Sized + Class>() -> Vec<String> {
    let mut spellings = Vec::new();
    for encoding in T::all() {
        spellings.push(encoding.name().to_owned());
        if let Some(number) = encoding.number() {
            let (low, high) = (*number.range.start(), *number.range.end());
            let mut values = vec![low, low + 1, (number.value + 3).min(high)];
            values.dedup();
            values.retain(|value| *value != number.value && *value <= high);
            spellings.extend(values.iter().map(|value| format!("{}({value})", encoding.name())));
        }
    }
    spellings
}
