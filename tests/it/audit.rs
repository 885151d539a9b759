//! Audits of our own encodings: the page in `docs` is up to date, nothing is wrong, and everything is quick.

use std::path::Path;

use cnfab::audit::{AuditLimits, CLASSES, Parameters, audit_class, find_class, page};
use cnfab::encode::Recipe;
use cnfab::model::Cmp;

#[test]
fn the_page_of_encodings_is_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/encodings.md");
    let committed = std::fs::read_to_string(path).unwrap_or_default();
    let written = page();
    let differs = committed.lines().zip(written.lines()).find(|(old, new)| old != new);
    assert!(
        committed == written,
        "docs/encodings.md is not what 'cnfab audit --all --report markdown > docs/encodings.md' writes; first: {differs:?}"
    );
}

/// All rows of a class.
fn check(class: &str, parameters: &Parameters, limits: &AuditLimits) {
    let class = find_class(class).expect("a class");
    let cases = (class.cases)(parameters).expect("cases");
    let encodings: Vec<String> = class.encodings();
    let rows = audit_class(class, &encodings, &cases, &Recipe::default(), Some(limits)).expect("registered");
    assert_eq!(rows.len(), encodings.len() * cases.len());
    for row in rows {
        assert_eq!(row.fault(), None, "{}, {}", row.subject, row.case);
    }
}

#[test]
fn nothing_is_wrong_with_any_encoding() {
    let limits = AuditLimits { boxes: 10_000, samples: 200, models: 20_000, ..AuditLimits::default() };
    for class in CLASSES {
        check(class.name, &Parameters::default(), &limits);
    }
    for cmp in [Cmp::Le, Cmp::Eq] {
        let n = (1..=20).chain([25, 40, 64]).collect();
        check("amo", &Parameters { n, cmp: Some(cmp), ..Parameters::default() }, &limits);
    }
    for cmp in [Cmp::Le, Cmp::Eq, Cmp::Ge] {
        for k in 2..=6 {
            let n = (k + 2..=k + 6).collect();
            check("card", &Parameters { n, k, cmp: Some(cmp), ..Parameters::default() }, &limits);
        }
        for (sum, all_different) in [(9, true), (7, false), (14, false)] {
            let parameters = Parameters { sum: Some(sum), cmp: Some(cmp), all_different, ..Parameters::default() };
            check("linear", &parameters, &limits);
            let coefficients = Some(vec![2, -1, 3]);
            check("linear", &Parameters { coefficients, values: (-2, 2), sum: Some(sum - 8), ..parameters }, &limits);
        }
    }
    for (cells, values) in [(2, (1, 2)), (4, (1, 4)), (4, (0, 5)), (5, (1, 5))] {
        check("all-different", &Parameters { cells, values, ..Parameters::default() }, &limits);
    }
    for (cells, rows) in [(1, 2), (2, 6), (3, 40), (4, 15)] {
        check("table", &Parameters { cells, rows, values: (0, 3), ..Parameters::default() }, &limits);
    }
    check("domain", &Parameters { n: (1..=12).collect(), ..Parameters::default() }, &limits);
}
