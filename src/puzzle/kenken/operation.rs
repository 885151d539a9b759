//! The operations of cages, and the combinations of numbers that come to a target by one.

use crate::grid::rect::Rect;
use crate::model::Relation;

/// How the numbers of a cage are combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operation {
    Plus,
    /// The largest number less all others.
    Minus,
    Times,
    /// The largest number divided by all others.
    Divide,
    /// A sum or a product, or, of two cells, a difference or a quotient; the number itself in a cage of one cell.
    Any,
}

impl Operation {
    /// The operation that a sign stands for.
    pub(super) fn of(sign: char) -> Option<Self> {
        Some(match sign {
            '+' => Operation::Plus,
            '-' | '\u{2212}' => Operation::Minus,
            '*' | 'x' | 'X' | '\u{d7}' => Operation::Times,
            '/' | ':' | '\u{f7}' => Operation::Divide,
            _ => return None,
        })
    }

    /// The sign behind a target.
    pub(super) fn sign(self) -> &'static str {
        match self {
            Operation::Plus => "+",
            Operation::Minus => "-",
            Operation::Times => "*",
            Operation::Divide => "/",
            Operation::Any => "",
        }
    }

    /// The name of the constraints.
    pub(super) fn label(self) -> &'static str {
        match self {
            Operation::Plus => "sum",
            Operation::Minus => "difference",
            Operation::Times => "product",
            Operation::Divide => "quotient",
            Operation::Any => "any",
        }
    }

    /// Whether numbers come to a target.
    pub(super) fn holds(self, numbers: &[i32], target: i64) -> bool {
        let largest = i128::from(numbers.iter().copied().max().unwrap_or_default());
        let sum: i128 = numbers.iter().map(|&number| i128::from(number)).sum();
        let product = numbers.iter().try_fold(1_i128, |product, &number| product.checked_mul(i128::from(number)));
        let target = i128::from(target);
        match self {
            Operation::Plus => sum == target,
            Operation::Minus => 2 * largest - sum == target,
            Operation::Times => product == Some(target),
            // What the others multiply to, times the target, is the largest.
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

/// Lists the combinations of numbers for the cells of a cage that come to its target, those that a row or a column
/// excludes left out. `None` if the search takes more steps than `most_steps` or finds more rows than `most_rows`.
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

/// A search for combinations, cell by cell.
struct CombinationSearch<'a> {
    grid: Rect,
    cells: &'a [usize],
    operation: Operation,
    target: i64,
    most_rows: usize,
    /// Steps that are left.
    steps: usize,
    chosen: Vec<i32>,
    rows: Vec<Vec<i32>>,
}

impl CombinationSearch<'_> {
    /// Tries every number for the next cell; `product` and `sum` are those of the chosen numbers. `None` if it takes
    /// too long.
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
            // A product beyond 64 bits is beyond every target.
            let result = match product.checked_mul(i64::from(number)) {
                Some(product) => self.extend(product, sum + i64::from(number)),
                None => Some(()),
            };
            self.chosen.pop();
            result?;
        }
        Some(())
    }

    /// Whether a number stands in the row or the column of a cell already.
    fn sees(&self, cell: usize, number: i32) -> bool {
        let (row, column) = self.grid.place(cell);
        self.chosen.iter().zip(self.cells).any(|(&other, &at)| {
            let (other_row, other_column) = self.grid.place(at);
            other == number && (row == other_row || column == other_column)
        })
    }

    /// Whether the target may still be reached with one more number.
    fn is_open(&self, product: i64, sum: i64, number: i32) -> bool {
        let number = i64::from(number);
        match self.operation {
            Operation::Plus => sum + number <= self.target,
            Operation::Times => {
                product.checked_mul(number).is_some_and(|product| self.target.checked_rem(product) == Some(0))
            }
            // All but the largest number together are less than the size of the grid.
            Operation::Minus => sum + number <= 2 * self.grid.rows as i64 - self.target,
            Operation::Divide | Operation::Any => true,
        }
    }
}
