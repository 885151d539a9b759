//! XML elements as the reader meets them: attributes, children and words, each with its place in the text.
//!
//! The library `roxmltree` reads the XML, without document types, so that no entity expands. Text is cut into words:
//! parentheses, braces and commas stand alone, and blanks separate the others. In the template of a group the words
//! `%0` and `%...` are replaced by arguments.

use roxmltree::{Document, Node, NodeType, ParsingOptions};

use crate::cursor::Cursor;
use cnfab_base::display::{excerpt, quoted};
use cnfab_base::parse_error::ParseError;
use cnfab_model::Var;

use super::Unread;

/// The most elements, texts and comments of a file.
const MOST_NODES: u32 = 100_000_000;

/// The attributes of a constraint that name its truth value.
pub(super) const REIFICATIONS: [&str; 3] = ["reifiedBy", "hreifiedFrom", "hreifiedTo"];

/// The marks that are words by themselves.
const MARKS: [u8; 5] = *b"(){},";

/// Reads XML.
///
/// # Errors
/// If it is none, or has a document type.
pub(super) fn document(text: &str) -> Result<Document<'_>, Unread> {
    let options = ParsingOptions { nodes_limit: MOST_NODES, ..ParsingOptions::default() };
    Document::parse_with_options(text, options).map_err(|error| {
        let place = error.pos();
        let found = match &error {
            roxmltree::Error::DtdDetected => {
                let at = text.find("<!DOCTYPE").unwrap_or_default();
                return malformed(text, at, "a document type", "XML without one");
            }
            roxmltree::Error::NoRootNode | roxmltree::Error::UnclosedRootNode => {
                return malformed(text, text.trim_end().len(), "the end of the file", "an element that is closed");
            }
            other => {
                // The library ends its messages with the place.
                let message = other.to_string();
                message.rsplit_once(" at ").map_or(message.clone(), |(message, _)| message.to_owned())
            }
        };
        let column = place.col as usize;
        Unread::Malformed(ParseError::new(place.row as usize, column, format!("no XML ({found})"), "XML"))
    })
}

/// An error at a place in bytes.
pub(super) fn malformed(text: &str, at: usize, found: impl Into<String>, expected: &str) -> Unread {
    Unread::Malformed(Cursor::new(text, None).error_at(floor(text, at), found, expected))
}

/// The refusal of something that XCSP3 has, at a place in bytes.
pub(super) fn unsupported(text: &str, at: usize, found: impl Into<String>, expected: &str) -> Unread {
    Unread::Unsupported(Cursor::new(text, None).error_at(floor(text, at), found, expected))
}

fn floor(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or_default()
}

/// A piece of text and where it stands, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Word<'x> {
    pub(super) text: &'x str,
    pub(super) at: usize,
    /// The variable that it is for, where the text is the name of several.
    pub(super) var: Option<Var>,
}

impl Word<'_> {
    /// True if it is this mark.
    pub(super) fn is(self, mark: &str) -> bool {
        self.text == mark
    }

    /// The same without blanks around it.
    pub(super) fn trimmed(self) -> Self {
        let text = self.text.trim_start();
        Word { text: text.trim_end(), at: self.at + self.text.len() - text.len(), ..self }
    }

    /// True if the other one follows without a blank.
    fn touches(self, next: Word<'_>) -> bool {
        self.at + self.text.len() == next.at
    }
}

/// The values of the parameters of a template.
#[derive(Debug)]
pub(super) struct Arguments<'x> {
    /// The words of each.
    each: Vec<Vec<Word<'x>>>,
    /// The first of those that `%...` stands for.
    rest: usize,
}

impl<'x> Arguments<'x> {
    /// Arguments for a template, of which this many are named by numbers.
    pub(super) fn new(each: Vec<Vec<Word<'x>>>, rest: usize) -> Self {
        Arguments { each, rest }
    }
}

/// An element, in a template with its arguments.
#[derive(Clone, Copy, Debug)]
pub(super) struct Element<'a, 'x> {
    node: Node<'x, 'x>,
    arguments: Option<&'a Arguments<'x>>,
    /// True if the attributes are taken that name a truth value.
    allows_reifications: bool,
}

