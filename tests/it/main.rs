//! Integration tests.

mod common;
mod truth;
