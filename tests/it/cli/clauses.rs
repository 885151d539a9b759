//! The origin of clauses: `show --clauses`, `export --comments` and `export --map json` say the same.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::{cnfab, fed, run};

const FILES: [&str; 5] = [
    "models/sudoku/four-empty.txt",
    "models/star-battle/notebook-5x5.txt",
    "models/magic-board/printed.txt",
    "models/flatzinc/golomb-5.fzn",
    "models/wcnf/petersen-cover.wcnf",
];

fn map(file: &str, recipe: &str) -> Value {
    serde_json::from_str(&run(&["export", file, "-e", recipe, "--map", "json"]).ok()).expect("JSON")
}

fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value[key].as_str().unwrap_or_else(|| panic!("{key} in {value}"))
}

fn items<'v>(value: &'v Value, key: &str) -> &'v Vec<Value> {
    value[key].as_array().unwrap_or_else(|| panic!("{key} in {value}"))
}

/// The numbers of a pair of first and last.
fn range(value: &Value) -> std::ops::RangeInclusive<u64> {
    value[0].as_u64().expect("a number")..=value[1].as_u64().expect("a number")
}

#[test]
fn each_clause_and_variable_has_one_origin_everywhere() {
    for file in FILES {
        for recipe in ["default", "domain=order,card=totalizer", "domain=log,amo=product"] {
            let context = format!("{file} {recipe}");
            let format = if file.ends_with("wcnf") || file.ends_with("fzn") { "wcnf" } else { "dimacs" };
            let exported = run(&["export", file, "-e", recipe, "--format", format, "--comments"]).ok();
            let plain = run(&["export", file, "-e", recipe, "--format", format]).ok();
            let is_named = |line: &&str| line.starts_with("c constraint ") || line.starts_with("c variable ");
            let without: Vec<&str> = exported.lines().filter(|line| !is_named(line)).collect();
            assert_eq!(without, plain.lines().collect::<Vec<_>>(), "{context}");
            // The origin of each clause by the comments.
            let (mut origin, mut commented) = (String::new(), Vec::new());
            for line in exported.lines() {
                let name = line.strip_prefix("c constraint ").or(line.strip_prefix("c variable "));
                let is_clause = line.starts_with(['-', 'h', '1', '2', '3', '4', '5', '6', '7', '8', '9', '0']);
                match name {
                    Some(name) => origin = name.to_owned(),
                    None if is_clause && (format == "dimacs" || line.starts_with('h')) => {
                        commented.push(origin.clone());
                    }
                    None => {}
                }
            }
            let map = map(file, recipe);
            let mut mapped = Vec::new();
            let mut made = BTreeSet::new();
            for group in items(&map, "constraints") {
                if !group["clauses"].is_null() {
                    let clauses = range(&group["clauses"]);
                    assert_eq!(*clauses.start(), mapped.len() as u64 + 1, "{context}: {group}");
                    mapped.extend(clauses.map(|_| text(group, "name").to_owned()));
                }
                if !group["variables"].is_null() {
                    assert!(range(&group["variables"]).all(|number| made.insert(number)), "{context}: {group}");
                }
            }
            assert_eq!(mapped, commented, "{context}");
            let meanings: BTreeSet<&str> = items(&map, "formula").iter().map(|entry| text(entry, "meaning")).collect();
            assert_eq!(meanings.len(), items(&map, "formula").len(), "{context}: names are unique");
            assert_eq!(made.len(), meanings.len(), "{context}: each variable was made for something");
            // The comments of the file say the same.
            let comments: Vec<String> =
                plain.lines().filter_map(|line| line.strip_prefix("c map ")).map(str::to_owned).collect();
            let entry = |entry: &Value| format!("{} {}", entry["number"], text(entry, "meaning"));
            assert_eq!(comments, items(&map, "formula").iter().map(entry).collect::<Vec<_>>(), "{context}");
            let shown = run(&["show", file, "-e", recipe, "--clauses"]).ok();
            let clauses: BTreeMap<String, usize> = shown
                .lines()
                .filter_map(|line| line.strip_prefix("constraint ").or(line.strip_prefix("variable ")))
                .filter_map(|line| line.rsplit_once(": "))
                .map(|(name, number)| (name.to_owned(), number.replace(',', "").split(' ').next().map(str::to_owned)))
                .map(|(name, number)| (name, number.and_then(|number| number.parse().ok()).expect("a number")))
                .collect();
            assert_eq!(clauses.values().sum::<usize>(), mapped.len(), "{context}");
        }
    }
}

