//! Holds a solution in its kind's canonical form.

use super::Violation;
use super::text::count;

/// The values of a solution in the order that the puzzle's kind defines, such as one digit per cell of a Sudoku.
///
/// Solutions of different strategies and views are compared only as `Cells`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cells(pub Vec<i32>);

impl Cells {
    /// Checks the number of values; `what` is their noun in the message.
    pub(super) fn check_len(&self, what: &str, expected: usize) -> Result<(), Violation> {
        if self.0.len() == expected {
            return Ok(());
        }
        Err(Violation(format!("the solution has {}, not {expected}", count(self.0.len(), what))))
    }
}
