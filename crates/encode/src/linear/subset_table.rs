//! Sums over different variables by the sets of values that they can hold.
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

use crate::{ClauseBuf, Contract, Described, EncodingAbout, LitOrConst, VarMap};
use cnfab_cnf::{ClauseSink, Definition, Lit, Name};

use super::subsets::Subsets;
use super::{Statement, Sum, SumClauses};

pub(super) struct SubsetTable;

impl Described for SubsetTable {
    const ABOUT: EncodingAbout = EncodingAbout {
        justification: Some([
            "some variable has v; a set: its values are taken, the others are not",
            "a tree of cases over the values, which prices of an assignment problem refute",
        ]),
        contract: Contract::Bijective,
        ..EncodingAbout::new("subset-table", "one selector per set of different values with the right sum")
    };
}

impl SumClauses for SubsetTable {
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
    let mut clause = ClauseBuf::new();
    let mut agrees = Vec::with_capacity(contains.len());
    let mut selectors: Vec<Lit> = Vec::with_capacity(subsets.len());
    for (number, set) in subsets.iter().enumerate() {
        agrees.clear();
        agrees.extend(contains.iter().map(|&contains| !contains));
        set.iter().for_each(|&index| agrees[index as usize] = contains[index as usize]);
        let meaning = || Definition::All(agrees.iter().filter_map(|contains| contains.lit()).collect());
        let selector = out.define(Name::aux("set", number, 0), &meaning);
        agrees.iter().for_each(|&agrees| clause.all([(!selector).into(), agrees], out));
        selectors.push(selector);
    }
    clause.extend(&selectors).emit(out);
    link(sum, subsets, &contains, vars, out);
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
}

/// "The line contains v" for each value; constant for values in all sets or none.
fn contained(sum: &Sum, subsets: &Subsets, vars: &mut VarMap, out: &mut dyn ClauseSink) -> Vec<LitOrConst> {
    let mut uses = vec![0; subsets.values().len()];
    subsets.iter().flatten().for_each(|&index| uses[index as usize] += 1);
    let mut contains = Vec::with_capacity(uses.len());
    for (&value, uses) in subsets.values().iter().zip(uses) {
        contains.push(match uses == 0 || uses == subsets.len() {
            true => LitOrConst::Const(uses > 0),
            false => {
                let takers: Vec<LitOrConst> = sum.terms.iter().map(|&(_, var)| vars.is(var, value, out)).collect();
                let lits = || takers.iter().filter_map(|taker| taker.lit()).collect::<Vec<Lit>>();
                out.define(Name::aux("holds", 0, value.into()), &|| Definition::any(&lits())).into()
            }
        });
    }
    contains
}

/// A value is contained if and only if some variable has it.
fn link(sum: &Sum, subsets: &Subsets, contains: &[LitOrConst], vars: &mut VarMap, out: &mut dyn ClauseSink) {
    let mut clause = ClauseBuf::new();
    let mut takers: Vec<LitOrConst> = Vec::new();
    for (&value, &contained) in subsets.values().iter().zip(contains) {
        takers.clear();
        takers.extend(sum.terms.iter().map(|&(_, var)| vars.is(var, value, out)));
        for &taker in &takers {
            clause.all([!taker, contained], out);
        }
        clause.push(!contained).extend(&takers).emit(out);
    }
}
