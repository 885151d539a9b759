//! `cnfab draw`, and boards in colour.

use std::fs;

use super::{cnfab, fed, program, run};

const DINNER: &str = "models/seating/dinner-party.txt";
const BOARD: &str = "models/magic-board/printed.txt";
const SOLUTION: &str = "28 24 6 12 15 13 7 25 17 23 8 26 19 5 27 20 18 14 22 11 16 10 21 29 9";

#[test]
fn a_file_takes_the_form_of_its_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).display().to_string();
    for (name, start) in [("a.svg", &b"<svg "[..]), ("a.SVG", b"<svg "), ("a.png", b"\x89PNG")] {
        assert_eq!(run(&["draw", BOARD, "-o", &at(name)]).ok(), "");
        assert!(fs::read(at(name)).expect("a file").starts_with(start), "{name}");
    }
    assert_eq!(run(&["draw", BOARD, "--format", "png", "-o", &at("odd.name")]).ok(), "");
    assert!(fs::read(at("odd.name")).expect("a file").starts_with(b"\x89PNG"));
    for name in ["a.jpg", "a", "svg", ".svg"] {
        let error = run(&["draw", BOARD, "-o", &at(name)]).refused(2);
        assert!(error.contains("expected one that ends in .png or .svg, or --format"), "{error}");
        assert!(name == "a" || !folder.path().join(name).exists());
    }
    let error = run(&["draw", BOARD, "-o", &at("no/such/folder.svg")]).refused(2);
    assert!(error.contains("cannot write"), "{error}");
    let mut left: Vec<_> =
        fs::read_dir(folder.path()).expect("a folder").map(|entry| entry.expect("an entry").file_name()).collect();
    left.sort();
    assert_eq!(left, ["a.SVG", "a.png", "a.svg", "odd.name"], "nothing unfinished stays");
}

#[test]
fn solutions_come_from_a_file_or_from_a_search() {
    let alone = cnfab(&format!("draw {BOARD}")).ok();
    let solved = cnfab(&format!("draw {BOARD} --solve")).ok();
    assert!(!alone.contains(">28<") && solved.contains(">28<"));
    assert_eq!(cnfab(&format!("draw {BOARD} --solve --strategy backtrack")).ok(), solved);
    assert_eq!(cnfab(&format!("draw {BOARD} --solve --strategy preset:depth-first")).ok(), solved);
    assert_eq!(fed(&format!("draw {BOARD} -"), format!("not found\n\n{SOLUTION}\n").as_bytes()).ok(), solved);
    let two = cnfab(&format!("solve {DINNER} --plain -n 2")).ok();
    let number = |number: usize| fed(&format!("draw {DINNER} - --solution {number}"), two.as_bytes());
    assert_ne!(number(1).ok(), number(2).ok());
    assert_eq!(number(3).refused(2), "cnfab: no solution 3: '<stdin>' holds solutions 1 to 2\n");
    assert_eq!(number(0).refused(2), "cnfab: no solution 0: '<stdin>' holds solutions 1 to 2\n");
}

#[test]
fn what_is_no_solution_is_not_drawn() {
    let wrong = SOLUTION.replacen("28 24", "24 28", 1);
    let error = fed(&format!("draw {BOARD} -"), wrong.as_bytes()).refused(2);
    assert_eq!(error, "<stdin>:1:1: no solution: column 1 adds up to 81, not 85\n");
    let error = fed(&format!("draw {BOARD} -"), b"\n1 2\n").refused(2);
    assert!(error.starts_with("<stdin>:2:4: found the end of the line"), "{error}");
    assert_eq!(
        fed(&format!("draw {BOARD} -"), b"no solution\n").refused(2),
        "cnfab: no solution 1: '<stdin>' holds none\n"
    );
    let error = cnfab("draw models/sudoku/no-solution.txt --puzzle 1 --solve").refused(2);
    assert!(error.ends_with("\ncnfab: 'models/sudoku/no-solution.txt#1' has no solution\n"), "{error}");
    assert!(error.contains("box 5 has 5 twice, in row 4, column 6 and row 5, column 4\n"), "{error}");
    let error = cnfab("draw models/sudoku/seventeen-clues.txt --solve").refused(2);
    assert!(error.contains("choose one with --puzzle NUMBER"), "{error}");
    assert!(cnfab("draw models/sudoku/seventeen-clues.txt --puzzle 3 --solve").ok().contains("9 x 9, with a solution"));
    let error = cnfab("draw models/hexagon/order-4.txt --solve --strategy backtrack --timeout 0").refused(3);
    // It may be over before the file is read.
    assert!(error.starts_with("cnfab: time is over: "), "{error}");
}

#[test]
fn options_that_do_not_fit_are_refused() {
    let error = cnfab(&format!("draw {BOARD} --dark")).refused(2);
    assert_eq!(error, "cnfab: --pixels and --dark are for PNG; an SVG adapts to its reader\n");
    assert!(cnfab(&format!("draw {BOARD} --format png --pixels 0")).refused(2).contains("0 is not in 1..=16384"));
    assert!(cnfab("draw - -").refused(2).contains("cannot both be standard input"));
    for arguments in ["--solution 2", "--strategy sat", "- --solve", "--format gif"] {
        assert!(!cnfab(&format!("draw {BOARD} {arguments}")).refused(2).is_empty(), "{arguments}");
    }
}

#[test]
fn colours_are_for_terminals_and_those_who_ask() {
    for arguments in [format!("show {BOARD}"), "solve models/star-battle/notebook-5x5.txt".to_owned()] {
        let with = |variables: &[(&str, &str)], more: &str| {
            let mut command = program();
            command.args(arguments.split(' ').chain(more.split_whitespace()));
            for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
                command.env_remove(name);
            }
            command.envs(variables.iter().copied());
            super::Run::from(command.output().expect("the program starts")).ok()
        };
        let plain = with(&[], "");
        assert!(!plain.contains('\u{1b}'), "{plain}");
        let coloured = with(&[], "--color always");
        assert!(coloured.contains('\u{1b}'), "{coloured}");
        assert_eq!(with(&[("CLICOLOR_FORCE", "1")], ""), coloured);
        assert_eq!(with(&[("CLICOLOR_FORCE", "1")], "--color never"), plain);
        assert_eq!(with(&[("NO_COLOR", "1")], ""), plain);
        assert_eq!(anstream::adapter::strip_str(&coloured).to_string(), plain);
    }
}
