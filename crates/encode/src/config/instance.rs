//! An encoding with its number or its program.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use cnfab_base::names::{UnknownName, behind, means};

use super::class::{CLASSES, ClassEncoding, Selections};
use super::error::RecipeError;
use super::external::{External, ExternalForm};
use super::lazy::LAZY;
use crate::Encoding;
use crate::propagated::PROPAGATE;

/// An encoding as a configuration names it: `product`, `commander(4)`, `cmd:PROGRAM {n}`. Displayed as it is written,
/// without a number that is the default anyway.
pub struct EncodingInstance<T: ?Sized + 'static>(Origin<T>);

enum Origin<T: ?Sized + 'static> {
    Registered(&'static T),
    Made(Arc<T>),
    Program(Arc<T>, External),
    Custom(Arc<T>),
}

impl<T: ?Sized + ClassEncoding> EncodingInstance<T> {
    /// The encoding with this specification.
    ///
    /// # Errors
    /// If no encoding has the name, or its number is not what it takes.
    pub fn parse(text: &str) -> Result<Self, RecipeError> {
        if let Some(command) = behind(text, "cmd:")
            && let Some(form) = form_of(T::NAME)
        {
            let program = External::new(T::NAME, form, command)
                .map_err(|why| RecipeError::Command { part: format!("{}={text}", T::NAME), why })?;
            return Ok(EncodingInstance::program(program));
        }
        if means(text, PROPAGATE)
            && let Some(propagated) = T::propagated()
        {
            return Ok(EncodingInstance::made(propagated));
        }
        if let Some(inner) = lazily::<T>(text) {
            let inner: EncodingInstance<T> =
                EncodingInstance::parse(inner).map_err(|error| error.behind(&format!("{LAZY}:")))?;
            if inner.external().is_some() || inner.is_propagated() {
                let expected = format!("{LAZY}:ENCODING with an encoding of this crate");
                return Err(RecipeError::Number { part: format!("{}={text}", T::NAME), expected });
            }
            return Ok(EncodingInstance::made(T::lazy(inner).expect("a class that is propagated")));
        }
        let (name, number) = match text.split_once('(') {
            Some((name, rest)) => (name, Some(rest.strip_suffix(')').unwrap_or(rest))),
            None => (text, None),
        };
        if let Some((native, _)) = natives_of(T::NAME).iter().find(|(native, _)| means(name, native)) {
            let expected = format!("{native} without a number");
            return Err(RecipeError::Number { part: format!("{}={text}", T::NAME), expected });
        }
        if let Some(custom) = T::custom(text) {
            return Ok(EncodingInstance::custom(custom));
        }
        let registered = T::all().iter().copied().find(|encoding| means(name, encoding.name())).ok_or_else(|| {
            let names = T::all().iter().map(|encoding| encoding.name());
            let natives = natives_of(T::NAME).iter().map(|(name, _)| *name);
            UnknownName::new(format!("{} encoding", T::NAME), name, names.chain(natives))
        })?;
        let Some(written) = number else { return Ok(EncodingInstance(Origin::Registered(registered))) };
        let wrong = |expected: String| RecipeError::Number { part: format!("{}={text}", T::NAME), expected };
        let Some(taken) = registered.number() else { return Err(wrong(format!("{name} without a number"))) };
        let (low, high) = (taken.range.start(), taken.range.end());
        let expected = || wrong(format!("{name}(N), N the {} from {low} to {high}", taken.about));
        if !text.ends_with(')') {
            return Err(expected());
        }
        let value = written.parse().ok().filter(|value| taken.range.contains(value)).ok_or_else(expected)?;
        if value == taken.value {
            return Ok(EncodingInstance(Origin::Registered(registered)));
        }
        Ok(EncodingInstance::made(registered.with(value).expect("an encoding that takes a number can be made with it")))
    }

    /// An encoding of the registry.
    pub(crate) fn registered(encoding: &'static T) -> Self {
        EncodingInstance(Origin::Registered(encoding))
    }

    /// An encoding that is not in the registry as it is.
    pub(crate) fn made(encoding: Arc<T>) -> Self {
        EncodingInstance(Origin::Made(encoding))
    }

    /// An encoding of somebody else's.
    pub(crate) fn custom(encoding: Arc<T>) -> Self {
        EncodingInstance(Origin::Custom(encoding))
    }

    /// The formulas of a program, for a class that takes programs.
    pub(crate) fn program(program: External) -> Self {
        let encoding = T::of_program(program.clone()).expect("a class that takes programs");
        EncodingInstance(Origin::Program(encoding, program))
    }
}

impl<T: ?Sized> EncodingInstance<T> {
    /// The program, if it is one.
    pub fn external(&self) -> Option<&External> {
        match &self.0 {
            Origin::Program(_, program) => Some(program),
            Origin::Registered(_) | Origin::Made(_) | Origin::Custom(_) => None,
        }
    }

    /// True for an encoding of somebody else's.
    pub(crate) fn is_custom(&self) -> bool {
        matches!(self.0, Origin::Custom(_))
    }
}

impl<T: ?Sized> Deref for EncodingInstance<T> {
    type Target = T;

    fn deref(&self) -> &T {
        match &self.0 {
            Origin::Registered(encoding) => encoding,
            Origin::Made(encoding) | Origin::Program(encoding, _) | Origin::Custom(encoding) => encoding,
        }
    }
}

impl<T: ?Sized> Clone for EncodingInstance<T> {
    fn clone(&self) -> Self {
        EncodingInstance(match &self.0 {
            Origin::Registered(encoding) => Origin::Registered(encoding),
            Origin::Made(encoding) => Origin::Made(Arc::clone(encoding)),
            Origin::Program(encoding, program) => Origin::Program(Arc::clone(encoding), program.clone()),
            Origin::Custom(encoding) => Origin::Custom(Arc::clone(encoding)),
        })
    }
}

impl<T: ?Sized + Encoding> fmt::Display for EncodingInstance<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        if let Some(argument) = self.argument() {
            return write!(f, ":{argument}");
        }
        match (&self.0, self.number()) {
            (Origin::Made(_), Some(number)) => write!(f, "({})", number.value),
            _ => Ok(()),
        }
    }
}

/// The encoding that is to take the place of constraints of this class later, if that is written.
fn lazily<T: ?Sized + ClassEncoding>(text: &str) -> Option<&str> {
    if !natives_of(T::NAME).iter().any(|(name, _)| *name == LAZY) {
        return None;
    }
    if means(text, LAZY) { Some(T::DEFAULT) } else { behind(text, "lazy:") }
}

/// The words in place of an encoding of this class where constraints are propagated.
fn natives_of(class: &str) -> &'static [(&'static str, &'static str)] {
    CLASSES.iter().find(|other| other.name == class).map_or(&[], |class| class.natives)
}

/// How programs state what the class states, if they may.
fn form_of(class: &str) -> Option<&'static ExternalForm> {
    CLASSES.iter().find(|other| other.name == class)?.external
}

/// An encoding of one's own for one of the classes; `M` is the class, which need not be named.
pub trait CustomEncoding<M: ?Sized> {
    /// Takes the place of the class's encoding in a configuration.
    fn set(self, selections: &mut Selections);

    /// From now on configurations of this process may name it, as those of studies do.
    fn register(self);
}
