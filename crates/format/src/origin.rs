//! Lines that state the origin of a file.

use cnfab_base::display::is_invisible;

use super::Export;

/// Text without line breaks and other characters that cannot be seen.
pub(super) fn one_line(text: &str) -> String {
    text.chars().map(|c| if is_invisible(c) { '?' } else { c }).collect()
}

/// The lines that state the origin of a file, each as a key and a value.
pub(super) fn origin(export: &Export<'_>) -> Vec<(&'static str, String)> {
    let mut lines = vec![("cnfab", env!("CARGO_PKG_VERSION").to_owned())];
    for (key, value) in [("instance", export.instance), ("kind", export.kind), ("view", export.view)] {
        if !value.is_empty() {
            lines.push((key, one_line(value)));
        }
    }
    lines
}
