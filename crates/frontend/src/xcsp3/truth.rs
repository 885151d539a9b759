//! Truth values of expressions.

use cnfab_cnf::LitOrConst;
use cnfab_model::Atom;

/// An atom of the model, or a constant.
pub(super) type Truth = LitOrConst<Atom>;
