//! The `cnfab` command line.

fn main() {}
