//! Generalised totalizer over groups: a balanced tree over the terms, each node with a literal per value it can come
//! to.
//!
//! For `<=` and `>=` a node with values V over halves with values A and B has |V|-1 variables and at most |A|*|B|
//! clauses. Each states that at least a and at least b imply at least a+b; beyond the bound they exclude each other
//! (projected-only). A group's values are known to exclude each other, so combinations within a term cost nothing.
//! For `=` exactly one value of a node holds, and any two of a node and its halves imply the third: |V| variables and
//! at most |A|*|B| + |A|*|V| + |B|*|V| + C(|V|,2) + 1 clauses, bijective; that prunes more than two inequalities.
//! For `<=` and `>=` its clauses begin from values that are taken, never from values that are not. A variable with
//! several values left counts as its smallest weight of all, even if that weight is removed. The published encoding
//! does the same: its groups have no literal for that weight. So inconsistencies are missed where small values are
//! removed; `order-sum` and `mdd` use order literals and miss none.
//! `ggt(1)`, the reduced totalizer, merges the values of a node that nothing outside can tell apart. For `<=` and `>=`
//! two values are the same if exactly the same sums of the terms outside go with them; for `=` a value is left out if
//! none does. It is never larger, and is computed exactly from the sums outside, node by node. For `<=` and `>=` its
//! literals of a node, or of terms of which at most one is 1, imply each other downwards where that saves clauses.
//! The published clauses, which `ggt` has, do without that.
//! M. Bofill, J. Coll, P. Nightingale, J. Suy, F. Ulrich-Oltean, M. Villaret, "SAT encodings for Pseudo-Boolean
//! constraints together with at-most-one constraints", Artificial Intelligence 302, 2022; S. Joshi, R. Martins,
//! V. Manquinho, "Generalized Totalizer Encoding for Pseudo-Boolean Constraints", CP 2015.

use std::sync::Arc;

use crate::{Contract, Described, EncodingAbout, NumberRange, VarMap};
use cnfab_model::Cmp;

use super::balanced;
use super::{LinearEncoding, Statement, Sum, SumClauses};

pub(super) struct Ggt {
    /// 1 if values that make no difference are left out, else 0.
    pub(super) reduced: usize,
}

impl Described for Ggt {
    const ABOUT: EncodingAbout = EncodingAbout {
        justification: Some([
            "the sum below the node is v, or at least v if only one side is bounded",
            "two known sums leave the third one value; sums below it are excluded by one side, above it by the other",
        ]),
        number: Some(NumberRange { about: "1 to leave out values that make no difference, else 0;", range: 0..=1 }),
        variants: &[1],
        ..EncodingAbout::new("ggt", "generalised totalizer with one leaf per term")
    };

    fn value(&self) -> usize {
        self.reduced
    }
}

impl SumClauses for Ggt {
    fn with_number(&self, reduced: usize) -> Option<Arc<dyn LinearEncoding>> {
        Some(Arc::new(Ggt { reduced }))
    }

    fn contract(&self, cmp: Cmp) -> Contract {
        Contract::bijective_if(cmp == Cmp::Eq)
    }

    fn uses_at_most_ones(&self) -> bool {
        true
    }

    fn prepare(&self, sum: Sum, vars: &VarMap) -> Result<Statement, String> {
        balanced::prepare(&sum, self.reduced == 1, vars)
    }
}
