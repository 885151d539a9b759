//! `--help`, `list` and `show`.

use cnfab::puzzle::Preset;
use serde_json::Value;

use super::{cnfab, fed, run};

const COMMANDS: [&str; 15] = [
    "list",
    "show",
    "solve",
    "count",
    "sample",
    "check",
    "generate",
    "judge",
    "minimize",
    "candidates",
    "why",
    "explain",
    "export",
    "decode",
    "compare",
];

#[test]
fn help_names_every_command_and_not_the_worker() {
    let help = cnfab("--help").ok();
    for command in COMMANDS {
        assert!(help.contains(&format!("  {command}")), "{command} in {help}");
        let of_command = run(&[command, "--help"]).ok();
        assert!(of_command.contains("Usage: cnfab"), "{of_command}");
    }
    assert!(!help.contains("worker"));
    assert!(help.contains("Exit codes"));
    assert!(cnfab("export --help").ok().contains("c map 17 cell[2,3] = 5"));
}

#[test]
fn nothing_or_a_wrong_command_is_usage() {
    assert_eq!(cnfab("").code, 2);
    let err = cnfab("sovle x").refused(2);
    assert!(err.contains("'solve'"), "{err}");
}

#[test]
fn lists_hold_every_registry() {
    let all = cnfab("list").ok();
    for title in ["kinds:", "encodings:", "strategies:", "formats:", "puzzle-formats:", "models:"] {
        assert!(all.contains(title), "{title} in {all}");
    }
    let (kinds, models) = (cnfab("list kinds").ok(), cnfab("list models").ok());
    for kind in cnfab::puzzle::KINDS {
        assert!(kinds.contains(kind.name));
        let shown = |preset: &Preset| kinds.contains(&format!("preset:{}, that is {}: ", preset.name, preset.strategy));
        assert!(kind.presets.iter().all(shown), "{kinds}");
        assert!(models.contains(&format!("models/{}/", kind.name)), "an instance of {}", kind.name);
    }
    let strategies = cnfab("list strategies").ok();
    for strategy in cnfab::solve::STRATEGIES {
        assert!(strategies.contains(strategy.name));
    }
    let engines =
        cnfab::solve::STRATEGIES.iter().flat_map(|strategy| strategy.options).find(|option| option.0 == "engine");
    let backtrack = strategies.lines().find(|line| line.trim_start().starts_with("backtrack ")).expect("its line");
    for engine in engines.expect("an option of backtrack").1.iter().filter(|engine| **engine != "auto") {
        assert!(backtrack.contains(engine), "{engine}: {backtrack}");
    }
    let range = "iterations=NUMBER from 1 to 1000000000000000000, 30000000 if not given: ";
    assert!(strategies.contains(range), "{strategies}");
    let encodings = cnfab("list encodings").ok();
    assert!(encodings.contains("root=narrow"));
    for part in cnfab::solve::Encodings::default().to_string().split(',') {
        let line = encodings.lines().find(|line| line.split_whitespace().next() == Some(part));
        assert!(line.is_some_and(|line| line.ends_with("(default)")), "{part}: {line:?}");
    }
}

#[test]
fn list_as_json() {
    let list: Value = serde_json::from_str(&cnfab("list --json").ok()).unwrap();
    for key in ["kinds", "encodings", "strategies", "formats", "puzzle-formats", "models"] {
        let entries = list[key].as_array().unwrap();
        assert!(!entries.is_empty(), "{key}");
        assert!(entries.iter().all(|entry| entry["name"].is_string()), "{key}");
    }
    let only: Value = serde_json::from_str(&cnfab("list formats --json").ok()).unwrap();
    assert_eq!(only["formats"][0]["name"], "dimacs");
    assert_eq!(only.as_object().unwrap().len(), 1);
    let aristotle =
        list["models"].as_array().unwrap().iter().find(|entry| entry["name"] == "models/hexagon/aristotle.txt");
    assert_eq!(aristotle.unwrap()["solutions"], "12");
}

#[test]
fn show_draws_and_counts() {
    let shown = cnfab("show models/hexagon/aristotle.txt").ok();
    assert!(shown.contains("19 variables") && shown.contains("16 constraints"), "{shown}");
    let shown = cnfab("show models/hexagon/aristotle.txt --json").ok();
    let shown: Value = serde_json::from_str(&shown).unwrap();
    assert_eq!(shown["variables"][0]["count"], 19);
    assert_eq!(shown["variables"][0]["largest"], 19);
    let labels: Vec<&str> =
        shown["constraints"].as_array().unwrap().iter().map(|entry| entry["label"].as_str().unwrap()).collect();
    assert_eq!(labels, ["different", "line"]);
    assert_eq!(shown["constraints"][1]["count"], 15);
}

#[test]
fn standard_input_is_a_file_like_any_other() {
    let text = std::fs::read("models/hexagon/aristotle.txt").unwrap();
    assert_eq!(fed("show -", &text).ok(), cnfab("show models/hexagon/aristotle.txt").ok());
}

/// The name of anything may be written with capitals.
#[test]
fn capitals_make_no_difference_to_names() {
    let puzzle = "models/jodici/sample.txt";
    for (plain, other) in [
        ("export models/jodici/sample.txt --format opb", "export models/jodici/sample.txt --format OPB"),
        ("export models/jodici/sample.txt --format dimacs", "export models/jodici/sample.txt --format Cnf"),
        (
            "export models/jodici/sample.txt --encode amo=product,root=none",
            "export models/jodici/sample.txt --encode AMO=Product,Root=None",
        ),
        (
            "solve models/jodici/sample.txt -q --strategy sat:varisat",
            "solve models/jodici/sample.txt -q --strategy SAT:Varisat",
        ),
        (
            "solve models/jodici/sample.txt -q --strategy backtrack:order=input",
            "solve models/jodici/sample.txt -q --strategy Backtrack:Order=INPUT",
        ),
        ("draw models/jodici/sample.txt --format svg", "draw models/jodici/sample.txt --format SVG"),
        ("audit amo=product --n 3 --report markdown", "audit Amo=Product --n 3 --report Markdown"),
        ("list kinds", "list Kinds"),
        ("help sudoku", "help Sudoku"),
        ("help encodings", "help Encodings"),
        ("help solve", "help SOLVE"),
        ("schema rows", "schema ROWS"),
        ("show models/jodici/sample.txt --color never", "show models/jodici/sample.txt --color Never"),
    ] {
        let [plain, other] = [plain, other].map(cnfab);
        assert_eq!((plain.code, &plain.out, &plain.err), (other.code, &other.out, &other.err));
        assert_eq!(plain.code, 0, "{plain:?}");
    }
    let rows = |options: &str| cnfab(&format!("compare {puzzle} --report json {options}")).ok().lines().count();
    assert_eq!(rows("--strategies SAT,Backtrack --encodings DEFAULT,AMO=Product,amo=pairwise"), 4);
    assert_eq!(rows("--strategies Presets"), rows("--strategies documents"));
}

#[test]
fn help_finds_the_lists() {
    for list in ["strategies", "formats", "puzzle-formats", "kinds"] {
        assert_eq!(cnfab(&format!("help {list}")).ok(), cnfab(&format!("list {list}")).ok());
    }
    assert!(cnfab("help strategy").refused(2).contains("did you mean 'strategies'?"));
    assert!(cnfab("help strategies --example").refused(2).contains("no example"));
}
