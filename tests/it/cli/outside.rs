//! Programs of others in studies: rows say which, and rows of two versions do not get into one file.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::{Run, program};

/// A solver that is a script around this program, with a version of its own.
fn write_solver(folder: &Path, version: u32) {
    let own = env!("CARGO_BIN_EXE_cnfab");
    fs::write(folder.join("solver.sh"), format!("# {version}\nexec '{own}' sat \"$1\" --solver batsat\n"))
        .expect("written");
}

/// An encoder of at-most-ones that prints all pairs.
fn write_encoder(folder: &Path, version: u32) {
    let script = format!(
        "# {version}\nn=$1\nc=$((n * (n - 1) / 2))\necho \"p cnf $n $c\"\ni=1\nwhile [ $i -le $n ]; do\n\
         j=$((i + 1))\nwhile [ $j -le $n ]; do echo \"-$i -$j 0\"; j=$((j + 1)); done\ni=$((i + 1))\ndone\n"
    );
    fs::write(folder.join("pairs.sh"), script).expect("written");
}

fn run(folder: &Path, arguments: &str) -> Run {
    let mut command = program();
    command.current_dir(folder).args(arguments.split_whitespace());
    command.output().expect("the program starts").into()
}

fn rows(folder: &Path, name: &str) -> Vec<Value> {
    let text = fs::read_to_string(folder.join(name)).expect("rows");
    text.lines().map(|line| serde_json::from_str(line).expect("a row")).collect()
}

#[test]
fn rows_of_two_versions_of_a_program_do_not_get_into_one_file() {
    let study = "name = 'outside'\nstrategies = ['sat:cmd=sh solver.sh {}', 'sat:batsat', 'backtrack']\n\
                 encodings = ['amo=pairwise', 'amo=cmd:sh pairs.sh {n}']\nseeds = '1..2'\nlimits = { wall = 20 }\n\
                 [[instances]]\nname = 'stars'\n\
                 text = \"kind: star-battle\\nstars: 1\\nregions: none\\nsize: 4\\n\"\n";
    for (write, word) in [(write_solver as fn(&Path, u32), "solver.sh"), (write_encoder, "pairs.sh")] {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path();
        fs::write(folder.join("study.toml"), study).expect("written");
        write_solver(folder, 1);
        write_encoder(folder, 1);
        let whole = run(folder, "sweep study.toml -o rows.jsonl");
        assert_eq!(whole.code, 0, "{whole:?}");
        let all = rows(folder, "rows.jsonl");
        let text = fs::read_to_string(folder.join("rows.jsonl")).expect("rows");
        for row in &all {
            let command = format!("{} {}", row["strategy"], row["recipe"]);
            for name in ["solver.sh", "pairs.sh"] {
                let hash = row["programs"][name].as_str();
                assert_eq!(hash.is_some_and(|hash| hash.len() == 16), command.contains(name), "{row}");
            }
            assert_eq!(row["programs"].is_null(), !command.contains("cmd"), "{row}");
        }
        // The first half is there, by the program of now.
        let lines: Vec<&str> = text.lines().collect();
        let half = lines[..lines.len() / 2].join("\n") + "\n";
        fs::write(folder.join("half.jsonl"), &half).expect("written");
        let resumed = run(folder, "sweep study.toml -o half.jsonl --resume");
        assert_eq!((resumed.code, rows(folder, "half.jsonl").len()), (0, all.len()), "{resumed:?}");
        // It is there by another one.
        fs::write(folder.join("half.jsonl"), &half).expect("written");
        write(folder, 2);
        let refused = run(folder, "sweep study.toml -o half.jsonl --resume");
        assert_eq!(refused.code, 2, "{refused:?}");
        assert!(refused.err.contains(&format!("a row by another '{word}'")), "{refused:?}");
        assert!(refused.err.contains("-o names another file"), "{refused:?}");
        assert_eq!(fs::read_to_string(folder.join("half.jsonl")).expect("rows"), half, "it stays as it is");
        // Another file takes the new rows, and the two are not joined.
        let beside = run(folder, "sweep study.toml -o other.jsonl");
        assert_eq!(beside.code, 0, "{beside:?}");
        fs::write(
            folder.join("tail.jsonl"),
            rows(folder, "other.jsonl")[lines.len() / 2..].iter().map(|row| format!("{row}\n")).collect::<String>(),
        )
        .expect("written");
        let merged = run(folder, "merge half.jsonl tail.jsonl");
        assert_eq!(merged.code, 2, "{merged:?}");
        assert!(merged.err.contains(&format!("a row by another '{word}'")), "{merged:?}");
    }
}
