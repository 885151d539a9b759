//! `propagate` in the place of an encoding: the constraint goes to the solver as it is.
//!
//! At-most-ones, counts and sums become linear constraints over literals of the model's variables. A sum needs the
//! order literals of its variables, no auxiliary variables and no clauses but theirs. So it is bijective. Propagation
//! is bounds consistent for one sum, and domain consistent for a count or an at-most-one.
//!
//! Only the SAT solver `cdcl` propagates such constraints, and without a proof, since clauses derived from them do not
//! follow from the other clauses. For all other solvers and for files the configuration is refused.
//!
//! Whether to encode or to propagate is the question of I. Abío, R. Nieuwenhuis, A. Oliveras, E. Rodríguez-Carbonell,
//! P. Stuckey, "To Encode or to Propagate? The Best Choice for Each Constraint in SAT", CP 2013.

use crate::cnf::{ClauseSink, Lit};
use crate::model::{Cmp, Var};
use crate::names::Named;

use super::amo::AmoEncoding;
use super::card::CardEncoding;
use super::linear::{LinearEncoding, Statement, Sum, at_least_literals};
use super::{Contract, Encoding, LitOrConst, VarMap};

/// A constraint that is propagated.
pub(super) struct Propagated;

/// How it is written.
pub(crate) const PROPAGATE: &str = "propagate";
/// One line about it.
pub(super) const ABOUT: &str = "no clauses: the SAT solver 'cdcl' propagates the constraint and explains what follows";

impl Named for Propagated {
    fn name(&self) -> &'static str {
        PROPAGATE
    }

    fn about(&self) -> &'static str {
        ABOUT
    }
}

impl Encoding for Propagated {
    fn has_definitions(&self) -> bool {
        false
    }

    fn is_propagated(&self) -> bool {
        true
    }
}

/// At most `k` of the literals.
fn at_most(lits: impl Iterator<Item = Lit>, k: usize, out: &mut dyn ClauseSink) {
    let terms: Vec<Vec<(i64, Lit)>> = lits.map(|lit| vec![(1, lit)]).collect();
    out.linear(&terms, k as i64);
}

impl AmoEncoding for Propagated {
    fn contract(&self, _: usize) -> Contract {
        Contract::Bijective
    }

    fn at_most_one(&self, lits: &[Lit], out: &mut dyn ClauseSink) {
        match *lits {
            [] | [_] => {}
            [a, b] => out.clause(&[!a, !b]),
            _ => at_most(lits.iter().copied(), 1, out),
        }
    }
}

impl CardEncoding for Propagated {
    fn contract(&self, _: Cmp) -> Contract {
        Contract::Bijective
    }

    fn at_most(&self, lits: &[Lit], k: usize, out: &mut dyn ClauseSink) {
        at_most(lits.iter().copied(), k, out);
    }

    fn at_least(&self, lits: &[Lit], k: usize, out: &mut dyn ClauseSink) {
        at_most(lits.iter().map(|&lit| !lit), lits.len() - k, out);
    }

    fn exactly(&self, lits: &[Lit], k: usize, out: &mut dyn ClauseSink) {
        CardEncoding::at_most(self, lits, k, out);
        self.at_least(lits, k, out);
    }
}

impl LinearEncoding for Propagated {
    fn contract(&self, _: Cmp) -> Contract {
        Contract::Bijective
    }

    fn prepare(&self, sum: Sum, _: &VarMap) -> Result<Statement, String> {
        Ok(Box::new(move |vars, out| {
            if sum.cmp != Cmp::Ge {
                linear(&sum.terms, sum.rhs, vars, out);
            }
            if sum.cmp != Cmp::Le {
                let opposite: Vec<(i64, Var)> =
                    sum.terms.iter().map(|&(coefficient, var)| (-coefficient, var)).collect();
                linear(&opposite, -sum.rhs, vars, out);
            }
        }))
    }
}

/// The sum is at most the bound.
fn linear(terms: &[(i64, Var)], mut bound: i64, vars: &mut VarMap, out: &mut dyn ClauseSink) {
    let mut all = Vec::with_capacity(terms.len());
    for &(coefficient, var) in terms {
        let mut values: Vec<i64> = vars.domain(var).values().map(|value| coefficient * i64::from(value)).collect();
        values.sort_unstable();
        let mut least = values[0];
        let mut steps: Vec<(i64, Lit)> = Vec::with_capacity(values.len() - 1);
        for (&value, truth) in values.iter().zip(at_least_literals((coefficient, var), vars, out)) {
            match truth {
                LitOrConst::Const(true) => {
                    least = value;
                    steps.clear();
                }
                LitOrConst::Const(false) => break,
                LitOrConst::Lit(lit) => steps.push((value, lit)),
            }
        }
        bound -= least;
        steps.iter_mut().for_each(|step| step.0 -= least);
        all.push(steps);
    }
    out.linear(&all, bound);
}
