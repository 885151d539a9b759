//! Messages on standard error.
//!
//! A message that cannot be written is lost and changes nothing else: not what the command does, and not its exit code.
//! A message is one line: names of files and texts of others in it are shown escaped.

use std::fmt::Arguments;
use std::io::{self, Stderr, Stdout, Write};
use std::sync::Mutex;

use crate::display::escaped;

use super::progress;

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

/// Where messages go.
enum To {
    Stderr,
    /// To standard output, if anywhere.
    Elsewhere(Option<Stdout>),
}

static TO: Mutex<To> = Mutex::new(To::Stderr);

/// From now on nothing is written to standard error, which is a file of the user's that is to be kept.
pub(crate) fn elsewhere(to: Option<Stdout>) {
    if let Ok(mut place) = TO.lock() {
        *place = To::Elsewhere(to);
    }
}

/// The stream of messages if nothing else is said.
pub(crate) fn stream() -> Stderr {
    io::stderr()
}

/// Writes a text as it is.
pub(crate) fn text(text: &str) {
    let Ok(to) = TO.lock() else { return };
    // Nobody reads it: the pipe is closed, or the disk is full.
    let _ = match &*to {
        To::Stderr => progress::beside(|| io::stderr().lock().write_all(text.as_bytes())),
        To::Elsewhere(Some(stdout)) => stdout.lock().write_all(text.as_bytes()),
        To::Elsewhere(None) => Ok(()),
    };
}
