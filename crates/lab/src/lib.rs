//! Runs of strategies, comparisons of them, studies, and reports.

pub mod compare;
pub mod json;
pub mod report;
pub mod run;
pub mod source;
pub mod study;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
