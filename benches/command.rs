//! The waits of a user besides the search: writing a large formula, starting the program, and a batch of puzzles.
//!
//! `cargo bench --bench command`. Prints medians and the ratio to the bar (below 1 is good); what is written and
//! printed is asserted before anything is timed.

use std::io::{self, Write};
use std::process::Command;
use std::time::Instant;

use cnfab::encode::Recipe;
use cnfab::format::{Export, FORMATS};
use cnfab::puzzle;

const RUNS: usize = 21;

fn main() {
    write();
    start();
    #[cfg(unix)]
    batch();
}

/// Counts bytes, keeps none.
struct Sink(u64);

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// An open Hidoku of 10 x 10 cells has 1,010,000 clauses: at least 5 million are to be written per second.
fn write() {
    const CLAUSES: u64 = 1_010_000;
    const BAR: f64 = CLAUSES as f64 / 5e6;
    let text = format!("kind: hidoku\n\n{}", "_,_,_,_,_,_,_,_,_,_\n".repeat(10));
    let (kind, puzzles) = puzzle::read(&text, &|_| Err("no file".to_owned())).expect("a Hidoku");
    let view = kind.views[0].0;
    let (model, recipe) = (puzzles[0].make_model(view), "root=narrow".parse::<Recipe>().expect("a recipe"));
    let export = Export {
        model: &model,
        recipe: &recipe,
        aliases: &[],
        ilp: cnfab::ilp::DEFAULT,
        instance: "open",
        kind: kind.name,
        view,
        comments: false,
    };
    let dimacs = FORMATS.iter().find(|format| format.name == "dimacs").expect("a registered format");
    let mut text = Vec::new();
    (dimacs.write)(&export, &mut text).expect("memory can be written to");
    let header = String::from_utf8_lossy(&text).lines().find(|line| line.starts_with("p cnf")).map(str::to_owned);
    assert_eq!(header, Some(format!("p cnf 10000 {CLAUSES}")));
    let mut sink = Sink(0);
    let seconds = median(|| {
        sink = Sink(0);
        (dimacs.write)(&export, &mut sink).expect("a sink can be written to");
    });
    assert_eq!(sink.0, text.len() as u64);
    let rate = CLAUSES as f64 / seconds / 1e6;
    println!(
        "write   10 x 10 Hidoku, DIMACS  {seconds:8.4} s  {rate:6.1} M clauses/s  {:.2} of the bar",
        seconds / BAR
    );
}

/// Starting the program and solving a small puzzle is to take less than 20 ms.
fn start() {
    const BAR: f64 = 0.020;
    for strategy in ["sat", "backtrack"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cnfab"));
        command.current_dir(env!("CARGO_MANIFEST_DIR"));
        command.args(["solve", "models/jodici/sample.txt", "--plain", "--strategy", strategy]);
        let output = command.output().expect("the program starts");
        assert_eq!(String::from_utf8_lossy(&output.stdout), "3 7 5 8 4 3 6 1 1 5 9 8 6 7 9 2 2 4\n");
        let seconds = median(|| assert!(command.output().is_ok_and(|output| output.status.success())));
        println!("start   Jodici, {strategy:<14}  {seconds:8.4} s  {:27.2} of the bar", seconds / BAR);
    }
}

/// A batch is to be counted at the speed of the engine: at least 150,000 Sudokus of 17 clues per second of computing,
/// and in two threads 1.8 times that by the clock. The loop over the engine alone has the models made before.
#[cfg(unix)]
fn batch() {
    use std::ops::ControlFlow;
    use std::process::Stdio;

    use cnfab::model::Model;
    use cnfab::solve::{Budget, Encodings, Outcome, Strategy};
    use nix::sys::resource::UsageWho;

    const TIMES: usize = 100;
    const PER_SECOND: f64 = 150_000.0;
    const FASTER: f64 = 1.8;
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/models/sudoku/seventeen-clues.txt");
    let text = std::fs::read_to_string(file).expect("an instance of the repository");
    let lines: Vec<&str> = text.lines().filter_map(|line| line.get(..81)).filter(|line| !line.contains(' ')).collect();
    let batch = (lines.join("\n") + "\n").repeat(TIMES);
    let number = lines.len() * TIMES;
    let (kind, puzzles) = puzzle::read(&batch, &|_| Err("no file".to_owned())).expect("Sudokus");
    let models: Vec<Model> = puzzles.iter().map(|puzzle| puzzle.make_model(kind.views[0].0)).collect();
    let engine = Strategy::parse("backtrack").expect("a registered strategy").backend(&Encodings::default());
    // By computing time, as the program below: on a busy machine the clock would flatter the program.
    let loop_s = median_computing(UsageWho::RUSAGE_SELF, || {
        for model in &models {
            let report = engine.solve(model, &Budget::unlimited(), &mut |_| ControlFlow::Continue(()));
            assert!(report.is_ok_and(|report| report.outcome == Outcome::Exhausted));
        }
    });
    let rate = |seconds: f64| number as f64 / seconds / 1e3;
    println!("batch   17 clues, engine alone  {loop_s:8.4} s  {:6.1} k puzzles/s", rate(loop_s));
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("batch.txt");
    std::fs::write(&path, &batch).expect("a file");
    let mut alone_s = f64::NAN;
    for threads in ["1", "2"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cnfab"));
        command.args(["count", "--threads", threads]).arg(&path).stderr(Stdio::null());
        assert_eq!(command.output().expect("the program starts").stdout, "1\n".repeat(number).as_bytes());
        let mut clock = Vec::new();
        let computing = median_computing(UsageWho::RUSAGE_CHILDREN, || {
            let start = Instant::now();
            assert!(command.output().is_ok_and(|output| output.status.success()));
            clock.push(start.elapsed().as_secs_f64());
        });
        clock.sort_by(f64::total_cmp);
        let clock = clock[RUNS / 2];
        println!(
            "batch   17 clues, --threads {threads}   {clock:8.4} s  {:6.1} k puzzles/s of computing, {:.2} of the engine's time, \
             {:.2} of the bar",
            rate(computing),
            computing / loop_s,
            PER_SECOND / 1e3 / rate(computing)
        );
        if threads == "1" {
            alone_s = clock;
        } else {
            println!(
                "batch   two threads by the clock: {:.2} times, {:.2} of the bar",
                alone_s / clock,
                FASTER * clock / alone_s
            );
        }
    }
}

/// The median of the computing time of each run, of this program or of those that it starts, in seconds.
#[cfg(unix)]
fn median_computing(who: nix::sys::resource::UsageWho, mut run: impl FnMut()) -> f64 {
    use nix::sys::time::TimeValLike;
    let so_far = || {
        let usage = nix::sys::resource::getrusage(who).expect("the system tells");
        (usage.user_time() + usage.system_time()).num_microseconds() as f64 / 1e6
    };
    let mut times: Vec<f64> = (0..RUNS)
        .map(|_| {
            let before = so_far();
            run();
            so_far() - before
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[RUNS / 2]
}

fn median(mut run: impl FnMut()) -> f64 {
    let mut times: Vec<f64> = (0..RUNS)
        .map(|_| {
            let start = Instant::now();
            run();
            start.elapsed().as_secs_f64()
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[RUNS / 2]
}
