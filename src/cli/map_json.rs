//! The map of a formula, or of an integer program, as JSON, and its schema.

use serde_json::{Value, json};

use crate::format::{ClauseMap, Export, OriginKind, RowMap, row_origin};
use crate::ilp::ProgramRow;
use crate::model::{Domain, StandsFor, Var};

use super::schema::{list, number, object, text};

/// The version of the form.
const VERSION: u32 = 1;

/// The values of a domain as ranges.
fn ranges(domain: &Domain) -> Vec<[i32; 2]> {
    domain.ranges().map(|range| [*range.start(), *range.end()]).collect()
}

/// The variables of the model, whose values these variables or columns tell.
fn model_json<'d, I: serde::Serialize>(
    export: &Export<'_>,
    domain: impl Fn(Var) -> &'d Domain,
    (name, numbers): (&str, impl Fn(Var) -> I),
) -> Value {
    let model = export.model;
    let mut is_shown = vec![false; model.variables().len()];
    model.shown().iter().for_each(|var| is_shown[var.index()] = true);
    let variable = |var: Var| {
        let (shown, values) = (is_shown[var.index()], ranges(domain(var)));
        json!({"name": model.name(var), "values": values, "shown": shown, name: numbers(var)})
    };
    model.vars().map(variable).collect()
}

fn aliases_json(export: &Export<'_>) -> Value {
    let model = export.model;
    let alias = export.aliases.iter().map(|alias| match &alias.stands_for {
        StandsFor::Value(value) => json!({"name": alias.name, "value": value}),
        StandsFor::Var(var) => json!({"name": alias.name, "variable": model.name(*var)}),
        StandsFor::Truth(atom) => {
            let relation = atom.relation.symbol();
            json!({"name": alias.name, "variable": model.name(atom.var), "relation": relation, "than": atom.value})
        }
    });
    alias.collect()
}

/// The map of a formula as an object; see [`map_schema`].
pub(super) fn map_json(export: &Export<'_>, map: &ClauseMap) -> Value {
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
        "model": model_json(export, |var| map.vars.domain(var), ("variables", |var| map.vars.variables(var))),
        "aliases": aliases_json(export),
        "formula": formula.collect::<Vec<_>>(),
        "constraints": origins.collect::<Vec<_>>(),
    })
}

/// The map of an integer program as an object; see [`map_schema`].
pub(super) fn row_map_json(export: &Export<'_>, map: &RowMap) -> Value {
    let (program, values) = (&map.made.program, &map.made.values);
    let numbers = |var: Var| values.columns(var).map(|column| column + 1).collect::<Vec<usize>>();
    let columns = program.columns().iter().zip(&map.shown).zip(1_usize..).map(|((column, shown), number)| {
        let (low, high, integral) = (column.low, column.high, column.integral);
        json!({"number": number, "meaning": column.name, "low": low, "high": high, "integral": integral, "shown": shown})
    });
    let rows: Vec<ProgramRow<'_>> = program.rows().collect();
    let mut before = 0;
    let constraints = rows.chunk_by(|a, b| (a.label, a.number) == (b.label, b.number)).map(|same| {
        let first = before + 1;
        before += same.len();
        let (label, number) = (&**same[0].label, same[0].number);
        json!({"name": row_origin(&same[0]), "label": label, "number": number, "rows": [first, before]})
    });
    json!({
        "version": VERSION,
        "instance": export.instance,
        "kind": export.kind,
        "view": export.view,
        "ilp": export.ilp.name(),
        "model": model_json(export, |var| values.domain(var), ("columns", numbers)),
        "aliases": aliases_json(export),
        "columns": columns.collect::<Vec<_>>(),
        "constraints": constraints.collect::<Vec<_>>(),
    })
}

/// The JSON Schema of a map.
pub(super) fn map_schema() -> Value {
    let pair = |about: &str, or_null: bool| {
        let kind = if or_null { json!(["array", "null"]) } else { json!("array") };
        json!({"type": kind, "description": about, "items": {"type": "integer"}, "minItems": 2, "maxItems": 2})
    };
    let truth = |about: &str| json!({"type": "boolean", "description": about});
    let variable = |name, numbers| {
        let values = "The values that are left, as ranges. Where it is one, nothing of the file tells it.";
        object(
            "A variable of the model.",
            &[
                ("name", text("Its name, which no other variable or alias has.")),
                ("values", list(values, &pair("First and last value.", false))),
                ("shown", truth("True if its value is a part of a solution.")),
                (name, numbers),
            ],
        )
    };
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
    let column = object(
        "A column of the program.",
        &[
            ("number", number("Its number in the file, from 1: 'x17' is column 17.")),
            (
                "meaning",
                text("Its meaning: 'x=5' is 1 exactly if x is 5; one with the name of a variable is its value."),
            ),
            ("low", number("Its smallest value.")),
            ("high", number("Its largest value.")),
            ("integral", truth("False if it is whole anyway where the others are.")),
            ("shown", truth("True if it tells a part of a solution.")),
        ],
    );
    let stated = object(
        "The rows of a constraint, or those that have a label of their own: 'domain' gives each variable one value.",
        &[
            ("name", text("The name that --encode selects a constraint by: 'row[3]'; else the label.")),
            ("label", text("The label of the rows.")),
            (
                "number",
                json!({"type": ["integer", "null"], "description": "The number of a constraint within its label, from 0."}),
            ),
            ("rows", pair("The first and the last of its rows, by their place in the file, from 1.", false)),
        ],
    );
    let file = || {
        vec![
            ("version", json!({"const": VERSION, "description": "The version of this form."})),
            ("instance", text("The name of the file, without its folder.")),
            ("kind", text("The kind of puzzle, or the format of the model.")),
            ("view", text("The viewpoint that the model was made from.")),
            ("aliases", list("Further names of the text.", &alias)),
        ]
    };
    let literals = list("The variables of the formula that tell its value.", &number("A variable."));
    let of_formula = object(
        "The meaning of the variables and clauses of a formula that 'cnfab export' writes.",
        &[file(), vec![
            ("recipe", text("The encodings; --encode with them gives the same formula again.")),
            (
                "contract",
                json!({"enum": ["bijective", "functional", "projected-only"], "description": "What the encodings promise about models per solution."}),
            ),
            ("model", list("The variables of the model.", &variable("variables", literals))),
            ("formula", list("The variables of the formula, by number.", &formula)),
            ("constraints", list("Clauses by origin, in the order of the file.", &origin)),
        ]]
        .concat(),
    );
    let columns = list("The columns that tell its value.", &number("A column."));
    let of_program = object(
        "The meaning of the columns and rows of an integer program that 'cnfab export' writes.",
        &[
            file(),
            vec![
                ("ilp", text("The formulation; --encode ilp=NAME gives the same program again.")),
                ("model", list("The variables of the model.", &variable("columns", columns))),
                ("columns", list("The columns, by number.", &column)),
                ("constraints", list("Rows by origin, in the order of the file.", &stated)),
            ],
        ]
        .concat(),
    );
    json!({"title": "map of a formula or of an integer program", "anyOf": [of_formula, of_program]})
}
