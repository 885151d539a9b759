//! Keeps a formula in two flat arrays; for tests and for code that has to read it more than once.

use super::{ClauseSink, Lit, Name};

/// A formula in memory.
#[derive(Clone, Debug, Default)]
pub struct ClauseStore {
    names: Vec<Name>,
    lits: Vec<Lit>,
    /// End of each clause in `lits`.
    ends: Vec<usize>,
}

impl ClauseStore {
    /// Number of variables.
    pub fn variables(&self) -> usize {
        self.names.len()
    }

    /// The name a variable was made with; variables count from 1.
    pub fn name(&self, var: u32) -> Name {
        self.names[var as usize - 1]
    }

    /// Number of clauses.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// True if there is no clause.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The clauses in the order they came.
    pub fn clauses(&self) -> impl Iterator<Item = &[Lit]> + Clone {
        (0..self.ends.len()).map(|i| &self.lits[if i == 0 { 0 } else { self.ends[i - 1] }..self.ends[i]])
    }
}

impl ClauseSink for ClauseStore {
    fn fresh(&mut self, name: Name) -> Lit {
        self.names.push(name);
        Lit::from_dimacs(i32::try_from(self.names.len()).expect("fewer than 2^31 variables"))
    }

    fn clause(&mut self, lits: &[Lit]) {
        self.lits.extend_from_slice(lits);
        self.ends.push(self.lits.len());
    }
}
