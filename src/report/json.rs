//! The whole summary as one JSON object; `cnfab schema report` describes it.

use std::io::{self, Write};

use super::Summary;

/// Writes the summary.
///
/// # Errors
/// If it cannot be written.
pub fn write(summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, summary)?;
    out.write_all(b"\n")
}
