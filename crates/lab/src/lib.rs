#![doc = include_str!("../README.md")]

pub mod compare;
pub mod json;
pub mod report;
pub mod run;
pub mod source;
pub mod study;
