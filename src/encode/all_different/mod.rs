//! Pairwise different variables.

use crate::cnf::ClauseSink;
use crate::model::Var;
use crate::names::Named;

use super::amo::AmoEncoding;
use super::{Contract, VarMap};

mod amo_per_value;
mod bijection;

/// All encodings of all-different, by name.
pub static ALL: &[&dyn AllDifferentEncoding] = &[&amo_per_value::AmoPerValue, &bijection::Bijection];

/// A way to encode that variables take pairwise different values.
pub trait AllDifferentEncoding: Named + Sync {
    /// Whether the auxiliaries are determined for these variables, given the at-most-one it uses.
    fn contract(&self, of: &[Var], amo: &dyn AmoEncoding) -> Contract;

    /// Encodes that the variables take pairwise different values.
    fn encode(&self, of: &[Var], amo: &dyn AmoEncoding, vars: &mut VarMap, out: &mut dyn ClauseSink);
}
