//! FlatZinc: its constraints and random texts against brute force, and what is no FlatZinc.

mod malformed;
mod random;
mod semantics;
mod solutions;
