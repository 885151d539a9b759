//! Sums of coefficient times variable.

use crate::cnf::ClauseSink;
use crate::model::{Cmp, Var};
use crate::names::Named;

use super::VarMap;

mod order_sum;
mod partial;

/// All encodings of sums, by name.
pub static ALL: &[&dyn LinearEncoding] = &[&order_sum::OrderSum];

/// A sum as an encoding sees it: fixed variables are already moved to the right-hand side, at least two terms are left, and
/// bounds alone do not decide it.
#[derive(Clone, Debug)]
pub struct Sum {
    /// Coefficient (not 0) and variable (more than one value left).
    pub terms: Vec<(i64, Var)>,
    /// The comparison.
    pub cmp: Cmp,
    /// The right-hand side.
    pub rhs: i64,
    /// Whether the model says that the variables are pairwise different.
    pub distinct: bool,
}

/// A way to encode a sum.
pub trait LinearEncoding: Named + Sync {
    /// Encodes the sum, or says why this encoding cannot; then it has sent nothing.
    ///
    /// # Errors
    /// The reason, as the end of the sentence "cannot encode ...: ".
    fn encode(&self, sum: &Sum, vars: &mut VarMap, out: &mut dyn ClauseSink) -> Result<(), String>;
}
