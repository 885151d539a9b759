//! `compare`: rows, reports, limits and the agreement line.

use std::fs;

use serde_json::Value;

use super::{Run, cnfab, fed, run};

const FOUR: &str = "models/jodici/sample-without-7.txt";
const NONE: &str = "models/disks/bought.txt";
const MANY: &str = "models/jodici/open.txt";

/// Separated by blanks.
const FIELDS: &str = "\
    instance strategy recipe view outcome solutions time_first_s time_total_s encode_s variables clauses \
    literals contract conflicts decisions propagations restarts least_budget least_budget_low \
    least_budget_high least_budget_orders learned relaxations cuts nodes course peak_memory_bytes objective \
    bound gap time_best_s certified certified_why proof_s proof_bytes check_s external_s";

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
        let mut expected: Vec<&str> = FIELDS.split(" ").collect();
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
    assert_eq!(lines[0], FIELDS.replace(" ", ","));
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
    assert!(solved.err.contains("\ncnfab: the budget of iterations is used up: no solution found"), "{solved:?}");
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
    let run = cnfab(&format!("compare {MANY} --strategies sat --memory 24 --report json"));
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
    assert_eq!(run.err.matches(": memory: the system gave it no more memory").count(), 2, "{run:?}");
}

#[test]
fn recipes_that_make_no_difference_to_an_instance_have_one_row() {
    // A Sudoku has no sums and no counts, a hexagon has sums.
    let sudoku = "models/sudoku/generated.txt";
    let hexagon = "models/hexagon/aristotle-top-row.txt";
    let files = format!("{sudoku} {hexagon}");
    let run = cnfab(&format!(
        "compare {files} --strategies sat --encodings linear=order-sum,linear=one-hot-sum,linear=one-hot-sum,card=adder --report json"
    ));
    assert_eq!(run.code, 0, "{run:?}");
    let instances: Vec<String> = rows(&run).iter().map(|row| row["instance"].as_str().unwrap().to_owned()).collect();
    assert_eq!(instances, [sudoku, hexagon, hexagon]);
    let note =
        format!("no constraint of '{sudoku}' is encoded by card and linear: recipes that differ in nothing else");
    assert!(run.err.contains(&note), "{}", run.err);
    assert!(run.err.contains(&format!("no constraint of '{hexagon}' is encoded by card: ")), "{}", run.err);
}

#[cfg(unix)]
#[test]
fn a_worker_that_dies_is_told_from_one_that_lacks_memory() {
    use cnfab::compare::{self, Instance, Matrix, Origin, WorkerProgram};
    use cnfab::run::{Limits, RunSpec};
    use std::sync::Arc;
    let source = Arc::new(cnfab::Source::open(FOUR).unwrap());
    let outcome = |script: &str| {
        let subject = source.contents().unwrap().problems.remove(0);
        let instance = Instance {
            name: FOUR.to_owned(),
            origin: Origin::Text { source: Arc::clone(&source), index: 0 },
            problem: subject.problem(),
            strategies: cnfab::run::Choice::parse_list("sat").unwrap()[0].of(subject.kind()).unwrap(),
            views: vec!["cell"],
            absent: Default::default(),
        };
        let matrix = Matrix {
            instances: vec![instance],
            recipes: vec![cnfab::solve::Encodings::default()],
            base: RunSpec {
                limits: Limits { limit_memory_bytes: Some(1 << 30), ..Limits::default() },
                ..RunSpec::default()
            },
        };
        let script = format!("cat > /dev/null; {script}");
        let program = WorkerProgram { path: "/bin/sh".into(), arguments: vec!["-c".into(), script.into()] };
        let steps = std::sync::Mutex::new(Vec::new());
        let runs = compare::run(Some(&program), &matrix, 1, &false.into(), &|position, step| {
            let name = match step {
                compare::RunStep::Begins(record) => format!("{position} begins: {}", record.strategy),
                compare::RunStep::Over(run) => format!("{position} over: {}", run.record.strategy),
            };
            steps.lock().unwrap().push(name);
        });
        assert_eq!(*steps.lock().unwrap(), ["0 begins: sat", "0 over: sat"]);
        assert_eq!(runs.len(), 1);
        (runs[0].record.outcome.name(), runs[0].record.time_total_s.is_some())
    };
    assert_eq!(outcome("echo 'memory allocation of 8 bytes failed' >&2; kill -ABRT $$"), ("memory", true));
    assert_eq!(outcome("echo 'terminate: std::bad_alloc' >&2; kill -ABRT $$"), ("memory", true));
    assert_eq!(outcome("kill -KILL $$"), ("memory", true));
    assert_eq!(outcome("echo 'panicked' >&2; kill -ABRT $$"), ("failed", false));
    assert_eq!(outcome("exit 0"), ("failed", false));
}

