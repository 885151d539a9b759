//! Counts what passes through, keeps nothing.

use super::{ClauseSink, Lit, Name, Natives, Notes};

/// Size of a formula.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Size {
    /// Number of variables.
    pub variables: u64,
    /// Number of clauses.
    pub clauses: u64,
    /// Number of literals in all clauses together.
    pub literals: u64,
}

/// A sink that counts variables, clauses and literals.
#[derive(Clone, Copy, Debug, Default)]
pub struct Meter {
    size: Size,
}

impl Meter {
    /// The counts so far.
    pub fn size(&self) -> Size {
        self.size
    }
}

impl ClauseSink for Meter {
    fn fresh(&mut self, _name: Name) -> Lit {
        self.size.variables += 1;
        Lit::from_dimacs(i32::try_from(self.size.variables).expect("fewer than 2^31 variables"))
    }

    fn clause(&mut self, lits: &[Lit]) {
        self.size.clauses += 1;
        self.size.literals += lits.len() as u64;
    }
}

/// A sink in front of a sink that counts what passes through.
pub struct CountedClauses<'s, S: ClauseSink + ?Sized> {
    inner: &'s mut S,
    size: Size,
}

impl<'s, S: ClauseSink + ?Sized> CountedClauses<'s, S> {
    /// Counts what goes to `inner`.
    pub fn new(inner: &'s mut S) -> Self {
        CountedClauses { inner, size: Size::default() }
    }

    /// The counts so far.
    pub fn size(&self) -> Size {
        self.size
    }
}

impl<S: ClauseSink + ?Sized> ClauseSink for CountedClauses<'_, S> {
    fn fresh(&mut self, name: Name) -> Lit {
        self.size.variables += 1;
        self.inner.fresh(name)
    }

    fn clause(&mut self, lits: &[Lit]) {
        self.size.clauses += 1;
        self.size.literals += lits.len() as u64;
        self.inner.clause(lits);
    }

    fn notes(&mut self) -> Option<&mut dyn Notes> {
        self.inner.notes()
    }

    fn natives(&mut self) -> Option<&mut dyn Natives> {
        self.inner.natives()
    }
}
