//! Binary adders: the true literals are added up to a binary number, which is compared with the bound.
//!
//! Three bits of one weight become a sum and a carry by a full adder (2 variables, 14 clauses), two by a half adder (2
//! variables, 7 clauses). Weight by weight, that takes at most n full and log2 n half adders. The comparison has at
//! most one clause per bit and no variables; exactly k sets the bits. All bits are determined (bijective). Unit
//! propagation is weak: it does not even see all conflicts before all literals are set.
//! J. P. Warners, "A Linear-Time Transformation of Linear Inequalities into Conjunctive Normal Form", Information
//! Processing Letters 68, 1998; N. Eén, N. Sörensson, "Translating Pseudo-Boolean Constraints into SAT", JSAT 2, 2006.

use crate::binary::{added, bounded_above, bounded_below, total};
use crate::{ClauseBuf, Contract, Described, EncodingAbout, LitOrConst};
use cnfab_cnf::{ClauseSink, Lit};

use super::OpenCount;

pub(super) struct Adder;

impl Described for Adder {
    const ABOUT: EncodingAbout = EncodingAbout {
        justification: Some([
            "at least two of three bits; the parity that is left of them",
            "bits add up to the total, which a form of the constraint bounds",
        ]),
        contract: Contract::Bijective,
        ..EncodingAbout::new("adder", "binary adders and a comparison; small, and weak in propagation")
    };
}

impl OpenCount for Adder {
    fn is_domain_consistent(&self) -> bool {
        false
    }

    fn at_most(&self, lits: &[Lit], k: usize, out: &mut dyn ClauseSink) {
        bounded_above(&count(lits, out), k as u64, out);
    }

    fn at_least(&self, lits: &[Lit], k: usize, out: &mut dyn ClauseSink) {
        bounded_below(&count(lits, out), k as u64, out);
    }

    fn exactly(&self, lits: &[Lit], k: usize, out: &mut dyn ClauseSink) {
        let mut clause = ClauseBuf::new();
        for (place, bit) in count(lits, out).into_iter().enumerate() {
            clause.all([if k >> place & 1 == 1 { bit } else { !bit }], out);
        }
    }
}

/// The bits of the number of true literals.
fn count(lits: &[Lit], out: &mut dyn ClauseSink) -> Vec<LitOrConst> {
    let bits = added(vec![lits.to_vec()], out);
    total(&bits, out);
    bits
}
