//! An integer program as plain data: columns with bounds and integrality, rows in flat arrays, what is to be small. No
//! solver.
//!
//! Rows are kept in one normal form: columns in increasing order, each once, no zero coefficient, coefficients without
//! a common divisor. A row that the bounds already guarantee is not stored; a row that the bounds already refute is
//! stored without entries, so that a program written to a file stays infeasible.

use cnfab_model::{Cmp, Label};

/// A column: an unknown of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// The name, for example `cell[2,3]=7`.
    pub name: String,
    /// The smallest value.
    pub low: i64,
    /// The largest value.
    pub high: i64,
    /// True if only integers are allowed. Columns that are integers whenever the others are need not say so.
    pub integral: bool,
    /// For a column that the formulation introduces: it is one of this number of columns of which exactly one is
    /// chosen. `None` for a column that stands for a value of a variable.
    pub one_of: Option<usize>,
}

/// One row, borrowed from its program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProgramRow<'p> {
    /// The label of the constraint it comes from.
    pub label: &'p Label,
    /// The number of that constraint within its label, from 0, if it is one of a model.
    pub number: Option<usize>,
    /// Column and coefficient, in increasing order of columns.
    pub entries: &'p [(usize, i64)],
    /// The comparison.
    pub cmp: Cmp,
    /// The right-hand side.
    pub rhs: i64,
}

/// Columns and rows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Program {
    columns: Vec<Column>,
    entries: Vec<(usize, i64)>,
    rows: Vec<RowEnd>,
    contradictory: bool,
    objective: Vec<(usize, i64)>,
    objective_constant: i64,
    /// The number of the constraint that is being stated, within its label.
    number: Option<usize>,
    /// True if sums go up to [`LARGEST_EXACT_SUM`], not [`LARGEST_SUM`].
    is_exact: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct RowEnd {
    label: Label,
    number: Option<usize>,
    /// Where the row's entries end; they start where those of the row before end.
    end: usize,
    cmp: Cmp,
    rhs: i64,
}

/// A sum of columns and a constant, under construction. Columns may come in any order and more than once.
#[derive(Clone, Debug, Default)]
pub struct Expr {
    terms: Vec<(usize, i128)>,
    constant: i128,
}

/// A row's numbers are too large for the arithmetic of the solvers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge;

/// The largest value that a row's sum or right-hand side may take for solvers in floating point. They compare sums
/// with a tolerance of about 1e-6 and 64-bit floats have 53 bits: beyond this size they no longer tell neighbouring
/// integers apart safely.
pub const LARGEST_SUM: i64 = 1 << 31;

/// The same for solvers in whole numbers of 64 bits.
pub const LARGEST_EXACT_SUM: i64 = 1 << 59;

impl Program {
    /// A program without columns; it has one solution, the empty one.
    pub fn new() -> Self {
        Self::default()
    }

    /// The same for solvers in whole numbers, which take larger sums.
    pub fn exact() -> Self {
        Program { is_exact: true, ..Self::default() }
    }

    /// The largest sum that a row may reach.
    pub fn largest_sum(&self) -> i64 {
        if self.is_exact { LARGEST_EXACT_SUM } else { LARGEST_SUM }
    }

