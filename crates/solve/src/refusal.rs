//! The refusal of a model by a strategy or an engine, with its reason.

use std::borrow::Cow;
use std::fmt;

use cnfab_model::{Label, Posted};

/// The part of a model that is not taken, and the constraint if it is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    what: Cow<'static, str>,
    constraint: Option<(&'static str, Label)>,
}

impl Refusal {
    /// Something that is no single constraint.
    pub(super) fn new(what: impl Into<Cow<'static, str>>) -> Self {
        Refusal { what: what.into(), constraint: None }
    }

    /// Something about a constraint.
    pub(super) fn of(posted: &Posted, what: impl Into<Cow<'static, str>>) -> Self {
        Refusal { what: what.into(), constraint: Some((posted.constraint.name(), posted.label.clone())) }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)?;
        match &self.constraint {
            Some((class, label)) => write!(f, " ({class} constraint '{}')", &**label),
            None => Ok(()),
        }
    }
}
