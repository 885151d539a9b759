//! Defines the operations of cages, and lists the combinations of numbers that come to a target.

use crate::grid::rect::Rect;
use cnfab_model::Relation;

/// The operation that combines the numbers of a cage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operation {
    Plus,
    /// The largest number minus all others.
    Minus,
    Times,
    /// The largest number divided by all others.
    Divide,
    /// Any operation: sum or product, and for two cells also difference or quotient. One cell holds the target itself.
    Any,
}

impl Operation {
    /// Returns the operation of a sign.
    pub(super) fn of(sign: char) -> Option<Self> {
        Some(match sign {
            '+' => Operation::Plus,
            '-' | '\u{2212}' => Operation::Minus,
            '*' | 'x' | 'X' | '\u{d7}' => Operation::Times,
            '/' | ':' | '\u{f7}' => Operation::Divide,
            _ => return None,
        })
    }

    /// Returns the sign behind a target.
    pub(super) fn sign(self) -> &'static str {
        match self {
            Operation::Plus => "+",
            Operation::Minus => "-",
            Operation::Times => "*",
            Operation::Divide => "/",
            Operation::Any => "",
        }
    }

    /// Returns the label of the constraints.
    pub(super) fn label(self) -> &'static str {
        match self {
            Operation::Plus => "sum",
            Operation::Minus => "difference",
            Operation::Times => "product",
            Operation::Divide => "quotient",
            Operation::Any => "any",
        }
    }

    /// Returns whether numbers come to a target.
    pub(super) fn holds(self, numbers: &[i32], target: i64) -> bool {
        let largest = i128::from(numbers.iter().copied().max().unwrap_or_default());
        let sum: i128 = numbers.iter().map(|&number| i128::from(number)).sum();
        let product = numbers.iter().try_fold(1_i128, |product, &number| product.checked_mul(i128::from(number)));
        let target = i128::from(target);
        match self {
            Operation::Plus => sum == target,
            Operation::Minus => 2 * largest - sum == target,
            Operation::Times => product == Some(target),
            // The product of the other numbers, times the target, is the largest number.
            Operation::Divide => {
                let others = product.map(|product| product / largest.max(1));
                others.and_then(|others| others.checked_mul(target)) == Some(largest)
            }
            Operation::Any => {
                let pairs = [Operation::Minus, Operation::Divide].into_iter().filter(|_| numbers.len() <= 2);
                let mut operations = pairs.chain([Operation::Plus, Operation::Times]);
                operations.any(|operation| operation.holds(numbers, target as i64))
            }
        }
    }
}

/// Lists the combinations of numbers that bring a cage to its target with different numbers in each row and column.
///
/// Returns `None` if the search takes more than `most_steps` steps or finds more than `most_rows` rows.
pub(super) fn combinations(
    grid: Rect,
    cells: &[usize],
    operation: Operation,
    target: i64,
    most_rows: usize,
    most_steps: usize,
) -> Option<Relation> {
    let mut search = CombinationSearch {
        grid,
        cells,
        operation,
        target,
        most_rows,
        steps: most_steps,
        chosen: Vec::new(),
        rows: Vec::new(),
    };
    search.extend(1, 0)?;
    Some(Relation::new(cells.len(), search.rows))
}

/// A depth-first search for combinations, cell by cell.
struct CombinationSearch<'a> {
    grid: Rect,
    cells: &'a [usize],
    operation: Operation,
    target: i64,
    most_rows: usize,
    /// The remaining steps.
    steps: usize,
    chosen: Vec<i32>,
    rows: Vec<Vec<i32>>,
}

impl CombinationSearch<'_> {
    /// Tries every number for the next cell; `None` if a limit is reached. `product` and `sum` are of the chosen
    /// numbers.
    fn extend(&mut self, product: i64, sum: i64) -> Option<()> {
        let Some(&cell) = self.cells.get(self.chosen.len()) else {
            if self.operation.holds(&self.chosen, self.target) {
                self.rows.push(self.chosen.clone());
            }
            return (self.rows.len() <= self.most_rows).then_some(());
        };
        for number in 1..=self.grid.rows as i32 {
            self.steps = self.steps.checked_sub(1)?;
            if self.sees(cell, number) || !self.is_open(product, sum, number) {
                continue;
            }
            self.chosen.push(number);
            // A product beyond 64 bits exceeds every target.
            let result = match product.checked_mul(i64::from(number)) {
                Some(product) => self.extend(product, sum + i64::from(number)),
                None => Some(()),
            };
            self.chosen.pop();
            result?;
        }
        Some(())
    }

    /// Returns whether the row or the column of a cell already has a number.
    fn sees(&self, cell: usize, number: i32) -> bool {
        let (row, column) = self.grid.place(cell);
        self.chosen.iter().zip(self.cells).any(|(&other, &at)| {
            let (other_row, other_column) = self.grid.place(at);
            other == number && (row == other_row || column == other_column)
        })
    }

    /// Returns whether the target may be reachable after one more number.
    fn is_open(&self, product: i64, sum: i64, number: i32) -> bool {
        let number = i64::from(number);
        match self.operation {
            Operation::Plus => sum + number <= self.target,
            Operation::Times => {
                product.checked_mul(number).is_some_and(|product| self.target.checked_rem(product) == Some(0))
            }
            // The sum is twice the largest number minus the target, and the largest number is at most the size of the
            // grid.
            Operation::Minus => sum + number <= 2 * self.grid.rows as i64 - self.target,
            Operation::Divide | Operation::Any => true,
        }
    }
}
