//! `cnfab schema`: what the fields of our JSON mean.

use std::io::{self, Write};

use serde_json::{Value, json};

use crate::report::schema;

use super::failure::Failure;
use super::map_json::map_schema;
use super::why_json::why_schema;

/// Print a JSON Schema: every field with its type and meaning.
///
/// Of draft 2020-12. Units stand with what a field means.
///
/// The fields of a row have 'x-varies': by what they may differ in two sweeps of one study with the same seeds, namely
/// 'no', 'time', 'memory' or 'host'.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Of what: a line of RUNS.jsonl, or an object that a command prints.
    #[arg(value_enum, default_value = "rows", ignore_case = true)]
    of: Of,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Of {
    /// A line of RUNS.jsonl.
    Rows,
    /// The output of 'cnfab report --json'.
    Report,
    /// The object that 'cnfab export --map json' prints.
    Map,
    /// The object that 'cnfab why --json' prints for each file.
    Why,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let schema = match arguments.of {
        Of::Rows => schema::rows(),
        Of::Report => schema::report(),
        Of::Map => draft(map_schema()),
        Of::Why => draft(why_schema()),
    };
    writeln!(io::stdout(), "{schema:#}")?;
    Ok(())
}

/// The same with the draft that it is of.
fn draft(mut schema: Value) -> Value {
    schema["$schema"] = json!("https://json-schema.org/draft/2020-12/schema");
    schema
}

/// An object of which all fields are there.
pub(super) fn object(about: &str, fields: &[(&str, Value)]) -> Value {
    let names: Vec<&str> = fields.iter().map(|field| field.0).collect();
    let properties: serde_json::Map<String, Value> =
        fields.iter().map(|(name, schema)| ((*name).to_owned(), schema.clone())).collect();
    json!({
        "type": "object", "description": about, "properties": properties, "required": names,
        "additionalProperties": false,
    })
}

/// A text.
pub(super) fn text(about: &str) -> Value {
    json!({"type": "string", "description": about})
}

/// A whole number.
pub(super) fn number(about: &str) -> Value {
    json!({"type": "integer", "description": about})
}

/// A list.
pub(super) fn list(about: &str, items: &Value) -> Value {
    json!({"type": "array", "description": about, "items": items})
}
