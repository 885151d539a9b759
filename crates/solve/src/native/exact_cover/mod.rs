//! Exact cover of any size: options, and constraints that need exactly one of theirs or at most one.
//!
//! What it does: an option is an atom `x = v`; choosing it covers all constraints it is in and removes the other
//! options of these (`state`). Forced options are chosen at once; then the smallest constraint is branched on.
//!
//! Whose idea: D. E. Knuth, "Dancing Links", 2000. Sparse sets in place of links: his program SSXCC, after C. Solnon,
//! with the "dancing cells" of The Art of Computer Programming 4, Fascicle 7, 2025.
//!
//! How ours differs: the open constraints are a bitset, from which the smallest is picked; Boolean variables that
//! nothing needs come last. Exclusions are constraints that need not be covered, and there are no colours.
//!
//! When it runs: where all constraints are that one of some atoms holds, or at most one, and `bit-parallel` does not
//! take the model: a step costs what changes, so covers may be too large for bitsets. With `engine=exact-cover`, for
//! whatever the Boolean normal form can state so.

mod build;
mod search;
mod state;

use cnfab_model::{Cardinality, Clause, Cmp, Flat, Model};

use super::engine::{EngineKind, is_tiny};
use crate::search::Walk;
use crate::tuning::choice::EXACT_COVER;
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

/// True if all constraints are exactly-one or at-most-one over atoms, and some are exactly-one.
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
