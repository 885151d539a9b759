//! `--encode 'amo=cmd:PROGRAM {n}'`: at most one by the formula that another program prints.

use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use super::{Run, cnfab, feed, program, run};

const BOARD: &str = "models/star-battle/queens-7-113.txt";

/// A pair of literals per clause; the last `LEAVE` of them are left out.
const PAIRS: &str = "echo p cnf {n} $(({n} * ({n} - 1) / 2 - LEAVE)); \
    for i in $(seq {n}); do for j in $(seq $((i + 1)) {n}); do echo -$i -$j 0; done; done | \
    head -n $(({n} * ({n} - 1) / 2 - LEAVE))";

/// Variables 1 to n say that one of the first inputs is true, as in a sequential counter, and the inputs come behind.
const SEQUENTIAL: &str = "echo c p show $(seq $(({n} + 1)) $((2 * {n}))) 0; echo p cnf $((2 * {n})) $((3 * {n} - 2)); \
    for i in $(seq {n}); do echo -$(({n} + i)) $i 0; done; \
    for i in $(seq 2 {n}); do echo -$((i - 1)) $i 0; echo -$((i - 1)) -$(({n} + i)) 0; done";

fn shell(script: &str) -> String {
    format!("amo=cmd:sh -c '{script}'")
}

fn pairs(left_out: usize) -> String {
    shell(&PAIRS.replace("LEAVE", &left_out.to_string()))
}

fn with(command: &str, file: &str, recipe: &str, more: &[&str]) -> Run {
    run(&[&[command, file, "--encode", recipe], more].concat())
}

#[test]
fn the_solutions_are_those_of_pairwise() {
    for file in [BOARD, "models/sudoku/several-solutions.txt", "models/star-battle/notebook-5x5.txt"] {
        let all = |recipe: &str| with("solve", file, recipe, &["--all", "--plain", "--sorted"]).ok();
        let expected = all("amo=pairwise");
        assert_eq!(all(&pairs(0)), expected);
        assert_eq!(all(&shell(SEQUENTIAL)), expected);
        assert_eq!(all(&format!("domain=order,{},root=none", shell(SEQUENTIAL))), expected);
        let count = |recipe: &str| with("count", file, recipe, &[]).ok();
        assert_eq!(count(&shell(SEQUENTIAL)), count("amo=pairwise"));
    }
}

#[test]
fn compare_takes_them_beside_others() {
    let recipes = format!("amo=pairwise;{};{}", pairs(0), shell(SEQUENTIAL));
    let run = run(&["compare", BOARD, "--strategies", "sat,backtrack", "--encodings", &recipes, "--report", "json"]);
    let rows: Vec<serde_json::Value> =
        run.out.lines().map(|line| serde_json::from_str(line).expect("an object per line")).collect();
    assert_eq!((run.code, rows.len()), (0, 4), "{run:?}");
    assert!(rows.iter().all(|row| row["outcome"] == "complete" && row["solutions"] == 2), "{rows:?}");
    assert_eq!(rows[0]["clauses"], rows[1]["clauses"]);
    let contracts: Vec<&str> = rows.iter().filter_map(|row| row["contract"].as_str()).collect();
    assert_eq!(contracts, ["bijective", "bijective", "projected-only"]);
    assert!(rows[2]["recipe"].as_str().is_some_and(|recipe| recipe.contains(SEQUENTIAL)), "{rows:?}");
}

#[test]
fn an_export_says_how_to_make_it_again() {
    let recipe = shell(SEQUENTIAL);
    let text = with("export", BOARD, &recipe, &[]).ok();
    let written = text.lines().find_map(|line| line.strip_prefix("c recipe ")).expect("a line");
    assert!(written.contains(&recipe) && text.contains("\nc contract projected-only\n"), "{written}");
    assert!(text.lines().any(|line| line.starts_with("c map ") && line.ends_with("].given[1,0]")));
    assert_eq!(with("export", BOARD, written, &[]).ok(), text);

    let file = tempfile::NamedTempFile::new().expect("a file");
    let path = file.path().to_str().expect("UTF-8");
    std::fs::write(path, &text).expect("written");
    let answer = run(&["sat", path]);
    std::fs::write(path, &answer.out).expect("written");
    let decoded = run(&["decode", BOARD, path, "--encode", written]);
    assert!(decoded.code == 0 && decoded.err.contains("all rules hold"), "{decoded:?}");
    let audited = with("audit", BOARD, &recipe, &["--json"]).ok();
    assert!(audited.lines().count() > 1 && !audited.contains("allows"), "{audited}");
}

