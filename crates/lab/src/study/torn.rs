//! The torn row that a write leaves which did not come to its end: its beginning, as the last line of a file.
//!
//! Only such a line is taken for a torn row. Rows are written in one form; [`Row`](super::Row) fixes the order of the
//! fields. So the name of the study, its hash and the name of the run are compared as far as they are there. Behind
//! whole rows of the study any beginning will do; a line that is the only one has to name the study, because a few
//! bytes such as `{` begin many a file. Anything else without an end is somebody's file.

use serde::de::IgnoredAny;

use crate::json;

/// Digits of a run's name.
const RUN: usize = 16;

/// Most bytes of a line: rows are far shorter.
pub(super) const LONGEST: u64 = 16_000_000;

/// The study that a row has to be of.
pub(super) struct Expected<'s> {
    /// The name of the study.
    pub(super) name: &'s str,
    /// Its hash, unless it is without what its programs make.
    pub(super) hash: Option<&'s str>,
}

/// True if a line without an end is the beginning of a row, of any study. `after_rows` states whether rows come before
/// it.
pub fn is_torn_row(line: &[u8], after_rows: bool) -> bool {
    is_beginning(line, after_rows, None, &|_| true)
}

/// True if a line without an end is the beginning of a row, of this study if one is given. `is_run` is asked for the
/// name of the run, or the beginning of it. File systems that had no time to write leave zeros, behind a row or the
/// beginning of one.
pub(super) fn is_beginning(
    line: &[u8],
    after_rows: bool,
    study: Option<&Expected<'_>>,
    is_run: &dyn Fn(&str) -> bool,
) -> bool {
    let written = line.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
    let tail = &line[..written];
    if tail.is_empty() {
        return after_rows;
    }
    let mut rest = Tail(tail);
    let named = name(&mut rest, study);
    let followed = named.and_then(|()| run(&mut rest, study, is_run));
    let begins = (after_rows || named.is_ok()) && !matches!(followed, Err(Stop::Other));
    let begins_json = |bytes: &[u8]| match serde_json::from_slice::<IgnoredAny>(bytes) {
        Ok(IgnoredAny) => true,
        Err(why) => why.is_eof(),
    };
    // Of a number that is cut off behind a sign or a point, the parser reports that it is wrong, not that more is
    // expected.
    (line.len() as u64) < LONGEST && begins && (begins_json(tail) || begins_json(&[tail, b"0"].concat()))
}

/// Follows the name of the study, up to what comes behind it in a row.
fn name(tail: &mut Tail<'_>, study: Option<&Expected<'_>>) -> Result<(), Stop> {
    tail.text("{\"study\":")?;
    tail.string(study.map(|study| study.name))?;
    tail.text(",\"study_file\":")
}

/// Follows the fields behind the name of the study, up to the name of the run.
fn run(tail: &mut Tail<'_>, study: Option<&Expected<'_>>, is_run: &dyn Fn(&str) -> bool) -> Result<(), Stop> {
    tail.string(None)?;
    tail.text(",\"study_about\":")?;
    tail.string(None)?;
    tail.text(",\"study_hash\":")?;
    tail.string(study.and_then(|study| study.hash))?;
    tail.text(",\"run\":\"")?;
    let run = tail.0.split(|&byte| byte == b'"').next().unwrap_or_default();
    let is_digit = |byte: &u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    let name = std::str::from_utf8(run).map_err(|_| Stop::Other)?;
    if name.len() > RUN || !run.iter().all(is_digit) || !is_run(name) {
        return Err(Stop::Other);
    }
    tail.0 = &tail.0[run.len()..];
    if name.len() < RUN && !tail.0.is_empty() {
        return Err(Stop::Other);
    }
    tail.text("\",\"number\":")
}

/// The rest of the bytes.
struct Tail<'t>(&'t [u8]);

/// Why the bytes are not followed any further.
#[derive(Clone, Copy)]
enum Stop {
    /// They end here, and have been right until then.
    End,
    /// They are something else.
    Other,
}

