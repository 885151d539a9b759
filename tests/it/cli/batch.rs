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
fn a_bad_line_stops_everything_before_the_first_answer() {
    let text = format!("{UNIQUE}\n{UNIQUE}x\n");
    for command in ["solve - --plain", "count -", "show -", "solve - --json"] {
        let err = fed(command, text.as_bytes()).refused(2);
        assert!(err.starts_with("<stdin>:2:"), "{err}");
        assert!(err.contains(": found ") && err.contains(", expected "), "{err}");
    }
}
