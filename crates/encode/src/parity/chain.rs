//! Short parities one behind the other: the result of each is an atom of the next one.
//!
//! G. S. Tseitin, "On the Complexity of Derivation in Propositional Calculus", 1968. With pieces of N atoms, n atoms
//! take about n / (N - 2) definitions of 2^(N-1) clauses each. Only the last piece has the conditions. In comparison
//! with `tree`, a value may have to pass through all pieces, but few variables are open at a time. That is good where
//! atoms are decided in order.

use std::sync::Arc;

use crate::{Described, EncodingAbout, NumberRange};
use cnfab_model::{Atom, Parity, Poster};

use super::{Decomposition, SimplerConstraints};

pub(super) struct Chain {
    /// The most atoms of a piece.
    pub(super) length: usize,
}

impl Described for Chain {
    const ABOUT: EncodingAbout = EncodingAbout {
        number: Some(NumberRange { about: "most atoms of a piece", range: 3..=10 }),
        ..EncodingAbout::decomposition(
            "chain",
            "pieces of at most N atoms one behind the other, each the definition of a variable",
        )
    };

    fn value(&self) -> usize {
        self.length
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
