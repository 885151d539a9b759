//! `cnfab sweep` and `cnfab merge`: no run is lost and none is done twice, however a sweep ends.

use std::collections::BTreeSet;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;

use super::{Run, program};

/// Runs of a few milliseconds: three per seed.
fn short_runs(seeds: u64) -> String {
    format!(
        "name = 'short'\nstrategies = 'sat:batsat,backtrack'\nencodings = 'amo=pairwise,amo=product'\n\
         seeds = '1..{seeds}'\nlimits = {{ wall = 20 }}\n[[instances]]\nname = 'stars-{{n}}'\n\
         text = \"kind: star-battle\\nstars: 1\\nregions: none\\nsize: {{n}}\\n\"\nwith = {{ n = 4 }}\n"
    )
}

struct Folder(TempDir);

impl Folder {
    fn with_study(text: &str) -> Self {
        let folder = Folder(tempfile::tempdir().expect("a folder"));
        fs::write(folder.path("study.toml"), text).expect("written");
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn run(&self, arguments: &str) -> Run {
        let mut command = program();
        command.current_dir(self.0.path()).args(arguments.split_whitespace());
        command.output().expect("the program starts").into()
    }

    fn rows(&self, name: &str) -> Vec<Value> {
        rows(&self.path(name))
    }
}

/// The rows of a file, each of which has to be whole.
fn rows(path: &Path) -> Vec<Value> {
    let text = fs::read_to_string(path).expect("a file of rows");
    assert!(text.is_empty() || text.ends_with('\n'), "the last row is whole");
    text.lines().map(|line| serde_json::from_str(line).expect("a row of JSON")).collect()
}

/// That all runs of a study are there, each once.
#[track_caller]
fn all_there(rows: &[Value], number: usize) {
    let names: BTreeSet<&str> = rows.iter().map(|row| row["run"].as_str().expect("a name")).collect();
    assert_eq!((rows.len(), names.len()), (number, number));
    let numbers: BTreeSet<u64> = rows.iter().map(|row| row["number"].as_u64().expect("a number")).collect();
    assert!(numbers.into_iter().eq(1..=number as u64));
    assert!(rows.iter().all(|row| row["runs"] == number as u64));
}

/// A sweep that is killed, with what it had begun.
fn killed_after(folder: &Folder, moment: Duration) {
    let mut command = program();
    command.current_dir(folder.0.path()).args(["sweep", "study.toml", "-o", "runs.jsonl", "--resume"]);
    let mut child = command.spawn().expect("the program starts");
    std::thread::sleep(moment);
    // It may have come to its end.
    let _ = child.kill();
    child.wait().expect("it ends");
}

/// Kills a sweep at moments that a generator with this seed picks, and looks at what is there after going on.
fn kill_and_resume(kills: u32, seeds: u64, seed: u64) {
    let folder = Folder::with_study(&short_runs(seeds));
    let mut random = fastrand::Rng::with_seed(seed);
    let mut grown = 0;
    for _ in 0..kills {
        let before = fs::metadata(folder.path("runs.jsonl")).map_or(0, |about| about.len());
        killed_after(&folder, Duration::from_micros(random.u64(0..150_000)));
        grown += u32::from(fs::metadata(folder.path("runs.jsonl")).map_or(0, |about| about.len()) > before);
    }
    assert!(grown > 0, "some of the sweeps got somewhere");
    assert_eq!(folder.run("sweep study.toml -o runs.jsonl --resume").code, 0);
    all_there(&folder.rows("runs.jsonl"), 3 * seeds as usize);
    println!("{kills} kills, of which {grown} after at least one row");
}

#[test]
fn a_sweep_that_is_killed_goes_on_where_it_was() {
    kill_and_resume(8, 40, 1);
}

#[test]
#[ignore = "200 kills and 2,001 runs, minutes; .ci/run runs it"]
fn two_hundred_kills_lose_nothing() {
    kill_and_resume(200, 667, 2);
}

#[test]
fn rows_that_are_cut_off_are_done_again() {
    let folder = Folder::with_study(&short_runs(3));
    folder.run("sweep study.toml -o runs.jsonl").ok();
    let whole = folder.rows("runs.jsonl");
    all_there(&whole, 9);
    let text = fs::read(folder.path("runs.jsonl")).expect("a file of rows");
    fs::write(folder.path("no-end.jsonl"), &text[..text.len() - 1]).expect("written");
    folder.run("merge no-end.jsonl -o merged.jsonl.gz").ok();
    assert!(folder.run("report merged.jsonl.gz").ok().contains("9 runs"));
    let last = text[..text.len() - 1].iter().rposition(|&byte| byte == b'\n').expect("several lines") + 1;
    // Nothing, one byte, half, all but the end of the line; and what a file system leaves that had no time to write.
    for torn in [&text[..last], &text[..=last], &text[..(last + text.len()) / 2], &text[..text.len() - 1]] {
        for zeros in [0, 700] {
            fs::write(folder.path("runs.jsonl"), [torn, &vec![0; zeros]].concat()).expect("written");
            let run = folder.run("sweep study.toml -o runs.jsonl --resume");
            assert_eq!(run.code, 0, "{run:?}");
            // A row that lacks only the end of its line is not done again.
            let is_whole = torn.len() + 1 == text.len() && zeros == 0;
            assert_eq!(run.err.contains("was cut off"), !is_whole && (torn.len() > last || zeros > 0), "{run:?}");
            let rows = folder.rows("runs.jsonl");
            all_there(&rows, 9);
            let kept = if is_whole { 9 } else { 8 };
            assert_eq!(rows[..kept], whole[..kept]);
        }
    }
}

#[test]
fn a_file_of_rows_belongs_to_one_study_and_one_process() {
    let folder = Folder::with_study(&short_runs(2));
    folder.run("sweep study.toml -o runs.jsonl").ok();
    let refused = |arguments: &str| folder.run(arguments).refused(2);
    let whole = fs::read(folder.path("runs.jsonl")).expect("a file of rows");
    assert!(refused("sweep study.toml -o runs.jsonl").contains("holds 6 of 6 rows: --resume goes on"));
    let held = OpenOptions::new().append(true).open(folder.path("runs.jsonl")).expect("a file");
    held.lock().expect("a lock");
    assert_eq!(
        refused("sweep study.toml -o runs.jsonl --resume"),
        "cnfab: 'runs.jsonl' is being written by another process\n"
    );
    drop(held);
    fs::write(folder.path("study.toml"), short_runs(3)).expect("written");
    let error = refused("sweep study.toml -o runs.jsonl --resume");
    assert!(error.starts_with("runs.jsonl:1:1: found a row of 'short' as it was before its file"), "{error}");
    assert_eq!(fs::read(folder.path("runs.jsonl")).expect("a file of rows"), whole);
    fs::write(folder.path("other.jsonl"), "{\"a\": 1}\n").expect("written");
    assert!(refused("sweep study.toml -o other.jsonl --resume").starts_with("other.jsonl:1:8: found no row"));
    assert!(refused("sweep study.toml -o .").contains("cannot write '.'"));
    assert!(refused("sweep study.toml -o -").contains("found -o -"));
    fs::write(folder.path("twice.jsonl"), [&whole[..], &whole[..]].concat()).expect("written");
    fs::write(folder.path("study.toml"), short_runs(2)).expect("written");
    assert!(
        refused("sweep study.toml -o twice.jsonl --resume").starts_with("twice.jsonl:7:1: found a run that stands")
    );
}

/// A row without the fields that may differ between two sweeps, by the schema of rows: time, memory and the machine.
fn without_what_varies(mut row: Value) -> Value {
    static SCHEMA: LazyLock<Value> =
        LazyLock::new(|| serde_json::from_str(&super::cnfab("schema rows").ok()).expect("a schema"));
    let fields = row.as_object_mut().expect("an object");
    let before = fields.len();
    fields.retain(|field, _| SCHEMA["properties"][field]["x-varies"] == "no");
    assert!(fields.len() > 20 && before > fields.len() + 10, "{fields:?}");
    row
}

#[test]
fn a_sweep_may_end_with_its_page() {
    let folder = Folder::with_study(&short_runs(2));
    folder.run("sweep study.toml --report page.html").ok();
    let page = fs::read_to_string(folder.path("page.html")).expect("a page");
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("<h1>short</h1>"), "{page}");
    // The board of an instance that stands in no file.
    assert!(page.contains("class=\"cnfab\""), "a picture");
    folder.run("report study.jsonl --plots plots/of-it").ok();
    let mut names: Vec<String> = fs::read_dir(folder.path("plots/of-it"))
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("UTF-8"))
        .collect();
    names.sort();
    assert!(names.contains(&"cactus-time.svg".to_owned()) && names.contains(&"boxes-time.svg".to_owned()), "{names:?}");
    for name in names {
        let text = fs::read_to_string(folder.path("plots/of-it").join(&name)).expect("a plot");
        let plot = roxmltree::Document::parse(&text).unwrap_or_else(|why| panic!("{name}: {why}"));
        assert!(plot.root_element().children().any(|child| child.has_tag_name("svg")), "{name}");
    }
}

