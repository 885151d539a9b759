//! Inputs: compressed files, files of another kind, files without an end, and the memory that they take.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use cnfab::format::compressed;

use super::{Run, fed, run};

const PUZZLE: &str = "models/jodici/sample.txt";

/// The content of a file of this name: compressed if the name asks for it.
fn packed(name: &str, bytes: &[u8]) -> Vec<u8> {
    let mut packed = Vec::new();
    compressed::write(name, &mut packed, |out| out.write_all(bytes)).unwrap();
    packed
}

/// A file, compressed in the form of `ending`, under this name.
fn file(folder: &Path, name: &str, ending: &str, bytes: &[u8]) -> String {
    let path = folder.join(name);
    fs::write(&path, packed(ending, bytes)).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn compressed_files_are_read_everywhere() {
    let puzzle = fs::read(PUZZLE).unwrap();
    let plain = run(&["solve", PUZZLE, "--plain"]).ok();
    let formula = run(&["export", PUZZLE]).ok();
    let answer = fed("sat -", formula.as_bytes());
    assert_eq!(answer.code, 10);
    for ending in [".gz", ".xz"] {
        // By the name and the first bytes, and by the first bytes alone.
        for named in [true, false] {
            let folder = tempfile::tempdir().unwrap();
            let end = if named { ending } else { "" };
            let put = |name: &str, bytes: &[u8]| file(folder.path(), &format!("{name}{end}"), ending, bytes);
            let board = put("a.txt", &puzzle);
            assert_eq!(run(&["solve", &board, "--plain"]).ok(), plain);
            assert_eq!(run(&["count", &board]).ok(), "1\n");
            assert!(run(&["list", "models", folder.path().to_str().unwrap()]).ok().contains("jodici"));
            assert_eq!(fed("count -", &packed(ending, &puzzle)).ok(), "1\n");
            let solution = put("solution", plain.as_bytes());
            assert_eq!(run(&["check", &board, &solution]).ok(), "1 solution checked: all rules hold\n");
            assert!(run(&["draw", &board, &solution]).ok().contains("<svg"));
            let found = put("answer", answer.out.as_bytes());
            assert_eq!(run(&["decode", &board, &found, "--plain"]).ok(), plain);
            put("words", b"ab\nba\n");
            let crossword = put("c.txt", format!("kind: crossword\nwords: words{end}\n\n__\n").as_bytes());
            assert_eq!(run(&["count", &crossword]).ok(), "2\n");
            let cnf = put("f.cnf", b"c p show 1 2 0\np cnf 2 1\n-1 -2 0\n");
            assert_eq!(run(&["sat", &cnf]).code, 10);
            assert_eq!(fed("sat -", &packed(ending, b"p cnf 1 2\n1 0\n-1 0\n")).code, 20);
            run(&["audit", "amo", "--n", "2", "--cnf", &cnf]).ok();
            let study =
                "name = \"s\"\nstrategies = \"backtrack\"\nrepetitions = 2\n[[instances]]\nfiles = \"a.txt*\"\n";
            let study = put("s.toml", study.as_bytes());
            let rows = folder.path().join("rows.jsonl").to_str().unwrap().to_owned();
            run(&["sweep", &study, "-o", &rows]).ok();
            let rows = fs::read(&rows).unwrap();
            let packed_rows = put("r.jsonl", &rows);
            assert!(run(&["report", &packed_rows]).ok().contains("2 runs"));
            assert_eq!(run(&["merge", &packed_rows, &packed_rows]).ok().as_bytes(), rows);
            assert!(run(&["report", &packed_rows, "-o", "-"]).ok().contains("<svg"), "the board");
            let err = run(&["sweep", &study, "-o", &format!("{packed_rows}{ending}")]).refused(2);
            assert!(err.contains("expected a name that does not end in .gz or .xz"), "{err}");
        }
        // Content that does not fit the name.
        let folder = tempfile::tempdir().unwrap();
        let wrong = file(folder.path(), &format!("a.txt{ending}"), "", &puzzle);
        assert!(run(&["show", &wrong]).refused(2).contains("cannot read '"));
    }
}

#[test]
fn a_compressed_file_that_is_wrong_is_told_why() {
    let folder = tempfile::tempdir().unwrap();
    let puzzle = fs::read(PUZZLE).unwrap();
    for ending in [".gz", ".xz"] {
        let whole = packed(ending, &puzzle);
        let put = |name: &str, bytes: &[u8]| file(folder.path(), &format!("{name}{ending}"), "", bytes);
        let cut = put("cut", &whole[..whole.len() - 5]);
        let twice = put("twice", &packed(ending, &whole));
        let plain = put("plain", &puzzle);
        for (name, why) in [
            (&cut, "it is cut off: its compressed data has no end"),
            (&twice, "it is compressed twice, expected once: expand it before"),
            (&plain, "its name says that it is compressed, and it is not"),
        ] {
            for arguments in [
                vec!["solve", name],
                vec!["sat", name],
                vec!["sat", name, "--check"],
                vec!["sweep", name],
                vec!["report", name],
                vec!["merge", name],
                vec!["compare", name],
                vec!["check", PUZZLE, name],
                vec!["decode", PUZZLE, name],
                vec!["audit", "amo", "--n", "2", "--cnf", name],
            ] {
                let err = run(&arguments).refused(2);
                assert!(err.ends_with(&format!("cannot read '{name}': {why}\n")), "{arguments:?}: {err}");
            }
        }
    }
}

#[test]
fn files_that_expand_to_more_than_is_read_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let blanks = vec![b' '; 1_000_000];
    let mut gzip = Vec::new();
    // Members of a gzip file follow one another.
    let one = packed(".gz", &blanks);
    (0..300).for_each(|_| gzip.extend_from_slice(&one));
    let path = folder.path().join("bomb.txt");
    fs::write(&path, &gzip).unwrap();
    let bomb = path.to_str().unwrap();
    assert!(run(&["show", bomb]).refused(2).ends_with("found more than 256 MB\n"));
    assert!(run(&["sweep", bomb]).refused(2).ends_with("found more than 16 MB\n"));
    fs::write(folder.path().join("c.txt"), "kind: crossword\nwords: bomb.txt\n\n__\n").unwrap();
    let err = run(&["show", folder.path().join("c.txt").to_str().unwrap()]).refused(2);
    assert!(err.contains("(it has more than 256 MB)"), "{err}");
    let err = run(&["report", bomb]).refused(2);
    assert!(err.contains("found a line of more than 16 MB, expected a row"), "{err}");
    let err = run(&["merge", bomb]).refused(2);
    assert!(err.contains(":1:1: found "), "{err}");
}

