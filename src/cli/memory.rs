//! The limit on the memory of the whole process (`--memory`).
//!
//! A thread looks at what the process holds, the more often the closer that is to the limit. Beyond it, the command is
//! asked to end as by Ctrl-C, so that it prints what it has found; if it takes more all the same, the process leaves.
//! What can be estimated beforehand is refused earlier: formulas (`format::Memory`), tables (`Budget::memory_bytes`).

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use super::interrupt;
use super::message::say;

/// The memory of the program itself, in megabytes: no limit is about that.
const PROGRAM: u64 = 30;

/// The most that a process takes in a millisecond, in megabytes.
const PACE: u64 = 3;

/// How long the process may take beyond its limit to print what it has found.
const GRACE: Duration = Duration::from_secs(10);

/// How often the memory is looked at within that time.
const TICK: Duration = Duration::from_millis(10);

/// The limit, once the command line has been read.
static LIMIT: OnceLock<Limit> = OnceLock::new();

/// True if the limit has been passed.
static IS_OVER: AtomicBool = AtomicBool::new(false);

/// In megabytes of a million bytes.
struct Limit {
    given: Option<u64>,
    /// `None` where the system does not tell what there is.
    most: Option<u64>,
}

/// Reads an amount of memory, in megabytes.
pub(crate) fn megabytes(text: &str) -> Result<u64, String> {
    let lower = text.to_ascii_lowercase();
    let (number, unit) = match (lower.strip_suffix("gb"), lower.strip_suffix("mb")) {
        (Some(number), _) => (number, 1000.0),
        (_, Some(number)) => (number, 1.0),
        (None, None) => (&lower[..], 1.0),
    };
    let amount = number.trim_end().parse::<f64>().map(|number| number * unit);
    match amount {
        Ok(amount) if (1.0..1e12).contains(&amount) => Ok(amount as u64),
        _ => Err("expected a size from 1 MB on, such as 500, 500MB or 1.5GB".to_owned()),
    }
}

/// Takes the limit that was given, or three quarters of what there is.
pub(crate) fn set(given: Option<u64>) {
    let most = given.or_else(|| available().map(|available| available / 4 * 3));
    // A process reads one command line.
    let _ = LIMIT.set(Limit { given, most });
}

/// Keeps this process within the limit from now on.
pub(crate) fn keep() {
    let Some(most) = LIMIT.get().and_then(|limit| limit.most) else { return };
    thread::spawn(move || {
        while let Some(left) = (most + PROGRAM).checked_sub(held()) {
            thread::sleep(Duration::from_millis((left / PACE).clamp(1, 200)));
        }
        IS_OVER.store(true, Ordering::SeqCst);
        say!("cnfab: the memory is full: {}", message(most));
        interrupt::ask(None);
        let mut waited = Duration::ZERO;
        while waited < GRACE && held() <= most + most / 4 + 2 * PROGRAM {
            thread::sleep(TICK);
            waited += TICK;
        }
        interrupt::leave();
    });
}

/// The limit that was given, in megabytes.
pub(crate) fn given() -> Option<u64> {
    LIMIT.get()?.given
}

/// The limit, in bytes.
pub(crate) fn bytes() -> Option<u64> {
    Some(LIMIT.get()?.most?.saturating_mul(1_000_000))
}

/// True if the limit has been passed.
pub(crate) fn is_over() -> bool {
    IS_OVER.load(Ordering::SeqCst)
}

/// Where the limit comes from.
fn message(most: u64) -> String {
    match given() {
        Some(_) => format!("more than the {most} MB of --memory"),
        None => format!("more than {most} MB, three quarters of what there was; --memory sets another limit"),
    }
}

/// The memory that the process has taken for itself, in megabytes, without what it shares with files; 0 where the
/// system does not tell.
fn held() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let held = status.lines().find_map(|line| line.strip_prefix("RssAnon:")?.trim().strip_suffix(" kB"));
    held.and_then(|held| held.parse::<u64>().ok()).unwrap_or(0) / 1000
}

/// The memory that the process may still take, in megabytes, if the system tells.
fn available() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let free = line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? / 1000;
    let group = std::fs::read_to_string("/sys/fs/cgroup/memory.max").ok();
    let group = group.and_then(|text| text.trim().parse::<u64>().ok()).map(|bytes| bytes / 1_000_000);
    Some(group.map_or(free, |group| group.min(free)))
}
