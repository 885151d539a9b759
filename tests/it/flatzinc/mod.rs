//! FlatZinc: its constraints and random texts against brute force and Gecode, known problems, and what is no FlatZinc.

mod annotations;
mod bounds;
mod gecode;
mod globals;
mod instances;
mod json;
mod library;
mod malformed;
mod random;
mod semantics;
mod solutions;

pub(crate) use gecode::is_there;
