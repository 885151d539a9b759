//! `cnfab watch`: ends what another process leaves behind. No command for users; `cnfab` starts it before the first
//! program or the first temporary file.

use std::io;

use crate::process;

use super::failure::Failure;

/// The argument that makes a process a watch.
pub(crate) const NAME: &str = "watch";

/// Waits for the end of standard input, and ends the programs and files that it names.
pub(crate) fn run() -> Result<(), Failure> {
    process::watch(io::stdin().lock()).map_err(|error| Failure::Own(error.to_string()))
}
