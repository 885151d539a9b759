//! Judges of encodings: audits by measurement, and certificates for VeriPB.

pub mod audit;
pub mod certify;
pub mod external;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
