//! Texts of files and their names: UTF-8, and links.

use cnfab_base::display;
use cnfab_base::parse_error::ParseError;

use super::SourceError;

/// The first characters of a link in its name.
const LINK_BEGIN: usize = 24;
/// The last characters of a link in its name.
const LINK_END: usize = 12;

/// The text that bytes are.
///
/// # Errors
/// If they are no UTF-8.
pub fn utf8(name: &str, bytes: Vec<u8>) -> Result<String, SourceError> {
    String::from_utf8(bytes).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        let before = String::from_utf8_lossy(&error.as_bytes()[..valid]);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        let found = format!("byte 0x{:02x}", error.as_bytes()[valid]);
        let name = display::escaped(name).into_owned();
        SourceError::Parse { name, error: ParseError::new(line, column, found, "UTF-8 text"), looks: None }
    })
}

/// Names a link by its first and its last characters.
pub(super) fn name_of_link(link: &str) -> String {
    let count = link.chars().count();
    if count <= LINK_BEGIN + LINK_END {
        return display::escaped(link).into_owned();
    }
    let (begin, end): (String, String) =
        (link.chars().take(LINK_BEGIN).collect(), link.chars().skip(count - LINK_END).collect());
    display::escaped(&format!("{begin}...{end}")).into_owned()
}
