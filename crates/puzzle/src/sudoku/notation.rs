//! Reads and writes the cells of a Sudoku as digits, as numbers, or as symbols.
//!
//! Up to 9 digits, a cell is one character. With more, it is a number, or one symbol of an alphabet: `1-9A-G`, `0-9A-F`
//! and `A-P` are in use for 16 x 16. The header line `symbols:` names the alphabet; without it, the symbols in the text
//! decide.

use std::sync::Arc;

use crate::text::{self, count};
use crate::{Cells, Document, Header, ParseError, line};

use crate::boxes::Boxes;

/// The number of letters from A to Z.
const LETTERS: usize = 26;

/// The notation of a Sudoku's cells.
#[derive(Clone, Debug)]
pub(super) struct Notation {
    pub(super) shape: Boxes,
    /// The symbols of the digits 1, 2 and so on; `None` if digits are numbers.
    symbols: Option<Arc<[char]>>,
    /// True if the text states the size of the grid, by `box` or by regions.
    is_stated: bool,
}

impl Notation {
    /// Finds the notation of a text whose rows are `lines`.
    pub(super) fn of(
        document: &Document<'_>,
        shape: Boxes,
        lines: &[(usize, &str)],
        has_regions: bool,
    ) -> Result<Self, ParseError> {
        let symbols = match document.get("symbols") {
            Some(header) => Some(stated(header, shape.size())?),
            None if has_symbols(shape, lines) => Some(detected(shape.size(), lines)),
            None => None,
        };
        Ok(Notation { shape, symbols: symbols.map(Arc::from), is_stated: has_regions || document.get("box").is_some() })
    }

    /// Returns whether a cell is one character.
    pub(super) fn is_compact(&self) -> bool {
        self.symbols.is_some() || self.shape.size() <= 9
    }

    /// Returns whether digits are symbols of an alphabet.
    pub(super) fn has_symbols(&self) -> bool {
        self.symbols.is_some()
    }

    /// Returns the digit of a character, 0 for an empty cell. Case matters only if both cases are symbols.
    pub(super) fn digit(&self, c: char) -> Option<u8> {
        let Some(symbols) = &self.symbols else {
            let digit = if is_empty(c) || c == '0' { Some(0) } else { c.to_digit(10) };
            return digit.filter(|&digit| digit as usize <= self.shape.size()).map(|digit| digit as u8);
        };
        let other = if c.is_ascii_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() };
        match symbols.iter().position(|&symbol| symbol == c).or_else(|| symbols.iter().position(|&one| one == other)) {
            Some(index) => Some(index as u8 + 1),
            None => (is_empty(c) || c == '0').then_some(0),
        }
    }

    /// Returns the symbols in order, if digits are symbols.
    pub(super) fn symbols(&self) -> Option<String> {
        Some(self.symbols.as_ref()?.iter().collect())
    }

    /// Formats a digit.
    pub(super) fn text(&self, digit: i32) -> String {
        let index = usize::try_from(digit).ok().and_then(|digit| digit.checked_sub(1));
        let symbol = index.and_then(|index| self.symbols.as_ref()?.get(index));
        symbol.map_or_else(|| digit.to_string(), char::to_string)
    }

    /// Returns the number of characters of a cell.
    pub(super) fn width(&self) -> usize {
        if self.is_compact() { 1 } else { self.shape.size().to_string().len() }
    }

    /// Describes the digits, for errors.
    pub(super) fn expected(&self) -> String {
        match &self.symbols {
            Some(symbols) => format!("one of the {} symbols {}", symbols.len(), ranges(symbols)),
            None => format!("a {} from 1 to {}", if self.is_compact() { "digit" } else { "number" }, self.shape.size()),
        }
    }

    /// Formats a solution in compact notation.
    pub(super) fn plain(&self, cells: &Cells) -> String {
        if self.is_compact() { cells.0.iter().map(|&digit| self.text(digit)).collect() } else { line::plain(cells) }
    }

    /// Returns advice for errors: the header line `box` for rows of `found` cells, if the text states no size.
    pub(super) fn hint(&self, found: usize) -> String {
        if self.is_stated || found == self.shape.size() || !(4..=64).contains(&found) {
            return String::new();
        }
        let rows = (2..=found.isqrt()).rev().find(|&rows| found.is_multiple_of(rows));
        rows.map_or_else(String::new, |rows| {
            format!("; for {found} x {found} cells, 'box: {rows}x{}' in the header", found / rows)
        })
    }
}

