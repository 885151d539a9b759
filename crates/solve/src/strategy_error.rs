//! The errors in the text of a strategy.

use std::ops::RangeInclusive;

use cnfab_base::display::{excerpt, quoted};
use cnfab_base::names::UnknownName;

/// A strategy that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StrategyError {
    /// An option is not of the form `NAME=VALUE`.
    #[error("found {}, expected an option NAME=VALUE", quoted(.0))]
    Form(String),
    /// A command cannot be read.
    #[error("{strategy}={}: {why}", excerpt(command))]
    Command {
        /// The name of the strategy.
        strategy: &'static str,
        /// The command.
        command: String,
        /// The error in it.
        why: String,
    },
    /// An option comes twice.
    #[error("option {} comes twice, expected one value for it", quoted(.0))]
    Twice(String),
    /// The value of an option is none of its numbers.
    #[error("{option}: found {}, expected a number from {} to {}", quoted(found), range.start(), range.end())]
    Number {
        /// The option, with its strategy.
        option: String,
        /// The text that was given.
        found: String,
        /// The numbers it may be.
        range: RangeInclusive<u64>,
    },
    /// No strategy, option or value has this name.
    #[error(transparent)]
    Unknown(#[from] UnknownName),
}