/// A file that is given twice is compared once, and files with one text are noted.
#[test]
fn a_file_is_compared_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (one, other) = (path("one.txt"), path("other.txt"));
    fs::copy("models/jodici/sample.txt", &one).unwrap();
    fs::copy(&one, &other).unwrap();
    let again = path("./one.txt");
    let compared = run(&["compare", &one, &one, &again, &other, "--json", "--strategies", "backtrack"]);
    assert!(compared.err.contains(&format!("note: '{one}' is given twice: it is compared once\n")), "{compared:?}");
    assert!(compared.err.contains(&format!("note: '{again}' and '{one}' are one file")), "{compared:?}");
    assert!(compared.err.contains(&format!("note: '{one}' and '{other}' have the same text\n")), "{compared:?}");
    assert_eq!(compared.ok().lines().count(), 2);
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
    // The second run has to be under way: later on a machine that does other things.
    for seconds in [3, 10, 40] {
        let mut command = super::program();
        command.args(["compare", FOUR, MANY, "--strategies", "sat", "--report", "json"]);
        let child = command.spawn().unwrap();
        std::thread::sleep(std::time::Duration::from_secs(seconds));
        kill(Pid::from_raw(child.id() as i32), Signal::SIGINT).unwrap();
        let run: Run = child.wait_with_output().unwrap().into();
        assert_eq!(run.code, 3, "{run:?}");
        assert!(run.err.contains("interrupted"), "{run:?}");
        let rows = rows(&run);
        let found = rows.get(1).and_then(|row| row["solutions"].as_u64()).unwrap_or(0);
        if found == 0 && seconds < 40 {
            continue;
        }
        assert_eq!(rows.len(), 2, "{run:?}");
        assert_eq!((&rows[0]["outcome"], &rows[1]["outcome"]), (&"complete".into(), &"interrupted".into()), "{run:?}");
        assert!(found > 0, "{run:?}");
        return;
    }
}

#[test]
fn runs_are_compared_up_to_symmetry() {
    let text = "compare models/star-battle/no-regions-6-stars-1.txt --up-to-symmetry --strategies sat,backtrack";
    let run = cnfab(text).ok();
    let full = cnfab(&text.replace(" --up-to-symmetry", "")).ok();
    assert!(full.contains("All 2 complete runs agree on the set of 90 solutions."), "{full}");
    assert!(run.contains("All 2 complete runs agree on the set of ") && !run.contains("set of 90"), "{run}");
    let error = cnfab(&format!("{text} --views all")).refused(2);
    assert!(error.contains("--up-to-symmetry compares runs of one view only"), "{error}");
}

#[test]
fn presets_stand_beside_our_own() {
    const DISKS: &str = "models/disks/turned-over.txt";
    let run = cnfab(&format!("compare {DISKS} {FOUR} --strategies presets,sat --report json"));
    assert_eq!(run.code, 0, "{run:?}");
    assert!(
        run.err.contains("All 8 complete runs agree on the set of solutions of each of 2 instances."),
        "{}",
        run.err
    );
    let rows = rows(&run);
    let strategies: Vec<&str> = rows.iter().map(|row| row["strategy"].as_str().unwrap()).collect();
    let disks = ["preset:best-first", "preset:breadth-first", "preset:breadth-first-cut", "backtrack", "sat"];
    assert_eq!(strategies[..5], disks);
    assert_eq!(strategies[5..], ["preset:sectors", "backtrack", "sat"]);
    assert_eq!(rows[1]["nodes"], 1884);
    let table = cnfab(&format!("compare {DISKS} --strategies document:breadth-first")).ok();
    assert!(table.contains("nodes") && table.contains("1884"), "{table}");
    let same = cnfab(&format!("compare {DISKS} --strategies backtrack,presets --report csv")).ok();
    assert_eq!(same.lines().count(), 5, "the default runs once: {same}");
    let views =
        cnfab("compare models/hidoku/king-paths-3x3.txt --strategies preset:rarest-choice --views all --report csv");
    assert_eq!(views.out.lines().count(), 3, "views that are asked for count: {views:?}");
}