#[test]
fn parts_join_to_what_one_sweep_gives() {
    let folder = Folder::with_study(&short_runs(5));
    folder.run("sweep study.toml -o whole.jsonl").ok();
    for part in 1..=3 {
        folder.run(&format!("sweep study.toml -o part{part}.jsonl --shard {part}/3 --jobs 2")).ok();
        assert_eq!(folder.rows(&format!("part{part}.jsonl")).len(), 5);
    }
    let merged = folder.run("merge part3.jsonl part1.jsonl part2.jsonl part1.jsonl -o merged.jsonl");
    assert_eq!(merged.err, "cnfab: 15 of 15 runs; 5 rows stood there twice\n", "{merged:?}");
    let all = |name: &str| folder.rows(name).into_iter().map(without_what_varies).collect::<Vec<_>>();
    assert_eq!(all("merged.jsonl"), all("whole.jsonl"));

    let refused = |arguments: &str| folder.run(arguments).refused(2);
    let error = refused("merge part1.jsonl whole.jsonl");
    assert!(error.starts_with("whole.jsonl:1:1: found another row of run "), "{error}");
    fs::write(folder.path("study.toml"), short_runs(1)).expect("written");
    folder.run("sweep study.toml -o other.jsonl").ok();
    let error = refused("merge part1.jsonl other.jsonl -o both.jsonl");
    assert!(error.starts_with("other.jsonl:1:1: found a row of the study 'short' ("), "{error}");
    assert!(!folder.path("both.jsonl").exists());
    assert!(refused("merge part1.jsonl missing.jsonl").contains("cannot read 'missing.jsonl'"));
}

