//! Reads the rules of a seating, one per line.
//!
//! ```text
//! NAME next to NAME [or NAME ...]         at least one of them is a neighbour
//! NAME not next to NAME [or NAME ...]     none of them is a neighbour
//! NAME at SEAT [or SEAT ...]              sits on one of these seats, which count from 1
//! NAME not at SEAT [or SEAT ...]          sits on none of them
//! no two of NAME NAME [...] are neighbours
//! RULE or RULE [or RULE ...]              at least one of these rules holds
//! ```
//!
//! After an `or`, the word `no`, or a name before `next`, `not` or `at`, begins another rule. Any other word continues
//! the list before it. So `Ann next to Bob or Cy or Di at 3` is `Ann next to Bob or Cy`, or `Di at 3`. Blanks and
//! commas separate words.

use super::super::text::pieces;
use super::super::{ParseError, Token};
use cnfab_base::display::{list, quoted};
use cnfab_base::names::UnknownName;

/// A rule; guests and seats count from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum SeatingRule {
    /// One of the others is a neighbour, or none if `is` is false.
    Next { guest: usize, is: bool, others: Vec<usize> },
    /// The guest sits on one of the seats, or on none if `is` is false.
    At { guest: usize, is: bool, seats: Vec<usize> },
    /// No two of these guests are neighbours.
    Apart(Vec<usize>),
    /// One of at least two rules holds, none of which is a disjunction.
    Any(Vec<SeatingRule>),
}

/// The keywords of the rules, which no guest may have as a name.
pub(super) const WORDS: &[&str] = &["and", "are", "at", "neighbours", "next", "no", "not", "of", "or", "to", "two"];

/// Reads one line.
pub(super) fn read(line: usize, text: &str, guests: &[String]) -> Result<SeatingRule, ParseError> {
    let mut words = Words {
        words: pieces(line, text, |c| c.is_whitespace() || c == ',').into_iter(),
        end: (line, text.trim_end().chars().count() + 1),
        guests,
    };
    let mut rules = vec![words.rule()?];
    while words.words.next().is_some_and(|word| word.text == "or") {
        rules.push(words.rule()?);
    }
    Ok(if rules.len() == 1 { rules.remove(0) } else { SeatingRule::Any(rules) })
}

/// The words of a line that have not been read.
struct Words<'t> {
    words: std::vec::IntoIter<Token<'t>>,
    end: (usize, usize),
    guests: &'t [String],
}

impl<'t> Words<'t> {
    /// Reads a rule, up to the end of the line or an `or` before another rule.
    fn rule(&mut self) -> Result<SeatingRule, ParseError> {
        let first = self.next("a rule")?;
        if first.text == "no" {
            return self.apart();
        }
        let guest = self.guest(first, "a guest or 'no two of'")?;
        let second = self.next("'next to', 'not next to', 'at' or 'not at'")?;
        let (is, verb) = match second.text {
            "not" => (false, self.next("'next to' or 'at'")?),
            _ => (true, second),
        };
        match verb.text {
            "next" => {
                self.word("to")?;
                let others = self.list(|words, token| {
                    let other = words.guest(token, "a guest")?;
                    if other == guest { Err(token.error("another guest")) } else { Ok(other) }
                })?;
                Ok(SeatingRule::Next { guest, is, others })
            }
            "at" => {
                let seats = self.guests.len() as i64;
                let seats = self.list(|_, token| Ok(token.integer(1..=seats, "")? as usize - 1))?;
                Ok(SeatingRule::At { guest, is, seats })
            }
            _ if is => Err(verb.error("'next to', 'not next to', 'at' or 'not at'")),
            _ => Err(verb.error("'next to' or 'at'")),
        }
    }

    /// Returns whether the next words are an `or` and the beginning of a rule.
    fn another_rule(&self) -> bool {
        let text = |position: usize| self.words.as_slice().get(position).map(|word| word.text);
        text(0) == Some("or") && (text(1) == Some("no") || matches!(text(2), Some("next" | "not" | "at")))
    }

