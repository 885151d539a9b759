//! JSON Schemas (draft 2020-12) of what other programs read: the rows of a study, and the figures of a report.

mod report;
mod rows;

use serde_json::{Map, Value, json};

use crate::run::Verdict;
use crate::run::fields::or_null;

pub use report::report;
pub use rows::rows;

/// A field of a report: its name, its type, its unit, what it is.
struct Field {
    name: &'static str,
    /// `string`, `integer`, `number`, `outcome`, `clock` or the name of a definition; with `?` if it may be null, with
    /// `*` if it is a list.
    kind: &'static str,
    /// The unit; empty if it has none.
    unit: &'static str,
    about: &'static str,
}

const fn field(name: &'static str, kind: &'static str, unit: &'static str, about: &'static str) -> Field {
    Field { name, kind, unit, about }
}

/// An object with exactly these fields.
fn object(title: &str, about: &str, fields: &[Field]) -> Map<String, Value> {
    object_of(title, about, fields.iter().map(|field| (field.name, Value::Object(property(field)))).collect())
}

/// An object with exactly these fields, each with its schema.
fn object_of(title: &str, about: &str, fields: Vec<(&'static str, Value)>) -> Map<String, Value> {
    let names: Vec<&str> = fields.iter().map(|(name, _)| *name).collect();
    let properties: Map<String, Value> = fields.into_iter().map(|(name, schema)| (name.to_owned(), schema)).collect();
    let object = json!({
        "title": title,
        "description": about,
        "type": "object",
        "properties": properties,
        "required": names,
        "additionalProperties": false,
    });
    let Value::Object(object) = object else { unreachable!("an object was written down") };
    object
}

fn property(field: &Field) -> Map<String, Value> {
    let (kind, null) = field.kind.strip_suffix('?').map_or((field.kind, false), |kind| (kind, true));
    let mut schema = match kind.strip_suffix('*') {
        Some(kind) => json!({ "type": "array", "items": plain(kind) }),
        None => plain(kind),
    };
    if null {
        schema = or_null(schema);
    }
    let object = schema.as_object_mut().expect("every schema here is an object");
    object.insert("description".to_owned(), json!(field.about));
    if !field.unit.is_empty() {
        object.insert("x-unit".to_owned(), json!(field.unit));
    }
    std::mem::take(object)
}

fn plain(kind: &str) -> Value {
    match kind {
        "string" | "number" => json!({ "type": kind }),
        "integer" => json!({ "type": kind, "minimum": 0 }),
        "outcome" => json!({ "enum": Verdict::ALL.map(Verdict::name) }),
        "clock" => json!({ "enum": ["wall", "cpu"] }),
        definition => json!({ "$ref": format!("#/$defs/{definition}") }),
    }
}

/// The outermost object.
fn document(mut object: Map<String, Value>, definitions: Map<String, Value>) -> Value {
    object.insert("$schema".to_owned(), json!("https://json-schema.org/draft/2020-12/schema"));
    if !definitions.is_empty() {
        object.insert("$defs".to_owned(), Value::Object(definitions));
    }
    Value::Object(object)
}
