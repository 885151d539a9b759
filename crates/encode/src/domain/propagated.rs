//! `propagate` in the place of an encoding of variables: the SAT solver makes order literals during the search.
//!
//! What it does: d values from the least to the largest take ceil(log2 d) variables, with the offset from the least
//! value in binary. Two sums say so, which the solver propagates. The solver has the variable as an integer: where a
//! sum changes its bounds, a literal for the bound is made. A constraint that asks for "at most v" gets a literal at
//! once, one that asks for "equal to v" three clauses as well. A gap in the domain has a clause with two of them. A
//! variable of two values has the one literal that it needs. Bijective.
//!
//! Whose idea: T. Feydy, P. Stuckey, "Lazy Clause Generation Reengineered", CP 2009.
//!
//! How ours differs: the bits. They are decided where nothing else is known, and tell the value to whatever reads a
//! model.
//!
//! When it runs: only the SAT solver `cdcl` takes it. It is worth it with `linear=propagate`, for variables of many
//! values of which few matter. Other encodings ask for each value, so that all literals are made.

use std::collections::BTreeMap;

use crate::amo::AmoEncoding;
use crate::propagated::PROPAGATE;
use crate::{Contract, Described, EncodingAbout, LitOrConst};
use cnfab_cnf::{ClauseSink, Lit, Multiple, Name, NativeConstraint};
use cnfab_model::Domain;

use super::order::Order;
use super::{IntLits, VariableLiterals};

/// One line about it.
pub(in super::super) const ABOUT: &str =
    "the value in binary; the SAT solver 'cdcl' makes order literals during the search, for linear=propagate";

/// The solver makes the literals.
pub(in super::super) struct OnDemand;

impl Described for OnDemand {
    const ABOUT: EncodingAbout =
        EncodingAbout { is_propagated: true, contract: Contract::Bijective, ..EncodingAbout::new(PROPAGATE, ABOUT) };
}

impl VariableLiterals for OnDemand {
    fn visits_values(&self) -> bool {
        false
    }

    fn encode(&self, var: usize, values: &Domain, amo: &dyn AmoEncoding, out: &mut dyn ClauseSink) -> Box<dyn IntLits> {
        let (Some(least), Some(largest)) = (values.min(), values.max()) else { unreachable!("at least two values") };
        if values.len() == 2 {
            return Order.encode(var, values, amo, out);
        }
        let (number, most) = (var as u32, i64::from(largest) - i64::from(least));
        let width = 64 - most.leading_zeros() as usize;
        let bits: Vec<Lit> = (0..width).map(|bit| out.fresh(Name::aux("bit", bit, 0))).collect();
        out.native(NativeConstraint::Integer { number, most });
        // The bits come to no more than the integer, and the integer to no more than they.
        for (is_below, bound) in [(true, most), (false, (1 << width) - 1)] {
            let term = |(bit, &lit): (usize, &Lit)| vec![(1 << bit, if is_below { lit } else { !lit })];
            let terms = bits.iter().enumerate().map(term).collect();
            let integers = vec![Multiple { number, factor: if is_below { -1 } else { 1 }, most }];
            out.native(NativeConstraint::Linear { terms, integers, bound });
        }
        let mut lits = OnDemandLits { var, domain: values.clone(), bits, up_to: BTreeMap::new(), is: BTreeMap::new() };
        for (below, above) in values.ranges().zip(values.ranges().skip(1)) {
            let [below, above] = [*below.end(), above.start() - 1].map(|value| lits.up_to(value, out));
            out.clause(&[below, !above]);
        }
        Box::new(lits)
    }
}

struct OnDemandLits {
    var: usize,
    domain: Domain,
    /// The bits of the offset from the least value, the lowest first.
    bits: Vec<Lit>,
    /// The literals of `x <= v` and `x = v` that were asked for.
    up_to: BTreeMap<i32, Lit>,
    is: BTreeMap<i32, Lit>,
}

impl OnDemandLits {
    fn least(&self) -> i32 {
        self.domain.min().expect("a domain with values")
    }

    /// The literal that the value is at most this, which is at least the least and less than the largest one.
    fn up_to(&mut self, value: i32, out: &mut dyn ClauseSink) -> Lit {
        let (number, offset) = (self.var as u32, i64::from(value) - i64::from(self.least()));
        *self.up_to.entry(value).or_insert_with(|| {
            let literal = out.fresh(Name::at_most(self.var, value));
            out.native(NativeConstraint::Order { number, value: offset + 1, literal: !literal });
            literal
        })
    }
}

impl IntLits for OnDemandLits {
    fn is(&mut self, value: i32, out: &mut dyn ClauseSink) -> LitOrConst {
        if let Some(&lit) = self.is.get(&value) {
            return lit.into();
        }
        let below = (value > self.least()).then(|| self.up_to(value - 1, out));
        let up_to = (Some(value) < self.domain.max()).then(|| self.up_to(value, out));
        let lit = match (below, up_to) {
            (Some(below), Some(up_to)) => {
                let lit = out.fresh(Name::is(self.var, value));
                out.clause(&[!lit, up_to]);
                out.clause(&[!lit, !below]);
                out.clause(&[lit, !up_to, below]);
                lit
            }
            (Some(below), None) => !below,
            (None, Some(up_to)) => up_to,
            (None, None) => unreachable!("a domain with several values"),
        };
        self.is.insert(value, lit);
        lit.into()
    }

    fn at_most(&mut self, value: i32, out: &mut dyn ClauseSink) -> LitOrConst {
        self.up_to(value, out).into()
    }

    fn value(&self, holds: &dyn Fn(Lit) -> bool) -> i32 {
        let offset: i64 = (0..).zip(&self.bits).map(|(bit, &lit)| i64::from(holds(lit)) << bit).sum();
        (i64::from(self.least()) + offset) as i32
    }

    fn blocking_literals(&self, value: i32, into: &mut Vec<Lit>) {
        let offset = i64::from(value) - i64::from(self.least());
        into.extend((0..).zip(&self.bits).map(|(bit, &lit)| if offset >> bit & 1 == 1 { !lit } else { lit }));
    }

    fn telling(&self, _: &Domain, into: &mut Vec<Lit>) {
        into.extend(&self.bits);
    }

    fn integer(&self) -> Option<u32> {
        Some(self.var as u32)
    }
}
