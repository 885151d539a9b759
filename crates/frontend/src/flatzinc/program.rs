//! A text that has been read: its variables, statements, output and goal.

use std::collections::HashMap;
use std::rc::Rc;

use cnfab_base::display::quoted;
use cnfab_base::parse_error::ParseError;
use cnfab_model::Sense;

use super::builtins::Call;
use super::classes::{Classes, Id, Lit, Term};
use super::lexer;
use super::search::SearchAnnotation;
use super::statement::{Form, Reified, Statement};
use super::syntax::{Node, NodeKind};
use crate::ranges::Ranges;

/// The value of a name, or an argument of a constraint.
#[derive(Clone, Debug)]
pub(super) enum Value {
    Int(Term),
    Bool(Term),
    Set(Rc<Ranges>),
    Ints(Rc<[Term]>),
    Bools(Rc<[Term]>),
    Sets(Rc<[Rc<Ranges>]>),
    /// An array without entries.
    Nothing,
    Float,
}

impl Value {
    fn about(&self) -> &'static str {
        match self {
            Value::Int(_) => "an integer",
            Value::Bool(_) => "a truth value",
            Value::Set(_) => "a set",
            Value::Ints(_) => "an array of integers",
            Value::Bools(_) => "an array of truth values",
            Value::Sets(_) => "an array of sets",
            Value::Nothing => "an empty array",
            Value::Float => "a float",
        }
    }
}

/// The kind that an argument of a constraint has to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// An integer or an integer variable.
    Int,
    Bool,
    /// An array of integers or integer variables.
    Ints,
    Bools,
    /// An integer constant.
    Number,
    /// An array of integer constants.
    Numbers,
    /// An array of Boolean constants.
    Truths,
    /// A constant set of integers.
    Set,
    /// An array of constant sets of integers.
    Sets,
}

impl Kind {
    pub(super) fn about(self) -> &'static str {
        match self {
            Kind::Int => "an integer or an integer variable",
            Kind::Bool => "a truth value or a Boolean variable",
            Kind::Ints => "an array of integers or integer variables",
            Kind::Bools => "an array of truth values or Boolean variables",
            Kind::Number => "an integer constant",
            Kind::Numbers => "an array of integer constants",
            Kind::Truths => "an array of Boolean constants",
            Kind::Set => "a constant set of integers",
            Kind::Sets => "an array of constant sets of integers",
        }
    }

    /// The type of such a parameter in MiniZinc.
    pub(super) fn type_name(self) -> &'static str {
        match self {
            Kind::Int => "var int",
            Kind::Bool => "var bool",
            Kind::Ints => "array[int] of var int",
            Kind::Bools => "array[int] of var bool",
            Kind::Number => "int",
            Kind::Numbers => "array[int] of int",
            Kind::Truths => "array[int] of bool",
            Kind::Set => "set of int",
            Kind::Sets => "array[int] of set of int",
        }
    }
}

/// A declared variable.
#[derive(Debug)]
pub(super) struct Declared<'t> {
    pub(super) name: &'t str,
    pub(super) at: usize,
    pub(super) is_bool: bool,
    /// True if MiniZinc made it or says that a constraint defines it.
    pub(super) is_introduced: bool,
}

/// Something that a solution prints.
#[derive(Debug)]
pub(super) struct Output<'t> {
    pub(super) name: &'t str,
    pub(super) is_bool: bool,
    /// The index sets of an array; none for one that is printed as a list.
    pub(super) indices: Option<Vec<(i64, i64)>>,
    /// The values: one, or those of the array.
    pub(super) terms: Rc<[Term]>,
}

/// A text that has been read.
pub(super) struct Program<'t> {
    pub(super) text: &'t str,
    pub(super) names: HashMap<&'t str, Value>,
    pub(super) classes: Classes,
    /// By the variable's number.
    pub(super) declared: Vec<Declared<'t>>,
    pub(super) statements: Vec<Statement>,
    pub(super) outputs: Vec<Output<'t>>,
    pub(super) goal: Option<(Sense, Term)>,
    /// The search annotations, in their order.
    pub(super) search: Vec<SearchAnnotation>,
    /// True if each constraint is to be stated by itself, so that it can be left out: then nothing is simplified.
    pub(super) is_grouped: bool,
    /// The ends of constraints with their annotations, by where they begin; if nothing is grouped, of named ones only.
    pub(super) ends: HashMap<usize, usize>,
    /// In JSON, the texts of annotations that name constraints, by where these begin and how the annotation does.
    pub(super) notes: HashMap<(usize, &'static str), &'t str>,
    /// Constraints that wait for the bounds of their arguments.
    pub(super) waiting: Vec<Call>,
    /// The constraint that is being read.
    pub(super) label: &'static str,
    pub(super) at: usize,
}