#[test]
fn a_file_of_another_kind_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let put = |name: &str, text: &[u8]| file(folder.path(), name, "", text);
    let formula = put("f.cnf", run(&["export", PUZZLE]).ok().as_bytes());
    let study = put("s.toml", b"name = \"a\"\n[[instances]]\nfiles = \"*.txt\"\n");
    let words = put("words", b"able\nbaker\ncharlie\ndog\n");
    let rows = put("rows", b"{\"study\":\"a\",\"study_hash\":\"b\"}\n");
    let answer = put("answer", b"s SATISFIABLE\nv 1 0\n");
    let picture = put("picture", b"\x89PNG\r\n\x1a\n\0\0\xff");
    let tool = put("tool.toml", b"[package]\nname = \"a\"\n");
    let lp = put("a.lp", run(&["export", PUZZLE, "--format", "lp"]).ok().as_bytes());
    let mps = put("a.mps", run(&["export", PUZZLE, "--format", "mps"]).ok().as_bytes());
    let opb = put("a.opb", run(&["export", PUZZLE, "--format", "opb"]).ok().as_bytes());
    let cnf = "a formula (DIMACS CNF), which these commands take: audit, candidates, certify, check, \
               compare, count, decode, explain, export, judge, lift, sample, sat, show, solve, why";
    let model = |what: &str| {
        let taking = "audit, candidates, certify, check, compare, count, decode, explain, export, judge, sample, show, solve, why";
        format!("{what}, which these commands take: {taking}")
    };
    let [lp_model, mps_model, opb_model] =
        ["an integer program (LP)", "an integer program (MPS)", "pseudo-Boolean constraints (OPB)"].map(model);
    for (arguments, looks) in [
        (vec!["sweep", &formula], cnf),
        (vec!["count", &study], "a study, which 'cnfab sweep' takes"),
        (vec!["show", &words], "a word list, which a crossword names in its line 'words:'"),
        (vec!["compare", &rows], "rows of a study, which 'cnfab report' takes"),
        (vec!["export", &answer], "a solver's answer, which 'cnfab decode' takes"),
        (vec!["draw", &picture], "a picture (PNG)"),
        (vec!["solve", &tool], "a TOML file"),
        (vec!["report", &lp], &lp_model[..]),
        (vec!["report", &mps], &mps_model),
        (vec!["report", &opb], &opb_model),
        (vec!["sat", PUZZLE], "a puzzle, which 'cnfab solve' takes"),
        (vec!["sat", &study], "a study, which 'cnfab sweep' takes"),
        (vec!["audit", "amo", "--n", "2", "--cnf", PUZZLE], "a puzzle, which 'cnfab solve' takes"),
        (vec!["sweep", PUZZLE], "a puzzle, which 'cnfab solve' takes"),
        (vec!["report", &study], "a study, which 'cnfab sweep' takes"),
        (vec!["report", PUZZLE], "a puzzle, which 'cnfab solve' takes"),
        (vec!["decode", PUZZLE, PUZZLE], "a puzzle, which 'cnfab solve' takes"),
        (vec!["decode", PUZZLE, &formula], cnf),
        (vec!["check", PUZZLE, PUZZLE], "a puzzle, which 'cnfab solve' takes"),
    ] {
        let err = run(&arguments).refused(2);
        assert!(err.ends_with(&format!("; it looks like {looks}\n")), "{arguments:?}: {err}");
        // Advice for puzzles is of no use then.
        assert!(!err.contains("box:"), "{arguments:?}: {err}");
    }
    // A puzzle that is wrong is a puzzle.
    let err = fed("solve -", b"kind: jodici\n\n1 2\n").refused(2);
    assert!(!err.contains("looks like"), "{err}");
}

