//! At most one by groups of three, each with a commander; at most one commander.
//!
//! One level, pairwise among the commanders: with m = ceil(n/3) groups of sizes g_i, m new variables and
//! n + sum of C(g_i,2) + C(m,2) clauses. Up to four literals it is the pairwise encoding, which is smaller there.
//! A commander may be true although its group has no true literal (projected-only). Domain consistent.
//! W. Klieber, G. Kwon, "Efficient CNF Encoding for Selecting 1 from N Objects", CFV 2007.

use crate::cnf::{ClauseSink, Lit, Name};
use crate::encode::Contract;
use crate::names::Named;

use super::{AmoEncoding, Pairwise};

const GROUP: usize = 3;

pub(super) struct Commander;

impl Named for Commander {
    fn name(&self) -> &'static str {
        "commander"
    }

    fn about(&self) -> &'static str {
        "groups of three, each literal implies its group's commander"
    }
}

impl AmoEncoding for Commander {
    fn contract(&self, _: usize) -> Contract {
        Contract::ProjectedOnly
    }

    fn at_most_one(&self, lits: &[Lit], out: &mut dyn ClauseSink) {
        if lits.len() <= 4 {
            return Pairwise.at_most_one(lits, out);
        }
        let mut commanders = Vec::with_capacity(lits.len().div_ceil(GROUP));
        for (i, group) in lits.chunks(GROUP).enumerate() {
            let commander = out.fresh(Name::aux("amo-commander", i, 0));
            group.iter().for_each(|&lit| out.clause(&[!lit, commander]));
            Pairwise.at_most_one(group, out);
            commanders.push(commander);
        }
        Pairwise.at_most_one(&commanders, out);
    }
}
