//! `judge`, `minimize`, `candidates` and `why`.

use std::fs;

use serde_json::Value;

use super::{cnfab, fed};
use crate::certify::has_checker;

#[test]
fn the_generated_sudoku_of_the_documents_is_judged() {
    let out = cnfab("judge models/sudoku/generated.txt").ok();
    assert!(out.starts_with("one solution\n28 clues; each of these 15 can be left out alone:\n"), "{out}");
    let line: Value = serde_json::from_str(&cnfab("judge models/sudoku/generated.txt --json").ok()).expect("JSON");
    assert_eq!((line["clues"].as_u64(), line["minimal"].as_bool()), (Some(28), Some(false)));
    assert_eq!(line["superfluous"].as_array().map(Vec::len), Some(15));
    let minimal = cnfab("minimize models/sudoku/generated.txt");
    let judged = fed("judge -", minimal.out.as_bytes()).ok();
    assert!(judged.contains("all of them needed: the puzzle is minimal"), "{judged}");
    let other = cnfab("minimize models/sudoku/generated.txt --seed 1").ok();
    assert_ne!(minimal.out, other, "another order leaves other clues");
    assert_eq!(minimal.out, cnfab("minimize models/sudoku/generated.txt").ok(), "the same again");
}

#[test]
fn puzzles_without_clues_and_with_several_solutions_are_judged() {
    let queens = cnfab("judge models/star-battle/notebook-5x5.txt").ok();
    assert_eq!(
        queens,
        "several solutions, with the same value in 17 of 25 cells\nnothing that could be left out as a clue\n"
    );
    let refused = cnfab("minimize models/star-battle/notebook-5x5.txt").refused(2);
    assert!(refused.contains("star-battle without clues"), "{refused}");
    let refused = cnfab("minimize models/hidoku/numbrix-eight-solutions.txt").refused(2);
    assert!(refused.contains("several solutions, expected exactly one"), "{refused}");
    assert_eq!(fed("judge -", b"kind: sudoku\nbox: 2x2\n\n1..1\n....\n....\n....\n").out, "no solution\n2 clues\n");
}

#[test]
fn candidates_name_cells_and_values() {
    let text = b"kind: sudoku\nbox: 2x2\n\n1234\n3412\n2...\n4...\n";
    let out = fed("candidates -", text).ok();
    assert!(out.ends_with("row 3, column 2: 1 3\nrow 3, column 3: 4\nrow 3, column 4: 1 3\nrow 4, column 1: 4\nrow 4, column 2: 1 3\nrow 4, column 3: 2\nrow 4, column 4: 1 3\n"), "{out}");
    let out = fed("candidates - --count", text).ok();
    assert!(
        out.starts_with("2 solutions\nrow 1, column 1: 1 (2)\n") && out.ends_with("row 4, column 4: 1 (1), 3 (1)\n"),
        "{out}"
    );
    let out = fed("candidates - --count --cap 1", text).ok();
    assert!(out.starts_with(">=1 solution\nrow 1, column 1: 1 (>=1)\n"), "{out}");
    let line: Value = serde_json::from_str(&fed("candidates - --json", text).ok()).expect("JSON");
    assert_eq!(line["cells"][9], serde_json::json!({"place": "row 3, column 2", "values": ["1", "3"]}));
    let seats = fed("candidates -", b"kind: seating\ntable: row\nguests: Ann Bob Cy\n\nAnn at 1\n").ok();
    assert_eq!(seats, "seat 1: Ann\nseat 2: Bob Cy\nseat 3: Bob Cy\n");
}

