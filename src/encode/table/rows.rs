//! One selector per row, for any number of columns.
//!
//! With r rows left by the domains, over m columns of d values: r variables and r*m + m*d + 1 clauses: each selector implies the
//! values of its row, each value implies one of its rows, and one row is selected. For two columns these are the edges of a
//! graph, where `supports` has no auxiliaries; else the same as `supports`. Domain consistent, bijective.
//! F. Bacchus, "GAC via Unit Propagation", CP 2007.

use crate::cnf::ClauseSink;
use crate::encode::{Contract, Encoding, VarMap};
use crate::model::{Relation, Var};
use crate::names::Named;

use super::TableEncoding;
use super::supports::selectors;

pub(super) struct Rows;

impl Named for Rows {
    fn name(&self) -> &'static str {
        "rows"
    }

    fn about(&self) -> &'static str {
        "one selector per row, for two columns as well (edges)"
    }
}

impl Encoding for Rows {}

impl TableEncoding for Rows {
    fn contract(&self) -> Contract {
        Contract::Bijective
    }

    fn encode(&self, of: &[Var], relation: &Relation, vars: &mut VarMap, out: &mut dyn ClauseSink) {
        selectors(of, relation, vars, out);
    }
}
