//! Checks solutions in a kind's canonical form for their number of values.

use crate::problem::{Cells, Violation};

use super::text::count;

impl Cells {
    /// Checks the number of values; `what` is their noun in the message.
    pub(super) fn check_len(&self, what: &str, expected: usize) -> Result<(), Violation> {
        if self.0.len() == expected {
            return Ok(());
        }
        Err(Violation(format!("the solution has {}, not {expected}", count(self.0.len(), what))))
    }
}
