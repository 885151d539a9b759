//! `compare`: rows, reports, limits and the agreement line.

use serde_json::Value;

use super::{Run, cnfab, fed};

const FOUR: &str = "models/jodici/sample-without-7.txt";
const NONE: &str = "models/disks/bought.txt";
const MANY: &str = "models/jodici/open.txt";

const FIELDS: [&str; 17] = [
    "instance",
    "strategy",
    "recipe",
    "view",
    "outcome",
    "solutions",
    "time_first_s",
    "time_total_s",
    "encode_s",
    "variables",
    "clauses",
    "literals",
    "conflicts",
    "decisions",
    "propagations",
    "nodes",
    "peak_memory_bytes",
];

fn rows(run: &Run) -> Vec<Value> {
    run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn json_has_exactly_the_documented_fields() {
    let run = cnfab(&format!(
        "compare {FOUR} --strategies sat,sat:batsat,backtrack --encodings default;domain=order,amo=product,amo=ladder --report json"
    ));
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.err.contains("All 7 complete runs agree on the set of 4 solutions."), "{}", run.err);
    let rows = rows(&run);
    assert_eq!(rows.len(), 7, "the backtracker encodes nothing and runs once");
    for row in &rows {
        let mut fields: Vec<&str> = row.as_object().unwrap().keys().map(String::as_str).collect();
        let mut expected = FIELDS.to_vec();
        fields.sort_unstable();
        expected.sort_unstable();
        assert_eq!(fields, expected);
        assert_eq!((&row["instance"], &row["view"]), (&FOUR.into(), &"cell".into()));
        assert_eq!((&row["outcome"], &row["solutions"]), (&"complete".into(), &4.into()));
        assert!(row["time_first_s"].as_f64().unwrap() <= row["time_total_s"].as_f64().unwrap());
        #[cfg(target_os = "linux")]
        assert!(row["peak_memory_bytes"].as_u64().unwrap() > 1 << 20);
    }
    let sat: Vec<&str> = rows[..3].iter().map(|row| row["recipe"].as_str().unwrap()).collect();
    assert!(sat[1].starts_with("domain=order,amo=product,") && sat[2].contains("amo=ladder"), "{sat:?}");
    assert!(rows[..6].iter().all(|row| row["clauses"].as_u64().unwrap() > 0));
    assert!(rows[3]["propagations"].as_u64().unwrap() > 0, "batsat counts");
    assert!(rows[0]["conflicts"].is_u64(), "varisat's conflicts are counted on its proof");
    assert_eq!(rows[6]["recipe"], Value::Null);
    assert!(rows[6]["nodes"].as_u64().unwrap() > 0);
}

#[test]
fn the_table_has_the_drawing_above_and_the_agreement_below() {
    let out = cnfab(&format!("compare {FOUR} --strategies sat,sat:batsat")).ok();
    assert!(out.ends_with("\n\nAll 2 complete runs agree on the set of 4 solutions.\n"), "{out}");
    let lines: Vec<&str> = out.lines().collect();
    let header = lines.iter().position(|line| line.starts_with("strategy")).expect("a header");
    assert!(header > 5, "drawn above: {out}");
    assert!(lines[header..].iter().all(|line| line.chars().count() <= 120), "{out}");
    assert_eq!(lines[header..].iter().filter(|line| line.contains("s*")).count(), 1, "one best: {out}");
}

#[test]
fn several_instances_and_other_reports() {
    let csv = cnfab(&format!("compare {FOUR} {NONE} --strategies sat,backtrack --report csv --jobs 2"));
    assert!(
        csv.err.contains("All 4 complete runs agree on the set of solutions of each of 2 instances."),
        "{}",
        csv.err
    );
    let out = csv.ok();
    let lines: Vec<&str> = out.split("\r\n").collect();
    assert_eq!(lines[0], FIELDS.join(","));
    assert!(lines[1].starts_with(&format!("{FOUR},sat,\"domain=")), "{out}");
    assert!(lines[2].starts_with(&format!("{FOUR},backtrack,,cell,complete,4,")), "{out}");
    assert!(lines[4].starts_with(&format!("{NONE},backtrack,,rotation,complete,0,,")), "{out}");
    assert_eq!(lines[5..], [""]);
    let markdown = cnfab(&format!("compare {FOUR} {NONE} --strategies sat --report markdown")).ok();
    assert!(markdown.starts_with("| instance | strategy |"), "{markdown}");
    assert!(markdown.contains("no two of them on the same instance"), "{markdown}");
}

#[test]
fn no_solution_is_agreed_on_as_well() {
    let out = cnfab(&format!("compare {NONE} --strategies sat,sat:batsat,backtrack")).ok();
    assert!(out.ends_with("All 3 complete runs agree: there is no solution.\n"), "{out}");
}

