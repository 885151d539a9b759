//! At most one variable takes each value, and no k+1 variables share k values.
//!
//! As `bijection`, and one clause for each set of k values and each k+1 variables that can all take some of them. It
//! states that some variable takes a value outside the set. The sizes k go up to the number given (2 if none is). At
//! most the sum over k of C(n,k+1)*C(d,k) clauses for n variables and d values, without auxiliaries; pairs are
//! at-most-ones already. Unit propagation then sees that k variables with the same k values leave none of them to a
//! further one, as soon as it has no other values. Refused beyond two million clauses. Bijective if the at-most-one is.
//! P. Hall, "On Representatives of Subsets", Journal of the London Mathematical Society 10, 1935.

use std::sync::Arc;

use crate::amo::AmoEncoding;
use crate::combinations::{Combinations, subsets};
use crate::{ClauseBuf, Contract, Described, EncodingAbout, LitOrConst, NumberRange, VarMap};
use cnfab_cnf::ClauseSink;
use cnfab_model::Var;

use super::amo_per_value::values;
use super::bijection::Bijection;
use super::{AllDifferentClauses, AllDifferentEncoding};

/// More clauses than this are refused.
const MOST_CLAUSES: u128 = 2_000_000;

pub(super) struct Hall {
    pub(super) size: usize,
}

impl Described for Hall {
    const ABOUT: EncodingAbout = EncodingAbout {
        justification: Some(["there are none", "prices of an assignment problem: too many variables for the values"]),
        number: Some(NumberRange { about: "largest number k of values", range: 2..=5 }),
        ..EncodingAbout::new("hall", "bijection, and no k+1 variables share k values")
    };

    fn value(&self) -> usize {
        self.size
    }
}

impl AllDifferentClauses for Hall {
    fn with_number(&self, size: usize) -> Option<Arc<dyn AllDifferentEncoding>> {
        Some(Arc::new(Hall { size }))
    }

    fn contract(&self, of: &[Var], amo: &dyn AmoEncoding) -> Contract {
        Bijection.contract(of, amo)
    }

    fn can(&self, of: &[Var], vars: &VarMap) -> Result<(), String> {
        let (n, d) = (of.len(), values(of, vars).len());
        let clauses = (2..=self.size).map(|k| subsets(n, k + 1).saturating_mul(subsets(d, k)));
        match clauses.fold(0u128, u128::saturating_add) {
            0..=MOST_CLAUSES => Ok(()),
            _ => Err(format!("its sets of {} values need more than {MOST_CLAUSES} clauses", self.size)),
        }
    }

    fn encode(&self, of: &[Var], amo: &dyn AmoEncoding, vars: &mut VarMap, out: &mut dyn ClauseSink) {
        Bijection.encode(of, amo, vars, out);
        let values = values(of, vars);
        // For each variable its values, as positions, and their literals.
        let mut lits: Vec<Vec<(usize, LitOrConst)>> = Vec::with_capacity(of.len());
        for &var in of {
            let own: Vec<i32> = vars.domain(var).to_vec();
            let place = |value: i32| values.binary_search(&value).expect("a value of one of the variables");
            lits.push(own.into_iter().map(|value| (place(value), vars.is(var, value, out))).collect());
        }
        let mut clause = ClauseBuf::new();
        for k in 2..=self.size {
            let mut sets = Combinations::new(values.len(), k);
            while let Some(set) = sets.next() {
                // For each variable the literals of its values outside the set; `None` if it has no value in the set.
                let is_outside = |&&(place, _): &&(usize, LitOrConst)| !set.contains(&place);
                let outside = |own: &Vec<(usize, LitOrConst)>| {
                    let outside: Vec<LitOrConst> = own.iter().filter(is_outside).map(|&(_, lit)| lit).collect();
                    (outside.len() < own.len()).then_some(outside)
                };
                let outside: Vec<Option<Vec<LitOrConst>>> = lits.iter().map(outside).collect();
                let mut groups = Combinations::new(of.len(), k + 1);
                while let Some(group) = groups.next() {
                    if group.iter().any(|&var| outside[var].is_none()) {
                        continue;
                    }
                    for &lit in group.iter().filter_map(|&var| outside[var].as_ref()).flatten() {
                        clause.push(lit);
                    }
                    clause.emit(out);
                }
            }
        }
    }
}
