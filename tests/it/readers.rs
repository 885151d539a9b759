//! Exports, read and solved by programs that others wrote, and their answers decoded.
//!
//! WCNF as it is since 2022 is read by none of Debian's programs and by RustSAT, which is a crate. The programs are
//! Debian packages: cadical, clasp, coinor-cbc, glpk-utils, minisat. Where one is not installed, its test passes
//! without having tested anything, unless the environment demands that all are there (`CNFAB_READERS=1`).

use std::path::Path;
use std::process::{Command, Stdio};

use rustsat::instances::{BasicVarManager, OptInstance};
use rustsat::types::Clause;
use tempfile::TempDir;

use cnfab::puzzle::KINDS;

use crate::common::scale::scale;

/// A puzzle with solutions, and one without.
const PUZZLES: [(&str, bool); 3] = [
    ("models/star-battle/no-regions-8-stars-2.txt", true),
    ("models/hexagon/from-minus-19.txt", true),
    ("models/star-battle/no-solution.txt", false),
];

/// True if the program is there.
fn is_there(program: &str) -> bool {
    let found = Command::new(program).arg("--help").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok();
    assert!(found || std::env::var_os("CNFAB_READERS").is_none(), "{program} is not installed");
    found
}

/// Runs a command and returns its output, with any exit code.
fn output(program: &str, arguments: &[&str]) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let output = Command::new(program).args(arguments).current_dir(folder).output().expect("it starts");
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

fn cnfab(arguments: &[&str]) -> String {
    let printed = output(env!("CARGO_BIN_EXE_cnfab"), arguments);
    // That a puzzle contradicts itself is a note beside the export.
    printed.split_inclusive('\n').filter(|line| !line.starts_with("cnfab: note: ")).collect()
}

/// Exports, has the answer made, and decodes it. `solve` gets the export's and the answer's file, and what the program
/// prints is the answer if it writes none.
fn check(format: &str, puzzles: &[(&str, bool)], solve: impl Fn(&str, &str) -> String) {
    for &(puzzle, satisfiable) in puzzles {
        let folder = TempDir::new().expect("a folder");
        let name = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
        let (export, answer) = (name("export"), name("answer"));
        assert_eq!(cnfab(&["export", puzzle, "--format", format, "-o", &export]), "");
        let printed = solve(&export, &answer);
        if !Path::new(&answer).exists() {
            std::fs::write(&answer, &printed).expect("written");
        }
        let decoded = cnfab(&["decode", puzzle, &answer, "--format", format]);
        assert_eq!(cnfab(&["decode", puzzle, &answer]), decoded, "{format}, {puzzle}: the format is recognised");
        let expected = if satisfiable { "1 solution, all rules hold" } else { "no solution" };
        assert!(decoded.contains(expected), "{format}, {puzzle}: {decoded}\n{printed}");
    }
}

#[test]
fn cadical_reads_dimacs_and_icnf() {
    if is_there("cadical") {
        check("dimacs", &PUZZLES, |export, _| output("cadical", &["-q", export]));
        check("icnf", &PUZZLES, |export, _| output("cadical", &["-q", export]));
    }
}

#[test]
fn compressed_exports_are_read() {
    for (extension, program) in [("gz", "gzip"), ("xz", "xz")] {
        let folder = TempDir::new().expect("a folder");
        let name = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
        let (plain, packed) = (name("a.cnf"), name(&format!("b.cnf.{extension}")));
        cnfab(&["export", PUZZLES[0].0, "-o", &plain]);
        cnfab(&["export", PUZZLES[0].0, "-o", &packed]);
        if is_there(program) {
            let unpacked = output(program, &["-dc", &packed]);
            assert_eq!(unpacked, std::fs::read_to_string(&plain).expect("text"));
            std::fs::remove_file(&packed).expect("removed");
            output(program, &["-k", &plain]);
            std::fs::rename(format!("{plain}.{extension}"), &packed).expect("packed");
        }
        assert_eq!(cnfab(&["sat", &packed]), cnfab(&["sat", &plain]));
    }
}

#[test]
fn minisat_reads_dimacs() {
    if is_there("minisat") {
        check("dimacs", &PUZZLES, |export, answer| output("minisat", &[export, answer]));
    }
}