/// Texts whose beginning shows nothing, with the ending of their format and their number of solutions.
fn texts_that_show_nothing() -> Vec<(&'static str, String, &'static str)> {
    let beyond = |mark: &str| format!("{mark} more than is looked at\n").repeat(1000);
    let json = r#"{ "version": "1.0",
        "solve": {"method": "satisfy"},
        "constraints": [],
        "variables": {"x": {"type": "int", "domain": [[1, 3]]}} }"#;
    let xml = "<instance format=\"XCSP3\" type=\"CSP\"><variables><var id=\"x\"> 1..4 </var></variables></instance>";
    vec![
        (".opb", "1 x1 1 x2\n>= 1 ;\n".to_owned(), "3\n"),
        (".opb", format!("{}1 x1 1 x2 >= 1 ;\n", beyond("*")), "3\n"),
        (".lp", format!("{}min\nst\nx + y >= 1\nbin x y\nend\n", beyond("\\")), "3\n"),
        (".mps", format!("{}ROWS\nCOLUMNS\nRHS\nENDATA\n", beyond("*")), "1\n"),
        (".wcnf", "c soft before hard\n3 -1 0\nh 1 2 0\n".to_owned(), "1\n"),
        (".wcnf", format!("{}p wcnf 2 2 9\n9 1 2 0\n3 -1 0\n", beyond("c")), "1\n"),
        (".knf", format!("{}p knf 3 1\nk 2 1 2 3 0\n", beyond("c")), "4\n"),
        (".cnf", format!("{}p cnf 2 1\n1 2 0\n", beyond("c")), "3\n"),
        (".fzn", "% x\nvar 1..3: x; % a comment\nconstraint int_ne(x, 2);\nsolve satisfy;\n".to_owned(), "2\n"),
        (".fzn.json", json.to_owned(), "3\n"),
        (".xml", format!("<!--\n{}-->\n{xml}", beyond("x")), "4\n"),
    ]
}