#[test]
fn wrong_formulas_are_refused_before_anything_is_solved() {
    for command in ["solve", "count", "export", "compare", "audit"] {
        let refused = with(command, BOARD, &pairs(1), &[]).refused(2);
        assert!(refused.starts_with("cnfab: 'sh -c echo p cnf 2 ") && refused.lines().count() == 1, "{refused}");
        assert!(
            refused.contains("does not print 'at most one of 2': it allows 1 1, which is no solution"),
            "{refused}"
        );
    }
    let refused = |command: &str| with("solve", BOARD, &format!("amo=cmd:{command}"), &[]).refused(2);
    let exactly = refused("sh -c \"echo p cnf {n} 2; echo 1 2 0; echo -1 -2 0\"");
    assert!(exactly.contains("it loses the solution 0 0"), "{exactly}");
    assert!(refused("sh -c \"echo p cnf 1 0\" {n}").contains("it has 1 variables, expected at least 2"));
    let shown = refused("sh -c \"echo c p show 1 2 3 0; echo p cnf 3 0\" {n}");
    assert!(shown.contains("its 'c p show' has 3 inputs, expected 2"), "{shown}");
    let twice = refused("sh -c \"echo c p show 1 1 0; echo p cnf 3 0\" {n}");
    assert!(twice.contains("has variable 1 twice"), "{twice}");
}

/// Writes a script that excludes each assignment that is wrong: the number of inputs, their coefficients, comparison,
/// bound.
fn blocking(folder: &Path) -> String {
    let script = r#"BEGIN {
        n = ARGV[1]; split(ARGV[2], c, ","); cmp = ARGV[3]; bound = ARGV[4] + 0
        for (mask = 0; mask < 2 ^ n; mask++) {
            rest = mask; sum = 0; clause = ""
            for (i = 1; i <= n; i++) {
                bit = rest % 2; rest = int(rest / 2); sum += bit * c[i]; clause = clause (bit ? -i : i) " "
            }
            right = cmp == "<=" ? sum <= bound : cmp == ">=" ? sum >= bound : sum == bound
            if (!right) { text = text clause "0\n"; lines++ }
        }
        print "p cnf", n, lines + 0; printf "%s", text
    }"#;
    let path = folder.join("blocking.awk");
    std::fs::write(&path, script).expect("written");
    format!("awk -f {} {{n}} {{coefficients}}", path.display())
}

/// Writes a script with a sequential counter of weights: the number of inputs, their coefficients, what they may come
/// to.
fn counting(folder: &Path) -> String {
    let script = r#"BEGIN {
        n = ARGV[1]; split(ARGV[2], c, ","); bound = ARGV[3] + 0
        for (i = 1; i <= n; i++) {
            for (j = 1; j <= bound; j++) {
                here = n + (i - 1) * bound + j; before = here - bound
                if (j <= c[i]) { text = text (-i) " " here " 0\n"; lines++ }
                if (i > 1) { text = text (-before) " " here " 0\n"; lines++ }
                if (i > 1 && j + c[i] <= bound) { text = text (-i) " " (-before) " " (here + c[i]) " 0\n"; lines++ }
            }
            if (c[i] > bound) { text = text (-i) " 0\n"; lines++ }
            else if (i > 1) { text = text (-i) " " (-(n + (i - 1) * bound + 1 - c[i])) " 0\n"; lines++ }
        }
        print "p cnf", n + n * bound, lines + 0; printf "%s", text
    }"#;
    let path = folder.join("counting.awk");
    std::fs::write(&path, script).expect("written");
    format!("linear=cmd:awk -f {} {{n}} {{coefficients}} {{bound}}", path.display())
}

