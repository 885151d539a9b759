//! Reads lines of numbers: rows of a body, and solutions in compact notation.

use std::ops::RangeInclusive;

use super::{Cells, Document, ParseError, Token, text};

impl Token<'_> {
    /// Parses the token as an integer within bounds.
    ///
    /// # Errors
    /// If it is no integer or lies outside; `or` names the alternatives to a number, and starts with ` or `.
    pub fn integer(&self, bounds: RangeInclusive<i64>, or: &str) -> Result<i64, ParseError> {
        let value = self.text.parse::<i64>().ok().filter(|value| bounds.contains(value));
        value.ok_or_else(|| self.error(format!("a number from {} to {}{or}", bounds.start(), bounds.end())))
    }
}

/// Reads the body as rows with equally many tokens, separated by blanks or commas.
///
/// # Errors
/// If there is no row, a blank line, a row of another length than the first, or more rows or columns than allowed.
pub(super) fn table<'t>(
    document: &Document<'t>,
    most_rows: usize,
    most_columns: usize,
) -> Result<Vec<Vec<Token<'t>>>, ParseError> {
    let mut rows: Vec<Vec<Token<'t>>> = Vec::new();
    for &(line, text) in document.body() {
        let row = text::tokens(line, text);
        if row.is_empty() {
            return Err(ParseError::new(line, 1, "a blank line", "a row or the end of the text"));
        }
        if rows.len() == most_rows {
            return Err(ParseError::new(line, 1, "another row", format!("at most {most_rows} rows")));
        }
        if let Some(extra) = row.get(most_columns) {
            return Err(extra.error(format!("at most {most_columns} columns")));
        }
        if let Some(first) = rows.first() {
            let expected = || format!("{} columns, as in the first row", first.len());
            if let Some(extra) = row.get(first.len()) {
                return Err(extra.error(expected()));
            }
            if row.len() < first.len() {
                return Err(ParseError::new(line, text.chars().count() + 1, "the end of the line", expected()));
            }
        }
        rows.push(row);
    }
    if rows.is_empty() { Err(document.missing("the rows of the puzzle")) } else { Ok(rows) }
}

/// Formats the values on one line, with blanks between them.
pub(super) fn plain(cells: &Cells) -> String {
    let values: Vec<String> = cells.0.iter().map(i32::to_string).collect();
    values.join(" ")
}

/// Reads the output of [`plain`]: exactly `count` numbers.
///
/// # Errors
/// If there are more or fewer, or a token is no number.
pub(super) fn read_plain(line: &str, count: usize) -> Result<Cells, ParseError> {
    let pieces = text::tokens(1, line);
    let mut values = Vec::with_capacity(count);
    for piece in &pieces {
        if values.len() == count {
            return Err(piece.error(format!("the end of the line after {count} numbers")));
        }
        let value = piece.integer(i64::from(i32::MIN)..=i64::from(i32::MAX), "")?;
        values.push(i32::try_from(value).expect("within the bounds that were asked for"));
    }
    if values.len() < count {
        let column = line.chars().count() + 1;
        let found = format!("the end of the line after {} numbers", values.len());
        return Err(ParseError::new(1, column, found, format!("{count} numbers")));
    }
    Ok(Cells(values))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        let document = Document::parse(text, &|_| Err("no files here".to_owned())).unwrap();
        table(&document, 3, 4).unwrap_err().to_string()
    }

    #[test]
    fn tables_are_rectangular_and_small() {
        assert_eq!(error("kind: x\n"), "line 1, column 1: found the end of the text, expected the rows of the puzzle");
        assert_eq!(
            error("kind: x\n\n1 2\n1 2 3\n"),
            "line 4, column 5: found '3', expected 2 columns, as in the first row"
        );
        assert_eq!(
            error("kind: x\n\n1 2\n1\n"),
            "line 4, column 2: found the end of the line, expected 2 columns, as in the first row"
        );
        assert_eq!(
            error("kind: x\n\n1 2\n\n1 2\n"),
            "line 4, column 1: found a blank line, expected a row or the end of the text"
        );
        assert_eq!(error("kind: x\n\n1\n1\n1\n1\n"), "line 6, column 1: found another row, expected at most 3 rows");
        assert_eq!(error("kind: x\n\n1 2 3 4 5\n"), "line 3, column 9: found '5', expected at most 4 columns");
    }

    #[test]
    fn plain_lines_go_back_and_forth() {
        let cells = Cells(vec![3, -1, 12]);
        assert_eq!(plain(&cells), "3 -1 12");
        assert_eq!(read_plain("3 -1 12", 3), Ok(cells));
        let error = |line: &str| read_plain(line, 3).unwrap_err().to_string();
        assert_eq!(error("1 2"), "line 1, column 4: found the end of the line after 2 numbers, expected 3 numbers");
        assert_eq!(error("1 2 3 4"), "line 1, column 7: found '4', expected the end of the line after 3 numbers");
        assert_eq!(error("1 x 3"), "line 1, column 3: found 'x', expected a number from -2147483648 to 2147483647");
    }
}
