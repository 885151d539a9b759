//! `solve`, `count` and `check` on single puzzles; limits, signals and broken pipes.

use std::io::{BufRead, BufReader, Write};

use serde_json::Value;

use super::{cnfab, fed, program, run};

const FOUR: &str = "models/jodici/sample-without-7.txt";
const NONE: &str = "models/disks/bought.txt";
/// 318,600 solutions: more than a moment's work.
const MANY: &str = "models/jodici/open.txt";

#[test]
fn solve_prints_one_solution_and_says_that_there_may_be_more() {
    let run = cnfab(&format!("solve {FOUR} --plain --strategy sat"));
    assert!(run.err.contains("stopped after 1 solution; there may be more"), "{}", run.err);
    assert!(run.err.contains("recipe domain="), "{}", run.err);
    assert_eq!(run.ok().lines().count(), 1);
}

#[test]
fn all_solutions_are_different_and_the_same_for_every_way_of_asking() {
    let all = cnfab(&format!("solve {FOUR} --plain --all"));
    assert!(all.err.contains("4 solutions, complete: there is no other"), "{}", all.err);
    let all = all.ok();
    let mut lines: Vec<&str> = all.lines().collect();
    assert_eq!(cnfab(&format!("solve {FOUR} --plain -n 0")).ok(), all);
    assert_eq!(cnfab(&format!("solve {FOUR} --plain -n 2")).ok(), lines[..2].join("\n") + "\n");
    lines.sort_unstable();
    lines.dedup();
    assert_eq!(lines.len(), 4);
    let sorted =
        cnfab(&format!("solve {FOUR} --plain --all --sorted --strategy sat:batsat --encode domain=order")).ok();
    assert_eq!(sorted.lines().collect::<Vec<_>>(), lines, "one digit per cell, so text order is cell order");
    let two = cnfab(&format!("solve {FOUR} --plain -n 2 --sorted")).ok();
    assert_eq!(two.lines().collect::<Vec<_>>(), lines[..2]);
}

#[test]
fn no_solution_is_an_answer() {
    let run = cnfab(&format!("solve {NONE} --plain"));
    assert!(run.err.contains("complete: there is no solution"), "{}", run.err);
    assert_eq!(run.ok(), "no solution\n");
    assert!(cnfab(&format!("solve {NONE}")).ok().ends_with("no solution\n"));
    assert_eq!(cnfab(&format!("count {NONE}")).ok(), "0\n");
}

#[test]
fn count_prints_a_number_alone() {
    let run = cnfab(&format!("count {FOUR}"));
    assert_eq!(run.err, "");
    assert_eq!(run.ok(), "4\n");
    assert_eq!(cnfab(&format!("count {FOUR} -n 2")).ok(), ">=2\n", "there may be more than were asked for");
    let json: Value = serde_json::from_str(&cnfab(&format!("count {FOUR} -n 5 --json")).ok()).unwrap();
    assert_eq!(json, serde_json::json!({"instance": FOUR, "count": 4, "exact": true, "course": "backtrack"}));
}

#[test]
fn solutions_as_json() {
    let out = cnfab(&format!("solve {FOUR} --json --all")).ok();
    let lines: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let (summary, solutions) = lines.split_last().unwrap();
    assert_eq!(solutions.len(), 4);
    for (index, solution) in solutions.iter().enumerate() {
        assert_eq!(solution["type"], "solution");
        assert_eq!(solution["number"], index + 1);
        let cells = solution["cells"].as_array().unwrap();
        let plain: Vec<String> = cells.iter().map(Value::to_string).collect();
        assert_eq!(solution["plain"], plain.join(" "));
    }
    assert_eq!(summary["type"], "summary");
    assert_eq!(summary["outcome"], "complete");
    assert_eq!(summary["solutions"], 4);
    assert!(summary["time_total_s"].as_f64().unwrap() >= summary["time_first_s"].as_f64().unwrap());
}