#[test]
fn a_sum_is_stated_by_two_bounds() {
    let folder = tempfile::tempdir().expect("a folder");
    let all = |recipe: &str| {
        with("solve", "models/jodici/sample-without-7.txt", recipe, &["--all", "--plain", "--sorted"]).ok()
    };
    assert_eq!(all(&counting(folder.path())), all("default"));
}

#[test]
fn counts_and_sums_are_stated_by_programs() {
    let folder = tempfile::tempdir().expect("a folder");
    let block = blocking(folder.path());
    for (class, bound, file) in [
        ("card", "{k}", "models/star-battle/no-regions-8-stars-2.txt"),
        ("linear", "{bound}", "models/magic-board/order-2.txt"),
    ] {
        let all = |recipe: &str| with("solve", file, recipe, &["--all", "--plain", "--sorted"]).ok();
        let expected = all("default");
        for cmp in ["{cmp}", "<="] {
            let recipe = format!("{class}=cmd:{block} {cmp} {bound}");
            assert_eq!(all(&recipe), expected, "{recipe}");
            let text = with("export", file, &recipe, &[]).ok();
            let written = text.lines().find_map(|line| line.strip_prefix("c recipe ")).expect("a line");
            assert_eq!(with("export", file, written, &[]).ok(), text);
        }
        let wrong = with("export", file, &format!("{class}=cmd:{block} >= {bound}"), &[]).refused(2);
        assert!(wrong.contains("does not print '") && wrong.contains("which is no solution"), "{wrong}");
        let missing = with("export", file, &format!("{class}=cmd:{block}"), &[]).refused(2);
        assert!(missing.contains(&format!("without {bound}")), "{missing}");
        assert!(cnfab("list encodings").ok().contains(&format!("\n{class}=cmd:PROGRAM {{")));
    }
    // The same commands are audited.
    let audit = |target: &str, bound: &str, more: &[&str]| {
        let command = format!("{block} {{cmp}} {bound}");
        let fixed = ["audit", target, "--inputs", "first", "--json", "--command", &command];
        let text = run(&[&fixed[..], more].concat()).ok();
        assert!(text.lines().count() > 0 && text.lines().all(|line| line.contains(r#""verdict":"exact""#)), "{text}");
    };
    audit("card", "{k}", &["--n", "4..7", "--k", "3", "--cmp", ">="]);
    audit("linear", "{bound}", &["--cells", "6", "--values", "0..1", "--coefficients", "1,2,3,3,4,6"]);
}

#[test]
fn programs_that_fail_are_refused() {
    let refused = |command: &str| with("solve", BOARD, &format!("amo=cmd:{command}"), &[]).refused(2);
    assert!(refused("no-such-program {n}").contains("cannot run 'no-such-program 2'"));
    assert!(refused("false {n}").contains("'false 2' ended with exit status: 1"));
    assert!(refused("sh -c \"echo p cnf {n} 0; exit 3\"").contains("ended with exit status: 3"));
    assert!(refused("echo hello {n}").contains("<echo hello 2>:1:1: found 'h'"));
    assert!(refused("prog").contains("without {n}"));
    assert!(refused("prog 'a {n}").contains("quote"));
    assert!(cnfab("audit amo=cmd:prog").refused(2).contains("cnfab audit amo --command"));
    assert!(cnfab("list encodings").ok().contains("\namo=cmd:PROGRAM {n} "));
}

/// Programs run once per size, however many puzzles there are, and only for strategies that need them.
#[test]
fn programs_run_once_per_size() {
    let file = tempfile::NamedTempFile::new().expect("a file");
    let path = file.path().to_str().expect("UTF-8");
    let sudokus = "000000010400000000020000000000050407008000300001090000300400200050100000000806000\n".repeat(3);
    let recipe = format!("root=none,amo=cmd:sh -c 'echo {{n}} >> {path}; {}'", PAIRS.replace("LEAVE", "0"));
    let out = |strategy: &str| {
        let arguments = ["count", "-", "--strategy", strategy, "--encode", &recipe];
        let mut command = program();
        command.args(arguments);
        feed(command, sudokus.as_bytes()).ok()
    };
    assert_eq!(out("backtrack"), "1\n1\n1\n");
    assert_eq!(std::fs::read_to_string(path).expect("readable"), "");
    assert_eq!(out("sat"), "1\n1\n1\n");
    let text = std::fs::read_to_string(path).expect("readable");
    let mut sizes: Vec<&str> = text.lines().collect();
    let count = sizes.len();
    sizes.sort_unstable();
    sizes.dedup();
    assert!(count == sizes.len() && count > 0, "{text}");
}

#[test]
fn a_program_that_does_not_end_is_ended_with_the_time() {
    let start = Instant::now();
    let run = with("solve", BOARD, "amo=cmd:sleep 100{n}", &["--timeout", "0.3"]);
    assert!(run.code == 3 && run.err.contains("time is over"), "{run:?}");
    // One that has printed something wrong is not waited for.
    let run = with("solve", BOARD, "amo=cmd:sh -c 'echo garbage; sleep 100' {n}", &["--timeout", "90"]);
    assert!(run.code == 2 && run.err.contains("expected 'p cnf"), "{run:?}");
    assert!(start.elapsed().as_secs() < 60);
}

/// How many lines the file has.
fn lines(file: &Path) -> usize {
    std::fs::read_to_string(file).map_or(0, |text| text.lines().count())
}

/// A program's own programs end with it, whether the time is over or the process is asked to end. Here it is a shell in
/// the background that writes a line now and then.
#[test]
fn programs_end_with_everything_that_they_have_started() {
    let recipe = |script: &str| format!("--encode=amo=cmd:sh {script} {{n}}");
    let recipes = |script: &str| format!("--encodings=amo=cmd:sh {script} {{n}}");
    let strategy = |script: &str| format!("--strategy=sat:cmd=sh {script} {{}}");
    let strategies = |script: &str| format!("--strategies=sat:cmd=sh {script} {{}}");
    type Argument = dyn Fn(&str) -> String;
    let cases: [(&str, &Argument, &str, Option<Signal>); 8] = [
        ("solve", &recipe, "0.5", None),
        ("solve", &strategy, "0.5", None),
        ("compare", &strategies, "0.5", None),
        ("solve", &strategy, "60", Some(Signal::SIGTERM)),
        ("export", &recipe, "", Some(Signal::SIGINT)),
        ("audit", &recipe, "", Some(Signal::SIGTERM)),
        ("compare", &recipes, "60", Some(Signal::SIGINT)),
        ("compare", &strategies, "60", Some(Signal::SIGINT)),
    ];
    for (command, option, timeout, signal) in cases {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("beats");
        let script = folder.path().join("script");
        let beats = format!("(while :; do echo >> {}; sleep 0.02; done) & wait", file.display());
        std::fs::write(&script, beats).expect("written");
        let script = script.to_str().expect("UTF-8");
        let timeout = if timeout.is_empty() { vec![] } else { vec!["--timeout", timeout] };
        let mut child = program();
        let child = child.args([&[command, BOARD, &option(script)], &timeout[..]].concat()).spawn().expect("it starts");
        let begun = Instant::now();
        if let Some(signal) = signal {
            while lines(&file) == 0 && begun.elapsed() < Duration::from_secs(20) {
                sleep(Duration::from_millis(10));
            }
            kill(Pid::from_raw(child.id() as i32), signal).expect("it runs");
        }
        let run: Run = child.wait_with_output().expect("it ends").into();
        // A comparison whose runs are over is done.
        assert_eq!(run.code, if command == "compare" && signal.is_none() { 0 } else { 3 }, "{command}: {run:?}");
        assert!(begun.elapsed() < Duration::from_secs(20), "{command}: {run:?}");
        let before = lines(&file);
        sleep(Duration::from_millis(300));
        assert!(before > 0 && lines(&file) == before, "{command} {signal:?}: what it has started goes on");
    }
}
