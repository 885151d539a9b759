//! At most one variable takes each value, and each value is taken when there are as many values as variables.
//!
//! As `amo-per-value`, plus one clause per value when the domains hold exactly n values together for n variables; the
//! empty clause when they hold fewer. With n values, unit propagation then also finds the last candidate for a value.
//! Without, the two encodings are the same. 30 to 44 per cent fewer conflicts on Aristotle's hexagon.
//! Bijective if the at-most-one is.

use crate::amo::AmoEncoding;
use crate::{Contract, Described, EncodingAbout, VarMap};
use cnfab_cnf::ClauseSink;
use cnfab_model::Var;

use super::AllDifferentClauses;
use super::amo_per_value::{AmoPerValue, ValuePlace, for_each_value, values};

pub(super) struct Bijection;

impl Described for Bijection {
    const ABOUT: EncodingAbout = EncodingAbout {
        justification: Some([
            "as for at-most-one",
            "two variables of one value exceed one; prices of an assignment problem say that each value is taken",
        ]),
        ..EncodingAbout::new(
            "bijection",
            "at most one variable takes each value, and each value is taken when they are as many as the variables",
        )
    };
}

impl AllDifferentClauses for Bijection {
    fn contract(&self, of: &[Var], amo: &dyn AmoEncoding) -> Contract {
        amo.contract(of.len())
    }

    fn encode(&self, of: &[Var], amo: &dyn AmoEncoding, vars: &mut VarMap, out: &mut dyn ClauseSink) {
        let count = values(of, vars).len();
        if count < of.len() {
            out.clause(&[]);
        } else if count > of.len() {
            AmoPerValue.encode(of, amo, vars, out);
        } else {
            for_each_value(of, vars, out, |place, out| match place {
                ValuePlace::Taken(others) => others.iter().for_each(|&lit| out.clause(&[!lit])),
                ValuePlace::Among(lits) => amo.exactly_one(lits, out),
            });
        }
    }
}
