//! Text that is collected before it is written.

use std::io::{self, Write};

use cnfab_base::display::is_invisible;

use super::Export;

/// Bytes that are collected before they are written.
const BUFFER: usize = 1 << 16;

/// Text without line breaks and other characters that cannot be seen.
pub(super) fn one_line(text: &str) -> String {
    text.chars().map(|c| if is_invisible(c) { '?' } else { c }).collect()
}

/// The lines that state the origin of a file, each as a key and a value.
pub(super) fn origin(export: &Export<'_>) -> Vec<(&'static str, String)> {
    let mut lines = vec![("cnfab", env!("CARGO_PKG_VERSION").to_owned())];
    for (key, value) in [("instance", export.instance), ("kind", export.kind), ("view", export.view)] {
        if !value.is_empty() {
            lines.push((key, one_line(value)));
        }
    }
    lines
}

/// Collects bytes, keeps the first error.
pub(super) struct Buffered<'w> {
    inner: &'w mut dyn Write,
    pub(super) bytes: Vec<u8>,
    error: Option<io::Error>,
}

impl<'w> Buffered<'w> {
    pub(super) fn new(inner: &'w mut dyn Write) -> Self {
        Buffered { inner, bytes: Vec::with_capacity(BUFFER + BUFFER / 4), error: None }
    }

    pub(super) fn line(&mut self, text: std::fmt::Arguments<'_>) {
        writeln!(self.bytes, "{text}").expect("writing to memory does not fail");
        self.flush_if_full();
    }

    pub(super) fn flush_if_full(&mut self) {
        if self.bytes.len() >= BUFFER {
            self.flush();
        }
    }

    fn flush(&mut self) {
        if self.error.is_none() {
            self.error = self.inner.write_all(&self.bytes).err();
        }
        self.bytes.clear();
    }

    pub(super) fn finish(mut self) -> io::Result<()> {
        self.flush();
        match self.error {
            Some(error) => Err(error),
            None => self.inner.flush(),
        }
    }
}
