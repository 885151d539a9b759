//! From a model to clauses: one encoding per constraint class and family, chosen by a [`Recipe`].
//!
//! Vocabulary used by the encodings' heads. An encoding is *bijective* if the formula has exactly one model per
//! solution of the constraint. It is *projected-only* if a solution may have several models, so that counting needs the
//! projection; for the contract in between, see [`Contract`]. It is *domain consistent* if unit propagation drops every
//! value that no solution of this one constraint takes. It is *bounds consistent* if unit propagation does so for the
//! smallest and largest values. It is *checking* if unit propagation finds a violation only when all inputs are set.
//!
#![doc = include_str!("help.md")]

mod absent;
pub mod all_different;
pub mod amo;
mod auto;
mod binary;
mod bits;
pub mod card;
mod choice;
pub mod circuit;
mod class;
mod combinations;
mod condition;
pub mod connected;
mod contract;
mod costs;
mod count;
pub mod cumulative;
mod decomposition;
pub mod disjunctive;
pub mod domain;
mod driver;
pub mod element;
pub mod external;
mod further;
pub mod global_cardinality;
mod instance;
mod layer;
pub mod layered;
mod lazy;
pub mod lex;
pub mod linear;
mod lit_or_const;
mod literal_order;
pub mod parity;
mod parts;
mod propagated;
mod recipe;
mod recipe_error;
mod selection;
mod settings;
pub mod table;
mod task;
mod var_map;
mod wanted;

pub use absent::absent_classes;
pub use class::{
    AllDifferentBy, AmoBy, CLASSES, CardBy, CircuitBy, ClassEncoding, ConnectedBy, CumulativeBy, DisjunctiveBy,
    DomainBy, ElementBy, Encoding, EncodingClass, GlobalCardinalityBy, LayeredBy, LexBy, LinearBy, Number, ParityBy,
    Registered, Selections, TableBy, find_class,
};
pub use cnfab_base::EncodingChoice;
pub use contract::Contract;
pub use costs::Costs;
pub use decomposition::{Decomposition, lowered, lowered_unless_propagated};
pub use driver::{encode, wanted};
pub use further::{Further, encode_further};
pub use instance::EncodingInstance;
pub use lit_or_const::{ClauseBuf, LitOrConst};
pub use literal_order::LiteralOrder;
pub use parts::{parts, split, split_at};
pub use recipe::{Recipe, Root};
pub use recipe_error::RecipeError;
pub use selection::ClassSelection;
pub use settings::{EncodingSetting, SETTINGS};
pub use var_map::VarMap;
pub use wanted::Tasks;

/// The page on choosing encodings, for people: what `cnfab help encodings` prints.
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
