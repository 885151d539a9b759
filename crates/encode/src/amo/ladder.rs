//! At most one by a chain of "one of the first i is true", defined in both directions.
//!
//! The sequential encoding, and each link of the chain implies its reason: n-1 new variables and 4n-5 clauses from n =
//! 3 on, one clause for two literals. Bijective, domain consistent.
//! I. P. Gent, P. Nightingale, "A new encoding of AllDifferent into SAT", ModRef 2004; C. Ansótegui, F. Manyà, "Mapping
//! problems with finite-domain variables into problems with Boolean variables", SAT 2004. Those have a link before the
//! first literal and one after the last besides, which this one leaves out.

use crate::{Contract, Described, EncodingAbout};
use cnfab_cnf::{ClauseSink, Lit};

use super::AmoEncoding;
use super::sequential::chain;

pub(super) struct Ladder;

impl Described for Ladder {
    const ABOUT: EncodingAbout = EncodingAbout {
        justification: Some(["some literal so far", "what came so far and the next literal together exceed one"]),
        contract: Contract::Bijective,
        ..EncodingAbout::new("ladder", "a chain of \"one of the first i is true\", implications both ways")
    };
}

impl AmoEncoding for Ladder {
    fn at_most_one(&self, lits: &[Lit], out: &mut dyn ClauseSink) {
        chain(lits, out, |link, lit, before, out| match before {
            Some(before) => out.clause(&[!link, lit, before]),
            None => out.clause(&[!link, lit]),
        });
    }
}