    /// Returns the next word; at the end of the line, an error with `expected`.
    fn next(&mut self, expected: &str) -> Result<Token<'t>, ParseError> {
        let (line, column) = self.end;
        self.words.next().ok_or_else(|| ParseError::new(line, column, "the end of the line", expected))
    }

    /// Reads a given keyword.
    fn word(&mut self, word: &str) -> Result<(), ParseError> {
        let expected = format!("'{word}'");
        let found = self.next(&expected)?;
        if found.text == word { Ok(()) } else { Err(found.error(expected)) }
    }

    /// Finds the guest of a token.
    fn guest(&self, token: Token<'_>, expected: &str) -> Result<usize, ParseError> {
        self.guests.iter().position(|guest| guest == token.text).ok_or_else(|| {
            let unknown = UnknownName::new("guest", token.text, self.guests.iter());
            let hint = unknown.nearest().map(|name| format!("'{name}', or ")).unwrap_or_default();
            token.error(format!("{hint}{expected} (guests: {})", list(self.guests)))
        })
    }

    /// Reads one or more different guests or seats with `or` between them, up to the end of the rule.
    fn list(&mut self, read: impl Fn(&Self, Token<'_>) -> Result<usize, ParseError>) -> Result<Vec<usize>, ParseError> {
        let mut found: Vec<usize> = Vec::new();
        loop {
            let token =
                self.next(if found.is_empty() { "a guest or a seat" } else { "a guest or a seat after 'or'" })?;
            let item = read(self, token)?;
            if found.contains(&item) {
                return Err(ParseError::new(
                    token.line,
                    token.column,
                    format!("{} again", quoted(token.text)),
                    "it once",
                ));
            }
            found.push(item);
            if self.another_rule() {
                return Ok(found);
            }
            match self.words.next() {
                None => return Ok(found),
                Some(or) if or.text == "or" => {}
                Some(other) => return Err(other.error("'or' or the end of the line")),
            }
        }
    }

    /// Reads the rest of a rule `no two of ... are neighbours`.
    fn apart(&mut self) -> Result<SeatingRule, ParseError> {
        self.word("two")?;
        self.word("of")?;
        let mut group: Vec<usize> = Vec::new();
        loop {
            let token = self.next("a guest or 'are neighbours'")?;
            match token.text {
                "are" if group.len() >= 2 => break,
                "are" => return Err(token.error("at least two guests before it")),
                "and" if !group.is_empty() => continue,
                _ => {}
            }
            let guest = self.guest(token, "a guest or 'are neighbours'")?;
            if group.contains(&guest) {
                return Err(ParseError::new(
                    token.line,
                    token.column,
                    format!("{} again", quoted(token.text)),
                    "it once",
                ));
            }
            group.push(guest);
        }
        self.word("neighbours")?;
        match self.words.as_slice().first() {
            Some(more) if more.text != "or" => Err(more.error("'or' or the end of the line")),
            _ => Ok(SeatingRule::Apart(group)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guests() -> Vec<String> {
        ["Ann", "Bob", "Cy"].map(str::to_owned).to_vec()
    }

    fn rule(text: &str) -> SeatingRule {
        read(7, text, &guests()).unwrap()
    }

    fn error(text: &str) -> String {
        read(7, text, &guests()).unwrap_err().to_string()
    }

    #[test]
    fn every_form() {
        assert_eq!(rule("Ann next to Bob"), SeatingRule::Next { guest: 0, is: true, others: vec![1] });
        assert_eq!(rule(" Bob  not next to Ann or Cy "), SeatingRule::Next { guest: 1, is: false, others: vec![0, 2] });
        assert_eq!(rule("Cy at 3"), SeatingRule::At { guest: 2, is: true, seats: vec![2] });
        assert_eq!(rule("Cy not at 1 or 2"), SeatingRule::At { guest: 2, is: false, seats: vec![0, 1] });
        assert_eq!(rule("no two of Ann, Bob and Cy are neighbours"), SeatingRule::Apart(vec![0, 1, 2]));
        assert_eq!(rule("no two of Ann Cy are neighbours"), SeatingRule::Apart(vec![0, 2]));
    }

    #[test]
    fn errors_name_the_place() {
        assert_eq!(
            error("Bobby next to Ann"),
            "line 7, column 1: found 'Bobby', expected 'Bob', or a guest or 'no two of' (guests: Ann, Bob, Cy)"
        );
        assert_eq!(
            error("Ann"),
            "line 7, column 4: found the end of the line, expected 'next to', 'not next to', 'at' or 'not at'"
        );
        assert_eq!(
            error("Ann beside Bob"),
            "line 7, column 5: found 'beside', expected 'next to', 'not next to', 'at' or 'not at'"
        );
        assert_eq!(error("Ann not"), "line 7, column 8: found the end of the line, expected 'next to' or 'at'");
        assert_eq!(error("Ann not beside Bob"), "line 7, column 9: found 'beside', expected 'next to' or 'at'");
        assert_eq!(error("Ann next Bob"), "line 7, column 10: found 'Bob', expected 'to'");
        assert_eq!(error("Ann next to"), "line 7, column 12: found the end of the line, expected a guest or a seat");
        assert_eq!(error("Ann next to Ann"), "line 7, column 13: found 'Ann', expected another guest");
        assert_eq!(error("Ann next to Bob or Bob"), "line 7, column 20: found 'Bob' again, expected it once");
        assert_eq!(
            error("Ann next to Bob or"),
            "line 7, column 19: found the end of the line, expected a guest or a seat after 'or'"
        );
        assert_eq!(error("Ann next to Bob Cy"), "line 7, column 17: found 'Cy', expected 'or' or the end of the line");
        assert_eq!(error("Ann at 4"), "line 7, column 8: found '4', expected a number from 1 to 3");
        assert_eq!(error("Ann at home"), "line 7, column 8: found 'home', expected a number from 1 to 3");
        assert_eq!(error("no three of"), "line 7, column 4: found 'three', expected 'two'");
        assert_eq!(
            error("no two of Ann are neighbours"),
            "line 7, column 15: found 'are', expected at least two guests before it"
        );
        assert_eq!(error("no two of Ann Ann are"), "line 7, column 15: found 'Ann' again, expected it once");
        assert_eq!(
            error("no two of Ann Bob"),
            "line 7, column 18: found the end of the line, expected a guest or 'are neighbours'"
        );
        assert_eq!(error("no two of Ann Bob are near"), "line 7, column 23: found 'near', expected 'neighbours'");
        assert_eq!(
            error("no two of Ann Bob are neighbours here"),
            "line 7, column 34: found 'here', expected 'or' or the end of the line"
        );
        assert_eq!(error("Ann at 1 or Bob nxt to Cy"), "line 7, column 13: found 'Bob', expected a number from 1 to 3");
        assert_eq!(error("Ann at 1 or Bob next Cy"), "line 7, column 22: found 'Cy', expected 'to'");
        assert_eq!(
            error("no two of Ann Bob are neighbours or"),
            "line 7, column 36: found the end of the line, expected a rule"
        );
        assert_eq!(
            error("no two of Ann Bob are neighbours or Cy"),
            "line 7, column 39: found the end of the line, expected 'next to', 'not next to', 'at' or 'not at'"
        );
    }

    #[test]
    fn whole_rules_are_joined() {
        let next = |guest: usize, others: &[usize]| SeatingRule::Next { guest, is: true, others: others.to_vec() };
        let at = |guest: usize, is: bool, seats: &[usize]| SeatingRule::At { guest, is, seats: seats.to_vec() };
        let apart = |group: &[usize]| SeatingRule::Apart(group.to_vec());
        for (text, rules) in [
            ("Ann next to Bob or Bob next to Cy", vec![next(0, &[1]), next(1, &[2])]),
            (
                "Ann next to Bob or Cy or Cy not at 2 or 3 or Ann at 1",
                vec![next(0, &[1, 2]), at(2, false, &[1, 2]), at(0, true, &[0])],
            ),
            (
                "no two of Ann Bob are neighbours or no two of Bob, Cy are neighbours or Ann at 1",
                vec![apart(&[0, 1]), apart(&[1, 2]), at(0, true, &[0])],
            ),
            ("Cy at 3 or no two of Ann and Cy are neighbours", vec![at(2, true, &[2]), apart(&[0, 2])]),
        ] {
            assert_eq!(rule(text), SeatingRule::Any(rules), "{text}");
        }
        // A guest's name may be a number.
        let guests = ["1", "2", "3"].map(str::to_owned);
        let read = |text: &str| read(7, text, &guests).unwrap();
        assert_eq!(read("1 at 2 or 3"), at(0, true, &[1, 2]));
        assert_eq!(read("1 at 2 or 3 next to 2"), SeatingRule::Any(vec![at(0, true, &[1]), next(2, &[1])]));
    }
}