#[test]
fn contradictions_are_told_in_the_words_of_the_puzzle() {
    let out = fed("why -", b"kind: sudoku\nbox: 2x2\n\n12..\n....\n..3.\n...3\n").out;
    assert!(out.starts_with("no solution: "), "{out}");
    assert!(out.contains("  clue: row 3, column 3 is 3\n  clue: row 4, column 4 is 3\n  rule: box 4\n"), "{out}");
    assert!(out.contains("\n│ . . │ 3 . │\n"), "only these clues are drawn: {out}");
    let out = fed("why -", b"kind: sudoku\nbox: 2x2\n\n1234\n3412\n2...\n4...\n").ok();
    assert!(out.starts_with("2 solutions, which differ in 4 cells:\n\n"), "{out}");
    assert!(out.contains(" │ 2>1 │ 4>3 │     │ 2>3 │ 4>1 │\n"), "the cells that differ are marked: {out}");
    assert!(out.contains("\na clue that leaves one solution: row 3, column 2 is 1; or "), "{out}");
    let out = cnfab("why models/hidoku/no-solution-4-1.txt").ok();
    assert!(out.contains("  rule: each number once\n  rule: 1 and 2 are neighbours\n"), "{out}");
    let out = fed("why -", b"kind: binairo\n\n000...\n......\n......\n......\n......\n......\n").out;
    assert!(out.contains("  rule: no three zeros from row 1, column 1 to row 1, column 3\n"), "{out}");
    let out = cnfab("why models/sudoku/generated.txt").ok();
    assert_eq!(out, "one solution: nothing contradicts, nothing is open\n");
    let out = cnfab("why models/sudoku/empty.txt --cap 2").ok();
    assert!(out.contains("\na clue that excludes the second: row "), "{out}");
}

#[test]
fn all_minimal_sets_and_the_smallest() {
    let text = b"kind: sudoku\nbox: 2x2\n\n1.34\n..12\n2.4.\n4..1\n";
    let all = fed("minimize - --all", text).ok();
    let sizes: Vec<usize> =
        all.lines().map(|line| line.split(' ').next().expect("a number").parse().expect("one")).collect();
    assert!(sizes.len() > 1 && sizes.iter().all(|&size| size < 9), "{all}");
    let smallest = fed("minimize - --smallest --json", text).ok();
    let line: Value = serde_json::from_str(&smallest).expect("JSON");
    assert_eq!(line["clues"].as_array().map(Vec::len), sizes.iter().copied().min(), "{all}{smallest}");
    assert_eq!(fed("minimize - --all -n 1", text).ok().lines().count(), 1);
}

#[test]
fn a_limit_of_time_is_exit_3_and_a_typo_exit_2() {
    assert_eq!(cnfab("judge models/hidoku/printed-with-100-only.txt --timeout 0").code, 3);
    let many = "models/sudoku/many-solutions.txt --cap 100000000 --timeout 1";
    for command in ["candidates --count", "why"] {
        let some = cnfab(&format!("{command} {many}"));
        assert_eq!(some.code, 3, "{some:?}");
        assert!(some.out.contains(" solutions"), "what is known is printed: {some:?}");
    }
    let some = cnfab("explain models/star-battle/size-17-stars-4-114.txt --json --timeout 1");
    let line: Value = serde_json::from_str(&some.out).expect("the steps that are known");
    assert_eq!((some.code, line["end"].as_str()), (3, Some("more")), "{}", some.err);
    // The smallest set of the second one, a full board, is not found in any time.
    let two = b"4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........\n\
        824796531365218794179435862243579186917684253586123947431957628758362419692841375\n";
    let some = fed("minimize - --smallest --json --timeout 1", two);
    let last: Value = serde_json::from_str(some.out.lines().last().expect("a line")).expect("a subset that is minimal");
    assert!(last["clues"].as_array().is_some_and(|clues| !clues.is_empty()), "{some:?}");
    assert!(some.code == 3 && some.err.contains("a smallest set has at least"), "{some:?}");
    let err = cnfab("jugde x").refused(2);
    assert!(err.contains("'judge'"), "{err}");
    for command in ["judge", "minimize", "candidates", "why"] {
        assert!(fed(&format!("{command} -"), b"").refused(2).contains("<stdin>"), "{command}");
    }
}

