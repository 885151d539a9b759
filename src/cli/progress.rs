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
        // The time since the beginning, also when the line comes back after something else was printed.
        let elapsed = self.start.elapsed();
        if !self.terminal || elapsed < QUIET {
            return;
        }
        let bar = self.bar.get_or_insert_with(|| {
            let style = ProgressStyle::with_template("{spinner} {elapsed} {msg}").expect("a valid template");
            ProgressBar::new_spinner().with_style(style).with_elapsed(elapsed)
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

impl Drop for Progress {
    /// However the work ends, the line does not stay.
    fn drop(&mut self) {
        self.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_goes_on_when_the_line_comes_back_and_the_line_ends_with_the_work() {
        let start = Instant::now().checked_sub(Duration::from_secs(10)).expect("the machine runs longer");
        let mut progress = Progress { start, terminal: true, bar: None };
        for _ in 0..2 {
            progress.tick(|| "working".to_owned());
            let elapsed = progress.bar.as_ref().expect("a line").elapsed();
            assert!(elapsed >= Duration::from_secs(10), "{elapsed:?}");
            progress.clear();
        }
        progress.tick(|| "working".to_owned());
        let bar = progress.bar.clone().expect("a line");
        drop(progress);
        assert!(bar.is_finished());
    }
}