    /// The columns.
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// The rows, in the order they were added.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = ProgramRow<'_>> {
        (0..self.rows.len()).map(|index| {
            let start = if index == 0 { 0 } else { self.rows[index - 1].end };
            let RowEnd { ref label, number, end, cmp, rhs } = self.rows[index];
            ProgramRow { label, number, entries: &self.entries[start..end], cmp, rhs }
        })
    }

    /// Number of entries that are not 0.
    pub fn entries(&self) -> usize {
        self.entries.len()
    }

    /// True if some row cannot hold, whatever the columns are within their bounds.
    pub fn is_contradictory(&self) -> bool {
        self.contradictory
    }

    /// Sets what is to be small.
    ///
    /// # Errors
    /// If its numbers are too large.
    pub fn minimise(&mut self, sum: Expr) -> Result<(), TooLarge> {
        let (terms, constant) = sum.normalised();
        let most: i128 = terms.iter().map(|term| term.1.abs()).sum();
        if most > i128::from(self.largest_sum()) {
            return Err(TooLarge);
        }
        self.objective = terms.into_iter().map(|(column, coefficient)| (column, coefficient as i64)).collect();
        self.objective_constant = i64::try_from(constant).map_err(|_| TooLarge)?;
        Ok(())
    }

    /// The objective to be minimised: column and coefficient, in increasing order of columns; nothing if any solution
    /// will do.
    pub fn objective(&self) -> &[(usize, i64)] {
        &self.objective
    }

    /// The constant that is added to the sum of the objective.
    pub fn objective_constant(&self) -> i64 {
        self.objective_constant
    }

    /// Moves what is added to the sum of the objective to a new column, which has to be 1.
    pub fn constant_as_column(&mut self, name: String) -> usize {
        let column = self.binary(name);
        self.objective.push((column, std::mem::take(&mut self.objective_constant)));
        column
    }

    /// Adds a column that is 0 or 1 and stands for the value of a variable.
    pub fn binary(&mut self, name: String) -> usize {
        self.column(Column { name, low: 0, high: 1, integral: true, one_of: None })
    }

    /// Adds a column between 0 and 1 that the formulation introduces, one of `count` of which exactly one is chosen.
    pub fn choice(&mut self, name: String, integral: bool, count: usize) -> usize {
        self.column(Column { name, low: 0, high: 1, integral, one_of: Some(count) })
    }

    /// Adds a column of any integers between two numbers.
    pub fn integer(&mut self, name: String, low: i64, high: i64) -> usize {
        self.column(Column { name, low, high, integral: true, one_of: None })
    }

    fn column(&mut self, column: Column) -> usize {
        self.columns.push(column);
        self.columns.len() - 1
    }

    /// Adds the row `left cmp rhs`, in normal form.
    ///
    /// # Errors
    /// If the row's numbers are too large.
    pub fn row(&mut self, label: impl Into<Label>, left: Expr, cmp: Cmp, rhs: i64) -> Result<(), TooLarge> {
        let (terms, constant) = left.normalised();
        let rhs = i128::from(rhs) - constant;
        let (mut low, mut high) = (0i128, 0i128);
        for &(column, coefficient) in &terms {
            let column = &self.columns[column];
            let ends = [coefficient * i128::from(column.low), coefficient * i128::from(column.high)];
            low += ends[0].min(ends[1]);
            high += ends[0].max(ends[1]);
        }
        let divisor = terms.iter().fold(0, |divisor, &(_, coefficient)| gcd(divisor, coefficient.abs())).max(1);
        let integral = terms.iter().all(|&(column, _)| self.columns[column].integral);
        let never = match cmp {
            Cmp::Le => low > rhs,
            Cmp::Ge => high < rhs,
            Cmp::Eq => low > rhs || high < rhs || integral && rhs % divisor != 0,
        };
        if never {
            self.contradiction(label);
            return Ok(());
        }
        let always = match cmp {
            Cmp::Le => high <= rhs,
            Cmp::Ge => low >= rhs,
            Cmp::Eq => low == rhs && high == rhs,
        };
        if always {
            return Ok(());
        }
        let divisor = if integral { divisor } else { 1 };
        let rhs = match cmp {
            Cmp::Le => rhs.div_euclid(divisor),
            Cmp::Eq => rhs / divisor,
            Cmp::Ge => -(-rhs).div_euclid(divisor),
        };
        if [low, high, rhs].iter().any(|number| number.abs() > i128::from(self.largest_sum())) {
            return Err(TooLarge);
        }
        self.entries.extend(terms.iter().map(|&(column, coefficient)| (column, (coefficient / divisor) as i64)));
        self.push(label.into(), cmp, rhs as i64);
        Ok(())
    }

    /// True if these values of the columns are within their bounds and satisfy every row.
    pub fn is_solution(&self, values: &[i64]) -> bool {
        let is_within = |(column, &value): (&Column, &i64)| (column.low..=column.high).contains(&value);
        self.columns.len() == values.len()
            && self.columns.iter().zip(values).all(is_within)
            && self.rows().all(|row| {
                let product =
                    |&(column, coefficient): &(usize, i64)| i128::from(coefficient) * i128::from(values[column]);
                let sum: i128 = row.entries.iter().map(product).sum();
                i64::try_from(sum).is_ok_and(|sum| row.cmp.holds(sum, row.rhs))
            })
    }

    /// Adds the row `0 >= 1`.
    pub fn contradiction(&mut self, label: impl Into<Label>) {
        self.contradictory = true;
        self.push(label.into(), Cmp::Ge, 1);
    }

    /// Ends a row, whose entries are there.
    fn push(&mut self, label: Label, cmp: Cmp, rhs: i64) {
        self.rows.push(RowEnd { label, number: self.number, end: self.entries.len(), cmp, rhs });
    }

    /// Notes that the rows from now on state the constraint of this number within its label, or none of a model.
    pub(crate) fn begin(&mut self, number: Option<usize>) {
        self.number = number;
    }
}

