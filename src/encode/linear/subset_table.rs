//! Which set of values a line of different cells can hold.
//!
//! For a sum of k distinct variables with one coefficient, each set of k values with the right sum that the domains can
//! hold gets a selector. Each value v gets a literal "the line contains v". A variable's value is contained; a
//! contained value is some variable's; a selector implies which values are contained and which are not; each value,
//! contained or not, implies one of the selectors that agree; and one selector holds.
//! With d values and s sets: d+s variables (none for values that are in all sets or in none) and at most
//! k*d + d + d*s + 2*d + 1 clauses. Unit propagation is domain consistent on the set of values, not on who takes which.
//! Bijective: the values determine their set.
//! Only for `=` over variables that the model states to be different; needs their all-different constraint, which it
//! relies on. 30, 147 and 238 sets for 3, 4 and 5 of 1..=19 with sum 38; 1,394 for 5 of 5..=29 with sum 85.
//! The combination lists that Kakuro and Killer Sudoku solvers use.

use crate::cnf::{ClauseSink, Lit, Name};
use crate::encode::{ClauseBuf, Contract, Encoding, LitOrConst, VarMap};
use crate::model::Cmp;
use crate::names::Named;

use super::subsets::Subsets;
use super::{LinearEncoding, Statement, Sum};

pub(super) struct SubsetTable;

impl Named for SubsetTable {
    fn name(&self) -> &'static str {
        "subset-table"
    }

    fn about(&self) -> &'static str {
        "one selector per set of different values with the right sum"
    }
}

impl Encoding for SubsetTable {
    fn has_definitions(&self) -> bool {
        false
    }
}

impl LinearEncoding for SubsetTable {
    fn contract(&self, _cmp: Cmp) -> Contract {
        Contract::Bijective
    }

    fn prepare(&self, sum: Sum, vars: &VarMap) -> Result<Statement, String> {
        let subsets = Subsets::new(&sum, vars)?;
        Ok(Box::new(move |vars, out| encode(&sum, &subsets, vars, out)))
    }
}

/// The clauses for these sets.
pub(super) fn encode(sum: &Sum, subsets: &Subsets, vars: &mut VarMap, out: &mut dyn ClauseSink) {
    if subsets.len() == 0 {
        return out.clause(&[]);
    }
    let contains = contained(sum, subsets, vars, out);
    let selectors: Vec<Lit> = (0..subsets.len()).map(|i| out.fresh(Name::aux("set", i, 0))).collect();
    let mut clause = ClauseBuf::new();
    let mut member = vec![false; contains.len()];
    for (set, &selector) in subsets.iter().zip(&selectors) {
        set.iter().for_each(|&index| member[index as usize] = true);
        for (&contains, member) in contains.iter().zip(&mut member) {
            let agrees = if *member { contains } else { !contains };
            clause.all([(!selector).into(), agrees], out);
            *member = false;
        }
    }
    for (index, &contains) in contains.iter().enumerate() {
        for with in [true, false] {
            clause.push(if with { !contains } else { contains });
            for (set, &selector) in subsets.iter().zip(&selectors) {
                if set.binary_search(&(index as u32)).is_ok() == with {
                    clause.push(selector);
                }
            }
            clause.emit(out);
        }
    }
    clause.extend(&selectors).emit(out);
}

/// "The line contains v" for each value, linked to the variables that can take it; constant for values in all sets or
/// none.
fn contained(sum: &Sum, subsets: &Subsets, vars: &mut VarMap, out: &mut dyn ClauseSink) -> Vec<LitOrConst> {
    let mut uses = vec![0; subsets.values().len()];
    subsets.iter().flatten().for_each(|&index| uses[index as usize] += 1);
    let mut clause = ClauseBuf::new();
    let mut takers: Vec<LitOrConst> = Vec::new();
    let mut contains = Vec::with_capacity(uses.len());
    for (&value, uses) in subsets.values().iter().zip(uses) {
        let contained = if uses == 0 || uses == subsets.len() {
            LitOrConst::Const(uses > 0)
        } else {
            out.fresh(Name::aux("holds", 0, value.into())).into()
        };
        takers.clear();
        takers.extend(sum.terms.iter().map(|&(_, var)| vars.is(var, value, out)));
        for &taker in &takers {
            clause.all([!taker, contained], out);
        }
        clause.push(!contained).extend(&takers).emit(out);
        contains.push(contained);
    }
    contains
}
