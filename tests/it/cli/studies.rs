//! Studies that ask more than the defaults of their runs: names, families, limits that no machine changes, programs of
//! others with their seeds and counts.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::{Run, program};

fn run(folder: &Path, arguments: &str) -> Run {
    let mut command = program();
    command.current_dir(folder).args(arguments.split_whitespace());
    command.output().expect("the program starts").into()
}

/// The rows of a study, whose instance is a pigeonhole formula that takes any solver some thousand conflicts.
fn rows(study: &str, files: &[(&str, &str)]) -> Vec<Value> {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let (pigeons, holes) = (9, 8);
    let variable = |pigeon: i32, hole: i32| pigeon * holes + hole + 1;
    let mut clauses: Vec<String> = Vec::new();
    for pigeon in 0..pigeons {
        clauses.push((0..holes).map(|hole| format!("{} ", variable(pigeon, hole))).collect::<String>() + "0");
        for (other, hole) in (0..pigeon).flat_map(|other| (0..holes).map(move |hole| (other, hole))) {
            clauses.push(format!("-{} -{} 0", variable(pigeon, hole), variable(other, hole)));
        }
    }
    let text = format!("p cnf {} {}\n{}\n", pigeons * holes, clauses.len(), clauses.join("\n"));
    fs::write(folder.join("pigeons.cnf"), text).expect("written");
    for (name, text) in files {
        fs::write(folder.join(name), text).expect("written");
    }
    fs::write(folder.join("study.toml"), study).expect("written");
    let run = run(folder, "sweep study.toml -o rows.jsonl");
    assert_eq!(run.code, 0, "{run:?}");
    let text = fs::read_to_string(folder.join("rows.jsonl")).expect("rows");
    text.lines().map(|line| serde_json::from_str(line).expect("a row")).collect()
}

const PIGEONS: &str = "[[instances]]\nfiles = 'pigeons.cnf'\ngroup = 'pigeons'\n";

#[test]
fn configurations_have_names_and_instances_families() {
    let rows = rows(
        &format!(
            "name = 's'\nlimits = {{ conflicts = 50 }}\n[[configurations]]\nname = 'ours, KNF'\nstrategy = 'sat:cdcl'\n\
             encodings = 'amo=ladder'\n[[configurations]]\nname = 'theirs'\nstrategy = 'sat:batsat'\n{PIGEONS}"
        ),
        &[],
    );
    let told: Vec<[&str; 3]> = rows
        .iter()
        .map(|row| ["configuration", "strategy", "family"].map(|name| row[name].as_str().expect("a text")))
        .collect();
    assert_eq!(told, [["ours, KNF", "sat:cdcl", "pigeons"], ["theirs", "sat:batsat", "pigeons"]]);
    assert!(rows[0]["recipe"].as_str().expect("a recipe").contains("amo=ladder"));
}

/// A run that such a limit ends is the same each time, and says which limit it was.
#[test]
fn limits_of_conflicts_and_ticks_end_runs_at_the_same_place() {
    for (limit, strategies, refuse) in [
        ("conflicts = 100", "'sat:cdcl', 'sat:batsat', 'backtrack'", "backtrack"),
        ("ticks = 20000", "'sat:cdcl', 'backtrack', 'ilp', 'sat:batsat'", "sat:batsat"),
    ] {
        let rows = rows(
            &format!("name = 's'\nstrategies = [{strategies}]\nrepetitions = 2\nlimits = {{ {limit} }}\n{PIGEONS}"),
            &[],
        );
        let (first, second) = rows.split_at(rows.len() / 2);
        for (a, b) in first.iter().zip(second) {
            for name in ["outcome", "conflicts", "decisions", "propagations", "nodes", "detail"] {
                assert_eq!(a[name], b[name], "{name} of {a}");
            }
            let expected = if a["strategy"] == refuse { "unsupported" } else { "stopped" };
            assert_eq!(a["outcome"], expected, "{a}");
            let word = limit.split(' ').next().expect("a word");
            assert!(a["detail"].as_str().is_some_and(|detail| detail.contains(word)), "{a}");
            if expected == "stopped" && word == "conflicts" {
                assert_eq!(a["conflicts"], 100, "{a}");
            }
        }
    }
}

