//! Base64 with the alphabet of RFC 4648, as links hold it: perhaps with `%2B` for `+` and without padding.

use super::link::LinkCursor;
use crate::ParseError;

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Reads digits of six bits to the end of a link, or to a further parameter `&...`.
pub(super) fn digits(cursor: &mut LinkCursor<'_>) -> Result<Vec<u8>, ParseError> {
    let mut found = Vec::with_capacity(cursor.rest().len());
    loop {
        let before = *cursor;
        let wrong = || before.error("digits of base64, up to the end of the link");
        let c = match cursor.next() {
            None | Some('&') => return Ok(found),
            Some('%') => char::from_u32(cursor.digits(2, 16)? as u32).ok_or_else(wrong)?,
            Some(c) => c,
        };
        match ALPHABET.iter().position(|&digit| char::from(digit) == c) {
            Some(digit) => found.push(digit as u8),
            None if c == '=' && is_only_padding(cursor) => {}
            None => return Err(wrong()),
        }
    }
}

/// Returns whether padding is all that follows before the end or a further parameter.
fn is_only_padding(cursor: &LinkCursor<'_>) -> bool {
    let rest = cursor.rest().split('&').next().unwrap_or_default();
    rest.replace("%3D", "=").replace("%3d", "=").chars().all(|c| c == '=')
}

/// Returns the bytes of digits; bits that are no whole byte are padding.
pub(super) fn bytes(digits: &[u8]) -> Vec<u8> {
    let group = |four: &[u8]| {
        let value = (0..4).fold(0, |value, index| value << 6 | u32::from(four.get(index).copied().unwrap_or(0)));
        value.to_be_bytes()[1..four.len()].to_vec()
    };
    digits.chunks(4).flat_map(group).collect()
}

/// Returns the digits of bytes.
pub(super) fn of_bytes(bytes: &[u8]) -> Vec<u8> {
    let group = |three: &[u8]| {
        let value = (0..3).fold(0, |value, index| value << 8 | u32::from(three.get(index).copied().unwrap_or(0)));
        (0..=three.len()).map(move |index| (value >> (18 - 6 * index) & 63) as u8).collect::<Vec<_>>()
    };
    bytes.chunks(3).flat_map(group).collect()
}

/// Formats digits with padding to a multiple of four.
pub(super) fn text(digits: &[u8]) -> String {
    let padding = digits.len().next_multiple_of(4) - digits.len();
    digits.iter().map(|&digit| char::from(ALPHABET[usize::from(digit)])).chain(vec!['='; padding]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Token;

    fn read(text: &str) -> Result<Vec<u8>, ParseError> {
        digits(&mut LinkCursor::new(Token { text, line: 1, column: 1 })).map(|digits| bytes(&digits))
    }

    /// The examples of RFC 4648.
    #[test]
    fn published_examples() {
        let examples =
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE=")];
        for (plain, coded) in examples {
            assert_eq!(text(&of_bytes(plain.as_bytes())), coded);
            assert_eq!(read(coded).as_deref(), Ok(plain.as_bytes()));
            assert_eq!(read(coded.trim_end_matches('=')).as_deref(), Ok(plain.as_bytes()));
            assert_eq!(read(&(coded.replace('=', "%3D") + "&a=b")).as_deref(), Ok(plain.as_bytes()));
        }
        assert_eq!(read("%2B%2f"), read("+/"));
        let error = |text: &str| read(text).expect_err("wrong").to_string();
        assert_eq!(error("Zg=a"), "line 1, column 3: found '=a', expected digits of base64, up to the end of the link");
        assert_eq!(error("Zé"), "line 1, column 2: found 'é', expected digits of base64, up to the end of the link");
        assert_eq!(error("Z%2"), "line 1, column 3: found '2', expected 2 digits of base 16");
    }
}