#[test]
fn a_row_says_how_to_do_its_run_again() {
    let folder = Folder::with_study(&short_runs(2));
    folder.run("sweep study.toml").ok();
    let rows = folder.rows("study.jsonl");
    for row in [&rows[0], &rows[4]] {
        let command = row["command"].as_str().expect("a command").strip_prefix("cnfab ").expect("this program");
        let again: Value = serde_json::from_str(&folder.run(command).ok()).expect("a row");
        assert_eq!(without_what_varies(again), without_what_varies(row.clone()));
    }
    assert!(folder.run("sweep study.toml --run 0123").refused(2).contains("has no run '0123'"));
    let text = "kind: star-battle\nstars: 1\nregions: none\nsize: 4\n";
    assert_eq!(folder.run("sweep study.toml --instance stars-4").ok(), text);
    assert_eq!(rows[0]["parameters"], serde_json::json!({ "n": 4 }));
    assert_eq!(rows[0]["solutions"], 2);
    // Row by row, as the solutions of four queens that do not touch.
    assert_eq!(rows[0]["solution"], "..*.*......*.*..");
}

/// Limits that the system keeps: the run costs one row, and the sweep goes on.
#[cfg(target_os = "linux")]
#[test]
fn runs_beyond_their_limits_say_so() {
    let study = |strategy: &str, limits: &str, large: &str| {
        let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("models");
        format!(
            "name = 'limits'\nroot = '{}'\nstrategies = '{strategy}'\nlimits = {{ {limits} }}\n[[instances]]\n{large}\n\
             [[instances]]\nfiles = 'star-battle/notebook-5x5.txt'\n",
            models.display()
        )
    };
    let rows = |study: String| {
        let folder = Folder::with_study(&study);
        folder.run("sweep study.toml").ok();
        folder.rows("study.jsonl")
    };
    // Varisat cannot be interrupted: the process ends itself, or the system does, and then it cannot tell.
    let ended = rows(study("sat", "cpu = 0.7", "files = 'sudoku/empty.txt'"));
    assert_eq!((&ended[0]["outcome"], &ended[1]["outcome"]), (&"timeout".into(), &"complete".into()));
    // The limit is one of the process, which did other things before the search.
    assert!(ended[0]["cpu_s"].as_f64().is_none_or(|used| (0.1..10.0).contains(&used)), "{}", ended[0]);
    // At most one of thousands of words in pairs.
    let words = "files = 'crossword/gecode-59.txt'\nviews = 'word'\nencodings = 'amo=pairwise'";
    let ended = rows(study("sat:batsat", "memory = 60", words));
    assert_eq!((&ended[0]["outcome"], &ended[1]["outcome"]), (&"memory".into(), &"complete".into()), "{}", ended[0]);
}

