//! Texts that are read, and texts that are refused with a position.

use super::*;
use crate::ClauseStore;

fn of(text: &str) -> Result<(Head, Vec<Vec<i32>>), String> {
    let mut store = ClauseStore::default();
    let head = read(&mut text.as_bytes(), &mut store).map_err(|error| error.to_string())?;
    Ok((head, store.clauses().map(|clause| clause.iter().map(|lit| lit.dimacs()).collect()).collect()))
}

#[test]
fn clauses_and_what_is_shown() {
    let text = "c t pmc\ncno comment of ours\nc p show 3 1 0\np  cnf 3 3\n1 -2\n 0\t-3 0 c p shown\nc ind 2 0\n0\n%\nx";
    let (head, clauses) = of(&text.replace(" c p shown", "\r")).unwrap();
    let shown = Some(vec![3, 1, 2]);
    assert_eq!(head, Head { variables: 3, clauses: 3, shown, kind: Some("pmc".to_owned()), ..Head::default() });
    assert_eq!(clauses, [vec![1, -2], vec![-3], vec![]]);
    assert_eq!(of("p cnf 0 0").unwrap().0, Head::default());
}

#[test]
fn what_is_wrong_has_its_place() {
    for (text, expected) in [
        ("", "line 1, column 1: found the end, expected 'p cnf VARIABLES CLAUSES'"),
        ("1 0", "line 1, column 1: found '1', expected 'p cnf VARIABLES CLAUSES' or a comment"),
        ("p dnf 1 1", "line 1, column 3: found 'dnf', expected 'p cnf VARIABLES CLAUSES'"),
        ("p cnf 2 1\n1 -3 0", "line 2, column 3: found -3, expected a literal of variables 1 to 2"),
        ("p cnf 2 1\n\n1 2", "line 3, column 4: found the end, expected the 0 that ends the last clause"),
        ("p cnf 2 2\n1 0\n", "line 3, column 1: found the end after 1 clauses, expected 2 clauses, as the header says"),
        ("p cnf 2 1\n1x 0", "line 2, column 2: found 'x', expected a digit or a blank"),
        ("p cnf 2 1\n- 0", "line 2, column 2: found ' ', expected a digit or a blank"),
        ("p cnf 9999999999 1\n", "line 1, column 7: found 9999999999, expected 0 to 268435456 variables"),
        ("c p show 3 0\np cnf 2 0\n", "line 1, column 10: found variable 3, expected variables 1 to 2"),
        ("c p show x 0\np cnf 2 0\n", "line 1, column 10: found 'x', expected a variable of 'c p show'"),
        ("c p show 1 -2 0\np cnf 2 0\n", "line 1, column 12: found '-2', expected a variable of 'c p show'"),
        ("p cnf 2 1\n1 -0\n", "line 2, column 3: found -0, expected a literal, or 0 without a sign"),
        ("p cnf 2 1\n1 -0", "line 2, column 3: found -0, expected a literal, or 0 without a sign"),
        ("p cnf -0 1\n", "line 1, column 7: found -0, expected a literal, or 0 without a sign"),
        (
            "p cnf 268435456 1",
            "line 1, column 7: found 268435456 variables, expected at most 19999999, which with 1 clause take 3000 MB of memory",
        ),
        ("p cnf 1 1\n99999999999999999999 0", "line 2, column 19: found '9', expected a number of at most 18 digits"),
    ] {
        assert_eq!(of(text).unwrap_err(), expected, "{text}");
    }
}

/// Counters of all years say in their own ways which variables to count by.
#[test]
fn dialects_of_projections_mean_the_same() {
    for text in [
        "p cnf 3 1\nc p show 1 3 0\n1 2 3 0",
        "p cnf 3 1\nc ind 1 0\nc ind 3 0\n1 2 3 0",
        "cr 1 3 0\np cnf 3 1\n1 2 3 0",
        "p cnf 3 1 \nvp 1 3 0\n1 2 3 0",
        "p pcnf 3 1 2\nvp 1 3 0\n1 2 3 0",
        "p inccnf\nc p show 1 3 0\n1 2 0",
    ] {
        let (head, clauses) = of(text).unwrap();
        assert_eq!((head.variables, head.shown, clauses.len()), (3, Some(vec![1, 3]), 1), "{text}");
    }
    let error = of("p cnf 3 1\nvq 1 3 0\n").unwrap_err();
    assert_eq!(error, "line 2, column 1: found 'vq', expected a clause, a comment, or 'vp' before variables");
}

/// The weights of each variable that has some, as text.
fn weights(head: &Head) -> Vec<String> {
    let weights = head.weights.iter().flat_map(|weights| &weights.of);
    weights.map(|(variable, [negative, positive])| format!("{variable}: {negative} {positive}")).collect()
}