#[test]
fn puzzles_are_generated() {
    let one = cnfab("generate sudoku --seed 3").ok();
    assert!(one.starts_with("# Source: cnfab generate, method dig, seed 3, number 1\n# Solutions: 1\nkind: sudoku\n"));
    assert_eq!(fed("count -", one.as_bytes()).ok(), "1\n");
    assert_eq!(one, cnfab("generate sudoku --seed 3").ok(), "the same again");
    let folder = tempfile::tempdir().expect("a folder");
    let name = folder.path().display().to_string();
    cnfab(&format!("generate numbrix --size 5x6 --count 3 -o {name}")).ok();
    let files = std::fs::read_dir(folder.path()).expect("a folder").count();
    assert_eq!(files, 3);
    let again = cnfab(&format!("generate numbrix --size 5x6 --count 9 -o {name}")).refused(2);
    assert!(again.contains("nothing is replaced"), "{again}");
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 3, "refused before anything is made");
    let lines = cnfab("generate binairo --size 6 -n 4 --json --method constrain").ok();
    assert_eq!(lines.lines().count(), 4);
    for (arguments, expected) in [
        ("generate crossword --size 20", "expected from 3 to 12 rows and columns, or odd"),
        ("generate sudoku --size 7", "expected as many rows as columns"),
        ("generate sudokku", "'sudoku'"),
        ("generate sudoku --clues 82", "expected at most 81"),
        ("generate sudoku --clues 18446744073709551615", "expected at most 81"),
        ("generate star-battle --size 8 --stars 18446744073709551615", "at least 4 rows for each star"),
    ] {
        let err = cnfab(arguments).refused(2);
        assert!(err.contains(expected), "{err}");
    }
    let both = cnfab("generate sudoku -n 2 -o -").ok();
    let one = cnfab("generate sudoku").ok();
    assert!(both.starts_with(&format!("{one}\n# ")) && both.contains("number 2"), "{both}");
    let few = cnfab("generate sudoku --clues 17 --timeout 1");
    assert_eq!(few.code, 3, "{few:?}");
    assert!(few.out.contains("kind: sudoku"), "the best is kept: {few:?}");
}

/// A text in a file of its own.
fn file(text: &str) -> tempfile::NamedTempFile {
    let file = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(file.path(), text).expect("written");
    file
}

#[test]
fn questions_begin_with_what_is_known() {
    let puzzle = file("kind: sudoku\nbox: 2x2\n\n1...\n...2\n2...\n...1\n");
    let asked = |command: &str, state: &str| {
        let state = file(state);
        cnfab(&format!("{command} {} --from {}", puzzle.path().display(), state.path().display()))
    };
    let all = cnfab(&format!("candidates {}", puzzle.path().display())).ok();
    assert!(all.contains("row 1, column 2: 2\n") && all.contains("row 1, column 3: 3 4\n"), "{all}");
    // What 'candidates' prints is a state, and changes nothing.
    assert_eq!(asked("candidates", &all).ok(), all);
    let three = "row 1, column 3: 3\nrow 1, column 4: 3 4\nrow 2, column 1: 4\n";
    let known = [
        asked("candidates", "kind: sudoku\nbox: 2x2\n\n1.3.\n4..2\n2...\n...1\n").ok(),
        asked("candidates", "Row 1, column 3: 3\nrow 2, column 1: 4\n").ok(),
        asked("candidates", "1 . 3 .\n4 . . 2\n2 . . .\n. . . 1\n").ok(),
        asked("candidates", "1 234 |3 34\n4,3 . | _ 2\n-----+-----\n2 . | * .\n. . | ? 1\n").ok(),
    ];
    assert!(known.windows(2).take(2).all(|two| two[0] == two[1]), "{known:?}");
    assert!(known.iter().all(|found| found.contains("row 1, column 3: 3\n")), "{known:?}");
    assert!(asked("candidates --count", three).ok().starts_with("1 solution"), "one is left");
    let first = asked("explain --next", "row 1, column 2: 2\nrow 2, column 2: 3 4\n").ok();
    assert!(first.starts_with("1. ") && !first.contains("row 1, column 2 is 2"), "that is known: {first}");
    let steps = asked("explain", three).ok();
    assert!(steps.contains("\ngrade "), "the state leaves one solution: {steps}");
    let none = asked("why", "row 1, column 2: 3 4\n").ok();
    assert!(none.starts_with("no solution: "), "{none}");
    assert!(none.contains("  clue: row 1, column 2 is 3 or 4\n"), "{none}");
    let some = asked("why --json", three).ok();
    let value: Value = serde_json::from_str(&some).expect("JSON");
    assert_eq!(value["solutions"], 1, "{some}");
}