impl Expr {
    /// The sum that is 0.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds `coefficient * column`.
    pub fn add(&mut self, coefficient: i64, column: usize) {
        self.terms.push((column, i128::from(coefficient)));
    }

    /// Adds a constant.
    pub fn add_constant(&mut self, constant: i128) {
        self.constant += constant;
    }

    /// Columns in increasing order, each once, without zero coefficients; and the constant.
    fn normalised(mut self) -> (Vec<(usize, i128)>, i128) {
        self.terms.sort_unstable_by_key(|&(column, _)| column);
        self.terms.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            if same {
                kept.1 += next.1;
            }
            same
        });
        self.terms.retain(|&(_, coefficient)| coefficient != 0);
        (self.terms, self.constant)
    }
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn binaries(n: usize) -> Program {
        let mut program = Program::new();
        for index in 0..n {
            program.binary(format!("x[{index}]"));
        }
        program
    }

    fn expr(terms: &[(i64, usize)], constant: i128) -> Expr {
        let mut expr = Expr::new();
        terms.iter().for_each(|&(coefficient, column)| expr.add(coefficient, column));
        expr.add_constant(constant);
        expr
    }

    #[test]
    fn rows_come_out_in_normal_form() {
        let mut program = binaries(3);
        program.row("sum", expr(&[(4, 2), (2, 0), (3, 1), (-3, 1), (2, 2)], 1), Cmp::Le, 6).unwrap();
        let rows: Vec<ProgramRow<'_>> = program.rows().collect();
        let label = &"sum".into();
        assert_eq!(rows, [ProgramRow { label, number: None, entries: &[(0, 1), (2, 3)], cmp: Cmp::Le, rhs: 2 }]);
        assert_eq!(program.entries(), 2);
    }

    #[test]
    fn a_lower_bound_is_rounded_up() {
        let mut program = binaries(2);
        program.row("sum", expr(&[(2, 0), (2, 1)], 0), Cmp::Ge, 3).unwrap();
        assert_eq!(program.rows().next().unwrap().rhs, 2);
    }

    #[test]
    fn rows_that_always_hold_are_dropped() {
        let mut program = binaries(2);
        program.row("a", expr(&[(1, 0), (1, 1)], 0), Cmp::Le, 2).unwrap();
        program.row("b", expr(&[(1, 0), (-1, 0)], 5), Cmp::Eq, 5).unwrap();
        assert_eq!(program.rows().len(), 0);
        assert!(!program.is_contradictory());
    }

    #[test]
    fn rows_that_never_hold_make_the_program_contradictory() {
        let cases = [(&[(1, 0), (1, 1)][..], Cmp::Ge, 3), (&[(2, 0), (4, 1)], Cmp::Eq, 3), (&[], Cmp::Le, -1)];
        for (terms, cmp, rhs) in cases {
            let mut program = binaries(2);
            program.row("a", expr(terms, 0), cmp, rhs).unwrap();
            assert!(program.is_contradictory());
            let row = program.rows().next().unwrap();
            assert!(row.entries.is_empty() && !row.cmp.holds(0, row.rhs));
        }
    }

    #[test]
    fn numbers_beyond_the_solvers_precision_are_refused() {
        let mut program = binaries(2);
        let wide = expr(&[(i64::MAX, 0), (1, 1)], 0);
        assert_eq!(program.row("a", wide, Cmp::Le, 7), Err(TooLarge));
    }
}
