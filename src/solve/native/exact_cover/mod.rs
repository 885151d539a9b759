//! The core for exact covers of any size: options, and groups that need exactly one of theirs or at most one.
//!
//! An option is an atom `x = v`; choosing it covers all groups it is in, and rules out the other options of these. A group
//! keeps its options in one stretch of an array, those that are left before the others, so that one leaves by an exchange
//! with the last that is left, and all come back when the group's size does. A step costs what changes, however large the
//! cover: unlike the packed core, this one never looks at a whole state but to find the smallest group. See D. E. Knuth,
//! "Dancing links", 2000, and "Cells can also dance" in The Art of Computer Programming 4B, 2022; C. Solnon, "Exact Cover
//! with Color: State-of-the-Art Survey and New Algorithms", 2022; for sparse sets P. Briggs, L. Torczon, "An Efficient
//! Representation for Sparse Sets", 1993.
//!
//! It takes what the core that learns takes, if all that it says is that one of some atoms holds, or at most one.

mod build;
mod search;
mod state;

use crate::model::{Cardinality, Clause, Cmp, Flat, Model};
use crate::solve::Outcome;

use super::engine::{Engine, EngineKind, is_tiny, only_threads};
use super::search::{self as shared, Walk};
use super::tuning::choice::{EXACT_COVER, SLOWER};
use build::Plan;

/// The entry of the registry. Covers by all-different constraints are faster by domains.
pub(super) static KIND: EngineKind = EngineKind {
    name: "exact-cover",
    about: "exact cover of any size with dancing cells: constraints that one of some atoms holds, or at most one",
    follows: only_threads,
    estimate: |model| if is_cover_by_cardinalities(model) && !is_tiny(model) { EXACT_COVER } else { SLOWER },
    prepare: |task| Ok(Box::new(ExactCover(Plan::new(&*task.boolean()?)?))),
};

/// A model as an exact cover.
struct ExactCover(Plan);

impl Engine for ExactCover {
    fn search<'w, 'f>(&self, walk: Walk<'w, 'f>, threads: usize) -> (Outcome, u64, Walk<'w, 'f>) {
        shared::run(walk, threads, |walk| search::search(&self.0, walk))
    }
}

/// Whether all constraints say that one of some atoms holds, or at most one, and some that one does.
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
