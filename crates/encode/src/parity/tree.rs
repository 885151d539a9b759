//! Short parities as a tree: the results of the first ones are atoms of later ones.
//!
//! This is the decomposition of the class. The pieces are definitions as by G. S. Tseitin, "On the Complexity of
//! Derivation in Propositional Calculus", 1968. Their length is after M. Soos, K. Nohl, C. Castelluccia, "Extending SAT
//! Solvers to Cryptographic Problems", SAT 2009. With pieces of N atoms, n atoms take about n / (N - 2) definitions of
//! 2^(N-1) clauses each, and a value passes through log n of them. Only the last piece has the conditions. Long pieces
//! have fewer variables and more clauses.

use std::sync::Arc;

use crate::{Encoding, Number};
use cnfab_base::names::Named;
use cnfab_model::{Atom, Parity, Poster};

use super::{Decomposition, STATED, SimplerConstraints};

pub(super) struct Tree {
    /// The most atoms of a piece.
    pub(super) length: usize,
}

impl Named for Tree {
    fn name(&self) -> &'static str {
        "tree"
    }

    fn about(&self) -> &'static str {
        "pieces of at most N atoms as a tree, each the definition of a variable"
    }
}

impl Encoding for Tree {
    fn number(&self) -> Option<Number> {
        Some(Number { about: "most atoms of a piece", value: self.length, range: 3..=10 })
    }

    fn justification(&self) -> Option<[&'static str; 2]> {
        Some(STATED)
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
