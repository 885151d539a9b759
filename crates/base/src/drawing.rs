//! Text with inks: what a terminal shows of a board, in colours if it has some.

use std::fmt;

use super::Ink;

/// A text of pieces, each in an ink on a ground, or in what the terminal uses for any text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawing {
    runs: Vec<TextRun>,
}

/// A piece of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextRun {
    /// The text.
    pub text: String,
    /// Its look.
    pub look: Look,
}

/// The ink and the ground of a piece of text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// The ink it is written in.
    pub ink: Option<Ink>,
    /// The ink it stands on.
    pub ground: Option<Ink>,
}

impl Look {
    /// In an ink, on no ground.
    pub fn of(ink: Ink) -> Self {
        Look { ink: Some(ink), ground: None }
    }
}

impl Drawing {
    /// The pieces; none is empty, and neighbours look different.
    pub fn runs(&self) -> &[TextRun] {
        &self.runs
    }

    /// Adds a text that looks as any.
    pub fn push(&mut self, text: &str) {
        self.push_as(text, Look::default());
    }

    /// Adds a text in an ink.
    pub fn push_in(&mut self, text: &str, ink: Ink) {
        self.push_as(text, Look::of(ink));
    }

    /// Adds a text.
    pub fn push_as(&mut self, text: &str, look: Look) {
        if text.is_empty() {
            return;
        }
        match self.runs.last_mut() {
            Some(last) if last.look == look => last.text.push_str(text),
            _ => self.runs.push(TextRun { text: text.to_owned(), look }),
        }
    }

    /// Adds a line without the blanks at its end.
    pub fn push_line(&mut self, line: &[(char, Look)]) {
        let end = line.iter().rposition(|(c, _)| !c.is_whitespace()).map_or(0, |last| last + 1);
        let mut buffer = [0; 4];
        for &(c, look) in &line[..end] {
            self.push_as(c.encode_utf8(&mut buffer), look);
        }
        self.push("\n");
    }
}

/// The text alone.
impl fmt::Display for Drawing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.runs.iter().try_for_each(|run| f.write_str(&run.text))
    }
}

impl From<String> for Drawing {
    fn from(text: String) -> Self {
        let mut drawing = Drawing::default();
        drawing.push(&text);
        drawing
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_that_look_alike_are_one() {
        let mut drawing = Drawing::default();
        drawing.push("a");
        drawing.push_in("", Ink::Star);
        drawing.push("b");
        let on = |ground| Look { ink: None, ground: Some(ground) };
        drawing.push_line(&[
            ('c', Look::of(Ink::Star)),
            (' ', on(Ink::Cell)),
            ('d', on(Ink::Cell)),
            (' ', on(Ink::Cell)),
        ]);
        let texts: Vec<&str> = drawing.runs().iter().map(|run| run.text.as_str()).collect();
        assert_eq!(texts, ["ab", "c", " d", "\n"]);
        assert_eq!(drawing.to_string(), "abc d\n");
    }
}
