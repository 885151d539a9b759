//! Pairwise different variables.

use std::sync::Arc;

use cnfab_base::registry;
use cnfab_cnf::ClauseSink;
use cnfab_model::Var;

use super::amo::AmoEncoding;
use super::{Contract, Encoding, VarMap};

mod amo_per_value;
mod bijection;
mod hall;
mod order_pigeonhole;

pub(super) use amo_per_value::{amo_per_value, values};

registry! {
    /// All encodings of all-different, by name.
    ALL: dyn AllDifferentEncoding;
    /// How all-different constraints are encoded.
    AllDifferentBy;
    amo_per_value::AmoPerValue,
    bijection::Bijection,
    hall::Hall { size: 2 },
    order_pigeonhole::OrderPigeonhole,
}

/// A way to encode that variables take pairwise different values.
///
/// Models are the way to it: [`encode`](super::encode()) and [`encode_further`](super::encode_further) look at the
/// constraint first, and refuse what is not well-formed or cannot be stated.
#[expect(private_bounds, reason = "only `encode` calls it, with what it has looked at")]
pub trait AllDifferentEncoding: AllDifferentClauses {}

impl<E: AllDifferentClauses> AllDifferentEncoding for E {}

/// An encoding of all-different constraints.
pub(crate) trait AllDifferentClauses: Encoding {
    /// The same encoding with another number, if it takes one.
    fn with_number(&self, _number: usize) -> Option<Arc<dyn AllDifferentEncoding>> {
        None
    }

    /// The contract for these variables: whether the auxiliaries are determined, given the at-most-one that it uses.
    fn contract(&self, _of: &[Var], _amo: &dyn AmoEncoding) -> Contract {
        self.entry().contract
    }

    /// An error if the encoding cannot state it for these variables.
    ///
    /// # Errors
    /// The reason why it cannot, as the end of the sentence "cannot encode ...: ".
    fn can(&self, _of: &[Var], _vars: &VarMap) -> Result<(), String> {
        Ok(())
    }

    /// Encodes that the variables take pairwise different values.
    fn encode(&self, of: &[Var], amo: &dyn AmoEncoding, vars: &mut VarMap, out: &mut dyn ClauseSink);
}