/// Returns whether a character is an empty cell in every notation.
fn is_empty(c: char) -> bool {
    matches!(c, '.' | '_' | '?')
}

/// Reads the header key `symbols`: symbols in order, such as `0-9A-F`.
fn stated(header: Header<'_>, size: usize) -> Result<Vec<char>, ParseError> {
    let wrong = |why: String| Err(header.error(format!("{} in order, such as 1-9A-G{why}", count(size, "symbol"))));
    let chars: Vec<char> = header.value.chars().collect();
    let mut symbols: Vec<char> = Vec::new();
    let mut at = 0;
    while let Some(&first) = chars.get(at) {
        let last = chars.get(at + 2).copied().filter(|last| chars[at + 1] == '-' && first < *last && last.is_ascii());
        symbols.extend(first..=last.unwrap_or(first));
        at += if last.is_some() { 3 } else { 1 };
    }
    for (index, &symbol) in symbols.iter().enumerate() {
        let is_taken = is_empty(symbol) || text::is_bar(symbol) || symbol.is_whitespace() || symbol.is_control();
        if is_taken || matches!(symbol, ',' | ';' | '#' | '-' | '=' | '+') {
            return wrong(format!("; '{symbol}' is none"));
        }
        if symbols[..index].contains(&symbol) {
            return wrong(format!("; '{symbol}' comes twice"));
        }
    }
    if symbols.len() == size { Ok(symbols) } else { wrong(format!("; there are {}", symbols.len())) }
}

/// Splits a line into words, up to a comment.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let separates = |c: char| c.is_whitespace() || c == ',' || c == ';' || text::is_bar(c);
    text.split(separates).filter(|word| !word.is_empty()).take_while(|word| !word.starts_with('#'))
}

/// Returns whether a text of more than 9 digits writes each cell as one character.
fn has_symbols(shape: Boxes, lines: &[(usize, &str)]) -> bool {
    let (size, cells) = (shape.size(), shape.grid().len());
    if size <= 9 {
        return false;
    }
    let has_letter = |word: &str| word.contains(|c: char| c.is_ascii_alphabetic());
    let is_large = |word: &str| word.len() > 1 && word.parse::<usize>().is_ok();
    let is_cells = |words: &[&str]| words.len() == size || words.len() == cells;
    let lines: Vec<Vec<&str>> = lines.iter().map(|(_, text)| words(text).collect()).collect();
    if lines.iter().any(|words| is_cells(words)) {
        let mut words = lines.iter().filter(|words| is_cells(words)).flatten();
        return !words.clone().any(|word| is_large(word)) && words.any(|word| has_letter(word));
    }
    let length = |words: &[&str]| words.iter().map(|word| word.chars().count()).sum::<usize>();
    let is_whole = |words: &[&str]| words.first().is_some_and(|word| word.chars().count() > 2 * size);
    lines.iter().any(|words| is_whole(words) || length(words) == size)
}