fn program_map(file: &str, recipe: &str) -> Value {
    serde_json::from_str(&run(&["export", file, "-e", recipe, "--format", "lp", "--map", "json"]).ok()).expect("JSON")
}

#[test]
fn each_row_and_column_has_one_origin_everywhere() {
    for (file, recipe) in [
        ("models/sudoku/four-empty.txt", "ilp=assignment"),
        ("models/magic-board/printed.txt", "default"),
        ("models/opb/workshops.opb", "ilp=assignment"),
        ("models/opb/knapsack.opb", "ilp=subset-columns"),
    ] {
        let map = program_map(file, recipe);
        let exported = run(&["export", file, "-e", recipe, "--format", "opb", "--comments"]).ok();
        let (mut origin, mut commented) = (String::new(), Vec::new());
        for line in exported.lines().filter(|line| !line.starts_with("min:")) {
            match line.strip_prefix("* constraint ") {
                Some(name) => origin = name.to_owned(),
                None if !line.starts_with('*') => commented.push(origin.clone()),
                None => {}
            }
        }
        let mut mapped = Vec::new();
        for constraint in items(&map, "constraints") {
            let rows = range(&constraint["rows"]);
            assert_eq!(*rows.start(), mapped.len() as u64 + 1, "{file}: {constraint}");
            mapped.extend(rows.map(|_| text(constraint, "name").to_owned()));
        }
        assert!(!mapped.is_empty());
        assert_eq!(mapped, commented, "{file}");
        let shown = run(&["show", file, "-e", recipe, "--rows"]).ok();
        let shown: Vec<&str> = shown.lines().filter_map(|line| line.rsplit(' ').next()).collect();
        assert_eq!(mapped, shown, "{file}");
        // Comments and map say the same of columns; each value of a variable is told by one.
        let comments = exported.lines().filter_map(|line| line.strip_prefix("* map x"));
        let hidden = |column: &Value| if column["shown"] == true { "" } else { " hidden" };
        let entry = |column: &Value| format!("{} {}{}", column["number"], text(column, "meaning"), hidden(column));
        let columns = items(&map, "columns");
        assert_eq!(comments.collect::<Vec<_>>(), columns.iter().map(entry).collect::<Vec<_>>(), "{file}");
        for variable in items(&map, "model") {
            for number in items(variable, "columns") {
                let meaning = text(&columns[number.as_u64().expect("a number") as usize - 1], "meaning");
                assert!(meaning.starts_with(text(variable, "name")), "{file}: {variable} {meaning}");
            }
        }
    }
}

#[test]
fn maps_have_the_fields_of_their_schema() {
    let schema: Value = serde_json::from_str(&cnfab("schema map").ok()).expect("JSON");
    let [schema, of_program] = &items(&schema, "anyOf")[..] else { panic!("{schema}") };
    let map = map("models/flatzinc/golomb-5.fzn", "default");
    let of = |schema: &Value| -> BTreeSet<String> {
        schema["properties"].as_object().expect("fields").keys().cloned().collect()
    };
    let keys = |value: &Value| -> BTreeSet<String> { value.as_object().expect("an object").keys().cloned().collect() };
    assert_eq!(of(schema), keys(&map));
    for list in ["model", "formula", "constraints"] {
        assert_eq!(of(&schema["properties"][list]["items"]), keys(&map[list][0]), "{list}");
    }
    let program = program_map("models/flatzinc/golomb-5.fzn", "default");
    assert_eq!(of(of_program), keys(&program));
    for list in ["model", "columns", "constraints"] {
        assert_eq!(of(&of_program["properties"][list]["items"]), keys(&program[list][0]), "{list}");
    }
    let alias =
        "var 1..5: x :: output_var;\nvar bool: b :: output_var;\nconstraint int_eq_reif(x,2,b);\nsolve satisfy;\n";
    let map: Value = serde_json::from_str(&fed("export - --map json", alias.as_bytes()).ok()).expect("JSON");
    let expected = serde_json::json!([{"name": "b", "variable": "x", "relation": "=", "than": 2}]);
    assert_eq!(map["aliases"], expected);
    assert_eq!(map["model"][0]["values"], serde_json::json!([[1, 5]]));
}