#[test]
fn names_decide_where_texts_show_nothing() {
    let folder = tempfile::tempdir().unwrap();
    for (number, (ending, text, count)) in texts_that_show_nothing().into_iter().enumerate() {
        for packed in ["", ".gz", ".xz", ".lzma"] {
            let name =
                format!("{number}{}{packed}", if packed == ".xz" { ending.to_uppercase() } else { ending.into() });
            let path = file(folder.path(), &name, packed, text.as_bytes());
            assert_eq!(run(&["count", &path]).ok(), count, "{name}");
        }
        // Without a name, or with the name of something else, it is no puzzle.
        let err = fed("count -", text.as_bytes()).refused(2);
        assert!(err.starts_with("<stdin>:") && !err.contains("panicked"), "{err}");
        file(folder.path(), "text.txt", "", text.as_bytes());
        let path = folder.path().join("text.txt");
        assert!(run(&["count", path.to_str().unwrap()]).refused(2).contains("text.txt:"));
    }
    // The format of the name says what is wrong.
    for (name, text, expected) in [
        ("a.cnf", "1 x1 1 x2\n>= 1 ;\n", "a.cnf:1:1: found "),
        ("b.cnf", "", "'p cnf"),
        ("b.opb", "", "a constraint"),
        ("b.wcnf", "\n", "'p wcnf"),
        ("c.fzn", "", "solve"),
        ("d.xml", "", "an element that is closed"),
        ("e.opb", "{\n \"a\": 1\n}\n", "; it looks like a JSON file"),
    ] {
        let path = file(folder.path(), name, "", text.as_bytes());
        let err = run(&["count", &path]).refused(2);
        assert!(err.contains(&format!("{name}:")) && err.contains(expected), "{err}");
        assert!(!err.contains("kind:"), "{err}");
    }
}

#[test]
fn texts_that_show_their_format_may_have_any_name() {
    let folder = tempfile::tempdir().unwrap();
    for path in [
        PUZZLE,
        "models/lp/depots.lp",
        "models/mps/trips.mps",
        "models/opb/workshops.opb",
        "models/flatzinc/golomb-5.fzn",
        "models/xcsp3/queens-6.xml",
    ] {
        let count = run(&["count", path]).ok();
        let text = fs::read(path).unwrap();
        assert_eq!(fed("count -", &text).ok(), count, "{path}");
        for name in ["a.cnf", "a.fzn.json", "a.opb.gz", "a.wcnf", "a.xml"] {
            let copy = file(folder.path(), name, name, &text);
            assert_eq!(run(&["count", &copy]).ok(), count, "{path} as {name}");
        }
    }
}

