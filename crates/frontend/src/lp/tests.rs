//! Texts that the front end reads or refuses.

use cnfab_base::parse_error::ParseError;
use cnfab_model::{Assignment, Constraint, Model, Sense};

use super::FRONT_END;

fn model(text: &str) -> Model {
    (FRONT_END.read)(text).unwrap_or_else(|why| panic!("{why}\n{text}")).make_model("model")
}

/// Rows over x and y from -9 to 9, each with the pairs for which it holds, as a function says.
#[test]
fn rows_mean_what_they_say() {
    type Holds = fn(i64, i64) -> bool;
    let rows: [(&str, Holds); 17] = [
        ("x + y <= 3", |x, y| x + y <= 3),
        ("x + y < 3", |x, y| x + y <= 3),
        ("c: x - y =< -2", |x, y| x - y <= -2),
        ("- x + 2y >= 1", |x, y| -x + 2 * y >= 1),
        ("3x - -2 y => 4", |x, y| 3 * x + 2 * y >= 4),
        ("x > y", |x, y| x >= y),
        ("2 x = 3 y", |x, y| 2 * x == 3 * y),
        ("x + x + 1 = y - 2", |x, y| 2 * x + 1 == y - 2),
        ("3 >= x + y", |x, y| 3 >= x + y),
        ("r: -2 <= x - y <= 4", |x, y| (-2..=4).contains(&(x - y))),
        ("4 >= 2 x >= -3", |x, _| (-3..=4).contains(&(2 * x))),
        ("x + y >= -inf", |_, _| true),
        ("-infinity <= x + y <= 1e0", |x, y| x + y <= 1),
        ("0.5 x + .25 y <= 1.25", |x, y| 2 * x + y <= 5),
        ("1e-3 x + 2E-3 y >= 4e-3", |x, y| x + 2 * y >= 4),
        ("0.1 x + 0.2 y = 0.3", |x, y| x + 2 * y == 3),
        ("x\n+\n3\ny \\ y\n<=\n2", |x, y| x + 3 * y <= 2),
    ];
    for (row, holds) in rows {
        let model = model(&format!("min\nst\n{row}\nc2: x + y <= 18\nBounds\n-9 <= x <= 9\n-9<=y<=9\nInt x\ny\nEnd"));
        for (x, y) in (-9..=9).flat_map(|x| (-9..=9).map(move |y| (x, y))) {
            let values = model.vars().map(|var| if model.name(var) == "x" { x } else { y }).collect();
            let is_solution = model.violated(&Assignment::new(values)).is_none();
            assert_eq!(is_solution, holds(x.into(), y.into()), "{row} at {x}, {y}");
        }
    }
}

#[test]
fn bounds_and_binaries() {
    for (bounds, low, high) in [
        ("x <= 4", 0, 4),
        ("x >= 2", 2, 7),
        ("-1.5 <= x <= 4.5", -1, 4),
        ("4 >= x >= 2", 2, 4),
        ("x = 3", 3, 3),
        ("3 = x", 3, 3),
        ("x free\nx >= -3", -3, 7),
        ("-inf <= x <= 4\nx >= -1", -1, 4),
        ("x <= +infinity", 0, 7),
        ("x >= 5\nx <= 4", 1, 0),
    ] {
        let model = model(&format!("Maximize x\nSubject To c: x <= 7\nBounds\n{bounds}\nGenerals\nx\nEnd\n"));
        let var = model.vars().next().unwrap();
        let ends = model.domain(var).min().zip(model.domain(var).max());
        assert_eq!(ends.unwrap_or((1, 0)), (low, high), "{bounds}");
    }
    let rows = model("min\nst\nx + y <= 7\n-2 <= x - y\n+ x >= 1\n2 x\n<= 9\nbin x y\nend");
    assert_eq!(rows.vars().len(), 2);
    let fixed = model("min x\nst\nbounds\nx >= 1\nbinary\nx y\nend");
    assert_eq!(fixed.vars().map(|var| fixed.domain(var).len()).collect::<Vec<_>>(), [1, 2]);
}

#[test]
fn objectives_and_names() {
    let text = "\\ a\nMAXIMUM goal: 2 x(1,2) + 3 - x[3] \\ b\n + 4\nsuch that\ns.t.: x(1,2) + x[3] >= 1\n\
                bin x(1,2) x[3] end";
    let one = model(text);
    let objective = one.objective().unwrap();
    assert_eq!((objective.sense, objective.constant, objective.terms.len()), (Sense::Maximise, 7, 2));
    assert_eq!(one.vars().map(|var| one.name(var)).collect::<Vec<_>>(), ["x(1,2)", "x[3]"]);
    let [row] = one.constraints() else { panic!("one row") };
    assert_eq!((&*row.label, matches!(row.constraint, Constraint::Clause(_))), ("s.t.", true));
    // The objective of an export without one.
    assert!(model("Minimize\n obj: 0 x\nSubject To\nBinaries\n x\nEnd\n").objective().is_none());
    assert_eq!((FRONT_END.read)("min 0.5 x + 0.125\nst\nbin x\nend").unwrap().measure(5), "0.625");
}

