//! Constraints with conditions: a sink between an encoder and the formula.
//!
//! Each clause of the constraint gets the opposites of the conditions. An auxiliary variable of the constraint is false
//! where a condition is, so that an assignment has as many extensions as without conditions: one, if the encoding is
//! bijective. What defines a literal of a model variable is left as it is, since other constraints use it, too.
//!
//! Encoders know nothing of this. The price is in propagation: while a condition is open, the constraint implies
//! nothing about it until its own auxiliaries are decided.

use cnfab_cnf::{ClauseSink, Definition, Lit, Name, NativeConstraint, Natives, Notes, PseudoBoolean};

/// A sink in front of a sink, for the clauses of one constraint.
pub(super) struct Condition<'s> {
    inner: &'s mut dyn ClauseSink,
    /// The opposites of the conditions.
    opposites: Vec<Lit>,
    /// True if a literal is being defined.
    is_defining: bool,
    clause: Vec<Lit>,
}

impl<'s> Condition<'s> {
    /// A sink that makes what goes to `inner` hold where all these literals do.
    pub(super) fn new(inner: &'s mut dyn ClauseSink, conditions: &[Lit]) -> Self {
        let opposites = conditions.iter().map(|&lit| !lit).collect();
        Condition { inner, opposites, is_defining: false, clause: Vec::new() }
    }
}

impl ClauseSink for Condition<'_> {
    fn fresh(&mut self, name: Name) -> Lit {
        let new = self.inner.fresh(name);
        if !self.is_defining {
            self.opposites.iter().for_each(|&opposite| self.inner.clause(&[!opposite, !new]));
        }
        new
    }

    fn clause(&mut self, lits: &[Lit]) {
        if self.is_defining {
            return self.inner.clause(lits);
        }
        self.clause.clear();
        self.clause.extend_from_slice(&self.opposites);
        self.clause.extend_from_slice(lits);
        self.inner.clause(&self.clause);
    }

    fn notes(&mut self) -> Option<&mut dyn Notes> {
        Some(self)
    }

    fn natives(&mut self) -> Option<&mut dyn Natives> {
        self.inner.natives()?;
        Some(self)
    }
}

impl Notes for Condition<'_> {
    fn next(&mut self) -> Option<&mut dyn Notes> {
        self.inner.notes()
    }

    fn defining(&mut self, begins: bool) {
        self.is_defining = begins;
        self.inner.note(|notes| notes.defining(begins));
    }

    fn define(&mut self, meaning: &dyn Fn() -> Definition) {
        let Condition { inner, opposites, is_defining, .. } = self;
        let conditions = || opposites.iter().map(|&opposite| !opposite);
        inner.note(|notes| match is_defining {
            true => notes.define(meaning),
            false => notes.define(&|| meaning().under(conditions())),
        });
    }
}

impl Natives for Condition<'_> {
    fn wanted(&mut self, program: &str, constraint: PseudoBoolean<'_>) {
        self.inner.natives().into_iter().for_each(|natives| natives.wanted(program, constraint));
    }

    fn native(&mut self, constraint: NativeConstraint<Lit>) {
        if self.is_defining {
            return self.inner.native(constraint);
        }
        let conditions: Vec<Lit> = self.opposites.iter().map(|&opposite| !opposite).collect();
        self.inner.native(constraint.under(&conditions));
    }
}