/// A model without an objective is a question for one solution, a puzzle for all.
#[test]
fn one_solution_is_wanted_of_a_decision_problem() {
    let files = [
        ("free.cnf", "p cnf 2 1\n1 2 0\n"),
        ("best.opb", "* #variable= 2 #constraint= 1\nmin: +1 x1 +1 x2 ;\n+1 x1 +1 x2 >= 1 ;\n"),
        ("stars.txt", "kind: star-battle\nstars: 1\nregions: none\nsize: 4\n"),
    ];
    let study = |more: &str| {
        format!(
            "name = 's'\nstrategies = 'sat:cdcl'\n{more}\n[[instances]]\nfiles = ['free.cnf', 'best.opb', 'stars.txt']\n"
        )
    };
    let told = |study: &str| -> Vec<(Value, Value, Value)> {
        let each = |row: &Value| (row["limit_solutions"].clone(), row["outcome"].clone(), row["solutions"].clone());
        rows(study, &files).iter().map(each).collect()
    };
    let (null, all) = (Value::Null, |count: u64| (Value::Null, "complete".into(), count.into()));
    let best = || (null.clone(), "optimal".into(), 1.into());
    assert_eq!(told(&study("")), [(1.into(), "stopped".into(), 1.into()), best(), all(2)]);
    assert_eq!(told(&study("solutions = 0")), [all(3), best(), all(2)]);
}

/// Solvers of others get the seed, and their counts are in the rows, also where a limit ended them.
#[test]
fn counts_of_solvers_of_others_are_in_the_rows() {
    let script = "trap 'echo \"c conflicts: 7\"; exit 1' INT\n\
                  echo \"c decisions:   $1  12.3 per second\"\n\
                  if [ \"$1\" = 3 ]; then while :; do :; done; fi\n\
                  echo 'c conflicts:                    12        3.45    per second'\n\
                  echo 's UNSATISFIABLE'\n";
    let rows = rows(
        &format!(
            "name = 's'\nstrategies = ['sat:cmd=sh solver.sh {{seed}} {{}}']\nseeds = '2..3'\nlimits = {{ wall = 2 }}\n{PIGEONS}"
        ),
        &[("solver.sh", script)],
    );
    let told: Vec<[Value; 3]> =
        rows.iter().map(|row| ["outcome", "conflicts", "decisions"].map(|name| row[name].clone())).collect();
    assert_eq!(told[0], ["complete".into(), Value::from(12), Value::from(2)], "{rows:?}");
    assert_eq!(told[1], ["timeout".into(), Value::from(7), Value::from(3)], "{rows:?}");
}

/// The time of an encoder of others is told apart from the search.
#[test]
fn the_time_of_encoders_of_others_is_apart() {
    let script = "sleep 2\nn=$1\nc=$((n * (n - 1) / 2))\necho \"p cnf $n $c\"\ni=1\nwhile [ $i -le $n ]; do\n\
                  j=$((i + 1))\nwhile [ $j -le $n ]; do echo \"-$i -$j 0\"; j=$((j + 1)); done\ni=$((i + 1))\ndone\n";
    let rows = rows(
        "name = 's'\nstrategies = 'sat:cdcl'\nencodings = ['amo=cmd:sh pairs.sh {n}', 'amo=pairwise']\n[[instances]]\n\
         name = 'stars'\ntext = \"kind: star-battle\\nstars: 1\\nregions: none\\nsize: 4\\n\"\n",
        &[("pairs.sh", script)],
    );
    assert!(rows[0]["external_s"].as_f64().is_some_and(|seconds| seconds >= 2.0), "{rows:?}");
    assert!(rows[0]["time_total_s"].as_f64().is_some_and(|seconds| seconds < 2.0), "{rows:?}");
    assert!(rows[1]["external_s"].is_null());
}

