//! Groups of constraints that can be left out together: what a text states as one constraint.
//!
//! A model that was made by [`Model::with_groups`] has a 0/1 variable for each group, its selector. A constraint of the
//! group holds where the selector is 1. So a set of groups is a set of assumptions, as in group-oriented extraction of
//! minimal unsatisfiable subsets (A. Nadel, "Boosting minimal unsatisfiable core extraction", FMCAD 2010). In any other
//! model groups are not opened, and readers need not know which of both they fill.

use std::collections::HashMap;
use std::sync::Arc;

use super::{Atom, Model};

/// A constraint of a text, which may be several of the model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConstraintGroup {
    /// The name that the text has for it, or its label and its number among those of that label, from 0: `clause[3]`.
    pub name: String,
    /// The name of its kind, or the one that it shares with others.
    pub label: String,
    /// The line where it begins, from 1, if the text was read with lines.
    pub line: Option<usize>,
    /// Its text, or the beginning of that.
    pub text: String,
    /// It holds where this is true.
    pub selector: Atom,
}

/// The groups of a model that has some.
#[derive(Clone, Debug, Default)]
pub(super) struct Groups {
    all: Vec<ConstraintGroup>,
    bounds: Vec<String>,
    open: Option<Atom>,
    /// How many groups there are of each label.
    of_label: HashMap<String, usize>,
}

impl Model {
    /// A model without variables whose groups of constraints can be left out.
    pub fn with_groups() -> Self {
        Model { groups: Some(Box::default()), ..Model::default() }
    }

    /// True if groups of constraints can be left out.
    pub fn has_groups(&self) -> bool {
        self.groups.is_some()
    }

    /// The groups, in the order of the text; none in a model without.
    pub fn groups(&self) -> &[ConstraintGroup] {
        self.groups.as_ref().map_or(&[], |groups| &groups.all)
    }

    /// The bounds that domains have from constraints although no group is chosen, as texts. A variable without bounds
    /// of its own needs some.
    pub fn implied_bounds(&self) -> &[String] {
        self.groups.as_ref().map_or(&[], |groups| &groups.bounds)
    }

    /// Notes such bounds of a variable.
    pub fn note_bounds(&mut self, of: impl FnOnce() -> String) {
        if let Some(groups) = &mut self.groups {
            groups.bounds.push(of());
        }
    }

    /// Opens a group: what is posted from now on belongs to it. Nothing happens in a model without groups, which does
    /// not even ask for its names.
    pub fn open_group(&mut self, group: impl FnOnce() -> GroupNames) {
        let Some(number) = self.groups.as_ref().map(|groups| groups.all.len() + 1) else { return };
        let GroupNames { name, label, line, text } = group();
        // Names of texts may be equal to it.
        let selector = (0..).map(|more| format!("group[{number}]{}", "'".repeat(more)));
        let selector = selector.into_iter().find(|name| !self.names.has(name)).expect("a new name");
        let selector = self.auxiliary(selector, 0..=1).is(1);
        let groups = self.groups.as_mut().expect("it was asked before");
        let of_label = groups.of_label.entry(label.clone()).or_default();
        let name = name.unwrap_or_else(|| format!("{label}[{of_label}]"));
        *of_label += 1;
        groups.all.push(ConstraintGroup { name, label, line, text, selector });
        groups.open = Some(selector);
    }

    /// Opens a group again.
    ///
    /// # Panics
    /// If there is no group of this position.
    pub fn reopen_group(&mut self, position: usize) {
        let groups = self.groups.as_mut().expect("a model with groups");
        groups.open = Some(groups.all[position].selector);
    }

    /// Closes the group that is open, if one is.
    pub fn close_group(&mut self) {
        if let Some(groups) = &mut self.groups {
            groups.open = None;
        }
    }

    /// The same model, in which successive groups with the same key are one, named as the first of them.
    pub fn join_groups<K: PartialEq>(mut self, key: impl Fn(&ConstraintGroup) -> K) -> Model {
        let Some(mut groups) = self.groups.take() else { return self };
        let mut joined = HashMap::new();
        groups.all.dedup_by(|group, first| {
            let is_same = key(group) == key(first);
            if is_same {
                joined.insert(group.selector.var, first.selector);
            }
            is_same
        });
        joined.keys().for_each(|var| self.variables[var.index()].domain = 1.into());
        for posted in Arc::make_mut(&mut self.constraints) {
            for atom in &mut posted.when {
                *atom = joined.get(&atom.var).copied().unwrap_or(*atom);
            }
        }
        self.groups = Some(groups);
        self.count_values();
        self
    }

    /// The same model with all groups chosen for good, whose selectors are 1 and conditions of nothing.
    pub fn chosen(self) -> Model {
        self.choosing(|_| true)
    }

    /// The same model with the groups of these positions chosen for good, and without the others. All selectors are 1.
    pub fn choosing(mut self, is_chosen: impl Fn(usize) -> bool) -> Model {
        // Of each variable whether it is the selector of a group, and of a chosen one.
        let mut selectors: Vec<Option<bool>> = vec![None; self.variables.len()];
        let groups = self.groups.take().map_or(Vec::new(), |groups| groups.all);
        for (position, ConstraintGroup { selector, .. }) in groups.iter().enumerate() {
            self.variables[selector.var.index()].domain = 1.into();
            selectors[selector.var.index()] = Some(is_chosen(position));
        }
        let before = std::mem::take(&mut self.constraints);
        self.different = Arc::default();
        for mut posted in Arc::unwrap_or_clone(before) {
            if posted.when.iter().all(|atom| selectors[atom.var.index()] != Some(false)) {
                posted.when.retain(|atom| selectors[atom.var.index()].is_none());
                self.push(posted);
            }
        }
        self.count_values();
        self
    }

    /// The selector of the group that is open.
    pub(super) fn open_selector(&self) -> Option<Atom> {
        self.groups.as_ref()?.open
    }
}

/// The names of a group that is opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupNames {
    /// The name that the text has for it, if it has one.
    pub name: Option<String>,
    /// As [`ConstraintGroup::label`].
    pub label: String,
    /// As [`ConstraintGroup::line`].
    pub line: Option<usize>,
    /// As [`ConstraintGroup::text`].
    pub text: String,
}