#[test]
fn a_star_runs_every_encoding_and_those_that_do_not_apply_say_so() {
    let run = cnfab(
        "compare models/star-battle/no-regions-6-stars-1.txt --strategies sat:batsat --encodings amo=* --report json",
    );
    assert_eq!(run.code, 0, "{run:?}");
    let encodings = cnfab::encode::amo::ALL.len();
    let is_native = |row: &Value| ["=propagate,", "=lazy:"].iter().any(|part| row["recipe"].to_string().contains(part));
    let (native, found): (Vec<_>, Vec<_>) = rows(&run).into_iter().partition(is_native);
    assert!(found.len() == encodings && native.len() == 2 && native.iter().all(|row| row["outcome"] == "unsupported"));
    assert!(run.err.contains(&format!("All {encodings} complete runs agree on the set of 90 solutions.")), "{run:?}");
    let contracts: Vec<&str> = found.iter().map(|row| row["contract"].as_str().unwrap()).collect();
    for (row, contract) in found.iter().zip(&contracts) {
        let encoding = |name: &str| row["recipe"].as_str().unwrap().contains(&format!("amo={name},"));
        assert!(!encoding("pairwise") || *contract == "bijective", "{row}");
        assert!(!encoding("sequential") || *contract == "projected-only", "{row}");
        assert!(row["restarts"].is_u64() && row["decisions"].as_u64().unwrap() > 0, "{row}");
    }
    let run = cnfab(&format!("compare {FOUR} --strategies sat:batsat --encodings linear=* --report json"));
    assert_eq!(run.code, 0, "{run:?}");
    let outcome = |name: &str| {
        let is_it = |row: &&Value| row["recipe"].as_str().unwrap().contains(&format!("linear={name},"));
        rows(&run).iter().find(is_it).unwrap()["outcome"].clone()
    };
    assert_eq!((outcome("order-sum"), outcome("subset-table")), ("complete".into(), "unsupported".into()));
    assert_eq!(rows(&run).len(), cnfab::encode::linear::ALL.len() + 2, "and 'propagate', 'lazy'");
}

#[cfg(unix)]
#[test]
fn a_disagreement_stands_before_everything_else() {
    let folder = tempfile::tempdir().unwrap();
    let liar = folder.path().join("liar.sh");
    std::fs::write(&liar, "echo 's UNSATISFIABLE'\nexit 20\n").unwrap();
    let strategies = format!("backtrack;sat:cmd=sh {} {{}}", liar.display());
    let run = super::run(&["compare", FOUR, "--strategies", &strategies]);
    assert_eq!(run.code, 1, "{run:?}");
    let expected = format!("DISAGREEMENT on {FOUR}: backtrack (view cell) found the solution ");
    let first = run.out.lines().next().unwrap();
    assert!(first.starts_with(&expected), "{run:?}");
    assert_eq!(run.out.lines().last(), Some(first), "and after it");
    let run = super::run(&["compare", FOUR, "--strategies", &strategies, "--report", "csv"]);
    assert_eq!((run.code, run.err.matches("DISAGREEMENT").count()), (1, 1), "{run:?}");
    assert!(run.err.starts_with(&expected) && !run.out.contains("DISAGREEMENT"), "{run:?}");
}

#[test]
fn the_least_conflict_budget_is_the_same_every_time_and_other_solvers_say_why_not() {
    const PUZZLE: &str = "models/star-battle/no-regions-6-stars-1.txt";
    let command =
        format!("compare {PUZZLE} --strategies sat:batsat,sat,backtrack --least-budget --orders 3 --report json");
    let run = cnfab(&command);
    assert_eq!(run.code, 0, "{run:?}");
    let found = rows(&run);
    let budget = |row: &Value| {
        ["least_budget", "least_budget_low", "least_budget_high", "least_budget_orders"]
            .map(|field| row[field].as_u64())
    };
    let [Some(median), Some(low), Some(high), Some(3)] = budget(&found[0]) else { panic!("{run:?}") };
    assert!(0 < low && low <= median && median <= high, "{run:?}");
    let conflicts = found[0]["conflicts"].as_u64().unwrap();
    // The first order is the order of the run, which no limit ended.
    let alone = rows(&cnfab(&command.replace("--orders 3", "--orders 1")));
    let [Some(first), ..] = budget(&alone[0]) else { panic!("{alone:?}") };
    assert!(first <= conflicts + 1 && first + 10 > conflicts, "{first} of {conflicts}");
    assert_eq!(budget(&rows(&cnfab(&command))[0]), budget(&found[0]));
    assert_eq!((budget(&found[1]), budget(&found[2])), ([None; 4], [None; 4]));
    assert!(
        run.err.contains("no least conflict budget: sat does not support limits on conflicts: varisat "),
        "{run:?}"
    );
    assert!(run.err.contains("backtrack does not support limits on conflicts"), "{run:?}");
    let table = cnfab(&format!("compare {PUZZLE} --strategies sat:batsat --least-budget")).ok();
    assert!(table.contains("least budget") && table.contains(" to "), "{table}");
    assert!(cnfab(&format!("compare {PUZZLE} --orders 3")).refused(2).contains("--least-budget"));
}

