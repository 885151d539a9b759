//! Commands that users write: words separated by blanks, with quotes, but without a shell.

/// The words. Quotes of either kind keep blanks together.
///
/// # Errors
/// If a quote has no end, or there is no word.
pub fn words(text: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for letter in text.chars() {
        match (quote, letter) {
            (Some(open), letter) if letter == open => quote = None,
            (None, '\'' | '"') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (None, letter) if letter.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    if quote.is_some() {
        return Err(format!("found a quote without its end in '{text}'"));
    }
    words.extend(word);
    if words.first().is_none_or(String::is_empty) {
        return Err("found an empty command, expected a program".to_owned());
    }
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn quotes_keep_blanks_together() {
        let split = |text| words(text).unwrap();
        assert_eq!(split(" prog  {n} 'a b'\"c\" '' "), ["prog", "{n}", "a bc", ""]);
        assert!(words("prog 'a").unwrap_err().contains("quote"));
        assert!(words(" ").unwrap_err().contains("empty"));
        assert!(words("''").unwrap_err().contains("empty"));
    }
}
