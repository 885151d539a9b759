//! `cnfab audit`.

use super::{cnfab, run};

/// The rows of `--json`.
fn rows(arguments: &str) -> Vec<serde_json::Value> {
    let text = cnfab(&format!("audit {arguments} --json")).ok();
    text.lines().map(|line| serde_json::from_str(line).expect("an object per line")).collect()
}

#[test]
fn a_class_is_audited_encoding_by_encoding() {
    let text = cnfab("audit amo").ok();
    let line =
        |name: &str| text.lines().find(|line| line.starts_with(name)).unwrap_or_else(|| panic!("{name}: {text}"));
    let words = |name: &str| line(name).split_whitespace().map(str::to_owned).collect::<Vec<_>>().join(" ");
    assert_eq!(
        words("amo=pairwise "),
        "amo=pairwise at most one of 7 exact bijective bijective 0 21 42 2:21 8 8 1,611 0 1,344 0"
    );
    assert_eq!(
        words("amo=sequential "),
        "amo=sequential at most one of 7 exact projected-only projected-only 6 17 34 2:17 14 8 1,611 0 1,344 0"
    );
}

#[test]
fn counts_and_sums_have_their_parameters() {
    let rows_of = rows("card=totalizer --n 6..8 --k 3 --cmp =");
    let cases: Vec<&str> = rows_of.iter().map(|row| row["case"].as_str().expect("a text")).collect();
    assert_eq!(cases, ["exactly 3 of 6", "exactly 3 of 7", "exactly 3 of 8"]);
    assert!(
        rows_of.iter().all(|row| row["strength"]["superfluous_missed"] == 0 && row["meaning"]["verdict"] == "exact")
    );

    let sums = rows("linear=order-sum --cells 3 --values 1..5 --sum 9");
    assert_eq!(sums[0]["strength"]["boxes"], 31 * 31 * 31);
    assert_eq!(sums[0]["models"]["solutions"], 19);
    assert_eq!(rows("linear=order-sum --sum 9 --all-different")[0]["models"]["solutions"], 12);
    assert_eq!(rows("linear=order-sum --sum -4 --coefficients 1,-2,1 --cmp <= --size-only").len(), 1);
}

#[test]
fn what_is_unknown_is_refused_with_what_is_near() {
    let refused = |arguments: &[&str]| run(arguments).refused(2);
    assert!(refused(&["audit", "amo=produkt"]).contains("did you mean 'product'?"));
    assert!(refused(&["audit", "linaer"]).contains("did you mean 'linear'?"));
    assert!(refused(&["audit", "linear", "--coefficients", "1,2"]).contains("expected one for each of 3 cells"));
    assert!(refused(&["audit", "card", "--k", "6"]).contains("expected 2 to n-2"));
    assert!(refused(&["audit", "amo", "--cmp", ">="]).contains("expected <= or ="));
    assert!(refused(&["audit", "amo", "--n", "0"]).contains("expected 1 to"));
    assert!(refused(&["audit", "linear", "--values", "5..1"]).contains("found --values 5..1"));
}
