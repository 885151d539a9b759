//! The configuration: how it is written, read, selected and chosen, which encoding states what.
//!
//! It knows the encodings of all classes; no encoding knows it.

pub(crate) mod auto;
mod choice;
pub(crate) mod class;
pub(crate) mod error;
pub mod external;
pub(crate) mod instance;
pub(crate) mod lazy;
pub(crate) mod literal_order;
pub(crate) mod parts;
pub(crate) mod recipe;
pub(crate) mod selection;
pub(crate) mod settings;
mod task;
pub(crate) mod wanted;
