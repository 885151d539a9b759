//! Binary adders: the true literals are added up to a binary number, which is compared with the bound.
//!
//! Three bits of one weight become a sum and a carry by a full adder (2 variables, 14 clauses), two by a half adder (2
//! variables, 7 clauses), weight by weight: at most n full and log2 n half adders. The comparison has at most one clause per
//! bit and no variables; exactly k sets the bits. All bits are determined (bijective). Unit propagation is weak: it does
//! not even see all conflicts before all literals are set.
//! J. P. Warners, "A Linear-Time Transformation of Linear Inequalities into Conjunctive Normal Form", Information Processing
//! Letters 68, 1998; N. Eén, N. Sörensson, "Translating Pseudo-Boolean Constraints into SAT", JSAT 2, 2006.

use std::collections::VecDeque;

use crate::cnf::{ClauseSink, Lit};
use crate::encode::binary::{bounded_above, bounded_below, full_adder, half_adder};
use crate::encode::{Contract, Encoding};
use crate::model::Cmp;
use crate::names::Named;

use super::CardEncoding;

pub(super) struct Adder;

impl Named for Adder {
    fn name(&self) -> &'static str {
        "adder"
    }

    fn about(&self) -> &'static str {
        "binary adders and a comparison; small, and weak in propagation"
    }
}

impl Encoding for Adder {}

impl CardEncoding for Adder {
    fn contract(&self, _cmp: Cmp) -> Contract {
        Contract::Bijective
    }

    fn is_domain_consistent(&self) -> bool {
        false
    }

    fn at_most(&self, lits: &[Lit], k: usize, out: &mut dyn ClauseSink) {
        bounded_above(&sum(lits, out), k as u64, out);
    }

    fn at_least(&self, lits: &[Lit], k: usize, out: &mut dyn ClauseSink) {
        bounded_below(&sum(lits, out), k as u64, out);
    }

    fn exactly(&self, lits: &[Lit], k: usize, out: &mut dyn ClauseSink) {
        for (place, bit) in sum(lits, out).into_iter().enumerate() {
            out.clause(&[if k >> place & 1 == 1 { bit } else { !bit }]);
        }
    }
}

/// The number of true literals as bits, lowest first.
fn sum(lits: &[Lit], out: &mut dyn ClauseSink) -> Vec<Lit> {
    let mut bits = Vec::new();
    let mut column: VecDeque<Lit> = lits.iter().copied().collect();
    while !column.is_empty() {
        let mut carries = VecDeque::new();
        while column.len() > 1 {
            let (a, b) = (column.pop_front(), column.pop_front());
            let (a, b) = (a.expect("two bits are left"), b.expect("two bits are left"));
            let (sum, carry) = match column.pop_front() {
                Some(c) => full_adder([a, b, c], out),
                None => half_adder([a, b], out),
            };
            column.push_back(sum);
            carries.push_back(carry);
        }
        bits.extend(column);
        column = carries;
    }
    bits
}
