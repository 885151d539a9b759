//! Text that others wrote, made fit for messages and terminals: control characters escaped, long pieces cut.
//!
//! File names, guests, rows and answers come from strangers. A terminal obeys control characters, and a reader is
//! misled by characters that reorder or hide others (T. Boucher, R. Anderson, "Trojan Source", 2021). [`escaped`] shows
//! both as escapes of Rust; [`quoted`] is what a message echoes of its input.

use std::borrow::Cow;

/// The most characters that a message echoes of what it found.
pub const MOST_ECHOED: usize = 40;

/// The most characters of a list of names within a message.
const MOST_LISTED: usize = 1200;

/// True if a character is obeyed instead of shown: control characters, marks of direction, and what has no width.
pub fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{ad}'
                | '\u{61c}'
                | '\u{180e}'
                | '\u{200b}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{feff}'
                | '\u{fff9}'..='\u{fffb}'
                | '\u{e0000}'..='\u{e007f}'
        )
}

/// The text on one line, invisible characters and line ends shown as escapes: `\n`, `\u{1b}`.
pub fn escaped(text: &str) -> Cow<'_, str> {
    escaped_but(text, |_| false)
}

/// The same for a text of several lines: line ends stay.
pub fn escaped_lines(text: &str) -> Cow<'_, str> {
    escaped_but(text, |c| c == '\n')
}

fn escaped_but(text: &str, stays: impl Fn(char) -> bool) -> Cow<'_, str> {
    let shown = |c: char| !is_invisible(c) || stays(c);
    if text.chars().all(shown) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if shown(c) { escaped.push(c) } else { escaped.extend(c.escape_default()) }
    }
    Cow::Owned(escaped)
}

/// The text as a cell of CSV, on one line. A spreadsheet takes what begins with `=`, `+`, `-` or `@` for a formula; an
/// apostrophe before it says that it is none.
pub fn csv_cell(text: &str) -> String {
    let mark = if text.trim_start().starts_with(['=', '+', '-', '@', '\t', '\r']) { "'" } else { "" };
    format!("{mark}{}", escaped(text))
}

/// The beginning of a text, escaped, at most [`MOST_ECHOED`] characters; three dots stand for the rest.
pub fn excerpt(text: &str) -> String {
    cut(text, MOST_ECHOED)
}

/// The excerpt of a text between quotes.
pub fn quoted(text: &str) -> String {
    format!("'{}'", excerpt(text))
}

/// The beginning of a text, escaped, at most `most` characters of it and of its escapes.
pub fn cut(text: &str, most: usize) -> String {
    let mut shown = String::new();
    let mut length = 0;
    for c in text.chars() {
        let mut buffer = [0; 4];
        let piece = escaped(c.encode_utf8(&mut buffer));
        let width = piece.chars().count();
        if length + width > most {
            return shown + "...";
        }
        length += width;
        shown += &piece;
    }
    shown
}

/// Names separated by commas; of very many, how many more there are.
pub fn list<N: AsRef<str>>(names: impl IntoIterator<Item = N>) -> String {
    let mut shown = String::new();
    let mut length = 0;
    let mut more = 0u64;
    for name in names {
        let name = excerpt(name.as_ref());
        length += name.chars().count() + 2;
        if length > MOST_LISTED || more > 0 {
            more += 1;
            continue;
        }
        if !shown.is_empty() {
            shown += ", ";
        }
        shown += &name;
    }
    if more == 0 { shown } else { format!("{shown} and {more} more") }
}

