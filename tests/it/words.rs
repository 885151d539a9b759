//! The rules of prose: one meaning per public type name, short sentences, lines that wrap, no filler.

use std::collections::BTreeMap;

use crate::tidy::rust_files;

/// The folders with code of ours.
const FOLDERS: [&str; 4] = ["benches", "examples", "src", "tests"];

/// The most words of a sentence.
const MOST_WORDS: usize = 30;

/// Words that stand where a subject should be named.
const FILLER: [&str; 4] = ["so many", "that of", "most of the time", "note that"];

fn all_files() -> impl Iterator<Item = (String, String)> {
    FOLDERS.into_iter().flat_map(rust_files)
}

/// The text of a comment line.
fn comment(line: &str) -> Option<&str> {
    let line = line.trim_start();
    ["//! ", "/// ", "// "].iter().find_map(|mark| line.strip_prefix(mark)).or_else(|| {
        // An empty line of a comment ends a paragraph.
        ["//!", "///", "//"].contains(&line).then_some("")
    })
}

/// The paragraphs of the comments of a file with the numbers of their first lines. Code, tables and headings are left
/// out.
fn paragraphs(text: &str) -> Vec<(usize, String)> {
    let mut found: Vec<(usize, String)> = Vec::new();
    let (mut open, mut is_code) = (false, false);
    for (number, line) in (1..).zip(text.lines()) {
        let Some(words) = comment(line) else {
            (open, is_code) = (false, false);
            continue;
        };
        let trimmed = words.trim_start();
        let is_fence = trimmed.starts_with("```");
        is_code ^= is_fence;
        if is_code || is_fence || trimmed.is_empty() || trimmed.starts_with(['|', '#']) {
            open = false;
            continue;
        }
        let is_item = trimmed.starts_with(['-', '*']) || trimmed.starts_with(|c: char| c.is_ascii_digit());
        match found.last_mut() {
            Some((_, paragraph)) if open && !is_item => {
                paragraph.push(' ');
                paragraph.push_str(trimmed);
            }
            _ => found.push((number, trimmed.to_owned())),
        }
        open = true;
    }
    found
}

#[test]
fn a_public_type_name_has_one_meaning() {
    let mut homes: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (file, text) in rust_files("src") {
        for line in text.lines() {
            let Some(item) = line.trim_start().strip_prefix("pub ") else { continue };
            let mut words = item.split(|c: char| !c.is_alphanumeric() && c != '_');
            if matches!(words.next(), Some("struct" | "enum" | "trait" | "type")) {
                // A macro may have the name.
                let Some(name) = words.next().filter(|name| !name.is_empty()) else { continue };
                homes.entry(name.to_owned()).or_default().push(file.clone());
            }
        }
    }
    // Every subcommand has its arguments; the module names it.
    homes.remove("Arguments");
    let twice: Vec<_> = homes.iter().filter(|(_, homes)| homes.len() > 1).collect();
    assert!(twice.is_empty(), "{twice:#?}");
}

#[test]
fn comments_wrap() {
    let wide: Vec<String> = all_files()
        .flat_map(|(file, text)| {
            let wide = |(number, line): (usize, &str)| {
                let is_wide = comment(line).is_some() && line.chars().count() > 120 && !line.contains("http");
                is_wide.then(|| format!("{file}:{number}"))
            };
            (1..).zip(text.lines()).filter_map(wide).collect::<Vec<_>>()
        })
        .collect();
    assert!(wide.is_empty(), "{wide:#?}");
}

#[test]
fn sentences_are_short_and_name_their_subject() {
    let mut found = Vec::new();
    for (file, text) in all_files() {
        for (number, paragraph) in paragraphs(&text) {
            let ends = |at: usize, end: char| ".!?:;".contains(end) && paragraph[at + 1..].starts_with(' ');
            let mut start = 0;
            let mut sentences = Vec::new();
            for (at, _) in paragraph.char_indices().filter(|&(at, end)| ends(at, end)) {
                sentences.push(&paragraph[start..=at]);
                start = at + 1;
            }
            sentences.push(&paragraph[start..]);
            for sentence in sentences {
                let words = sentence.split_whitespace().filter(|word| word.contains(char::is_alphanumeric)).count();
                if words > MOST_WORDS {
                    found.push(format!("{file}:{number}: {words} words: {}", sentence.trim()));
                }
            }
            let lower = paragraph.to_lowercase();
            let is_word = |at: usize, filler: &str| {
                let (before, after) = (&lower[..at], &lower[at + filler.len()..]);
                !before.ends_with(char::is_alphanumeric) && !after.starts_with(char::is_alphanumeric)
            };
            for filler in FILLER {
                if lower.match_indices(filler).any(|(at, _)| is_word(at, filler)) && !file.ends_with("words.rs") {
                    found.push(format!("{file}:{number}: '{filler}'"));
                }
            }
        }
    }
    assert!(found.is_empty(), "{} places: {found:#?}", found.len());
}
