//! Files with several puzzles: a Sudoku per line.

use serde_json::Value;

use super::fed;

/// R. Gordon's list of Sudokus with 17 givens begins like this one; the second has no solution, the third two.
const UNIQUE: &str = "000000010400000000020000000000050407008000300001090000300400200050100000000806000";
const SOLVED: &str = "693784512487512936125963874932651487568247391741398625319475268856129743274836159";

/// The unique one with a given that is wrong.
fn unsolvable() -> String {
    format!("5{}", &UNIQUE[1..])
}

/// The solved one without a rectangle of two pairs of digits that can be swapped.
fn two_solutions() -> String {
    let digits: Vec<char> = SOLVED.chars().collect();
    for r1 in 0..9 {
        for r2 in r1 + 1..9 {
            for c1 in 0..9 {
                for c2 in c1 + 1..9 {
                    let at = |r: usize, c: usize| r * 9 + c;
                    let swappable =
                        digits[at(r1, c1)] == digits[at(r2, c2)] && digits[at(r1, c2)] == digits[at(r2, c1)];
                    let boxes = r1 / 3 == r2 / 3 || c1 / 3 == c2 / 3;
                    if swappable && boxes {
                        let mut open = digits.clone();
                        [at(r1, c1), at(r1, c2), at(r2, c1), at(r2, c2)].iter().for_each(|&i| open[i] = '.');
                        return open.into_iter().collect();
                    }
                }
            }
        }
    }
    panic!("no rectangle");
}

fn lines() -> String {
    format!("{UNIQUE}\n{}\n{}\n", unsolvable(), two_solutions())
}

#[test]
fn answers_come_line_by_line() {
    let solved = fed("solve - --plain", lines().as_bytes());
    assert!(solved.err.contains("\n3 of 3 puzzles: 2 solved"), "{}", solved.err);
    let out = solved.ok();
    let answers: Vec<&str> = out.lines().collect();
    assert_eq!(answers[..2], [SOLVED, "no solution"]);
    assert_eq!(answers.len(), 3);
    assert_eq!(fed("count -", lines().as_bytes()).ok(), "1\n0\n2\n");
    assert_eq!(fed("count - --puzzle 3", lines().as_bytes()).ok(), "2\n");
    let all = fed("solve - --plain --all", lines().as_bytes()).ok();
    let groups: Vec<usize> =
        all.split("\n\n").filter(|group| !group.is_empty()).map(|group| group.lines().count()).collect();
    assert_eq!(groups, [1, 1, 2]);
}

#[test]
fn what_solve_prints_check_takes() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("batch.txt");
    std::fs::write(&file, lines()).unwrap();
    let file = file.to_str().unwrap();
    for options in ["", "--all", "-n 2"] {
        let plain = fed(&format!("solve {file} --plain {options}"), b"").ok();
        let checked = fed(&format!("check {file} -"), plain.as_bytes()).ok();
        let number = if options.is_empty() { 2 } else { 3 };
        assert_eq!(checked, format!("{number} solutions checked: all rules hold; 1 line without one\n"));
    }
    let few = fed(&format!("check {file} -"), format!("{SOLVED}\n").as_bytes()).ok();
    assert_eq!(few, "1 solution checked: all rules hold; 1 of 3 puzzles has an answer\n");
    let none = fed(&format!("check {file} -"), b"not found\nno solution\n").refused(2);
    assert!(none.contains("<stdin>: nothing checked: found 2 lines without a solution"), "{none}");
    let err = fed(&format!("check {file} -"), format!("{SOLVED}\n{SOLVED}\n").as_bytes()).refused(2);
    assert!(err.contains("<stdin>:2:1: no solution of puzzle 2: "), "{err}");
    let err = fed(&format!("check {file} -"), "no solution\n".repeat(4).as_bytes()).refused(2);
    assert!(err.contains("<stdin>:4:1: found a further line"), "{err}");
}

#[test]
fn every_command_takes_a_batch() {
    let drawn = fed("solve -", lines().as_bytes()).ok();
    assert_eq!(drawn.matches("puzzle ").count(), 3, "{drawn}");
    assert!(drawn.contains("no solution"));
    let shown = fed("show - --json", lines().as_bytes()).ok();
    let instances: Vec<Value> =
        shown.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()["instance"].take()).collect();
    assert_eq!(instances, ["<stdin>#1", "<stdin>#2", "<stdin>#3"]);
    let json = fed("solve - --json", lines().as_bytes()).ok();
    assert_eq!(json.matches("\"type\":\"summary\"").count(), 3);
    let err = fed("export -", lines().as_bytes()).refused(2);
    assert!(err.contains("--puzzle"), "{err}");
    assert!(fed("export - --puzzle 2", lines().as_bytes()).ok().contains("c instance <stdin>#2\n"));
    let err = fed("count - --puzzle 4", lines().as_bytes()).refused(2);
    assert!(err.contains("holds puzzles 1 to 3"), "{err}");
    let folder = tempfile::tempdir().unwrap();
    let name = folder.path().join("p{}.cnf");
    fed(&format!("export - -o {}", name.display()), lines().as_bytes()).ok();
    let mut names: Vec<_> =
        std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    assert_eq!(names, ["p1.cnf", "p2.cnf", "p3.cnf"]);
}

