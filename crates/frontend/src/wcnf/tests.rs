//! Texts that the front end reads or refuses.

use cnfab_model::{Assignment, Model};

use super::read::read;

fn model(text: &str) -> Model {
    read(text).unwrap().make_model("model")
}

/// The cost of each assignment of the shown variables that keeps the hard clauses.
fn costs(model: &Model) -> Vec<(Vec<i32>, i64)> {
    let n = model.variables().len();
    let all = (0..1 << n).map(|bits: u32| Assignment::new((0..n).map(|var| (bits >> var & 1) as i32).collect()));
    let solutions = all.filter(|assignment| model.violated(assignment).is_none());
    let cost =
        |assignment: Assignment| (assignment.project(&model.shown()), model.objective().unwrap().value(&assignment));
    solutions.map(cost).collect()
}

#[test]
fn soft_clauses_cost_their_weights() {
    let now = model("c x\nh 1 2 0\n5 -1 -2 0\n3 1 0\n2 -2 0\n0 1 2 0\n7 0\n");
    let mut found = costs(&now);
    found.sort();
    // Clauses that do not hold: '1' where x1 is 0, '-2' where x2 is 1, both and '-1 -2'; the empty one always.
    let expected = [(vec![0, 1], 3 + 2 + 7), (vec![1, 0], 7), (vec![1, 1], 5 + 2 + 7)];
    assert_eq!(found, expected);
    let before = model("c x\np wcnf 2 6 20\n20 1 2 0\n5 -1 -2 0\n3 1 0\n2 -2 0\n0 1 2 0\n7 0\n");
    let mut found = costs(&before);
    found.sort();
    assert_eq!(found, expected);
    let both = model("c x\np wcnf 2 6 20\nh 1 2 0\n5 -1 -2 0\n3 1 0\n2 -2 0\n0 1 2 0\n7 0\n");
    let mut found = costs(&both);
    found.sort();
    assert_eq!(found, expected);
    assert_eq!(costs(&model("4611686018427387903 1 0\n")).len(), 2, "62 bits");
    let all_soft = model("p wcnf 1 2\n1 1 0\n1 -1 0\n");
    assert_eq!(costs(&all_soft).len(), 2);
}

#[test]
fn comments_name_what_is_shown() {
    for text in ["c p show 1 3 0\nh 1 2 0\nh 3 0\n", "c ind 1 0\nc i 3 0\nh 1 2 0\nh 3 0\n", "cr 1 3 0\nh 1 2 3 0\n"] {
        assert_eq!(model(text).shown().len(), 2, "{text}");
    }
    assert_eq!(model("c p shows 1 0\nc indeed\nh 1 2 0\n").shown().len(), 2);
    let error = read("h 1 2 0\nc p show 1 3 0\n").err().unwrap();
    assert_eq!((error.line, error.column, &error.found[..]), (2, 12, "'3'"));
    let error = read("h 1 -0\n").err().unwrap();
    assert_eq!((error.line, error.column, &error.found[..]), (1, 5, "'-0'"));
}

#[test]
fn what_is_wrong_is_named_with_its_place() {
    for (text, line, column, found) in [
        ("", 1, 1, "the end of the file"),
        ("h 1 2\n", 2, 1, "the end of the file"),
        ("x 1 0\n", 1, 1, "'x'"),
        ("h 1 a 0\n", 1, 5, "'a'"),
        ("-3 1 0\n", 1, 1, "'-3'"),
        ("c\n9223372036854775808 1 0\n", 2, 1, "'9223372036854775808'"),
        ("5000000000000000000 1 0\n", 1, 1, "'5000000000000000000'"),
        ("4611686018427387903 1 0\n0 1 0\n1 -2 3 0\n", 3, 1, "'1'"),
        ("p wcnf 1 2 9223372036854775807\n4611686018427387903 1 0\n1 -1 0\n", 3, 1, "'1'"),
        ("w 1 0.4 0\n", 1, 1, "'w'"),
        ("h 99999999999 0\n", 1, 3, "'99999999999'"),
        ("p wcnf 2 1 5\n1 3 0\n", 2, 3, "'3'"),
        ("p wcnf 2 2 5\n1 2 0\n", 3, 1, "the end after 1 clauses"),
        ("p wcnf 99999999999 2 5\n1 2 0\n", 1, 8, "'99999999999'"),
        ("p wcnf 2\n", 1, 1, "'p'"),
        ("p cnf 2 1\n1 0\n", 1, 1, "'p'"),
        ("p wcnf 2 1 5 6\n1 2 0\n", 1, 1, "'p'"),
        ("p wcnf 2 1 -5\n1 2 0\n", 1, 1, "'p'"),
    ] {
        let error = read(text).map(|_| ()).unwrap_err();
        assert_eq!((error.line, error.column, &error.found[..]), (line, column, found), "{text}");
    }
}
