//! Geometry without puzzles.

pub mod hex;
pub mod polyomino;
pub mod rect;
pub mod ring;
