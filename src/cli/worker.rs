//! `cnfab worker`: one run of a comparison. No command for users, so that the parser of the command line does not know
//! it; `cnfab compare` and `cnfab sweep` start it.

use std::io;
use std::time::Duration;

use crate::compare;

use super::failure::Failure;
use super::interrupt;

/// The argument that makes a process a worker.
pub(crate) const NAME: &str = "worker";

/// Does the job that stands on standard input.
pub(crate) fn run() -> Result<(), Failure> {
    // A terminal sends Ctrl-C to the worker too: the comparison shall know of it before it sees that the worker has
    // ended.
    interrupt::handle(|| {
        std::thread::sleep(Duration::from_millis(100));
        interrupt::leave();
    });
    compare::work(&mut io::stdin().lock(), &mut io::stdout().lock()).map_err(|error| match error.kind() {
        io::ErrorKind::BrokenPipe => Failure::Output(error),
        _ => Failure::Own(error.to_string()),
    })
}
