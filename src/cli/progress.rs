//! A line on standard error that says what is going on: after a second, and only on a terminal.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

const QUIET: Duration = Duration::from_secs(1);

/// Shows nothing until the work has taken a while.
pub(crate) struct Progress {
    start: Instant,
    terminal: bool,
    bar: Option<ProgressBar>,
}

impl Progress {
    pub(crate) fn new() -> Self {
        Progress { start: Instant::now(), terminal: std::io::stderr().is_terminal(), bar: None }
    }

    /// Shows what is known now.
    pub(crate) fn tick(&mut self, message: impl FnOnce() -> String) {
        if !self.terminal || self.start.elapsed() < QUIET {
            return;
        }
        let bar = self.bar.get_or_insert_with(|| {
            let style = ProgressStyle::with_template("{spinner} {elapsed} {msg}").expect("a valid template");
            ProgressBar::new_spinner().with_style(style).with_elapsed(QUIET)
        });
        bar.set_message(message());
        bar.tick();
    }

    /// Takes the line away, so that something else can be printed.
    pub(crate) fn clear(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}
