//! Integration tests, in one binary.

mod agree;
mod backtrack;
mod cli;
mod common;
mod narrow;
mod random_model;
mod sizes;
mod strength;
mod truth;
