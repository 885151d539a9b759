//! Names, error texts, units, drawings: the helpers that all crates of cnfab share.

pub mod display;
mod drawing;
mod encoding_choice;
mod ink;
pub mod lists;
pub mod names;
mod options;
pub mod parse_error;
mod rational;
pub mod split_mix;
pub mod units;
pub mod words;

pub use drawing::{Drawing, Look, TextRun};
pub use encoding_choice::EncodingChoice;
pub use ink::{Colour, Ink, MARKS, TINTS};
pub use names::{Named, UnknownName};
pub use parse_error::ParseError;
pub use rational::{Rational, log10};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
