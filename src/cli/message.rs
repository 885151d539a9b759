//! Messages on standard error.
//!
//! A message that cannot be written is lost and changes nothing else: not what the command does, and not its exit code.
//! A message is one line: names of files and texts of others in it are shown escaped.

use std::fmt::Arguments;
use std::io::{self, Write};

use cnfab::display::escaped;

/// Writes a line to standard error, formatted as by `eprintln!`, which panics where this does not.
macro_rules! say {
    ($($message:tt)+) => {
        $crate::cli::message::line(format_args!($($message)+))
    };
}

pub(crate) use say;

/// Writes the line in one piece, so that it does not mix with those of other processes.
pub(crate) fn line(message: Arguments<'_>) {
    text(&format!("{}\n", escaped(&message.to_string())));
}

/// Writes a text as it is.
pub(crate) fn text(text: &str) {
    // Nobody reads it: the pipe is closed, or the disk is full.
    let _ = io::stderr().lock().write_all(text.as_bytes());
}