/// A run that dies, hangs or prints nonsense.
#[cfg(unix)]
#[test]
fn a_run_that_fails_costs_one_row() {
    let solvers = [
        "sh -c 'kill -9 $PPID' {}",
        "sh -c 'sleep 100' {}",
        "echo nonsense {}",
        "false {}",
        "sh -c no-such-solver {}",
        // Answers that how the program ended does not go with, or that are two.
        "sh -c 'echo s UNSATISFIABLE; exit 3' {}",
        "sh -c 'echo s UNSATISFIABLE; exit 10' {}",
        "sh -c 'echo s UNSATISFIABLE; kill -SEGV $$' {}",
        "sh -c 'echo s UNSATISFIABLE; echo s UNSATISFIABLE' {}",
        "sh -c 'sleep 100 & echo s UNKNOWN' {}",
    ];
    let strategies: Vec<String> = solvers.iter().map(|solver| format!("\"sat:cmd={solver}\"")).collect();
    let folder = Folder::with_study(&format!(
        "name = 'bad'\nstrategies = [{}, 'sat']\nlimits = {{ wall = 1 }}\n[[instances]]\nname = 'stars'\n\
         text = \"kind: star-battle\\nstars: 1\\nregions: none\\nsize: 4\\n\"\n",
        strategies.join(", ")
    ));
    folder.run("sweep study.toml").ok();
    let rows = folder.rows("study.jsonl");
    all_there(&rows, 11);
    let ended: Vec<&str> = rows.iter().map(|row| row["outcome"].as_str().expect("a name")).collect();
    // Where no control group tells, a process that was killed is taken to have had too much memory.
    assert!(["failed", "memory"].contains(&ended[0]), "{}", rows[0]);
    let failed = ["failed"; 7];
    assert_eq!(ended[1..], [&["timeout"], &failed[..], &["stopped", "complete"]].concat());
    assert!(rows[2]["detail"].as_str().is_some_and(|detail| detail.contains("nonsense")), "{}", rows[2]);
}

