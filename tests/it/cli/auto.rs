//! The default strategy: when it is used, what it reports, and that it does the same again.

use serde_json::Value;

use super::{cnfab, fed};

const OPEN: &str = "models/jodici/open.txt";
const SMALL: &str = "models/jodici/sample-without-7.txt";

#[test]
fn it_is_the_default_unless_formulas_are_spoken_of() {
    for (arguments, strategy) in [
        ("", "auto"),
        ("--encode default", "auto"),
        ("--encode symmetry=none", "auto"),
        ("--threads 2", "auto:threads=2"),
        ("--strategy auto:steps=7", "auto:steps=7"),
        ("--encode amo=product", "sat"),
        ("--shuffle 3", "sat"),
        ("--strategy backtrack", "backtrack"),
    ] {
        let run = cnfab(&format!("solve {SMALL} --all --json {arguments}"));
        assert_eq!(run.code, 0, "{run:?}");
        let summary: Value = serde_json::from_str(run.out.lines().last().expect("a summary")).expect("JSON");
        assert_eq!((&summary["strategy"], &summary["solutions"]), (&strategy.into(), &4.into()), "{arguments}");
        assert_eq!(summary["course"].is_string(), strategy.starts_with("auto"), "{arguments}: {summary}");
    }
    let run = cnfab(&format!("count {SMALL} --strategy auto --encode amo=product"));
    assert_eq!(run.err, "cnfab: note: auto does not use 'amo=product' of --encode\n");
    let note = cnfab(&format!("solve {SMALL} --strategy auto --shuffle 1"));
    assert!(
        note.err.starts_with("cnfab: note: auto shuffles only what batsat gets, if it comes to that\n"),
        "{note:?}"
    );
}

#[test]
fn what_it_came_to_is_told() {
    let run = cnfab(&format!("count {OPEN}"));
    assert_eq!(run.out, "318600\n");
    // Counts take turns by the clock, so others may have had one.
    assert!(
        run.err.starts_with("cnfab: note: auto came to frontier:memory=500, in turns with backtrack"),
        "{}",
        run.err
    );
    let run = cnfab(&format!("count {OPEN} --threads 2 --count-only --json"));
    let line: Value = serde_json::from_str(&run.out).expect("JSON");
    assert_eq!((&line["count"], &line["exact"]), (&318_600.into(), &true.into()));
    let course = line["course"].as_str().expect("a text");
    assert!(course.starts_with("frontier:memory=500, in turns with backtrack:threads=2"), "{course}");
    let run = cnfab(&format!("solve {SMALL} --plain"));
    assert!(run.err.contains("; auto ") && run.err.contains(": backtrack;"), "{}", run.err);
    let batch = fed("solve - --plain", format!("{0}\n{0}\n", ".".repeat(81)).as_bytes());
    assert!(batch.err.contains("; auto in ") && batch.err.contains(": backtrack for 2"), "{}", batch.err);
    let row = cnfab(&format!("compare {SMALL} --strategies auto,backtrack --report json"));
    let courses: Vec<Value> =
        row.out.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON")["course"].clone()).collect();
    assert_eq!(courses, ["backtrack".into(), Value::Null]);
}

#[test]
fn it_does_the_same_again_and_no_solution_twice() {
    let arguments = "solve models/hidoku/printed-with-100-only.txt --plain -n 300 --strategy auto:steps=3000";
    let first = cnfab(arguments).ok();
    assert_eq!(first, cnfab(arguments).ok());
    let mut lines: Vec<&str> = first.lines().collect();
    lines.sort_unstable();
    lines.dedup();
    assert_eq!(lines.len(), 300);
}

#[test]
fn a_limit_ends_all_engines() {
    let run = cnfab("count models/sudoku/many-solutions.txt --timeout 0.6 --strategy auto:steps=1000");
    assert_eq!(run.code, 3, "{run:?}");
    assert!(run.out.starts_with(">="), "{run:?}");
}

#[test]
fn orbits_seeds_and_sorted_solutions() {
    assert_eq!(cnfab("count models/hexagon/aristotle.txt --up-to-symmetry").ok(), "1\n");
    assert_eq!(cnfab("count models/magic-board/order-4.txt --up-to-symmetry --strategy auto:steps=2000").ok(), "880\n");
    let sorted = cnfab(&format!("solve {SMALL} --all --sorted --plain --seed 5")).ok();
    assert_eq!(sorted, cnfab(&format!("solve {SMALL} --all --sorted --plain --strategy sat")).ok());
}

#[test]
fn a_count_that_is_cut_off_says_what_was_counted() {
    let run = cnfab("count models/sudoku/empty.txt --count-only --timeout 2");
    assert_eq!(run.code, 3, "{run:?}");
    let least: u64 = run.out.trim().strip_prefix(">=").expect("a lower bound").parse().expect("a number");
    assert!(least > 0, "{run:?}");
}

/// A solution that is dealt is tried, too: rounds without a swap come to the limit.
#[test]
fn annealing_ends_after_it_has_found_all_there_is() {
    let run = cnfab("solve models/sudoku/six.txt --all --plain --strategy anneal:iterations=300000");
    assert_eq!((run.code, run.out.lines().count()), (3, 1), "{run:?}");
    assert!(!run.err.contains("panicked"), "{run:?}");
}
