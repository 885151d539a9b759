//! Exact cover of any size: options, and constraints that need exactly one of theirs or at most one.
//!
//! An option is an atom `x = v`; choosing it covers all constraints it is in and removes the other options of these. A
//! constraint keeps its options in one span of an array, those that are left before the others. So one leaves by an
//! exchange with the last that is left, and all come back when the constraint's size does. The smallest constraint is
//! branched on.
//!
//! The search is D. E. Knuth's, "Dancing links", 2000; spans instead of links are the "Cells can also dance" of The Art
//! of Computer Programming 4B, 2022, on the sparse sets of P. Briggs, L. Torczon, "An efficient representation for
//! sparse sets", 1993; see C. Solnon, "Exact cover with color: state-of-the-art survey and new algorithms", 2022. Here
//! forced options are chosen before a decision, and exclusions are constraints that need not be covered.
//!
//! It takes what the Boolean normal form can state if all constraints are that one of some atoms holds, or at most one.
//! A step costs what changes, so it runs where a cover is too large for bitsets.

mod build;
mod search;
mod state;

use crate::model::{Cardinality, Clause, Cmp, Flat, Model};

use super::engine::{EngineKind, is_tiny};
use crate::solve::search::Walk;
use crate::solve::tuning::choice::EXACT_COVER;
use build::CoverPlan;

/// The entry of the registry. Covers by all-different constraints are faster by domains.
pub(super) static KIND: EngineKind = EngineKind {
    name: "exact-cover",
    about: "exact cover of any size with dancing cells: constraints that one of some atoms holds, or at most one",
    follows: |_| false,
    estimate: |model| (is_cover_by_cardinalities(model) && !is_tiny(model)).then_some(EXACT_COVER),
    prepare: |task| {
        let plan = CoverPlan::new(&*task.boolean.get()?)?;
        Ok(Box::new(move |walk: &mut Walk<'_, '_>| search::search(&plan, walk)))
    },
};

/// Whether all constraints are exactly-one or at-most-one over atoms, and some are exactly-one.
fn is_cover_by_cardinalities(model: &Model) -> bool {
    let mut has_exact = false;
    model.constraints().iter().all(|posted| match posted.flat() {
        Flat::Cardinality(Cardinality { cmp: Cmp::Eq, k: 1, .. }) => {
            has_exact = true;
            true
        }
        Flat::Cardinality(Cardinality { cmp, k, .. }) => (*cmp, *k) == (Cmp::Le, 1),
        Flat::Clause(Clause(atoms)) => atoms.len() <= 2,
        Flat::AllDifferent(_) | Flat::Linear(_) | Flat::Table(_) => false,
    }) && has_exact
}