#[test]
fn limits_are_outcomes_and_no_failures() {
    let run = cnfab(&format!("compare {MANY} --strategies sat,sat:batsat --timeout 0.3 --report json"));
    assert_eq!(run.code, 0, "{run:?}");
    for row in rows(&run) {
        assert_eq!(row["outcome"], "timeout");
        assert!(row["solutions"].as_u64().unwrap() > 0, "{row}");
        assert!(row["clauses"].as_u64().unwrap() > 0, "{row}");
        assert!(row["time_total_s"].as_f64().unwrap() > 0.25);
    }
    assert!(run.err.contains("No run is complete"), "{}", run.err);
    let run = cnfab(&format!("compare {FOUR} --strategies sat,backtrack -n 2 --report json"));
    assert!(rows(&run).iter().all(|row| row["outcome"] == "stopped" && row["solutions"] == 2), "{run:?}");
    let run = cnfab(&format!("compare {FOUR} --strategies sat --encodings default;linear=subset-table --report json"));
    assert_eq!((run.code, &rows(&run)[1]["outcome"]), (0, &"unsupported".into()), "{run:?}");
    assert!(run.err.contains("linear=subset-table cannot encode"), "{}", run.err);
}

#[test]
fn iterations_used_up_are_no_time_limit() {
    const GIVE_UP: &str = "anneal:iterations=100000";
    let unsolvable = b"500000010400000000020000000000050407008000300001090000300400200050100000000806000\n";
    let solved = fed(&format!("solve - --strategy {GIVE_UP} --json"), unsolvable);
    assert_eq!(solved.code, 3, "{solved:?}");
    assert!(solved.err.starts_with("cnfab: the budget of iterations is used up: no solution found"), "{solved:?}");
    assert!(solved.out.contains("\"outcome\":\"not-found\""), "{solved:?}");
    let counted = cnfab(&format!("count {FOUR} --strategy {GIVE_UP}"));
    assert_eq!(counted.code, 3, "{counted:?}");
    assert!(counted.err.starts_with("cnfab: the budget of iterations is used up: "), "{counted:?}");
    let run = fed(&format!("compare - {FOUR} --strategies {GIVE_UP} --report json"), unsolvable);
    assert_eq!(run.code, 0, "{run:?}");
    assert_eq!(rows(&run)[0]["outcome"], "not-found", "{run:?}");
    for row in rows(&run) {
        let expected = if row["solutions"] == 0 { "not-found" } else { "stopped" };
        assert_eq!(row["outcome"], expected, "{row}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn memory_is_a_limit() {
    let run = cnfab(&format!("compare {MANY} --strategies sat --memory 12 --report json"));
    let row = &rows(&run)[0];
    assert_eq!(row["outcome"], "memory", "{run:?}");
    assert!(row["solutions"].as_u64().unwrap() > 0);
    assert_eq!(run.code, 0);
}

#[cfg(target_os = "linux")]
#[test]
fn a_worker_that_cannot_get_memory_is_out_of_memory_and_no_failure() {
    // The word list, which is read before anybody looks at the memory in use, is larger than the system allows.
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("large.words"), format!("ab\n{}\n", " ".repeat(140_000_000))).unwrap();
    let puzzle = folder.path().join("p.txt");
    std::fs::write(&puzzle, "kind: crossword\nwords: large.words\n\n__\n").unwrap();
    let run = cnfab(&format!("compare {} --strategies sat,backtrack --memory 1 --report json", puzzle.display()));
    assert_eq!(run.code, 0, "{run:?}");
    let rows = rows(&run);
    assert_eq!(rows.len(), 2);
    for row in rows {
        assert_eq!((&row["outcome"], &row["solutions"]), (&"memory".into(), &0.into()), "{run:?}");
        assert!(row["time_total_s"].as_f64().unwrap() > 0.0, "{row}");
    }
    assert_eq!(run.err.matches(": memory: the worker ended with ").count(), 2, "{run:?}");
}

#[cfg(unix)]
#[test]
fn a_worker_that_dies_is_told_from_one_that_lacks_memory() {
    use cnfab::compare::{self, Instance, Matrix, Program};
    let source = std::sync::Arc::new(cnfab::source::Source::open(FOUR).unwrap());
    let outcome = |script: &str| {
        let (kind, mut puzzles) = source.puzzles().unwrap();
        let instance = Instance {
            name: FOUR.to_owned(),
            source: std::sync::Arc::clone(&source),
            index: 0,
            kind,
            puzzle: puzzles.remove(0),
            strategies: cnfab::run::Choice::parse_list("sat").unwrap()[0].of(kind).unwrap(),
            views: vec!["cell"],
        };
        let matrix = Matrix {
            instances: vec![instance],
            recipes: vec![cnfab::solve::Encodings::default()],
            symmetry: None,
            limit: None,
            timeout: None,
            memory_bytes: Some(1 << 30),
            seed: 0,
            statistics: false,
            keep: 10,
        };
        let script = format!("cat > /dev/null; {script}");
        let program = Program { path: "/bin/sh".into(), arguments: vec!["-c".into(), script.into()] };
        let runs = compare::run(&program, &matrix, 1, &false.into(), &|_| {});
        assert_eq!(runs.len(), 1);
        (runs[0].record.outcome.name(), runs[0].record.time_total_s.is_some())
    };
    assert_eq!(outcome("echo 'memory allocation of 8 bytes failed' >&2; kill -ABRT $$"), ("memory", true));
    assert_eq!(outcome("echo 'terminate: std::bad_alloc' >&2; kill -ABRT $$"), ("memory", true));
    assert_eq!(outcome("kill -KILL $$"), ("memory", true));
    assert_eq!(outcome("echo 'panicked' >&2; kill -ABRT $$"), ("failed", false));
    assert_eq!(outcome("exit 0"), ("failed", false));
}

#[test]
fn files_of_the_same_name_in_different_folders_are_told_apart() {
    let folder = tempfile::tempdir().unwrap();
    let files: Vec<String> = ["a", "b"]
        .map(|name| {
            let inner = folder.path().join(name);
            std::fs::create_dir(&inner).unwrap();
            let file = inner.join("p.txt");
            std::fs::copy(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(FOUR), &file).unwrap();
            file.to_str().unwrap().to_owned()
        })
        .into();
    let run = cnfab(&format!("compare {} {} --strategies backtrack --report json", files[0], files[1]));
    let names: Vec<Value> = rows(&run).iter_mut().map(|row| row["instance"].take()).collect();
    assert_eq!(names, files);
    let exports = [&files[0], &files[1]].map(|file| cnfab(&format!("export {file}")).ok());
    assert!(exports[0].contains("\nc instance p.txt\n"));
    assert_eq!(exports[0], exports[1], "the bytes do not depend on the folder");
}

#[test]
fn a_batch_is_as_many_instances() {
    let lines = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9\n".repeat(2);
    let run = fed("compare - --strategies sat --report json", lines.as_bytes());
    let names: Vec<Value> = rows(&run).iter_mut().map(|row| row["instance"].take()).collect();
    assert_eq!(names, ["<stdin>#1", "<stdin>#2"]);
}

#[cfg(unix)]
#[test]
fn an_interrupted_comparison_reports_what_the_runs_found() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    let mut command = super::program();
    command.args(["compare", FOUR, MANY, "--strategies", "sat", "--report", "json"]);
    let child = command.spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(1500));
    kill(Pid::from_raw(child.id() as i32), Signal::SIGINT).unwrap();
    let run: Run = child.wait_with_output().unwrap().into();
    assert_eq!(run.code, 3, "{run:?}");
    let rows = rows(&run);
    assert_eq!(rows.len(), 2, "{run:?}");
    assert_eq!((&rows[0]["outcome"], &rows[1]["outcome"]), (&"complete".into(), &"interrupted".into()), "{run:?}");
    assert!(rows[1]["solutions"].as_u64().unwrap() > 0, "{run:?}");
    assert!(run.err.contains("interrupted"), "{run:?}");
}

