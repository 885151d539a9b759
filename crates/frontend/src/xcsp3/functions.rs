//! Results of functions of variables.
//!
//! A function that is not defined, as division by 0 is not, makes the comparison around it false, after A. M. Frisch,
//! P. J. Stuckey, "The Proper Treatment of Undefinedness in Constraint Languages", CP 2009.

use cnfab_model::{Atom, Clause, Domain, Function, Term, Var};

use super::Unread;
use super::affine::Affine;
use super::build::{Build, MOST_RESULTS};
use super::truth::Truth;

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
        let ends = |domain: &Domain| [domain.min().unwrap_or_default(), domain.max().unwrap_or_default()];
        let ([x_low, x_high], [y_low, y_high]) = (ends(xs).map(i128::from), ends(ys).map(i128::from));
        let most = x_low.abs().max(x_high.abs());
        let bounds = match term {
            Term::Abs(_) => (0, most),
            Term::Div(..) => (-most, most),
            Term::Mod(..) => {
                let most = most.min((y_low.abs().max(y_high.abs()) - 1).max(0));
                (if x_low < 0 { -most } else { 0 }, if x_high > 0 { most } else { 0 })
            }
            Term::Pow(..) => {
                let exponent = u32::try_from(y_high.max(1)).unwrap_or(u32::MAX);
                let most =
                    most.checked_pow(exponent).filter(|_| most > 1).unwrap_or(if most > 1 { i128::MAX } else { 1 });
                (if x_low < 0 { -most } else { 0 }, most)
            }
            Term::Times(..) => {
                let products = [x_low * y_low, x_low * y_high, x_high * y_low, x_high * y_high];
                (*products.iter().min().expect("four"), *products.iter().max().expect("four"))
            }
        };
        let range = self.range(bounds)?;
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
