//! One JSON object per line; `null` where something is not known.

use std::io::{self, Write};

use crate::run::Record;

pub(super) fn write(records: &[Record], out: &mut dyn Write) -> io::Result<()> {
    for record in records {
        serde_json::to_writer(&mut *out, record)?;
        out.write_all(b"\n")?;
    }
    Ok(())
}
