//! Geometry without puzzles.

pub mod ring;
