//! Texts that are no FlatZinc, or more than is taken: each with line and column, and none a panic.

use cnfab::frontend::flatzinc::FlatZinc;

use crate::common::damage::{assert_inside, cases, damaged};

/// The message about a text.
fn message(text: &str) -> String {
    FlatZinc::read(text).err().unwrap_or_else(|| panic!("it is read:\n{text}")).to_string()
}

/// Texts and what is said about them.
const WRONG: &[(&str, &str)] = &[
    ("", "line 1, column 1: found the end of the text, expected a 'solve' item"),
    ("var 1..3: x\nsolve satisfy;", "line 2, column 1: found 'solve', expected ';'"),
    ("var 1..3 x;", "line 1, column 10: found 'x', expected ':'"),
    ("var 1...3: x;", "line 1, column 8: found '.', expected a token of FlatZinc"),
    (
        "var 1..99999999999999999999: x;",
        "line 1, column 8: found '99999999999999999999', expected an integer of at most",
    ),
    ("% comment\nvar float: x;", "line 2, column 1: found a float variable, expected variables of type bool or int"),
    ("var 0.5..1.5: x;", "line 1, column 1: found a float variable, expected variables of type bool or int"),
    ("var set of 1..3: s;", "line 1, column 1: found a set variable, expected variables of type bool or int"),
    ("var bool: b;\nvar bool: b;", "line 2, column 11: found 'b' a second time, expected a new name"),
    ("array [1..2] of int: a = [1,2,3];", "line 1, column 26: found an array of length 3, expected length 2"),
    (
        "array [0..1] of int: a = [1,2];",
        "line 1, column 26: found an array whose first index is 0, expected index sets",
    ),
    ("array [1..2] of int: a = [1,true];", "line 1, column 29: found a truth value, expected an integer constant"),
    (
        "var 1..3: x;\nconstraint int_le(x);",
        "line 2, column 12: found 'int_le' with 1 arguments, expected 2: an integer",
    ),
    (
        "var 1..3: x;\nconstraint int_lee(x,x);",
        "line 2, column 12: found the constraint 'int_lee', expected a constraint",
    ),
    (
        "constraint int_le(x,1);",
        "line 1, column 19: found the unknown name 'x', expected an integer or an integer variable",
    ),
    ("var bool: b;\nconstraint int_le(b,1);", "line 2, column 19: found 'b', a truth value, expected an integer or an"),
    (
        "constraint float_lt(1.0,2.0);",
        "line 1, column 12: found the constraint 'float_lt', expected constraints over bool",
    ),
    (
        "constraint set_card({1},1);",
        "line 1, column 12: found the constraint 'set_card', expected constraints over bool",
    ),
    (
        "var 1..2: x;\nconstraint int_lin_le([1],[x,x],3);",
        "line 2, column 12: found arrays of 1 and 2 entries, expected arrays of one length",
    ),
    ("constraint bool_clause([true,[]],[]);", "line 1, column 30: found an array, expected a truth value or"),
    ("solve satisfy;\nsolve satisfy;", "line 2, column 1: found 'solve', expected one 'solve' item"),
    ("solve maximise x;", "line 1, column 7: found 'maximise', expected 'satisfy', 'minimize' or 'maximize'"),
    ("solve minimize y;", "line 1, column 16: found the unknown name 'y', expected an integer or an integer variable"),
    ("solve :: text(\"open satisfy;", "line 1, column 15: found '\"open satisfy;', expected a \" at its end"),
    (
        "var int: x :: output_var;\nsolve satisfy;",
        "line 1, column 10: found 'x' without bounds, expected a range, or constraints",
    ),
    (
        "var 0..9999999999: x :: output_var;\nsolve satisfy;",
        "line 1, column 20: found values from 0 to 9999999999, expected values of at most 32 bits",
    ),
    (
        "array [1..2] of var bool: a :: output_array([1..3]) = [true,false];\nsolve satisfy;",
        "line 1, column 32: found index sets of 3 elements, expected 2, as the array has entries",
    ),
    ("output [\"x\"];", "line 1, column 1: found 'output', expected no output item, which FlatZinc does not have"),
    ("x = 3;", "line 1, column 1: found 'x', expected an item: 'predicate', a declaration, 'constraint' or 'solve'"),
    ("predicate p(var int x);", "line 1, column 21: found 'x', expected ':'"),
    ("int: n = 0x;", "line 1, column 10: found '0x', expected a number"),
];

#[test]
fn what_is_wrong_is_said_with_its_place() {
    for (text, expected) in WRONG {
        let message = message(text);
        assert!(message.starts_with(expected), "{text}\n   {message}\n   {expected}");
    }
    let advice = message("constraint int_lin_leq([1],[1],1);");
    assert!(advice.contains("did you mean 'int_lin_le'?"), "{advice}");
}

/// A text that nests deeply or names very many values ends with an error, and in a moment.
#[test]
fn hostile_texts_are_refused() {
    let deep = format!("solve :: a{}satisfy;", "(b".repeat(1_000_000));
    assert!(message(&deep).contains("expected at most 50 levels of brackets"));
    let deep = format!("array [1..1] of int: x = {};", "[".repeat(1_000_000));
    assert!(message(&deep).contains("expected at most 50 levels of brackets"));
    assert!(message(&"set of ".repeat(1_000_000)).contains("expected 'int', a range"), "{}", message("set of set of"));
    let wide = "var -2000000000..2000000000: x :: output_var;\nconstraint int_ne(x,7);\nsolve satisfy;";
    assert_eq!(FlatZinc::read(wide).map(|_| ()), Ok(()), "a gap takes no memory");
    // Definitions that follow each other backwards.
    let n = 20_000;
    let mut chain: String = (0..=n).map(|number| format!("var bool: b{number};\n")).collect();
    chain += &(0..n).map(|number| format!("constraint bool_not(b{number},b{});\n", number + 1)).collect::<String>();
    assert!(FlatZinc::read(&(chain + "solve satisfy;")).is_ok());
}

/// A text with much of the language.
const WHOLE: &str = "predicate p(array [int] of var int: x, array [int,int] of int: t, set of int: s);
array [1..2] of int: c = [1,-1];
set of int: s = {1,3};
bool: t = true;
var 1..4: x :: output_var;
var {1,3,5}: y :: output_var;
var bool: b :: is_defined_var;
array [1..2] of var int: a :: output_array([1..1,1..2]) = [x,3];
constraint int_lin_le_reif(c,[x,y],0,b) :: defines_var(b);
constraint array_var_int_element(x,[y,2,3,4],y) :: domain;
constraint bool_clause([b,t],[]);
constraint set_in(a[1],s);
solve :: seq_search([int_search(a,first_fail,indomain_min,complete),bool_search([b],input_order,indomain_max)]) minimize x;
";

#[test]
fn damaged_texts_are_read_or_refused_with_a_place() {
    assert!(FlatZinc::read(WHOLE).is_ok());
    cases(3000, |rng| {
        let changes = rng.usize(1..=4);
        let text = damaged(WHOLE, changes, "()[]{},;:=.-\"' xyvarb", rng);
        if let Err(error) = FlatZinc::read(&text) {
            assert_inside(&error, &text);
        }
    });
}
