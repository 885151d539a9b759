//! Ctrl-C and the request to end: the first lets the command print its results so far, the second leaves at once.
//! Programs that were started end in either case.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::process;

use super::message::say;
use super::progress;

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// The work to do first.
type OnFirst = Box<dyn Fn() + Send>;

/// Without anything to do first, the process leaves at once.
static ON_FIRST: Mutex<Option<OnFirst>> = Mutex::new(None);

/// Listens to requests to end. Once, before the command begins.
pub(crate) fn listen() {
    #[cfg(unix)]
    {
        use nix::sys::signal::{SigSet, Signal};
        // A file that may not grow any more is an error of writing, not the end of the process.
        let mut blocked = SigSet::from(Signal::SIGXFSZ);
        // What 'nohup' or a shell has us ignore stays ignored, though there is a handler.
        blocked
            .extend([Signal::SIGHUP, Signal::SIGINT, Signal::SIGTERM].into_iter().filter(|&signal| is_ignored(signal)));
        // Threads that begin later have it from this one. Without it everything is as it was before.
        let _ = blocked.thread_block();
    }
    let set = ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Ordering::SeqCst) {
            leave();
        }
        ask(Some("interrupted"));
    });
    set.expect("the only handler of this process");
}

/// True if the process has been started with this signal ignored, as far as the system tells.
#[cfg(unix)]
fn is_ignored(signal: nix::sys::signal::Signal) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    (mask >> (signal as u32 - 1)) & 1 == 1
}

/// Asks the command to end and to print what it has found. If it cannot, the process says why, if that is not said yet,
/// and leaves.
pub(crate) fn ask(why: Option<&str>) {
    match ON_FIRST.lock().as_deref() {
        Ok(Some(call)) => call(),
        _ => {
            if let Some(why) = why {
                say!("cnfab: {why}");
            }
            leave();
        }
    }
}

/// Calls `on_first` when the process is asked to end.
pub(crate) fn handle(on_first: impl Fn() + Send + 'static) {
    *ON_FIRST.lock().expect("a handler does not panic") = Some(Box::new(on_first));
}

/// Ends the process, the programs that it has started and its temporary files.
pub(crate) fn leave() -> ! {
    leave_with(3)
}

/// The same with this exit code.
pub(crate) fn leave_with(code: i32) -> ! {
    progress::end();
    process::end_all();
    std::process::exit(code);
}

/// True if the process has been asked to end.
pub(crate) fn happened() -> bool {
    INTERRUPTED.load(Ordering::SeqCst)
}