#[test]
fn clasp_reads_opb_and_finds_all_solutions() {
    if is_there("clasp") {
        check("opb", &PUZZLES, |export, _| output("clasp", &[export]));
        let folder = TempDir::new().expect("a folder");
        let export = folder.path().join("export.opb").to_str().expect("UTF-8").to_owned();
        cnfab(&["export", PUZZLES[0].0, "--format", "opb", "-o", &export]);
        let printed = output("clasp", &["-n", "0", "-q", &export]);
        assert!(printed.lines().any(|line| line.starts_with("c Models") && line.ends_with(": 2")), "{printed}");
    }
}

#[test]
fn clasp_reads_wcnf_with_weights() {
    if is_there("clasp") {
        check("wcnf-top", &PUZZLES, |export, _| output("clasp", &[export]));
    }
}

/// RustSAT reads both kinds of WCNF, tells hard clauses from soft ones, and finds the clauses of the DIMACS file.
#[test]
fn rustsat_reads_wcnf() {
    for (puzzle, _) in PUZZLES {
        let export = |format: &str| cnfab(&["export", puzzle, "--format", format]);
        let clauses: Vec<String> =
            export("dimacs").lines().filter(|line| !line.starts_with(['c', 'p'])).map(str::to_owned).collect();
        for format in ["wcnf", "wcnf-top"] {
            let text = export(format);
            let read = OptInstance::<BasicVarManager>::from_dimacs(&mut text.as_bytes()).expect("readable");
            let (hard, soft) = read.decompose();
            let (hard, _) = hard.into_cnf();
            let line = |clause: &Clause| {
                let lits = clause.iter().map(|lit| format!("{} ", lit.to_ipasir()));
                lits.collect::<String>() + "0"
            };
            assert_eq!(hard.iter().map(line).collect::<Vec<_>>(), clauses, "{format} of {puzzle}");
            assert_eq!(soft.into_soft_cls().0.into_iter().count(), 0, "{format} of {puzzle}");
        }
    }
}

#[test]
fn glpk_reads_lp_and_mps() {
    if is_there("glpsol") {
        // A hexagon would take it hours.
        let puzzles: Vec<(&str, bool)> =
            PUZZLES.into_iter().filter(|puzzle| puzzle.0.contains("star-battle")).collect();
        for (format, option) in [("lp", "--lp"), ("mps", "--freemps")] {
            for form in ["-o", "-w"] {
                let solve = |export: &str, answer: &str| output("glpsol", &[option, export, form, answer]);
                check(format, &puzzles, solve);
            }
        }
    }
}

#[test]
fn cbc_solves_lp_and_mps() {
    if is_there("cbc") {
        let puzzles: Vec<(&str, bool)> =
            PUZZLES.into_iter().filter(|puzzle| puzzle.0.contains("star-battle")).collect();
        for format in ["lp", "mps"] {
            let solve = |export: &str, answer: &str| {
                // It tells formats by the name's extension.
                let named = format!("{export}.{format}");
                std::fs::rename(export, &named).expect("renamed");
                output("cbc", &[&named, "solve", "solution", answer])
            };
            check(format, &puzzles, solve);
        }
    }
}

/// Models with a constant in their objective: a domain that does not begin at 0, and what is maximised. With the
/// optimum of what is minimised.
const OBJECTIVES: [(&str, i64); 4] = [
    ("var 3..7: x; var 4..9: y; constraint int_lin_le([-1, -1], [x, y], -9); solve minimize x;", 3),
    ("var 3..7: x; var 4..9: y; constraint int_lin_le([1, 1], [x, y], 12); solve maximize y;", -9),
    ("var -9..-2: x; constraint int_ne(x, -9); solve minimize x;", -8),
    ("var 5..6: x; var bool: b; constraint int_eq_reif(x, 5, b); solve maximize x;", -6),
];

/// The number behind a mark in a text.
fn number_behind(text: &str, mark: &str) -> i64 {
    let rest = text.split_once(mark).unwrap_or_else(|| panic!("{mark} in {text}")).1.trim_start();
    let word = rest.split(|c: char| c.is_whitespace()).next().expect("a word");
    word.parse::<f64>().unwrap_or_else(|_| panic!("a number for {word:?}")).round() as i64
}

