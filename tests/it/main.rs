//! Integration tests, in one binary.

mod agree;
mod common;
mod random_model;
mod truth;
