//! Helpers of several test files.

pub(crate) mod cnf;
pub(crate) mod damage;
pub(crate) mod dominoes;
pub(crate) mod queens;
pub(crate) mod ratings;
pub(crate) mod scale;
pub(crate) mod spellings;
