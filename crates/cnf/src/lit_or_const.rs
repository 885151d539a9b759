//! A literal or a constant, and clauses built from them.

use std::ops::Not;

use super::{ClauseSink, Lit};

/// A literal, or a constant where a domain decides it. Literals may be of another type than those of formulas, such as
/// atoms of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LitOrConst<L = Lit> {
    /// Always true or always false.
    Const(bool),
    /// True exactly if the literal is.
    Lit(L),
}

impl<L> LitOrConst<L> {
    /// The literal, if it is none of the constants.
    pub fn lit(self) -> Option<L> {
        match self {
            LitOrConst::Const(_) => None,
            LitOrConst::Lit(lit) => Some(lit),
        }
    }
}

impl<L: Not<Output = L>> Not for LitOrConst<L> {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            LitOrConst::Const(value) => LitOrConst::Const(!value),
            LitOrConst::Lit(lit) => LitOrConst::Lit(!lit),
        }
    }
}

impl<L> From<L> for LitOrConst<L> {
    fn from(lit: L) -> Self {
        LitOrConst::Lit(lit)
    }
}

/// A clause under construction: constants are folded, the buffer is reused.
#[derive(Debug, Default)]
pub struct ClauseBuf {
    lits: Vec<Lit>,
    satisfied: bool,
}

impl ClauseBuf {
    /// An empty buffer.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a literal or a constant.
    pub fn push(&mut self, atom: impl Into<LitOrConst>) -> &mut Self {
        match atom.into() {
            LitOrConst::Const(value) => self.satisfied |= value,
            LitOrConst::Lit(lit) => self.lits.push(lit),
        }
        self
    }

    /// Adds several literals or constants.
    pub fn extend<'t, T: Copy + Into<LitOrConst> + 't>(
        &mut self,
        truths: impl IntoIterator<Item = &'t T>,
    ) -> &mut Self {
        for &truth in truths {
            self.push(truth);
        }
        self
    }

    /// Sends the clause, unless a constant satisfies it, and starts the next one.
    pub fn emit(&mut self, out: &mut dyn ClauseSink) {
        if !self.satisfied {
            out.clause(&self.lits);
        }
        self.lits.clear();
        self.satisfied = false;
    }

    /// Sends one clause of these literals and constants.
    pub fn all<const N: usize>(&mut self, truths: [LitOrConst; N], out: &mut dyn ClauseSink) {
        for truth in truths {
            self.push(truth);
        }
        self.emit(out);
    }
}
