//! What the kinds share whose cells hold numbers: givens, the range, the sum by default, cells of equal width.

use std::ops::RangeInclusive;

use super::{Document, ParseError, Token, text};

/// A number within bounds, or nothing for an empty cell.
pub(super) fn given(token: Token<'_>, bounds: &RangeInclusive<i32>) -> Result<Option<i32>, ParseError> {
    if text::is_blank(token.text) {
        return Ok(None);
    }
    let value = token.integer(i64::from(*bounds.start())..=i64::from(*bounds.end()), " or _")?;
    Ok(Some(i32::try_from(value).expect("within the bounds that were asked for")))
}

/// Refuses a number that is given twice.
pub(super) fn given_once(givens: &[(Token<'_>, Option<i32>)]) -> Result<(), ParseError> {
    let mut seen = std::collections::BTreeMap::new();
    for &(token, value) in givens {
        let Some(value) = value else { continue };
        if let Some(first) = seen.insert(value, token) {
            let found = format!("'{}' again", token.text);
            let expected = format!("each number once (line {}, column {} has it)", first.line, first.column);
            return Err(ParseError::new(token.line, token.column, found, expected));
        }
    }
    Ok(())
}

/// The `numbers` of the header; those from 1 to the number of cells by default.
pub(super) fn numbers(document: &Document<'_>, cells: usize, most: usize) -> Result<RangeInclusive<i32>, ParseError> {
    let Some(numbers) = document.range("numbers", most)? else { return Ok(1..=cells as i32) };
    if numbers.clone().count() < cells {
        let header = document.need("numbers")?;
        return Err(header.error(format!("at least {cells} numbers, one for each cell")));
    }
    Ok(numbers)
}

/// The `sum` of the header. By default the share of each of the `rows` in all the numbers, if there is one.
pub(super) fn row_sum(
    document: &Document<'_>,
    numbers: &RangeInclusive<i32>,
    cells: usize,
    rows: usize,
) -> Result<i64, ParseError> {
    if let Some(sum) = document.integer("sum", -1_000_000_000..=1_000_000_000)? {
        return Ok(sum);
    }
    let total: i64 = numbers.clone().map(i64::from).sum();
    let why = if numbers.clone().count() > cells {
        "there are more numbers than cells".to_owned()
    } else if total % rows as i64 != 0 {
        format!("the numbers add up to {total}, which {rows} rows cannot share")
    } else {
        return Ok(total / rows as i64);
    };
    let mut error = document.need("sum").err().expect("there is no key 'sum'");
    error.expected = format!("{}, because {why}", error.expected);
    Err(error)
}

/// Number of characters of the widest of some numbers.
pub(super) fn width(numbers: impl IntoIterator<Item = i32>) -> usize {
    numbers.into_iter().map(|number| number.to_string().len()).max().unwrap_or(1)
}

/// A number or an empty cell, as wide as the others.
pub(super) fn cell_text(value: Option<i32>, width: usize) -> String {
    match value {
        Some(value) => format!("{value:>width$}"),
        None => format!("{:>width$}", "."),
    }
}
