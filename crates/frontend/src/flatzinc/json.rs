//! FlatZinc as JSON, which MiniZinc writes since 2.8: the same items as in text, in one object.

use std::rc::Rc;

use cnfab_base::display::quoted;
use cnfab_base::parse_error::ParseError;
use cnfab_model::Sense;

use super::builtins;
use super::classes::Term;
use super::grouped::{NAME, PATHS};
use super::lexer::{Lexer, Token};
use super::program::{Declared, Kind, Output, Program, Value};
use super::search;
use super::syntax::{Node, NodeKind};
use crate::ranges::Ranges;

/// The characters between an annotation and the text that is its argument.
const NAMED: &str = "(\"";

/// How deep lists and objects may be nested.
const MOST_NESTED: usize = 50;

/// True if a text looks like this form.
pub(super) fn is_json(text: &str) -> bool {
    text.trim_start().strip_prefix('{').is_some_and(|rest| rest.trim_start().starts_with(['"', '}']))
}

/// A value and where it begins and ends, in bytes.
struct Json<'t> {
    at: usize,
    end: usize,
    kind: JsonKind<'t>,
}

enum JsonKind<'t> {
    Null,
    Bool(bool),
    Int(i64),
    Float,
    Text(&'t str),
    List(Vec<Json<'t>>),
    Object(Vec<(&'t str, Json<'t>)>),
}

/// Reads a whole text.
pub(super) fn read(text: &str, is_grouped: bool) -> Result<Program<'_>, ParseError> {
    let mut lexer = Lexer::new(text)?;
    let whole = json(&mut lexer, 0)?;
    if lexer.token() != Token::End {
        return Err(lexer.unexpected("the end of the text"));
    }
    let mut reader = Reader { program: Program { is_grouped, ..Program::new(text) } };
    reader.whole(&whole)?;
    Ok(reader.program)
}

fn json<'t>(lexer: &mut Lexer<'t>, depth: usize) -> Result<Json<'t>, ParseError> {
    let at = lexer.at();
    if depth > MOST_NESTED {
        return Err(lexer.error(at, "one more", format!("at most {MOST_NESTED} levels of brackets")));
    }
    let kind = match lexer.token() {
        Token::Int(value) => JsonKind::Int(value),
        Token::Float => JsonKind::Float,
        Token::Text(text) => JsonKind::Text(text),
        Token::Word("true") => JsonKind::Bool(true),
        Token::Word("false") => JsonKind::Bool(false),
        Token::Word("null") => JsonKind::Null,
        Token::Mark('[') => {
            let kind = JsonKind::List(entries(lexer, ']', |lexer| json(lexer, depth + 1))?);
            return Ok(Json { at, end: lexer.at(), kind });
        }
        Token::Mark('{') => {
            let field = |lexer: &mut Lexer<'t>| {
                let Token::Text(name) = lexer.token() else { return Err(lexer.unexpected("the name of a field")) };
                lexer.take()?;
                lexer.expect(':')?;
                Ok((name, json(lexer, depth + 1)?))
            };
            let kind = JsonKind::Object(entries(lexer, '}', field)?);
            return Ok(Json { at, end: lexer.at(), kind });
        }
        _ => return Err(lexer.unexpected("a value of JSON")),
    };
    lexer.take()?;
    Ok(Json { at, end: lexer.at(), kind })
}

/// The entries in brackets, separated by commas.
fn entries<'t, T>(
    lexer: &mut Lexer<'t>,
    close: char,
    entry: impl Fn(&mut Lexer<'t>) -> Result<T, ParseError>,
) -> Result<Vec<T>, ParseError> {
    lexer.take()?;
    let mut all = Vec::new();
    if lexer.accept(close)? {
        return Ok(all);
    }
    loop {
        all.push(entry(lexer)?);
        if lexer.accept(close)? {
            return Ok(all);
        }
        if !lexer.accept(',')? {
            return Err(lexer.unexpected(&format!("',' or '{close}'")));
        }
    }
}

impl<'t> Json<'t> {
    fn about(&self) -> String {
        match &self.kind {
            JsonKind::Null => "null".to_owned(),
            JsonKind::Bool(truth) => truth.to_string(),
            JsonKind::Int(value) => format!("the integer {value}"),
            JsonKind::Float => "a float".to_owned(),
            JsonKind::Text(text) => quoted(text),
            JsonKind::List(_) => "a list".to_owned(),
            JsonKind::Object(_) => "an object".to_owned(),
        }
    }

    fn field(&self, name: &str) -> Option<&Json<'t>> {
        match &self.kind {
            JsonKind::Object(fields) => fields.iter().find(|(field, _)| *field == name).map(|(_, value)| value),
            _ => None,
        }
    }

    /// True if a field is there and true.
    fn has(&self, name: &str) -> bool {
        self.field(name).is_some_and(|value| matches!(value.kind, JsonKind::Bool(true)))
    }
}

