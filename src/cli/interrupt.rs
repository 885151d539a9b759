//! Ctrl-C and the request to end: the first lets the command print what is known, the second leaves at once. Programs that
//! were started end in either case.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use cnfab::command;

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// What to do first.
type OnFirst = Box<dyn Fn() + Send>;

/// Without anything to do first, the process leaves at once.
static ON_FIRST: Mutex<Option<OnFirst>> = Mutex::new(None);

/// Listens to requests to end. Once, before the command begins.
pub(crate) fn listen() {
    let set = ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Ordering::SeqCst) {
            leave();
        }
        match ON_FIRST.lock().as_deref() {
            Ok(Some(call)) => call(),
            _ => leave(),
        }
    });
    set.expect("the only handler of this process");
}

/// Calls `on_first` when the process is asked to end.
pub(crate) fn handle(on_first: impl Fn() + Send + 'static) {
    *ON_FIRST.lock().expect("a handler does not panic") = Some(Box::new(on_first));
}

/// Ends the process and the programs that it has started.
pub(crate) fn leave() -> ! {
    command::end_all();
    std::process::exit(3);
}

/// Whether the process has been asked to end.
pub(crate) fn happened() -> bool {
    INTERRUPTED.load(Ordering::SeqCst)
}