/// A literal without a weight has the rest to 1, if the other one of its variable has one.
#[test]
fn weights_are_read_in_all_forms() {
    for (lines, expected) in [
        ("c p weight 1 0.4 0\nc p weight -1 0.5 0", &["1: 1/2 2/5"][..]),
        ("c p weight -2 1e-3", &["2: 1/1000 999/1000"]),
        ("w 1 1/3 0", &["1: 2/3 1/3"]),
        ("w 1 -1\nw 2 -2", &["2: 3 -2"]),
        ("c p weight 1 -1 0", &["1: 2 -1"]),
        ("c weights 0.4 0.6 1 1", &["1: 3/5 2/5"]),
        ("c p weight 1 0 0\nc p weight 1 0.0 0", &["1: 1 0"]),
        ("c p weight 1 2 0\nc p weight 2 3 0\nc p show 2 0", &["2: -2 3"]),
    ] {
        let (head, clauses) = of(&format!("c t wmc\np cnf 2 1\n{lines}\n1 2 0\n")).unwrap();
        assert_eq!(weights(&head), expected, "{lines}");
        let refused = "line 3, column 1: found a weight of a literal, expected no weights, which are not counted";
        assert_eq!(head.weights.unwrap().refused().to_string(), refused, "{lines}");
        assert_eq!(clauses, [[1, 2]]);
    }
    for line in ["c weights of the model", "cw 1 0.4", "c w 1", "crafted 1", "cr a", "c p weighted"] {
        let (head, _) = of(&format!("p cnf 2 0\n{line}\n")).unwrap();
        assert_eq!((head.weights, head.shown), (None, None), "{line}");
    }
}

#[test]
fn weights_that_are_none_have_their_place() {
    let form = "expected a weight: a decimal number, or a fraction such as 1/3, of at most 10,000 characters";
    let long = format!("1{}", "0".repeat(10_000));
    for (line, expected) in [
        ("c p weight 1 x 0", format!("column 14: found 'x', {form}")),
        ("c p weight 1", format!("column 13: found the end of the line, {form}")),
        ("c p weight 1 1/0 0", format!("column 14: found '1/0', {form}")),
        ("c p weight y 1 0", "column 12: found 'y', expected a literal and its weight".to_owned()),
        ("w 0 1 0", "column 3: found '0', expected a literal and its weight".to_owned()),
        ("c p weight 1 1 7", "column 16: found '7', expected 0 or the end of the line".to_owned()),
        ("c p weight 3 0.5 0", "column 12: found a weight of variable 3, expected variables 1 to 2".to_owned()),
        (
            "c p weight 1 1 0 \nc p weight 1 2 0",
            "line 3, column 12: found a second weight of literal 1, expected one weight for each literal".to_owned(),
        ),
    ] {
        let error = of(&format!("p cnf 2 0\n{line}\n")).unwrap_err();
        assert!(error.ends_with(&expected), "{line}: {error}");
    }
    assert!(of(&format!("p cnf 2 0\nc p weight 1 {long} 0\n")).unwrap_err().ends_with(form));
}

#[test]
fn clauses_alone_are_a_formula_with_a_head_of_icnf_too() {
    let (head, clauses) = of("p inccnf\n1 2 0\n-1 0\n").unwrap();
    assert_eq!(head, Head { variables: 2, clauses: 2, ..Head::default() });
    assert_eq!(clauses, [vec![1, 2], vec![-1]]);
    let expected = "line 2, column 1: found 'a', expected clauses alone: only 'cnfab sat' takes cubes, to decide and \
                    without a proof";
    assert_eq!(of("p inccnf\na 1 0\n").unwrap_err(), expected);
}

#[test]
fn lines_of_shown_variables_may_have_any_length() {
    let numbers: String = (1..=60_000u32).map(|number| format!("{number:07} ")).collect();
    let text = format!("c p show {}0\nc i 1 {} 2\np cnf 60000 0\n", numbers, " ".repeat(1 << 17));
    let (head, _) = of(&text).unwrap();
    let shown = head.shown.unwrap();
    assert_eq!((shown.len(), shown[59_999], &shown[60_000..]), (60_002, 60_000, &[1, 2][..]));
    assert_eq!(of("c p show 0\np cnf 2 0\n").unwrap().0.shown, Some(vec![]));
    assert_eq!(of("c p shown 1 0\nc px 1\nci 1 0\nc\np cnf 2 0\n").unwrap().0.shown, None);
}

#[test]
fn the_memory_of_a_formula_is_limited() {
    let error = |text: &str| {
        let memory = Memory { most: 1_000_000, ..Memory::of_solver(None) };
        let read = read_within(&memory, &mut text.as_bytes(), &mut ClauseStore::default());
        read.unwrap_err().to_string()
    };
    let limit = "expected a formula that takes at most 1 MB of memory";
    assert!(
        error("p cnf 6666 1\n").contains("found 6666 variables, expected at most 6665, which with 1 clause take 1 MB")
    );
    assert!(error(&format!("p cnf 1 1\n{}", "1 ".repeat(60_000))).contains(&format!("more literals, {limit}")));
    assert!(error(&format!("p cnf 1 1\n{}", "0\n".repeat(60_000))).contains(&format!("more clauses, {limit}")));
    assert!(error(&format!("c i {}\n", "1 ".repeat(99_999))).contains(&format!("more variables, {limit}")));
}

#[test]
fn long_files_cross_the_buffer_at_every_place() {
    for shift in 0..12 {
        let mut text = format!("c{}\np cnf 12345 20000\n", "x".repeat(shift));
        (0..20_000).for_each(|i| text += &format!("{} -12345 0\n", i % 12_345 + 1));
        let (head, clauses) = of(&text).unwrap();
        assert_eq!(head.clauses, 20_000);
        assert!(clauses.iter().enumerate().all(|(i, clause)| clause[..] == [i as i32 % 12_345 + 1, -12_345]));
    }
}
