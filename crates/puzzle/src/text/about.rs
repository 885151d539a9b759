//! The lines of a puzzle for people: title, author, rules in words.

use cnfab_base::display::is_invisible;

/// The keys that every kind has: what a puzzle says for people.
pub(super) const ABOUT_KEYS: [&str; 3] = ["title", "author", "rules"];

/// The lines of a puzzle for people; no rule of it is read. Each text is one line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// The title.
    pub title: Option<String>,
    /// Who made the puzzle.
    pub author: Option<String>,
    /// Rules in words, which may change the puzzle.
    pub rules: Option<String>,
}

impl About {
    /// Keeps the texts of another program, each as one line; empty ones are none.
    pub(crate) fn of(title: &str, author: &str, rules: &str) -> Self {
        let line = |text: &str| {
            let visible: String = text.chars().map(|c| if is_invisible(c) { ' ' } else { c }).collect();
            let words: Vec<&str> = visible.split_whitespace().collect();
            (!words.is_empty()).then(|| words.join(" "))
        };
        About { title: line(title), author: line(author), rules: line(rules) }
    }

    /// Returns the rules in words if they may say more than what is read.
    pub fn unread_rules(&self) -> Option<&str> {
        self.rules.as_deref().filter(|rules| !are_usual(rules))
    }

    /// Adds the header lines for people to the text of a puzzle, after its line `kind`.
    pub fn add_to(&self, text: &str) -> String {
        let lines = ABOUT_KEYS.into_iter().zip([&self.title, &self.author, &self.rules]);
        let lines: String = lines.filter_map(|(key, value)| Some(format!("{key}: {}\n", value.as_ref()?))).collect();
        match text.split_once('\n') {
            _ if lines.is_empty() => text.to_owned(),
            Some((kind, rest)) if kind.starts_with("kind:") => format!("{kind}\n{lines}{rest}"),
            _ => format!("kind: sudoku\n{lines}\n{text}"),
        }
    }
}

/// Returns whether rules in words only name the kind.
fn are_usual(rules: &str) -> bool {
    let letters = rules.chars().map(|c| if c.is_ascii_alphabetic() { c.to_ascii_lowercase() } else { ' ' });
    let words = letters.collect::<String>();
    let words: Vec<&str> = words.split_whitespace().collect();
    let kinds = ["sudoku", "killer sudoku", "irregular sudoku", "jigsaw sudoku"];
    let usual = |kind: &str| ["normal", "standard"].map(|usual| format!("{usual} {kind} rules apply"));
    words.is_empty() || kinds.into_iter().flat_map(usual).any(|rules| rules == words.join(" "))
}
