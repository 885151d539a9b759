//! Reports of rows whose figures have been worked out by hand.

use cnfab::report::{MedianEstimate, Results, Summary, WayFigures, write_csv, write_json, write_markdown};
use cnfab::solve::Encodings;
use cnfab::study::Row;
use serde_json::{Value, json};

const ROW: &str = r#"{
    "study": "s", "study_file": "s.toml", "study_about": "", "study_hash": "h", "run": "", "number": 1, "runs": 1, "source": null, "kind": "sudoku", "family": null, "configuration": null, "instance_hash": "", "parameters": {},
    "model_hash": null, "seed": 0, "shuffle": null, "repetition": 0, "programs": null, "symmetry": null,
    "limit_solutions": null, "limit_wall_s": 10.0, "limit_cpu_s": null, "limit_conflicts": null, "limit_ticks": null, "limit_memory_bytes": null,
    "instance": "a.txt", "strategy": "sat", "recipe": "", "view": "cell",
    "outcome": "complete", "solutions": 1, "objective": null, "bound": null, "gap": null,
    "time_best_s": null, "time_first_s": null, "time_total_s": 1.0, "encode_s": null,
    "variables": null, "clauses": null, "literals": null, "contract": null, "conflicts": null, "decisions": null,
    "propagations": null, "restarts": null, "least_budget": null, "least_budget_low": null,
    "least_budget_high": null, "least_budget_orders": null, "learned": null, "relaxations": null,
    "cuts": null, "nodes": null, "course": null, "peak_memory_bytes": null,
    "certified": null, "certified_why": null, "proof_s": null, "proof_bytes": null, "check_s": null, "external_s": null,
    "detail": null, "fingerprint": null, "solution": null, "cpu_s": null, "wall_s": null,
    "command": "cnfab solve a.txt", "started": 0.0, "version": "0.1.0", "commit": null, "host": "here",
    "system": "x", "processor": "y", "cores": 2, "memory_bytes": null, "jobs": 1, "load": null
}"#;

/// A row: solved in 1 s within 10 s, but for the given changes.
pub(crate) fn row(changes: Value) -> Value {
    let mut row: Value = serde_json::from_str(ROW).unwrap();
    row["recipe"] = json!(Encodings::default().to_string());
    let fields = row.as_object_mut().unwrap();
    fields.extend(changes.as_object().unwrap().clone());
    for (name, of) in [("instance_hash", "instance"), ("run", "")] {
        if fields[name] == "" {
            let all: Vec<String> = fields.values().map(Value::to_string).collect();
            fields[name] = if of.is_empty() { json!(all.concat()) } else { fields[of].clone() };
        }
    }
    row
}

pub(crate) fn table(rows: &[Value]) -> Results {
    let text: String = rows.iter().map(|row| format!("{row}\n")).collect();
    let mut table = Results::default();
    assert_eq!(table.read("runs.jsonl", &mut text.as_bytes()).unwrap(), None);
    table
}

fn summary(rows: &[Value]) -> Summary {
    Summary::of(&mut table(rows))
}

/// Two ways on four instances.
pub(crate) fn worked() -> Vec<Value> {
    let mut rows = Vec::new();
    let default = [Some((1.0, 9)), Some((2.0, 99)), Some((4.0, 999)), None];
    let other = [Some((2.0, 19)), Some((2.0, 99)), Some((1.0, 99)), Some((8.0, 5))];
    for (recipe, runs) in [(Encodings::default().to_string(), default), ("amo=pairwise".to_owned(), other)] {
        for (instance, run) in runs.into_iter().enumerate() {
            let mut changes =
                json!({ "instance": format!("{instance}.txt"), "recipe": recipe, "variables": 10 * (instance + 1) });
            let fields = changes.as_object_mut().unwrap();
            match run {
                Some((time, conflicts)) => {
                    fields.insert("time_total_s".to_owned(), json!(time));
                    fields.insert("conflicts".to_owned(), json!(conflicts));
                    fields.insert("peak_memory_bytes".to_owned(), json!(conflicts * 1000));
                }
                None => {
                    fields.insert("outcome".to_owned(), json!("timeout"));
                    fields.insert("solutions".to_owned(), json!(0));
                    fields.insert("time_total_s".to_owned(), json!(10.01));
                }
            }
            rows.push(row(changes));
        }
    }
    rows
}

