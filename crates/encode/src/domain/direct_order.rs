//! One literal per value and one per order literal, channelled from the start.
//!
//! `direct` with all its order literals made at once. For d > 2 values it has d + (d-3) variables: the lowest and the
//! highest order literal are value literals already. Its clauses are the one that some value is true, the chosen
//! at-most-one over d literals, and at most 4d-7 others. Bijective when the at-most-one is. Worth it where sums and
//! all-different meet, and for exactly-one groups at large. J. Petke, P. Jeavons, "The Order Encoding: From Tractable
//! CSP to Tractable SAT", SAT 2011; Q. Sheng, J. Reeves, M. Heule, "Reencoding Unique Literal Clauses", SAT 2025.

use crate::amo::AmoEncoding;
use crate::{Contract, Described, EncodingAbout};
use cnfab_cnf::ClauseSink;
use cnfab_model::Domain;

use super::direct::Direct;
use super::{IntLits, VariableLiterals};

pub(super) struct DirectOrder;

impl Described for DirectOrder {
    const ABOUT: EncodingAbout = EncodingAbout {
        justification: Some([
            "a literal: the variable has the value, or is at most the value",
            "exactly one value is taken",
        ]),
        ..EncodingAbout::new(
            "direct-order",
            "one literal per value and one per order literal, channelled from the start",
        )
    };
}

impl VariableLiterals for DirectOrder {
    fn contract(&self, values: usize, amo: &dyn AmoEncoding) -> Contract {
        Direct.contract(values, amo)
    }

    fn encode(&self, var: usize, values: &Domain, amo: &dyn AmoEncoding, out: &mut dyn ClauseSink) -> Box<dyn IntLits> {
        let mut lits = Direct.encode(var, values, amo, out);
        // Asking for one makes them all.
        lits.at_most(values.min().expect("several values"), out);
        lits
    }
}
