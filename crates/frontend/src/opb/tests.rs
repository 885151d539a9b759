//! Texts that the front end reads or refuses.

use cnfab_model::{Assignment, Model, Sense};

use super::read::read;

fn model(text: &str) -> Model {
    read(text).unwrap().make_model("model")
}

/// Every solution's shown values, and its value of the objective.
fn solutions(model: &Model) -> Vec<(Vec<i32>, i64)> {
    let n = model.variables().len();
    let all = (0..1 << n).map(|bits: u32| Assignment::new((0..n).map(|var| (bits >> var & 1) as i32).collect()));
    let value = |at: &Assignment| model.objective().map_or(0, |objective| objective.value(at));
    let found = all.filter(|at| model.violated(at).is_none()).map(|at| (at.project(&model.shown()), value(&at)));
    let mut found: Vec<_> = found.collect();
    found.sort();
    found
}

#[test]
fn sums_products_and_the_objective_mean_what_they_say() {
    let text = "* #variable= 4 #constraint= 3\n* a comment\nmin: +2 x1 -3 ~x2 +1 x1 x3\n +4 ~x1 ~x4 ;\n\
                +1 x1 +1 x2\n+1 x3 >= 2 ;\n-2 x2 +1 x3 +1 ~x4 x1 = -1;\n+1 x1 x4 +1 x3 <= 1 ;\n";
    let model = model(text);
    assert_eq!(model.shown().len(), 4);
    let mut expected = Vec::new();
    for bits in 0..16_i64 {
        let [a, b, c, d] = [bits & 1, bits >> 1 & 1, bits >> 2 & 1, bits >> 3 & 1];
        if a + b + c >= 2 && -2 * b + c + (1 - d) * a == -1 && a * d + c <= 1 {
            let value = 2 * a - 3 * (1 - b) + a * c + 4 * (1 - a) * (1 - d);
            expected.push(([a, b, c, d].map(|bit| bit as i32).to_vec(), value));
        }
    }
    expected.sort();
    assert!(!expected.is_empty());
    assert_eq!(solutions(&model), expected);
}

#[test]
fn variables_are_those_of_the_head_or_those_that_are_named() {
    assert_eq!(model("* #variable= 5 #constraint= 1\n+1 x1 >= 1 ;\n").variables().len(), 5);
    assert_eq!(model("* #variable= 3 #constraint= 0\n").variables().len(), 3);
    assert_eq!(model("+1 x7 +1 x2 >= 1 ;\n").variables().len(), 2);
    let named = model("* #variable= 2 #constraint= 1\nmax: 2 a[1] 1 ~b_{2} ; 1 a[1] 1 b_{2} >= 1 ;");
    assert_eq!((named.name(named.shown()[0]), named.variables().len()), ("a[1]", 2));
    assert_eq!(named.objective().unwrap().sense, Sense::Maximise);
}

#[test]
fn numbers_may_have_more_than_64_bits() {
    let found = solutions(&model("+12345678901234567890 x4 +4 x3 >= 10 ;\n+1 x1 -2 x4 >= -1 ;\n"));
    // In the order they are named: x4, x3, x1.
    let expected = [vec![1, 0, 1], vec![1, 1, 1]];
    assert_eq!(found.into_iter().map(|(values, _)| values).collect::<Vec<_>>(), expected);
}

#[test]
fn costs_that_alone_are_too_much_have_any_size() {
    let top = "soft: 900000000000000000000 ;\n[3] +1 x1 >= 1 ;\n[2] +1 x2 >= 1 ;\n+1 ~x1 +1 ~x2 >= 1 ;\n";
    let all = model(&format!("{top}[1000000000000000000000] +1 ~x1 >= 1 ;\n"));
    assert_eq!(solutions(&all), [(vec![0, 0], 5), (vec![0, 1], 3)]);
    let none = model(&format!("{top}[900000000000000000000] +1 x1 +1 x2 >= 3 ;\n"));
    assert_eq!(solutions(&none), []);
    let narrow = model("soft: 3 ;\n[3] +1 x1 >= 1 ;\n[2] +1 x2 >= 1 ;\n+1 ~x1 +1 ~x2 >= 1 ;\n");
    assert_eq!(solutions(&narrow), [(vec![1, 0], 2)]);
}