/// A disk without room, as far as a shell can make one: the file may not grow further.
#[cfg(unix)]
#[test]
fn a_full_disk_leaves_whole_rows() {
    let folder = Folder::with_study(&short_runs(10));
    let shell = format!("trap '' XFSZ; ulimit -f 16; exec {} sweep study.toml", env!("CARGO_BIN_EXE_cnfab"));
    let mut command = std::process::Command::new("bash");
    let run: Run = command.current_dir(folder.0.path()).args(["-c", &shell]).output().expect("a shell").into();
    assert_eq!(run.code, 3, "{run:?}");
    assert!(run.err.contains("cannot write 'study.jsonl': "), "{run:?}");
    assert!(run.err.contains("the rows until then are there, and --resume goes on"), "{run:?}");
    let there = folder.rows("study.jsonl").len();
    assert!((1..30).contains(&there), "{there}");
    folder.run("sweep study.toml --resume").ok();
    all_there(&folder.rows("study.jsonl"), 30);
}

#[test]
fn studies_that_are_wrong_are_refused_with_the_place() {
    let error = |text: &str| {
        let folder = Folder::with_study(text);
        let error = folder.run("sweep study.toml").refused(2);
        assert!(!folder.path("study.jsonl").exists(), "{error}");
        error
    };
    let table = "[[instances]]\nname = 'a'\ntext = \"kind: star-battle\\nstars: 1\\nregions: none\\nsize: 4\\n\"\n";
    let with = |line: &str| error(&format!("name = 's'\n{line}\n{table}"));
    assert!(
        with("strategies = 'sta'").starts_with("study.toml:2:14: unknown strategy 'sta'; did you mean 'sat'? (known: ")
    );
    assert!(with("encodings = ['amo=*', 'am=x']").starts_with("study.toml:2:13: unknown encoding class 'am'"));
    assert!(with("encodings = 'amo:rwo=product'").starts_with("study.toml:2:13: "));
    assert!(
        with("views = 'cells'").starts_with("study.toml:2:9: unknown view of star-battle 'cells'; did you mean 'cell'")
    );
    assert!(with("seeds = '3..1'").starts_with("study.toml:2:9: found '3..1'"));
    assert!(with("seeds = -1").starts_with("study.toml:2:9: found '-1'"));
    assert!(with("repetitions = 0").starts_with("study.toml:2:15: found 0 repetitions"));
    assert!(with("limits = { wall = 0 }").starts_with("study.toml:2:19: expected a number of seconds above 0"));
    assert!(with("limits = { wall = nan }").starts_with("study.toml:2:19: expected a number of seconds above 0"));
    assert!(with("least-budget = 0").starts_with("study.toml:2:16: expected a number of orders"));
    assert!(with("seeds = []").contains("has no runs"));
    assert!(with("seeds = [1, 1]").contains("two runs are the same: 'a' by sat [default] (view cell) with seed 1"));
    let nothing = "study.toml:1:1: found nothing, expected a study; 'cnfab help studies' describes one\n";
    assert_eq!(error(""), nothing);
    assert_eq!(error("about = 'x'\n"), "study.toml:1:1: missing field 'name'\n");
    assert!(error("name = ''\ninstances = []").starts_with("study.toml:1:8: found an empty name"));
    assert!(error("name = 's'\n[[instances]]\n").starts_with("study.toml:2:1: expected one of 'files'"));
    let files = |names: &str| error(&format!("name = 's'\n[[instances]]\nfiles = {names}\n"));
    assert!(files("'none-*.txt'").starts_with("study.toml:3:9: found no file 'none-*.txt'"));
    assert!(
        files("'study.toml'\nwith = { n = '1..2' }").starts_with("study.toml:4:14: expected one value beside 'files'")
    );
    assert!(files("'['").starts_with("study.toml:3:9: in '[': "));
    assert!(files("'study.toml'").contains("study.toml:1:"));
    let made = |rest: &str| error(&format!("name = 's'\n[[instances]]\nname = 'a'\n{rest}\n"));
    assert!(made("command = 'no-such-program {n}'\nwith = { n = 3 }").contains("cannot run 'no-such-program 3'"));
    assert!(made("command = 'yes kind'").contains("'yes kind' prints more than 16 MB"));
    assert!(made("command = 'false'").contains("'false' ended with exit status: 1"));
    assert!(with("repetitions = 4000000000\nseeds = '1..1000000'").contains("expected at most 10,000,000"));
    assert!(made("text = 'kind: {m}'\nwith = { n = 3 }").starts_with("study.toml:4:8: line 1: in '{m}': found 'm'"));
    assert!(made("text = 'kind: sudko'").contains("expected 'sudoku', or one of"));
    let folder = Folder::with_study("name = 's'");
    assert!(folder.run("sweep missing.toml").refused(2).contains("cannot read 'missing.toml'"));
    assert!(folder.run("sweep .").refused(2).contains("found a folder"));
    assert!(folder.run("sweep study.toml --shard 3/2").refused(2).contains("found '3/2', expected a part"));
}