fn near(found: Option<f64>, expected: f64) {
    assert!(found.is_some_and(|found| (found - expected).abs() < 1e-9), "{found:?} {expected}");
}

#[test]
fn every_figure_of_the_csv() {
    let mut text = Vec::new();
    write_csv(&summary(&worked()), &mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(lines.len(), 3);
    let (names, ways) = (&lines[0], &lines[1..]);
    // The other way solved more, so it comes first.
    let expected: &[(&str, &str, &str)] = &[
        ("way", "sat amo=pairwise", "sat amo=pairwise-product"),
        ("strategy", "sat", "sat"),
        ("view", "cell", "cell"),
        ("runs", "4", "4"),
        ("solved_runs", "4", "3"),
        ("instances", "4", "4"),
        ("solved", "4", "3"),
        // The second instance is a draw.
        ("fastest", "3", "2"),
        ("alone", "1", "0"),
        ("outcomes_complete", "4", "3"),
        ("outcomes_timeout", "0", "1"),
        // (2 + 2 + 1 + 8) / 4 and (1 + 2 + 4 + 20) / 4.
        ("par2_s", "3.25", "6.75"),
        ("par2_s_of", "4", "4"),
        ("par2_s_low", "", ""),
        ("time_s", "2", "2"),
        ("time_s_of", "4", "3"),
        ("conflicts", "59", "99"),
        ("conflicts_of", "4", "3"),
        ("variables", "25", "25"),
        ("variables_of", "4", "4"),
        ("clauses", "", ""),
        ("clauses_of", "0", "0"),
        ("peak_memory_bytes", "59000", "99000"),
        ("peak_memory_bytes_max", "99000", "999000"),
        ("contract", "", ""),
        ("time_ratio_of", "3", ""),
        ("time_ratio_both_run", "4", ""),
        ("time_ratio_less", "1", ""),
        ("time_ratio_more", "1", ""),
        ("time_ratio_sign_p", "1", ""),
        ("conflicts_ratio_less", "1", ""),
    ];
    // The default's recipe has commas, so its cells are counted from the end.
    for (name, first, second) in expected {
        let place = names.iter().position(|other| other == name).unwrap_or_else(|| panic!("{name} in {names:?}"));
        for (way, expected) in ways.iter().zip([first, second]) {
            let place = if place < 3 { place } else { place + way.len() - names.len() };
            assert_eq!(way[place], *expected, "{name}");
        }
    }
}

#[test]
fn ratios_and_the_virtual_best_by_hand() {
    let summary = summary(&worked());
    assert_eq!(summary.reference.as_deref(), Some("sat amo=pairwise-product"));
    // 2/1 * 2/2 * 1/4, and 20/10 * 100/100 * 100/1000.
    near(summary.ways[0].time_ratio.unwrap().ratio.value, 0.5f64.cbrt());
    near(summary.ways[0].conflicts_ratio.unwrap().ratio.value, 0.2f64.cbrt());
    // 1, 2, 1, 8.
    near(summary.virtual_best.par2_s.value, 3.0);
    near(summary.virtual_best.time_s.value, 1.5);
    assert_eq!(summary.virtual_best.solved, 4);
}

#[test]
fn the_order_of_the_rows_does_not_matter_and_the_bytes_are_the_same_twice() {
    let bytes = |rows: &[Value]| {
        let summary = summary(rows);
        let mut bytes = Vec::new();
        write_csv(&summary, &mut bytes).unwrap();
        write_json(&summary, &mut bytes).unwrap();
        write_markdown(&summary, &mut bytes).unwrap();
        bytes
    };
    let mut rows = worked();
    let expected = bytes(&rows);
    assert_eq!(bytes(&rows), expected);
    rows.reverse();
    assert_eq!(bytes(&rows), expected);
    assert!(!String::from_utf8(expected).unwrap().contains("NaN"));
}

#[test]
fn the_median_run_of_an_instance_stands_for_it() {
    let times = |times: &[f64]| -> WayFigures {
        let rows: Vec<Value> = (times.iter().enumerate())
            .map(|(seed, &time)| match time {
                time if time < 10.0 => row(json!({ "seed": seed, "time_total_s": time })),
                _ => row(json!({ "seed": seed, "outcome": "timeout" })),
            })
            .collect();
        summary(&rows).ways.remove(0)
    };
    let way = times(&[3.0, 1.0, 10.0]);
    assert_eq!((way.runs, way.solved_runs, way.instances, way.solved), (3, 2, 1, 1));
    assert_eq!(way.time_s, MedianEstimate { value: Some(3.0), low: None, high: None, of: 1 });
    near(way.par2_s.value, 8.0);
    let way = times(&[3.0, 10.0, 10.0]);
    assert_eq!((way.solved_runs, way.solved, way.time_s.value, way.time_s.of), (1, 0, None, 0));
}

#[test]
fn enough_solutions_solve_a_run_and_giving_up_does_not() {
    let stopped = |limit: Value, solutions: u64| {
        let rows = [row(json!({ "outcome": "stopped", "limit_solutions": limit, "solutions": solutions }))];
        summary(&rows).ways[0].solved
    };
    assert_eq!(stopped(json!(2), 2), 1);
    assert_eq!(stopped(json!(2), 1), 0);
    assert_eq!(stopped(json!(null), 1), 0);
}

#[test]
fn all_timeouts_one_row_and_no_limit() {
    let late: Vec<Value> = (0..6)
        .map(|i| row(json!({ "instance": format!("{i}"), "outcome": "timeout", "time_total_s": null })))
        .collect();
    let summary_of_late = summary(&late);
    let way = &summary_of_late.ways[0];
    assert_eq!((way.solved, way.time_s.value, way.par2_s.value), (0, None, Some(20.0)));
    assert_eq!(summary_of_late.virtual_best.time_s.value, None);
    let one = summary(&[row(json!({}))]);
    assert_eq!((one.ways[0].par2_s.value, one.reference), (Some(1.0), None));
    let unlimited = summary(&[row(json!({ "limit_wall_s": null, "outcome": "memory" }))]);
    assert_eq!(unlimited.ways[0].par2_s.value, None);
    assert!(
        unlimited.warnings.iter().any(|warning| warning.contains("PAR-2 is not known")),
        "{:?}",
        unlimited.warnings
    );
    let cpu = json!({ "limit_wall_s": null, "limit_cpu_s": 5.0, "cpu_s": 3.0, "time_total_s": 1.0 });
    assert_eq!(summary(&[row(cpu)]).ways[0].time_s.value, Some(3.0));
}

#[test]
fn disagreements_name_both_runs() {
    let complete = |strategy: &str, solutions: u64, fingerprint: Value| {
        let command = format!("cnfab {strategy}");
        row(json!({ "strategy": strategy, "solutions": solutions, "fingerprint": fingerprint, "command": command }))
    };
    let found = |rows: &[Value]| summary(rows).disagreements;
    let agreeing = [complete("a", 2, json!("f")), complete("b", 2, json!("f")), complete("c", 2, json!(null))];
    assert_eq!(found(&agreeing), []);
    for (wrong, what) in [
        (complete("d", 3, json!("g")), "another number of solutions"),
        (complete("d", 2, json!("g")), "as many solutions, but others"),
    ] {
        let mut rows = agreeing.to_vec();
        rows.insert(0, wrong);
        let found = found(&rows);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].what.as_str(), found[0].other.command.as_str()), (what, "cnfab d"));
        assert_eq!(found[0].one.command, "cnfab a");
    }
    // One solution was wanted and found, and a complete run reports that there is none.
    let first = row(json!({ "strategy": "d", "outcome": "stopped", "limit_solutions": 1, "solutions": 1 }));
    assert_eq!(found(&[complete("a", 0, json!(null)), first])[0].what, "found more solutions than a complete run");
    // Another puzzle of the same file, and another symmetry.
    let second = row(json!({ "instance": "a.txt#2", "instance_hash": "a.txt", "solutions": 9 }));
    let orbits = row(json!({ "symmetry": "usual", "solutions": 1 }));
    assert_eq!(found(&[complete("a", 2, json!("f")), second, orbits]), []);
}