#[test]
fn wrong_states_are_refused() {
    let puzzle = file("kind: sudoku\nbox: 2x2\n\n1...\n...2\n2...\n...1\n");
    for (state, expected) in [
        ("row 1, column 2: 3 5\n", ":1:20: found '5', expected values of row 1, column 2: 1, 2, 3, 4\n"),
        ("row 1, column 2: 3\nrow 9, column 1: 1\n", ":2:1: found 'row 9, column 1', expected a place and its values"),
        ("row 1, column 2: 3\nrow 1, column 2: 3\n", ":2:1: found 'row 1, column 2' again, expected each place once"),
        ("row 1, column 2:\n", ":1:17: found the end of the line, expected values of row 1, column 2"),
        ("1 . . .\n. . . 2\n2 . 37 .\n. . . 1\n", ":3:6: found '7', expected values of row 3, column 3: 1, 2, 3, 4"),
        ("kind: sudoku\nbox: 2x2\n\n12..\n....\n2...\n...1\n", "but 'row 2, column 4 is 2' is missing"),
        (
            "kind: sudoku\n\n1........\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n",
            "expected the same board with more givens",
        ),
        ("kind: binairo\n\n1...\n....\n....\n....\n", "expected the same board with more givens"),
    ] {
        for command in ["candidates", "why", "explain"] {
            let state = file(state);
            let run = cnfab(&format!("{command} {} --from {}", puzzle.path().display(), state.path().display()));
            let refused = run.refused(2);
            assert!(refused.contains(expected), "{refused}");
        }
    }
    let refused = cnfab("why models/sudoku/hardest.txt --from models/sudoku/generated.txt").refused(2);
    assert!(refused.contains("--puzzle NUMBER"), "{refused}");
    assert!(fed("why - --from -", b"").refused(2).contains("<stdin>"));
    assert!(
        fed("why - --from -", b"kind: sudoku\nbox: 2x2\n\n1234\n....\n....\n....\n").refused(2).contains("found '-'")
    );
    let stars = "models/star-battle/queens-7-113.txt";
    let state = file("row 1, column 1: 0\n");
    let command = |view: &str| cnfab(&format!("candidates {stars} --view {view} --from {}", state.path().display()));
    assert_eq!(command("cell").code, 0);
    let state_of_star = file("row 1, column 1: 1\n");
    let refused = cnfab(&format!("why {stars} --view column --from {}", state_of_star.path().display())).refused(2);
    assert!(refused.contains("which view 'column' cannot state"), "{refused}");
}

#[test]
fn states_of_other_kinds_have_the_words_of_the_puzzle() {
    let seats = file("kind: seating\ntable: row\nguests: Ann Bob Cy\n\nAnn at 1\n");
    let out = fed(&format!("candidates {} --from -", seats.path().display()), b"seat 2: Bob\n").ok();
    assert_eq!(out, "seat 1: Ann\nseat 2: Bob\nseat 3: Cy\n");
    let way = file("kind: numbrix\n\n1 _ _\n_ _ _\n_ _ 9\n");
    let out = fed(&format!("candidates {} --from -", way.path().display()), b"1 2,4 _\n_ _ _\n_ _ 9\n").ok();
    assert!(out.contains("row 1, column 2: 2\n") || out.contains("row 1, column 2: 2 4\n"), "{out}");
}

#[test]
fn clues_are_left_out_with_their_images() {
    let full = cnfab("generate sudoku --symmetry half-turn --method constrain --seed 5").ok();
    let out = fed("minimize - --symmetry half-turn", full.as_bytes());
    assert_eq!(out.code, 0, "{out:?}");
    let cells: Vec<bool> = out
        .out
        .lines()
        .rev()
        .take(9)
        .collect::<Vec<_>>()
        .into_iter()
        .rev()
        .flat_map(|row| row.chars().map(|sign| sign != '.').collect::<Vec<_>>())
        .collect();
    assert_eq!(cells.len(), 81, "{out:?}");
    assert!((0..81).all(|cell| cells[cell] == cells[80 - cell]), "{out:?}");
    assert_eq!(fed("count -", out.out.as_bytes()).ok(), "1\n");
    let refused = cnfab("minimize models/sudoku/generated.txt --symmetry quarter-turn").refused(2);
    assert!(refused.contains("no clues with the symmetry quarter-turn that leave one solution: '"), "{refused}");
    let refused = cnfab("minimize models/sudoku/generated.txt --symmetry sixth-turn").refused(2);
    assert!(
        refused.contains("--symmetry: found sixth-turn, expected one that the board has: none, half-turn"),
        "{refused}"
    );
}

