//! The variables of a text as classes of equal ones, each with its values, and literals over them.
//!
//! Variables that are known to be equal are one class. A class of values 0 and 1 may be defined as a literal of another
//! one, so that it needs no variable of its own.

use std::ops::Not;

use cnfab_cnf::LitOrConst;
use cnfab_model::AtomRelation;

use crate::ranges::{HIGHEST, LOWEST, Ranges};

/// The number of a variable or of its class.
pub(super) type Id = u32;

/// A constant or a variable. Boolean ones are 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Term {
    Const(i64),
    Var(Id),
}

impl Term {
    /// The literal that a Boolean term is true.
    pub(super) fn is_true(self) -> Lit {
        self.is(AtomRelation::Eq, 1)
    }

    /// The literal `self relation value`.
    pub(super) fn is(self, relation: AtomRelation, value: i64) -> Lit {
        match self {
            Term::Const(constant) => Lit::Const(holds(relation, constant, value)),
            Term::Var(id) => Lit::Lit(Compare { id, relation, value }),
        }
    }
}

/// A comparison of a variable with a constant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Compare {
    pub(super) id: Id,
    pub(super) relation: AtomRelation,
    pub(super) value: i64,
}

/// A comparison of a variable with a constant, or a constant.
pub(super) type Lit = LitOrConst<Compare>;

impl Not for Compare {
    type Output = Compare;

    fn not(self) -> Compare {
        Compare { relation: opposite(self.relation), ..self }
    }
}

fn opposite(relation: AtomRelation) -> AtomRelation {
    match relation {
        AtomRelation::Eq => AtomRelation::Ne,
        AtomRelation::Ne => AtomRelation::Eq,
        AtomRelation::Le => AtomRelation::Gt,
        AtomRelation::Gt => AtomRelation::Le,
    }
}

fn holds(relation: AtomRelation, left: i64, right: i64) -> bool {
    match relation {
        AtomRelation::Eq => left == right,
        AtomRelation::Ne => left != right,
        AtomRelation::Le => left <= right,
        AtomRelation::Gt => left > right,
    }
}

/// The values for which an atom holds.
fn values_of(relation: AtomRelation, value: i64) -> Ranges {
    match relation {
        AtomRelation::Eq => Ranges::from_to(value, value),
        AtomRelation::Ne => Ranges::except(value),
        AtomRelation::Le => Ranges::from_to(LOWEST, value),
        AtomRelation::Gt => value.checked_add(1).map_or(Ranges::from_to(1, 0), |low| Ranges::from_to(low, HIGHEST)),
    }
}

/// A variable.
struct Class {
    /// Another one of its class, or itself.
    parent: Id,
    /// The values of the class, where this is its own parent.
    values: Ranges,
    /// The literal that is true exactly if the class, whose values are 0 and 1, is 1.
    definition: Option<Lit>,
}

/// All variables.
#[derive(Default)]
pub(super) struct Classes {
    all: Vec<Class>,
    /// True if there is no solution, because a class has no values.
    pub(super) is_contradictory: bool,
    /// True if anything became known since this was last set to false.
    pub(super) has_changed: bool,
}

impl Classes {
    /// A new variable.
    pub(super) fn add(&mut self, values: Ranges) -> Id {
        let id = Id::try_from(self.all.len()).expect("a text of less than 4 GB");
        self.is_contradictory |= values.is_empty();
        self.all.push(Class { parent: id, values, definition: None });
        id
    }

    /// The number of variables.
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// The one that stands for the class of a variable.
    pub(super) fn root(&mut self, mut id: Id) -> Id {
        while self.all[id as usize].parent != id {
            let parent = self.all[id as usize].parent;
            self.all[id as usize].parent = self.all[parent as usize].parent;
            id = parent;
        }
        id
    }

    /// The values of a variable.
    pub(super) fn values(&mut self, id: Id) -> &Ranges {
        let root = self.root(id);
        &self.all[root as usize].values
    }

    /// The value of a term, if it is known.
    pub(super) fn fixed(&mut self, term: Term) -> Option<i64> {
        match term {
            Term::Const(value) => Some(value),
            Term::Var(id) => match self.lit(term.is_true()) {
                Lit::Const(truth) if self.is_defined(id) => Some(i64::from(truth)),
                _ => self.values(id).only(),
            },
        }
    }

    /// True if its values are among 0 and 1.
    pub(super) fn is_boolean(&mut self, id: Id) -> bool {
        self.values(id).is_within(&Ranges::bits())
    }

