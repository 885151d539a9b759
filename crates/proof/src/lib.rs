#![doc = include_str!("../README.md")]

pub mod audit;
pub mod certify;
pub mod external;
