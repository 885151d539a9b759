//! Texts that are read, against all assignments, and texts that are refused.

use super::read::read;
use cnfab_model::Assignment;

/// The assignments of three variables that keep the model, as numbers.
fn kept(text: &str) -> Vec<u32> {
    let problem = read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let model = problem.make_model("model");
    let holds = |bits: &u32| {
        let assignment = Assignment::new((0..3).map(|var| (bits >> var & 1) as i32).collect());
        model.violated(&assignment).is_none()
    };
    (0..8).filter(holds).collect()
}

#[test]
fn lines_mean_what_they_say() {
    for (text, expected) in [
        ("p knf 3 1\nk 2 1 2 3 0\n", &[3, 5, 6, 7][..]),
        ("c x\np knf 3 2\nk 2 1 2 3 0\nc y\n-1 -3 0\n", &[3, 6]),
        ("p knf 3 1\nk 0 1 0\n", &[0, 1, 2, 3, 4, 5, 6, 7]),
        ("p knf 3 1\nk 3 1 1 2 0\n", &[3, 7]),
        ("p knf 3 1\nk 4 1 2 3 0\n", &[]),
        ("p knf 3 1\nk 2\n-1 -2\n-3 0\n", &[0, 1, 2, 4]),
        ("p cnf+ 3 2\n1 2 3 <= 1\n1 2 3 0\n", &[1, 2, 4]),
        ("p cnf+ 3 1\n-1 2 3 >= 2\n", &[2, 4, 6, 7]),
        ("p cnf+ 3 1\nw 2*1 3*-2 1*3 <= 3\n", &[0, 2, 3, 6, 7]),
        ("p cnf+ 3 1\n1 2 3 = 1\n", &[1, 2, 4]),
    ] {
        assert_eq!(kept(text), expected, "{text}");
    }
}

#[test]
fn texts_that_are_wrong_have_a_place() {
    for (text, expected) in [
        ("p knf 3\n", "line 1, column 1: found 'p', expected 'p knf VARIABLES CONSTRAINTS'"),
        ("p knf 3 1\nk 1 4 0\n", "line 2, column 5: found '4', expected a literal of variables 1 to 3"),
        ("p knf 3 2\nk 1 3 0\n", "found the end after 1 constraints, expected 2 constraints, as the header says"),
        ("p knf 3 1\n1 2 <= 1\n", "line 2, column 5: found '<=', expected a literal, or the 0 that ends them"),
        ("p cnf+ 3 1\nw 2 1 <= 1\n", "expected '*' and a literal"),
        ("p cnf+ 3 1\nw 2*1 0\n", "expected '*' and a literal"),
        ("p cnf+ 3 1\n1 2 <= x\n", "expected a whole number"),
    ] {
        let error = read(text).err().unwrap_or_else(|| panic!("{text} is refused")).to_string();
        assert!(error.contains(expected), "{text}: {error}");
    }
}
