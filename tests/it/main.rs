//! Integration tests, in one binary.

mod agree;
mod backtrack;
mod common;
mod narrow;
mod random_model;
mod strength;
mod truth;
