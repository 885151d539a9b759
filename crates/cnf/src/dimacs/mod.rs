//! DIMACS: a reader of its dialects, and a writer of formulas.

mod bytes;
mod memory;
mod reader;
mod writer;

pub use memory::Memory;
pub use reader::*;
pub use writer::{ClauseWriter, write};