#[test]
fn a_variable_beyond_the_head_is_noted() {
    let problem = read("* #variable= 2 #constraint= 1\n* ind 1 4 0\n+1 x1 +1 x4 +1 ~x04 >= 1 ;\n+1 x9 >= 1 ;").unwrap();
    let note = problem.note().unwrap().to_string();
    assert_eq!(note, "line 3, column 10: found 'x4', expected a variable from x1 to x2, as the head says");
    let model = problem.make_model("model");
    assert_eq!(model.variables().len(), 4);
    assert_eq!(model.shown().iter().map(|&var| model.name(var)).collect::<Vec<_>>(), ["x1", "x4"]);
    assert!(read("* #variable= 2 #constraint= 1\n+1 x2 >= 1 ;").unwrap().note().is_none());
}

#[test]
fn comments_name_what_is_shown_without_a_head_too() {
    assert_eq!(model("* ind 7 0\n* ind of nothing\n+1 x1 +1 x7 >= 1 ;").shown().len(), 1);
}

#[test]
fn what_is_wrong_is_named_with_its_place() {
    for (text, line, column, found) in [
        ("", 1, 1, "the end of the file"),
        ("\n\n", 3, 1, "the end of the file"),
        ("+1 x1 >= 1", 1, 11, "the end of the file"),
        ("+1 x1 >= ;", 1, 10, "';'"),
        ("+1 x1 > 1 ;", 1, 7, "'>'"),
        ("+1 x1 != 1 ;", 1, 7, "'!='"),
        ("+1 x1 +2 >= 1 ;", 1, 10, "'>='"),
        ("+1 >= 1 ;", 1, 4, "'>='"),
        ("x1 >= 1 ;", 1, 1, "'x1'"),
        ("+1 x1 >= 1 x2 ;", 1, 12, "'x2'"),
        ("+ x1 >= 1 ;", 1, 1, "'+'"),
        ("+1 ~~x1 >= 1 ;", 1, 5, "'~x1'"),
        ("+1.5 x1 >= 1 ;", 1, 3, "'.5'"),
        ("+1 x1 >= 1.5 ;", 1, 11, "'.5'"),
        ("min: +1 x1 >= 1 ;", 1, 12, "'>='"),
        ("min: +1 x1\n", 2, 1, "the end of the file"),
        ("soft: 0 ;\n[2] +1 x1 >= 1 ;\n", 1, 7, "'0'"),
        ("soft: 6 ;\nmin: +1 x1 ;\n", 2, 1, "'min:'"),
        ("[-2] +1 x1 >= 1 ;\n", 1, 2, "'-2]'"),
        ("[2 +1 x1 >= 1 ;\n", 1, 4, "'+1'"),
        ("min: +1 x1 ;\n[2] +1 x1 >= 1 ;\n", 2, 1, "'[2]'"),
        ("+1 x1 >= 1 ;\nmin: +1 x1 ;\n", 2, 1, "'min:'"),
        ("+1 x1 >= 1 ;\n* ind 1 2 0\n", 2, 9, "'2'"),
        ("max: +4611686018427387904 x1 ;", 1, 6, "'+4611686018427387904'"),
        ("* x\nmin: +4611686018427387903 x1 +1 x2 ;", 2, 6, "'+4611686018427387903'"),
        ("[99999999999999999999] +1 x1 >= 1 ;\n", 1, 2, "'99999999999999999999]'"),
        ("soft: 9999999999999999999999 ;\n[9999999999999999999998] +1 x1 >= 1 ;\n", 2, 2, "'9999999999999999999998]'"),
        ("* #variable= 2 #constraint= 1\n+1 x1 +1 y >= 1 ;", 2, 10, "'y'"),
        ("* #variable= 99999999999 #constraint= 1\n", 1, 14, "'99999999999'"),
        ("* #variable= -1 #constraint= 1\n", 1, 14, "'-1'"),
    ] {
        let error = read(text).map(|_| ()).unwrap_err();
        assert_eq!((error.line, error.column, &error.found[..]), (line, column, found), "{text}");
    }
}