impl<'t> Program<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Program {
            text,
            names: HashMap::new(),
            classes: Classes::default(),
            declared: Vec::new(),
            statements: Vec::new(),
            outputs: Vec::new(),
            goal: None,
            search: Vec::new(),
            is_grouped: false,
            ends: HashMap::new(),
            notes: HashMap::new(),
            waiting: Vec::new(),
            label: "",
            at: 0,
        }
    }

    /// An error at a place, in bytes.
    pub(super) fn error(&self, at: usize, found: impl Into<String>, expected: impl Into<String>) -> ParseError {
        lexer::error(self.text, at, found, expected)
    }

    /// A new variable.
    pub(super) fn add(&mut self, declared: Declared<'t>, values: Ranges) -> Id {
        self.declared.push(declared);
        self.classes.add(values)
    }

    /// States something for the constraint that is being read.
    pub(super) fn state(&mut self, form: Form, reified: Reified) {
        self.statements.push(Statement { form, reified, label: self.label, at: self.at });
    }

    /// States that one of the literals is true.
    pub(super) fn clause(&mut self, lits: Vec<Lit>) {
        self.state(Form::Or(lits), Reified::No);
    }

    /// The value of an expression that has to be of a kind.
    pub(super) fn value(&self, node: &Node<'t>, kind: Kind) -> Result<Value, ParseError> {
        let wrong = |found: String| self.error(node.at, found, kind.about());
        let value = match &node.kind {
            NodeKind::Bool(truth) => Value::Bool(Term::Const(i64::from(*truth))),
            NodeKind::Int(value) => Value::Int(Term::Const(*value)),
            NodeKind::Float => Value::Float,
            NodeKind::Set(values) => Value::Set(Rc::new(values.clone())),
            NodeKind::Name(name) => self.named(name, node.at, kind)?.clone(),
            NodeKind::Entry(name, index) => self.entry(name, *index, node.at, kind)?,
            NodeKind::Array(nodes) => return self.array(nodes, kind, node.at),
            NodeKind::Text | NodeKind::Call(..) => return Err(wrong(node.kind.about())),
        };
        let is_const = |term: &Term| matches!(term, Term::Const(_));
        let fits = match (kind, &value) {
            (Kind::Int, Value::Int(_)) | (Kind::Bool, Value::Bool(_)) | (Kind::Set, Value::Set(_)) => true,
            (Kind::Ints, Value::Ints(_)) | (Kind::Bools, Value::Bools(_)) | (Kind::Sets, Value::Sets(_)) => true,
            (Kind::Number, Value::Int(term)) => is_const(term),
            (Kind::Numbers, Value::Ints(terms)) | (Kind::Truths, Value::Bools(terms)) => terms.iter().all(is_const),
            (Kind::Ints | Kind::Bools | Kind::Numbers | Kind::Truths | Kind::Sets, Value::Nothing) => true,
            _ => false,
        };
        if !fits {
            let found = match &node.kind {
                NodeKind::Name(name) | NodeKind::Entry(name, _) => format!("{}, {}", quoted(name), value.about()),
                other => other.about(),
            };
            return Err(wrong(found));
        }
        Ok(match (kind, value) {
            (Kind::Ints | Kind::Numbers, Value::Nothing) => Value::Ints(Rc::new([])),
            (Kind::Bools | Kind::Truths, Value::Nothing) => Value::Bools(Rc::new([])),
            (Kind::Sets, Value::Nothing) => Value::Sets(Rc::new([])),
            (_, value) => value,
        })
    }

    fn named(&self, name: &str, at: usize, kind: Kind) -> Result<&Value, ParseError> {
        let unknown = || self.error(at, format!("the unknown name {}", quoted(name)), kind.about());
        self.names.get(name).ok_or_else(unknown)
    }

    fn entry(&self, name: &str, index: i64, at: usize, kind: Kind) -> Result<Value, ParseError> {
        let value = self.named(name, at, kind)?;
        let place = usize::try_from(index).ok().and_then(|index| index.checked_sub(1));
        let entry = place.and_then(|place| match value {
            Value::Ints(terms) => terms.get(place).map(|&term| Value::Int(term)),
            Value::Bools(terms) => terms.get(place).map(|&term| Value::Bool(term)),
            Value::Sets(sets) => sets.get(place).map(|set| Value::Set(Rc::clone(set))),
            _ => None,
        });
        entry.ok_or_else(|| self.error(at, format!("{} at index {index}", quoted(name)), "an entry of an array"))
    }

    fn array(&self, nodes: &[Node<'t>], kind: Kind, at: usize) -> Result<Value, ParseError> {
        let entry_kind = match kind {
            Kind::Ints => Kind::Int,
            Kind::Numbers => Kind::Number,
            Kind::Bools | Kind::Truths => Kind::Bool,
            Kind::Sets => Kind::Set,
            Kind::Int | Kind::Bool | Kind::Number | Kind::Set => {
                return Err(self.error(at, "an array", kind.about()));
            }
        };
        let mut terms = Vec::new();
        let mut sets = Vec::new();
        for node in nodes {
            match self.value(node, entry_kind)? {
                Value::Int(term) => terms.push(term),
                Value::Bool(term) if kind == Kind::Truths && matches!(term, Term::Var(_)) => {
                    return Err(self.error(node.at, node.kind.about(), "a Boolean constant"));
                }
                Value::Bool(term) => terms.push(term),
                Value::Set(set) => sets.push(set),
                other => return Err(self.error(node.at, other.about(), entry_kind.about())),
            }
        }
        Ok(match kind {
            Kind::Sets => Value::Sets(sets.into()),
            Kind::Bools | Kind::Truths => Value::Bools(terms.into()),
            _ => Value::Ints(terms.into()),
        })
    }
}
