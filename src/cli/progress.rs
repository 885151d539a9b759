//! A line on standard error that shows the progress: after a second, and only on a terminal.
//!
//! There is one line at most. Whoever writes a message or ends the process takes it away first. It is never as wide as
//! the terminal, so that what a terminal echoes of Ctrl-C still stands on it.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use console::{Term, truncate_str};

const QUIET: Duration = Duration::from_secs(1);

/// How often the line is made anew.
const TICK: Duration = Duration::from_millis(100);

/// Columns that stay free.
const FREE: usize = 4;

/// Signs that follow one another while the work goes on.
const SIGNS: [char; 10] = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

/// The state of the terminal's line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Line {
    None,
    Shown,
    /// The process is about to end, without another line.
    Ended,
}

static LINE: Mutex<Line> = Mutex::new(Line::None);

fn line() -> MutexGuard<'static, Line> {
    LINE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Takes the line away. What cannot be written to the terminal is lost, as messages are.
fn take_away(line: &mut Line) {
    if *line == Line::Shown {
        let _ = Term::stderr().clear_line();
        *line = Line::None;
    }
}

/// Writes to standard error without mixing with the line, which comes back when there is something new.
pub(crate) fn beside(write: impl FnOnce() -> io::Result<()>) -> io::Result<()> {
    let mut line = line();
    take_away(&mut line);
    write()
}

/// Takes the line away for good: the process is about to end.
pub(crate) fn end() {
    let mut line = line();
    take_away(&mut line);
    *line = Line::Ended;
}

/// Shows nothing until the work has taken a while.
pub(crate) struct ProgressLine {
    start: Instant,
    terminal: bool,
}

impl ProgressLine {
    pub(crate) fn new() -> Self {
        ProgressLine { start: Instant::now(), terminal: Term::stderr().features().is_attended() }
    }

    /// Shows the present message.
    pub(crate) fn tick(&mut self, message: impl FnOnce() -> String) {
        // The time since the beginning, also when the line comes back after something else was printed.
        let elapsed = self.start.elapsed();
        if !self.terminal || elapsed < QUIET {
            return;
        }
        let terminal = Term::stderr();
        let text = text(elapsed, &message(), usize::from(terminal.size().1));
        let mut line = line();
        take_away(&mut line);
        if *line == Line::None {
            let _ = terminal.write_str(&text);
            *line = Line::Shown;
        }
    }

    /// Takes the line away, so that something else can be printed.
    pub(crate) fn clear(&mut self) {
        take_away(&mut line());
    }
}

/// The line on a terminal with `columns` columns.
fn text(elapsed: Duration, message: &str, columns: usize) -> String {
    let sign = SIGNS[(elapsed.as_millis() / TICK.as_millis()) as usize % SIGNS.len()];
    let whole = format!("{sign} {} {message}", text_of_time(elapsed.as_secs_f64().floor()));
    truncate_str(&whole, columns.saturating_sub(FREE), "…").into_owned()
}

/// `3 h 20 min`, with two units.
pub(crate) fn text_of_time(seconds: f64) -> String {
    let whole = seconds.round() as u64;
    match whole {
        0..60 => format!("{} s", seconds.ceil()),
        60..3600 => format!("{} min {} s", whole / 60, whole % 60),
        3600..86_400 => format!("{} h {} min", whole / 3600, whole % 3600 / 60),
        _ => format!("{} d {} h", whole / 86_400, whole % 86_400 / 3600),
    }
}

/// Shows the text of `message` while the work goes on.
pub(crate) fn during<T>(message: impl Fn() -> String + Sync, work: impl FnOnce() -> T) -> T {
    /// Ends the watching thread however the work ends.
    struct Done<'d>(&'d AtomicBool, Thread);
    impl Drop for Done<'_> {
        fn drop(&mut self) {
            self.0.store(true, Ordering::Relaxed);
            self.1.unpark();
        }
    }
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        let watcher = scope.spawn(|| {
            let mut progress = ProgressLine::new();
            while !done.load(Ordering::Relaxed) {
                progress.tick(&message);
                thread::park_timeout(TICK);
            }
        });
        let _done = Done(&done, watcher.thread().clone());
        work()
    })
}

impl Drop for ProgressLine {
    /// However the work ends, the line does not stay.
    fn drop(&mut self) {
        self.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_all_the_time_and_leaves_room() {
        let at = |seconds, columns| text(Duration::from_secs(seconds), "12 solutions of the puzzle", columns);
        assert_eq!(at(75, 80), "⠋ 1 min 15 s 12 solutions of the puzzle");
        for columns in [5, 10, 20, 40] {
            assert!(console::measure_text_width(&at(75, columns)) <= columns - FREE);
        }
        assert!(at(7, 30).ends_with(" solutions of the…"), "{}", at(7, 30));
    }

    #[test]
    fn the_time_goes_on_when_the_line_comes_back_and_the_line_ends_with_the_work() {
        let start = Instant::now().checked_sub(Duration::from_secs(10)).expect("the machine runs longer");
        let mut progress = ProgressLine { start, terminal: true };
        for _ in 0..2 {
            progress.tick(|| "working".to_owned());
            assert!(*line() == Line::Shown);
            beside(|| Ok(())).expect("nothing is written");
            assert!(*line() == Line::None);
        }
        progress.tick(|| "working".to_owned());
        drop(progress);
        assert!(*line() == Line::None);
    }
}
