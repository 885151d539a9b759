//! The items of a text: predicates, parameters, variables, constraints and the goal.

use std::rc::Rc;

use cnfab_base::display::quoted;
use cnfab_base::parse_error::ParseError;
use cnfab_model::Sense;

use super::builtins;
use super::classes::Term;
use super::lexer::{Lexer, Token};
use super::program::{Declared, Kind, Output, Program, Value};
use super::search;
use super::syntax::{Base, Node, NodeKind, Type};
use crate::ranges::Ranges;

/// The most entries of an array, and the most index sets of one that is printed.
const MOST_ENTRIES: i64 = 10_000_000;

/// Reads a whole text.
pub(super) fn read(text: &str, is_grouped: bool) -> Result<Program<'_>, ParseError> {
    let mut lexer = Lexer::new(text)?;
    let mut program = Program { is_grouped, ..Program::new(text) };
    let mut has_goal = false;
    while lexer.token() != Token::End {
        match lexer.token() {
            Token::Word("predicate") => predicate(&mut lexer)?,
            Token::Word("constraint") => constraint(&mut lexer, &mut program)?,
            Token::Word("solve") if has_goal => return Err(lexer.unexpected("one 'solve' item")),
            Token::Word("solve") => {
                goal(&mut lexer, &mut program)?;
                has_goal = true;
            }
            Token::Word("output") => return Err(lexer.unexpected("no output item, which FlatZinc does not have")),
            _ => declaration(&mut lexer, &mut program)?,
        }
        lexer.expect(';')?;
    }
    if has_goal { Ok(program) } else { Err(lexer.unexpected("a 'solve' item")) }
}

/// `predicate name(type: name, ...)`, of which nothing is needed.
fn predicate(lexer: &mut Lexer<'_>) -> Result<(), ParseError> {
    lexer.take()?;
    lexer.name("the name of a predicate")?;
    lexer.expect('(')?;
    while !lexer.accept(')')? {
        lexer.type_of(true)?;
        lexer.expect(':')?;
        lexer.name("the name of a parameter")?;
        if !lexer.accept(',')? && lexer.token() != Token::Mark(')') {
            return Err(lexer.unexpected("',' or ')'"));
        }
    }
    Ok(())
}

fn constraint<'t>(lexer: &mut Lexer<'t>, program: &mut Program<'t>) -> Result<(), ParseError> {
    lexer.take()?;
    let at = lexer.at();
    let call = lexer.expression()?;
    let is_name = |note: &Node<'_>| matches!(note.kind, NodeKind::Call("mzn_constraint_name", _));
    let is_named = lexer.annotations()?.iter().any(is_name);
    if program.is_grouped || is_named {
        program.ends.insert(at, lexer.at());
    }
    match call.kind {
        NodeKind::Call(name, arguments) => builtins::state(program, name, at, &arguments),
        other => Err(lexer.error(at, other.about(), "a constraint with its arguments")),
    }
}

fn goal<'t>(lexer: &mut Lexer<'t>, program: &mut Program<'t>) -> Result<(), ParseError> {
    lexer.take()?;
    for annotation in lexer.annotations()? {
        search::collect(program, &annotation);
    }
    let sense = match lexer.token() {
        Token::Word("satisfy") => None,
        Token::Word("minimize") => Some(Sense::Minimise),
        Token::Word("maximize") => Some(Sense::Maximise),
        _ => return Err(lexer.unexpected("'satisfy', 'minimize' or 'maximize'")),
    };
    lexer.take()?;
    if let Some(sense) = sense {
        let node = lexer.expression()?;
        let Value::Int(term) = program.value(&node, Kind::Int)? else { unreachable!("it is of this kind") };
        program.goal = Some((sense, term));
    }
    Ok(())
}

/// A parameter or a variable, or an array of them.
fn declaration<'t>(lexer: &mut Lexer<'t>, program: &mut Program<'t>) -> Result<(), ParseError> {
    let type_at = lexer.at();
    let is_type = matches!(
        lexer.token(),
        Token::Word("array" | "var" | "bool" | "int" | "float" | "set")
            | Token::Int(_)
            | Token::Float
            | Token::Mark('{')
    );
    if !is_type {
        return Err(lexer.unexpected("an item: 'predicate', a declaration, 'constraint' or 'solve'"));
    }
    let declared = lexer.type_of(false)?;
    lexer.expect(':')?;
    let at = lexer.at();
    let name = lexer.name("a name")?;
    if declared.is_var && matches!(declared.base, Base::Float | Base::Set) {
        let what = if matches!(declared.base, Base::Float) { "a float variable" } else { "a set variable" };
        return Err(lexer.error(type_at, what, "variables of type bool or int"));
    }
    let annotations = lexer.annotations()?;
    let value = if lexer.accept('=')? { Some(lexer.expression()?) } else { None };
    if program.names.contains_key(name) {
        return Err(lexer.error(at, format!("{} a second time", quoted(name)), "a new name"));
    }
    let value = match (declared.indices, value) {
        (Some(indices), Some(node)) => array(program, &declared, indices, &node)?,
        (None, Some(node)) if !declared.is_var => parameter(program, &declared, &node)?,
        (None, node) if declared.is_var => variable(program, &declared, name, at, &annotations, node)?,
        _ => return Err(lexer.unexpected("'=' and a value")),
    };
    output(program, name, &value, &annotations)?;
    program.names.insert(name, value);
    Ok(())
}

