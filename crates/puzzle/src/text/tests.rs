//! Tests the frame of puzzle files.

use super::*;

#[test]
fn columns_count_characters() {
    let places = |text: &str| tokens(1, text).iter().map(|t| (t.column, t.text.to_owned())).collect::<Vec<_>>();
    let owned = |list: &[(usize, &str)]| list.iter().map(|&(c, t)| (c, t.to_owned())).collect::<Vec<_>>();
    assert_eq!(places("  1\u{a0}éé 3"), owned(&[(3, "1"), (5, "éé"), (8, "3")]));
    assert_eq!(places("__, 7,,8 "), owned(&[(1, "__"), (5, "7"), (7, ""), (8, "8")]));
    assert_eq!(places(""), owned(&[]));
}

#[test]
fn byte_order_marks_and_carriage_returns_are_no_text() {
    let document = Document::parse("\u{feff}kind: x\r\n\r\n1 2\r\n", &|_| Err(String::new())).expect("a frame");
    assert_eq!(document.kind().map(|kind| kind.value), Ok("x"));
    assert_eq!(document.body(), [(3, "1 2")]);
}

#[test]
fn rules_are_told_from_rows() {
    for rule in ["-----------", "---+---+---", "|=====|", "┌───┐"] {
        assert!(is_rule(rule), "{rule}");
    }
    for row in ["   |   |   ", "1|2", "", "-4 3", "│ . │"] {
        assert!(!is_rule(row), "{row}");
    }
}
