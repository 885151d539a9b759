//! `generate`: which kinds, which options, and where puzzles go.

use std::collections::BTreeSet;
use std::fs;

use serde_json::Value;

use super::{Run, cnfab, program};

#[test]
fn boards_are_made_with_the_stars_of_the_option_or_of_the_name() {
    let text = cnfab("generate two-not-touch --size 9 --seed 3").ok();
    assert!(text.contains("method repair, seed 3, number 1\n# Solutions: 1\nkind: star-battle\nstars: 2\n"), "{text}");
    assert_eq!(cnfab("generate star-battle --stars 2 --size 9 --seed 3").ok(), text, "the same seed");
    let lines = cnfab("generate queens --size 6 -n 3 --json --regions 2..12").ok();
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.len(), 3);
    assert!(lines.iter().all(|line| line["method"] == "repair" && line["kind"] == "star-battle"));
}

#[test]
fn options_of_other_kinds_are_refused() {
    for (command, expected) in [
        (
            "generate two-not-touch --stars 3 --size 12",
            "found --stars 3, expected --stars 2, which two-not-touch implies",
        ),
        ("generate star-battle --size 8 --method dig", "found --method, expected options that star-battle takes"),
        ("generate star-battle --size 8 --clues 3", "found --clues, expected options that star-battle takes"),
        ("generate sudoku --stars 2", "found --stars, expected options that sudoku takes"),
        ("generate star-battle --size 7 --stars 2", "found 7x7 with --stars 2 for star-battle, expected"),
        (
            "generate star-battle --size 8 --regions 9..10",
            "with --regions 9..10 for star-battle, expected region sizes",
        ),
        ("generate star-battle --size 8 --regions 9..2", "expected two numbers A..B, such as 5..20"),
        ("generate seating --size 8x9", "found 8x9 for seating, expected from 2 to 20 guests round a table"),
        ("generate disks --clues 5", "found --clues, expected options that disks takes"),
        ("generate disks --minimal", "found --minimal, expected options that disks takes"),
        ("generate disks --size 4x11", "found 4x11 for disks, expected from 2 to 8 disks with at least 3 times"),
        ("generate jodici --size 3x2", "found 3x2 for jodici, expected from 2 to 6 rings and from 3 to 12 sectors"),
        ("generate jodici --size 4x11", "found 4x11 for jodici, expected rings and sectors whose sums are whole"),
        ("generate equation --size 7", "found 7x7 for equation, expected from 2 to 6 rows and columns"),
        ("generate crossword --size 2", "found 2x2 for crossword, expected from 3 to"),
        ("generate dissection --minimal", "found --minimal, expected options that dissection takes"),
        ("generate dissection --regions 9..9", "with --regions 9..9 for dissection, expected stone sizes"),
        ("generate pentominoes", "found pentominoes, expected dissection, since none are made with 'colours: no'"),
        ("generate seatng", "did you mean 'seating'?"),
    ] {
        let refused = cnfab(command).refused(2);
        assert!(refused.contains(expected), "{refused}");
    }
}

/// Runs the program in a folder with a study; returns the rows that are there then, too.
fn with_rows(study: &str, arguments: &str) -> (Run, String) {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("study.toml"), study).expect("written");
    let mut command = program();
    command.current_dir(folder.path()).args(arguments.split_whitespace());
    let run = command.output().expect("the program starts").into();
    (run, fs::read_to_string(folder.path().join("study.jsonl")).unwrap_or_default())
}

/// Runs the program in a folder with a study.
fn in_folder(study: &str, arguments: &str) -> Run {
    with_rows(study, arguments).0
}

#[test]
fn studies_have_puzzles_made() {
    let study = "name = 'made'\nstrategies = 'backtrack'\n[[instances]]\n\
                 generate = { kind = 'queens', size = '5..6', count = 2, seed = 7, regions = '2..12' }\n";
    let dry = in_folder(study, "sweep study.toml --dry-run").ok();
    assert!(dry.contains("queens-5-7-1") && dry.contains("queens-6-7-2"), "{dry}");
    let text = in_folder(study, "sweep study.toml --instance queens-6-7-2").ok();
    let lines = cnfab("generate queens --size 6 -n 2 --seed 7 --regions 2..12 --json").ok();
    let made: Value = serde_json::from_str(lines.lines().last().expect("two lines")).expect("JSON");
    assert_eq!(made["text"], text, "the puzzle that 'generate' makes");
    let (_, rows) = with_rows(study, "sweep study.toml");
    let rows: Vec<Value> = rows.lines().map(|line| serde_json::from_str(line).expect("a row")).collect();
    assert_eq!(rows.len(), 4);
    let hashes: BTreeSet<&str> = rows.iter().map(|row| row["instance_hash"].as_str().expect("a hash")).collect();
    assert_eq!(hashes.len(), 4, "each text has a hash of its own");
    for row in rows {
        assert_eq!((row["solutions"].as_u64(), row["parameters"]["seed"].as_u64()), (Some(1), Some(7)), "{row}");
    }
    let named = study.replace("[[instances]]", "[[instances]]\nname = 'q{size}.{number}'");
    assert!(in_folder(&named, "sweep study.toml --dry-run").ok().contains("q5.2"));
}

