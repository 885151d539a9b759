//! The program `cnfab`: the command line of the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    cnfab::main()
}
