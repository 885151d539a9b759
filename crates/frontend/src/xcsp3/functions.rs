//! Results of functions of variables.
//!
//! A function that is not defined, as division by 0 is not, makes the comparison around it false, after A. M. Frisch,
//! P. J. Stuckey, "The Proper Treatment of Undefinedness in Constraint Languages", CP 2009.

use cnfab_model::{Atom, Clause, Domain, Function, Term, Var};

use super::Unread;
use super::affine::Affine;
use super::build::{Build, MOST_RESULTS};
use super::truth::Truth;
use crate::functions::{self, Bounds};

impl Build<'_> {
    /// A variable that has the value of a function where that is defined, and else 0. What defines it is noted.
    pub(super) fn result(&mut self, term: Term) -> Result<Affine, Unread> {
        let (x, y) = match term {
            Term::Abs(x) => (x, x),
            Term::Div(x, y) | Term::Mod(x, y) | Term::Pow(x, y) | Term::Times(x, y) => (x, y),
        };
        let undefined = match term {
            Term::Div(_, y) | Term::Mod(_, y) if self.model.domain(y).contains(0) => vec![y.is(0)],
            Term::Pow(x, y) if self.model.domain(x).contains(0) && self.model.domain(y).min() < Some(0) => {
                vec![x.is(0), y.at_most(-1)]
            }
            _ => Vec::new(),
        };
        let is_defined: Vec<Truth> = undefined.iter().map(|&atom| Truth::Lit(!atom)).collect();
        let guard = if undefined.is_empty() { Truth::Const(true) } else { self.any(&is_defined)? };
        if guard != Truth::Const(true) {
            self.defined.push(guard);
        }
        if let Some(&known) = self.results.get(&term) {
            return Ok(known.into());
        }
        let mut domain = self.results_of(term, x, y)?;
        let when: Vec<Atom> = match guard {
            Truth::Const(true) => Vec::new(),
            Truth::Const(false) => return Ok(Affine::constant(0)),
            Truth::Lit(atom) => vec![atom],
        };
        if !when.is_empty() || domain.is_empty() {
            domain = domain.ranges().chain([0..=0]).collect();
        }
        let result = self.auxiliary("value", domain);
        self.defining(|build| {
            build.add(&when, Function { term, result })?;
            when.iter().try_for_each(|&atom| build.add(&[], Clause(vec![atom, result.is(0)])))
        })?;
        self.results.insert(term, result);
        Ok(result.into())
    }

    /// The values that a function may have.
    fn results_of(&self, term: Term, x: Var, y: Var) -> Result<Domain, Unread> {
        let (xs, ys) = (self.model.domain(x), self.model.domain(y));
        let ends = |domain: &Domain| -> Bounds {
            (domain.min().unwrap_or_default().into(), domain.max().unwrap_or_default().into())
        };
        let range = self.range(functions::bounds(term, ends(xs), ends(ys)))?;
        let is_one = x == y;
        if xs.len().saturating_mul(if is_one { 1 } else { ys.len() }) > MOST_RESULTS {
            return Ok(range);
        }
        if is_one {
            return Ok(xs.values().filter_map(|a| term.value(a, a)).collect());
        }
        let of = |a: i32| ys.values().filter_map(move |b| term.value(a, b));
        Ok(xs.values().flat_map(of).collect())
    }
}
