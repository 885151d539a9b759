//! n-level modulo totalizer over groups: a balanced tree of sums in digits to a small base, each digit in unary.
//!
//! With base p, L digits up to the bound and m terms of d values: a node has at most (L-1)*(p-1) digit literals, L-1
//! carries and the literals of its highest digit, and each digit at most 4*p*p clauses; the leaves read digits from the
//! variables' order literals, a clause for each run of weights where a digit stays at least j or below: at most d+1 per
//! digit literal, and none for a literal with two runs, which is an order literal. O(m*L*p*p) clauses, for all numbers.
//! Base 3 if none is given. All digits are determined, so the encoding is bijective; `=` sets the digits of the total.
//! Unit propagation is weak: an open carry hides what follows.
//! M. Koshimura, A. Zha, H. Fujita, "n-level Modulo-Based CNF encodings of Pseudo-Boolean constraints for MaxSAT",
//! Constraints 24, 2019; with groups: M. Bofill, J. Coll, P. Nightingale, J. Suy, F. Ulrich-Oltean, M. Villaret, "SAT
//! encodings for Pseudo-Boolean constraints together with at-most-one constraints", Artificial Intelligence 302, 2022.

use std::sync::Arc;

use crate::{Contract, Described, EncodingAbout, NumberRange, VarMap};

use super::digits;
use super::{LinearEncoding, Statement, Sum, SumClauses};

pub(super) struct Modulo {
    pub(super) base: usize,
}

impl Described for Modulo {
    const ABOUT: EncodingAbout = EncodingAbout {
        justification: Some([
            "at least j of what a digit gets, less the carry; the carry: the base is reached",
            "digits add up to the total, which a form of the constraint bounds",
        ]),
        number: Some(NumberRange { about: "base of the digits", range: 2..=1000 }),
        contract: Contract::Bijective,
        ..EncodingAbout::new("modulo", "a balanced tree of sums in digits, each in unary")
    };

    fn value(&self) -> usize {
        self.base
    }
}

impl SumClauses for Modulo {
    fn most(&self) -> i64 {
        super::MOST
    }

    fn with_number(&self, base: usize) -> Option<Arc<dyn LinearEncoding>> {
        Some(Arc::new(Modulo { base }))
    }

    fn uses_at_most_ones(&self) -> bool {
        true
    }

    fn prepare(&self, sum: Sum, _: &VarMap) -> Result<Statement, String> {
        let base = self.base as i64;
        Ok(Box::new(move |vars, out| digits::encode(&sum, |_| std::iter::repeat(base), vars, out)))
    }
}
