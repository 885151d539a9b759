//! The text of an encoding configuration, as its parts.

use cnfab_base::names::means;

use super::error::RecipeError;

/// The parts of a configuration as keys, `class`, `class:family` or `class:family[...]`, and specifications of
/// encodings. `default` stands for no part, and `auto` is a key without a specification.
///
/// # Errors
/// If a part has no `=`, or a key comes twice.
pub fn parts(text: &str) -> Result<Vec<(&str, &str)>, RecipeError> {
    let mut parts: Vec<(&str, &str)> = Vec::new();
    for part in split(text).filter(|part| !part.is_empty() && !means(part, "default")) {
        let (key, name) = match part {
            _ if means(part, "auto") => (part, ""),
            _ => part.split_once('=').ok_or_else(|| RecipeError::Form(part.to_owned()))?,
        };
        if parts.iter().any(|&(other, _)| other == key) {
            return Err(RecipeError::Twice(key.to_owned()));
        }
        parts.push((key, name));
    }
    Ok(parts)
}

/// The pieces between the commas that are in no brackets and no quotes, trimmed.
pub fn split(text: &str) -> impl Iterator<Item = &str> {
    split_at(text, ',')
}

/// The pieces between the separators that are in no brackets and no quotes, trimmed.
pub fn split_at(text: &str, separator: char) -> impl Iterator<Item = &str> {
    let mut depth = 0usize;
    let mut quote = None;
    let outside = move |c: char| {
        match (quote, c) {
            (Some(open), _) if c == open => quote = None,
            (Some(_), _) => {}
            (None, '\'' | '"') => quote = Some(c),
            (None, '(' | '[') => depth += 1,
            (None, ')' | ']') => depth = depth.saturating_sub(1),
            _ => {}
        }
        c == separator && depth == 0 && quote.is_none()
    };
    text.split(outside).map(str::trim)
}