impl Tail<'_> {
    fn text(&mut self, expected: &str) -> Result<(), Stop> {
        let both = expected.len().min(self.0.len());
        if self.0[..both] != expected.as_bytes()[..both] {
            return Err(Stop::Other);
        }
        if both < expected.len() {
            return Err(Stop::End);
        }
        self.0 = &self.0[both..];
        Ok(())
    }

    /// A text in quotes: this one, if one is given.
    fn string(&mut self, expected: Option<&str>) -> Result<(), Stop> {
        if let Some(expected) = expected {
            let quoted = json::line(&expected).expect("a text is plain data");
            return self.text(&quoted);
        }
        if self.0.first().is_some_and(|&first| first != b'"') {
            return Err(Stop::Other);
        }
        let mut texts = serde_json::Deserializer::from_slice(self.0).into_iter::<String>();
        match texts.next() {
            Some(Ok(_)) => {
                self.0 = &self.0[texts.byte_offset()..];
                Ok(())
            }
            Some(Err(why)) if !why.is_eof() => Err(Stop::Other),
            _ => Err(Stop::End),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROW: &str = concat!(
        r#"{"study":"a \"b\" é","study_file":"x\\é.toml","study_about":"","study_hash":"0123456789abcdef","run":"00112233445566ff","#,
        r#""number":12,"runs":30,"solution":"{\"é","limits":null,"cpu_s":1.5e-3}"#
    );

    fn begins(tail: &[u8]) -> bool {
        let study = Expected { name: "a \"b\" é", hash: Some("0123456789abcdef") };
        let is_run = |name: &str| "00112233445566ff".starts_with(name);
        let alone = is_beginning(tail, false, Some(&study), &is_run);
        assert!(!alone || is_torn_row(tail, false), "a row of this study is one of any");
        let of_this = is_beginning(tail, true, Some(&study), &is_run);
        // Alone, it has to name the study.
        let named = tail.starts_with(&ROW.as_bytes()[..ROW.find("\"x").expect("it has a file")]);
        assert_eq!(alone, of_this && named, "{}", String::from_utf8_lossy(tail));
        of_this
    }

    #[test]
    fn every_beginning_of_a_row_is_one() {
        for length in 1..=ROW.len() {
            let torn = &ROW.as_bytes()[..length];
            assert!(begins(torn), "{}", String::from_utf8_lossy(torn));
            assert!(begins(&[torn, &[0; 700]].concat()));
        }
        assert!(is_torn_row(&[0; 700], true) && !is_torn_row(&[0; 700], false));
    }

    #[test]
    fn nothing_else_is_one() {
        let others = [
            r#"{"key": "precious"}"#,
            r#"{"study": "#,
            r#"{"study":"other"#,
            r#"{"study":"a \"b\" é" "#,
            r#"{"study":"a \"b\" é","study_file":3"#,
            r#"{"study":"a \"b\" é","study_file":"s.toml","study_about":"a","study_hash":"1"#,
            r#"{"study":"a \"b\" é","study_file":"s.toml","study_about":"a","study_hash":"0123456789abcdef","run":"1"#,
            r#"{"study":"a \"b\" é","study_file":"s.toml","study_about":"a","study_hash":"0123456789abcdef","run":"00"x"#,
            "[1]",
            "name = 'study'",
        ];
        for other in others {
            assert!(!begins(other.as_bytes()), "{other}");
        }
        for more in ["}", " x", "\0x"] {
            assert!(!begins(format!("{ROW}{more}").as_bytes()), "{more:?}");
        }
        // Each byte of the first fields is another one.
        let head = ROW.find(",\"runs\"").expect("it has runs");
        for place in (0..head).filter(|&place| !(ROW.find("x\\").unwrap()..ROW.find(".toml").unwrap()).contains(&place))
        {
            let mut other = ROW.as_bytes().to_vec();
            other[place] = b'~';
            let in_the_file = (ROW.find(".toml").unwrap()..ROW.find("\",\"study_about").unwrap()).contains(&place);
            assert_eq!(begins(&other), in_the_file, "{}", String::from_utf8_lossy(&other));
        }
    }
}
