//! Reads a Jodici.

use crate::text::{OR_BLANK, is_blank};
use crate::{Document, ParseError, Parsed, line};

use super::Jodici;

/// Reads the puzzle of a document.
pub(super) fn parse(document: &Document<'_>) -> Result<Vec<Parsed>, ParseError> {
    let numbers = document.range("numbers", 256)?.unwrap_or(1..=9);
    let rows = line::table(document, 32, 64)?;
    let (rings, sectors) = (rows.len(), rows[0].len());
    let mut givens = Vec::with_capacity(rings * sectors);
    for token in rows.iter().flatten() {
        givens.push(if is_blank(token.text) {
            None
        } else {
            let bounds = i64::from(*numbers.start())..=i64::from(*numbers.end());
            Some(token.integer(bounds, OR_BLANK)? as i32)
        });
    }
    let kinds = numbers.clone().count();
    if !givens.len().is_multiple_of(kinds) {
        let expected = format!("a multiple of {kinds} fields, so that each number comes equally often");
        let found = format!("{rings} rings of {sectors} fields");
        return Err(ParseError::new(rows[0][0].line, 1, found, expected));
    }
    let times = givens.len() / kinds;
    let total = numbers.clone().map(i64::from).sum::<i64>() * times as i64;
    let sum = |key: &str, parts: usize| match document.integer(key, -1_000_000_000..=1_000_000_000)? {
        Some(sum) => Ok(sum),
        None if total % parts as i64 == 0 => Ok(total / parts as i64),
        None => document.need(key).map(|_| 0),
    };
    let (ring_sum, sector_sum) = (sum("ring-sum", rings)?, sum("sector-sum", sectors)?);
    Ok(vec![Ok(Box::new(Jodici { rings, sectors, numbers, times, ring_sum, sector_sum, givens }))])
}
