//! Numbers of variables, for those who use a solver and within it.
//!
//! What it does: who adds variables counts them without gaps. The search makes variables of its own between them
//! (`integers`). While it has made none, both numbers are the same.

use super::Literal;

/// Not a variable of the formula.
const NONE: u32 = u32::MAX;

/// The numbers of the formula's variables in the solver, and the other way round.
#[derive(Default)]
pub(super) struct Numbering {
    inner: Vec<u32>,
    outer: Vec<u32>,
}

impl Numbering {
    /// Notes that the next variable of the formula has this number in the solver.
    pub(super) fn add(&mut self, inner: usize) {
        self.outer.resize(inner, NONE);
        self.outer.push(self.inner.len() as u32);
        self.inner.push(inner as u32);
    }

    /// The number of variables of the formula.
    pub(super) fn variables(&self) -> usize {
        self.inner.len()
    }

    fn is_same(&self) -> bool {
        self.inner.len() == self.outer.len()
    }

    /// A literal of the formula in the solver.
    #[inline]
    pub(super) fn inner(&self, literal: Literal) -> Literal {
        match self.is_same() {
            true => literal,
            false => 2 * self.inner[literal as usize / 2] + (literal & 1),
        }
    }

    /// A literal of the solver in the formula, if it is one of its.
    #[inline]
    pub(super) fn outer(&self, literal: Literal) -> Option<Literal> {
        let outer = *self.outer.get(literal as usize / 2)?;
        (outer != NONE).then(|| 2 * outer + (literal & 1))
    }

    /// Values of the solver's variables as values of the formula's.
    pub(super) fn model(&self, values: &mut Vec<bool>) {
        if !self.is_same() {
            *values = self.inner.iter().map(|&inner| values[inner as usize]).collect();
        }
        values.truncate(self.inner.len());
    }
}