#[test]
fn a_bad_line_is_reported_and_the_others_are_answered() {
    let text = format!("{UNIQUE}\n{UNIQUE}x\n{UNIQUE}\n");
    for command in ["solve - --plain", "count -", "show -", "solve - --json"] {
        let run = fed(command, text.as_bytes());
        assert_eq!(run.code, 2, "{run:?}");
        assert!(run.err.starts_with("<stdin>:2:"), "{run:?}");
        assert!(run.err.contains(": found ") && run.err.contains(", expected "), "{run:?}");
        assert!(run.err.ends_with("cnfab: 1 of 3 puzzles could not be read\n"), "{run:?}");
    }
    assert_eq!(fed("count -", text.as_bytes()).out, "1\nnot read\n1\n");
    assert_eq!(fed("solve - --plain", text.as_bytes()).out, format!("{SOLVED}\nnot read\n{SOLVED}\n"));
}

/// The content of a line of JSON besides times and the name of the strategy.
fn without_times(line: &str) -> Value {
    let mut row: Value = serde_json::from_str(line).expect("JSON");
    let fields = row.as_object_mut().expect("an object");
    fields.retain(|name, _| name != "strategy" && name != "encode_s" && !name.starts_with("time_"));
    row
}

/// Several threads share the lines: each answers as one alone does.
#[test]
fn the_number_of_threads_changes_no_answer() {
    let text = lines().repeat(150);
    for command in ["count -", "count - --json", "count - -n 1", "count - --count-only", "solve - --plain --all"] {
        let alone = fed(command, text.as_bytes());
        for threads in [2, 5] {
            let shared = fed(&format!("{command} --threads {threads}"), text.as_bytes());
            assert_eq!((shared.code, &shared.out), (alone.code, &alone.out), "{command} --threads {threads}");
        }
    }
    let [alone, shared] = ["", " --threads 2"].map(|threads| {
        let out = fed(&format!("solve - --json --all{threads}"), text.as_bytes()).ok();
        out.lines().map(without_times).collect::<Vec<Value>>()
    });
    assert_eq!(alone, shared);
    let [alone, shared] = ["", " --threads 2"].map(|threads| fed(&format!("solve -{threads}"), text.as_bytes()).ok());
    assert_eq!(alone, shared);
}

/// A line that is wrong has its place, and its answer among the others.
#[test]
fn a_wrong_line_has_its_place_with_any_number_of_threads() {
    let wrong = format!("{}{}x{}\n{UNIQUE}\n", lines().repeat(40), &UNIQUE[..30], &UNIQUE[31..]);
    for threads in ["", " --threads 2"] {
        let run = fed(&format!("count -{threads}"), wrong.as_bytes());
        assert_eq!((run.code, run.out), (2, format!("{}not read\n1\n", "1\n0\n2\n".repeat(40))));
        let expected =
            "<stdin>:121:31: found 'x', expected a digit from 1 to 9, or one of '.', '0', '_', '?' for an empty cell";
        assert!(run.err.contains(expected), "{}", run.err);
    }
}

/// When time is over, the answers are those of the first puzzles, and no line is left out between them.
#[test]
fn a_limit_of_time_leaves_the_first_answers() {
    let text = format!("{}{}\n{}", lines().repeat(50), ".".repeat(81), lines().repeat(50));
    for threads in ["", " --threads 2"] {
        let run = fed(&format!("count - --count-only --timeout 2{threads}"), text.as_bytes());
        assert_eq!(run.code, 3, "{}", run.err);
        assert!(run.err.contains("time is over"), "{}", run.err);
        let (first, last) = run.out.split_at("1\n0\n2\n".len() * 50);
        assert_eq!(first, "1\n0\n2\n".repeat(50));
        assert!(last.starts_with(">=") && last.lines().count() <= 2, "{last}");
    }
}

/// Whoever has read enough ends the command, however many threads it has.
#[cfg(unix)]
#[test]
fn a_reader_that_leaves_ends_the_batch() {
    use std::io::{BufRead, BufReader, Write};
    for threads in ["1", "2"] {
        let mut child = super::program();
        child.args(["solve", "-", "--all", "--plain", "--threads", threads]).stdin(std::process::Stdio::piped());
        let mut child = child.spawn().expect("the program starts");
        let text = format!("{UNIQUE}\n{}\n", ".".repeat(81)).repeat(100);
        child.stdin.take().expect("a pipe").write_all(text.as_bytes()).expect("the program reads");
        let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut first = String::new();
        out.read_line(&mut first).expect("a line");
        assert_eq!(first.trim(), SOLVED);
        drop(out);
        // Without an end, the test would never be over: an empty board has more solutions than can be listed.
        child.wait().expect("it ends");
    }
}
