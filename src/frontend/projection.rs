//! Comments that name the variables of which solutions consist, in formats that have no line for them.
//!
//! They are `* ind 1 2 0` in OPB, `c p show 1 2 0` and `c ind 1 2 0` in WCNF. Model counters read them, and what is
//! exported here has them.

use crate::model::Var;
use crate::parse_error::ParseError;

use super::cursor::Cursor;

/// The variables that all lines with these openings name; `None` if there is no such line. A comment that goes on with
/// something else than a number is only a comment.
///
/// # Errors
/// If no variable has a number.
pub(super) fn projection(text: &str, openings: &[&str], variables: usize) -> Result<Option<Vec<Var>>, ParseError> {
    let mut cursor = Cursor::new(text, None);
    let mut shown = None;
    while cursor.peek().is_some() {
        if openings.iter().any(|opening| cursor.eat(opening)) && cursor.peek() == Some(b' ') {
            loop {
                cursor.take_while(|byte| byte == b' ' || byte == b'\t' || byte == b'\r');
                if !cursor.peek().is_some_and(|byte| byte.is_ascii_digit()) {
                    break;
                }
                let at = cursor.offset();
                let expected = format!("a variable from 1 to {variables}, or the 0 that ends the line");
                let number = cursor.number(&expected)?;
                let shown = shown.get_or_insert_with(Vec::new);
                if number == 0 {
                    break;
                }
                let index = usize::try_from(number - 1).ok().filter(|&index| index < variables);
                shown.push(Var::from_index(index.ok_or_else(|| cursor.wrong_at(at, &expected))?));
            }
        }
        cursor.skip_line();
        cursor.skip();
    }
    Ok(shown)
}
