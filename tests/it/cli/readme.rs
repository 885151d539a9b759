//! The command lines of README and of the guides run as they stand there, and print the numbers that stand behind them.

use std::path::Path;
use std::process::{Command, Stdio};

const README: &str = include_str!("../../../README.md");
const COMMANDS: &str = include_str!("../../../docs/guide/commands.md");

/// A folder in which README's files and a command `cnfab` are.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    std::os::unix::fs::symlink(project.join("models"), folder.path().join("models")).expect("a link");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_cnfab"), folder.path().join("cnfab")).expect("a link");
    folder
}

/// True if programs of others are there that README names.
fn has_readers() -> bool {
    std::env::var_os("CNFAB_READERS").is_some()
}

fn run(folder: &Path, line: &str) -> (i32, String, String) {
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap_or_default());
    let mut shell = Command::new("sh");
    shell.args(["-c", line]).current_dir(folder).env("PATH", path).stdin(Stdio::null());
    let output = shell.output().expect("a shell");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code().expect("it ends by itself"), text(output.stdout), text(output.stderr))
}

/// Runs the lines of a page that are for a shell, in the files that the page has one save. Returns the number of lines.
fn run_page(page: &str, text: &str) -> usize {
    let folder = folder();
    let folder = folder.path();
    let mut ran = 0;
    for block in text.split("\n```").skip(1).step_by(2) {
        let (head, body) = block.split_once('\n').expect("a block");
        if let Some((_, file)) = head.split_once(' ') {
            std::fs::write(folder.join(file), body.to_owned() + "\n").expect("written");
        }
        for line in body.lines().filter(|line| head == "sh" && !line.is_empty()) {
            let (command, about) = line.split_once(" # ").unwrap_or((line, ""));
            run_line(folder, page, command.trim(), about.trim());
            ran += 1;
        }
    }
    ran
}

/// Runs a line: how it ends, what it complains about, the number behind it, and the file that it writes.
fn run_line(folder: &Path, page: &str, command: &str, about: &str) {
    let line = command.replacen("cargo run --release --locked --", "cnfab", 1);
    let is_ours = line.starts_with("cnfab ") || line.contains(" | cnfab ");
    assert!(is_ours || line.contains(" minizinc --solver cnfab "), "{page}: {line}");
    if line.ends_with("--prove") && !has_readers() {
        return;
    }
    let (code, out, err) = run(folder, &line);
    // 'sat' ends as in competitions.
    let expected = if line.starts_with("cnfab sat ") { 10 } else { 0 };
    assert_eq!(code, expected, "{page}: {command}\n{out}\n{err}");
    // The result of the default strategy is reported, and what runs a study is spared, but no complaint.
    let is_known = |line: &&str| line.contains("auto came to") || line.contains("have one run");
    let mut notes = err.lines().filter(|line| line.starts_with("cnfab: note") && !is_known(line));
    assert!(!err.contains("no least conflict budget") && notes.next().is_none(), "{page}: {command}\n{err}");
    let stated = about.split_once(':').and_then(|(number, _)| number.parse::<u64>().ok());
    if let Some(stated) = stated {
        assert_eq!(out, format!("{stated}\n"), "{page}: {command}");
    }
    if let Some(file) = line.split(" -o ").nth(1).or(line.split(" > ").nth(1)) {
        let file = file.split_whitespace().next().expect("a name");
        let written = folder.join(file);
        assert!(written.exists(), "{page}: {command}");
        if file.ends_with(".cnf") {
            let formula = std::fs::read_to_string(written).expect("UTF-8");
            let shows_something = |line: &str| line.starts_with("p cnf ") && !line.ends_with(" 0");
            assert!(formula.lines().any(shows_something), "{page}: {command}: a formula without clauses");
        }
    }
}

#[test]
fn every_command_of_readme_runs_as_it_stands() {
    assert!(README.lines().count() <= 80);
    assert!(run_page("README.md", README) > 6);
}

