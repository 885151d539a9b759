//! Sums by encodings of somebody else's, which know literals and no variables of a model.

use cnfab_cnf::{ClauseSink, Lit};
use cnfab_model::{Cmp, Var};

use crate::{Contract, Encoding, LitOrConst, VarMap};

use super::{Statement, Sum, SumClauses};

/// An encoding of sums over groups of literals: of each group at most one is true, and its weight counts.
///
/// Whoever implements it has a [`LinearEncoding`](super::LinearEncoding), for models and for literals alike.
pub trait SumOfLiterals: Encoding + Clone + 'static {
    /// The contract of a sum with this comparison.
    fn contract(&self, _cmp: Cmp) -> Contract {
        self.entry().contract
    }

    /// Refuses groups of these weights, which are positive, if it cannot state them. It is known before any clause is
    /// sent.
    ///
    /// # Errors
    /// The reason why it cannot, as the end of the sentence "cannot encode ...: ".
    fn can(&self, _weights: &[Vec<i64>], _cmp: Cmp, _bound: i64) -> Result<(), String> {
        Ok(())
    }

    /// The weights of the true literals compare with the bound. All weights are positive.
    fn sum(&self, groups: &[Vec<(i64, Lit)>], cmp: Cmp, bound: i64, out: &mut dyn ClauseSink);
}

impl<E: SumOfLiterals> SumClauses for E {
    fn contract(&self, cmp: Cmp) -> Contract {
        SumOfLiterals::contract(self, cmp)
    }

    fn prepare(&self, sum: Sum, vars: &VarMap) -> Result<Statement, String> {
        let (groups, bound) = groups(&sum, vars);
        let weights = |group: &Vec<(i64, Var, i32)>| group.iter().map(|&(weight, ..)| weight).collect();
        self.can(&groups.iter().map(weights).collect::<Vec<Vec<i64>>>(), sum.cmp, bound)?;
        let this = self.clone();
        Ok(Box::new(move |vars, out| {
            let mut bound = bound;
            let mut lits = Vec::with_capacity(groups.len());
            for group in groups {
                let mut own = Vec::with_capacity(group.len());
                for (weight, var, value) in group {
                    match vars.is(var, value, out) {
                        LitOrConst::Lit(lit) => own.push((weight, lit)),
                        LitOrConst::Const(is) => bound -= if is { weight } else { 0 },
                    }
                }
                lits.push(own);
            }
            this.sum(&lits, sum.cmp, bound, out);
        }))
    }
}

/// Terms of one variable: coefficient, variable and value of each.
type VariableTerms = Vec<(i64, Var, i32)>;

/// Of each term all values but the one that adds least, with what they add more, and the bound for these.
fn groups(sum: &Sum, vars: &VarMap) -> (Vec<VariableTerms>, i64) {
    let mut bound = sum.rhs;
    let mut groups = Vec::with_capacity(sum.terms.len());
    for &(coefficient, var) in &sum.terms {
        let values = vars.domain(var).values();
        let least = values.map(|value| coefficient * i64::from(value)).min().unwrap_or(0);
        bound -= least;
        let more = |value: i32| (coefficient * i64::from(value) - least, var, value);
        groups.push(vars.domain(var).values().map(more).filter(|&(weight, ..)| weight > 0).collect());
    }
    (groups, bound)
}