#[test]
fn check_takes_what_solve_prints_and_refuses_anything_else() {
    let all = cnfab(&format!("solve {FOUR} --plain --all")).ok();
    assert_eq!(fed(&format!("check {FOUR} -"), all.as_bytes()).ok(), "4 solutions checked: all rules hold\n");
    let first = all.lines().next().unwrap();
    let (digit, rest) = first.split_at(1);
    let wrong = format!("{first}\n{}{rest}\n", if digit == "9" { "8" } else { "9" });
    let err = fed(&format!("check {FOUR} -"), wrong.as_bytes()).refused(2);
    assert!(err.starts_with("<stdin>:2:1: no solution: "), "{err}");
    let err = fed(&format!("check {FOUR} -"), b"1 2 three\n").refused(2);
    assert!(err.starts_with("<stdin>:1:"), "{err}");
    let err = fed(&format!("check {FOUR} -"), b"\n").refused(2);
    assert!(err.contains("found nothing"), "{err}");
    let none = fed(&format!("check {FOUR} -"), b"no solution\n").refused(2);
    let expected = "nothing checked: found 1 line without a solution, expected at least one with a solution";
    assert_eq!(none, format!("<stdin>: {expected}\n"));
    assert!(cnfab("check - -").refused(2).contains("cannot both"));
}

#[test]
fn the_same_command_prints_the_same() {
    for strategy in ["sat", "sat:batsat"] {
        let command = format!("solve {MANY} -n 20 --plain --strategy {strategy} --seed 3");
        assert_eq!(cnfab(&command).ok(), cnfab(&command).ok());
    }
}

#[test]
fn time_over_prints_what_is_known_and_exits_with_3() {
    let counted = cnfab(&format!("count {MANY} --timeout 0.4 --strategy sat"));
    assert_eq!(counted.code, 3, "{counted:?}");
    assert!(counted.err.contains("time is over"), "{counted:?}");
    let number: u64 = counted.out.strip_prefix(">=").expect("no exact number").trim().parse().unwrap();
    assert!(number < 318_600);
    // How long the first solution takes depends on what else the machine does.
    let solved = [0.4, 1.6, 6.4, 25.6]
        .map(|seconds| format!("solve {MANY} --all --plain --timeout {seconds}"))
        .into_iter()
        .map(|command| cnfab(&command))
        .inspect(|solved| assert_eq!(solved.code, 3, "{solved:?}"))
        .find(|solved| solved.out != "not found\n")
        .expect("no solution in time");
    assert!(solved.out.lines().count() > 0 && solved.out.ends_with('\n'), "{}", solved.err);
    let checked = fed(&format!("check {MANY} -"), solved.out.as_bytes()).ok();
    assert!(checked.contains("all rules hold"));
    let none = cnfab(&format!("solve {MANY} --plain --timeout 0"));
    // The time may be over before there is a puzzle to be solved.
    assert!(none.code == 3 && ["", "not found\n"].contains(&none.out.as_str()), "{none:?}");
}

#[test]
fn timeouts_are_numbers_of_seconds() {
    for text in ["-1", "NaN", "inf", "x", "", "1e999"] {
        let err = run(&["count", FOUR, "--timeout", text]).refused(2);
        assert!(err.contains("seconds") || err.contains("value is required"), "{err}");
    }
    assert_eq!(cnfab(&format!("count {FOUR} --timeout 1e3")).ok(), "4\n");
}

#[test]
fn a_reader_that_leaves_ends_the_program_quietly() {
    let mut child = program().args(["solve", MANY, "--all", "--plain"]).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert!(line.ends_with('\n'));
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
}