/// Detects the alphabet of a text's symbols.
///
/// Letters alone begin with A. With digits among them, `0` is an empty cell by default. It is a digit if another symbol
/// is an empty cell and every letter belongs to the alphabet that begins with `0-9`.
fn detected(size: usize, lines: &[(usize, &str)]) -> Vec<char> {
    let whole = |words: &Vec<&str>| words.first().is_some_and(|word| word.chars().count() > 2 * size);
    let cells = |text: &str| -> String {
        let words: Vec<&str> = words(text).collect();
        if whole(&words) { words[0].to_owned() } else { words.concat() }
    };
    let used: Vec<char> =
        lines.iter().flat_map(|(_, text)| cells(text).to_ascii_uppercase().chars().collect::<Vec<_>>()).collect();
    let has_digits = used.iter().any(|c| matches!(c, '1'..='9'));
    let zero_based = (b'0'..=b'9').chain(b'A'..).map(char::from).take(size);
    let fits = used.iter().all(|&c| !c.is_ascii_uppercase() || zero_based.clone().any(|symbol| symbol == c));
    let has_zero = used.contains(&'0') && used.iter().any(|&c| is_empty(c)) && fits;
    let digits = if has_zero { b'0'..=b'9' } else { b'1'..=b'9' };
    let letters = (b'A'..=b'Z').chain(b'a'..=b'z');
    let with_digits = has_digits || has_zero || size > LETTERS;
    digits.filter(|_| with_digits).chain(letters).map(char::from).take(size).collect()
}

/// Formats symbols with ranges for successive ones: `1-9A-G`.
fn ranges(symbols: &[char]) -> String {
    let mut text = String::new();
    let mut rest = symbols;
    while let Some(&first) = rest.first() {
        let run = rest.iter().zip(first..).take_while(|&(&symbol, next)| symbol == next).count();
        match run {
            1..=2 => text.extend(&rest[..run]),
            _ => text.extend([first, '-', rest[run - 1]]),
        }
        rest = &rest[run..];
    }
    text
}

#[cfg(test)]
mod tests {
    use crate::sudoku::KIND;
    use crate::testing::{self, puzzle, puzzles};

    /// Writes a complete grid of 16 x 16 in an alphabet; a cell's digit depends on its row and column.
    fn grid(symbols: &str) -> Vec<String> {
        let symbols: Vec<char> = symbols.chars().collect();
        let digit = |row: usize, column: usize| (4 * (row % 4) + row / 4 + column) % 16;
        (0..16).map(|row| (0..16).map(|column| symbols[digit(row, column)]).collect()).collect()
    }

    fn text(rows: &[String]) -> String {
        format!("kind: sudoku\nbox: 4x4\n\n{}\n", rows.join("\n"))
    }

    /// Reads a complete grid and returns its digits as numbers.
    fn values(text: &str) -> Vec<i32> {
        let puzzle = puzzle(text);
        let model = puzzle.make_model("cell");
        let fixed = |variable: &cnfab_model::Variable| variable.domain.fixed().unwrap_or(0);
        model.variables().iter().map(fixed).collect()
    }

    const ALPHABETS: [&str; 3] = ["123456789ABCDEFG", "0123456789ABCDEF", "ABCDEFGHIJKLMNOP"];

    #[test]
    fn three_alphabets_are_told_apart() {
        let expected: Vec<i32> = values(&text(&grid(ALPHABETS[0])));
        assert_eq!(expected[..16], (1..=16).collect::<Vec<_>>());
        for alphabet in ALPHABETS {
            let empty = |row: &String| row.replacen(alphabet.chars().next().expect("a symbol"), ".", 1);
            let mut rows = grid(alphabet);
            rows[1] = empty(&rows[1]);
            let mut open = expected.clone();
            open[16 + 12] = 0;
            let forms: [fn(&str) -> String; 4] = [
                |row| row.to_owned(),
                |row| row.to_ascii_lowercase(),
                |row| row.chars().map(|c| format!("{c} ")).collect(),
                |row| format!("| {} | {} | {} | {} |", &row[..4], &row[4..8], &row[8..12], &row[12..]),
            ];
            for form in forms {
                let rows: Vec<String> = rows.iter().map(|row| form(row)).collect();
                assert_eq!(values(&text(&rows)), open, "{}", text(&rows));
            }
            let whole = format!("kind: sudoku\nbox: 4x4\n\n{0} 1 name\n{0}\n", rows.concat());
            assert_eq!(puzzles(&whole).len(), 2, "{whole}");
            assert_eq!(values(&whole.lines().take(4).collect::<Vec<_>>().join("\n")), open);
            let drawn = puzzle(&text(&rows)).draw(None);
            assert_eq!(puzzle(&text(std::slice::from_ref(&drawn))).draw(None), drawn);
        }
    }