#[test]
fn runs_are_compared_up_to_symmetry() {
    let text = "compare models/star-battle/no-regions-6-stars-1.txt --up-to-symmetry --strategies sat,backtrack";
    let run = cnfab(text).ok();
    let full = cnfab(&text.replace(" --up-to-symmetry", "")).ok();
    assert!(full.contains("All 2 complete runs agree on the set of 90 solutions."), "{full}");
    assert!(run.contains("All 2 complete runs agree on the set of ") && !run.contains("90"), "{run}");
    let error = cnfab(&format!("{text} --views all")).refused(2);
    assert!(error.contains("--up-to-symmetry compares runs of one view only"), "{error}");
}

#[test]
fn the_documents_strategies_stand_beside_our_own() {
    const DISKS: &str = "models/disks/turned-over.txt";
    let run = cnfab(&format!("compare {DISKS} {FOUR} --strategies documents,sat --report json"));
    assert_eq!(run.code, 0, "{run:?}");
    assert!(
        run.err.contains("All 8 complete runs agree on the set of solutions of each of 2 instances."),
        "{}",
        run.err
    );
    let rows = rows(&run);
    let strategies: Vec<&str> = rows.iter().map(|row| row["strategy"].as_str().unwrap()).collect();
    let disks = ["document:best-first", "document:breadth-first", "document:breadth-first-cut", "backtrack", "sat"];
    assert_eq!(strategies[..5], disks);
    assert_eq!(strategies[5..], ["document:sectors", "backtrack", "sat"]);
    assert_eq!(rows[1]["nodes"], 1884);
    let table = cnfab(&format!("compare {DISKS} --strategies document:breadth-first")).ok();
    assert!(table.contains("nodes") && table.contains("1884"), "{table}");
    let same = cnfab(&format!("compare {DISKS} --strategies backtrack,documents --report csv")).ok();
    assert_eq!(same.lines().count(), 5, "the default runs once: {same}");
    let views =
        cnfab("compare models/hidoku/king-paths-3x3.txt --strategies document:rarest-choice --views all --report csv");
    assert_eq!(views.out.lines().count(), 3, "views that are asked for count: {views:?}");
}
