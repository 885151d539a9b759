//! Ctrl-C and the request to end: the first lets the command print what is known, the second leaves at once.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Calls `on_first` when the process is asked to end. For one command of one process.
pub(crate) fn handle(on_first: impl Fn() + Send + 'static) {
    let on_first = Mutex::new(on_first);
    let set = ctrlc::set_handler(move || {
        if INTERRUPTED.swap(true, Ordering::SeqCst) {
            std::process::exit(3);
        }
        if let Ok(call) = on_first.lock() {
            call();
        }
    });
    set.expect("the only handler of this process");
}

/// Whether the process has been asked to end.
pub(crate) fn happened() -> bool {
    INTERRUPTED.load(Ordering::SeqCst)
}
