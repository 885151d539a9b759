//! Geometry without puzzles.

pub mod hex;
pub mod rect;
pub mod ring;
