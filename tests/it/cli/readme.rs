//! README's command lines run as they stand there, and print the numbers that stand behind them.

use std::path::Path;
use std::process::{Command, Stdio};

const README: &str = include_str!("../../../README.md");

/// The lines of the blocks that are for a shell: each command, and the comment behind it.
fn commands() -> Vec<(&'static str, &'static str)> {
    let blocks = README.split("```sh\n").skip(1).filter_map(|rest| rest.split("```").next());
    let lines = blocks.flat_map(str::lines).filter(|line| !line.trim().is_empty());
    lines.map(|line| line.split_once(" # ").map_or((line, ""), |(command, about)| (command.trim(), about))).collect()
}

/// A folder in which README's files and a command `cnfab` are.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    std::os::unix::fs::symlink(project.join("models"), folder.path().join("models")).expect("a link");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_cnfab"), folder.path().join("cnfab")).expect("a link");
    folder
}

/// Whether programs of others are there that README names.
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

#[test]
fn every_command_runs_as_it_stands() {
    let folder = folder();
    let folder = folder.path();
    let commands = commands();
    assert!(commands.len() > 40, "{}", commands.len());
    for (command, about) in commands {
        let line = command.replacen("cargo run --release --locked --", "cnfab", 1);
        assert!(line.starts_with("cnfab ") || line.contains(" | cnfab "), "{line}");
        if line.ends_with("--prove") && !has_readers() {
            continue;
        }
        let (code, out, err) = run(folder, &line);
        // 'sat' ends as in competitions.
        let expected = if line.starts_with("cnfab sat ") { 10 } else { 0 };
        assert_eq!(code, expected, "{command}\n{out}\n{err}");
        // The result of the default strategy is reported, and what runs a study is spared, but no complaint.
        let is_known = |line: &&str| line.contains("auto came to") || line.contains("have one run");
        let mut notes = err.lines().filter(|line| line.starts_with("cnfab: note") && !is_known(line));
        assert!(!err.contains("no least conflict budget") && notes.next().is_none(), "{command}\n{err}");
        let stated = about.split_once(':').and_then(|(number, _)| number.parse::<u64>().ok());
        if let Some(stated) = stated {
            assert_eq!(out, format!("{stated}\n"), "{command}");
        }
        if let Some(file) = line.split(" -o ").nth(1).or(line.split(" > ").nth(1)) {
            let file = file.split_whitespace().next().expect("a name");
            let written = folder.join(file);
            assert!(written.exists(), "{command}");
            if file.ends_with(".cnf") {
                let formula = std::fs::read_to_string(written).expect("UTF-8");
                let shows_something = |line: &str| line.starts_with("p cnf ") && !line.ends_with(" 0");
                assert!(formula.lines().any(shows_something), "{command}: a formula without clauses");
            }
        }
    }
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

/// Every command of a guide runs as it stands there, with the files that the guide has one save. The guide to MiniZinc
/// runs where readers are asked for.
#[test]
fn every_command_of_a_guide_runs() {
    let has_readers = has_readers();
    let mut ran = 0;
    for (guide, text) in guides() {
        if text.contains("minizinc --solver") && !has_readers {
            continue;
        }
        let folder = folder();
        for block in text.split("\n```").skip(1).step_by(2) {
            let (head, body) = block.split_once('\n').expect("a block");
            if let Some((_, file)) = head.split_once(' ') {
                std::fs::write(folder.path().join(file), body.to_owned() + "\n").expect("written");
            }
            for line in body.lines().filter(|line| head == "sh" && !line.is_empty()) {
                let (command, about) = line.split_once(" # ").unwrap_or((line, ""));
                let (code, out, err) = run(folder.path(), command);
                assert_eq!(code, 0, "{guide}: {command}\n{out}\n{err}");
                let stated = about.trim().split_once(':').and_then(|(number, _)| number.parse::<u64>().ok());
                if let Some(stated) = stated {
                    assert_eq!(out, format!("{stated}\n"), "{guide}: {command}");
                }
                ran += 1;
            }
        }
    }
    assert!(ran > 10, "{ran}");
}

/// Every command of the program has a line.
#[test]
fn every_command_is_shown() {
    let help = super::cnfab("--help").ok();
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    for command in lines.filter(|line| !line.starts_with("   ")).filter_map(|line| line.split_whitespace().next()) {
        assert!(command == "schema" || README.contains(&format!("cnfab {command}")), "{command}");
    }
}

/// README says which commands take models, as the refusal of the others does.
#[test]
fn commands_for_models_are_those_that_take_them() {
    let refusal = super::cnfab("why models/flatzinc/golomb-5.fzn").refused(2);
    let (_, taking) = refusal.split_once("which these commands take: ").expect("a list");
    let taking: Vec<&str> = taking.split(';').next().expect("a list").split(", ").collect();
    let paragraph = README.lines().find(|line| line.starts_with("**Models of others**")).expect("a paragraph");
    let (take, refuse) = paragraph
        .split_once("takes puzzles only")
        .map_or((paragraph, ""), |(before, _)| before.rsplit_once("What is about").expect("two sentences"));
    let names = |text: &'static str| text.split('`').skip(1).step_by(2).collect::<Vec<&str>>();
    for name in names(take) {
        assert!(taking.contains(&name), "{name}: {refusal}");
    }
    for name in taking.iter().filter(|name| **name != "flatzinc") {
        assert!(names(take).contains(name), "README does not name {name}");
    }
    assert!(names(refuse).len() > 5, "{refuse}");
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
    let kinds = README.lines().find(|line| line.starts_with("**Kinds**")).expect("a paragraph").to_lowercase();
    for kind in cnfab::puzzle::KINDS {
        assert!(
            kinds.contains(&kind.name.replace('-', " ")),
            "README's paragraph on kinds does not name {}",
            kind.name
        );
    }
}
