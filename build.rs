//! Tells the program which commit it is built from, for the rows of studies.

use std::process::Command;

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src");
    for file in ["HEAD", "logs/HEAD"] {
        if let Some(path) = git(&["rev-parse", "--git-path", file]).filter(|path| std::path::Path::new(path).exists()) {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    // A package without its repository has none, and must not take that of a folder above it.
    let ours = git(&["rev-parse", "--show-cdup"]).is_some_and(|up| up.is_empty());
    if let Some(commit) = git(&["rev-parse", "--short=12", "HEAD"]).filter(|_| ours) {
        let changed = git(&["status", "--porcelain", "--untracked-files=no"]).is_none_or(|text| !text.is_empty());
        println!("cargo::rustc-env=CNFAB_COMMIT={commit}{}", if changed { "+" } else { "" });
    }
}
