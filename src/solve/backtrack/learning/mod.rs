//! The core that learns from failures, for models that are about which atoms are true and are of any size.
//!
//! An item is an atom `x = v`, a literal an item or its opposite. Sets of which at most one literal is true are flat lists
//! that need no clauses: a true literal makes the others false, for the reason that it is true. At least one of some is a
//! clause with two watched literals, at least so many of more a counter. A conflict becomes a learned clause that says as
//! much as can be said at its first unique implication point; choices go to the items that conflicts have met most often
//! of late; restarts, and forgetting of clauses whose literals spread over many levels, keep the search from getting lost.
//! See N. Eén, N. Sörensson, "An Extensible SAT-solver", SAT 2003, and G. Audemard, L. Simon, "Predicting Learnt Clauses
//! Quality in Modern SAT Solvers", IJCAI 2009.
//!
//! All solutions are found in flat memory, as in M. Gebser, B. Kaufmann, A. Neumann, T. Schaub, "Conflict-Driven Answer Set
//! Enumeration", LPNMR 2007: after a solution the last choice is taken back and its opposite holds, and no conflict jumps
//! back over such a place. A few solutions are excluded by clauses before, so that a proof that there is no further one is
//! free to jump.
//!
//! Threads share a search by what they assume (`share`); each keeps what it has learned from part to part.
//!
//! All-different constraints, counts, clauses and tables of at most two columns are taken; every variable is shown.

mod analyze;
mod build;
mod clauses;
mod order;
mod pace;
mod root;
mod search;
mod share;
mod state;

pub(super) use build::{Lists, Plan};
pub(super) use search::Search;

/// An item doubled, and one more if it is false.
pub(super) type Literal = u32;

/// The item that a literal is about.
pub(super) fn item(literal: Literal) -> usize {
    (literal >> 1) as usize
}
