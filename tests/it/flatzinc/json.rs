//! FlatZinc as JSON: the same problems as in text, and errors with their places.

use cnfab::frontend::flatzinc::FlatZinc;

use crate::common::damage::{assert_inside, cases, damaged};

use super::solutions::solutions;

const JSON: &str = r#"{
  "variables": {
    "x" : { "type" : "int", "domain" : [[1, 3]] },
    "y" : { "type" : "int", "domain" : [[1, 1], [3, 5]] },
    "b" : { "type" : "bool", "introduced": true, "defined": true },
    "z" : { "type" : "int", "rhs" : "x" }
  },
  "arrays": {
    "c" : { "a": [1, -1] },
    "v" : { "a": ["x", 2, "y"], "introduced": false }
  },
  "constraints": [
    { "id" : "int_lin_le_reif", "args" : ["c", ["x", "y"], -1, "b"], "defines" : "b", "ann": ["domain"] },
    { "id" : "bool_clause", "args" : [["b"], []]},
    { "id" : "set_in", "args" : ["y", {"set": [[1, 4], [9, 9]]}]}
  ],
  "output": ["x", "b", "v"],
  "solve": { "method" : "satisfy", "ann" : [{"id": "int_search", "args": [["x"], "input_order", "indomain_min", "complete"]}] },
  "version": "1.0"
}
"#;

#[test]
fn json_is_the_same_as_text() {
    let text = "var 1..3: x :: output_var;
        var {1,3,4,5}: y :: output_var;
        constraint int_lt(x,y);
        constraint int_le(y,4);
        solve satisfy;";
    let mut found = solutions(JSON, "backtrack:order=annotated");
    found.sort_unstable();
    assert_eq!(found.len(), solutions(text, "backtrack").len());
    assert_eq!(found[0], "x = 1;\nb = true;\nv = [1,2,3];\n");
    let best = JSON.replace("\"satisfy\"", "\"maximize\", \"objective\": \"z\"");
    assert_eq!(solutions(&best, "backtrack"), ["x = 3;\nb = true;\nv = [3,2,4];\n"]);
}

#[test]
fn what_is_wrong_in_json_is_said_with_its_place() {
    for (from, to, expected) in [
        (
            "\"x\" : { \"type\" : \"int\"",
            "\"x\" : { \"type\" : \"float\"",
            "line 3, column 22: found the type 'float', expected",
        ),
        ("[[1, 3]]", "[[1, true]]", "line 3, column 41: found a list, expected two integers"),
        ("[1, -1] }", "[1, -1 }", "line 9, column 25: found '}', expected ',' or ']'"),
        (
            "set_in",
            "set_inn",
            "line 15, column 14: found the constraint 'set_inn', expected constraints over bool and int",
        ),
        (
            "\"output\": [\"x\"",
            "\"output\": [\"w\"",
            "line 17, column 14: found 'w', expected the name of a variable or an",
        ),
        ("satisfy", "satisfies", "line 18, column 25: found 'satisfies', expected 'satisfy', 'minimize' or"),
        ("\"version\": \"1.0\"", "\"version\": 1.0 }", "line 20, column 1: found '}', expected the end of the text"),
        ("\"args\" : [[\"b\"]", "\"args\" : [[\"q\"]", "line 14, column 40: found the unknown name 'q', expected"),
    ] {
        let text = JSON.replacen(from, to, 1);
        assert_ne!(text, JSON);
        let message = FlatZinc::read(&text).err().expect("it is wrong").to_string();
        assert!(message.starts_with(expected), "{message}\n{expected}");
    }
    let deep = format!("{{\"a\": {}", "[".repeat(1_000_000));
    assert!(FlatZinc::read(&deep).err().expect("it is wrong").to_string().contains("at most 50 levels"));
}

#[test]
fn damaged_json_is_read_or_refused_with_a_place() {
    cases(2000, |rng| {
        let changes = rng.usize(1..=4);
        let text = damaged(JSON, changes, "[]{},:\"- xyb", rng);
        if let Err(error) = FlatZinc::read(&text) {
            assert_inside(&error, &text);
        }
    });
}
