//! Names that VeriPB takes, one for each thing that a model names.
//!
//! A name begins with a letter, has at least two characters, and consists of letters, digits and `[]{}_^-`. The value 3
//! of the variable `cell[1,2]` becomes `cell[1-2]_3`, row 4 of the table `touch[0]` becomes `touch[0]^4`.

use std::collections::{HashMap, HashSet};

/// The names that are in use.
#[derive(Default)]
pub(super) struct Names {
    taken: HashSet<String>,
    /// Of each name that several things have, the next number.
    numbers: HashMap<String, u64>,
}

impl Names {
    /// A name like the given one that nothing else has.
    pub(super) fn stem(&mut self, name: &str) -> String {
        let takes = |c: char| c.is_ascii_alphanumeric() || "[]{}_^-".contains(c);
        let mut stem: String = name.chars().map(|c| if takes(c) { c } else { '-' }).collect();
        if !stem.starts_with(|c: char| c.is_ascii_alphabetic()) {
            stem.insert(0, 'v');
        }
        if self.taken.insert(stem.clone()) {
            return stem;
        }
        // A model may have such a name itself.
        let next = self.numbers.entry(stem.clone()).or_insert(2);
        loop {
            let numbered = format!("{stem}^{next}");
            *next += 1;
            if self.taken.insert(numbered.clone()) {
                return numbered;
            }
        }
    }
}

/// A name for a comment: what is no printable ASCII character is escaped.
pub(super) fn ascii(name: &str) -> String {
    let mut text = String::new();
    for c in name.chars() {
        if (' '..='~').contains(&c) { text.push(c) } else { text.extend(c.escape_default()) }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{Names, ascii};

    #[test]
    fn comments_are_ascii() {
        assert_eq!(ascii("x[1,2] a\u{e4}\r\n+\u{1b}"), "x[1,2] a\\u{e4}\\r\\n+\\u{1b}");
    }

    #[test]
    fn names_are_apart_and_begin_with_a_letter() {
        let mut names = Names::default();
        let given = ["cell[1,2]", "cell[1-2]", "1", "", "ä b", "v1^3", "1", "1", "v1^3", "1"];
        let stems = given.map(|name| names.stem(name));
        let expected = ["cell[1-2]", "cell[1-2]^2", "v1", "v", "v--b", "v1^3", "v1^2", "v1^4", "v1^3^2", "v1^5"];
        assert_eq!(stems, expected);
    }
}
