//! The propagators: what each kind of constraint lets the engine conclude.

mod binary;
mod clause;
mod count;
mod distinct;
mod line;
mod linear;
mod shift;
mod subsets;
mod table;
mod weighted;

pub(super) use clause::Watches;
