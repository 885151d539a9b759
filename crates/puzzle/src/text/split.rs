//! Splits a text of several puzzles.
//!
//! A line `kind: NAME` in or behind a body begins another puzzle: no body has such a line. The header lines right
//! before it belong to it, and so do comments before these. A line of a body may begin with `#`, too. There, only a
//! line with a blank after `#` and a word of two letters is a comment.

use super::about::ABOUT_KEYS;
use crate::KINDS;

/// Returns the part of each puzzle of a text, with the number of the part's first line, from 1.
pub(crate) fn split(text: &str) -> Vec<(usize, &str)> {
    // Most texts are one puzzle, and batches are long.
    if text.split("\nkind").nth(1).is_none() {
        return vec![(1, text)];
    }
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let mut starts = vec![0];
    // Where the body of the last part begins, if it has begun.
    let mut body = None;
    let mut has_header = false;
    for (index, line) in lines.iter().enumerate() {
        match body {
            None if line.trim().is_empty() => body = has_header.then_some(index + 1),
            None if line.starts_with('#') => {}
            None if line.contains(':') => has_header = true,
            None => body = Some(index),
            Some(least) if key(line) == Some("kind") => {
                starts.push(first_line_of(&lines, least, index));
                (body, has_header) = (None, true);
            }
            Some(_) => {}
        }
    }
    let ends = starts.iter().skip(1).copied().chain([lines.len()]);
    let mut rest = text;
    let parts = starts.iter().zip(ends).map(|(&start, end)| {
        let length = lines[start..end].iter().map(|line| line.len()).sum();
        let (part, others) = rest.split_at(length);
        rest = others;
        (start + 1, part)
    });
    parts.collect()
}

/// Returns the first line that belongs to the puzzle whose line `kind` is at `index`; not less than `least`.
fn first_line_of(lines: &[&str], least: usize, index: usize) -> usize {
    let is_header = |line: &str| {
        let known = || KINDS.iter().flat_map(|kind| kind.keys).chain(&ABOUT_KEYS);
        key(line).is_some_and(|key| known().any(|known| *known == key))
    };
    let mut first = index;
    while first > least && (is_header(lines[first - 1]) || is_comment(lines[first - 1])) {
        first -= 1;
    }
    // Comments may stand apart from the header.
    let mut above = first;
    while above > least && (lines[above - 1].trim().is_empty() || is_comment(lines[above - 1])) {
        above -= 1;
        if is_comment(lines[above]) {
            first = above;
        }
    }
    first
}

/// Returns the key of a header line.
fn key(line: &str) -> Option<&str> {
    line.split_once(':').map(|(key, _)| key.trim()).filter(|key| !key.starts_with('#'))
}

/// Returns whether a line in or behind a body can only be a comment.
fn is_comment(line: &str) -> bool {
    let is_word = |word: &str| word.chars().filter(|c| c.is_alphabetic()).count() > 1;
    line.strip_prefix("# ").is_some_and(|rest| rest.split(|c: char| !c.is_alphabetic()).any(is_word))
}
