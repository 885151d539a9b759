//! Integration tests, in one binary.

mod agree;
mod anneal;
mod backtrack;
mod boards;
mod cli;
mod common;
mod narrow;
mod puzzle_texts;
mod random_model;
mod sizes;
mod strength;
mod truth;
