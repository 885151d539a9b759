//! Names that a model keeps once each.

use std::collections::HashSet;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

/// The problem's name of a kind of constraints: `row`, `region`, `touch`. Cheap to clone.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Label(Arc<str>);

impl From<&str> for Label {
    fn from(text: &str) -> Self {
        Label(text.into())
    }
}

impl From<String> for Label {
    fn from(text: String) -> Self {
        Label(text.into())
    }
}

impl From<&Label> for Label {
    fn from(label: &Label) -> Self {
        label.clone()
    }
}

impl Deref for Label {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl AsRef<str> for Label {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl PartialEq<str> for Label {
    fn eq(&self, other: &str) -> bool {
        &*self.0 == other
    }
}

impl PartialEq<&str> for Label {
    fn eq(&self, other: &&str) -> bool {
        &*self.0 == *other
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl fmt::Debug for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

/// Texts, each once.
#[derive(Clone, Debug, Default)]
pub(super) struct Interned(Arc<HashSet<Label>>);

impl Interned {
    /// The one copy of a text.
    pub(super) fn label(&mut self, text: &str) -> Label {
        if let Some(known) = self.0.get(text) {
            return known.clone();
        }
        let new = Label::from(text);
        Arc::make_mut(&mut self.0).insert(new.clone());
        new
    }

    /// Removes a text, so that it may come again.
    pub(super) fn forget(&mut self, text: &str) {
        Arc::make_mut(&mut self.0).remove(text);
    }

    pub(super) fn has(&self, text: &str) -> bool {
        self.0.contains(text)
    }
}

impl std::borrow::Borrow<str> for Label {
    fn borrow(&self) -> &str {
        &self.0
    }
}
