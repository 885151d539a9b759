//! `cnfab lift`: constraints that are found in formulas, and formulas that mean the same.

use super::{cnfab, fed};

const COLOURS: &str = "models/dimacs/petersen-colours.cnf";

#[test]
fn constraints_are_reported_and_proved() {
    let out = cnfab(&format!("lift {COLOURS}")).ok();
    assert!(
        out.starts_with("30 variables, 85 clauses\n        10  exactly 1 of 3, by 40 clauses\n45 clauses left\n"),
        "{out}"
    );
    assert!(out.ends_with("proved: 10 constraints and their clauses say the same\n"), "{out}");
    let out = fed("lift -", b"p cnf 3 2\n1 2 3 0\n-1 2 0\n").ok();
    assert!(out.contains("\n2 clauses left\nno cardinality constraint"), "{out}");
    let row: serde_json::Value = serde_json::from_str(&cnfab(&format!("lift {COLOURS} --json")).ok()).unwrap();
    assert_eq!((&row["clauses"], &row["left"], &row["proved"]), (&85.into(), &45.into(), &10.into()));
    assert_eq!(
        row["constraints"][0],
        serde_json::json!({"literals": [1, 2, 3], "compares": "=", "k": 1, "clauses": 4})
    );
}

/// However it is encoded anew, the formula has the same models over its own variables.
#[test]
fn a_formula_that_is_encoded_anew_has_the_same_models() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("new.cnf");
    let file = file.to_str().unwrap();
    for recipe in ["default", "amo=product", "amo:lifted=commander(3),root=narrow", "amo=ladder"] {
        cnfab(&format!("lift {COLOURS} -e {recipe} -o {file}")).ok();
        let text = std::fs::read_to_string(file).unwrap();
        assert!(text.contains("c map 30 x30 = 1\n"), "{recipe}: {text}");
        assert_eq!(cnfab(&format!("count {file}")).ok(), "120\n", "{recipe}");
        let models = cnfab(&format!("sat --count {file}"));
        assert!(models.out.contains("c s exact arb int 120\n"), "{recipe}: {models:?}");
    }
}

#[test]
fn what_is_wrong_is_refused() {
    let err = cnfab("lift models/sudoku/six.txt").refused(2);
    assert!(err.contains("it looks like a puzzle"), "{err}");
    let err = cnfab(&format!("lift {COLOURS} -e amo:lfited=product")).refused(2);
    assert!(err.contains("did you mean 'lifted'?"), "{err}");
    let err = cnfab(&format!("lift {COLOURS} -o {COLOURS}")).refused(2);
    assert!(err.contains(COLOURS), "{err}");
}
