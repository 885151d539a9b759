//! At most one by binary numbers: each literal implies the bits of its own number.
//!
//! L = ceil(log2 n) new variables and n*L clauses. Up to four literals it is the pairwise encoding, which is smaller
//! there. If no literal is true, the bits are free (projected-only). Domain consistent.
//! A. M. Frisch, T. J. Peugniez, A. J. Doggett, P. W. Nightingale, "Solving Non-Boolean Satisfiability Problems with
//! Stochastic Local Search", Journal of Automated Reasoning 35, 2005.

use crate::{Contract, Described, EncodingAbout};
use cnfab_cnf::{ClauseSink, Lit};

use super::bits::number_groups;
use super::{AmoEncoding, Pairwise};

pub(super) struct Bitwise;

impl Described for Bitwise {
    const ABOUT: EncodingAbout = EncodingAbout {
        justification: Some([
            "some literal whose number has the bit",
            "a literal without the bit and the others together exceed one",
        ]),
        ..EncodingAbout::new("bitwise", "each literal implies the bits of its own number")
    };
}

impl AmoEncoding for Bitwise {
    fn contract(&self, n: usize) -> Contract {
        Contract::bijective_if(n <= 4)
    }

    fn at_most_one(&self, lits: &[Lit], out: &mut dyn ClauseSink) {
        if lits.len() <= 4 {
            return Pairwise.at_most_one(lits, out);
        }
        number_groups(lits, 1, out);
    }
}
