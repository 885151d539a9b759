//! Encodings of tables, variables whose values form a row of a relation: the trait, the registry `ALL`, a file per
//! encoding.

use std::sync::Arc;

use cnfab_base::registry;
use cnfab_cnf::ClauseSink;
use cnfab_model::{Relation, Var};

use super::{Contract, Encoding, VarMap};

mod by_rows;
mod conflicts;
mod mdd;
mod order_monotone;
mod product;
mod shift_add;
pub(crate) mod supports;
mod supports_conflicts;

registry! {
    /// All table encodings, by name.
    ALL: dyn TableEncoding;
    /// How tables are encoded.
    TableBy;
    conflicts::Conflicts,
    mdd::Mdd,
    order_monotone::OrderMonotone,
    shift_add::ShiftAdd,
    supports::Supports { from: 3 },
    supports_conflicts::SupportsConflicts,
}

/// A way to encode that the variables' values are a row of a relation.
///
/// Models are the way to it: [`encode`](super::encode()) and [`encode_further`](super::encode_further) look at the
/// constraint first, and refuse what is not well-formed or cannot be stated.
#[expect(private_bounds, reason = "only `encode` calls it, with what it has looked at")]
pub trait TableEncoding: TableClauses {}

impl<E: TableClauses> TableEncoding for E {}

/// An encoding of tables.
pub(crate) trait TableClauses: Encoding {
    /// The same encoding with another number, if it takes one.
    fn with_number(&self, _number: usize) -> Option<Arc<dyn TableEncoding>> {
        None
    }

    /// The contract: whether the auxiliaries are determined.
    fn contract(&self) -> Contract {
        self.entry().contract
    }

    /// An error if the encoding cannot state the table over the variables' domains.
    ///
    /// # Errors
    /// The reason why it cannot, as the end of the sentence "cannot encode ...: ".
    fn can(&self, _of: &[Var], _relation: &Relation, _vars: &VarMap) -> Result<(), String> {
        Ok(())
    }

    /// Encodes the table, which it can.
    fn encode(&self, of: &[Var], relation: &Relation, vars: &mut VarMap, out: &mut dyn ClauseSink);
}