    /// True if a literal of another class defines this one.
    pub(super) fn is_defined(&mut self, id: Id) -> bool {
        let root = self.root(id);
        self.all[root as usize].definition.is_some()
    }

    /// The same literal as a constant, or over a class that is not defined.
    pub(super) fn lit(&mut self, lit: Lit) -> Lit {
        let mut lit = lit;
        let mut path: Vec<(Id, bool)> = Vec::new();
        let settled = loop {
            let Lit::Lit(Compare { id, relation, value }) = lit else { break lit };
            let root = self.root(id);
            let class = &self.all[root as usize];
            let Some(definition) = class.definition else { break Self::known(class, root, relation, value) };
            lit = match (holds(relation, 0, value), holds(relation, 1, value)) {
                (false, true) => definition,
                (true, false) => !definition,
                (truth, _) => break Lit::Const(truth),
            };
            path.push((root, holds(relation, 1, value)));
        };
        // All literals that were met on the way have the same truth.
        for (root, is_positive) in path {
            self.all[root as usize].definition = Some(if is_positive { settled } else { !settled });
        }
        settled
    }

    fn known(class: &Class, root: Id, relation: AtomRelation, value: i64) -> Lit {
        let values = values_of(relation, value);
        let both = class.values.and(&values);
        if both.is_empty() {
            Lit::Const(false)
        } else if both == class.values {
            Lit::Const(true)
        } else if class.values == Ranges::bits() {
            let relation = if both.contains(1) { AtomRelation::Eq } else { AtomRelation::Ne };
            Lit::Lit(Compare { id: root, relation, value: 1 })
        } else {
            Lit::Lit(Compare { id: root, relation, value })
        }
    }

    /// The class that a term has its value from, if that is not known.
    pub(super) fn base(&mut self, term: Term) -> Option<Id> {
        let Term::Var(id) = term else { return None };
        if self.is_defined(id) { self.base_of(term.is_true()) } else { Some(self.root(id)) }
    }

    /// The class that a literal has its truth from, if that is not known.
    pub(super) fn base_of(&mut self, lit: Lit) -> Option<Id> {
        match self.lit(lit) {
            Lit::Const(_) => None,
            Lit::Lit(Compare { id, .. }) => Some(id),
        }
    }

    /// Keeps of a variable only values of this set.
    pub(super) fn restrict(&mut self, id: Id, values: &Ranges) {
        let root = self.root(id);
        if let Some(definition) = self.all[root as usize].definition {
            match (values.contains(0), values.contains(1)) {
                (true, true) => {}
                (false, true) => self.assert(definition),
                (true, false) => self.assert(!definition),
                (false, false) => self.is_contradictory = true,
            }
            return;
        }
        let class = &mut self.all[root as usize];
        let both = class.values.and(values);
        if both != class.values {
            self.has_changed = true;
            self.is_contradictory |= both.is_empty();
            class.values = both;
        }
    }

    /// The literal is true.
    pub(super) fn assert(&mut self, lit: Lit) {
        match self.lit(lit) {
            Lit::Const(true) => {}
            Lit::Const(false) => self.is_contradictory = true,
            // The class is not defined by another one.
            Lit::Lit(Compare { id, relation, value }) => self.restrict(id, &values_of(relation, value)),
        }
    }

    /// Makes one class of two. Returns whether it did, which it does not if one is defined.
    pub(super) fn unite(&mut self, one: Id, other: Id) -> bool {
        let (one, other) = (self.root(one), self.root(other));
        if one == other {
            return true;
        }
        if self.is_defined(one) || self.is_defined(other) {
            return false;
        }
        // The one that was declared first stands for both.
        let (first, second) = (one.min(other), one.max(other));
        self.all[second as usize].parent = first;
        let values = std::mem::replace(&mut self.all[second as usize].values, Ranges::from_to(1, 0));
        self.restrict(first, &values);
        self.has_changed = true;
        true
    }

    /// Defines the class of one literal by the other literal, so that both have the same truth. Returns whether it did:
    /// not if the first is a constant, no literal of 0 and 1, or already defined, or the other one depends on it.
    pub(super) fn define(&mut self, lit: Lit, by: Lit) -> bool {
        let (lit, by) = (self.lit(lit), self.lit(by));
        let (Lit::Lit(Compare { id, relation, .. }), Lit::Lit(Compare { id: base, .. })) = (lit, by) else {
            return false;
        };
        if id == base || *self.values(id) != Ranges::bits() {
            return false;
        }
        let is_positive = relation == AtomRelation::Eq;
        self.all[id as usize].definition = Some(if is_positive { by } else { !by });
        self.has_changed = true;
        true
    }
}