#[test]
fn a_dry_run_says_what_there_is_to_do() {
    let folder = Folder::with_study(&short_runs(4));
    let said = folder.run("sweep study.toml --dry-run").ok();
    let expected = "short: 12 runs on 1 instance\n         4  backtrack (view cell)\n         4  sat:batsat [amo=pairwise] (view cell)\n         4  sat:batsat [amo=product] (view cell)\nat most 4 min 0 s, if every run takes its limit\n";
    assert_eq!(said, expected);
    folder.run("sweep study.toml --shard 1/2").ok();
    let said = folder.run("sweep study.toml --dry-run --jobs 2").ok();
    assert!(said.contains("6 rows in 'study.jsonl', 6 to do\nabout 1 s at the mean of the rows"), "{said}");
    assert!(folder.run("sweep study.toml --dry-run --shard 2/2").ok().starts_with("short: 6 runs (part 2/2 of 12)"));
}

#[test]
fn slurm_gets_an_array_and_a_job_that_joins() {
    let folder = Folder::with_study(&short_runs(4));
    let said = folder.run("sweep study.toml --slurm 3 --slurm-dry-run --jobs 2 --slurm-option --partition=long").ok();
    for line in [
        "#SBATCH --job-name=short",
        "#SBATCH --array=1-3",
        "#SBATCH --cpus-per-task=2",
        "#SBATCH --requeue",
        "#SBATCH --partition=long",
        "#SBATCH --job-name=short-merge",
    ] {
        assert!(said.lines().any(|other| other == line), "{line} in {said}");
    }
    assert!(said.contains("sweep study.toml --shard \"${SLURM_ARRAY_TASK_ID}/3\" --jobs 2 --resume -o "), "{said}");
    assert!(said.contains("merge study.1-of-3.jsonl study.2-of-3.jsonl study.3-of-3.jsonl -o study.jsonl"), "{said}");
    let error = folder.run("sweep study.toml --slurm 2 --slurm-option partition=long").refused(2);
    assert!(error.contains("expected an option of sbatch"), "{error}");
}

/// A study by a real SLURM on this machine; `tests/slurm.sh` starts one.
#[cfg(unix)]
#[test]
#[ignore = "needs a running SLURM: by hand after a change of sweep --slurm, tests/slurm.sh starts one and runs it"]
fn slurm_does_a_study() {
    let folder = Folder::with_study(&short_runs(10));
    let said = folder.run("sweep study.toml --slurm 3 -o all.jsonl").ok();
    assert!(said.starts_with("array job "), "{said}");
    let patience = std::time::Instant::now() + Duration::from_secs(120);
    while !folder.path("all.jsonl").exists() {
        assert!(std::time::Instant::now() < patience, "SLURM does not come to an end");
        std::thread::sleep(Duration::from_millis(200));
    }
    all_there(&folder.rows("all.jsonl"), 30);
}