#[cfg(unix)]
#[test]
fn signals_end_the_program_with_what_is_known() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    for signal in [Signal::SIGINT, Signal::SIGTERM] {
        let mut child = program().args(["solve", MANY, "--all", "--plain"]).spawn().unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut lines = vec![String::new()];
        out.read_line(&mut lines[0]).unwrap();
        kill(Pid::from_raw(child.id() as i32), signal).unwrap();
        lines.extend(out.lines().map(|line| line.unwrap() + "\n"));
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(3), "{signal}");
        let err = String::from_utf8(output.stderr).unwrap();
        assert!(err.contains("interrupted: "), "{err}");
        assert!(err.contains(&format!("{} solution", grouped(lines.len()))), "{} in {err}", lines.len());
        assert!(fed(&format!("check {MANY} -"), lines.concat().as_bytes()).ok().contains("all rules hold"));
    }
}

#[cfg(unix)]
#[test]
fn a_solver_that_is_interrupted_says_that_it_knows_nothing() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    use std::process::Stdio;
    for (arguments, said) in [
        (&["sat", "-"][..], "s UNKNOWN\n"),
        (&["sat", "-", "--count"], "c 0 models were found until then\ns UNKNOWN\n"),
    ] {
        let mut child = program().args(arguments).stdin(Stdio::piped()).spawn().unwrap();
        // More than a pipe holds: the program has begun to read when it is written.
        let mut input = child.stdin.take().unwrap();
        input.write_all(&b"c a comment\n".repeat(100_000)).unwrap();
        kill(Pid::from_raw(child.id() as i32), Signal::SIGINT).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), String::from_utf8(output.stdout).unwrap().as_str()), (Some(3), said));
    }
}

#[test]
fn one_solution_of_each_orbit() {
    let square = "models/magic-board/order-3.txt";
    let run = cnfab(&format!("count {square} --up-to-symmetry"));
    let used = "one per orbit of 8 solutions in all; symmetry geometric, 8 of 8 elements keep the puzzle";
    assert_eq!(run.err, format!("{used}\n"));
    assert_eq!(run.ok(), "1\n");
    let json: Value =
        serde_json::from_str(&cnfab(&format!("count {square} --up-to-symmetry=all --json")).ok()).unwrap();
    let symmetry = ["geometric", "complement", "lines"];
    let orbits =
        serde_json::json!({"symmetry": symmetry, "declared_order": 16, "order": 16, "searched_order": 16, "total": 8});
    assert_eq!(json["orbits"], orbits);
    assert_eq!((&json["count"], &json["exact"]), (&1.into(), &true.into()));
    let run = cnfab(&format!("solve {square} --up-to-symmetry --all --strategy backtrack"));
    assert!(run.err.trim_end().ends_with(used), "{}", run.err);
    assert!(run.ok().ends_with("orbit of 8\n"));
    let json = cnfab(&format!("solve {square} --up-to-symmetry=complement --sorted --json -n 0")).ok();
    let lines: Vec<Value> = json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 5);
    assert!(lines[..4].iter().all(|line| line["orbit"] == 2 && line["type"] == "solution"));
    assert_eq!((&lines[4]["orbits"]["order"], &lines[4]["solutions"]), (&2.into(), &4.into()));
    let shown = cnfab(&format!("show {square}")).ok();
    assert!(shown.contains("  geometric   8 of 8 elements keep the puzzle (used when none is named)\n"), "{shown}");
    let family = format!("count {square} --up-to-symmetry --encode linear:symmetry=order-sum");
    assert_eq!(cnfab(&family).ok(), "1\n", "the constraints are a family");
}

