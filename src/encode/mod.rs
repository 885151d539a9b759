//! From a model to clauses: one encoding per constraint class and family, chosen by a [`Recipe`].
//!
//! Vocabulary used by the encodings' heads. An encoding is *bijective* if the formula has exactly one model per solution of
//! the constraint, and *projected-only* if a solution may have several models, so that counting needs the projection; for
//! what is between, see [`Contract`]. It is *domain consistent* if unit
//! propagation drops every value that no solution of this one constraint takes, *bounds consistent* if it does so for the
//! smallest and largest values, and *checking* if it only finds out when all inputs are set.
//!
#![doc = include_str!("help.md")]

pub mod all_different;
pub mod amo;
mod auto;
mod binary;
pub mod card;
mod choice;
mod class;
mod combinations;
mod condition;
mod contract;
pub mod domain;
mod driver;
pub mod external;
mod layer;
pub mod linear;
mod recipe;
pub mod table;
mod truth;
mod var_map;
mod wanted;

pub use choice::Choice;
pub use class::{Class, Encoding, Entry, Number, spellings};
pub use contract::Contract;
pub use driver::{absent_classes, encode, wanted};
pub use recipe::{Recipe, RecipeError, Root, parts, split, split_at};
pub use truth::{ClauseBuf, Truth};
pub use var_map::VarMap;
pub use wanted::Tasks;

/// How encodings are chosen, for people: what `cnfab help encodings` prints.
pub const PAGE: &str = include_str!("help.md");

/// An encoding was asked for a constraint it cannot state.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{encoding} cannot encode {what}")]
pub struct Unsupported {
    /// The encoding, as `class=name`.
    pub encoding: String,
    /// The constraint and the reason.
    pub what: String,
}
