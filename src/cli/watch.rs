//! `cnfab watch`: ends what another process leaves behind. Hidden; `cnfab` starts it together with the first program.

use std::io;

use cnfab::command;

use super::failure::Failure;

/// Wait for the end of standard input, and end the programs and files that it names; for 'cnfab' itself.
#[derive(clap::Args)]
#[command(hide = true)]
pub(crate) struct Arguments {}

pub(crate) fn run(_: &Arguments) -> Result<(), Failure> {
    command::watch(io::stdin().lock()).map_err(|error| Failure::Own(error.to_string()))
}
