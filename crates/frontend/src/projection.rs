//! Comments that name the variables of which solutions consist, in formats that have no line for them.
//!
//! They are `* ind 1 2 0` in OPB, and in WCNF those of formulas that are comments, such as `c p show 1 2 0`. Model
//! counters read them, and what is exported here has them.

use cnfab_base::parse_error::ParseError;
use cnfab_model::Var;

use super::cursor::Cursor;

/// The variables that all lines with these openings name; `None` if there is no such line. A comment that goes on with
/// something else than a number is only a comment. `variable` has the variable of a number, if there is one.
///
/// # Errors
/// If no variable has a number; `named` says which there are.
pub(super) fn projection(
    text: &str,
    openings: &[&str],
    named: &str,
    mut variable: impl FnMut(u32) -> Option<Var>,
) -> Result<Option<Vec<Var>>, ParseError> {
    let expected = format!("{named}, or the 0 that ends the line");
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
                let number = cursor.number(&expected)?;
                let shown = shown.get_or_insert_with(Vec::new);
                if number == 0 {
                    break;
                }
                let var = u32::try_from(number).ok().and_then(&mut variable);
                shown.push(var.ok_or_else(|| cursor.wrong_at(at, &expected))?);
            }
        }
        cursor.skip_line();
        cursor.skip();
    }
    Ok(shown)
}