#[test]
fn formulas_that_take_too_much_memory_are_refused() {
    for (text, place) in [
        ("p cnf 268435456 1\n1 0\n", "<stdin>:1:7: found 268435456 variables, expected at most "),
        ("c x\np cnf 99999999 1\n1 0\n", "<stdin>:2:7: found 99999999 variables, expected at most "),
    ] {
        for options in ["", "--count", "--check", "--solver batsat"] {
            let err = fed(&format!("sat - --memory 3000 {options}"), text.as_bytes()).refused(2);
            assert!(err.starts_with(place) && err.contains("3000 MB of memory"), "{err}");
        }
        let err = fed("audit amo --n 2 --cnf - --memory 3000", text.as_bytes()).refused(2);
        assert!(err.starts_with(place), "{err}");
    }
    let err = fed("sat - --memory 1", b"p cnf 10000 1\n1 0\n").refused(2);
    assert_eq!(
        err,
        "<stdin>:1:7: found 10000 variables, expected at most 6665, which with 1 clause take 1 MB of memory\n"
    );
    // The head shows that the clause will not fit.
    let err = fed("sat - --memory 3000", b"p cnf 20000000 1\n1 0\n").refused(2);
    assert!(err.contains("found 20000000 variables, expected at most 19999999, which with 1 clause take "), "{err}");
    assert_eq!(fed("sat - --memory 2", b"p cnf 10000 1\n1 0\n").code, 10);
    let err = fed("sat - --memory 1", b"p cnf 1 20000\n1 0\n").refused(2);
    assert_eq!(err, "<stdin>:1:9: found 20000 clauses, expected at most 8333, which take 1 MB of memory\n");
    let clause = format!("p cnf 1 1\n{}0\n", "1 ".repeat(60_000));
    let err = fed("sat - --memory 1", clause.as_bytes()).refused(2);
    assert!(err.contains("expected a formula that takes at most 1 MB of memory"), "{err}");
    #[cfg(unix)]
    {
        let command = "sh -c 'echo p cnf 268435456 1; echo 1 0' {n}";
        let recipe = format!("amo=cmd:{command}");
        let err = run(&["export", PUZZLE, "--encode", &recipe]).refused(2);
        assert!(err.contains("found 268435456 variables, expected at most "), "{err}");
    }
}

/// The run ended in time, give or take a slow machine.
#[track_caller]
fn in_time(start: Instant, run: &Run) {
    assert!(start.elapsed() < Duration::from_secs(20), "{run:?}");
}

#[cfg(unix)]
#[test]
fn a_limit_of_time_covers_reading() {
    use std::process::Stdio;
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let pipe = path("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let formula = path("f.cnf");
    fs::write(&formula, "p cnf 1 1\n1 0\n").unwrap();
    for (arguments, code, out) in [
        (vec!["solve", "-", "--timeout", "0.2"], 3, ""),
        (vec!["count", "-", "--timeout", "0.2"], 3, ""),
        (vec!["draw", "-", "--solve", "--timeout", "0.2"], 3, ""),
        (vec!["compare", "-", "--timeout", "0.2"], 3, ""),
        (vec!["report", "-", "--timeout", "0.2"], 3, ""),
        (vec!["lift", "-", "--timeout", "0.2"], 3, ""),
        (vec!["certify", "-", "-o", &path("proof"), "--timeout", "0.2"], 3, ""),
        (vec!["sat", "-", "--timeout", "0.2"], 0, "s UNKNOWN\n"),
        (vec!["solve", &pipe, "--timeout", "0.2"], 3, ""),
        (vec!["report", &pipe, "--timeout", "0.2"], 3, ""),
        (vec!["sat", &pipe, "--timeout", "0.2"], 0, "s UNKNOWN\n"),
        (vec!["sat", &pipe, "--check", "--timeout", "0.2"], 0, "s UNKNOWN\n"),
    ] {
        let mut command = super::program();
        let start = Instant::now();
        // The pipe stays open as long as the child is waited for.
        let mut child = command.args(&arguments).stdin(Stdio::piped()).spawn().unwrap();
        let held = child.stdin.take();
        let run: Run = child.wait_with_output().unwrap().into();
        drop(held);
        in_time(start, &run);
        assert_eq!((run.code, run.out.as_str()), (code, out), "{arguments:?}: {run:?}");
        assert!(code == 0 || run.err.starts_with("cnfab: time is over: "), "{arguments:?}: {run:?}");
    }
}

#[test]
fn a_sweep_ends_when_its_time_is_over_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (study, rows) = (path("s.toml"), path("rows.jsonl"));
    fs::copy(PUZZLE, path("a.txt")).unwrap();
    let text = "name = \"s\"\nstrategies = \"backtrack\"\nrepetitions = 2000\n[[instances]]\nfiles = \"a.txt\"\n";
    fs::write(&study, text).unwrap();
    let start = Instant::now();
    let ended = run(&["sweep", &study, "-o", &rows, "--timeout", "1.5"]);
    in_time(start, &ended);
    assert_eq!(ended.code, 3, "{ended:?}");
    assert!(ended.err.contains("time is over; --resume goes on with '"), "{ended:?}");
    let before = fs::read_to_string(&rows).unwrap().lines().count();
    assert!(before < 2000);
    let again = run(&["sweep", &study, "-o", &rows, "--timeout", "3", "--resume"]);
    assert_eq!(again.code, 3, "{again:?}");
    assert!(fs::read_to_string(&rows).unwrap().lines().count() > before);
}

