//! Variable handles and the atoms `x = v`, `x != v`, `x <= v` and `x > v`.

use std::ops::Not;

use super::Domain;

/// A handle of a variable of one [`Model`](super::Model).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Var(u32);

impl Var {
    /// The handle of the variable that was added as number `index`, counted from 0.
    pub fn from_index(index: usize) -> Self {
        Var(u32::try_from(index).expect("fewer than 2^32 variables"))
    }

    /// The variable's number, counted from 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The atom `self = value`.
    pub fn is(self, value: i32) -> Atom {
        Atom { var: self, relation: AtomRelation::Eq, value }
    }

    /// The atom `self != value`.
    pub fn is_not(self, value: i32) -> Atom {
        Atom { var: self, relation: AtomRelation::Ne, value }
    }

    /// The atom `self <= value`.
    pub fn at_most(self, value: i32) -> Atom {
        Atom { var: self, relation: AtomRelation::Le, value }
    }

    /// The atom `self > value`.
    pub fn above(self, value: i32) -> Atom {
        Atom { var: self, relation: AtomRelation::Gt, value }
    }

    /// The atom `self >= value`.
    pub fn at_least(self, value: i32) -> Atom {
        value.checked_sub(1).map_or(self.at_most(i32::MAX), |below| self.above(below))
    }
}

/// The relation between an atom's variable and its value. The opposite of each is one of them for every value, which is
/// why it is `>` and not `>=`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AtomRelation {
    /// Equal.
    Eq,
    /// Different.
    Ne,
    /// At most.
    Le,
    /// Greater.
    Gt,
}

impl AtomRelation {
    /// `=`, `!=`, `<=` or `>`.
    pub fn symbol(self) -> &'static str {
        match self {
            AtomRelation::Eq => "=",
            AtomRelation::Ne => "!=",
            AtomRelation::Le => "<=",
            AtomRelation::Gt => ">",
        }
    }
}

/// A comparison of a variable with a constant. The value may lie outside the variable's domain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Atom {
    /// The variable.
    pub var: Var,
    /// Its relation.
    pub relation: AtomRelation,
    /// The value it is compared with.
    pub value: i32,
}

impl Atom {
    /// True if the atom is true where its variable has this value.
    pub fn holds(self, value: i32) -> bool {
        match self.relation {
            AtomRelation::Eq => value == self.value,
            AtomRelation::Ne => value != self.value,
            AtomRelation::Le => value <= self.value,
            AtomRelation::Gt => value > self.value,
        }
    }

    /// The values for which the atom is true.
    pub fn values(self) -> Domain {
        let below = self.value.checked_sub(1).map(|below| i32::MIN..=below);
        let above = self.value.checked_add(1).map(|above| above..=i32::MAX);
        match self.relation {
            AtomRelation::Eq => self.value.into(),
            AtomRelation::Ne => below.into_iter().chain(above).collect(),
            AtomRelation::Le => (i32::MIN..=self.value).into(),
            AtomRelation::Gt => above.into_iter().collect(),
        }
    }

    /// True if the atom compares by order, `<=` or `>`.
    pub fn is_bound(self) -> bool {
        matches!(self.relation, AtomRelation::Le | AtomRelation::Gt)
    }

    /// `true` for `=` and `false` for `!=`.
    ///
    /// # Panics
    /// For `<=` and `>`, which [`Model::lowered`](super::Model::lowered) replaces for consumers that do not take them.
    pub fn is_equality(self) -> bool {
        match self.relation {
            AtomRelation::Eq => true,
            AtomRelation::Ne => false,
            AtomRelation::Le | AtomRelation::Gt => panic!("lowering leaves no bounds"),
        }
    }
}

impl Not for Atom {
    type Output = Atom;

    fn not(self) -> Atom {
        let relation = match self.relation {
            AtomRelation::Eq => AtomRelation::Ne,
            AtomRelation::Ne => AtomRelation::Eq,
            AtomRelation::Le => AtomRelation::Gt,
            AtomRelation::Gt => AtomRelation::Le,
        };
        Atom { relation, ..self }
    }
}
