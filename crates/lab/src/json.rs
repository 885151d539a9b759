//! Values as lines of JSON.

use cnfab_base::display;

/// A value as a line of JSON without invisible characters.
///
/// # Errors
/// If the value has no JSON.
pub fn line(value: &impl serde::Serialize) -> serde_json::Result<String> {
    Ok(display::json(&serde_json::to_string(value)?).into_owned())
}
