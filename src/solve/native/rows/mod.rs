//! The core for boards without clues to speak of: groups of items, such as the rows of a board, taken one after the other.
//!
//! Every item lies in one group of a first family and in one of each further family, and a group needs an exact number of
//! items: queens and stars in rows and columns, say. The search fills the groups of the first family in their order, the
//! items of a group in theirs, and a state is one set of the items that are still possible, or one word where items exclude
//! others in the next row only. An item that is chosen takes out what it excludes, and what its other groups hold when they
//! are full. Nothing is propagated besides but one look at each full row, whether groups that need several items can still
//! get them; so a node costs a few instructions. Where givens or further groups leave few solutions, the packed core has the
//! far smaller tree.
//!
//! That all groups of a further family are full at the end need not be looked at: they need as many items together as
//! the first family gives.

mod build;
mod dead;
mod form;
mod near;
mod search;
mod wide;

pub(super) use build::{Plan, is_preferred};
pub(super) use search::search;
