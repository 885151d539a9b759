//! Short parities as a tree: the results of the first ones are atoms of later ones.
//!
//! This is the decomposition of the class. The pieces are definitions as by G. S. Tseitin, "On the Complexity of
//! Derivation in Propositional Calculus", 1968. Their length is after M. Soos, K. Nohl, C. Castelluccia, "Extending SAT
//! Solvers to Cryptographic Problems", SAT 2009. With pieces of N atoms, n atoms take about n / (N - 2) definitions of
//! 2^(N-1) clauses each, and a value passes through log n of them. Only the last piece has the conditions. Long pieces
//! have fewer variables and more clauses.

use std::sync::Arc;

use crate::{Described, EncodingAbout, NumberRange};
use cnfab_model::{Atom, Parity, Poster};

use super::{Decomposition, SimplerConstraints};

pub(super) struct Tree {
    /// The most atoms of a piece.
    pub(super) length: usize,
}

impl Described for Tree {
    const ABOUT: EncodingAbout = EncodingAbout {
        number: Some(NumberRange { about: "most atoms of a piece", range: 3..=10 }),
        ..EncodingAbout::decomposition("tree", "pieces of at most N atoms as a tree, each the definition of a variable")
    };

    fn value(&self) -> usize {
        self.length
    }
}

impl SimplerConstraints<Parity> for Tree {
    fn with_number(&self, number: usize) -> Option<Arc<dyn Decomposition<Parity>>> {
        Some(Arc::new(Tree { length: number }))
    }

    fn decompose(&self, parity: &Parity, when: &[Atom], out: &mut Poster<'_>) {
        parity.decompose_in_pieces(self.length, false, when, out);
    }
}
