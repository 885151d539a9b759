//! The `cnfab` command line: arguments to the library to an exit code.

use std::process::ExitCode;

mod cli;

fn main() -> ExitCode {
    cli::main()
}
