//! Reads the grid of equations.

use super::super::text::{OR_BLANK, is_blank, tokens};
use super::super::{Document, ParseError, Parsed, Token};
use super::{Equation, EquationLine, Operator, products};

/// The most cells in a row or in a column.
const MOST: usize = 6;

/// Reads the puzzle of a document, as a list of one.
pub(super) fn parse(document: &Document<'_>) -> Result<Vec<Parsed>, ParseError> {
    Ok(vec![Ok(Box::new(read(document)?))])
}

/// Reads the puzzle of a document.
pub(super) fn read(document: &Document<'_>) -> Result<Equation, ParseError> {
    document.need("numbers")?;
    let numbers = document.range("numbers", 1000)?.expect("the key is there");
    let mut grid = GridReader::default();
    let mut rows = document.body().iter().map(|&(line, text)| PieceReader::new(line, text));
    let mut next = |expected: &str| rows.next().ok_or_else(|| document.missing(expected));
    loop {
        grid.cell_line(next("a line of cells")?)?;
        if grid.operator_line(next("a line of operators")?)? {
            break;
        }
    }
    grid.result_line(next("a line with the results of the columns")?)?;
    if let Some(more) = rows.next() {
        return Err(ParseError::new(more.line, 1, "another line", "the end of the text after the results"));
    }
    let (lines, positions) = grid.lines();
    let mut puzzle = Equation { columns: grid.columns, numbers, givens: grid.givens, lines, linear_forms: Vec::new() };
    puzzle.linear_forms = products::linear_forms(&puzzle).map_err(|(line, why)| {
        let (line, column) = positions[line];
        ParseError::new(line, column, why.found, why.expected)
    })?;
    Ok(puzzle)
}

/// The tokens of one line that have not been read.
struct PieceReader<'t> {
    line: usize,
    /// The column after the end of the line.
    end: usize,
    pieces: std::vec::IntoIter<Token<'t>>,
}

impl<'t> PieceReader<'t> {
    /// Splits a line into tokens.
    fn new(line: usize, text: &'t str) -> Self {
        PieceReader { line, end: text.chars().count() + 1, pieces: tokens(line, text).into_iter() }
    }

    /// Returns the next token; at the end of the line, an error with `expected`.
    fn next(&mut self, expected: &str) -> Result<Token<'t>, ParseError> {
        self.pieces.next().ok_or_else(|| ParseError::new(self.line, self.end, "the end of the line", expected))
    }

    /// Refuses further tokens.
    fn finish(mut self, after: &str) -> Result<(), ParseError> {
        match self.pieces.next() {
            Some(piece) => Err(piece.error(format!("the end of the line after {after}"))),
            None => Ok(()),
        }
    }
}

/// Returns the operator of a symbol.
fn operator(text: &str) -> Option<Operator> {
    match text {
        "+" => Some(Operator::Plus),
        "-" => Some(Operator::Minus),
        "*" => Some(Operator::Times),
        _ => None,
    }
}

/// A result with its line and column.
type Stated = (Option<i64>, (usize, usize));

/// The rows, operators and results read so far.
#[derive(Default)]
struct GridReader {
    /// The number of cells per row; 0 until the first row has been read.
    columns: usize,
    givens: Vec<Option<i32>>,
    across: Vec<Vec<Operator>>,
    /// The operators between the rows, line by line.
    down: Vec<Vec<Operator>>,
    row_results: Vec<Stated>,
    column_results: Vec<Stated>,
}

impl GridReader {
    /// Reads a line of cells and operators, with the row's result.
    fn cell_line(&mut self, mut row: PieceReader<'_>) -> Result<(), ParseError> {
        if self.across.len() == MOST {
            return Err(ParseError::new(row.line, 1, "another row", format!("at most {MOST} rows")));
        }
        let mut operators = Vec::new();
        let mut count = 0;
        loop {
            let piece = row.next("a number, _, . or ?")?;
            self.givens.push(if piece.text == "_" {
                None
            } else {
                Some(piece.integer(-1_000_000..=1_000_000, OR_BLANK)? as i32)
            });
            count += 1;
            let (more, end) = match self.columns {
                0 => (count < MOST, true),
                columns => (count < columns, count == columns),
            };
            let expected = match (more, end) {
                (true, true) => "+, -, * or =",
                (true, false) => "+, - or *",
                _ => "=",
            };
            let piece = row.next(expected)?;
            match operator(piece.text) {
                Some(operator) if more => operators.push(operator),
                None if end && piece.text == "=" => break,
                _ => return Err(piece.error(expected)),
            }
        }
        self.columns = count;
        self.across.push(operators);
        self.row_results.push(stated(row.next("a result, _, . or ?")?)?);
        row.finish("the result")
    }

    /// Reads a line of operators; returns whether it is the last one, with `=` before the results.
    fn operator_line(&mut self, mut row: PieceReader<'_>) -> Result<bool, ParseError> {
        let mut operators = Vec::new();
        let first = row.next("+, -, * or = for each column")?;
        let last = first.text == "=";
        for column in 0..self.columns {
            let expected = match (column, last) {
                (0, _) => "+, -, * or =",
                (_, true) => "= for each column",
                (_, false) => "+, - or * for each column",
            };
            let piece = if column == 0 { first } else { row.next(expected)? };
            match operator(piece.text) {
                Some(operator) if !last => operators.push(operator),
                None if last && piece.text == "=" => {}
                _ => return Err(piece.error(expected)),
            }
        }
        if !last {
            self.down.push(operators);
        }
        row.finish("one sign for each column")?;
        Ok(last)
    }

    /// Reads the line of the columns' results.
    fn result_line(&mut self, mut row: PieceReader<'_>) -> Result<(), ParseError> {
        for _ in 0..self.columns {
            self.column_results.push(stated(row.next("a result, _, . or ? for each column")?)?);
        }
        row.finish("one result for each column")
    }

