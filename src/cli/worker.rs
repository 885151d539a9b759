//! `cnfab worker`: one run of a comparison. Hidden; `cnfab compare` starts it.

use std::io;
use std::time::Duration;

use cnfab::compare;

use super::failure::Failure;
use super::interrupt;

/// Do the job that stands on standard input; for 'cnfab compare'.
#[derive(clap::Args)]
#[command(hide = true)]
pub(crate) struct Arguments {}

pub(crate) fn run(_: &Arguments) -> Result<(), Failure> {
    // A terminal sends Ctrl-C to the worker too: the comparison shall know of it before it sees that the worker is gone.
    interrupt::handle(|| {
        std::thread::sleep(Duration::from_millis(100));
        interrupt::leave();
    });
    compare::work(&mut io::stdin().lock(), &mut io::stdout().lock()).map_err(|error| match error.kind() {
        io::ErrorKind::BrokenPipe => Failure::Output(error),
        _ => Failure::Own(error.to_string()),
    })
}