#[test]
fn other_solvers_report_the_optimum() {
    for (text, optimum) in OBJECTIVES {
        let folder = TempDir::new().expect("a folder");
        let name = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
        let (model, answer) = (name("model.fzn"), name("answer"));
        std::fs::write(&model, text.replace("; ", ";\n")).expect("written");
        let solved = cnfab(&["solve", &model]);
        let is_decoded = |format: &str| {
            let decoded = cnfab(&["decode", &model, &answer, "--format", format]);
            assert!(decoded.contains("1 solution, all rules hold"), "{format} of {text}: {decoded}");
            let drawn = |text: &str| text.lines().filter(|line| line.ends_with(';')).count();
            assert_eq!(drawn(&decoded), drawn(&solved), "{decoded}\n{solved}");
        };
        for (format, option) in [("lp", "--lp"), ("mps", "--freemps")] {
            let export = name(&format!("export.{format}"));
            assert_eq!(cnfab(&["export", &model, "--format", format, "-o", &export]), "");
            if is_there("cbc") {
                output("cbc", &[&export, "solve", "solution", &answer]);
                let printed = std::fs::read_to_string(&answer).expect("an answer");
                assert_eq!(number_behind(&printed, "objective value"), optimum, "{format} of {text}: {printed}");
                is_decoded(format);
            }
            for form in ["-o", "-w"] {
                if is_there("glpsol") {
                    let printed = output("glpsol", &[option, &export, form, &answer]);
                    let written = std::fs::read_to_string(&answer).expect("an answer");
                    if form == "-o" {
                        assert_eq!(number_behind(&written, "obj ="), optimum, "{format} of {text}: {printed}");
                    }
                    is_decoded(format);
                }
            }
        }
        if is_there("clasp") {
            let export = name("export.opb");
            assert_eq!(cnfab(&["export", &model, "--format", "opb", "-o", &export]), "");
            let printed = output("clasp", &["-q1", &export]);
            std::fs::write(&answer, &printed).expect("written");
            let last = printed.lines().rfind(|line| line.starts_with("o ")).expect("an optimum");
            assert_eq!(number_behind(last, "o "), optimum, "{text}: {printed}");
            is_decoded("opb");
        }
    }
}

/// Half of each kind's instances, or all in long runs, are read by both in the format, for which GLPK has an option.
fn cbc_and_glpk_read_instances(format: &str, option: &str) {
    let programs = [is_there("cbc"), is_there("glpsol")];
    if programs == [false, false] {
        return;
    }
    let folder = TempDir::new().expect("a folder");
    let export = folder.path().join("export").with_extension(format).to_str().expect("UTF-8").to_owned();
    for kind in KINDS {
        let half = |(place, _): &(usize, _)| scale() > 1 || (place % 2 == 0) == (format == "lp");
        for (_, path) in crate::corpus::instances(kind.name).into_iter().enumerate().filter(half) {
            let path = path.to_str().expect("UTF-8");
            assert_eq!(cnfab(&["export", path, "--puzzle", "1", "--format", format, "-o", &export]), "", "{path}");
            // Of LP texts it reports nothing unless something is wrong.
            if programs[0] {
                let printed = output("cbc", &[&export, "quit"]);
                let read =
                    if format == "mps" { printed.contains("read with 0 errors") } else { !printed.contains("rror") };
                assert!(read && !printed.contains("Bad image"), "{format} of {path}: {printed}");
            }
            if programs[1] {
                let printed = output("glpsol", &[option, &export, "--check"]);
                assert!(printed.contains("were read") && !printed.contains("rror"), "{format} of {path}: {printed}");
            }
        }
    }
}

/// GLPK reads no LP without rows.
#[test]
fn cbc_and_glpk_read_instances_as_lp() {
    cbc_and_glpk_read_instances("lp", "--lp");
}

/// Free MPS is told from fixed MPS by CBC.
#[test]
fn cbc_and_glpk_read_instances_as_mps() {
    cbc_and_glpk_read_instances("mps", "--freemps");
}

