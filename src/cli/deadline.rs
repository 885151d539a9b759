//! The limit of time of a whole command. Reading may wait for ever: for a pipe, a terminal, a slow disk.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::solve::Budget;

use super::args::seconds;
use super::message::say;
use super::{interrupt, memory};

/// The limit of time of a command that does not search.
#[derive(clap::Args, Default)]
pub(crate) struct TimeArguments {
    /// Seconds for the whole command, reading included; fractions are allowed.
    #[arg(short = 'T', long, value_name = "SECONDS", value_parser = seconds)]
    timeout: Option<Duration>,
}

impl TimeArguments {
    /// Begins the time. The process ends when it is over.
    pub(crate) fn start(&self) {
        Deadline::start(self.timeout, "the output is not whole");
    }
}

/// The end of a command's time. Until a search takes over, the process ends by itself when it comes.
pub(crate) struct Deadline {
    /// `None` is no limit.
    end: Option<Instant>,
    /// True if the process is still to be ended.
    armed: Arc<AtomicBool>,
}

impl Deadline {
    /// The time begins now. `so_far` is said when it is over, as the rest of `time is over: `.
    pub(crate) fn start(limit: Option<Duration>, so_far: &'static str) -> Self {
        Self::before(limit, move || {
            say!("cnfab: time is over: {so_far}");
            interrupt::leave();
        })
    }

    /// The same for a command whose answer others read: `answer` goes to standard output when the time is over, with
    /// the exit code 0. Nothing may lock standard output until [`release`](Deadline::release).
    pub(crate) fn answering(limit: Option<Duration>, answer: &'static str) -> Self {
        Self::before(limit, move || {
            let mut out = io::stdout().lock();
            // Who does not read it needs no answer.
            let _ = writeln!(out, "{answer}").and_then(|()| out.flush());
            interrupt::leave_with(0);
        })
    }

    /// The time begins now; `leave` ends the process when it is over.
    fn before(limit: Option<Duration>, leave: impl Fn() + Send + 'static) -> Self {
        if limit == Some(Duration::ZERO) {
            leave();
        }
        let armed = Arc::new(AtomicBool::new(true));
        let end = limit.and_then(|limit| Instant::now().checked_add(limit));
        if let Some(end) = end {
            let armed = Arc::clone(&armed);
            thread::spawn(move || {
                sleep_until(end);
                if armed.swap(false, Ordering::SeqCst) {
                    leave();
                }
            });
        }
        Deadline { end, armed }
    }

    /// From now on somebody else looks at the clock. Comes back only if the time was not over before.
    pub(crate) fn release(&self) {
        while self.end.is_some() && !self.armed.swap(false, Ordering::SeqCst) {
            // The process is about to end.
            thread::park();
        }
    }

    /// The budget of a search that looks at the clock itself, within the time that is left.
    pub(crate) fn limit(self, mut budget: Budget) -> Budget {
        self.release();
        // The memory of what has been read goes back, too.
        budget.deadline = self.end.map(|end| end.checked_sub(TAKEN_BACK * megabytes_held()).unwrap_or(end));
        budget.memory_bytes = memory::bytes();
        budget
    }

    /// The time that is left, if there is a limit.
    pub(crate) fn remaining(&self) -> Option<Duration> {
        self.end.map(|end| end.saturating_duration_since(Instant::now()))
    }
}

/// The time in which the system takes back a million bytes of memory that the process holds.
const TAKEN_BACK: Duration = Duration::from_micros(60);

/// The longest sleep between two looks at the memory, when the end is near.
const NAP: Duration = Duration::from_millis(10);

/// Sleeps until the process has to leave to be over at the end. The more memory it holds, the earlier that is.
pub(crate) fn sleep_until(end: Instant) {
    loop {
        let left = end.saturating_duration_since(Instant::now() + TAKEN_BACK * megabytes_held());
        if left.is_zero() {
            return;
        }
        thread::sleep(left.min(NAP.max(left / 2)));
    }
}

/// The memory of the process, in millions of bytes; 0 where the system does not tell.
fn megabytes_held() -> u32 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let held = status.lines().find_map(|line| line.strip_prefix("VmRSS:")?.trim().strip_suffix(" kB"));
    held.and_then(|held| held.parse::<u32>().ok()).unwrap_or(0) / 1000
}

/// The message when reading took all the time.
pub(crate) const READING: &str = "the input was still being read";
