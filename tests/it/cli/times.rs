//! Whose time is whose, and what runs tell that come to their limit.

use std::fs;

use serde_json::Value;

use super::{Run, cnfab, program};

/// The rows of JSON that a run has printed.
fn rows(run: &Run) -> Vec<Value> {
    run.out.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}

/// A solver that is interrupted tells what it did, and of any the size is known that it was given.
#[test]
fn runs_at_their_limit_tell_sizes_and_conflicts() {
    let strategies = "sat:cdcl,sat:batsat,ilp";
    let run = cnfab(&format!("compare models/hexagon/from-minus-19.txt --strategies {strategies} -T 2 --report json"));
    let rows = rows(&run);
    assert_eq!(rows.len(), 3, "{run:?}");
    let late: Vec<&Value> = rows.iter().filter(|row| row["outcome"] == "timeout").collect();
    assert!(late.len() >= 2, "{run:?}");
    let told = |row: &&Value| row["conflicts"].is_number();
    // On a busy machine, a solver may come too late to tell.
    assert!(late.iter().copied().any(|row| told(&row)), "{run:?}");
    assert!(late.iter().filter(|row| row["strategy"] == "ilp").all(|row| !told(row)), "{run:?}");
    for row in late {
        for field in ["encode_s", "variables", "clauses", "literals"] {
            assert!(row[field].is_number(), "{field} of {row}");
        }
    }
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
