//! Words and pieces of commands that users write: separated by blanks or commas, with quotes, but without a shell.

use crate::display::quoted;

/// The pieces between commas and semicolons that are in no quotes, without blanks around them.
pub fn pieces(text: &str) -> impl Iterator<Item = &str> {
    let mut quote = None;
    let separates = move |letter: char| {
        match (quote, letter) {
            (Some(open), _) if letter == open => quote = None,
            (None, '\'' | '"') => quote = Some(letter),
            _ => {}
        }
        quote.is_none() && [',', ';'].contains(&letter)
    };
    text.split(separates).map(str::trim)
}

/// The words of a command. Quotes of either kind keep blanks together.
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
        return Err(format!("found a quote without its end in {}", quoted(text)));
    }
    words.extend(word);
    if words.first().is_none_or(String::is_empty) {
        return Err("found an empty command, expected a program".to_owned());
    }
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::{pieces, words};

    #[test]
    fn separators_in_quotes_do_not_separate() {
        let split = |text| pieces(text).collect::<Vec<_>>();
        assert_eq!(split("a, b=c;sh -c 'x; y, \"' {},d"), ["a", "b=c", "sh -c 'x; y, \"' {}", "d"]);
        assert_eq!(split("a,'b,c"), ["a", "'b,c"]);
    }

    #[test]
    fn quotes_keep_blanks_together() {
        let split = |text| words(text).unwrap();
        assert_eq!(split(" prog  {n} 'a b'\"c\" '' "), ["prog", "{n}", "a bc", ""]);
        assert!(words("prog 'a").unwrap_err().contains("quote"));
        assert!(words(" ").unwrap_err().contains("empty"));
        assert!(words("''").unwrap_err().contains("empty"));
    }
}
