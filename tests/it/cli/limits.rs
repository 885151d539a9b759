//! Limits of time that run out before there is an answer, and files that never end.

use std::fs;
use std::process::Command;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use super::{Run, cnfab, fed, run};

/// How much longer than its limit a command may take here, where other tests run beside it.
const LATE: Duration = Duration::from_secs(1);

fn timed(work: impl FnOnce() -> Run) -> (Run, Duration) {
    let start = Instant::now();
    let run = work();
    (run, start.elapsed())
}

#[test]
fn a_protocol_has_its_answer_when_reading_takes_all_the_time() {
    let flat = "var 0..2000000: x :: output_var;\nsolve satisfy;\n";
    for milliseconds in ["-809", "0"] {
        assert_eq!(fed(&format!("flatzinc -t {milliseconds} -"), flat.as_bytes()).ok(), "=====UNKNOWN=====\n");
    }
    assert_eq!(fed("xcsp3 -T 0 -", b"<instance/>").ok(), "s UNKNOWN\n");
    // A text of this length takes longer than that.
    let flat: String = (0..1_000_000).map(|number| format!("var 0..9: x{number} :: output_var;\n")).collect();
    let flat = flat + "solve satisfy;\n";
    let (found, took) = timed(|| fed("flatzinc -t 100 -", flat.as_bytes()));
    assert_eq!(found.ok(), "=====UNKNOWN=====\n");
    assert!(took < Duration::from_millis(100) + LATE, "{took:?}");
    let xml = "<instance format=\"XCSP3\" type=\"CSP\"><variables><array id=\"x\" size=\"[3000][3000]\">0..1000000</array>\
               </variables><constraints><allDifferent>x[][]</allDifferent></constraints></instance>";
    let (found, took) = timed(|| fed("xcsp3 -T 0.1 -", xml.as_bytes()));
    assert_eq!(found.ok(), "s UNKNOWN\n");
    assert!(took < Duration::from_millis(100) + LATE, "{took:?}");
}

#[test]
fn every_command_that_reads_has_a_limit() {
    let file = "models/sudoku/six.txt";
    for command in [
        format!("export {file}"),
        format!("show {file}"),
        format!("draw {file}"),
        format!("convert {file} --to penpa"),
        format!("check {file} {file}"),
        format!("decode {file} {file}"),
        "list models".to_owned(),
    ] {
        let refused = cnfab(&format!("{command} -T 0")).refused(3);
        assert!(refused.starts_with("cnfab: time is over: "), "{command}: {refused}");
        let other = cnfab(&format!("{command} -T 1000"));
        assert!(!other.err.contains("time is over"), "{command}: {other:?}");
    }
}

#[test]
fn stating_a_board_ends_in_time() {
    for size in [12, 16] {
        let (found, took) = timed(|| cnfab(&format!("generate magic-board --size {size} -T 0.3")));
        assert_eq!(found.code, 3, "{found:?}");
        assert!(took < Duration::from_millis(300) + LATE, "{size}: {took:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_pipe_among_files_is_named_and_not_opened() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path();
    fs::copy("models/sudoku/six.txt", path.join("b.txt")).expect("copied");
    assert!(Command::new("mkfifo").arg(path.join("a.txt")).status().expect("it starts").success());
    // Nor are folders followed in circles.
    for name in ["one", "two"] {
        std::os::unix::fs::symlink(path, path.join(name)).expect("linked");
    }
    let name = path.to_str().expect("text");
    let listed = run(&["list", "models", name]).ok();
    assert_eq!(listed.lines().count(), 2, "{listed}");
    assert!(listed.contains("found a pipe or a device, expected a file"), "{listed}");
    let study = path.join("study.toml");
    let text = "name = \"pipes\"\nstrategies = \"backtrack\"\n\n[[instances]]\nfiles = [\"*.txt\"]\n";
    fs::write(&study, text).expect("written");
    let refused = run(&["sweep", study.to_str().expect("text"), "--dry-run"]).refused(2);
    assert!(refused.contains("found a pipe or a device"), "{refused}");
    let library = TempDir::new().expect("a folder");
    assert!(Command::new("mkfifo").arg(library.path().join("cnfab.msc")).status().expect("it starts").success());
    let refused = run(&["minizinc", "--install", "--folder", library.path().to_str().expect("text")]).refused(2);
    assert!(refused.contains("found a file of others"), "{refused}");
}
