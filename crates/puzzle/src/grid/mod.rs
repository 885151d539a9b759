//! Geometry without puzzles.

pub(crate) mod hex;
pub(crate) mod polyomino;
pub(crate) mod rect;
pub(crate) mod ring;
