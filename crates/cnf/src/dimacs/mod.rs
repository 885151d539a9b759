//! DIMACS: a reader of its dialects, and a writer of formulas.

mod bytes;
mod memory;
mod reader;
mod weights;
mod writer;

pub use memory::Memory;
pub use reader::*;
pub use weights::LiteralWeights;
pub use writer::{ClauseWriter, write};
