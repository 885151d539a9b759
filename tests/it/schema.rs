//! The schemas hold for what is written, and what is written has nothing that they do not name.

use std::collections::BTreeSet;

use cnfab::report::{Summary, schema, write_json};
use cnfab::study::Row;
use serde_json::{Map, Value, json};

use crate::cli::{fed, run};
use crate::report::{row, table, worked};

/// The error in a value, by the few keywords that our schemas use.
fn wrong(value: &Value, schema: &Value, root: &Value, at: &str) -> Option<String> {
    let known = [
        "$schema",
        "$defs",
        "$ref",
        "additionalProperties",
        "anyOf",
        "description",
        "enum",
        "items",
        "minimum",
        "pattern",
        "properties",
        "required",
        "title",
        "type",
        "x-unit",
        "x-varies",
    ];
    if let Some(key) = schema.as_object().unwrap().keys().find(|key| !known.contains(&key.as_str())) {
        return Some(format!("{at}: this test does not know '{key}'"));
    }
    if let Some(name) = schema.get("$ref") {
        let name = name.as_str().unwrap().strip_prefix("#/$defs/").unwrap();
        return wrong(value, &root["$defs"][name], root, at);
    }
    if let Some(Value::Array(choices)) = schema.get("anyOf") {
        return choices.iter().all(|one| wrong(value, one, root, at).is_some()).then(|| format!("{at}: none of anyOf"));
    }
    if let Some(Value::Array(values)) = schema.get("enum") {
        return (!values.contains(value)).then(|| format!("{at}: {value} is none of {values:?}"));
    }
    let kinds: Vec<&str> = match &schema["type"] {
        Value::Array(kinds) => kinds.iter().map(|kind| kind.as_str().unwrap()).collect(),
        kind => vec![kind.as_str().unwrap_or_else(|| panic!("{at}: no type in {schema}"))],
    };
    let fits = |kind: &&str| match *kind {
        "null" => value.is_null(),
        "string" => value.is_string(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_u64() || value.is_i64(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        kind => panic!("{kind}"),
    };
    if !kinds.iter().any(fits) {
        return Some(format!("{at}: {value} is not {kinds:?}"));
    }
    if let Value::Array(items) = value {
        return items.iter().find_map(|item| wrong(item, &schema["items"], root, &format!("{at}[]")));
    }
    if let (Some(least), Some(number)) = (schema.get("minimum"), value.as_f64())
        && number < least.as_f64().unwrap()
    {
        return Some(format!("{at}: {value} is less than {least}"));
    }
    let Value::Object(fields) = value else { return None };
    let Some(properties) = schema.get("properties").and_then(Value::as_object) else {
        return fields.values().find_map(|field| wrong(field, &schema["additionalProperties"], root, at));
    };
    assert_eq!(schema["additionalProperties"], false, "{at}");
    let required: Vec<&str> =
        schema["required"].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
    if let Some(name) = required.iter().find(|&&name| !fields.contains_key(name)) {
        return Some(format!("{at}.{name} is missing"));
    }
    fields.iter().find_map(|(name, field)| match properties.get(name) {
        None => Some(format!("{at}.{name} is not in the schema")),
        Some(schema) => wrong(field, schema, root, &format!("{at}.{name}")),
    })
}

/// Where a schema lists null twice, or as a value among the names of types.
fn null_listed_wrongly(schema: &Value) -> Option<&Value> {
    let nulls = |key: &str, null: &Value| {
        let list = schema.get(key).and_then(Value::as_array);
        list.map_or(0, |list| list.iter().filter(|&one| one == null).count())
    };
    match schema {
        Value::Object(fields) => {
            let is_wrong = nulls("type", &json!("null")) > 1
                || nulls("type", &Value::Null) > 0
                || nulls("enum", &Value::Null) > 1
                || nulls("anyOf", &json!({ "type": "null" })) > 1;
            if is_wrong { Some(schema) } else { fields.values().find_map(null_listed_wrongly) }
        }
        Value::Array(list) => list.iter().find_map(null_listed_wrongly),
        _ => None,
    }
}

/// A value of a field's type.
fn sample(schema: &Value) -> Value {
    match (&schema["type"], schema.get("enum"), schema.get("anyOf")) {
        (_, Some(values), _) => values[0].clone(),
        (_, _, Some(_)) => json!("123456789012345678901234567890"),
        (Value::Array(kinds), ..) => {
            let mut one = schema.clone();
            one["type"] = kinds[0].clone();
            sample(&one)
        }
        (kind, ..) => match kind.as_str().unwrap() {
            "string" => json!("text"),
            "integer" => json!(7),
            "number" => json!(0.5),
            "object" if schema["additionalProperties"]["type"] == "string" => json!({ "size": "9", "name": "x" }),
            "object" => json!({ "size": 9, "name": "x" }),
            kind => panic!("{kind}"),
        },
    }
}

#[test]
fn the_schema_of_rows_is_that_of_the_struct() {
    let schema = schema::rows();
    let properties = schema["properties"].as_object().unwrap();
    let full: Map<String, Value> = properties.iter().map(|(name, one)| (name.clone(), sample(one))).collect();
    let full = Value::Object(full);
    let read: Row = serde_json::from_value(full.clone()).unwrap();
    let written = serde_json::to_value(&read).unwrap();
    assert_eq!(written, full, "fields that one of them does not have");
    assert_eq!(wrong(&written, &schema, &schema, "row"), None);
    assert_eq!(null_listed_wrongly(&schema), None);
    let is_nullable = |one: &Value| wrong(&Value::Null, one, &schema, "field").is_none();
    let mut bare = full.clone();
    properties.iter().filter(|(_, one)| is_nullable(one)).for_each(|(name, _)| bare[name] = Value::Null);
    assert!(bare.as_object().unwrap().values().filter(|value| value.is_null()).count() > 20, "{bare}");
    let read: Row = serde_json::from_value(bare.clone()).unwrap();
    assert_eq!(serde_json::to_value(&read).unwrap(), bare, "what is not known is null");
    assert_eq!(wrong(&bare, &schema, &schema, "row"), None);
    for (name, one) in properties {
        let mut other = full.clone();
        other[name] = Value::Null;
        let nullable = wrong(&other, &schema, &schema, "row").is_none();
        assert_eq!(serde_json::from_value::<Row>(other.clone()).is_ok(), nullable, "{name} as null");
        other[name] = json!([]);
        assert!(wrong(&other, &schema, &schema, "row").is_some(), "{name} as a list");
        assert!(serde_json::from_value::<Row>(other.clone()).is_err(), "{name} as a list");
        if one["type"].to_string().contains("integer") {
            other[name] = json!(0.5);
            assert!(wrong(&other, &schema, &schema, "row").is_some(), "{name} as a fraction");
            assert!(serde_json::from_value::<Row>(other).is_err(), "{name} as a fraction");
        }
        assert!(["no", "time", "memory", "host"].contains(&one["x-varies"].as_str().unwrap()), "{name}");
        assert!(one["description"].as_str().unwrap().ends_with('.'), "{name}");
    }
}

#[test]
fn the_schema_of_reports_is_that_of_what_is_written() {
    let schema = schema::report();
    assert_eq!(null_listed_wrongly(&schema), None);
    let mut rows = worked();
    rows.push(row(json!({ "instance": "x", "outcome": "failed", "detail": "why", "commit": "c" })));
    rows.push(row(json!({ "instance": "y", "solutions": 2, "fingerprint": "f" })));
    rows.push(row(json!({ "instance": "y", "solutions": 3, "strategy": "ilp", "recipe": null })));
    for rows in [&rows[..], &rows[..1]] {
        let mut text = Vec::new();
        write_json(&Summary::of(&mut table(rows)), &mut text).unwrap();
        let written: Value = serde_json::from_slice(&text).unwrap();
        assert_eq!(wrong(&written, &schema, &schema, "report"), None, "{written:#}");
    }
}

#[test]
fn the_schema_of_why_is_that_of_what_is_written() {
    let schema: Value = serde_json::from_str(&run(&["schema", "why"]).ok()).unwrap();
    assert_eq!(null_listed_wrongly(&schema), None);
    let halves = "minimize\n 0.5 x + 0.25 y\nst\n low: x + y >= 3\nbounds\n x <= 9\n y <= 2\ngeneral\n x y\nend\n";
    let mut seen = BTreeSet::new();
    for (arguments, text) in [
        ("why - --all", "p cnf 1 3\n1 0\n-1 0\n-1 0\n"),
        ("why -", "p cnf 2 1\n1 2 0\n"),
        ("why -", "p cnf 1 1\n1 0\n"),
        ("why -", halves),
        ("why models/opb/knapsack.opb", ""),
        ("why models/opb/rota.opb --smallest", ""),
        ("why models/hidoku/no-solution-4-1.txt", ""),
        ("why -", "kind: sudoku\nbox: 2x2\n\n1234\n3412\n2...\n4...\n"),
    ] {
        let written = fed(&format!("{arguments} --json"), text.as_bytes()).ok();
        for line in written.lines() {
            let value: Value = serde_json::from_str(line).unwrap();
            assert_eq!(wrong(&value, &schema, &schema, "why"), None, "{arguments}: {value:#}");
            seen.insert(value.as_object().unwrap().keys().cloned().collect::<Vec<_>>());
        }
    }
    assert_eq!(seen.len(), 5, "{seen:?}");
    let optimum: Value = serde_json::from_str(&fed("why - --json", halves.as_bytes()).ok()).unwrap();
    assert_eq!((&optimum["optimum"], &optimum["holding"][0]["by"]), (&json!(1), &json!(1)), "{optimum}");
}

#[test]
fn a_wrong_value_is_found() {
    let schema = schema::rows();
    let good = row(json!({}));
    assert_eq!(wrong(&good, &schema, &schema, "row"), None);
    for (name, value) in [
        ("outcome", json!("done")),
        ("limit_wall_s", json!(-1)),
        ("seed", json!("1")),
        ("another", json!(1)),
        ("solutions", json!([])),
    ] {
        let mut bad = good.clone();
        bad[name] = value;
        assert!(wrong(&bad, &schema, &schema, "row").is_some(), "{name}");
    }
}

/// A row that was written before is read, and written again byte for byte: the same fields in the same order.
#[test]
fn rows_stay_as_they_are() {
    let before = concat!(
        r#"{"study":"plain","study_file":"plain.toml","study_about":"","study_hash":"9ab8933e6344916a","run":"1"#,
        r#"13d74fdfa2b85da","number":1,"runs":2,"kind":"sudoku","instance_hash":"2cabc22968c0a95af1fd46df299b16"#,
        r#"40ea995efb73dfb4693e17b9d4b459814c","parameters":{},"model_hash":"1fb0f307e0f0013a","seed":0,"shuffl"#,
        r#"e":null,"repetition":0,"symmetry":null,"limit_solutions":null,"limit_wall_s":null,"limit_cpu_s":null"#,
        r#","limit_memory_bytes":null,"instance":"four","strategy":"sat","recipe":"domain=direct,amo=pairwise-p"#,
        r#"roduct,card=sequential,linear=order-sum,all-different=bijection,table=supports,root=narrow","view":""#,
        r#"cell","outcome":"complete","solutions":18,"time_first_s":0.001,"time_total_s":0.009,"encode_s":0.000"#,
        r#"5,"variables":40,"clauses":234,"literals":524,"contract":"bijective","conflicts":22,"decisions":null"#,
        r#","propagations":null,"restarts":null,"least_budget":null,"least_budget_low":null,"least_budget_high""#,
        r#":null,"least_budget_orders":null,"nodes":null,"course":null,"peak_memory_bytes":26001408,"objective":null,"bound":null,"gap":null,"time_best_s":null,"detail":nu"#,
        r#"ll,"fingerprint":"03962b156e0050dee85fd8d23907023b","solution":"1234341241232341","cpu_s":0.004,"wal"#,
        r#"l_s":0.037,"command":"cnfab sweep plain.toml --run 113d74fdfa2b85da","started":1795387332.5,"version"#,
        r#"":"0.1.0","commit":null,"host":"host","system":"Linux","processor":"x","cores":2,"memory_bytes":2527"#,
        r#"6514304,"jobs":1,"load":6.25}"#
    );
    let row: Row = serde_json::from_str(before).unwrap();
    let (with, new) = (
        r#""time_best_s":null,"#,
        r#""certified":null,"certified_why":null,"proof_s":null,"proof_bytes":null,"check_s":null,"external_s":null,"#,
    );
    let after = before.replace(with, &format!("{with}{new}"));
    let (with, new) = (r#""least_budget_orders":null,"#, r#""learned":null,"relaxations":null,"cuts":null,"#);
    let after = after.replace(with, &format!("{with}{new}"));
    let after = after.replace(r#""symmetry""#, r#""programs":null,"symmetry""#);
    let after =
        after.replace(r#""instance_hash""#, r#""family":null,"source":null,"configuration":null,"instance_hash""#);
    let (before, new) =
        (r#""limit_memory_bytes""#, r#""limit_conflicts":null,"limit_ticks":null,"limit_memory_bytes""#);
    let after = after.replace(before, new);
    assert_eq!(serde_json::to_string(&row).unwrap(), after);
    let schema = schema::rows();
    assert_eq!(wrong(&serde_json::to_value(&row).unwrap(), &schema, &schema, "row"), None);
}
