//! Literals, clauses and where they go. Literals have no meaning here: this module knows no model.

mod branching;
pub mod buffered;
mod clean;
mod definition;
pub mod dimacs;
mod lit;
mod lit_or_const;
mod meter;
mod name;
mod native;
pub mod number;
mod pseudo_boolean;
mod rule;
mod shuffle;
mod sink;
mod store;

pub use branching::{BranchingPhase, NextHalf, NextInteger};
pub use clean::Clean;
pub use definition::{Carry, Definition, Summand};
pub use lit::Lit;
pub use lit_or_const::{ClauseBuf, LitOrConst};
pub use meter::{CountedClauses, Meter, Size};
pub use name::Name;
pub use native::{Alternative, Integer, Multiple, NativeConstraint};
pub use pseudo_boolean::PseudoBoolean;
pub use rule::ClauseRule;
pub use shuffle::Shuffle;
pub use sink::{ClauseSink, Natives, Notes};
pub use store::ClauseStore;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