#[test]
fn a_batch_goes_on_after_a_puzzle_without_one_solution() {
    let good = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let (none, many) = (format!("55{}", &good[2..]), format!("1{}", ".".repeat(80)));
    let text = format!("{none}\n{good}\n{many}\n{good}\n");
    for options in ["", "--json", "--smallest --timeout 60", "--all -n 1"] {
        let run = fed(&format!("minimize - {options}"), text.as_bytes());
        assert_eq!(run.code, 2, "{run:?}");
        assert!(run.err.contains("cnfab: puzzle 1: the puzzle has no solutions, expected exactly one\n"), "{run:?}");
        assert!(run.err.contains("cnfab: puzzle 3: the puzzle has several solutions"), "{run:?}");
        assert!(run.err.ends_with("cnfab: no answer for 2 of 4 puzzles\n"), "{run:?}");
        if options == "--json" {
            let instances: Vec<Value> = run.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
            assert_eq!(instances.len(), 2, "{run:?}");
            assert_eq!(instances[1]["instance"], "<stdin>#4");
        }
    }
}

#[test]
fn sets_of_clues_and_rules_are_chosen() {
    let text = b"kind: sudoku\nbox: 2x2\n\n11..\n....\n..3.\n...3\n";
    let all = fed("why - --all -n 3", text).ok();
    assert_eq!(all.matches("no solution: ").count(), 3, "{all}");
    let line: Value = serde_json::from_str(&fed("why - --smallest --json", text).ok()).expect("JSON");
    let count = |name: &str| line[name].as_array().map(Vec::len);
    assert_eq!((count("clues"), count("rules"), line["minimal"].as_bool()), (Some(2), Some(1), Some(true)), "{line}");
    let hard = fed("why - --smallest --hard box", text).ok();
    assert!(hard.starts_with("no solution: 2 clues and 0 rules contradict each other\n"), "{hard}");
    assert!(hard.contains("\nalways holds besides: what --hard names\n"), "{hard}");
    let clue = fed("why - --all --hard 'x'", text).refused(2);
    assert!(clue.contains("--hard: unknown clue, or name or label of a rule ''x''"), "{clue}");
}

#[test]
fn sets_of_puzzles_are_taken_apart_and_certified() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path().join("proof").display().to_string();
    let text = b"kind: sudoku\nbox: 2x2\n\n12..\n....\n..3.\n...3\n";
    let pieces = fed("why - --fine", text).ok();
    let expected = "no solution: 3 constraints contradict each other\n  row 3, column 3 is 3: cell[3,3] = 3\n  \
                    row 4, column 4 is 3: cell[4,4] = 3\n  box 4: cell[3,3] != cell[4,4]\n";
    assert_eq!(pieces, expected);
    let hard = fed("why - --fine --hard box", text).ok();
    assert!(hard.starts_with("no solution: 2 constraints ") && hard.contains("4 constraints of --hard"), "{hard}");
    fed(&format!("why - --certify {at}"), text).ok();
    if has_checker() {
        let verified = cnfab(&format!("verify {at}")).ok();
        assert!(verified.starts_with("model.opb: no solution"), "{verified}");
    }
    let claim: Value = serde_json::from_str(&fs::read_to_string(format!("{at}/claim.json")).unwrap()).unwrap();
    assert!(claim.to_string().contains("3 of its clues and rules"), "{claim}");
    // A clue that is no value of a cell, and rules about more than it.
    let kakuro = cnfab("why models/kakuro/none.txt --fine").ok();
    assert!(kakuro.starts_with("no solution: ") && kakuro.contains("adds up to 4: "), "{kakuro}");
    let some = cnfab(&format!("why models/sudoku/generated.txt --certify {at}.other"));
    assert!(some.code == 2 && some.err.ends_with("expected a model without: nothing has been written\n"), "{some:?}");
    let refused = cnfab(&format!("why models/sudoku/generated.txt -o {at}.cnf")).refused(2);
    assert!(refused.contains("which is no formula"), "{refused}");
}

#[test]
fn two_solutions_of_a_puzzle_differ_most() {
    let text = b"kind: sudoku\nbox: 2x2\n\n1234\n3412\n....\n....\n";
    let most = fed("why - --most", text).ok();
    assert!(most.starts_with("several solutions; two that differ most, in 8 of 16 variables:\n\n"), "{most}");
    let line: Value = serde_json::from_str(&fed("why - --most --json", text).ok()).expect("JSON");
    assert_eq!(line["variables"].as_array().map(Vec::len), Some(8), "{line}");
}
