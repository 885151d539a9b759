//! Times of runs, and the rows of runs that come to their limit.

use std::fs;

use serde_json::Value;

use super::{Run, cnfab, program};

/// The rows of JSON that a run has printed.
fn rows(run: &Run) -> Vec<Value> {
    run.out.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}

/// Fifteen pigeons in fourteen holes keep clauses busy for minutes, and the hexagon does a program.
#[test]
fn runs_at_their_limit_tell_sizes_and_conflicts() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("pigeons.opb");
    let mut text = String::from("* #variable= 210 #constraint= 29\n");
    for pigeon in 0..15 {
        text += &(1..=14).map(|hole| format!("1 x{} ", pigeon * 14 + hole)).collect::<String>();
        text += ">= 1 ;\n";
    }
    for hole in 1..=14 {
        text += &(0..15).map(|pigeon| format!("-1 x{} ", pigeon * 14 + hole)).collect::<String>();
        text += ">= -1 ;\n";
    }
    fs::write(&path, text).expect("written");
    let sizes = ["encode_s", "variables", "clauses", "literals"];
    let limited = |instance: &str, strategies: &str, fields: &[&str]| {
        let run = cnfab(&format!("compare {instance} --strategies {strategies} -T 2 --report json"));
        let rows = rows(&run);
        assert_eq!(rows.len(), strategies.split(',').count(), "{run:?}");
        for row in &rows {
            assert_eq!(row["outcome"], "timeout", "{row}");
            for &field in fields.iter().chain(&sizes) {
                assert!(row[field].is_number(), "{field} of {row}");
            }
        }
    };
    limited(&path.to_string_lossy(), "sat:cdcl,sat:batsat", &["conflicts", "decisions", "propagations"]);
    limited("models/hexagon/from-minus-19.txt", "ilp:microlp", &[]);
}

/// The program sleeps; the search takes some milliseconds.
#[test]
fn the_time_of_an_encoder_is_not_the_searchs() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("written");
    write("p.txt", "kind: star-battle\nstars: 1\nregions: none\nsize: 4\n");
    write(
        "slow.sh",
        "sleep 3\nn=$1\necho \"p cnf $n $((n * (n - 1) / 2))\"\ni=1\nwhile [ $i -le $n ]; do\nj=$((i + 1))\n\
         while [ $j -le $n ]; do echo \"-$i -$j 0\"; j=$((j + 1)); done\ni=$((i + 1))\ndone\n",
    );
    let mut command = program();
    command.current_dir(folder.path()).args(["solve", "p.txt", "--strategy", "sat:batsat", "--json", "--encode"]);
    let solved = Run::from(command.arg("amo=cmd:sh slow.sh {n}").output().expect("the program starts"));
    assert_eq!(solved.code, 0, "{solved:?}");
    let summary = rows(&solved).into_iter().find(|row| row["type"] == "summary").expect("a summary");
    for field in ["time_first_s", "time_total_s"] {
        assert!(summary[field].as_f64().expect("a time") < 2.5, "{summary}");
    }
}
