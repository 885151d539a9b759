//! Signs of drawn grids: empty cells, bars, ruling lines.

/// The end of an error about the signs of an empty cell, besides numbers.
pub(crate) const OR_BLANK: &str = ", _, . or ?";

/// Returns whether a token is an empty cell: underscores only, `.`, `?` or nothing.
pub(crate) fn is_blank(text: &str) -> bool {
    text.chars().all(|c| c == '_') || text == "." || text == "?"
}

/// Returns whether a character is a vertical line of a drawn grid.
pub(crate) fn is_bar(c: char) -> bool {
    matches!(c, '|' | '│' | '┃' | '║')
}

/// Returns whether a line is a ruling line: `------+------`, `====`, or the same in box-drawing characters.
pub(crate) fn is_rule(text: &str) -> bool {
    let ruling = |c: char| matches!(c, '-' | '=' | '+') || ('─'..='╿').contains(&c) && !is_bar(c);
    text.chars().all(|c| ruling(c) || is_bar(c) || c.is_whitespace()) && text.chars().any(ruling)
}
