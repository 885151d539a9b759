//! The values of `cnfab why --json`, and their schema.

use serde_json::{Value, json};

use crate::model::ConstraintGroup;

use super::schema::{list, number, object, text};

/// A constraint of the file.
pub(super) fn constraint_json(group: &ConstraintGroup) -> Value {
    let ConstraintGroup { name, label, line, text, .. } = group;
    json!({"name": name, "label": label, "line": line, "text": text})
}

/// Two solutions, or none where there is one only.
pub(super) fn pair_json(instance: &str, pair: &[String], variables: &[&str], is_optimal: bool) -> Value {
    let (solutions, complete) = if pair.is_empty() { (1, true) } else { (2, false) };
    json!({
        "instance": instance,
        "solutions": solutions,
        "complete": complete,
        "pair": pair,
        "variables": variables,
        "optimal": is_optimal,
    })
}

/// A value that a problem has measured: a number, or its digits where a number of 64 bits does not have them all.
pub(super) fn measured(text: String) -> Value {
    let whole = text.parse::<i64>().ok().map(Value::from);
    let exact = || text.parse::<f64>().ok().filter(|number| number.to_string() == text).map(Value::from);
    whole.or_else(exact).unwrap_or_else(|| Value::from(text.as_str()))
}

fn truth(about: &str) -> Value {
    json!({"type": "boolean", "description": about})
}

/// A schema of a value that may be null.
fn or_null(mut schema: Value, kind: &str) -> Value {
    schema["type"] = json!([kind, "null"]);
    schema
}

/// The JSON Schema of the answers.
pub(super) fn why_schema() -> Value {
    let texts = |about: &str, of: &str| list(about, &text(of));
    let instance = || ("instance", text("The name of the file."));
    let none = || ("solutions", json!({"enum": [0], "description": "There is no solution."}));
    let bounds =
        || ("bounds", texts("Bounds that variables have from all constraints together.", "Such as '0 <= x <= 9'."));
    let minimal = || ("minimal", truth("True if none of them can be left out."));
    let pair = |about: &str| ("pair", texts(about, "A solution in compact notation."));
    let value = |about: &str| {
        let digits = json!({"type": "string", "pattern": "^-?[0-9]+(\\.[0-9]+)?$"});
        json!({"anyOf": [{"type": "number"}, digits, {"type": "null"}], "description": about})
    };
    let constraint = object(
        "A constraint of the file.",
        &[
            ("name", text("The name that the file has for it, or its label and its number, from 0: 'clause[3]'.")),
            ("label", text("Its kind, or the name that it shares with others.")),
            ("line", or_null(number("The line where it begins, from 1."), "integer")),
            ("text", text("Its text, or the beginning of it.")),
        ],
    );
    let unread = object(
        "A file that cannot be read.",
        &[instance(), ("error", text("Why it cannot be read, with the position."))],
    );
    let clues = object(
        "Of a puzzle without solutions, or of each set with --all: clues and rules that contradict each other.",
        &[
            instance(),
            none(),
            ("clues", texts("The clues.", "A clue.")),
            ("rules", texts("The rules.", "A rule.")),
            minimal(),
        ],
    );
    let open = object(
        "Of a puzzle with solutions: how they differ.",
        &[
            instance(),
            ("solutions", number("The number of solutions that were looked at.")),
            ("complete", truth("True if there are no others.")),
            ("cells", texts("The cells in which solutions differ.", "A place.")),
            ("deciding", texts("The clues each of which leaves one solution.", "A clue.")),
            pair("The first solution, and the one that differs from it in the fewest cells."),
            ("advice", or_null(text("A clue or a change that leaves fewer solutions."), "string")),
        ],
    );
    let conflict = object(
        "Of a model without solutions, or of each set with --all: constraints that contradict each other. With --fine \
         of a puzzle, too.",
        &[
            instance(),
            none(),
            ("constraints", list("The constraints, in the order of the file.", &constraint)),
            minimal(),
            bounds(),
        ],
    );
    let differing = object(
        "Of a model with solutions and no objective, and with --most of a puzzle: two of them.",
        &[
            instance(),
            (
                "solutions",
                json!({"enum": [1, 2], "description": "The number of solutions, of which two stand for more."}),
            ),
            ("complete", truth("True if there are no others.")),
            pair("Two solutions; none where there is one only."),
            ("variables", texts("The variables in which they differ.", "The name of a variable.")),
            ("optimal", truth("True if no two differ in fewer variables, or with --most in more.")),
        ],
    );
    let held = object(
        "A constraint without which others may have a better value.",
        &[
            ("constraint", constraint.clone()),
            ("without", value("The best value without it; null if that is no better, or not known.")),
            ("by", value("By how much that is better, without a sign.")),
            ("proven", truth("True if no value is better without it.")),
        ],
    );
    let optimum = object(
        "Of a model with an objective: the constraints that together keep better values away.",
        &[instance(), ("optimum", value("The best value.")), ("holding", list("The constraints.", &held)), bounds()],
    );
    let all = [unread, clues, open, conflict, differing, optimum];
    json!({"title": "answer of why", "description": "The answer about one file.", "anyOf": all})
}
