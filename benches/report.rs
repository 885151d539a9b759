//! The time and size of a report of 100,000 rows: 50 ways on 2000 instances.
//!
//! `cargo bench --bench report` prints the medians of several runs, and asserts the results that the rows were made
//! for.

use std::time::Instant;

use cnfab::report::{Extras, Results, Summary, write_csv, write_page};
use serde_json::{Value, json};

const WAYS: usize = 50;
const INSTANCES: usize = 2000;
const RUNS: usize = 3;

fn main() {
    let text = rows();
    let megabytes = text.len() as f64 / 1e6;
    println!("{} rows, {megabytes:.0} MB", WAYS * INSTANCES);
    let mut times: Vec<[f64; 3]> = Vec::new();
    let mut size = 0;
    for _ in 0..RUNS {
        let start = Instant::now();
        let mut table = Results::default();
        let torn = table.read("rows", &mut text.as_bytes()).expect("rows");
        assert_eq!((torn, table.len()), (None, WAYS * INSTANCES));
        let read = start.elapsed().as_secs_f64();
        let summary = Summary::of(&mut table);
        assert_eq!(summary.ways.iter().map(|way| way.runs).sum::<u64>(), table.len() as u64);
        assert!(summary.ways.iter().all(|way| way.solved == SOLVED), "half of the instances are solved");
        let judged = start.elapsed().as_secs_f64();
        let mut page = Vec::new();
        write_page(&summary, &table, &Extras::default(), &mut page).expect("memory takes all");
        let written = start.elapsed().as_secs_f64();
        write_csv(&summary, &mut Vec::new()).expect("memory takes all");
        size = page.len();
        times.push([read, judged - read, written - judged]);
    }
    for (part, name) in ["reading", "figures", "page"].into_iter().enumerate() {
        let mut all: Vec<f64> = times.iter().map(|times| times[part]).collect();
        all.sort_by(f64::total_cmp);
        println!("{name:<10} {:>6.2} s", all[RUNS / 2]);
    }
    println!("page size  {:>6.2} MB", size as f64 / 1e6);
}

/// Instances with an odd number are not solved.
const SOLVED: u64 = INSTANCES as u64 / 2;

fn rows() -> String {
    let mut random = fastrand::Rng::with_seed(1);
    let mut text = String::new();
    let all = all_fields();
    for number in 0..WAYS * INSTANCES {
        let (instance, way) = (number / WAYS, number % WAYS);
        let time = (random.f64() * 9.0 - 7.0).exp2();
        let mut row = json!({
            "study": "bench", "study_file": "bench.toml", "study_about": "", "study_hash": "h", "run": format!("{number:016x}"),
            "number": number + 1, "runs": WAYS * INSTANCES, "kind": "sudoku",
            "instance_hash": format!("{instance:064x}"), "parameters": { "size": 4 + instance % 20 },
            "instance": format!("models/sudoku/{instance}.txt"), "strategy": "sat", "view": "cell", "seed": 0,
            "repetition": 0, "recipe": format!("domain=direct,amo=product,card=totalizer({way})"),
            "outcome": if instance % 2 == 0 { "complete" } else { "timeout" }, "solutions": 1, "jobs": 1, "cores": 8,
        });
        let rest = json!({
            "limit_wall_s": 10.0, "time_total_s": time, "conflicts": (time * 1e4) as u64, "variables": 729,
            "clauses": 11_000 + way, "peak_memory_bytes": 9_000_000, "encode_s": time / 20.0, "cpu_s": time,
            "command": format!("cnfab solve models/sudoku/{instance}.txt --strategy sat --encode amo=product --timeout 10"),
            "started": 1e9 + number as f64, "version": "0.1.0", "host": "here", "system": "Linux", "processor": "p",
        });
        let fields = row.as_object_mut().expect("an object was written down");
        fields.extend(rest.as_object().expect("an object was written down").clone());
        for name in &all {
            fields.entry(name).or_insert(Value::Null);
        }
        text += &row.to_string();
        text.push('\n');
    }
    text
}

/// The names of all fields.
fn all_fields() -> Vec<String> {
    let schema = cnfab::report::schema::rows();
    schema["properties"].as_object().expect("an object has properties").keys().cloned().collect()
}
