//! Geometry without puzzles.
