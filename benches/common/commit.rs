//! The lines of a page of figures that name the commit, the date and the processor.

use std::process::Command;

/// The commit and its date.
///
/// # Panics
/// If there are changes that are not committed, because figures would be of nobody knows what.
pub(crate) fn commit() -> String {
    let git = |arguments: &[&str]| {
        let output = Command::new("git").args(arguments).current_dir(env!("CARGO_MANIFEST_DIR")).output();
        let output = output.expect("git, which knows the commit");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("text").trim().to_owned()
    };
    assert!(git(&["status", "--porcelain", "--untracked-files=no"]).is_empty(), "there are uncommitted changes");
    git(&["show", "-s", "--format=%h of %cs", "HEAD"])
}