/// A message of another parser, which may echo all of its input between quotes: what stands between two quotes of a
/// kind is cut like an excerpt, and the whole is limited too. Types of numbers are named in words.
pub fn foreign(message: &str) -> String {
    let mut shown = String::new();
    let mut rest = message;
    while let Some((at, quote)) = rest.char_indices().find(|&(_, c)| matches!(c, '`' | '"')) {
        let (before, after) = (&rest[..at], &rest[at + 1..]);
        let mut previous = ' ';
        let end = after.char_indices().find(|&(_, c)| {
            let ends = c == quote && previous != '\\';
            previous = c;
            ends
        });
        let (inside, behind) = end.map_or((after, ""), |(end, _)| (&after[..end], &after[end + 1..]));
        shown += &escaped(&in_words(before));
        shown += &format!("{quote}{}{quote}", excerpt(inside));
        rest = behind;
    }
    shown += &escaped(&in_words(rest));
    cut(&shown, MOST_LISTED)
}

/// The types that parsers expect, in words.
const TYPES: [(&str, &str); 6] = [
    ("u32", "a whole number from 0 to 4294967295"),
    ("u64", "a whole number from 0 on"),
    ("usize", "a whole number from 0 on"),
    ("i32", "a whole number of 32 bits"),
    ("i64", "a whole number of 64 bits"),
    ("f64", "a number"),
];

/// A part of a message that echoes nothing, without names of types of a programming language.
fn in_words(message: &str) -> String {
    let say = |message: String, (name, words): &(&str, &str)| {
        message.replace(&format!("expected {name}"), &format!("expected {words}"))
    };
    TYPES.iter().fold(message.to_owned(), say)
}

/// JSON text in which no character is invisible: within strings they are written as escapes, and elsewhere there are
/// none.
pub fn json(text: &str) -> Cow<'_, str> {
    let shown = |c: char| !is_invisible(c) || matches!(c, '\n' | '\r' | '\t');
    if text.chars().all(shown) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if shown(c) {
            escaped.push(c);
        } else {
            let mut units = [0; 2];
            c.encode_utf16(&mut units).iter().for_each(|unit| escaped += &format!("\\u{unit:04x}"));
        }
    }
    Cow::Owned(escaped)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_obeys_is_shown() {
        assert_eq!(escaped("añ 日本 \u{a0}|"), "añ 日本 \u{a0}|");
        assert_eq!(escaped("a\u{1b}[31m\r\n\t\u{7f}\u{9b}b"), "a\\u{1b}[31m\\r\\n\\t\\u{7f}\\u{9b}b");
        assert_eq!(escaped("\u{202e}\u{2066}\u{200b}\u{feff}"), "\\u{202e}\\u{2066}\\u{200b}\\u{feff}");
        assert_eq!(escaped_lines("one\ntwo\u{7}\n"), "one\ntwo\\u{7}\n");
    }

    #[test]
    fn excerpts_have_forty_characters_at_most() {
        assert_eq!(excerpt(&"é".repeat(40)), "é".repeat(40));
        assert_eq!(excerpt(&"é".repeat(41)), "é".repeat(40) + "...");
        assert_eq!(excerpt(&"\u{1b}".repeat(99)), "\\u{1b}".repeat(6) + "...");
        assert_eq!(quoted("a\nb"), "'a\\nb'");
        let foreign =
            foreign(&format!("unknown field `{}`, expected `b`, string \"a\\\"{}\"", "a".repeat(999), "c".repeat(99)));
        assert_eq!(
            foreign,
            format!("unknown field `{}...`, expected `b`, string \"a\\\"{}...\"", "a".repeat(40), "c".repeat(37))
        );
        assert!(super::foreign(&"a".repeat(9999)).len() < 1300);
    }

    #[test]
    fn long_lists_are_counted() {
        assert_eq!(list(["a", "b"]), "a, b");
        let names: Vec<String> = (0..5000).map(|number| format!("name[{number}]")).collect();
        let shown = list(&names);
        assert!(shown.len() < 1300 && shown.starts_with("name[0], name[1], ") && shown.ends_with(" more"), "{shown}");
    }

    #[test]
    fn json_stays_the_same_value() {
        let line = json("\"a\u{1b}\u{7f}\u{202e}\u{e0041}\\\"\\\\\"");
        assert_eq!(line, "\"a\\u001b\\u007f\\u202e\\udb40\\udc41\\\"\\\\\"");
    }
}
