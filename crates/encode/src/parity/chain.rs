//! Short parities one behind the other: the result of each is an atom of the next one.
//!
//! G. S. Tseitin, "On the Complexity of Derivation in Propositional Calculus", 1968. With pieces of N atoms, n atoms
//! take about n / (N - 2) definitions of 2^(N-1) clauses each. Only the last piece has the conditions. In comparison
//! with `tree`, a value may have to pass through all pieces, but few variables are open at a time. That is good where
//! atoms are decided in order.

use std::sync::Arc;

use crate::{Encoding, Number};
use cnfab_base::names::Named;
use cnfab_model::{Atom, Parity, Poster};

use super::{Decomposition, STATED, SimplerConstraints};

pub(super) struct Chain {
    /// The most atoms of a piece.
    pub(super) length: usize,
}

impl Named for Chain {
    fn name(&self) -> &'static str {
        "chain"
    }

    fn about(&self) -> &'static str {
        "pieces of at most N atoms one behind the other, each the definition of a variable"
    }
}

impl Encoding for Chain {
    fn number(&self) -> Option<Number> {
        Some(Number { about: "most atoms of a piece", value: self.length, range: 3..=10 })
    }

    fn justification(&self) -> Option<[&'static str; 2]> {
        Some(STATED)
    }
}

impl SimplerConstraints<Parity> for Chain {
    fn with_number(&self, number: usize) -> Option<Arc<dyn Decomposition<Parity>>> {
        Some(Arc::new(Chain { length: number }))
    }

    fn decompose(&self, parity: &Parity, when: &[Atom], out: &mut Poster<'_>) {
        parity.decompose_in_pieces(self.length, true, when, out);
    }
}
