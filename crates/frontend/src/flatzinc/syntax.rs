//! Expressions, types and annotations of FlatZinc as trees.

use cnfab_base::parse_error::ParseError;

use super::lexer::{Lexer, Token};
use crate::ranges::{HIGHEST, LOWEST, Ranges};

/// How deep arrays and annotations may be nested.
const MOST_NESTED: usize = 50;

/// An expression and where it begins, in bytes.
#[derive(Debug)]
pub(super) struct Node<'t> {
    pub(super) at: usize,
    pub(super) kind: NodeKind<'t>,
}

#[derive(Debug)]
pub(super) enum NodeKind<'t> {
    Bool(bool),
    Int(i64),
    Float,
    Set(Ranges),
    Name(&'t str),
    /// An entry of an array by its index.
    Entry(&'t str, i64),
    Array(Vec<Node<'t>>),
    Text,
    /// An annotation with arguments.
    Call(&'t str, Vec<Node<'t>>),
}

impl NodeKind<'_> {
    /// Its description for messages.
    pub(super) fn about(&self) -> String {
        match self {
            NodeKind::Bool(_) => "a truth value".to_owned(),
            NodeKind::Int(value) => format!("the integer {value}"),
            NodeKind::Float => "a float".to_owned(),
            NodeKind::Set(_) => "a set".to_owned(),
            NodeKind::Name(name) | NodeKind::Entry(name, _) => cnfab_base::display::quoted(name),
            NodeKind::Array(_) => "an array".to_owned(),
            NodeKind::Text => "a text".to_owned(),
            NodeKind::Call(name, _) => format!("{} with arguments", cnfab_base::display::quoted(name)),
        }
    }
}

/// The values that a declaration states.
#[derive(Clone, Debug)]
pub(super) enum Base {
    Bool,
    /// Integers, of these values if they are named.
    Int(Option<Ranges>),
    Float,
    /// Sets of integers.
    Set,
}

/// A declared type.
#[derive(Clone, Debug)]
pub(super) struct Type {
    /// The first index and the last one of an array.
    pub(super) indices: Option<(i64, i64)>,
    pub(super) is_var: bool,
    pub(super) base: Base,
}

impl<'t> Lexer<'t> {
    /// A name.
    pub(super) fn name(&mut self, expected: &str) -> Result<&'t str, ParseError> {
        match self.token() {
            Token::Word(name) => {
                self.take()?;
                Ok(name)
            }
            _ => Err(self.unexpected(expected)),
        }
    }

    fn int(&mut self, expected: &str) -> Result<i64, ParseError> {
        match self.token() {
            Token::Int(value) => {
                self.take()?;
                Ok(value)
            }
            _ => Err(self.unexpected(expected)),
        }
    }

    /// A type; `in_head` where it is of a parameter of a predicate, which may leave out much.
    pub(super) fn type_of(&mut self, in_head: bool) -> Result<Type, ParseError> {
        let mut indices = None;
        if self.token() == Token::Word("array") {
            self.take()?;
            self.expect('[')?;
            if in_head && self.token() == Token::Word("int") {
                self.take()?;
                while self.accept(',')? {
                    self.expect_token(Token::Word("int"), "'int'")?;
                }
            } else {
                let low = self.int("the first index of an array")?;
                self.expect_token(Token::Range, "'..'")?;
                indices = Some((low, self.int("the last index of an array")?));
            }
            self.expect(']')?;
            self.expect_token(Token::Word("of"), "'of'")?;
        }
        let is_var = self.token() == Token::Word("var");
        if is_var {
            self.take()?;
        }
        let base = self.base()?;
        Ok(Type { indices, is_var, base })
    }

    fn base(&mut self) -> Result<Base, ParseError> {
        const EXPECTED: &str = "a type: 'bool', 'int', 'float', 'set of', a range or a set of integers";
        let base = match self.token() {
            Token::Word("bool") => Base::Bool,
            Token::Word("int") => Base::Int(None),
            Token::Word("float") => Base::Float,
            Token::Word("set") => {
                self.take()?;
                self.expect_token(Token::Word("of"), "'of'")?;
                if self.token() == Token::Word("int") {
                    self.take()?;
                } else {
                    let at = self.at();
                    let values = self.expression()?;
                    if !matches!(values.kind, NodeKind::Set(_)) {
                        return Err(self.error(at, values.kind.about(), "'int', a range or a set of integers"));
                    }
                }
                return Ok(Base::Set);
            }
            Token::Float => {
                self.take()?;
                self.expect_token(Token::Range, "'..'")?;
                self.expect_token(Token::Float, "a float")?;
                return Ok(Base::Float);
            }
            Token::Int(_) | Token::Mark('{') => {
                let at = self.at();
                return match self.expression()?.kind {
                    NodeKind::Set(values) => Ok(Base::Int(Some(values))),
                    other => Err(self.error(at, other.about(), EXPECTED)),
                };
            }
            _ => return Err(self.unexpected(EXPECTED)),
        };
        self.take()?;
        Ok(base)
    }

    /// Annotations, each behind `::`.
    pub(super) fn annotations(&mut self) -> Result<Vec<Node<'t>>, ParseError> {
        let mut annotations = Vec::new();
        while self.token() == Token::Annotation {
            self.take()?;
            annotations.push(self.expression()?);
        }
        Ok(annotations)
    }

    /// An expression.
    pub(super) fn expression(&mut self) -> Result<Node<'t>, ParseError> {
        self.nested(0)
    }

    fn nested(&mut self, depth: usize) -> Result<Node<'t>, ParseError> {
        let at = self.at();
        if depth > MOST_NESTED {
            let expected = format!("at most {MOST_NESTED} levels of brackets");
            return Err(self.error(at, "one more", expected));
        }
        let kind = match self.token() {
            Token::Int(low) => {
                self.take()?;
                if self.token() == Token::Range {
                    self.take()?;
                    NodeKind::Set(Ranges::from_to(low, self.int("the last value of a range")?))
                } else {
                    NodeKind::Int(low)
                }
            }
            Token::Float => {
                self.take()?;
                if self.token() == Token::Range {
                    self.take()?;
                    self.expect_token(Token::Float, "a float")?;
                }
                NodeKind::Float
            }
            Token::Text(_) => {
                self.take()?;
                NodeKind::Text
            }
            Token::Mark('{') => {
                self.take()?;
                NodeKind::Set(self.listed()?)
            }
            Token::Mark('[') => {
                self.take()?;
                NodeKind::Array(self.list(']', depth)?)
            }
            Token::Word(word @ ("true" | "false")) => {
                self.take()?;
                NodeKind::Bool(word == "true")
            }
            Token::Word(name) => {
                self.take()?;
                if self.accept('(')? {
                    NodeKind::Call(name, self.list(')', depth)?)
                } else if self.accept('[')? {
                    let index = self.int("an index")?;
                    self.expect(']')?;
                    NodeKind::Entry(name, index)
                } else {
                    NodeKind::Name(name)
                }
            }
            _ => return Err(self.unexpected("an expression")),
        };
        Ok(Node { at, kind })
    }

    /// The integers of a set behind its bracket.
    fn listed(&mut self) -> Result<Ranges, ParseError> {
        let mut values = Vec::new();
        while !self.accept('}')? {
            let value = self.int("an integer or '}'")?;
            if value == LOWEST || value == HIGHEST {
                return Err(self.unexpected("smaller integers"));
            }
            values.push(value);
            if !self.accept(',')? && self.token() != Token::Mark('}') {
                return Err(self.unexpected("',' or '}'"));
            }
        }
        Ok(Ranges::listed(values))
    }

    /// Expressions behind a bracket, up to the one that closes it.
    fn list(&mut self, close: char, depth: usize) -> Result<Vec<Node<'t>>, ParseError> {
        let mut nodes = Vec::new();
        while !self.accept(close)? {
            nodes.push(self.nested(depth + 1)?);
            if !self.accept(',')? && self.token() != Token::Mark(close) {
                return Err(self.unexpected(&format!("',' or '{close}'")));
            }
        }
        Ok(nodes)
    }
}
