//! At most one variable takes each value.
//!
//! One at-most-one per value that two of the variables can take, over as many literals as can take it.
//! Unit propagation removes assigned values, no more: it does not see Hall sets or values with a single candidate.
//! Bijective if the at-most-one is.

use crate::amo::AmoEncoding;
use crate::{Contract, Described, EncodingAbout, LitOrConst, VarMap};
use cnfab_cnf::{ClauseSink, Lit};
use cnfab_model::Var;

use super::AllDifferentClauses;

pub(super) struct AmoPerValue;

impl Described for AmoPerValue {
    const ABOUT: EncodingAbout = EncodingAbout {
        justification: Some(["as for at-most-one", "two variables of one value exceed one"]),
        is_baseline: true,
        ..EncodingAbout::new("amo-per-value", "at most one variable takes each value")
    };
}

impl AllDifferentClauses for AmoPerValue {
    fn contract(&self, of: &[Var], amo: &dyn AmoEncoding) -> Contract {
        amo.contract(of.len())
    }

    fn encode(&self, of: &[Var], amo: &dyn AmoEncoding, vars: &mut VarMap, out: &mut dyn ClauseSink) {
        amo_per_value(of, amo, vars, out);
    }
}

/// An at-most-one per value.
pub(crate) fn amo_per_value(of: &[Var], amo: &dyn AmoEncoding, vars: &mut VarMap, out: &mut dyn ClauseSink) {
    for_each_value(of, vars, out, |place, out| match place {
        ValuePlace::Taken(others) => others.iter().for_each(|&lit| out.clause(&[!lit])),
        ValuePlace::Among(lits) => amo.at_most_one(lits, out),
    });
}

/// Who can take a value.
pub(super) enum ValuePlace<'l> {
    /// One variable has it for certain; these literals of the others are false.
    Taken(&'l [Lit]),
    /// Those whose literals these are.
    Among(&'l [Lit]),
}

/// Calls `each` for the values of the variables' domains in increasing order.
pub(super) fn for_each_value(
    of: &[Var],
    vars: &mut VarMap,
    out: &mut dyn ClauseSink,
    mut each: impl FnMut(ValuePlace<'_>, &mut dyn ClauseSink),
) {
    let mut lits = Vec::with_capacity(of.len());
    for value in values(of, vars) {
        lits.clear();
        let mut taken = 0;
        for &var in of {
            match vars.is(var, value, out) {
                LitOrConst::Const(fixed) => taken += usize::from(fixed),
                LitOrConst::Lit(lit) => lits.push(lit),
            }
        }
        match taken {
            0 => each(ValuePlace::Among(&lits), out),
            1 => each(ValuePlace::Taken(&lits), out),
            _ => out.clause(&[]),
        }
    }
}

/// The values that at least one of the variables can take, increasing.
pub(crate) fn values(of: &[Var], vars: &VarMap) -> Vec<i32> {
    let mut values: Vec<i32> = of.iter().flat_map(|&var| vars.domain(var).values()).collect();
    values.sort_unstable();
    values.dedup();
    values
}
