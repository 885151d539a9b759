//! The short form of JSON in which SudokuPad compresses puzzles, read as JSON.
//!
//! Keys stand without quotes, strings between single ones. `t` and `f` are true and false, six digits of base 16 and
//! `#0` are colours, and nothing between two commas is an empty object. Plain JSON is read, too.

use serde_json::{Map, Value};

/// The deepest nesting that is read.
const MOST_DEEP: usize = 64;

/// Reads a text; `None` if it has another form.
pub(super) fn read(text: &str) -> Option<Value> {
    let mut reader = RelaxedReader { rest: text.trim() };
    let value = reader.value(0)?;
    reader.rest.is_empty().then_some(value)
}

struct RelaxedReader<'t> {
    rest: &'t str,
}

impl RelaxedReader<'_> {
    fn takes(&mut self, c: char) -> bool {
        let rest = self.rest.trim_start();
        let taken = rest.strip_prefix(c);
        self.rest = taken.unwrap_or(rest);
        taken.is_some()
    }

    fn value(&mut self, depth: usize) -> Option<Value> {
        if depth > MOST_DEEP {
            return None;
        }
        if self.takes('[') {
            let mut values = Vec::new();
            if self.takes(']') {
                return Some(Value::Array(values));
            }
            loop {
                values.push(self.value(depth + 1)?);
                if self.takes(']') {
                    return Some(Value::Array(values));
                }
                self.takes(',').then_some(())?;
            }
        }
        if self.takes('{') {
            let mut object = Map::new();
            if self.takes('}') {
                return Some(Value::Object(object));
            }
            loop {
                let key = self.text()?;
                self.takes(':').then_some(())?;
                let value = self.value(depth + 1)?;
                if object.insert(key, value).is_some() {
                    return None;
                }
                if self.takes('}') {
                    return Some(Value::Object(object));
                }
                self.takes(',').then_some(())?;
            }
        }
        if self.rest.starts_with(['\'', '"']) {
            return self.text().map(Value::String);
        }
        Some(match self.bare() {
            "" => Value::Object(Map::new()),
            "t" | "true" => Value::Bool(true),
            "f" | "false" => Value::Bool(false),
            "null" => Value::Null,
            word => serde_json::from_str(word).ok().filter(Value::is_number).unwrap_or_else(|| word.into()),
        })
    }

    /// Reads what stands before the next separator.
    fn bare(&mut self) -> &str {
        let end = self.rest.find([',', ':', ']', '}', '[', '{']).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word.trim()
    }

    /// Reads a string, or a key without quotes.
    fn text(&mut self) -> Option<String> {
        self.rest = self.rest.trim_start();
        let Some(quote) = self.rest.chars().next().filter(|c| matches!(c, '\'' | '"')) else {
            let key = self.bare();
            return (!key.is_empty()).then(|| key.to_owned());
        };
        let mut text = String::new();
        let mut chars = self.rest.char_indices().skip(1);
        while let Some((at, c)) = chars.next() {
            match c {
                '\\' => text.push(match chars.next()?.1 {
                    'n' => '\n',
                    't' => '\t',
                    'r' | 'b' | 'f' => ' ',
                    'u' => {
                        let digits: String = chars.by_ref().take(4).map(|(_, c)| c).collect();
                        char::from_u32(u32::from_str_radix(&digits, 16).ok()?).unwrap_or(char::REPLACEMENT_CHARACTER)
                    }
                    c => c,
                }),
                c if c == quote => {
                    self.rest = &self.rest[at + c.len_utf8()..];
                    return Some(text);
                }
                c => text.push(c),
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::read;

    #[test]
    fn short_forms_are_json() {
        let text = "{id:'it\\'s',ce:[[,{v:3},],[]],c:ff0000,b:t,d:f,n:-1.5}";
        let value =
            json!({"id": "it's", "ce": [[{}, {"v": 3}, {}], []], "c": "ff0000", "b": true, "d": false, "n": -1.5});
        assert_eq!(read(text), Some(value.clone()));
        assert_eq!(read(&value.to_string()), Some(value));
        for wrong in ["", "{", "{a}", "{a:1,a:2}", "[1", "'x", "{a:1}}", &"[".repeat(100_000)] {
            assert!(read(wrong).is_none_or(|value| value == json!({})), "{wrong:.20}");
        }
    }
}