    /// Returns the rows and the columns, with the positions of their results in the text.
    fn lines(&self) -> (Vec<EquationLine>, Vec<(usize, usize)>) {
        let (rows, columns) = (self.across.len(), self.columns);
        let across = (0..rows).map(|row| EquationLine {
            name: format!("row {}", row + 1),
            cells: (row * columns..(row + 1) * columns).collect(),
            operators: self.across[row].clone(),
            result: self.row_results[row].0,
        });
        let down = (0..columns).map(|column| EquationLine {
            name: format!("column {}", column + 1),
            cells: (column..rows * columns).step_by(columns).collect(),
            operators: self.down.iter().map(|line| line[column]).collect(),
            result: self.column_results[column].0,
        });
        let positions = self.row_results.iter().chain(&self.column_results).map(|stated| stated.1).collect();
        (across.chain(down).collect(), positions)
    }
}

/// Reads a result or an empty one.
fn stated(piece: Token<'_>) -> Result<Stated, ParseError> {
    let position = (piece.line, piece.column);
    if is_blank(piece.text) {
        return Ok((None, position));
    }
    Ok((Some(piece.integer(-1_000_000_000..=1_000_000_000, OR_BLANK)?), position))
}

#[cfg(test)]
mod tests {
    use super::super::super::testing;
    use super::super::KIND;

    fn error(body: &str) -> String {
        testing::error(&KIND, &format!("kind: equation\nnumbers: 0..9\n\n{body}"))
    }

    #[test]
    fn header_errors() {
        assert_eq!(
            testing::error(&KIND, "kind: equation\n\n1 = 1\n=\n1\n"),
            "line 1, column 1: found no key 'numbers' up to here, expected a header line 'numbers: ...'"
        );
        assert_eq!(
            testing::error(&KIND, "kind: equation\nnumbers: 0..5000\n\n1 = 1\n=\n1\n"),
            "line 2, column 10: found '0..5000', expected a range LOW..HIGH of at most 1000 numbers, such as 1..9"
        );
    }

    #[test]
    fn body_errors() {
        assert_eq!(error("_ + _ = 1\n= =\n1 1\n"), "no error");
        assert_eq!(error(""), "line 3, column 1: found the end of the text, expected a line of cells");
        assert_eq!(error("_ + _ = 1\n"), "line 4, column 10: found the end of the text, expected a line of operators");
        assert_eq!(error("_ + _ = 1\n+ +\n"), "line 5, column 4: found the end of the text, expected a line of cells");
        assert_eq!(
            error("_ + _ = 1\n= =\n"),
            "line 5, column 4: found the end of the text, expected a line with the results of the columns"
        );
        assert_eq!(
            error("x + _ = 1\n"),
            "line 4, column 1: found 'x', expected a number from -1000000 to 1000000, _, . or ?"
        );
        assert_eq!(error("_ / _ = 1\n"), "line 4, column 3: found '/', expected +, -, * or =");
        assert_eq!(error("_ + _ 1\n"), "line 4, column 7: found '1', expected +, -, * or =");
        assert_eq!(error("_ + _\n"), "line 4, column 6: found the end of the line, expected +, -, * or =");
        assert_eq!(error("_ + _ =\n"), "line 4, column 8: found the end of the line, expected a result, _, . or ?");
        assert_eq!(
            error("_ + _ = 1 2\n"),
            "line 4, column 11: found '2', expected the end of the line after the result"
        );
        assert_eq!(
            error("_ + _ = 1\n+\n"),
            "line 5, column 2: found the end of the line, expected +, - or * for each column"
        );
        assert_eq!(error("_ + _ = 1\n+ =\n"), "line 5, column 3: found '=', expected +, - or * for each column");
        assert_eq!(error("_ + _ = 1\n= +\n"), "line 5, column 3: found '+', expected = for each column");
        assert_eq!(
            error("_ + _ = 1\n+ + +\n"),
            "line 5, column 5: found '+', expected the end of the line after one sign for each column"
        );
        assert_eq!(error("_ + _ = 1\n+ +\n_ = 2\n"), "line 6, column 3: found '=', expected +, - or *");
        assert_eq!(error("_ + _ = 1\n+ +\n_ + _ + _ = 2\n"), "line 6, column 7: found '+', expected =");
        assert_eq!(
            error("_ = 1\n=\nx\n"),
            "line 6, column 1: found 'x', expected a number from -1000000000 to 1000000000, _, . or ?"
        );
        assert_eq!(
            error("_ = 1\n=\n1\n\n1\n"),
            "line 7, column 1: found another line, expected the end of the text after the results"
        );
        assert_eq!(error("_ + _ + _ + _ + _ + _ + _ = 1\n"), "line 4, column 23: found '+', expected =");
        assert_eq!(
            error(&("_ = 1\n+\n".repeat(6) + "_ = 1\n")),
            "line 16, column 1: found another row, expected at most 6 rows"
        );
    }

    #[test]
    fn products_that_are_too_large_are_refused() {
        let error =
            |numbers: &str, body: &str| testing::error(&KIND, &format!("kind: equation\nnumbers: {numbers}\n\n{body}"));
        assert_eq!(
            error("999001..1000000", "_ * _ - _ * _ = 0\n= = = =\n_ _ _ _\n"),
            "line 4, column 17: found an equation whose products reach 998002998001, expected products up to 1000000000"
        );
        assert_eq!(
            error("-500..499", "_ * _ * _ - _ = 0\n= = = =\n_ _ _ _\n"),
            "line 4, column 17: found an equation whose products make tables of up to 129346000 rows, expected at most \
             1000000 in all"
        );
    }
}