impl<'a, 'x> Element<'a, 'x> {
    /// The element at the root.
    pub(super) fn root(document: &'x Document<'x>) -> Self {
        Element { node: document.root_element(), arguments: None, allows_reifications: false }
    }

    /// The same element as a template with these arguments.
    pub(super) fn with<'b>(self, arguments: &'b Arguments<'x>) -> Element<'b, 'x> {
        Element { node: self.node, arguments: Some(arguments), allows_reifications: self.allows_reifications }
    }

    /// True if an attribute names a truth value that is still to be stated.
    pub(super) fn is_reified(self) -> bool {
        !self.allows_reifications && REIFICATIONS.iter().any(|name| self.attribute(name).is_some())
    }

    /// The same element where these attributes have been stated.
    pub(super) fn without_reifications(self) -> Self {
        Element { allows_reifications: true, ..self }
    }

    /// The whole text.
    pub(super) fn text(self) -> &'x str {
        self.node.document().input_text()
    }

    /// Its name.
    pub(super) fn name(self) -> &'x str {
        self.node.tag_name().name()
    }

    /// The position where it begins.
    pub(super) fn at(self) -> usize {
        self.node.range().start
    }

    /// A number that no other element has.
    pub(super) fn number(self) -> u32 {
        self.node.id().get()
    }

    /// The error that something else is expected of the element.
    pub(super) fn wrong(self, found: impl Into<String>, expected: &str) -> Unread {
        malformed(self.text(), self.at(), found, expected)
    }

    /// The refusal of the element or a part of it.
    pub(super) fn refused(self, found: impl Into<String>, expected: &str) -> Unread {
        unsupported(self.text(), self.at(), found, expected)
    }

    /// Its children that are elements, where no text stands between them.
    ///
    /// # Errors
    /// If text does.
    pub(super) fn children(self) -> Result<Vec<Element<'a, 'x>>, Unread> {
        let mut children = Vec::new();
        for node in self.node.children() {
            match node.node_type() {
                NodeType::Element => children.push(Element { node, allows_reifications: false, ..self }),
                NodeType::Text if !node.text().unwrap_or_default().trim().is_empty() => {
                    let text = node.text().unwrap_or_default();
                    let at = node.range().start + text.len() - text.trim_start().len();
                    return Err(malformed(self.text(), at, quoted(text.trim()), "an element"));
                }
                _ => {}
            }
        }
        Ok(children)
    }

    /// True if it has elements as children.
    pub(super) fn has_children(self) -> bool {
        self.node.children().any(|node| node.is_element())
    }

    /// Its name as messages show it.
    pub(super) fn tag(self) -> String {
        format!("<{}>", excerpt(self.name()))
    }

    /// The value of an attribute.
    pub(super) fn attribute(self, name: &str) -> Option<Word<'x>> {
        let attribute = self.node.attributes().find(|attribute| attribute.name() == name)?;
        Some(Word { text: attribute.value(), at: attribute.range_value().start, var: None })
    }

    /// Refuses attributes other than these and those that only name or describe the element.
    ///
    /// # Errors
    /// At the first other one.
    pub(super) fn allow(self, names: &[&str]) -> Result<(), Unread> {
        for attribute in self.node.attributes() {
            let name = attribute.name();
            let is_stated = self.allows_reifications && REIFICATIONS.contains(&name);
            if !["id", "class", "note"].contains(&name) && !names.contains(&name) && !is_stated {
                let found = format!("the attribute {} of {}", quoted(name), self.tag());
                let expected = match names {
                    [] => "no such attribute".to_owned(),
                    _ => format!("no attribute but {}", names.join(", ")),
                };
                return Err(unsupported(self.text(), attribute.range().start, found, &expected));
            }
        }
        Ok(())
    }

    /// The value of an attribute that is a whole number.
    ///
    /// # Errors
    /// If it is none.
    pub(super) fn number_of(self, name: &str, otherwise: i32) -> Result<i32, Unread> {
        let Some(value) = self.attribute(name) else { return Ok(otherwise) };
        let number = value.text.trim().parse().ok();
        number.ok_or_else(|| malformed(self.text(), value.at, quoted(value.text), "a whole number"))
    }

    /// The value of an attribute that is `true` or `false`.
    ///
    /// # Errors
    /// If it is neither.
    pub(super) fn truth_of(self, name: &str, otherwise: bool) -> Result<bool, Unread> {
        let Some(value) = self.attribute(name) else { return Ok(otherwise) };
        match value.text.trim() {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err(malformed(self.text(), value.at, quoted(value.text), "'true' or 'false'")),
        }
    }

    /// Its texts with their places.
    ///
    /// # Errors
    /// If an element stands among them.
    pub(super) fn texts(self) -> Result<Vec<Word<'x>>, Unread> {
        let mut texts = Vec::new();
        for node in self.node.children() {
            if node.is_element() {
                let found = format!("<{}>", excerpt(node.tag_name().name()));
                let expected = format!("only text in {}", self.tag());
                return Err(malformed(self.text(), node.range().start, found, &expected));
            }
            if let (true, Some(text)) = (node.is_text(), node.text()) {
                texts.push(Word { text, at: node.range().start, var: None });
            }
        }
        Ok(texts)
    }

    /// Its words, with arguments for parameters.
    ///
    /// # Errors
    /// If an element stands among them, or a parameter has no argument.
    pub(super) fn words(self) -> Result<Vec<Word<'x>>, Unread> {
        let mut words = Vec::new();
        for text in self.texts()? {
            for word in cut(text) {
                let Some(parameter) = word.text.strip_prefix('%') else {
                    words.push(word);
                    continue;
                };
                let wrong = |expected: &str| malformed(self.text(), word.at, quoted(word.text), expected);
                let arguments = self.arguments.ok_or_else(|| wrong("a parameter only in a group or a <slide>"))?;
                if parameter == "..." {
                    words.extend(arguments.each.iter().skip(arguments.rest).flatten());
                    continue;
                }
                let number = parameter.parse::<usize>().map_err(|_| wrong("a parameter, such as %0 or %..."))?;
                let argument = arguments.each.get(number);
                words.extend(argument.ok_or_else(|| {
                    wrong(&format!("a parameter below %{}, as there are arguments", arguments.each.len()))
                })?);
            }
        }
        Ok(words)
    }

    /// True if parameters are in it.
    pub(super) fn has_parameters(self) -> bool {
        self.node.descendants().any(|node| node.is_text() && node.text().unwrap_or_default().contains('%'))
    }

    /// The number of arguments that it names: one more than the last number of a parameter.
    pub(super) fn parameters(self) -> usize {
        let texts = self.node.descendants().filter(|node| node.is_text()).filter_map(|node| node.text());
        let numbers = texts.flat_map(|text| cut(Word { text, at: 0, var: None })).filter_map(|word| {
            let number = word.text.strip_prefix('%')?.parse::<usize>().ok()?;
            Some(number.saturating_add(1))
        });
        numbers.max().unwrap_or(0)
    }
}

