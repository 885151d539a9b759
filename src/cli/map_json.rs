//! The map of a formula as JSON, and its schema.

use serde_json::{Value, json};

use crate::format::{ClauseMap, Export, OriginKind};
use crate::model::{Domain, StandsFor};

/// The version of the form.
const VERSION: u32 = 1;

/// The values of a domain as ranges.
fn ranges(domain: &Domain) -> Vec<[i32; 2]> {
    domain.ranges().map(|range| [*range.start(), *range.end()]).collect()
}

/// The map as an object; see [`map_schema`].
pub(super) fn map_json(export: &Export<'_>, map: &ClauseMap) -> Value {
    let model = export.model;
    let mut is_shown = vec![false; model.variables().len()];
    model.shown().iter().for_each(|var| is_shown[var.index()] = true);
    let variables = model.vars().map(|var| {
        json!({
            "name": model.name(var),
            "values": ranges(map.vars.domain(var)),
            "shown": is_shown[var.index()],
            "variables": map.vars.variables(var),
        })
    });
    let aliases = export.aliases.iter().map(|alias| match &alias.stands_for {
        StandsFor::Value(value) => json!({"name": alias.name, "value": value}),
        StandsFor::Var(var) => json!({"name": alias.name, "variable": model.name(*var)}),
        StandsFor::Truth(atom) => {
            let relation = atom.relation.symbol();
            json!({"name": alias.name, "variable": model.name(atom.var), "relation": relation, "than": atom.value})
        }
    });
    let formula = map.meanings.iter().zip(&map.definitions).zip(1_u32..);
    let formula = formula
        .map(|((meaning, definition), number)| json!({"number": number, "meaning": meaning, "definition": definition}));
    let origins = map.origins.iter().map(|origin| {
        let (kind, number) = match origin.kind {
            OriginKind::Variable => ("variable", None),
            OriginKind::Constraint(number) => ("constraint", Some(number)),
        };
        let (variables, clauses) = (&origin.variables, &origin.clauses);
        json!({
            "name": origin.name(),
            "of": kind,
            "label": origin.label,
            "number": number,
            "variables": (!variables.is_empty()).then(|| [variables.start, variables.end - 1]),
            "clauses": (!clauses.is_empty()).then(|| [clauses.start, clauses.end - 1]),
        })
    });
    json!({
        "version": VERSION,
        "instance": export.instance,
        "kind": export.kind,
        "view": export.view,
        "recipe": map.vars.recipe(export.recipe).to_string(),
        "contract": map.vars.contract().to_string(),
        "model": variables.collect::<Vec<_>>(),
        "aliases": aliases.collect::<Vec<_>>(),
        "formula": formula.collect::<Vec<_>>(),
        "constraints": origins.collect::<Vec<_>>(),
    })
}

/// An object of which all fields are there.
fn object(about: &str, fields: &[(&str, Value)]) -> Value {
    let names: Vec<&str> = fields.iter().map(|field| field.0).collect();
    let properties: serde_json::Map<String, Value> =
        fields.iter().map(|(name, schema)| ((*name).to_owned(), schema.clone())).collect();
    json!({
        "type": "object", "description": about, "properties": properties, "required": names,
        "additionalProperties": false,
    })
}

fn text(about: &str) -> Value {
    json!({"type": "string", "description": about})
}

fn number(about: &str) -> Value {
    json!({"type": "integer", "description": about})
}

fn list(about: &str, items: &Value) -> Value {
    json!({"type": "array", "description": about, "items": items})
}

/// The JSON Schema of a map.
pub(super) fn map_schema() -> Value {
    let pair = |about: &str, or_null: bool| {
        let kind = if or_null { json!(["array", "null"]) } else { json!("array") };
        json!({"type": kind, "description": about, "items": {"type": "integer"}, "minItems": 2, "maxItems": 2})
    };
    let variable = object(
        "A variable of the model.",
        &[
            ("name", text("Its name, which no other variable or alias has.")),
            (
                "values",
                list(
                    "The values that are left, as ranges. One value: no variable of the formula.",
                    &pair("First and last value.", false),
                ),
            ),
            ("shown", json!({"type": "boolean", "description": "True if its value is a part of a solution."})),
            ("variables", list("The variables of the formula that tell its value.", &number("A variable."))),
        ],
    );
    let alias = json!({
        "type": "object",
        "description": "A name of the text that is no variable of the model: it has a value, or that of a variable, or is \
                        1 exactly if a variable has the relation to a number, else 0.",
        "properties": {
            "name": text("The name."), "value": number("Its value."), "variable": text("A variable of the model."),
            "relation": {"enum": ["=", "!=", "<=", ">"], "description": "The relation of the variable to the number."},
            "than": number("The number."),
        },
        "required": ["name"], "additionalProperties": false,
    });
    let formula = object(
        "A variable of the formula.",
        &[
            ("number", number("Its number in the file, from 1.")),
            (
                "meaning",
                text(
                    "Its unique name: 'x = 5' and 'x <= 5' are true exactly if x is so; 'x.bit[2,0]' of domain=log is \
                              bit 2 of the position of the value of x in its values, from 0; others are auxiliaries of the \
                              constraint that the name begins with.",
                ),
            ),
            (
                "definition",
                json!({"type": ["string", "null"], "description": "When an auxiliary is true, if its encoding says so."}),
            ),
        ],
    );
    let origin = object(
        "The clauses of a constraint, of the objective, or of the values of a variable of the model.",
        &[
            ("name", text("The name that --encode selects a constraint by: 'row[3]'.")),
            ("of", json!({"enum": ["constraint", "variable"], "description": "The thing that the clauses state."})),
            ("label", text("The label of the constraint, or the name of the variable.")),
            (
                "number",
                json!({"type": ["integer", "null"], "description": "The number of a constraint within its label, from 0."}),
            ),
            (
                "variables",
                pair("The first and the last variable of the formula that were made for it; null if none was.", true),
            ),
            (
                "clauses",
                pair(
                    "The first and the last of its clauses, by their place in the file, from 1; null if it has none.",
                    true,
                ),
            ),
        ],
    );
    let mut schema = object(
        "The meaning of the variables and clauses of a formula that 'cnfab export' writes.",
        &[
            ("version", json!({"const": VERSION, "description": "The version of this form."})),
            ("instance", text("The name of the file, without its folder.")),
            ("kind", text("The kind of puzzle, or the format of the model.")),
            ("view", text("The viewpoint that the model was made from.")),
            ("recipe", text("The encodings; --encode with them gives the same formula again.")),
            (
                "contract",
                json!({"enum": ["bijective", "functional", "projected-only"], "description": "What the encodings promise about models per solution."}),
            ),
            ("model", list("The variables of the model.", &variable)),
            ("aliases", list("Further names of the text.", &alias)),
            ("formula", list("The variables of the formula, by number.", &formula)),
            ("constraints", list("Clauses by origin, in the order of the file.", &origin)),
        ],
    );
    schema["$schema"] = json!("https://json-schema.org/draft/2020-12/schema");
    schema["title"] = json!("map of a formula");
    schema
}
