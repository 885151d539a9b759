//! `supports` and `conflicts` together.
//!
//! Size and limits are those of both. For two columns unit propagation finds no more than by the supports, which are
//! domain consistent alone; a solver learns other clauses: on paths through boards with givens (Hidoku) a third to a
//! half of the conflicts. Bijective.

use crate::{Contract, Described, EncodingAbout, VarMap};
use cnfab_cnf::ClauseSink;
use cnfab_model::{Relation, Var};

use super::conflicts::Conflicts;
use super::{TableClauses, supports};

pub(super) struct SupportsConflicts;

impl Described for SupportsConflicts {
    const ABOUT: EncodingAbout = EncodingAbout {
        justification: Some(["the row", "no row of the table is left"]),
        contract: Contract::Bijective,
        ..EncodingAbout::new("supports-conflicts", "supports and conflicts together")
    };
}

impl TableClauses for SupportsConflicts {
    fn can(&self, of: &[Var], relation: &Relation, vars: &VarMap) -> Result<(), String> {
        Conflicts.can(of, relation, vars)
    }

    fn encode(&self, of: &[Var], relation: &Relation, vars: &mut VarMap, out: &mut dyn ClauseSink) {
        Conflicts.encode(of, relation, vars, out);
        supports::encode(of, relation, &supports::of_table, vars, out);
    }
}