#[test]
fn givens_leave_few_elements_of_a_large_symmetry() {
    let turned = "models/sudoku/quarter-turn.txt --up-to-symmetry=all";
    for strategy in ["backtrack", "sat"] {
        let run = cnfab(&format!("count {turned} --strategy {strategy}"));
        let used = "one per orbit of 670 solutions in all; symmetry geometric, digits, lines, \
            4 of 1,218,998,108,160 elements keep the puzzle\n";
        assert_eq!((run.err.as_str(), run.code), (used, 0), "{strategy}");
        assert_eq!(run.out, "183\n", "{strategy}");
    }
    let compared = cnfab(&format!("compare {turned} --strategies sat,backtrack")).ok();
    assert!(compared.contains("All 2 complete runs agree on the set of 183 solutions."), "{compared}");
    // Each line of the file ends with the number of its solutions.
    let text = std::fs::read_to_string("models/sudoku/several-solutions.txt").unwrap();
    let stated: Vec<u64> = text.lines().filter_map(|line| line.split_once(" # ")?.1.parse().ok()).collect();
    let counts = cnfab("count models/sudoku/several-solutions.txt --up-to-symmetry=all --json").ok();
    let totals: Vec<u64> = counts
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["orbits"]["total"].as_u64().unwrap())
        .collect();
    assert_eq!((totals.len(), totals), (10, stated));
    let shown = cnfab("show models/sudoku/twenty-five-19.txt --json").ok();
    let digits = &serde_json::from_str::<Value>(&shown).unwrap()["symmetries"][1];
    assert_eq!((&digits["order"], &digits["declared_order"]), (&1.into(), &"15511210043330985984000000".into()));
}

#[test]
fn symmetries_that_cannot_be_used_are_refused() {
    let square = "models/magic-board/order-3.txt";
    let error = cnfab(&format!("count {square} --up-to-symmetry=geometry")).refused(2);
    assert!(error.contains("no symmetry 'geometry' in this model; there are: geometric, complement, lines"), "{error}");
    let error = cnfab("count models/sudoku/four-empty.txt --up-to-symmetry --strategy anneal").refused(2);
    assert!(error.contains("anneal") && error.contains("up to symmetry"), "{error}");
    let error = cnfab("count models/sudoku/empty.txt --up-to-symmetry=digits").refused(2);
    assert!(
        error.contains("362880 elements of the symmetry 'digits' keep the puzzle, and more than 100000"),
        "{error}"
    );
    let shown = cnfab("show models/sudoku/empty.txt").ok();
    let digits = "  digits     362,880 of 362,880 elements keep the puzzle, too many to be listed\n";
    assert!(shown.contains(digits), "{shown}");
    assert_eq!(cnfab(&format!("count {square} --up-to-symmetry=")).code, 2);
}

#[test]
fn frontier_counts_and_does_not_list() {
    const BOARD: &str = "models/star-battle/no-regions-9-stars-2.txt";
    assert_eq!(cnfab(&format!("count {BOARD} --strategy frontier")).ok(), "664\n");
    let solve = cnfab(&format!("solve {BOARD} --strategy frontier")).refused(2);
    assert!(solve.contains("frontier does not support finding solutions: it only counts them"), "{solve}");
    let compare = cnfab(&format!("compare {BOARD} --strategies backtrack,frontier --report json"));
    assert!(compare.err.contains("All 2 complete runs agree on the number: 664 solutions."), "{}", compare.err);
}

/// A puzzle that needs no search is a program with one solution and at least one row all the same.
#[test]
fn a_puzzle_without_choices_is_exported_with_a_column_that_is_0() {
    let opb = cnfab("export models/sudoku/six.txt --format opb").ok();
    assert_eq!(opb.lines().filter(|line| !line.starts_with('*')).collect::<Vec<_>>(), ["+1 x1 = 0 ;"]);
    let lp = cnfab("export models/sudoku/six.txt --format lp").ok();
    assert!(lp.contains("Subject To\n c1_nothing: + x1_nothing = 0\n"), "{lp}");
}

#[test]
fn quiet_searches_print_no_summary() {
    let solved = cnfab("solve models/jodici/sample.txt -s backtrack -q --plain");
    assert!(solved.code == 0 && solved.err.is_empty() && solved.out.lines().count() == 1, "{solved:?}");
    let file = "models/hexagon/aristotle.txt";
    assert_eq!(cnfab(&format!("count {file} -s backtrack -q --up-to-symmetry")).err, "");
    let cut = cnfab(&format!("solve {file} --all -q --timeout 0 --plain"));
    assert!(cut.code == 3 && !cut.err.is_empty(), "{cut:?}");
}

