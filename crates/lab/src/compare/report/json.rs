//! One JSON object per line; `null` where something is not known.

use std::io::{self, Write};

use crate::json;
use crate::run::Record;

pub(super) fn write(records: &[Record], _: Option<u64>, out: &mut dyn Write) -> io::Result<()> {
    for record in records {
        writeln!(out, "{}", json::line(record)?)?;
    }
    Ok(())
}