#[test]
fn another_order_has_the_same_solutions_and_other_conflicts() {
    let text = "compare models/star-battle/no-regions-6-stars-1.txt --strategies sat,sat:batsat --report json";
    let mut conflicts = std::collections::BTreeSet::new();
    for shuffle in ["", " --shuffle 1", " --shuffle 2", " --shuffle 3"] {
        let run = cnfab(&format!("{text}{shuffle}"));
        assert!(run.err.contains("All 2 complete runs agree on the set of 90 solutions."), "{run:?}");
        conflicts.insert(rows(&run)[1]["conflicts"].as_u64().unwrap());
    }
    assert!(conflicts.len() > 1, "{conflicts:?}");
    let sorted = |shuffle: &str| {
        let out = cnfab(&format!("solve {FOUR} --all --json --strategy sat:batsat {shuffle}")).ok();
        let mut cells: Vec<String> = out
            .lines()
            .filter_map(|line| serde_json::from_str::<Value>(line).unwrap().get("cells").map(Value::to_string))
            .collect();
        cells.sort();
        cells
    };
    assert_eq!(sorted("--shuffle 5"), sorted(""));
    assert!(!sorted("").is_empty());
    let error = cnfab(&format!("solve {FOUR} --strategy backtrack --shuffle 1")).refused(2);
    assert!(error.contains("backtrack has no clauses to shuffle"), "{error}");
}

#[cfg(not(feature = "cadical"))]
#[test]
fn a_build_without_cadical_says_what_to_do() {
    let run =
        cnfab(&format!("compare {FOUR} --strategies sat:cadical,sat:batsat --least-budget --orders 1 --report json"));
    assert_eq!((run.code, &rows(&run)[0]["outcome"]), (0, &"unsupported".into()), "{run:?}");
    let expected = "sat:cadical does not support solving in this build: it was built without `--features cadical`";
    assert!(run.err.contains(expected), "{run:?}");
}

#[cfg(feature = "cadical")]
#[test]
fn cadical_counts_and_keeps_to_limits() {
    let run =
        cnfab(&format!("compare {FOUR} --strategies sat:cadical,sat:batsat --least-budget --orders 3 --report json"));
    assert!(run.err.contains("All 2 complete runs agree on the set of 4 solutions."), "{run:?}");
    let row = &rows(&run)[0];
    for field in ["conflicts", "decisions", "propagations", "least_budget"] {
        assert!(row[field].is_u64(), "{field}: {row}");
    }
    assert_eq!(row["least_budget_orders"], 3);
}

#[test]
fn json_threads_and_single_puzzles() {
    let file = "models/sudoku/several-solutions.txt";
    let rows = |arguments: &str| -> Vec<serde_json::Value> {
        let out = cnfab(&format!("compare {file} -s backtrack,sat {arguments}")).ok();
        out.lines().map(|line| serde_json::from_str(line).expect("an object per line")).collect()
    };
    let third = rows("--puzzle 3 --json -t 2");
    let names: Vec<&str> = third.iter().filter_map(|row| row["strategy"].as_str()).collect();
    assert_eq!(names, ["backtrack:threads=2", "sat"]);
    assert!(third.iter().all(|row| row["instance"].as_str().is_some_and(|name| name.ends_with("#3"))), "{third:?}");
    let refused = cnfab(&format!("compare {file} --puzzle 99")).refused(2);
    assert!(refused.contains("no puzzle 99"), "{refused}");
    let refused = cnfab(&format!("compare {file} -s sat --threads 2")).refused(2);
    assert_eq!(refused, "cnfab: sat does not search with several threads\n");
    assert!(cnfab("compare x --json --report csv").refused(2).contains("--report"));
}

/// Of the default strategies none has limits on conflicts, so it is another one then.
#[test]
fn the_least_budget_has_a_strategy_of_its_own_by_default() {
    let run = cnfab("compare models/star-battle/queens-7-113.txt --least-budget --orders 2 --json");
    assert!(run.code == 0 && !run.err.contains("no least conflict budget"), "{run:?}");
    let row: serde_json::Value = serde_json::from_str(run.out.trim()).expect("one row");
    assert!(row["strategy"] == "sat:batsat" && row["least_budget"].is_u64(), "{row}");
}
