//! The schema of a line of RUNS.jsonl.

use serde_json::{Map, Value, json};

use crate::run::{Field, Fields};
use crate::study::Row;

use super::{document, object_of};

/// The schema of a row. Every field has `x-varies`: by what it may differ in two sweeps of one study with the same
/// seeds.
pub fn rows() -> Value {
    let property = |field: &Field| {
        let mut schema = (field.schema)();
        schema["description"] = json!(field.about);
        if !field.unit.is_empty() {
            schema["x-unit"] = json!(field.unit);
        }
        schema["x-varies"] = json!(field.varies);
        (field.name, schema)
    };
    let properties = Row::fields().iter().map(property).collect();
    document(object_of("Row", "One run of a study: a line of RUNS.jsonl.", properties), Map::new())
}
