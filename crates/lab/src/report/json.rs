//! The whole summary as one JSON object; `cnfab schema report` describes it.

use std::io::{self, Write};

use cnfab_base::display;

use super::Summary;

/// Writes the summary.
///
/// # Errors
/// If it cannot be written.
pub fn write(summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
    let text = serde_json::to_string_pretty(summary)?;
    writeln!(out, "{}", display::json(&text))
}