    /// Tests that 0 is an empty cell if no other symbol is one, or if a letter implies that digits begin with 1.
    #[test]
    fn zeros_are_empty_unless_they_are_digits() {
        let with = |alphabet: &str, from: char, to: &str| -> usize {
            let rows: Vec<String> = grid(alphabet).iter().map(|row| row.replace(from, to)).collect();
            values(&text(&rows)).iter().filter(|&&value| value == 0).count()
        };
        assert_eq!(with(ALPHABETS[0], '5', "0"), 16);
        assert_eq!(with(ALPHABETS[0], 'G', "0"), 16);
        assert_eq!(with(ALPHABETS[1], '5', "."), 16);
        assert_eq!(with(ALPHABETS[2], 'P', "0"), 16);
        let mut rows = grid(ALPHABETS[0]);
        rows[0] = rows[0].replace('1', "0");
        rows[1] = rows[1].replace('2', ".");
        assert_eq!(values(&text(&rows)).iter().filter(|&&value| value == 0).count(), 2);
    }

    #[test]
    fn the_header_names_the_alphabet() {
        let header = |symbols: &str, rows: &[String]| {
            text(rows).replacen("box: 4x4", &format!("box: 4x4\nsymbols: {symbols}"), 1)
        };
        let letters = grid(ALPHABETS[2]);
        assert_eq!(values(&header("A-P", &letters)), values(&header("ABCD-LMNOP", &letters)));
        assert_eq!(values(&header("P-Z0-4", &grid("PQRSTUVWXYZ01234"))), values(&text(&letters)));
        let wordoku = puzzle("kind: sudoku\nbox: 2x2\nsymbols: WORD\n\nW...\n....\n.r..\n....\n");
        assert_eq!(wordoku.draw(None).lines().nth(1), Some("│ W . │ . . │"));
        let cells = wordoku.read_plain("WORDRDWODRWOOWDR").expect("16 symbols");
        assert_eq!((cells.0[1], wordoku.plain(&cells).as_str()), (2, "WORDRDWODRWOOWDR"));
        let error = |symbols: &str| testing::error(&KIND, &header(symbols, &letters));
        let expected = "line 3, column 10: found 'A-O', expected 16 symbols in order, such as 1-9A-G; there are 15";
        assert_eq!(error("A-O"), expected);
        assert!(error("A-OA").ends_with("; 'A' comes twice"));
        assert!(error("A-O.").ends_with("; '.' is none"));
        assert!(error("1-9A-G").starts_with("line 5, column 8: found 'H', expected one of the 16 symbols 1-9A-G"));
    }

    #[test]
    fn wrong_symbols_have_a_place() {
        let error = |rows: &[String]| testing::error(&KIND, &text(rows));
        let mut rows = grid(ALPHABETS[0]);
        rows[2] = rows[2].replace('G', "H");
        let expected = "line 6, column 8: found 'H', expected one of the 16 symbols 1-9A-G, or one of '.', '0', '_', '?' for an empty cell";
        assert_eq!(error(&rows), expected);
        let mut rows = grid(ALPHABETS[2]);
        rows[3].pop();
        assert_eq!(error(&rows), "line 7, column 16: found 15 cells, expected 16 cells in a row");
    }

    #[test]
    fn twenty_five_letters() {
        let alphabet: Vec<char> = ('A'..='Y').collect();
        let row = |shift: usize| (0..25).map(|column| alphabet[(column + shift) % 25]).collect::<String>();
        let rows: Vec<String> = (0..25).map(|index| row(5 * (index % 5) + index / 5)).collect();
        let text = format!("kind: sudoku\nbox: 5x5\n\n{}\n", rows.concat());
        assert_eq!(values(&text)[..25], (1..=25).collect::<Vec<_>>());
        let digits: String = rows
            .concat()
            .chars()
            .map(|c| match c {
                'A'..='I' => char::from(c as u8 - b'A' + b'1'),
                _ => char::from(c as u8 - 9),
            })
            .collect();
        assert_eq!(values(&text.replace(&rows.concat(), &digits)), values(&text));
    }
}
