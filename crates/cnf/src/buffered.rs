//! Text that is collected before it is written.

use std::io::{self, Write};

/// Bytes that are collected before they are written.
const BUFFER: usize = 1 << 16;

/// Collects bytes, keeps the first error.
pub struct Buffered<'w> {
    inner: &'w mut dyn Write,
    /// The text so far, until it is written.
    pub bytes: Vec<u8>,
    error: Option<io::Error>,
}

impl<'w> Buffered<'w> {
    /// In front of a writer.
    pub fn new(inner: &'w mut dyn Write) -> Self {
        Buffered { inner, bytes: Vec::with_capacity(BUFFER + BUFFER / 4), error: None }
    }

    /// Appends a line.
    pub fn line(&mut self, text: std::fmt::Arguments<'_>) {
        writeln!(self.bytes, "{text}").expect("writing to memory does not fail");
        self.flush_if_full();
    }

    /// Writes what is collected if it is much.
    pub fn flush_if_full(&mut self) {
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

    /// Writes the rest.
    ///
    /// # Errors
    /// The first error of writing.
    pub fn finish(mut self) -> io::Result<()> {
        self.flush();
        match self.error {
            Some(error) => Err(error),
            None => self.inner.flush(),
        }
    }
}