#[test]
fn puzzles_of_studies_that_cannot_be_made_are_refused() {
    let error = |generate: &str| {
        let study = format!("name = 'made'\n[[instances]]\ngenerate = {{ {generate} }}\n");
        in_folder(&study, "sweep study.toml --dry-run").refused(2)
    };
    for (generate, expected) in [
        ("kind = 'seatng'", "study.toml:3:12: unknown kind 'seatng'"),
        ("kind = 'jodici', size = 7", "study.toml:3:12: size: found 7x7 for jodici, expected from 2 to 6 rings"),
        ("kind = 'sudoku', size = 7", "study.toml:3:12: size: found 7x7 for sudoku, expected as many rows as columns"),
        ("kind = 'sudoku', stars = 2", "found stars, expected options that sudoku takes"),
        ("kind = 'sudoku', size = 'big'", "size: found 'big', expected rows and columns"),
        ("kind = 'queens', regions = 5", "expected region sizes from at most 9 to at least 9"),
        ("kind = 'sudoku', number = 2", "unknown field 'number'"),
        ("kind = 'sudoku', count = 1000000", "found more than 100000 puzzles to be made"),
        ("kind = 'dissection', regions = '0..8'", "regions: expected a range from 1 on, such as '5..20'"),
        ("kind = 'sudoku', symmetry = 'half'", "unknown symmetry 'half'"),
        ("kind = 'sudoku', grade = '5..3'", "grade: found '5..3', expected grades A..B"),
        ("kind = 'sudoku', grade = -1", "grade: found '-1', expected grades A..B"),
        ("kind = 'sudoku', needs = 'nacked pair'", "unknown step 'nacked pair'"),
        ("kind = 'sudoku', pattern = '..x'", "pattern: line 1, column 4: found 3 cells, expected 9"),
        ("kind = 'sudoku', size = 4, count = 40, clues = 4", "found 13 puzzles of seed 0, expected 40: 10000 boards"),
    ] {
        let refused = error(generate);
        assert!(refused.contains(expected), "{refused}");
    }
    let both = "name = 'made'\n[[instances]]\nfiles = 'a.txt'\ngenerate = { kind = 'sudoku' }\n";
    assert!(in_folder(both, "sweep study.toml").refused(2).contains("found 'files' beside 'generate'"));
}

/// A wish in a study is met as the option of the command is.
#[test]
fn wishes_of_studies_are_those_of_the_command() {
    for (keys, options) in [
        ("symmetry = 'half-turn', clues = 30", "--symmetry half-turn --clues 30"),
        ("grade = '3..', avoid = ['naked triple']", "--grade 3.. --avoid naked-triple"),
        (
            "needs = 'hidden pair', method = 'constrain', minimal = true",
            "--needs hidden-pair --method constrain --minimal",
        ),
    ] {
        let study =
            format!("name = 'made'\n[[instances]]\ngenerate = {{ kind = 'sudoku', count = 2, seed = 3, {keys} }}\n");
        let text = in_folder(&study, "sweep study.toml --instance sudoku-9-3-2").ok();
        let lines = json_lines(&cnfab(&format!("generate sudoku -n 2 --seed 3 --json {options}")));
        assert_eq!(lines[1]["text"], text, "{keys}");
    }
}