#[test]
fn clauses_are_shown_in_words() {
    let file = "models/sudoku/four-empty.txt";
    let row = run(&["show", file, "--clauses=row[0]"]).ok();
    assert!(row.starts_with("constraint row[0]: 28 clauses\n"), "{row}");
    assert!(row.contains("\n  not cell[1,1]=1 or not cell[1,2]=1   "), "{row}");
    assert!(row.lines().skip(1).all(|line| line.ends_with("   row[0]")), "{row}");
    let rows = run(&["show", file, "--clauses=row"]).ok();
    assert_eq!(rows.lines().filter(|line| line.starts_with("constraint ")).count(), 4);
    let cell = run(&["show", file, "--clauses=cell[1,1]"]).ok();
    let clauses: Vec<&str> = cell.lines().filter(|line| line.contains(" or ")).collect();
    assert!(!clauses.is_empty() && clauses.iter().all(|line| line.contains("cell[1,1]=")), "{cell}");
    assert!(cell.contains("constraint column[0]: ") && !cell.contains("row[1]"), "{cell}");
    let auxiliaries = run(&["show", file, "-e", "amo=sequential", "--clauses=row[0]"]).ok();
    assert!(auxiliaries.contains(" <=> "), "{auxiliaries}");
    let program = run(&["show", file, "--rows=row"]).ok();
    assert_eq!(
        program.lines().next(),
        Some("(cell[1,1]=1) + (cell[1,2]=1) + (cell[1,3]=1) + (cell[1,4]=1) = 1   row[0]")
    );
    let one = run(&["show", file, "--rows=row[1]"]).ok();
    assert!(!one.is_empty() && one.lines().all(|line| line.ends_with("   row[1]")), "{one}");
    let unknown = run(&["show", file, "--clauses=rows"]).refused(2);
    assert!(unknown.contains("unknown constraint or variable 'rows'"), "{unknown}");
}

/// An export as KNF has the solutions of the model; it is read back, and answers to it are decoded.
#[test]
fn knf_is_written_and_read_back() {
    let folder = tempfile::tempdir().expect("a folder");
    for file in [
        "models/star-battle/notebook-5x5.txt",
        "models/star-battle/no-regions-8-stars-2.txt",
        "models/sudoku/four-empty.txt",
        "models/knf/two-in-each.knf",
        "models/dimacs/projected.cnf",
    ] {
        let path = folder.path().join("a.knf");
        let path = path.to_str().expect("UTF-8");
        run(&["export", file, "--format", "knf", "-o", path]).ok();
        let text = std::fs::read_to_string(path).expect("written");
        assert!(text.lines().any(|line| line.starts_with("k ")) || file.contains("dimacs"), "{file}");
        let numbers = [file, path].map(|file| run(&["count", file, "-q"]).ok());
        assert_eq!(numbers[0], numbers[1], "{file}");
        let answer = run(&["solve", path, "--plain", "-q"]).ok();
        let literals = answer.split_whitespace().map(|word| {
            let (name, value) = word.split_once('=').expect("a value");
            format!("{}{}", if value == "0" { "-" } else { "" }, &name[1..])
        });
        let literals = format!("s SATISFIABLE\nv {} 0\n", literals.collect::<Vec<_>>().join(" "));
        let decoded = fed(&format!("decode {file} - --format knf --plain"), literals.as_bytes());
        if file.contains("projected") {
            // Hidden variables are in no answer that was printed.
            assert_eq!(decoded.code, 2, "{file}: {decoded:?}");
        } else {
            decoded.ok();
        }
    }
    let refused = run(&["export", "models/opb/knapsack.opb", "--format", "knf"]).refused(2);
    assert!(refused.contains("an objective"), "{refused}");
}
