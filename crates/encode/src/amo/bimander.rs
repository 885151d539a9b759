//! At most one by groups with binary numbers: pairwise inside a group, and each literal implies the bits of its group's
//! number.
//!
//! With groups of g (2 if not given), m = ceil(n/g) of sizes g_i and L = ceil(log2 m): L new variables and
//! n*L + sum of C(g_i,2) clauses. Up to four literals, and if there is one group only, it is the pairwise encoding.
//! If no literal is true, the bits are free (projected-only). Domain consistent.
//! V.-H. Nguyen, S. T. Mai, "A New Method to Encode the At-Most-One Constraint into SAT", SoICT 2015.

use std::sync::Arc;

use crate::{Contract, Described, EncodingAbout, NumberRange};
use cnfab_cnf::{ClauseSink, Lit};

use super::bits::number_groups;
use super::{AmoEncoding, Pairwise};

pub(super) struct Bimander {
    pub(super) group: usize,
}

impl Described for Bimander {
    const ABOUT: EncodingAbout = EncodingAbout {
        justification: Some([
            "some literal whose group has the bit",
            "a literal of a group without the bit and the others together exceed one",
        ]),
        number: Some(NumberRange { about: "group size", range: 2..=1000 }),
        ..EncodingAbout::new("bimander", "groups, each literal implies the bits of its group's number")
    };

    fn value(&self) -> usize {
        self.group
    }
}

impl AmoEncoding for Bimander {
    fn with_number(&self, group: usize) -> Option<Arc<dyn AmoEncoding>> {
        Some(Arc::new(Bimander { group }))
    }

    fn contract(&self, n: usize) -> Contract {
        Contract::bijective_if(n <= self.group.max(4))
    }

    fn at_most_one(&self, lits: &[Lit], out: &mut dyn ClauseSink) {
        if lits.len() <= self.group.max(4) {
            return Pairwise.at_most_one(lits, out);
        }
        lits.chunks(self.group).for_each(|group| Pairwise.at_most_one(group, out));
        number_groups(lits, self.group, out);
    }
}