fn parameter<'t>(program: &Program<'t>, declared: &Type, node: &Node<'t>) -> Result<Value, ParseError> {
    let kind = match declared.base {
        Base::Bool => Kind::Bool,
        Base::Int(_) => Kind::Number,
        Base::Set => Kind::Set,
        Base::Float => return Ok(Value::Float),
    };
    let value = program.value(node, kind)?;
    match (&declared.base, &value) {
        (Base::Bool, Value::Bool(Term::Var(_))) => Err(program.error(node.at, node.kind.about(), "a truth value")),
        (Base::Int(Some(values)), Value::Int(Term::Const(value))) if !values.contains(*value) => {
            Err(program.error(node.at, node.kind.about(), "a value of the declared type"))
        }
        _ => Ok(value),
    }
}

fn array<'t>(
    program: &Program<'t>,
    declared: &Type,
    (low, high): (i64, i64),
    node: &Node<'t>,
) -> Result<Value, ParseError> {
    let kind = match (&declared.base, declared.is_var) {
        (Base::Bool, true) => Kind::Bools,
        (Base::Bool, false) => Kind::Truths,
        (Base::Int(_), true) => Kind::Ints,
        (Base::Int(_), false) => Kind::Numbers,
        (Base::Set, _) => Kind::Sets,
        (Base::Float, _) => return Ok(Value::Float),
    };
    if low != 1 {
        return Err(program.error(node.at, format!("an array whose first index is {low}"), "index sets from 1 on"));
    }
    let value = program.value(node, kind)?;
    let length = match &value {
        Value::Ints(terms) | Value::Bools(terms) => terms.len(),
        Value::Sets(sets) => sets.len(),
        _ => 0,
    };
    let expected = high.clamp(0, MOST_ENTRIES) as usize;
    if length != expected {
        let found = format!("an array of length {length}");
        return Err(program.error(node.at, found, format!("length {expected}, as the index set says")));
    }
    Ok(if length == 0 { Value::Nothing } else { value })
}

fn variable<'t>(
    program: &mut Program<'t>,
    declared: &Type,
    name: &'t str,
    at: usize,
    annotations: &[Node<'t>],
    value: Option<Node<'t>>,
) -> Result<Value, ParseError> {
    let is_bool = matches!(declared.base, Base::Bool);
    let values = match &declared.base {
        Base::Int(Some(values)) => values.clone(),
        Base::Int(None) => Ranges::all(),
        _ => Ranges::bits(),
    };
    let is = |words: &[&str]| {
        annotations.iter().any(|note| matches!(note.kind, NodeKind::Name(name) if words.contains(&name)))
    };
    let is_introduced = is(&["var_is_introduced", "is_introduced", "is_defined_var"]);
    let id = program.add(Declared { name, at, is_bool, is_introduced }, values);
    if let Some(node) = value {
        let kind = if is_bool { Kind::Bool } else { Kind::Int };
        match program.value(&node, kind)? {
            Value::Int(Term::Const(value)) | Value::Bool(Term::Const(value)) => {
                program.classes.restrict(id, &Ranges::from_to(value, value));
            }
            Value::Int(Term::Var(other)) | Value::Bool(Term::Var(other)) => {
                program.classes.unite(id, other);
            }
            _ => unreachable!("it is of this kind"),
        }
    }
    Ok(if is_bool { Value::Bool(Term::Var(id)) } else { Value::Int(Term::Var(id)) })
}

/// Notes what `output_var` and `output_array` say.
fn output<'t>(
    program: &mut Program<'t>,
    name: &'t str,
    value: &Value,
    annotations: &[Node<'t>],
) -> Result<(), ParseError> {
    for annotation in annotations {
        let (indices, terms): (_, Rc<[Term]>) = match (&annotation.kind, value) {
            (NodeKind::Name("output_var"), Value::Int(term) | Value::Bool(term)) => (None, Rc::new([*term])),
            (NodeKind::Call("output_array", arguments), Value::Ints(terms) | Value::Bools(terms)) => {
                (Some(index_sets(program, annotation, arguments, terms.len())?), Rc::clone(terms))
            }
            (NodeKind::Call("output_array", arguments), Value::Nothing) => {
                (Some(index_sets(program, annotation, arguments, 0)?), Rc::new([]))
            }
            (NodeKind::Name("output_var") | NodeKind::Call("output_array", _), _) => {
                let expected = "an integer or Boolean variable, or an array with its index sets";
                return Err(program.error(annotation.at, annotation.kind.about(), expected));
            }
            _ => continue,
        };
        let is_bool = matches!(value, Value::Bool(_) | Value::Bools(_));
        program.outputs.push(Output { name, is_bool, indices, terms });
    }
    Ok(())
}

/// The index sets of an array that is printed, which have to have as many elements as the array.
fn index_sets<'t>(
    program: &Program<'t>,
    annotation: &Node<'t>,
    arguments: &[Node<'t>],
    entries: usize,
) -> Result<Vec<(i64, i64)>, ParseError> {
    const EXPECTED: &str = "an array of ranges";
    let [Node { kind: NodeKind::Array(nodes), .. }] = arguments else {
        return Err(program.error(annotation.at, annotation.kind.about(), EXPECTED));
    };
    let mut sets = Vec::new();
    for node in nodes {
        let NodeKind::Set(values) = &node.kind else {
            return Err(program.error(node.at, node.kind.about(), EXPECTED));
        };
        match values.ranges() {
            [] => sets.push((1, 0)),
            &[range] => sets.push(range),
            _ => return Err(program.error(node.at, "a set with gaps", EXPECTED)),
        }
    }
    let sizes = sets.iter().map(|&(low, high)| (i128::from(high) - i128::from(low) + 1).max(0));
    let product = sizes.fold(1i128, i128::saturating_mul);
    if product != entries as i128 || sets.is_empty() {
        let found = format!("index sets of {product} elements");
        return Err(program.error(annotation.at, found, format!("{entries}, as the array has entries")));
    }
    Ok(sets)
}
