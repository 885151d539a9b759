//! Serves kinds whose cells hold numbers: reads givens, ranges and sums, and formats cells of equal width.

use std::ops::RangeInclusive;

use crate::picture::Ink;
use cnfab_base::display::quoted;

use super::draw::CellText;
use super::{Cells, Document, ParseError, Token, Violation, text};

/// The fewest values one after the other that are named by the first and the last.
const RANGE: usize = 4;

/// Names values, in their order. Numbers one after the other are a range: `2 to 9`.
pub(super) fn ranges(values: &[i32], name: impl Fn(i32) -> String) -> Vec<String> {
    let follows = |&one: &i32, &other: &i32| {
        one.checked_add(1) == Some(other) && [one, other].iter().all(|&value| name(value) == value.to_string())
    };
    let named = values.chunk_by(follows).flat_map(|chunk| match chunk {
        [first, .., last] if chunk.len() >= RANGE => vec![format!("{} to {}", name(*first), name(*last))],
        _ => chunk.iter().map(|&value| name(value)).collect(),
    });
    named.collect()
}

/// A row of a body, with its line number for errors.
pub(super) struct NumberRow<'t> {
    /// The line, from 1.
    pub(super) line: usize,
    /// The whole line.
    pub(super) text: &'t str,
    /// The tokens of the row's cells.
    pub(super) cells: Vec<Token<'t>>,
}

impl NumberRow<'_> {
    /// Refuses a row of another length; `why` gives the origin of the length.
    pub(super) fn exactly(&self, expected: usize, why: &str) -> Result<(), ParseError> {
        text::exactly(&self.cells, expected, (self.line, self.text), why)
    }
}

/// Reads the rows of a body, with cells between blanks, bars or commas. Skips ruling lines and blank lines.
pub(super) fn rows<'t>(document: &Document<'t>) -> Vec<NumberRow<'t>> {
    let lines = document.body().iter().filter(|(_, text)| !text.trim().is_empty() && !text::is_rule(text));
    let row = |&(line, text): &(usize, &'t str)| {
        let cells = match text.contains(',') {
            true => text::tokens(line, text),
            false => text::pieces(line, text, |c| c.is_whitespace() || text::is_bar(c)),
        };
        NumberRow { line, text, cells }
    };
    lines.map(row).collect()
}

/// Refuses another number of rows than `count`; `why` gives the origin of the number.
pub(super) fn exactly_rows(
    document: &Document<'_>,
    rows: &[NumberRow<'_>],
    count: usize,
    why: &str,
) -> Result<(), ParseError> {
    if let Some(extra) = rows.get(count) {
        let expected = format!("the end of the text after {}{why}", text::count(count, "row"));
        return Err(ParseError::new(extra.line, 1, format!("row {}", count + 1), expected));
    }
    if rows.len() < count {
        return Err(document.missing(format!("row {} of {count}{why}", rows.len() + 1)));
    }
    Ok(())
}

/// Reads a number within bounds, or `None` for an empty cell.
pub(super) fn given(token: Token<'_>, bounds: &RangeInclusive<i32>) -> Result<Option<i32>, ParseError> {
    if text::is_blank(token.text) {
        return Ok(None);
    }
    let value = token.integer(i64::from(*bounds.start())..=i64::from(*bounds.end()), text::OR_BLANK)?;
    Ok(Some(i32::try_from(value).expect("within the bounds that were asked for")))
}

/// Refuses a number that is given twice.
pub(super) fn given_once(givens: &[(Token<'_>, Option<i32>)]) -> Result<(), ParseError> {
    let mut seen = std::collections::BTreeMap::new();
    for &(token, value) in givens {
        let Some(value) = value else { continue };
        if let Some(first) = seen.insert(value, token) {
            let found = format!("{} again", quoted(token.text));
            let expected = format!("each number once (line {}, column {} has it)", first.line, first.column);
            return Err(ParseError::new(token.line, token.column, found, expected));
        }
    }
    Ok(())
}

/// Reads the header key `numbers`; the default is 1 to the number of cells.
pub(super) fn numbers(document: &Document<'_>, cells: usize, most: usize) -> Result<RangeInclusive<i32>, ParseError> {
    let Some(numbers) = document.range("numbers", most)? else { return Ok(1..=cells as i32) };
    if numbers.clone().count() < cells {
        let header = document.need("numbers")?;
        return Err(header.error(format!("at least {cells} numbers, one for each cell")));
    }
    Ok(numbers)
}

/// Reads the header key `sum`; the default is the total of all numbers divided by `rows`, if that is an integer.
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
    let mut error = document.need("sum").expect_err("there is no key 'sum'");
    error.expected = format!("{}, because {why}", error.expected);
    Err(error)
}

/// Checks that each position has a number of the range, the given one if there is one, and, if wanted, no other's.
pub(super) fn check(
    cells: &Cells,
    numbers: &RangeInclusive<i32>,
    givens: &[Option<i32>],
    is_once: bool,
    name: impl Fn(usize) -> String,
) -> Result<(), Violation> {
    cells.check_len("number", givens.len())?;
    for (cell, (number, given)) in cells.0.iter().zip(givens).enumerate() {
        let before = || cells.0[..cell].iter().position(|other| other == number).filter(|_| is_once);
        let why = if !numbers.contains(number) {
            let (low, high) = (numbers.start(), numbers.end());
            format!("{} has {number}, which is not from {low} to {high}", name(cell))
        } else if let Some(given) = given.filter(|given| given != number) {
            format!("{} has {number}, but {given} is given", name(cell))
        } else if let Some(first) = before() {
            format!("{number} is in {} and in {}", name(first), name(cell))
        } else {
            continue;
        };
        return Err(Violation(why));
    }
    Ok(())
}

/// Returns the number of characters of the widest number.
pub(super) fn width(numbers: impl IntoIterator<Item = i32>) -> usize {
    numbers.into_iter().map(|number| number.to_string().len()).max().unwrap_or(1)
}

/// Formats a number or an empty cell to a width.
pub(super) fn inside(value: Option<(i32, Ink)>, width: usize) -> CellText {
    match value {
        Some((value, ink)) => CellText::new(format!("{value:>width$}"), Some(ink)),
        None => CellText::new(format!("{:>width$}", "."), Some(Ink::Note)),
    }
}