/// The number with commas, as people read it.
#[cfg(unix)]
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev().map(|group| String::from_utf8_lossy(group).into_owned());
    groups.collect::<Vec<_>>().join(",")
}

/// A knapsack with several limits, whose values are halves.
fn knapsack() -> String {
    let mut rng = fastrand::Rng::with_seed(7);
    let weights: Vec<Vec<u32>> = (0..5).map(|_| (0..30).map(|_| rng.u32(10..100)).collect()).collect();
    let value = |item: usize| weights.iter().map(|row| row[item]).sum::<u32>() + 5 * rng.u32(0..20);
    let values: Vec<f64> = (0..30).map(value).map(|value| f64::from(value) / 2.0).collect();
    let sum = |of: &dyn Fn(usize) -> String| (0..30).map(|item| format!(" + {} x{item}", of(item))).collect::<String>();
    let mut text = format!("max{}\nst\n", sum(&|item| values[item].to_string()));
    for row in &weights {
        text += &format!("{} <= {}\n", sum(&|item| row[item].to_string()), row.iter().sum::<u32>() / 2);
    }
    text + "bin" + &(0..30).map(|item| format!(" x{item}")).collect::<String>() + "\nend\n"
}

#[test]
fn an_optimisation_ends_near_the_bound() {
    let text = knapsack();
    let solve = |gap: &str| {
        let solved = fed(&format!("solve --strategy ilp --json {gap} -"), text.as_bytes());
        assert_eq!(solved.code, 0, "{}", solved.err);
        let line = solved.out.lines().last().expect("a summary").to_owned();
        let row: serde_json::Value = serde_json::from_str(&line).expect("JSON");
        (row["objective"].as_i64().expect("a value"), row["bound"].as_i64().expect("a bound"), solved.err)
    };
    let (optimum, bound, err) = solve("");
    assert!(optimum == bound && err.starts_with("optimum "), "{err}");
    assert_eq!(solve("--gap 0").0, optimum);
    let mut ended = 0;
    // The values are counted in halves.
    for (gap, difference) in [("5%", 0.05 * optimum as f64), ("0.02", 0.02 * optimum as f64), ("30", 60.0), ("8", 16.0)]
    {
        let (value, bound, err) = solve(&format!("--gap {gap}"));
        assert!(value <= optimum && optimum <= bound && (bound - value) as f64 <= difference, "{gap}: {err}");
        ended += usize::from(err.contains(", as near as was asked for; there may be better ones"));
        assert!(value == optimum || err.contains("as near as was asked for"), "{gap}: {err}");
    }
    assert!(ended >= 3, "{ended}");
    for gap in ["x", "-1", "5%%", "inf"] {
        let refused = fed(&format!("solve --gap={gap} -"), text.as_bytes()).refused(2);
        assert!(
            refused.contains("expected a part of the value, such as 5% or 0.05, or a difference from 1 on"),
            "{refused}"
        );
    }
}

#[test]
fn count_tells_its_effort_if_asked() {
    let file = "models/hexagon/aristotle.txt";
    let counted = cnfab(&format!("count {file} models/mps/trips.mps --strategy ilp -v"));
    assert_eq!(counted.out, "12\n1\n");
    let [hexagon, trips] = counted.err.lines().collect::<Vec<_>>()[..] else { panic!("{}", counted.err) };
    assert!(hexagon.starts_with("puzzle 1: 12 solutions, complete: there is no other; ilp "), "{hexagon}");
    assert!(trips.starts_with("puzzle 2: 1 solution with the optimum -23, complete"), "{trips}");
    for effort in [" rows", " conflicts", " nodes", " relaxation", " cuts", " learned clause"] {
        assert!([hexagon, trips].iter().all(|line| line.contains(effort)), "{effort}: {}", counted.err);
    }
    assert_eq!(cnfab(&format!("count {file} --strategy ilp")).err, "");
}
