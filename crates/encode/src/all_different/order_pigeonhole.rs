//! At most one variable takes each value, and not all variables crowd at one end of their values.
//!
//! As `bijection`, and two clauses over order literals: n variables do not all take one of the n-1 smallest values, nor
//! of the n-1 largest. Unit propagation then sees the two pigeonholes at the ends as soon as bounds leave them.
//! Bijective if the at-most-one is.
//! N. Tamura, A. Taga, S. Kitagawa, M. Banbara, "Compiling finite linear CSP into SAT", Constraints 14, 2009 (Sugar).

use crate::amo::AmoEncoding;
use crate::{ClauseBuf, Contract, Described, EncodingAbout, VarMap};
use cnfab_cnf::ClauseSink;
use cnfab_model::Var;

use super::AllDifferentClauses;
use super::amo_per_value::values;
use super::bijection::Bijection;

pub(super) struct OrderPigeonhole;

impl Described for OrderPigeonhole {
    const ABOUT: EncodingAbout = EncodingAbout {
        justification: Some([
            "as for at-most-one",
            "prices of an assignment problem: too many variables for the values",
        ]),
        ..EncodingAbout::new(
            "order-pigeonhole",
            "bijection, and not all variables among the smallest or the largest values",
        )
    };
}

impl AllDifferentClauses for OrderPigeonhole {
    fn contract(&self, of: &[Var], amo: &dyn AmoEncoding) -> Contract {
        Bijection.contract(of, amo)
    }

    fn encode(&self, of: &[Var], amo: &dyn AmoEncoding, vars: &mut VarMap, out: &mut dyn ClauseSink) {
        Bijection.encode(of, amo, vars, out);
        let values = values(of, vars);
        if of.len() < 2 || values.len() < of.len() {
            return;
        }
        let mut clause = ClauseBuf::new();
        for &var in of {
            clause.push(!vars.at_most(var, values[of.len() - 2], out));
        }
        clause.emit(out);
        for &var in of {
            clause.push(vars.at_most(var, values[values.len() - of.len()], out));
        }
        clause.emit(out);
    }
}
