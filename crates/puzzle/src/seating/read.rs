//! Reads seatings.

use crate::text::tokens;
use crate::{Document, ParseError, Parsed};
use cnfab_base::display::quoted;

use super::Seating;
use super::rules;

/// The most guests.
const MOST_GUESTS: usize = 100;

/// The most characters of a name.
const MOST_LETTERS: usize = 100;

/// The most rules.
const MOST_RULES: usize = 10_000;

/// Reads the puzzle of a document.
pub(super) fn parse(document: &Document<'_>) -> Result<Vec<Parsed>, ParseError> {
    let table = document.need("table")?;
    let round = match table.value {
        "round" => true,
        "row" => false,
        _ => return Err(table.error("round or row")),
    };
    let header = document.need("guests")?;
    let mut guests: Vec<String> = Vec::new();
    for mut token in tokens(header.line, header.value) {
        token.column += header.column - 1;
        if guests.len() == MOST_GUESTS {
            return Err(token.error(format!("at most {MOST_GUESTS} guests")));
        }
        if token.text.is_empty() || token.text.contains(char::is_whitespace) || rules::WORDS.contains(&token.text) {
            return Err(token.error("a name of one word that is no word of the rules"));
        }
        if token.text.chars().count() > MOST_LETTERS {
            return Err(token.error(format!("a name of at most {MOST_LETTERS} characters")));
        }
        if guests.iter().any(|guest| guest == token.text) {
            return Err(ParseError::new(
                token.line,
                token.column,
                format!("{} again", quoted(token.text)),
                "another name",
            ));
        }
        guests.push(token.text.to_owned());
    }
    if guests.is_empty() {
        return Err(header.error("the names of the guests"));
    }
    let mut rules = Vec::new();
    for &(line, text) in document.body() {
        if text.trim().is_empty() {
            continue;
        }
        if rules.len() == MOST_RULES {
            return Err(ParseError::new(line, 1, "another rule", format!("at most {MOST_RULES} rules")));
        }
        rules.push(rules::read(line, text, &guests)?);
    }
    Ok(vec![Ok(Box::new(Seating { round, guests, rules }))])
}
