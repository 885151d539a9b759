//! Texts with random changes, as files of strangers may have them.

use std::thread;

use fastrand::Rng;

/// A case of a test; says its number if the test panics within it.
struct Case(u64);

impl Drop for Case {
    fn drop(&mut self) {
        if thread::panicking() {
            eprintln!("in case {}", self.0);
        }
    }
}

/// Runs a test for many cases, each with random numbers of its own, the same in every run.
pub(crate) fn cases(number: u64, test: impl Fn(&mut Rng)) {
    for number in 0..number {
        let _case = Case(number);
        test(&mut Rng::with_seed(number));
    }
}

/// A digit, one of the marks, or any character.
fn character(marks: &[char], rng: &mut Rng) -> char {
    match rng.u8(..3) {
        0 => rng.digit(10),
        1 => *rng.choice(marks).expect("some marks"),
        _ => rng.char(..),
    }
}

/// The text after a random change: of a character, of a line, or cut off.
fn changed(text: &str, marks: &[char], rng: &mut Rng) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    let mut lines: Vec<&str> = text.lines().collect();
    let kind = rng.u8(..7);
    if kind == 0 || chars.is_empty() {
        chars.insert(rng.usize(..=chars.len()), character(marks, rng));
        return chars.into_iter().collect();
    }
    let at = rng.usize(..chars.len());
    let [line, other] = [(); 2].map(|()| rng.usize(..lines.len()));
    match kind {
        1 => drop(chars.remove(at)),
        2 => chars[at] = character(marks, rng),
        3 => chars.truncate(at),
        4 => drop(lines.remove(line)),
        5 => lines.insert(line, lines[line]),
        _ => lines.swap(line, other),
    }
    if kind <= 3 { chars.into_iter().collect() } else { lines.join("\n") }
}

/// The text after some random changes; characters that come in are digits, `marks` and any others.
pub(crate) fn damaged(text: &str, changes: usize, marks: &str, rng: &mut Rng) -> String {
    let marks: Vec<char> = marks.chars().collect();
    (0..changes).fold(text.to_owned(), |text, _| changed(&text, &marks, rng))
}

/// Asserts that an error has a position in the text, and says what it found and expected there.
pub(crate) fn assert_inside(error: &cnfab::puzzle::ParseError, text: &str) {
    let lines = text.lines().count().max(1);
    assert!((1..=lines).contains(&error.line), "line {} of {lines}: {error}\n{text}", error.line);
    let length = text.lines().nth(error.line - 1).map_or(0, |line| line.chars().count());
    assert!((1..=length + 1).contains(&error.column), "column {} of {length}: {error}\n{text}", error.column);
    assert!(!error.found.is_empty() && !error.expected.is_empty(), "{error:?}");
}
