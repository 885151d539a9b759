//! Values that shells complete and manual pages list, of arguments that take more than these.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command, Error};

/// Reads a value by a function, and names values that it may be.
pub(crate) struct Suggest<T, E> {
    read: fn(&str) -> Result<T, E>,
    values: fn() -> Vec<PossibleValue>,
}

impl<T, E> Suggest<T, E> {
    pub(crate) const fn new(read: fn(&str) -> Result<T, E>, values: fn() -> Vec<PossibleValue>) -> Self {
        Suggest { read, values }
    }
}

impl<T, E> Clone for Suggest<T, E> {
    fn clone(&self) -> Self {
        Suggest { ..*self }
    }
}

impl<T, E> TypedValueParser for Suggest<T, E>
where
    T: Clone + Send + Sync + 'static,
    E: Into<Box<dyn std::error::Error + Send + Sync>> + 'static,
{
    type Value = T;

    fn parse_ref(&self, command: &Command, argument: Option<&Arg>, value: &OsStr) -> Result<T, Error> {
        let read = self.read;
        StringValueParser::new().try_map(move |text| read(&text)).parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.values)().into_iter()))
    }
}

/// Names, and what they are about, as values.
pub(crate) fn values<'n>(names: impl IntoIterator<Item = (&'n str, &'n str)>) -> Vec<PossibleValue> {
    names.into_iter().map(|(name, about)| PossibleValue::new(name.to_owned()).help(about.to_owned())).collect()
}
