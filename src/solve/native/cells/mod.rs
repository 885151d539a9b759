//! The core for exact covers of any size: options, and groups that need exactly one of theirs or at most one.
//!
//! An option is an atom `x = v`; choosing it covers all groups it is in, and rules out the other options of these. A group
//! keeps its options in one stretch of an array, those that are left before the others, so that one leaves by an exchange
//! with the last that is left, and all come back when the group's size does. A step costs what changes, however large the
//! cover: unlike the packed core, this one never looks at a whole state but to find the smallest group. See D. E. Knuth,
//! "Dancing links", 2000, and "Cells can also dance" in The Art of Computer Programming 4B, 2022; C. Solnon, "Exact Cover
//! with Color: State-of-the-Art Survey and New Algorithms", 2022; for sparse sets P. Briggs, L. Torczon, "An Efficient
//! Representation for Sparse Sets", 1993.
//!
//! It takes what the core that learns takes, if all that it says is that one of some atoms holds, or at most one.

mod build;
mod search;
mod state;

pub(super) use build::Plan;
pub(super) use search::search;