struct Reader<'t> {
    program: Program<'t>,
}

impl<'t> Reader<'t> {
    fn wrong<T>(&self, json: &Json<'t>, expected: &str) -> Result<T, ParseError> {
        Err(self.program.error(json.at, json.about(), expected))
    }

    fn list<'j>(&self, json: Option<&'j Json<'t>>) -> Result<&'j [Json<'t>], ParseError> {
        match json {
            None => Ok(&[]),
            Some(Json { kind: JsonKind::List(entries), .. }) => Ok(entries),
            Some(other) => self.wrong(other, "a list"),
        }
    }

    fn object<'j>(&self, json: Option<&'j Json<'t>>) -> Result<&'j [(&'t str, Json<'t>)], ParseError> {
        match json {
            None => Ok(&[]),
            Some(Json { kind: JsonKind::Object(fields), .. }) => Ok(fields),
            Some(other) => self.wrong(other, "an object"),
        }
    }

    fn text(&self, json: &Json<'t>, field: &str, expected: &str) -> Result<(&'t str, usize), ParseError> {
        match json.field(field) {
            Some(&Json { kind: JsonKind::Text(text), at, .. }) => Ok((text, at)),
            Some(other) => self.wrong(other, expected),
            None => self.wrong(json, &format!("a field '{field}': {expected}")),
        }
    }

    fn whole(&mut self, whole: &Json<'t>) -> Result<(), ParseError> {
        for (name, declared) in self.object(whole.field("variables"))? {
            let value = self.variable(name, declared)?;
            self.name(name, value, declared.at)?;
        }
        for (name, declared) in self.object(whole.field("arrays"))? {
            let Some(entries) = declared.field("a") else { return self.wrong(declared, "a field 'a': the entries") };
            let value = self.array(entries)?;
            self.name(name, value, declared.at)?;
        }
        for constraint in self.list(whole.field("constraints"))? {
            let (id, at) = self.text(constraint, "id", "the name of a constraint")?;
            let args = self.list(constraint.field("args"))?;
            let args = args.iter().map(|arg| self.node(arg)).collect::<Result<Vec<Node<'t>>, ParseError>>()?;
            for note in self.list(constraint.field("ann"))? {
                self.note(note, at);
            }
            if self.program.is_grouped || self.program.notes.contains_key(&(at, NAME)) {
                self.program.ends.insert(at, constraint.end);
            }
            builtins::state(&mut self.program, id, at, &args)?;
        }
        for output in self.list(whole.field("output"))? {
            let JsonKind::Text(name) = output.kind else { return self.wrong(output, "the name of a variable") };
            self.output(name, output)?;
        }
        match whole.field("solve") {
            Some(solve) => self.goal(solve),
            None => self.wrong(whole, "a field 'solve'"),
        }
    }