/// The guides by name.
fn guides() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/guide");
    let entries = std::fs::read_dir(folder).expect("the guides").map(|entry| entry.expect("an entry").path());
    let guide = |path: std::path::PathBuf| (path.display().to_string(), std::fs::read_to_string(path).expect("UTF-8"));
    let mut guides: Vec<(String, String)> = entries.map(guide).collect();
    guides.sort();
    guides
}

/// The guide to MiniZinc runs where readers are asked for.
#[test]
fn every_command_of_a_guide_runs() {
    let has_readers = has_readers();
    let mut ran = 0;
    for (guide, text) in guides().into_iter().filter(|(_, text)| text != COMMANDS) {
        if text.contains("minizinc --solver") && !has_readers {
            continue;
        }
        ran += run_page(&guide, &text);
    }
    assert!(ran > 10, "{ran}");
}

#[test]
fn every_line_of_the_guide_to_the_commands_runs() {
    assert!(run_page("commands.md", COMMANDS) > 60);
}

/// Every command of the program has a line.
#[test]
fn every_command_is_shown() {
    let help = super::cnfab("--help").ok();
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    for command in lines.filter(|line| !line.starts_with("   ")).filter_map(|line| line.split_whitespace().next()) {
        assert!(command == "schema" || COMMANDS.contains(&format!("cnfab {command}")), "{command}");
    }
}

/// The guide says which commands take models, as the refusal of the others does.
#[test]
fn commands_for_models_are_those_that_take_them() {
    let refusal = super::cnfab("minimize models/flatzinc/golomb-5.fzn").refused(2);
    let (_, taking) = refusal.split_once("which these commands take: ").expect("a list");
    let taking: Vec<&str> = taking.split(';').next().expect("a list").split(", ").collect();
    let item = |start: &str| {
        let (_, item) = COMMANDS.split_once(start).expect("an item of the list");
        item.split("\n- ").next().and_then(|item| item.split("\n\n").next()).expect("an item")
    };
    let (take, refuse) = (item("\n- For models and puzzles:"), item("\n- For puzzles only"));
    let names = |text: &'static str| text.split('`').skip(1).step_by(2).collect::<Vec<&str>>();
    for name in names(take) {
        assert!(taking.contains(&name), "{name}: {refusal}");
    }
    for name in taking.iter().filter(|name| **name != "flatzinc") {
        assert!(names(take).contains(name), "the guide does not name {name}");
    }
    assert!(names(refuse).len() > 2, "{refuse}");
    let folder = tempfile::tempdir().expect("a folder");
    let answer = folder.path().join("answer");
    std::fs::write(&answer, "s UNKNOWN\n").expect("written");
    let (answer, proof) = (answer.display().to_string(), folder.path().join("proof").display().to_string());
    for name in names(take).into_iter().chain(names(refuse)) {
        let more: &[&str] = match name {
            "check" | "decode" => &[&answer],
            "certify" => &["-o", &proof],
            "convert" => &["--to", "penpa"],
            "audit" => &["--size-only"],
            "export" => &["--format", "wcnf"],
            _ => &[],
        };
        let run = super::run(&[&[name, "models/flatzinc/golomb-5.fzn"], more].concat());
        let is_refused = run.err.contains("takes puzzles only");
        assert_eq!(is_refused, names(refuse).contains(&name), "{name}: {run:?}");
    }
}

#[test]
fn every_kind_is_named() {
    let (_, kinds) = COMMANDS.split_once("## Kinds of puzzles\n\n").expect("a section");
    let kinds = kinds.split("\n\n").next().expect("a paragraph").to_lowercase().replace('\n', " ");
    for kind in cnfab::puzzle::KINDS {
        assert!(kinds.contains(&kind.name.replace('-', " ")), "the paragraph on kinds does not name {}", kind.name);
    }
}
