//! SAT encodings of constraints over literals of one's own, and of whole models.
//!
#![doc = include_str!("../README.md")]
//!
//! # Models
//!
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
mod at_most_ones;
mod binary;
mod bits;
mod branching;
pub mod card;
pub mod circuit;
mod combinations;
mod condition;
mod config;
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
mod encoding;
pub mod formula;
mod further;
pub mod global_cardinality;
mod layer;
pub mod layered;
pub mod lex;
pub mod linear;
mod lowering;
pub mod parity;
mod propagated;
pub mod table;
mod var_map;

pub use absent::absent_classes;
pub use cnfab_base::EncodingChoice;
pub use cnfab_cnf::{ClauseBuf, LitOrConst};
pub use config::class::{
    AllDifferentBy, AmoBy, CLASSES, CardBy, CircuitBy, ClassEncoding, ConnectedBy, CumulativeBy, DisjunctiveBy,
    DomainBy, ElementBy, EncodingClass, GlobalCardinalityBy, LayeredBy, LexBy, LinearBy, ParityBy, Registered,
    Selections, TableBy, find_class,
};
pub use config::error::RecipeError;
pub use config::external;
pub use config::instance::{CustomEncoding, EncodingInstance};
pub use config::literal_order::{LiteralOrder, LiteralOrders};
pub use config::parts::{parts, split, split_at};
pub use config::recipe::{Recipe, Root};
pub use config::selection::ClassSelection;
pub use config::settings::{EncodingSetting, SETTINGS};
pub use config::wanted::Tasks;
pub use contract::Contract;
pub use costs::Costs;
pub use decomposition::Decomposition;
pub use driver::{encode, wanted};
pub use encoding::{Described, Encoding, EncodingAbout, Number, NumberRange};
pub use further::{Further, encode_further};
pub use lowering::{lowered, lowered_unless_propagated};
pub use var_map::VarMap;

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
