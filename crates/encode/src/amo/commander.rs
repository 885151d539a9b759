//! At most one by groups, each with a commander; at most one commander.
//!
//! One level, pairwise among the commanders: with groups of g (3 if not given), m = ceil(n/g) of sizes g_i, m new
//! variables and n + sum of C(g_i,2) + C(m,2) clauses. Up to four literals, and if there is one group only, it is the
//! pairwise encoding, which is smaller there. More than 256 groups, whose pairs would outgrow the rest, have commanders
//! themselves. A commander may be true although its group has no true literal (projected-only). Domain consistent.
//! W. Klieber, G. Kwon, "Efficient CNF Encoding for Selecting 1 from N Objects", CFV 2007.

use std::sync::Arc;

use crate::{Contract, Described, EncodingAbout, NumberRange};
use cnfab_cnf::{ClauseSink, Definition, Lit, Name};

use super::{AmoEncoding, Pairwise};

/// The most commanders whose pairs are forbidden one by one.
const MOST_BY_PAIRS: usize = 256;

pub(super) struct Commander {
    pub(super) group: usize,
}

impl Described for Commander {
    const ABOUT: EncodingAbout = EncodingAbout {
        justification: Some([
            "some literal of the group",
            "two literals of a group, and two groups, together exceed one",
        ]),
        number: Some(NumberRange { about: "group size", range: 2..=1000 }),
        ..EncodingAbout::new("commander", "groups, each literal implies its group's commander")
    };

    fn value(&self) -> usize {
        self.group
    }
}

impl AmoEncoding for Commander {
    fn with_number(&self, group: usize) -> Option<Arc<dyn AmoEncoding>> {
        Some(Arc::new(Commander { group }))
    }

    fn contract(&self, n: usize) -> Contract {
        Contract::bijective_if(n <= self.group.max(4))
    }

    fn at_most_one(&self, lits: &[Lit], out: &mut dyn ClauseSink) {
        if lits.len() <= self.group.max(4) {
            return Pairwise.at_most_one(lits, out);
        }
        let mut commanders = Vec::with_capacity(lits.len().div_ceil(self.group));
        for (i, group) in lits.chunks(self.group).enumerate() {
            let commander = out.define(Name::aux("amo-commander", i, 0), &|| Definition::any(group));
            group.iter().for_each(|&lit| out.clause(&[!lit, commander]));
            Pairwise.at_most_one(group, out);
            commanders.push(commander);
        }
        if commanders.len() <= MOST_BY_PAIRS {
            Pairwise.at_most_one(&commanders, out);
        } else {
            self.at_most_one(&commanders, out);
        }
    }
}