/// The lines of a command, as JSON.
fn json_lines(run: &Run) -> Vec<Value> {
    run.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn records_have_the_solution_and_on_request_the_grade_and_the_steps() {
    let lines = json_lines(&cnfab("generate sudoku --size 6 --seed 2 -n 3 --json"));
    for line in &lines {
        assert!(line.get("grade").is_none() && line.get("steps").is_none(), "{line}");
        let text = line["text"].as_str().expect("a text");
        let solved = super::fed("solve - --all --plain", text.as_bytes()).ok();
        assert_eq!(solved.trim_end(), line["solution"].as_str().expect("a solution"));
        assert_eq!(line["wished"], true);
    }
    let graded = json_lines(&cnfab("generate sudoku --size 6 --seed 2 -n 3 --json --grade --steps"));
    assert_eq!(graded.len(), 3);
    for (line, graded) in lines.iter().zip(&graded) {
        assert_eq!(line["text"], graded["text"]);
        let text = line["text"].as_str().expect("a text").as_bytes();
        let judged: Value = serde_json::from_str(&super::fed("judge - --json", text).out).expect("JSON");
        assert_eq!(judged["grade"], graded["grade"]);
        let explained: Value = serde_json::from_str(&super::fed("explain - --json", text).out).expect("JSON");
        assert_eq!(explained["steps"], graded["steps"]);
    }
    let text = cnfab("generate sudoku --size 6 --seed 2 --grade").ok();
    assert!(text.lines().nth(1).expect("a line").starts_with("# Grade: "), "{text}");
    assert_eq!(super::fed("count -", text.as_bytes()).ok(), "1\n");
    assert!(cnfab("generate sudoku --steps").refused(2).contains("--json"));
}

#[test]
fn wishes_about_steps_are_met_or_the_best_is_printed() {
    let grades = |options: &str| -> Vec<u64> {
        let run = cnfab(&format!("generate sudoku --size 6 --json --seed 1 -n 3 {options}"));
        assert_eq!(run.code, 0, "{run:?}");
        json_lines(&run).iter().map(|line| line["grade"]["level"].as_u64().expect("a grade")).collect()
    };
    assert_eq!(grades("--grade 2"), [2, 2, 2]);
    assert!(grades("--grade 3..").iter().all(|&grade| grade >= 3));
    assert!(grades("--grade 0..1").iter().all(|&grade| grade <= 1));
    let run = cnfab("generate sudoku --size 6 --json --seed 1 -n 2 --steps --needs NAKED-SINGLE --avoid pointing");
    for line in json_lines(&run) {
        let steps: Vec<&str> = line["steps"]
            .as_array()
            .expect("steps")
            .iter()
            .map(|step| step["technique"].as_str().expect("one"))
            .collect();
        assert!(steps.contains(&"naked single") && !steps.contains(&"pointing"), "{steps:?}");
    }
    // There is no such small puzzle.
    let none = cnfab("generate sudoku --size 4 --needs jellyfish --clues 6 --json --timeout 2");
    assert_eq!(none.code, 3, "{none:?}");
    assert_eq!(json_lines(&none)[0]["wished"], false);
    assert!(none.err.contains("0 of 1 made as wished, and one with grade "), "{none:?}");
    assert!(none.err.contains("no step 'jellyfish'"), "{none:?}");
    for (option, expected) in [
        ("--needs jelyfish", "did you mean 'jellyfish'? (known: hidden single"),
        ("--avoid 'chain'", "unknown step"),
        ("--grade 5..2", "expected grades A..B"),
        ("--grade x", "expected grades A..B"),
        ("--symmetry mirror", "unknown symmetry 'mirror'"),
        ("--method digg", "did you mean 'dig'? (known: constrain, constrain:propagation, dig)"),
        (
            "--symmetry sixth-turn",
            "found sixth-turn, expected one that a sudoku board of 9x9 has: none, half-turn, rows",
        ),
    ] {
        let refused = cnfab(&format!("generate sudoku {option}")).refused(2);
        assert!(refused.contains(expected), "{refused}");
    }
    let refused = cnfab("generate numbrix --size 5x6 --symmetry diagonal").refused(2);
    assert!(refused.contains("board of 5x6 has: none, half-turn, rows, columns, lines\n"), "{refused}");
}

#[test]
fn boards_have_as_many_clues_as_wished() {
    for (command, clues) in [
        ("generate seating --size 6 --clues 9 -n 3", 9),
        ("generate crossword --size 3 --clues 5 -n 3", 5),
        ("generate equation --size 2 --clues 5 -n 3", 5),
        ("generate skyscrapers --size 3 --clues 8 -n 3", 8),
        ("generate jodici --clues 8 -n 3", 8),
        ("generate sudoku --method constrain --clues 40 -n 3", 40),
        ("generate sudoku --method constrain:propagation --clues 44 -n 3", 44),
        ("generate binairo --method constrain --symmetry half-turn --clues 20 -n 3 --size 6", 20),
    ] {
        let run = cnfab(&format!("{command} --json"));
        assert_eq!((run.code, json_lines(&run).len()), (0, 3), "{run:?}");
        for line in json_lines(&run) {
            assert_eq!(line["clues"], clues, "{line}");
            let text = line["text"].as_str().expect("a text").as_bytes();
            let judged: Value = serde_json::from_str(&super::fed("judge - --json", text).out).expect("JSON");
            assert_eq!((&judged["solutions"], &judged["clues"]), (&Value::from("one"), &Value::from(clues)), "{line}");
        }
    }
}

#[test]
fn crosswords_have_the_words_of_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("own.words"), "bad\nego\nten\nbet\nage\ndon\n").expect("written");
    let run = |arguments: &str| -> Run {
        let mut command = program();
        command.current_dir(folder.path()).args(arguments.split_whitespace());
        command.output().expect("the program starts").into()
    };
    let text = run("generate crossword --size 3 --words own.words --seed 2").ok();
    assert!(text.contains("\nwords: own.words\n"), "{text}");
    assert_eq!(run("generate crossword --size 3 --words own.words --seed 2 -o .").code, 0);
    assert_eq!(fs::read_to_string(folder.path().join("crossword-2-1.txt")).expect("written"), text);
    assert_eq!(run("count crossword-2-1.txt").ok(), "1\n");
    for (arguments, expected) in [
        (
            "generate crossword --words own.words -o made",
            "--words: found 'own.words', expected a file below the present folder, or that of -o",
        ),
        ("generate sudoku --words own.words", "found --words, expected options that sudoku takes"),
        ("generate seating --words own.words", "found --words, expected options that seating takes"),
        ("generate crossword --words none.words", "none.words"),
        ("generate dissection --regions 1..18446744073709551615", "expected stones of 1 square or more"),
        ("generate dissection --regions 1..2", "expected stones of 1 square or more, some of 3 to 64 squares"),
        ("generate killer-sudoku --size 4 --clues 1000", "--clues: found 1000, expected at most 36 for 4x4"),
        (
            "generate magic-board --size 2",
            "--size: found 2x2 for magic-board, expected a size of which there is a solution",
        ),
    ] {
        let refused = run(arguments).refused(2);
        assert!(refused.contains(expected), "{refused}");
    }
    fs::write(folder.path().join("own.words"), "ada\nb b\n").expect("written");
    let outside = folder.path().join("own.words").display().to_string();
    let refused = cnfab(&format!("generate crossword --words {outside}")).refused(2);
    assert!(refused.contains("expected a file below the present folder, or that of -o"), "{refused}");
    let refused = run("generate crossword --words own.words").refused(2);
    assert!(refused.contains("line 2: 'b b' has other characters than A to Z"), "{refused}");
}

