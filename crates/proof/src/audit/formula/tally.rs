//! Variables, clauses and literals, added up clause by kind of clause.

use serde::Serialize;

/// The size that an encoding has by its formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct SizeFormula {
    /// Auxiliary variables.
    pub auxiliaries: u64,
    /// Clauses.
    pub clauses: u64,
    /// Literals in these clauses, where there is a formula for them.
    pub literals: Option<u64>,
}

/// A size that is being added up.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    variables: usize,
    clauses: usize,
    literals: usize,
}

impl Tally {
    /// Adds `count` variables.
    pub(super) fn variables(&mut self, count: usize) -> &mut Self {
        self.variables += count;
        self
    }

    /// Adds `count` clauses of `literals` literals each.
    pub(super) fn clauses(&mut self, count: usize, literals: usize) -> &mut Self {
        self.clauses += count;
        self.literals += count * literals;
        self
    }

    /// Adds `count` literals to clauses that have been counted.
    pub(super) fn literals(&mut self, count: usize) -> &mut Self {
        self.literals += count;
        self
    }

    /// The same size `count` times.
    pub(super) fn times(self, count: usize) -> Self {
        let Tally { variables, clauses, literals } = self;
        Tally { variables: variables * count, clauses: clauses * count, literals: literals * count }
    }

    /// Another size as well.
    pub(super) fn and(&mut self, other: Tally) -> &mut Self {
        self.variables += other.variables;
        self.clauses += other.clauses;
        self.literals += other.literals;
        self
    }

    /// Clauses, some of whose literals are only there sometimes.
    pub(super) fn clause(&mut self, literals: &[bool]) -> &mut Self {
        self.clauses(1, literals.iter().filter(|&&is_there| is_there).count())
    }
}

impl From<Tally> for SizeFormula {
    fn from(Tally { variables, clauses, literals }: Tally) -> Self {
        SizeFormula { auxiliaries: variables as u64, clauses: clauses as u64, literals: Some(literals as u64) }
    }
}
