//! Reads word lists: one word a line, `#` comments, blank lines.
//!
//! Words consist of the letters A to Z; case is ignored. A repeated word counts once.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use cnfab_base::display::quoted;
use cnfab_model::Relation;

/// Everyday English words, for crosswords that name no list.
static COMMON: LazyLock<WordList> =
    LazyLock::new(|| WordList::read(include_str!("common.words")).expect("a list of words"));

/// The most lines of a list.
const MOST_WORDS: usize = 300_000;

/// The most letters of a word in a grid.
pub(super) const MOST_LETTERS: usize = 40;

/// The words by length; each is a row of letters from 1 to 26, and rows are sorted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct WordList {
    by_length: BTreeMap<usize, Arc<Relation>>,
}

impl WordList {
    /// Reads a list.
    ///
    /// # Errors
    /// The first line that is no word, or a list of too many lines.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let mut by_length: BTreeMap<usize, Vec<Vec<i32>>> = BTreeMap::new();
        for (index, line) in text.lines().enumerate() {
            let word = line.trim_matches([' ', '\t', '\r']);
            if word.is_empty() || word.starts_with('#') {
                continue;
            }
            if index >= MOST_WORDS {
                return Err(format!("more than {MOST_WORDS} lines"));
            }
            let letters: Option<Vec<i32>> = word.chars().map(letter).collect();
            let letters = letters
                .ok_or_else(|| format!("line {}: {} has other characters than A to Z", index + 1, quoted(word)))?;
            // No grid has room for longer words.
            if letters.len() <= MOST_LETTERS {
                by_length.entry(letters.len()).or_default().push(letters);
            }
        }
        let relations = by_length.into_iter().map(|(length, words)| (length, Arc::new(Relation::new(length, words))));
        Ok(WordList { by_length: relations.collect() })
    }

    /// Returns the list of crosswords that name none.
    pub(super) fn common() -> Self {
        COMMON.clone()
    }

    /// Returns the length of the longest word.
    pub(super) fn longest(&self) -> usize {
        self.by_length.keys().next_back().copied().unwrap_or(0)
    }

    /// Returns the length up to which words are expected to fit a grid where each letter is in two of them; 0 if none
    /// are. Words of a length leave a choice if they are more than random texts of half as many letters, which are as
    /// frequent as in the list.
    pub(super) fn easy_length(&self) -> usize {
        let mut counts = [0.0_f64; 27];
        for words in self.by_length.values() {
            (0..words.len()).flat_map(|word| words.row(word)).for_each(|&letter| counts[letter as usize] += 1.0);
        }
        let all: f64 = counts.iter().sum();
        let entropy: f64 =
            counts.iter().filter(|&&count| count > 0.0).map(|count| -count / all * (count / all).ln()).sum();
        let has_choice = |(&length, words): (&usize, &Arc<Relation>)| {
            ((words.len() as f64).ln() > length as f64 * entropy / 2.0).then_some(length)
        };
        self.by_length.iter().filter_map(has_choice).next_back().unwrap_or(0)
    }

    /// Returns the words of a length.
    pub(super) fn of_length(&self, length: usize) -> Arc<Relation> {
        self.by_length.get(&length).cloned().unwrap_or_else(|| Arc::new(Relation::new::<[i32; 0]>(length, [])))
    }
}

/// A list of words for crosswords that are made, and the name by which they name it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedWords {
    pub(super) name: String,
    pub(super) list: WordList,
}

impl NamedWords {
    /// Reads the text of a list: one word a line, `#` comments, blank lines.
    ///
    /// # Errors
    /// The first line that is no word, or a list of too many lines.
    pub fn read(name: &str, text: &str) -> Result<Self, String> {
        Ok(NamedWords { name: name.to_owned(), list: WordList::read(text)? })
    }
}

/// Returns the number of a letter, from 1 to 26.
pub(super) fn letter(c: char) -> Option<i32> {
    c.is_ascii_alphabetic().then(|| i32::from(c.to_ascii_uppercase() as u8 - b'A') + 1)
}

/// Returns the letter of a number; `?` if there is none.
pub(super) fn capital(number: i32) -> char {
    let offset = u8::try_from(number.wrapping_sub(1)).ok().filter(|&offset| offset < 26);
    offset.map_or('?', |offset| char::from(b'A' + offset))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted_by_length() {
        let list = WordList::read("# two words\nto\nBe\n\nbe\nnot\n").unwrap();
        let words = |length: usize| {
            let relation = list.of_length(length);
            relation.rows().map(|word| word.iter().map(|&l| capital(l)).collect::<String>()).collect::<Vec<_>>()
        };
        assert_eq!(words(2), ["BE", "TO"]);
        assert_eq!(words(3), ["NOT"]);
        assert!(words(4).is_empty());
    }

    #[test]
    fn other_characters_are_refused() {
        let error = |text: &str| WordList::read(text).err().unwrap();
        assert_eq!(error("a\ncan't\n"), "line 2: 'can't' has other characters than A to Z");
        assert_eq!(error("naïve\n"), "line 1: 'naïve' has other characters than A to Z");
        assert_eq!(error("a b\n"), "line 1: 'a b' has other characters than A to Z");
    }

    #[test]
    fn letters_go_back_and_forth() {
        assert_eq!("aZm".chars().filter_map(letter).collect::<Vec<_>>(), [1, 26, 13]);
        assert_eq!([1, 26, 0, 27, -5, i32::MIN].map(capital), ['A', 'Z', '?', '?', '?', '?']);
    }
}