#[test]
fn patterns_are_read_from_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("pattern.txt");
    let name = path.display().to_string();
    fs::write(&path, "xx.xx.\nx..x..\n..x..x\nx..x..\n..x..x\n.xx.xx\n").expect("written");
    let line = &json_lines(&cnfab(&format!("generate sudoku --size 6 --json --pattern {name}")))[0];
    let text = line["text"].as_str().expect("a text");
    let shown: String = text
        .lines()
        .rev()
        .take(6)
        .collect::<Vec<_>>()
        .into_iter()
        .rev()
        .map(|row| row.chars().map(|sign| if sign == '.' { '.' } else { 'x' }).collect::<String>() + "\n")
        .collect();
    assert_eq!(shown, fs::read_to_string(&path).expect("the pattern"), "{text}");
    let refused = cnfab(&format!("generate sudoku --pattern {name}")).refused(2);
    assert_eq!(refused, format!("{name}:1:7: found 6 cells, expected 9, as row 1 of the board has\n"));
    let refused = cnfab(&format!("generate sudoku --size 6 --symmetry rows --pattern {name}")).refused(2);
    assert!(refused.contains("found a given at row 1, column 1 and none at row 6, column 1"), "{refused}");
    let refused = cnfab(&format!("generate queens --size 6 --pattern {name}")).refused(2);
    assert!(refused.contains("found --pattern, expected options that star-battle takes"), "{refused}");
    fs::write(&path, "xxxx..\nx.x.xx\n.xxx.x\n").expect("written");
    let text = cnfab(&format!("generate jodici --pattern {name}")).ok();
    let rings: Vec<String> = text.lines().rev().take(3).map(|ring| ring.replace([' '], "")).collect();
    let shown: Vec<String> = rings.iter().rev().map(|ring| ring.replace(|c: char| c != '_', "x")).collect();
    assert_eq!(shown, ["xxxx__", "x_x_xx", "_xxx_x"], "{text}");
    let refused = cnfab(&format!("generate jodici --size 3x5 --pattern {name}")).refused(2);
    assert!(refused.contains("found 6 cells, expected 5, as ring 1 of the board has"), "{refused}");
    fs::write(&path, "x.....\n......\n......\n......\n......\n......\n").expect("written");
    let none = cnfab(&format!("generate sudoku --size 6 --json --timeout 1 --pattern {name}"));
    assert_eq!(none.code, 3, "{none:?}");
    assert!(none.err.contains("cells not as in the pattern"), "{none:?}");
}

