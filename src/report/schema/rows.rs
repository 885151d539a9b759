//! The schema of a line of RUNS.jsonl.

use serde_json::{Map, Value, json};

use super::{Field, document, field, object};

/// The fields in the order of [`Row`](crate::study::Row), and by what two sweeps of one study with the same seeds may differ
/// in each.
const FIELDS: &[(Field, &str)] = &[
    (field("study", "string", "", "The name of the study."), "no"),
    (field("study_file", "string", "", "The study's file, as it was named."), "host"),
    (field("study_about", "string", "", "What the study asks, in its own words."), "host"),
    (
        field(
            "study_hash",
            "string",
            "",
            "A hash of all in the study that decides which runs there are and what they do.",
        ),
        "no",
    ),
    (field("run", "string", "", "The name of the run: no other run of the study has it."), "no"),
    (field("number", "integer", "", "The number of the run in the study, from 1."), "no"),
    (field("runs", "integer", "", "How many runs the study has."), "no"),
    (field("kind", "string", "", "The kind of the puzzle."), "no"),
    (field("instance_hash", "string", "", "SHA-256 of the puzzle's text and of the files that it names."), "no"),
    (
        field("parameters", "parameters", "", "What the instance was made with, by name; empty if it was not made."),
        "no",
    ),
    (field("model_hash", "string?", "", "A hash of the model."), "no"),
    (field("seed", "integer", "", "Seed of everything random."), "no"),
    (field("shuffle", "integer?", "", "Seed of the order of the clauses; null if they came as they are made."), "no"),
    (field("repetition", "integer", "", "Which of several runs that have all else in common, from 0."), "no"),
    (
        field(
            "symmetry",
            "string?",
            "",
            "The symmetries of which one solution per orbit was wanted; null for all solutions.",
        ),
        "no",
    ),
    (field("limit_solutions", "integer?", "solutions", "How many solutions were wanted; null for all."), "no"),
    (field("limit_wall_s", "number?", "s", "Limit of time by the clock; null for none."), "no"),
    (field("limit_cpu_s", "number?", "s", "Limit of computing time, all threads together; null for none."), "no"),
    (field("limit_memory_bytes", "integer?", "B", "Limit of memory; null for none."), "no"),
    (
        field("instance", "string", "", "The file as it was named, with # and a number if it holds several puzzles."),
        "no",
    ),
    (field("strategy", "string", "", "The strategy, as --strategy takes it."), "no"),
    (
        field("recipe", "string?", "", "The encodings, as --encode takes them; null if the strategy encodes nothing."),
        "no",
    ),
    (field("view", "string", "", "The viewpoint."), "no"),
    (
        field(
            "outcome",
            "outcome",
            "",
            "How the run ended. One that comes close to a limit may end otherwise the next time.",
        ),
        "no",
    ),
    (
        field(
            "solutions",
            "count",
            "solutions",
            "Solutions found; a string of digits if 64 bits do not hold the number.",
        ),
        "no",
    ),
    (field("time_first_s", "number?", "s", "Until the first solution, the making of the model included."), "time"),
    (field("time_total_s", "number?", "s", "Until the end, the making of the model included."), "time"),
    (field("encode_s", "number?", "s", "Until the model was in the backend's own form."), "time"),
    (field("variables", "integer?", "", "Variables of the formula, or columns of the integer program."), "no"),
    (field("clauses", "integer?", "", "Clauses of the formula, or rows of the integer program."), "no"),
    (field("literals", "integer?", "", "Literals of the formula, or entries of the integer program."), "no"),
    (field("contract", "string?", "", "Models per solution: bijective, functional or projected-only."), "no"),
    (field("conflicts", "integer?", "", "Conflicts of a SAT solver."), "no"),
    (field("decisions", "integer?", "", "Decisions of a SAT solver."), "no"),
    (field("propagations", "integer?", "", "Propagations."), "no"),
    (field("restarts", "integer?", "", "Restarts of a SAT solver."), "no"),
    (
        field("least_budget", "integer?", "conflicts", "Median over several orders of the least limit that suffices."),
        "no",
    ),
    (
        field(
            "least_budget_low",
            "integer?",
            "conflicts",
            "The smallest of these; if none is known, what is needed at least.",
        ),
        "no",
    ),
    (field("least_budget_high", "integer?", "conflicts", "The largest of these."), "no"),
    (field("least_budget_orders", "integer?", "orders", "The number of orders for which it is known."), "no"),
    (field("nodes", "integer?", "", "Search nodes of the native engine, iterations of local search."), "no"),
    (field("course", "string?", "", "The strategies that auto came to, first the one that has the answer."), "no"),
    (field("peak_memory_bytes", "integer?", "B", "Most memory that the process had in use at one time."), "memory"),
    (field("detail", "string?", "", "Why there is no answer, if there is none."), "no"),
    (
        field(
            "fingerprint",
            "string?",
            "",
            "A hash of the set of solutions; null if they were not listed or not all found.",
        ),
        "no",
    ),
    (
        field(
            "solution",
            "string?",
            "",
            "The smallest solution on one line, as 'cnfab check' reads it; null if not known or long.",
        ),
        "no",
    ),
    (field("cpu_s", "number?", "s", "Computing time of the process, all its threads together."), "time"),
    (field("wall_s", "number?", "s", "From the start of the process to its end."), "time"),
    (field("command", "string", "", "A command that does the same again."), "host"),
    (field("started", "number", "s", "When the run began, since 1970 (UTC)."), "time"),
    (field("version", "string", "", "The version of the program."), "host"),
    (field("commit", "string?", "", "The commit that it was built from, with + if files had been changed."), "host"),
    (field("host", "string", "", "The machine's name."), "host"),
    (field("system", "string", "", "The operating system and its version."), "host"),
    (field("processor", "string", "", "The processor's name."), "host"),
    (field("cores", "integer", "threads", "How many threads the processor runs at a time."), "host"),
    (field("memory_bytes", "integer?", "B", "Memory that the machine has."), "host"),
    (field("jobs", "integer", "runs", "How many runs of the study were done at a time."), "host"),
    (field("load", "number?", "threads", "The machine's load when the run began, runs of the study included."), "host"),
];

/// The schema of a row. Every field has `x-varies`: by what it may differ in two sweeps of one study with the same seeds.
pub fn rows() -> Value {
    let fields: Vec<Field> =
        FIELDS.iter().map(|(Field { name, kind, unit, about }, _)| field(name, kind, unit, about)).collect();
    let mut schema = object("Row", "One run of a study: a line of RUNS.jsonl.", &fields);
    let properties = schema.get_mut("properties").and_then(Value::as_object_mut).expect("an object has properties");
    for (field, varies) in FIELDS {
        properties[field.name]["x-varies"] = json!(varies);
    }
    document(schema, Map::new())
}
