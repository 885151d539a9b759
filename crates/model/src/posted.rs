//! A constraint as it stands in a model.

use super::{Assignment, Atom, Constraint, Flat, Label};

/// Why a constraint is in the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// A rule of the problem: dropping it adds solutions.
    Rule,
    /// Follows from the rules: dropping it changes no solution, only the work.
    Implied,
    /// Breaks a symmetry: dropping it adds only images of solutions that are still there.
    Symmetry,
}

/// A constraint with its label, its role and its conditions.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Posted {
    /// The problem's name of this kind of constraint: `row`, `region`, `touch`.
    pub label: Label,
    /// Why it is in the model.
    pub role: Role,
    /// The constraint has to hold where all of these do.
    pub when: Vec<Atom>,
    /// The constraint.
    pub constraint: Constraint,
}

impl Posted {
    /// True if the constraint holds under a complete assignment, or one of its conditions does not.
    pub fn holds(&self, assignment: &Assignment) -> bool {
        self.when.iter().any(|&atom| !assignment.satisfies(atom)) || self.constraint.holds(assignment)
    }

    /// The constraint as one of the flat classes.
    ///
    /// # Panics
    /// If it is of another class. A lowered model has none.
    pub fn flat(&self) -> Flat<'_> {
        self.constraint.flat()
    }
}
