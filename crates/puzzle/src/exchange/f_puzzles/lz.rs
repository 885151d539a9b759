//! LZ-string (pieroxy, "LZ-based compression algorithm for JavaScript", 2013): LZ78 with codes of growing width.
//!
//! A text is a sequence of UTF-16 units. Code 0 announces a new unit of 8 bits, code 1 of 16 bits, and code 2 ends the
//! text; the other codes are phrases. Bits of a code come lowest first, in digits of six bits, highest first. Unlike
//! the original, the reader has a limit: a few codes may stand for very long texts. Every phrase is a part of the text
//! before it, so the reader stores positions instead of copies.

use std::collections::HashMap;

/// The first code of a phrase.
const FIRST_PHRASE: u32 = 3;
/// The code of a new unit of 8 bits.
const NARROW: u32 = 0;
/// The code of a new unit of 16 bits.
const WIDE: u32 = 1;
/// The code that ends a text.
const END: u32 = 2;

/// The width of codes, which grows with the number of phrases.
struct CodeWidth {
    bits: u32,
    /// The phrases that may be added before codes are one bit wider.
    left: u32,
}

impl CodeWidth {
    fn new() -> Self {
        CodeWidth { bits: 2, left: 2 }
    }

    /// Counts a new phrase.
    fn count(&mut self) {
        self.left -= 1;
        if self.left == 0 {
            self.left = 1 << self.bits;
            self.bits += 1;
        }
    }
}

/// Compresses a text to digits of six bits.
pub(super) fn compress(text: &str) -> Vec<u8> {
    let mut out = Writer { bits: Vec::new(), width: CodeWidth::new(), new: HashMap::new() };
    let mut phrases: HashMap<(Option<u32>, u16), u32> = HashMap::new();
    let mut next = FIRST_PHRASE;
    let mut phrase: Option<u32> = None;
    for unit in text.encode_utf16() {
        let single = *phrases.entry((None, unit)).or_insert_with(|| {
            out.new.insert(next, unit);
            next += 1;
            next - 1
        });
        let Some(open) = phrase else {
            phrase = Some(single);
            continue;
        };
        if let Some(&longer) = phrases.get(&(Some(open), unit)) {
            phrase = Some(longer);
            continue;
        }
        out.write(open);
        phrases.insert((Some(open), unit), next);
        next += 1;
        phrase = Some(single);
    }
    if let Some(last) = phrase {
        out.write(last);
    }
    out.put(END, out.width.bits);
    // The original ends with a padded digit, even after a whole one.
    out.bits.push(false);
    out.bits
        .chunks(6)
        .map(|six| (0..6).fold(0, |digit, bit| digit << 1 | u8::from(six.get(bit) == Some(&true))))
        .collect()
}

struct Writer {
    bits: Vec<bool>,
    width: CodeWidth,
    /// The units whose phrases have not been written.
    new: HashMap<u32, u16>,
}

impl Writer {
    fn put(&mut self, value: u32, bits: u32) {
        self.bits.extend((0..bits).map(|bit| value >> bit & 1 == 1));
    }

    fn write(&mut self, phrase: u32) {
        match self.new.remove(&phrase) {
            Some(unit) => {
                let (code, bits) = if unit < 256 { (NARROW, 8) } else { (WIDE, 16) };
                self.put(code, self.width.bits);
                self.put(u32::from(unit), bits);
                self.width.count();
            }
            None => self.put(phrase, self.width.bits),
        }
        self.width.count();
    }
}

/// Expands digits of six bits to a text of at most `most` units. `None` if they are no compressed text or a longer one.
pub(super) fn expand(digits: &[u8], most: usize) -> Option<String> {
    let mut bits = digits.iter().flat_map(|digit| (0..6).rev().map(move |bit| digit >> bit & 1));
    let mut take = |number: u32| -> Option<u32> {
        (0..number).try_fold(0, |value, bit| Some(value | u32::from(bits.next()?) << bit))
    };
    let mut width = CodeWidth::new();
    let mut units: Vec<u16> = Vec::new();
    // The first unit and the length of each phrase.
    let mut phrases: Vec<(usize, usize)> = Vec::new();
    let mut previous: Option<(usize, usize)> = None;
    loop {
        let code = take(width.bits)?;
        if code == END {
            return String::from_utf16(&units).ok();
        }
        let (start, length) = match code {
            NARROW | WIDE => {
                let unit = take(if code == NARROW { 8 } else { 16 })?;
                phrases.push((units.len(), 1));
                units.push(u16::try_from(unit).ok()?);
                width.count();
                (units.len() - 1, 1)
            }
            phrase => {
                let phrase = (phrase - FIRST_PHRASE) as usize;
                // The phrase that is about to be added is the previous one and its first unit.
                let added = previous.filter(|_| phrase == phrases.len()).map(|(start, length)| (start, length + 1));
                let (start, length) = phrases.get(phrase).copied().or(added)?;
                let at = units.len();
                if length > most - at {
                    return None;
                }
                (start..start + length).for_each(|unit| units.push(units[unit]));
                (at, length)
            }
        };
        if units.len() > most {
            return None;
        }
        if let Some((start, length)) = previous {
            phrases.push((start, length + 1));
        }
        width.count();
        previous = Some((start, length));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Token;
    use crate::exchange::base64;
    use crate::exchange::link::LinkCursor;

    const MOST: usize = 100_000;

    fn digits(text: &str) -> Vec<u8> {
        base64::digits(&mut LinkCursor::new(Token { text, line: 1, column: 1 })).expect("base64")
    }

    /// Texts that the original compressed.
    #[test]
    fn texts_of_the_original() {
        for (plain, coded) in [("{\"x\":3}", "N4IgHiBcDMC+Q==="), ("\u{4f60}\u{597d}", "gbyl9NI=")] {
            assert_eq!(expand(&digits(coded), MOST).as_deref(), Some(plain));
            assert_eq!(base64::text(&compress(plain)).trim_end_matches(['=', 'A']), coded.trim_end_matches('='));
        }
    }

    #[test]
    fn texts_go_back_and_forth() {
        let repeated = "ab\u{e9}\u{1f9e9}".repeat(500);
        for text in ["", "a", "aaaaaaaaaaaaaaaa", "abracadabra abracadabra", &repeated] {
            assert_eq!(expand(&compress(text), MOST).as_deref(), Some(text));
        }
    }

    #[test]
    fn long_texts_are_refused_before_they_are_written() {
        let bomb = compress(&"a".repeat(MOST + 1));
        assert!(bomb.len() < 2000 && expand(&bomb, MOST).is_none());
        assert!(expand(&compress(&"a".repeat(MOST)), MOST).is_some());
        assert!(expand(&[], MOST).is_none() && expand(&[63; 40], MOST).is_none());
    }
}
