//! The encodings of integer variables by literals.

use std::sync::Arc;

use cnfab_base::registry;
use cnfab_cnf::{ClauseSink, Lit};
use cnfab_model::Domain;

use super::amo::AmoEncoding;
use super::{Contract, Encoding, LitOrConst};

mod direct;
mod direct_order;
mod log;
mod order;
mod propagated;
mod sign_magnitude;

pub(super) use propagated::{ABOUT, OnDemand};

registry! {
    /// All domain encodings, by name.
    ALL: dyn DomainEncoding;
    /// How variables are encoded.
    DomainBy;
    direct::Direct,
    direct_order::DirectOrder,
    log::Log,
    order::Order,
    sign_magnitude::SignMagnitude,
}

/// A way to represent an integer variable by literals.
///
/// Models are the way to it: [`encode`](super::encode()) and [`encode_further`](super::encode_further) look at the
/// model first, and [`VarMap`](super::VarMap) has the literals.
#[expect(private_bounds, reason = "only `encode` calls it, with what it has looked at")]
pub trait DomainEncoding: VariableLiterals {}

impl<E: VariableLiterals> DomainEncoding for E {}

/// An encoding of variables.
pub(crate) trait VariableLiterals: Encoding {
    /// The same encoding with another number, if it takes one.
    fn with_number(&self, _number: usize) -> Option<Arc<dyn DomainEncoding>> {
        None
    }

    /// The contract of a variable with `values` values: whether the auxiliaries are determined, given the at-most-one
    /// it may use.
    fn contract(&self, _values: usize, _amo: &dyn AmoEncoding) -> Contract {
        self.entry().contract
    }

    /// True if a variable takes time and space for each of its values.
    fn visits_values(&self) -> bool {
        true
    }

    /// Makes the literals of model variable number `var` with these values (at least two) and the clauses that
    /// make it take one of them.
    fn encode(&self, var: usize, values: &Domain, amo: &dyn AmoEncoding, out: &mut dyn ClauseSink) -> Box<dyn IntLits>;
}

/// The literals of a variable that the caller has: its values in order.
pub(super) fn given(var: usize, lits: &[(i32, Lit)]) -> Box<dyn IntLits> {
    let domain = lits.iter().map(|&(value, _)| value).collect();
    Box::new(direct::DirectLits::new(var, domain, lits.iter().map(|&(_, lit)| lit).collect()))
}

/// The literals of one variable. Views that are not there from the start are made on first use and then kept.
pub(crate) trait IntLits {
    /// `x = value`, for a value of the domain.
    fn is(&mut self, value: i32, out: &mut dyn ClauseSink) -> LitOrConst;

    /// `x <= value`, for a value of the domain other than the largest.
    fn at_most(&mut self, value: i32, out: &mut dyn ClauseSink) -> LitOrConst;

    /// The variable's value in a model of the formula.
    fn value(&self, holds: &dyn Fn(Lit) -> bool) -> i32;

    /// Appends literals, one of which is true in every model where the variable differs from `value`, and none where it
    /// does not.
    fn blocking_literals(&self, value: i32, into: &mut Vec<Lit>);

    /// Appends literals that together tell the value, some of them perhaps more than once.
    fn telling(&self, domain: &Domain, into: &mut Vec<Lit>) {
        domain.values().for_each(|value| self.blocking_literals(value, into));
    }

    /// The bits, lowest first, of how far the variable is above its least value, if it has them.
    fn binary(&self) -> Option<&[Lit]> {
        None
    }

    /// The variable's number for a solver that makes its order literals during the search, if one does.
    fn integer(&self) -> Option<u32> {
        None
    }
}