#[test]
fn exports_say_what_is_hidden_and_what_is_whole() {
    let text = "\\ cnfab 1\n\\ continuous columns may be taken as integer ones\n\\ map x1 a=1\n\\ map x2 b=1 hidden\n\
                Minimize\n obj: 0 x1_a_1 + 0 x2_b_1\nSubject To\nBounds\n 0 <= x2_b_1 <= 1\nBinaries\n x1_a_1\nEnd\n";
    let one = model(text);
    assert_eq!((one.shown().len(), one.vars().len()), (1, 2));
    assert!((FRONT_END.read)(&text.replace("cnfab 1", "another")).is_err());
}

#[test]
fn what_is_wrong_is_named_with_its_place() {
    for (text, line, column, found) in [
        ("", 1, 1, "the end of the file"),
        ("x >= 1", 1, 1, "'x'"),
        ("Bounds\nEnd", 1, 1, "'Bounds'"),
        ("min x", 1, 6, "the end of the file"),
        ("min x\nst\nx >= 1\nbin x", 4, 6, "the end of the file"),
        ("min x\nmax x\nend", 2, 1, "'max'"),
        ("min [ x ^ 2 ] / 2\nst\nend", 1, 5, "'['"),
        ("min x^2\nst\nend", 1, 6, "'^2'"),
        ("min x y\nst\nend", 1, 7, "'y'"),
        ("min 2 + x *\nst\nend", 1, 11, "'*'"),
        ("min x +\nst\nend", 2, 1, "'st'"),
        ("min x\nst\nx\nend", 4, 1, "'end'"),
        ("min x\nst\nx >=\nend", 4, 1, "'end'"),
        ("min x\nst\nc: x >= 1 2\nend", 4, 1, "'end'"),
        ("min x\nst\nc: >= 1 + + \nend", 4, 1, "'end'"),
        ("min x\nst\nc: x == 1\nend", 3, 7, "'='"),
        ("min x\nst\nc: x * x >= 1\nend", 3, 6, "'*'"),
        ("min x\nst\nc: x >= 1 <= 2\nend", 3, 11, "'<='"),
        ("min x\nst\nc: 1 <= x >= 2\nend", 3, 11, "'>='"),
        ("min x\nst\nc: y = 1 -> x >= 2\nend", 3, 10, "'->'"),
        ("min x\nst\nc: x >= inf\nend", 3, 1, "'c'"),
        ("min x\nst\nc: 1e30 x >= 1\nend", 3, 4, "'1e30'"),
        ("min x\nst\nc: 1234567890123456789 x >= 1\nend", 3, 4, "'1234567890123456789'"),
        ("min x\nst\nc: x + 0.0000000000000000001 y >= 1\nend", 3, 8, "'0.0000000000000000001'"),
        ("min x\nst\nbounds\nx\nend", 5, 1, "'end'"),
        ("min x\nst\nbounds\nx <= y\nend", 4, 6, "'y'"),
        ("min x\nst\nbounds\n3 x\nend", 4, 3, "'x'"),
        ("min x\nst\nbounds\n- x <= 3\nend", 4, 3, "'x'"),
        ("min x\nst\ngen\n3\nend", 4, 1, "'3'"),
        ("min x\nst\nsemi-continuous\nx\nend", 3, 1, "'semi-continuous'"),
        ("min x\nst\nSOS\nend", 3, 1, "'SOS'"),
        ("min x\nst\ngeneral constraints\nend", 3, 1, "'general'"),
        ("min x\nst\nlazy constraints\nend", 3, 1, "'lazy'"),
        ("min z\nst\nc: x >= 1\ngen z\nbounds z <= 2\nend", 3, 4, "'x'"),
        ("min x\nst\nc: x >= 1\ngen x\nend", 1, 5, "'x'"),
        ("min x\nst\nbounds x <= 3000000000\ngen x\nend", 3, 8, "'x'"),
        ("min x + y\nst\nbounds\n y <= 3\n-inf <= x\n <= 4\ngen x y\nend", 5, 9, "'x'"),
        ("min x\nst\nbounds\nx >= 3\nx free\ngen x\nend", 5, 1, "'x'"),
        ("min x\nst\nc: 99999999999999999 x + 0.0000001 y >= 1\nbounds x <= 2 y <= 2\ngen x y\nend", 3, 1, "'c'"),
        ("min o: 99999999999999999 x\nst\nbounds x <= 2000\ngen x\nend", 1, 5, "'o:'"),
    ] {
        let error: ParseError = (FRONT_END.read)(text).map(|_| ()).expect_err(text);
        assert_eq!((error.line, error.column, &error.found[..]), (line, column, found), "{error}\n{text}");
    }
}