/// Cuts text into words.
fn cut(text: Word<'_>) -> impl Iterator<Item = Word<'_>> {
    let bytes = text.text.as_bytes();
    let mut next = 0;
    std::iter::from_fn(move || {
        while bytes.get(next).is_some_and(u8::is_ascii_whitespace) {
            next += 1;
        }
        let start = next;
        let is_part = |byte: &u8| !byte.is_ascii_whitespace() && !MARKS.contains(byte);
        match bytes.get(start) {
            None => return None,
            Some(byte) if MARKS.contains(byte) => next += 1,
            Some(_) => next += bytes[start..].iter().take_while(|byte| is_part(byte)).count(),
        }
        Some(Word { text: &text.text[start..next], at: text.at + start, var: None })
    })
}

/// Cuts words into items: words, calls such as `add(x,1)`, tuples and sets.
pub(super) fn items<'x>(words: &[Word<'x>]) -> Vec<Vec<Word<'x>>> {
    let mut items: Vec<Vec<Word<'x>>> = Vec::new();
    let mut depth = 0usize;
    for (place, &word) in words.iter().enumerate() {
        let is_call = word.is("(") && place > 0 && !words[place - 1].is(")") && words[place - 1].touches(word);
        match items.last_mut() {
            Some(item) if depth > 0 || is_call => item.push(word),
            _ => items.push(vec![word]),
        }
        match word.text {
            "(" | "{" => depth += 1,
            ")" | "}" => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    items
}
