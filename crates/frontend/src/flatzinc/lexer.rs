//! The tokens of a FlatZinc text, each with its place.

use cnfab_base::display::quoted;
use cnfab_base::parse_error::ParseError;

/// A token.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Token<'t> {
    /// A name or a word of the language.
    Word(&'t str),
    /// An integer.
    Int(i64),
    /// A number with a fraction or an exponent.
    Float,
    /// The text between double quotes, as it is written.
    Text(&'t str),
    /// `..`
    Range,
    /// `::`
    Annotation,
    /// One of `( ) [ ] { } , ; : =`.
    Mark(char),
    /// The end of the text.
    End,
}

/// Reads tokens one after the other.
pub(super) struct Lexer<'t> {
    text: &'t str,
    /// Where the next token is looked for, in bytes.
    next: usize,
    /// Where the current token begins, in bytes.
    at: usize,
    token: Token<'t>,
}

impl<'t> Lexer<'t> {
    /// Reads the first token.
    pub(super) fn new(text: &'t str) -> Result<Self, ParseError> {
        let mut lexer = Lexer { text, next: 0, at: 0, token: Token::End };
        lexer.advance()?;
        Ok(lexer)
    }

    /// The current token.
    pub(super) fn token(&self) -> Token<'t> {
        self.token
    }

    /// The position where the current token begins.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// The current token; reads the next one.
    pub(super) fn take(&mut self) -> Result<Token<'t>, ParseError> {
        let token = self.token;
        self.advance()?;
        Ok(token)
    }

    /// True if the current token is this mark, which is taken then.
    pub(super) fn accept(&mut self, mark: char) -> Result<bool, ParseError> {
        let is_it = self.token == Token::Mark(mark);
        if is_it {
            self.advance()?;
        }
        Ok(is_it)
    }

    /// Takes this mark.
    pub(super) fn expect(&mut self, mark: char) -> Result<(), ParseError> {
        if self.accept(mark)? { Ok(()) } else { Err(self.unexpected(&format!("'{mark}'"))) }
    }

    /// Takes this token, which `name` names.
    pub(super) fn expect_token(&mut self, token: Token<'_>, name: &str) -> Result<(), ParseError> {
        if self.token == token { self.advance() } else { Err(self.unexpected(name)) }
    }

    /// The error that something else than the current token is expected.
    pub(super) fn unexpected(&self, expected: &str) -> ParseError {
        let found = match self.token {
            Token::End => "the end of the text".to_owned(),
            _ => quoted(&self.text[self.at..self.next]),
        };
        error(self.text, self.at, found, expected)
    }

    /// An error at a place.
    pub(super) fn error(&self, at: usize, found: impl Into<String>, expected: impl Into<String>) -> ParseError {
        error(self.text, at, found, expected)
    }

    fn advance(&mut self) -> Result<(), ParseError> {
        let bytes = self.text.as_bytes();
        loop {
            match bytes.get(self.next) {
                Some(b' ' | b'\t' | b'\r' | b'\n') => self.next += 1,
                Some(b'%') => self.next += bytes[self.next..].iter().take_while(|&&byte| byte != b'\n').count(),
                _ => break,
            }
        }
        self.at = self.next;
        let Some(&first) = bytes.get(self.at) else {
            // Behind the last line that says something.
            self.at = self.text.trim_end().len();
            self.token = Token::End;
            return Ok(());
        };
        let behind = bytes.get(self.at + 1).copied();
        self.token = match first {
            b'.' if behind == Some(b'.') => self.fixed(2, Token::Range),
            b':' if behind == Some(b':') => self.fixed(2, Token::Annotation),
            b'(' | b')' | b'[' | b']' | b'{' | b'}' | b',' | b';' | b':' | b'=' => {
                self.fixed(1, Token::Mark(char::from(first)))
            }
            b'0'..=b'9' => self.number()?,
            b'-' if behind.is_some_and(|byte| byte.is_ascii_digit()) => self.number()?,
            b'"' => Token::Text(self.between('"')?),
            b'\'' => Token::Word(self.between('\'')?),
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => {
                let is_part = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_';
                self.next += bytes[self.at..].iter().take_while(is_part).count();
                Token::Word(&self.text[self.at..self.next])
            }
            _ => {
                let found: String = self.text[self.at..].chars().take(1).collect();
                return Err(error(self.text, self.at, quoted(&found), "a token of FlatZinc"));
            }
        };
        Ok(())
    }

    fn fixed(&mut self, length: usize, token: Token<'t>) -> Token<'t> {
        self.next += length;
        token
    }

    /// The text between two quotes of one line; a backslash is followed by any character.
    fn between(&mut self, quote: char) -> Result<&'t str, ParseError> {
        let rest = &self.text[self.at + 1..];
        let mut is_escaped = false;
        for (at, c) in rest.char_indices() {
            if c == '\n' {
                break;
            }
            if c == quote && !is_escaped {
                self.next = self.at + 1 + at + 1;
                return Ok(&rest[..at]);
            }
            is_escaped = c == '\\' && !is_escaped;
        }
        let line = rest.split('\n').next().unwrap_or_default();
        Err(error(self.text, self.at, quoted(&format!("{quote}{line}")), format!("a {quote} at its end")))
    }

    fn number(&mut self) -> Result<Token<'t>, ParseError> {
        let text = self.text;
        let bytes = text.as_bytes();
        let digits = |from: usize, is_digit: fn(u8) -> bool| {
            from + bytes[from..].iter().take_while(|&&byte| is_digit(byte)).count()
        };
        let is_decimal = |byte: u8| byte.is_ascii_digit();
        let is_negative = bytes[self.at] == b'-';
        let from = self.at + usize::from(is_negative);
        let (start, radix, is_digit): (usize, u32, fn(u8) -> bool) = match (bytes[from], bytes.get(from + 1)) {
            (b'0', Some(b'x')) => (from + 2, 16, |byte| byte.is_ascii_hexdigit()),
            (b'0', Some(b'o')) => (from + 2, 8, |byte| (b'0'..=b'7').contains(&byte)),
            _ => (from, 10, |byte| byte.is_ascii_digit()),
        };
        self.next = digits(start, is_digit);
        let mut is_float = false;
        let digit_at = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
        if radix == 10 && bytes.get(self.next) == Some(&b'.') && digit_at(self.next + 1) {
            is_float = true;
            self.next = digits(self.next + 1, is_decimal);
        }
        if radix == 10 && matches!(bytes.get(self.next), Some(b'e' | b'E')) {
            let sign = usize::from(matches!(bytes.get(self.next + 1), Some(b'+' | b'-')));
            if digit_at(self.next + 1 + sign) {
                is_float = true;
                self.next = digits(self.next + 1 + sign, is_decimal);
            }
        }
        let written = &text[self.at..self.next];
        let is_word = bytes.get(self.next).is_some_and(|byte| byte.is_ascii_alphabetic() || *byte == b'_');
        if start == self.next || is_word {
            let end = digits(self.next, |byte| byte.is_ascii_alphanumeric() || byte == b'_');
            return Err(error(text, self.at, quoted(&text[self.at..end]), "a number"));
        }
        if is_float {
            return Ok(Token::Float);
        }
        let sign = if is_negative { "-" } else { "" };
        let value = i64::from_str_radix(&format!("{sign}{}", &text[start..self.next]), radix);
        value.map(Token::Int).map_err(|_| error(text, self.at, quoted(written), "an integer of at most 64 bits"))
    }
}

/// An error at a place, in bytes, of the text.
pub(super) fn error(text: &str, at: usize, found: impl Into<String>, expected: impl Into<String>) -> ParseError {
    let before = &text[..at];
    let line = before.bytes().filter(|&byte| byte == b'\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    ParseError::new(line, column, found, expected)
}