/// A sweep that is asked to end leaves whole rows, and none of what it had begun.
#[cfg(unix)]
#[test]
fn ctrl_c_leaves_whole_rows() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    let folder = Folder::with_study(&short_runs(400));
    let mut command = program();
    command.current_dir(folder.0.path()).args(["sweep", "study.toml", "--jobs", "2"]);
    let mut child = command.spawn().expect("the program starts");
    while fs::metadata(folder.path("study.jsonl")).map_or(0, |about| about.len()) == 0 {
        std::thread::sleep(Duration::from_millis(5));
        assert!(child.try_wait().expect("a status").is_none(), "it is still there");
    }
    kill(Pid::from_raw(child.id() as i32), Signal::SIGINT).expect("a signal");
    let run: Run = child.wait_with_output().expect("it ends").into();
    assert_eq!(run.code, 3, "{run:?}");
    assert!(run.err.contains("interrupted; --resume goes on with 'study.jsonl'"), "{run:?}");
    let there = folder.rows("study.jsonl");
    assert!(!there.is_empty() && there.len() < 1200);
    assert!(there.iter().all(|row| row["outcome"] == "complete"));
}

/// A file of rows that is replaced during a sweep: rows written to it are lost, so the sweep ends and reports it.
#[cfg(unix)]
#[test]
fn a_sweep_notices_that_its_file_is_gone() {
    let folder = Folder::with_study(&short_runs(400));
    let mut command = program();
    command.current_dir(folder.0.path()).args(["sweep", "study.toml"]);
    let mut child = command.spawn().expect("the program starts");
    while fs::metadata(folder.path("study.jsonl")).map_or(0, |about| about.len()) == 0 {
        std::thread::sleep(Duration::from_millis(5));
        assert!(child.try_wait().expect("a status").is_none(), "it is still there");
    }
    fs::rename(folder.path("study.jsonl"), folder.path("away.jsonl")).expect("renamed");
    let run: Run = child.wait_with_output().expect("it ends").into();
    assert_eq!(run.code, 3, "{run:?}");
    assert!(run.err.contains("cannot write 'study.jsonl': the file was taken away or replaced"), "{run:?}");
    assert!(folder.run("merge away.jsonl -o away.jsonl").refused(2).contains("expected another file"));
    assert!(folder.run("report away.jsonl -o ./away.jsonl").refused(2).contains("expected another file"));
    assert!(!folder.rows("away.jsonl").is_empty());
}

/// A contradiction of rows is told by every command that reads them.
#[test]
fn a_disagreement_stays_one() {
    let folder = Folder::with_study(&short_runs(2));
    folder.run("sweep study.toml -o runs.jsonl").ok();
    let text = fs::read_to_string(folder.path("runs.jsonl")).expect("rows");
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    lines[1] = lines[1].replace("\"solutions\":2,", "\"solutions\":3,");
    fs::write(folder.path("runs.jsonl"), lines[..5].join("\n") + "\n").expect("written");
    for command in ["sweep study.toml -o runs.jsonl --resume", "merge runs.jsonl -o all.jsonl", "report runs.jsonl"] {
        let run = folder.run(command);
        assert_eq!(run.code, 1, "{run:?}");
        assert!(run.err.contains("DISAGREEMENT: the runs "), "{run:?}");
    }
}

/// A limit of computing alone ends what does not compute.
#[cfg(unix)]
#[test]
fn a_run_that_sleeps_ends_too() {
    let folder = Folder::with_study(
        "name = 'lazy'\nstrategies = \"sat:cmd=sh -c 'sleep 100' {}\"\nlimits = { cpu = 0.01 }\n[[instances]]\nname = 'stars'\n\
         text = \"kind: star-battle\\nstars: 1\\nregions: none\\nsize: 4\\n\"\n",
    );
    folder.run("sweep study.toml").ok();
    assert_eq!(folder.rows("study.jsonl")[0]["outcome"], "timeout");
}

/// A file that stands in the way of the rows is not touched.
#[test]
fn nothing_is_written_for_a_study_without_its_instances() {
    let folder = Folder::with_study("name = 's'\n[[instances]]\nfiles = 'a.txt'\n");
    let mut file = fs::File::create(folder.path("a.txt")).expect("a file");
    writeln!(file, "kind: star-battle\nstars: 1\nsize: 4\nregions: nine").expect("written");
    let error = folder.run("sweep study.toml").refused(2);
    assert!(error.contains("a.txt:4:"), "{error}");
    assert!(!folder.path("study.jsonl").exists());
}