#[test]
fn other_solvers_are_strategies() {
    let solve = |command: &str, more: &[&str]| {
        let strategy = format!("sat:cmd={command}");
        cnfab(&[&["solve", PUZZLES[0].0, "--all", "--plain", "--strategy", &strategy], more].concat())
    };
    let own = cnfab(&["solve", PUZZLES[0].0, "--all", "--plain"]);
    let sorted = |text: &str| {
        let mut lines: Vec<String> = text.lines().filter(|line| line.contains('*')).map(str::to_owned).collect();
        lines.sort();
        lines
    };
    assert_eq!(sorted(&own).len(), 2);
    for (program, command) in [("cadical", "cadical -q {}"), ("minisat", "minisat -verb=0 {} {out}")] {
        if is_there(program) {
            assert_eq!(sorted(&solve(command, &[])), sorted(&own), "{command}");
        }
    }
    // The program itself is one, too.
    let program = env!("CARGO_BIN_EXE_cnfab");
    assert_eq!(sorted(&solve(&format!("'{program}' sat {{}} --solver batsat"), &[])), sorted(&own));
    assert!(solve("no-such-solver {}", &[]).contains("cannot run 'no-such-solver'"));
    assert!(solve("echo {}", &[]).contains("ended with exit status: 0"));
    assert!(solve("cadical", &[]).contains("expected {} where the file with the formula belongs"));
    // It is ended when the time is over.
    let begun = std::time::Instant::now();
    assert!(solve("sh -c 'exec sleep 60' {}", &["--timeout", "0.3"]).contains("time"));
    assert!(begun.elapsed().as_secs() < 20, "{:?}", begun.elapsed());
}

#[test]
fn solvers_of_integer_programs_are_strategies() {
    let solve = |puzzle: &str, strategy: &str, more: &[&str]| {
        cnfab(&[&["solve", puzzle, "--all", "--plain", "--strategy", strategy], more].concat())
    };
    let sorted = |text: &str| {
        let mut lines: Vec<String> =
            text.lines().filter(|line| line.contains(['*', '=']) && !line.contains("; ")).map(str::to_owned).collect();
        lines.sort();
        lines
    };
    let puzzle = PUZZLES[0].0;
    let own = sorted(&solve(puzzle, "backtrack", &[]));
    assert_eq!(own.len(), 2);
    for (program, strategies) in [
        ("cbc", ["ilp:cbc", "ilp:cmd=cbc {} solve printingOptions all solution {out}"]),
        ("glpsol", ["ilp:glpk", "ilp:cmd=glpsol --lp {} -o {out}"]),
    ] {
        if !is_there(program) {
            continue;
        }
        for strategy in strategies {
            for formulation in ["assignment", "integer", "subset-columns"] {
                let encode = ["--encode", &format!("ilp={formulation}")];
                assert_eq!(sorted(&solve(puzzle, strategy, &encode)), own, "{strategy}, {formulation}");
            }
            let none = solve("models/star-battle/no-solution.txt", strategy, &[]);
            assert!(none.contains("there is no solution"), "{strategy}: {none}");
            let best = solve("models/opb/workshops.opb", strategy, &[]);
            assert_eq!(
                sorted(&best),
                sorted(&solve("models/opb/workshops.opb", "backtrack", &[])),
                "{strategy}: {best}"
            );
        }
    }
    assert!(
        solve(puzzle, "ilp:cmd=echo", &[]).contains("expected {} where the program as LP belongs, or {mps} for MPS")
    );
    assert!(solve(puzzle, "ilp:cmd=echo {}", &[]).contains("ended with exit status: 0"));
    let begun = std::time::Instant::now();
    assert!(solve(puzzle, "ilp:cmd=sh -c 'exec sleep 60' {}", &["--timeout", "0.3"]).contains("time"));
    assert!(begun.elapsed().as_secs() < 20, "{:?}", begun.elapsed());
}

/// Programs of the folder of models are read as they are, and answers to them are decoded.
#[test]
fn programs_of_others_have_the_same_optimum() {
    for (program, optimum) in [("models/lp/depots.lp", 39), ("models/mps/trips.mps", -23)] {
        let folder = TempDir::new().expect("a folder");
        let answer = folder.path().join("answer").to_str().expect("UTF-8").to_owned();
        let is_decoded = |printed: &str| {
            let decoded = cnfab(&["decode", program, &answer]);
            let expected = format!("1 solution, all rules hold, with the objective {optimum}\n");
            assert!(decoded.ends_with(&expected), "{program}: {decoded}\n{printed}");
        };
        if is_there("cbc") {
            is_decoded(&output("cbc", &[program, "solve", "solution", &answer]));
        }
        for form in ["-o", "-w"] {
            if is_there("glpsol") {
                let option = if program.ends_with("lp") { "--lp" } else { "--mps" };
                is_decoded(&output("glpsol", &[option, program, form, &answer]));
            }
        }
    }
}
