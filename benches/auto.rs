//! The default strategy against each single one, over all of `models/`: how close it comes to the best.
//!
//! Runs the program as a user does, start and making of the model included: the first solution, two solutions, `count`,
//! and `count --count-only`. Prints the least time of some runs, of the best strategy and of `auto`. The bar of `auto`
//! is twice the best time and 5 ms; its ratio to that is good below 1. Rows above are named again at the end. What is
//! printed is asserted: all strategies give the same number, which is the one in the file's head. A strategy is stopped
//! that has taken three times as long as the best so far, and a row is left out that none finishes in time.
//!
//! `cargo bench --bench auto -- hidoku jodici -- two` runs some rows only. Words before the second `--` select files,
//! words behind it tasks. Seconds per run (20): `CNFAB_BENCH_SECONDS`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// A task: its name, the command and its arguments.
const TASKS: [(&str, &[&str]); 4] = [
    ("first", &["solve", "--plain"]),
    ("two", &["solve", "--plain", "-n", "2"]),
    ("count", &["count"]),
    ("count-only", &["count", "--count-only"]),
];

/// The strategies, those first that are best most often, since what the others may take depends on them.
const SINGLE: [&str; 5] = ["backtrack", "cdcl", "frontier", "sat:batsat", "sat"];

/// How often a run is repeated that takes less than this.
const RUNS: usize = 5;
const SHORT: f64 = 0.3;

fn main() {
    let seconds: f64 = match std::env::var("CNFAB_BENCH_SECONDS") {
        Ok(text) => text.parse().expect("CNFAB_BENCH_SECONDS is a number of seconds"),
        Err(_) => 20.0,
    };
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let mut words = words.split(|word| word == "--");
    let (files, tasks) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let is_wanted = |words: &[String], name: &str| words.is_empty() || words.iter().any(|word| name.contains(word));
    println!("{:<44} {:<10} {:<24} {:>11} {:>11} {:>7}", "instance", "task", "best", "time", "auto", "of bar");
    let (mut rows, mut above) = (0, Vec::new());
    for path in instances() {
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let name = path.strip_prefix("models").unwrap_or(&path).display().to_string();
        for (task, arguments) in TASKS.iter().filter(|(task, _)| is_wanted(tasks, task)) {
            if !is_wanted(files, &name) {
                continue;
            }
            let Some(row) = Row::of(&path, &text, arguments, seconds) else { continue };
            let bar = 2.0 * row.best.seconds + 0.005;
            let line = format!(
                "{name:<44} {task:<10} {:<24} {:>8.2} ms {:>8.2} ms {:>7.2}",
                row.strategy,
                row.best.seconds * 1e3,
                row.auto.seconds * 1e3,
                row.auto.seconds / bar,
            );
            println!("{line}");
            rows += 1;
            if row.auto.seconds > bar {
                above.push(line);
            }
        }
    }
    println!("\n{} of {rows} rows above the bar", above.len());
    above.iter().for_each(|line| println!("{line}"));
}

/// The best strategy and `auto`.
struct Row {
    strategy: &'static str,
    best: Run,
    auto: Run,
}

/// A run that came to its end.
struct Run {
    seconds: f64,
    output: String,
}

impl Row {
    /// `None` if no strategy comes to an end in time.
    fn of(path: &Path, text: &str, arguments: &[&str], seconds: f64) -> Option<Self> {
        let mut best: Option<(&'static str, Run)> = None;
        for strategy in SINGLE {
            let limit = best.as_ref().map_or(seconds, |(_, best)| (3.0 * best.seconds + 0.05).min(seconds));
            let Some(run) = least(path, arguments, strategy, limit) else { continue };
            let number = number(&run, arguments);
            if let Some((other, best)) = &best {
                assert_eq!(number, self::number(best, arguments), "{}: {strategy}, {other}", path.display());
            }
            hold(path, text, arguments, &number);
            if best.as_ref().is_none_or(|(_, best)| run.seconds < best.seconds) {
                best = Some((strategy, run));
            }
        }
        let (strategy, best) = best?;
        let auto = least(path, arguments, "auto", f64::INFINITY).expect("it has no limit");
        assert_eq!(number(&auto, arguments), number(&best, arguments), "{}: auto, {strategy}", path.display());
        Some(Row { strategy, best, auto })
    }
}

/// The number of solutions of each puzzle, or of all together where they were printed.
fn number(run: &Run, arguments: &[&str]) -> String {
    if arguments[0] == "count" {
        return run.output.clone();
    }
    let is_solution = |line: &&str| !line.is_empty() && *line != "no solution";
    run.output.lines().filter(is_solution).count().to_string()
}

/// Compares the number with the one in the head, if the head is of one puzzle.
fn hold(path: &Path, text: &str, arguments: &[&str], number: &str) {
    let head = text.lines().find_map(|line| line.strip_prefix("# Solutions:"));
    let head = head.unwrap_or_else(|| panic!("{}: no line '# Solutions:'", path.display()));
    let stated = head.split_whitespace().next().unwrap_or_default();
    let is_batch =
        text.lines().filter(|line| line.split_whitespace().next().is_some_and(|word| word.len() == 81)).count() > 1;
    let Ok(stated) = stated.parse::<u64>() else { return };
    if is_batch {
        return;
    }
    let wanted = match arguments {
        ["solve", _, "-n", wanted] => wanted.parse().expect("a number"),
        ["solve", ..] => 1,
        _ => u64::MAX,
    };
    assert_eq!(number.trim(), stated.min(wanted).to_string(), "{}", path.display());
}

/// The fastest of some runs; `None` if the strategy cannot do it, or not in time.
fn least(path: &Path, arguments: &[&str], strategy: &str, limit: f64) -> Option<Run> {
    let mut best: Option<Run> = None;
    for _ in 0..RUNS {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cnfab"));
        command.current_dir(env!("CARGO_MANIFEST_DIR")).args(arguments).arg(path).args(["--strategy", strategy]);
        if limit.is_finite() {
            command.args(["--timeout", &limit.to_string()]);
        }
        let start = Instant::now();
        let output = command.output().expect("the program starts");
        let seconds = start.elapsed().as_secs_f64();
        if !output.status.success() {
            let known = matches!(output.status.code(), Some(2 | 3));
            assert!(known, "{} by {strategy}: {}", path.display(), String::from_utf8_lossy(&output.stderr));
            return best;
        }
        let output = String::from_utf8(output.stdout).expect("UTF-8");
        if best.as_ref().is_none_or(|best| seconds < best.seconds) {
            best = Some(Run { seconds, output });
        }
        if seconds > SHORT {
            break;
        }
    }
    best
}

/// The files of all kinds, below the folder of the crate.
fn instances() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("models");
    let list = |folder: &Path| -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        entries.map(|entry| entry.expect("an entry").path()).collect()
    };
    let kinds = list(&folder).into_iter().filter(|path| path.is_dir());
    let mut files: Vec<PathBuf> = kinds.flat_map(|kind| list(&kind)).collect();
    files.retain(|path| {
        fs::read_to_string(path).is_ok_and(|text| text.contains("kind:") && text.contains("# Solutions:"))
    });
    files.sort();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    files.into_iter().map(|path| path.strip_prefix(root).expect("inside").to_owned()).collect()
}
