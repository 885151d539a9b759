//! XCSP3: each constraint and random texts against brute force, known problems, and what is no XCSP3.

mod constraints;
mod counting;
mod expressions;
mod logic;
mod malformed;
mod placing;
mod random;
mod solutions;
