//! Texts as they stand in HTML and SVG, and in data for a script.

use cnfab_base::display::is_invisible;

/// Without what markup is made of. Control and other invisible characters become replacement characters.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\n' | '\t' => escaped.push(' '),
            c if is_invisible(c) || matches!(c, '\u{fffe}' | '\u{ffff}') => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}

/// JSON that can stand in an element `script`: nothing in it ends the element or begins a comment.
pub(super) fn for_script(json: &str) -> String {
    json.replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026")
}

/// The beginning and the end of a text that is too long, with dots between.
pub(super) fn shortened(text: &str, most: usize) -> String {
    let all: Vec<char> = text.chars().collect();
    if all.len() <= most {
        return text.to_owned();
    }
    let begin = most * 3 / 5;
    let end = most - begin - 1;
    format!("{}\u{2026}{}", all[..begin].iter().collect::<String>(), all[all.len() - end..].iter().collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_markup_stays() {
        assert_eq!(escaped("<&\">'\u{1}é"), "&lt;&amp;&quot;&gt;&#39;\u{fffd}é");
        let json = for_script("[\"</script><!--&\"]");
        assert!(!json.contains(['<', '>', '&']));
        assert_eq!(serde_json::from_str::<Vec<String>>(&json).unwrap(), ["</script><!--&"]);
    }

    #[test]
    fn long_texts_keep_both_ends() {
        assert_eq!(shortened("abcdefghij", 10), "abcdefghij");
        assert_eq!(shortened("abcdefghijk", 10), "abcdef\u{2026}ijk");
    }
}