#[test]
fn a_run_has_no_two_puzzles_that_are_equal_up_to_symmetry() {
    // There are 13 classes of minimal 4 x 4 puzzles with 4 givens.
    let all = cnfab("generate sudoku --size 4 --clues 4 -n 13 --json").ok();
    assert_eq!(all.lines().count(), 13);
    // They are soon found, and again and again afterwards.
    let run = cnfab("generate sudoku --size 4 --clues 4 -n 40 --json --timeout 2");
    assert_eq!(run.code, 3, "{run:?}");
    let four = json_lines(&run).iter().filter(|line| line["wished"] == true).count();
    assert!((2..=13).contains(&four), "{four}");
}

#[test]
fn methods_stand_beside_each_other() {
    let lines = json_lines(&cnfab("generate sudoku --size 6 -n 4 --seed 5 --compare --grade --json"));
    let methods: Vec<&str> = lines.iter().map(|line| line["method"].as_str().expect("a method")).collect();
    assert_eq!(methods, ["constrain", "constrain:propagation", "dig"]);
    for line in &lines {
        let method = line["method"].as_str().expect("a method");
        let made =
            json_lines(&cnfab(&format!("generate sudoku --size 6 -n 4 --seed 5 --grade --json --method {method}")));
        let numbers = |of: &dyn Fn(&Value) -> &Value| -> Vec<f64> {
            made.iter().map(|one| of(one).as_f64().expect("a number")).collect()
        };
        let (clues, levels) = (numbers(&|one| &one["clues"]), numbers(&|one| &one["grade"]["level"]));
        let mean = |values: &[f64]| values.iter().sum::<f64>() / 4.0;
        let deviation = (clues.iter().map(|one| (one - mean(&clues)).powi(2)).sum::<f64>() / 3.0).sqrt();
        let close = |field: &str, expected: f64| {
            let found = line[field].as_f64().expect("a number");
            assert!((found - expected).abs() < 1e-9, "{method}, {field}: {found}, not {expected}");
        };
        close("clues_mean", mean(&clues));
        close("clues_deviation", deviation);
        close("clues_least", clues.iter().copied().fold(f64::INFINITY, f64::min));
        close("clues_most", clues.iter().copied().fold(0.0, f64::max));
        close("level_mean", mean(&levels));
        assert!(line["time_median_s"].as_f64() <= line["time_95_s"].as_f64(), "{line}");
    }
    let table = cnfab("generate hidoku --size 4 -n 3 --compare").ok();
    let first: Vec<&str> = table.lines().map(|line| line.split_whitespace().next().expect("a word")).collect();
    assert_eq!(first, ["method", "constrain", "constrain:propagation", "dig"], "{table}");
    let refused = cnfab("generate star-battle --compare").refused(2);
    assert!(refused.contains("found --compare for star-battle, whose puzzles are made in one way"), "{refused}");
    let late = cnfab("generate sudoku --size 4 -n 100 --clues 5 --compare -T 0.6");
    assert!(late.code == 3 && late.err.contains("time is over: ") && late.err.contains(" of 100 made by "), "{late:?}");
    assert_eq!(late.out.lines().count(), 4, "{late:?}");
}

/// The help says for each kind what its clues are, or what is changed.
#[test]
fn help_names_every_kind() {
    let help = cnfab("generate --help").ok();
    let (_, clues) = help.split_once("Given values are the clues of:").expect("kinds with givens");
    let (givens, boards) = clues.split_once("The board itself").expect("kinds of boards");
    let boards = boards.split("With --compare").next().unwrap_or_default();
    for kind in cnfab::puzzle::KINDS {
        let named = if kind.boards.is_some() { boards } else { givens };
        assert!(named.contains(kind.name), "'cnfab generate --help' does not say what is made for {}", kind.name);
    }
}