#[test]
fn wrong_lines_torn_lines_and_runs_that_come_twice() {
    let read = |text: &str| {
        let mut table = Results::default();
        let torn = table.read("r.jsonl", &mut text.as_bytes()).map_err(|error| error.to_string());
        (torn.map(|torn| torn.map(|torn| torn.line)), table.len())
    };
    let line: Row = serde_json::from_value(row(json!({}))).unwrap();
    let line = serde_json::to_string(&line).unwrap();
    assert_eq!(read(""), (Ok(None), 0));
    // Only the beginning of a row is a torn row.
    assert!(read(&format!("{line}\nprecious")).0.unwrap_err().starts_with("r.jsonl:2:1: found what is no row"));
    assert!(read(r#"{"key": "precious""#).0.is_err());
    assert_eq!(read(&format!("{line}\n\n{}", &line[..40])), (Ok(Some(3)), 1));
    // Whole, but for the end of the line.
    assert_eq!(read(&line), (Ok(None), 1));
    let (error, _) = read(&format!("{line}\n{}\n{line}\n", line.replace("\"kind\":\"sudoku\",", "")));
    let error = error.unwrap_err();
    assert!(error.starts_with("r.jsonl:2:") && error.contains("missing field `kind`"), "{error}");
    let (error, _) = read(&format!("{line}\n{{\"study\": 7}}\n"));
    assert!(error.unwrap_err().starts_with("r.jsonl:2:1"));

    let twice = table(&[row(json!({})), row(json!({}))]).each_once().unwrap_err().to_string();
    assert!(twice.starts_with("runs.jsonl:2:1: ") && twice.ends_with("runs.jsonl:1"), "{twice}");
    let other = table(&[row(json!({})), row(json!({ "study_hash": "i" }))]);
    assert!(other.each_once().is_ok() && other.one_study().is_err());
}

#[test]
fn warnings() {
    let has = |rows: &[Value], part: &str| summary(rows).warnings.iter().any(|warning| warning.contains(part));
    let rows = |change: fn(u64) -> Value| -> Vec<Value> {
        (0..12)
            .map(|run| {
                let mut changes = json!({ "instance": format!("{}", run / 3), "repetition": run % 3 });
                changes.as_object_mut().unwrap().extend(change(run).as_object().unwrap().clone());
                row(changes)
            })
            .collect()
    };
    let quiet = rows(|run| json!({ "instance": format!("{}", run / 2), "time_total_s": 1.0 + run as f64 / 100.0 }));
    assert!(has(&quiet, "2 times only") && !has(&quiet, "noisy") && !has(&quiet, "too few"));
    for (change, part) in [
        ((|run| json!({ "time_total_s": 1.0 + (run % 3) as f64 })) as fn(u64) -> Value, "noisy"),
        (|_| json!({}), "Only 4 instances"),
        (
            |run| json!({ "time_total_s": if run < 5 { 1.0 } else { 0.009 } }),
            "7 of 12 runs that were solved took less than 10 ms",
        ),
        (|_| json!({ "runs": 14 }), "12 of 14 runs are here"),
        (|_| json!({ "load": 3.5 }), "12 runs began while more was running"),
        (|_| json!({ "jobs": 2 }), "2 runs were done at a time"),
        (|run| json!({ "host": format!("node{}", run % 2) }), "several machines: node0, node1"),
        (|run| json!({ "commit": format!("abc{}", run % 2) }), "versions of the program: 0.1.0 (abc0)"),
        (|_| json!({ "commit": "abc+" }), "files that no commit has"),
        (|run| json!({ "limit_wall_s": 10 + run }), "Limits of time are not the same"),
        (|run| json!({ "model_hash": format!("{}", run % 2) }), "On 4 instances not all runs had the same model"),
        (|run| json!({ "conflicts": run }), "4 runs took another number of conflicts"),
        (|run| json!({ "strategy": if run == 0 { "sat" } else { "ilp" } }), "sat default (1 of 4)"),
        (|run| json!({ "outcome": if run == 0 { "interrupted" } else { "complete" } }), "1 run was interrupted"),
        (|run| json!({ "outcome": if run < 2 { "failed" } else { "complete" } }), "2 runs failed"),
        (|_| json!({ "strategy": "sat", "recipe": "card=naive" }), "card=naive is a baseline"),
        (|_| json!({ "strategy": "sat:enumerate=block-full" }), "enumerate=block-full is a baseline"),
    ] {
        let rows = rows(change);
        assert!(has(&rows, part), "{part}: {:?}", summary(&rows).warnings);
    }
    let program = rows(|_| json!({ "strategy": "sat:cmd=prog --enumerate=block-full {}" }));
    assert!(!has(&program, "baseline"), "an option of a program of the user: {:?}", summary(&program).warnings);
}

#[test]
fn views_name_ways_only_where_an_instance_has_several() {
    let names = |rows: &[Value]| -> Vec<(String, String)> {
        summary(rows).ways.into_iter().map(|way| (way.way, way.view)).collect()
    };
    let run = |instance: &str, view: &str| row(json!({ "instance": instance, "view": view }));
    let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
    assert_eq!(names(&[run("a", "cell"), run("b", "number")]), [pair("sat default", "cell, number")]);
    let expected = [pair("sat default [cell]", "cell"), pair("sat default [number]", "number")];
    assert_eq!(names(&[run("a", "cell"), run("a", "number")]), expected);
}

#[test]
fn markdown_cells_hold_no_markup() {
    let rows = [row(json!({ "strategy": "s|<b>`x`", "study": "a & b" }))];
    let mut text = Vec::new();
    write_markdown(&summary(&rows), &mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    assert!(text.contains(r"s\|\<b\>\`x\`") && text.contains(r"# a \& b"), "{text}");
}

/// Three instances by two ways. Of the first way all answers are certified. Of the other one is not, one is refused,
/// and one was not to be.
fn certified() -> Vec<Value> {
    let mut rows = Vec::new();
    for (number, (proof, check)) in [(1.0, 4.0), (3.0, 8.0), (8.0, 2.0)].into_iter().enumerate() {
        rows.push(row(json!({
            "instance": format!("{number}.txt"), "time_total_s": 2.0, "certified": "yes", "proof_s": proof,
            "check_s": check, "proof_bytes": 1000 * (number + 1)
        })));
    }
    // What is not certified tells no times.
    let no = json!({ "certified": "no", "certified_why": "time <is> over", "proof_s": 99.0, "check_s": 99.0 });
    for (number, mut changes) in [(0, no), (1, json!({ "certified": "refused", "outcome": "failed" })), (2, json!({}))]
    {
        changes["instance"] = json!(format!("{number}.txt"));
        changes["strategy"] = json!("sat:batsat");
        rows.push(row(changes));
    }
    rows
}

#[test]
fn proofs_and_checks_stand_beside_solving() {
    let summary = summary(&certified());
    let way = |strategy: &str| summary.ways.iter().find(|way| way.strategy == strategy).expect("a way");
    let (all, some) = (way("sat"), way("sat:batsat"));
    assert_eq!(all.certificates.named(), [("yes", 3), ("no", 0), ("refused", 0)]);
    assert_eq!(some.certificates.named(), [("yes", 0), ("no", 1), ("refused", 1)]);
    let figures = [&all.proof_s, &all.check_s, &all.proof_bytes, &all.proof_ratio, &all.check_ratio];
    assert_eq!(figures.map(|figure| (figure.value, figure.of)), [3.0, 4.0, 2000.0, 1.5, 2.0].map(|v| (Some(v), 3)));
    assert_eq!([some.proof_s.value, some.check_ratio.value], [None; 2]);
    let why: Vec<_> = summary.uncertified.iter().map(|line| (line.outcome.as_str(), line.detail.as_deref())).collect();
    assert_eq!(why, [("refused", None), ("no", Some("time <is> over"))]);
    let mut text = Vec::new();
    write_markdown(&summary, &mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    assert!(text.contains("; 3 of 5 answers that formulas gave certified."), "{text}");
    let cells = |begins: &str| -> Vec<String> {
        let line = text.lines().find(|line| line.starts_with(begins)).unwrap_or_else(|| panic!("{text}"));
        line.split('|').map(|cell| cell.trim().to_owned()).collect()
    };
    let head = cells("| way");
    let at = head.iter().position(|title| title == "certified").expect("a column");
    assert_eq!(head[at..at + 6], ["certified", "proof", "proof / time", "check", "check / time", "proof size"]);
    assert_eq!(cells("| sat:batsat")[at..at + 3], ["0 of 2 (1 refused)", "", ""]);
    assert_eq!(cells("| sat ")[at..at + 6], ["3 of 3", "3.00 s", "1.50", "4.00 s", "2.00", "2.00 kB"]);
    // Without certificates nobody reads of any.
    let mut plain = Vec::new();
    write_markdown(&self::summary(&worked()), &mut plain).unwrap();
    let plain = String::from_utf8(plain).unwrap();
    assert!(!plain.contains("certified") && !plain.contains("proof"), "{plain}");
}
