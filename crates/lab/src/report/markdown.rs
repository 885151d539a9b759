//! The summary for a Markdown text or a terminal: disagreements, warnings, the table of ways.

use std::io::{self, Write};

use cnfab_base::display::is_invisible;
use cnfab_base::units::plural;

use super::text::{self, Column};
use super::{Clock, Summary};

/// Writes the summary.
///
/// # Errors
/// If it cannot be written.
pub fn write(summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "# {}\n", escaped(&text::title(summary)))?;
    let about = text::about(summary);
    if !about.is_empty() {
        writeln!(out, "{}\n", escaped(&about))?;
    }
    for found in &summary.disagreements {
        writeln!(
            out,
            "- **Runs disagree** on {}: {}. {} found {}, {} found {}.",
            escaped(&found.instance),
            found.what,
            escaped(&found.one.way),
            plural(&found.one.solutions, "solution"),
            escaped(&found.other.way),
            plural(&found.other.solutions, "solution"),
        )?;
        writeln!(out, "  - `{}`\n  - `{}`", found.one.command, found.other.command)?;
    }
    if !summary.disagreements.is_empty() {
        writeln!(out)?;
    }
    writeln!(out, "{}\n", text::totals(summary))?;
    for warning in &summary.warnings {
        writeln!(out, "- {}", escaped(warning))?;
    }
    if !summary.warnings.is_empty() {
        writeln!(out)?;
    }
    let columns = text::columns(summary);
    let width = |column: &Column| {
        let cells = column.cells.iter().map(|cell| escaped(&cell.line()).chars().count());
        cells.chain([column.title.chars().count()]).max().unwrap_or(0)
    };
    let widths: Vec<usize> = columns.iter().map(width).collect();
    let mut line = |cells: Vec<String>| {
        let padded = cells.iter().zip(&columns).zip(&widths).map(|((cell, column), &width)| {
            if column.right { format!("{cell:>width$}") } else { format!("{cell:<width$}") }
        });
        writeln!(out, "| {} |", padded.collect::<Vec<_>>().join(" | "))
    };
    line(columns.iter().map(|column| column.title.to_owned()).collect())?;
    line(columns.iter().zip(&widths).map(|(column, &width)| rule(column.right, width)).collect())?;
    for row in 0..columns.first().map_or(0, |column| column.cells.len()) {
        line(columns.iter().map(|column| escaped(&column.cells[row].line())).collect())?;
    }
    writeln!(out)?;
    let clock = match summary.clock {
        Clock::Wall => "Times are by the clock",
        Clock::Cpu => "Times are those of computing",
    };
    writeln!(out, "{clock}, medians over the instances that were solved; square brackets hold 95% intervals.")
}

fn rule(right: bool, width: usize) -> String {
    if right { format!("{}:", "-".repeat(width.max(2) - 1)) } else { "-".repeat(width) }
}

/// Without what Markdown would take for more than text. Brackets, stars and underscores stay: names are full of them,
/// and none makes a link or ends a table. A backslash stays where it is one to Markdown too, so that terminals show it
/// once.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let is_taken = match c {
            '\\' => chars.peek().is_none_or(char::is_ascii_punctuation),
            _ => matches!(c, '|' | '<' | '>' | '`' | '&'),
        };
        if is_taken {
            escaped.push('\\');
        }
        escaped.push(if is_invisible(c) { ' ' } else { c });
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_markdown_takes_for_more_is_escaped() {
        assert_eq!(escaped("a\\u{1b}b \\n c_d*e"), "a\\u{1b}b \\n c_d*e");
        assert_eq!(escaped("a|b<c\\|d\\\\e\\"), "a\\|b\\<c\\\\\\|d\\\\\\e\\\\");
    }
}