/// varisat cannot be interrupted; the process does not wait for it.
#[test]
fn sat_keeps_its_limit_of_time() {
    // Twelve pigeons in eleven holes.
    let variable = |pigeon: usize, hole: usize| pigeon * 11 + hole + 1;
    let mut clauses: Vec<String> = (0..12)
        .map(|pigeon| (0..11).map(|hole| format!("{} ", variable(pigeon, hole))).collect::<String>() + "0")
        .collect();
    for hole in 0..11 {
        for a in 0..12 {
            clauses.extend((0..a).map(|b| format!("-{} -{} 0", variable(a, hole), variable(b, hole))));
        }
    }
    let text = format!("p cnf 132 {}\n{}\n", clauses.len(), clauses.join("\n"));
    let folder = tempfile::tempdir().unwrap();
    let path = file(folder.path(), "pigeons.cnf", "", text.as_bytes());
    let late: Vec<Duration> = (0..5)
        .map(|_| {
            let start = Instant::now();
            let run = run(&["sat", &path, "--timeout", "0.3"]);
            assert_eq!((run.code, run.out.as_str()), (0, "s UNKNOWN\n"), "{run:?}");
            start.elapsed()
        })
        .collect();
    // The best of some, since machines that test have other things to do.
    assert!(*late.iter().min().unwrap() < Duration::from_millis(450), "{late:?}");
    let counted = run(&["sat", &path, "--timeout", "0.3", "--count"]);
    assert_eq!((counted.code, counted.out.as_str()), (0, "c 0 models were found until then\ns UNKNOWN\n"));
}

#[test]
fn models_are_read_as_they_are_meant() {
    let formula = run(&["export", PUZZLE]).ok();
    let answer = fed("sat -", formula.as_bytes()).out;
    let plain = run(&["solve", PUZZLE, "--plain"]).ok();
    let folder = tempfile::tempdir().unwrap();
    let decode = |text: &str| {
        let path = file(folder.path(), "answer", "", text.as_bytes());
        run(&["decode", PUZZLE, &path, "--plain"])
    };
    let indented: String = answer.lines().map(|line| format!("  {line}\n")).collect();
    assert_eq!(decode(&indented).ok(), plain);
    let twice = decode(&answer.repeat(3));
    assert_eq!(twice.err, "1 solution, all rules hold; 2 models repeat a solution\n");
    assert_eq!(twice.ok(), plain);
    let err = decode(&answer.replace(" 0\n", " -0\n")).refused(2);
    assert!(err.contains("found '-0', expected a literal, or 0 without a sign"), "{err}");
    let err = fed("sat -", b"p cnf 2 1\n1 2 -0\n").refused(2);
    assert_eq!(err, "<stdin>:2:5: found -0, expected a literal, or 0 without a sign\n");
}