    /// Notes an annotation of the constraint that begins here, if it names the constraint.
    fn note(&mut self, note: &Json<'t>, at: usize) {
        let text = |json: &Json<'t>| match json.kind {
            JsonKind::Text(text) => Some(text),
            _ => None,
        };
        let of =
            note.field("id").and_then(text).and_then(|id| PATHS.iter().find(|mark| mark.trim_end_matches(NAMED) == id));
        let first = self.list(note.field("args")).ok().and_then(|args| args.first()?.field("string"));
        if let (Some(&mark), Some(text)) = (of, first.and_then(text)) {
            self.program.notes.insert((at, mark), text);
        }
    }

    fn name(&mut self, name: &'t str, value: Value, at: usize) -> Result<(), ParseError> {
        match self.program.names.insert(name, value) {
            None => Ok(()),
            Some(_) => Err(self.program.error(at, format!("{} a second time", quoted(name)), "a new name")),
        }
    }

    fn variable(&mut self, name: &'t str, declared: &Json<'t>) -> Result<Value, ParseError> {
        let (kind, at) = self.text(declared, "type", "'bool' or 'int'")?;
        let is_bool = match kind {
            "bool" => true,
            "int" => false,
            other => {
                let expected = "variables of type bool or int";
                return Err(self.program.error(at, format!("the type {}", quoted(other)), expected));
            }
        };
        let values = match declared.field("domain") {
            Some(domain) => self.ranges(domain)?,
            None if is_bool => Ranges::bits(),
            None => Ranges::all(),
        };
        let is_introduced = declared.has("introduced") || declared.has("defined");
        let id = self.program.add(Declared { name, at: declared.at, is_bool, is_introduced }, values);
        if let Some(rhs) = declared.field("rhs") {
            let node = self.node(rhs)?;
            match self.program.value(&node, if is_bool { Kind::Bool } else { Kind::Int })? {
                Value::Int(Term::Var(other)) | Value::Bool(Term::Var(other)) => {
                    self.program.classes.unite(id, other);
                }
                Value::Int(Term::Const(value)) | Value::Bool(Term::Const(value)) => {
                    self.program.classes.restrict(id, &Ranges::from_to(value, value));
                }
                _ => unreachable!("it is of this kind"),
            }
        }
        Ok(if is_bool { Value::Bool(Term::Var(id)) } else { Value::Int(Term::Var(id)) })
    }

    /// `[[1,3],[5,5]]`
    fn ranges(&self, json: &Json<'t>) -> Result<Ranges, ParseError> {
        let mut all = Vec::new();
        for range in self.list(Some(json))? {
            match &range.kind {
                JsonKind::List(ends) => match ends[..] {
                    [Json { kind: JsonKind::Int(low), .. }, Json { kind: JsonKind::Int(high), .. }] => {
                        all.push((low, high));
                    }
                    _ => return self.wrong(range, "two integers"),
                },
                JsonKind::Int(value) => all.push((*value, *value)),
                _ => return self.wrong(range, "two integers"),
            }
        }
        Ok(Ranges::joined(all))
    }

    /// The entries of an array, of the kind of the first.
    fn array(&self, json: &Json<'t>) -> Result<Value, ParseError> {
        let node = self.node(json)?;
        let NodeKind::Array(nodes) = &node.kind else { return self.wrong(json, "a list") };
        let kind = match nodes.first().map(|first| &first.kind) {
            None => return Ok(Value::Nothing),
            Some(NodeKind::Float) => return Ok(Value::Float),
            Some(NodeKind::Bool(_)) => Kind::Bools,
            Some(NodeKind::Set(_)) => Kind::Sets,
            Some(NodeKind::Name(name)) if matches!(self.program.names.get(name), Some(Value::Bool(_))) => Kind::Bools,
            Some(_) => Kind::Ints,
        };
        self.program.value(&node, kind)
    }

    /// The value as an expression of FlatZinc.
    fn node(&self, json: &Json<'t>) -> Result<Node<'t>, ParseError> {
        let kind = match &json.kind {
            JsonKind::Null => return self.wrong(json, "a value"),
            JsonKind::Bool(truth) => NodeKind::Bool(*truth),
            JsonKind::Int(value) => NodeKind::Int(*value),
            JsonKind::Float => NodeKind::Float,
            JsonKind::Text(name) => NodeKind::Name(name),
            JsonKind::List(entries) => NodeKind::Array(self.nodes(entries)?),
            JsonKind::Object(_) => match (json.field("set"), json.field("string"), json.field("id")) {
                (Some(set), ..) => NodeKind::Set(self.ranges(set)?),
                (_, Some(_), _) => NodeKind::Text,
                (.., Some(&Json { kind: JsonKind::Text(name), .. })) => {
                    NodeKind::Call(name, self.nodes(self.list(json.field("args"))?)?)
                }
                _ => return self.wrong(json, "an object with a field 'set', 'string' or 'id'"),
            },
        };
        Ok(Node { at: json.at, kind })
    }

    fn nodes(&self, entries: &[Json<'t>]) -> Result<Vec<Node<'t>>, ParseError> {
        entries.iter().map(|entry| self.node(entry)).collect()
    }

    fn output(&mut self, name: &'t str, json: &Json<'t>) -> Result<(), ParseError> {
        let (is_bool, indices, terms): (_, _, Rc<[Term]>) = match self.program.names.get(name) {
            Some(Value::Int(term)) => (false, None, Rc::new([*term])),
            Some(Value::Bool(term)) => (true, None, Rc::new([*term])),
            Some(Value::Ints(terms)) => (false, Some(Vec::new()), Rc::clone(terms)),
            Some(Value::Bools(terms)) => (true, Some(Vec::new()), Rc::clone(terms)),
            Some(Value::Nothing) => (false, Some(Vec::new()), Rc::new([])),
            _ => return self.wrong(json, "the name of a variable or an array"),
        };
        self.program.outputs.push(Output { name, is_bool, indices, terms });
        Ok(())
    }

    fn goal(&mut self, solve: &Json<'t>) -> Result<(), ParseError> {
        for annotation in self.list(solve.field("ann"))? {
            let node = self.node(annotation)?;
            search::collect(&mut self.program, &node);
        }
        let expected = "'satisfy', 'minimize' or 'maximize'";
        let (method, at) = self.text(solve, "method", expected)?;
        let sense = match method {
            "satisfy" => return Ok(()),
            "minimize" => Sense::Minimise,
            "maximize" => Sense::Maximise,
            other => return Err(self.program.error(at, quoted(other), expected)),
        };
        let Some(objective) = solve.field("objective") else { return self.wrong(solve, "a field 'objective'") };
        let node = self.node(objective)?;
        let Value::Int(term) = self.program.value(&node, Kind::Int)? else { unreachable!("it is of this kind") };
        self.program.goal = Some((sense, term));
        Ok(())
    }
}