/// A file of rows has one family for an instance, and one name for a configuration.
#[test]
fn rows_of_other_families_are_not_gone_on_with() {
    let folder = tempfile::tempdir().expect("a folder");
    let study = |group: &str, name: &str| {
        let text = "kind: star-battle\\nstars: 1\\nregions: none\\nsize: 4\\n";
        let study = format!(
            "name = 's'\n[[configurations]]\nname = '{name}'\nstrategy = 'backtrack'\n[[instances]]\nname = 'x'\n\
             group = '{group}'\ntext = \"{text}\"\n"
        );
        fs::write(folder.path().join("study.toml"), study).expect("written");
    };
    study("one", "a");
    assert_eq!(run(folder.path(), "sweep study.toml -o rows.jsonl").code, 0);
    assert_eq!(run(folder.path(), "sweep study.toml -o rows.jsonl --resume").code, 0);
    for (group, name) in [("other", "a"), ("one", "b")] {
        study(group, name);
        let again = run(folder.path(), "sweep study.toml -o rows.jsonl --resume");
        assert_eq!(again.code, 2, "{again:?}");
        assert!(again.err.contains("'s' as it was before its file or its instances changed"), "{}", again.err);
    }
}

#[test]
fn studies_say_what_is_wrong_with_names_and_tables() {
    let folder = tempfile::tempdir().expect("a folder");
    let refused = |study: &str, expected: &str| {
        fs::write(folder.path().join("study.toml"), study).expect("written");
        let run = run(folder.path(), "sweep study.toml --dry-run");
        assert_eq!(run.code, 2, "{run:?}");
        assert!(run.err.contains(expected), "{}", run.err);
    };
    let two = "[[configurations]]\nname = 'a'\nstrategy = 'sat'\n";
    let end = "[[instances]]\nname = 'x'\ntext = \"kind: star-battle\\nstars: 1\\nregions: none\\nsize: 4\\n\"\n";
    refused(
        &format!("name = 's'\nstrategies = 'sat'\n{two}{end}"),
        "study.toml:2:14: found this beside 'configurations', which stand in its place",
    );
    refused(&format!("name = 's'\n{two}{two}{end}"), "two configurations have the name 'a'");
    let several = two.replace("'sat'", "'sat,ilp'");
    refused(&format!("name = 's'\n{several}{end}"), "study.toml:4:12: found 2 strategies, expected one");
    refused(
        "name = 's'\nlimits = { ticks = 0 }\ninstances = []\n",
        "study.toml:2:20: found 0, expected a number from 1 on",
    );
}

/// A text that says where it is from is believed, else the table, else the study; the report lists them with findings.
#[test]
fn rows_say_where_instances_are_from() {
    let folder = tempfile::tempdir().expect("a folder");
    let study = "name = 's'\nfindings = 'As was to be seen.'\nsource = 'The study. MIT'\nstrategies = 'sat'\n\
                 [[instances]]\nfiles = 'own.cnf'\nsource = 'The table'\n\
                 [[instances]]\nfiles = 'none.cnf'\nsource = 'The table'\n\
                 [[instances]]\nname = 'x'\ntext = \"p cnf 2 1\\n1 2 0\"\n";
    for (name, text) in [
        ("own.cnf", "c About.\nc Source: A <book>. CC0\np cnf 1 1\n1 0\n"),
        ("none.cnf", "p cnf 1 1\n-1 0\n"),
        ("s.toml", study),
    ] {
        fs::write(folder.path().join(name), text).expect("written");
    }
    run(folder.path(), "sweep s.toml -o rows.jsonl").ok();
    let text = fs::read_to_string(folder.path().join("rows.jsonl")).expect("rows");
    let rows = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("a row"));
    let sources: Vec<String> = rows.map(|row| row["source"].as_str().expect("a text").to_owned()).collect();
    assert_eq!(sources, ["A <book>. CC0", "The table", "The study. MIT"]);
    run(folder.path(), "report rows.jsonl --study s.toml -o page.html").ok();
    let page = fs::read_to_string(folder.path().join("page.html")).expect("a page");
    assert!(page.contains("<h2>Findings</h2>\n<p>As was to be seen.</p>"), "{page}");
    assert!(page.contains("A &lt;book&gt;. CC0") && page.contains(">The study. MIT<"));
}
