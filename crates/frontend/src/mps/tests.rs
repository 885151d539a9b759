//! Texts that the front end reads or refuses.

use cnfab_base::parse_error::ParseError;
use cnfab_model::problem::Problem;
use cnfab_model::{Assignment, Model, Sense};

use super::FRONT_END;

/// Every solution's values, and its value of the objective, both by name as in the text.
fn solutions(problem: &dyn Problem) -> Vec<(String, i64)> {
    let model = problem.make_model("model");
    let mut found = vec![Vec::new()];
    for var in model.vars() {
        let values = model.domain(var).to_vec();
        let longer = |one: Vec<i32>| values.iter().map(move |&value| [&one[..], &[value]].concat()).collect::<Vec<_>>();
        found = found.into_iter().flat_map(longer).collect();
    }
    let value = |at: &Assignment| model.objective().map_or(0, |objective| objective.value(at));
    let all = found.into_iter().map(Assignment::new).filter(|at| model.violated(at).is_none());
    all.map(|at| (problem.plain(&problem.output("model", &at)), value(&at))).collect()
}

/// The sections of a program with an objective and a row over two integer columns, with others in their places.
fn program(rows: &str, columns: &str, rest: &str) -> String {
    let mark = |kind: &str| format!(" m 'MARKER' '{kind}'\n");
    let columns = format!("{} x o 1 r 1\n y o 2 r 1\n{columns}{}", mark("INTORG"), mark("INTEND"));
    format!("NAME\nROWS\n N o\n L r\n{rows}COLUMNS\n{columns}RHS\n rhs r 3\n{rest}ENDATA\n")
}

fn domains(model: &Model) -> Vec<(i32, i32)> {
    let ends = |var| model.domain(var).min().zip(model.domain(var).max());
    model.vars().map(|var| ends(var).unwrap_or((1, 0))).collect()
}

#[test]
fn bounds_of_all_kinds() {
    for (bounds, low, high) in [
        ("", 0, 1),
        (" UP b x 4.5\n", 0, 4),
        (" UI x 4\n", 0, 4),
        (" LO b x -1.5\n UP b x 1\n", -1, 1),
        (" LI b x 1\n", 1, 3),
        (" UP b x 4\n LO b x 2\n", 2, 4),
        (" FX b x 2\n", 2, 2),
        (" BV b x\n", 0, 1),
        (" BV x\n", 0, 1),
        (" BV b x 1\n", 0, 1),
        (" PL b x\n", 0, 3),
        (" UP b x 1e30\n", 0, 3),
        (" UP b x 9999999999\n", 0, 3),
        (" LO b x -7\n UP b x -2\n", -7, -2),
        (" MI b x\n LO b x -9\n", -9, 3),
        (" FR b x\n LO b x -9\n", -9, 3),
        (" LO b x 5\n UP b x 4\n", 1, 0),
        (" LO b x 0.2\n UP b x 0.8\n", 1, 0),
    ] {
        let model = (FRONT_END.read)(&program("", "", &format!("BOUNDS\n{bounds}"))).unwrap().make_model("model");
        assert_eq!(domains(&model)[0], (low, high), "{bounds}");
    }
}

#[test]
fn rows_imply_bounds_of_columns_that_have_none() {
    // Upper bounds come from the row r, lower ones from g and h, where h needs the bound of y first.
    let free = "RHS\n rhs g -5 h -10\nBOUNDS\n FR b x\n FR b y\n";
    let text = program(" G g\n G h\n", " z h 0\n", free).replace(" y o 2 r 1\n", " y o 2 r 1\n y g 1 h -1\n");
    let text = text.replace(" x o 1 r 1\n", " x o 1 r 1\n x h 1\n");
    let model = (FRONT_END.read)(&text).unwrap().make_model("model");
    // x >= y - 10 >= -15, then y <= 18, x <= 8.
    assert_eq!(domains(&model), [(-15, 8), (-5, 18), (0, 1)]);
    let creeping = program(" E g\n", " z g 1\n w g -2\n", "BOUNDS\n PL b z\n PL b w\n");
    assert!((FRONT_END.read)(&creeping).is_err());
}

#[test]
fn ranges_have_two_sides() {
    for (letter, range, expected) in [
        ("E", "2", vec![3, 4, 5]),
        ("E", "-2", vec![1, 2, 3]),
        ("E", "0", vec![3]),
        ("L", "2", vec![1, 2, 3]),
        ("L", "-2", vec![1, 2, 3]),
        ("G", "1.5", vec![3, 4]),
    ] {
        let rest = format!("RANGES\n rng r {range}\nBOUNDS\n UP b x 9\n FX b y 0\n");
        let problem = (FRONT_END.read)(&program("", "", &rest).replace(" L r", &format!(" {letter} r"))).unwrap();
        let found: Vec<i64> = solutions(problem.as_ref()).into_iter().map(|solution| solution.1).collect();
        assert_eq!(found, expected, "{letter} {range}");
    }
}

#[test]
fn senses_constants_and_fractions_of_objectives() {
    let of = |rest: &str| (FRONT_END.read)(&program(" N p\n", " z p 1\n", rest)).unwrap();
    let model = of("RHS\n rhs o -5\n").make_model("model");
    assert_eq!((model.objective().unwrap().constant, model.objective().unwrap().sense), (5, Sense::Minimise));
    for head in ["OBJSENSE MAX\n", "OBJSENSE\n    MAX\n", "OBJSENSE\n    MAXIMIZE\n", "MAX\n", "MAXIMIZE\n"] {
        let text = program("", "", "").replace("NAME\n", &format!("NAME x FREE\n{head}"));
        assert_eq!(
            (FRONT_END.read)(&text).unwrap().make_model("model").objective().unwrap().sense,
            Sense::Maximise,
            "{head}"
        );
    }
    let fractions = (FRONT_END.read)(&program("", " z o 0.75\n", "RHS\n rhs o 1.5\n")).unwrap();
    assert!(fractions.note().is_none());
    assert_eq!([-6, 3, 4, -1, 0].map(|value| fractions.measure(value)), ["-1.5", "0.75", "1", "-0.25", "0"]);
    let objective = fractions.make_model("model").objective().unwrap().clone();
    assert_eq!(
        (objective.terms.iter().map(|term| term.0).collect::<Vec<_>>(), objective.constant),
        (vec![4, 8, 3], -6)
    );
}

#[test]
fn a_section_names_the_objective_and_dollars_begin_comments() {
    let text = program(" N p $ another\n", " z p 5 $ of p 7\n", "");
    assert!((FRONT_END.read)(&text).unwrap().make_model("model").objective().unwrap().terms.len() == 2);
    let named = (FRONT_END.read)(&text.replace("NAME\n", "NAME\nOBJNAME\n p\n")).unwrap().make_model("model");
    assert_eq!(named.objective().unwrap().terms.iter().map(|term| term.0).collect::<Vec<_>>(), [5]);
    // In the columns of fixed MPS, names have blanks and a comment may stand anywhere behind the second field.
    let fixed = "ROWS\n N  o\n G  r r\nCOLUMNS\n    M1        'MARKER'                 'INTORG'\n    a a       o                    \
                 1   $ r r                2\n    a a       r r                  1   $ and a long comment with words\nRHS\n    \
                 b         r r                  1   $1\nENDATA\n";
    let model = (FRONT_END.read)(fixed).unwrap().make_model("model");
    assert_eq!((model.objective().unwrap().terms.len(), model.constraints().len()), (1, 1));
    // One that is a name is none.
    let priced = program("", "", "").replace(" L r", " L $r").replace(" r ", " $r ").replace("$r 3", "$r 1");
    assert_eq!((FRONT_END.read)(&priced).unwrap().make_model("model").constraints().len(), 1);
}

#[test]
fn rows_are_made_whole_exactly() {
    let text = program(" L half\n G tiny\n", "", "RHS\n rhs half 0.6 tiny 2e-9\n");
    let text = text.replace(" y o 2 r 1\n", " y o 2 r 1\n y half 0.25 tiny 3e-9\n");
    let text = text.replace(" x o 1 r 1\n", " x o 1 r 1\n x half 0.5 tiny 1e-9\n");
    let found = solutions((FRONT_END.read)(&text).unwrap().as_ref());
    assert_eq!(found, [("x=0 y=1".to_owned(), 2)]);
}

#[test]
fn names_with_blanks_stand_in_columns() {
    let text = [
        "NAME          with blanks",
        "ROWS",
        " N  the cost",
        " G  at least",
        "COLUMNS",
        "    M1        'MARKER'                 'INTORG'",
        "    col one   the cost             2   at least             1",
        "    col two   the cost             1   at least             1",
        "RHS",
        "              at least             2",
        "BOUNDS",
        " UP BND       col one              3",
        " BV           col two",
        "ENDATA",
    ];
    let text = &text.join("\n");
    let model = (FRONT_END.read)(text).unwrap().make_model("model");
    assert_eq!(model.vars().map(|var| model.name(var).to_owned()).collect::<Vec<_>>(), ["col one", "col two"]);
    assert_eq!((&*model.constraints()[0].label, domains(&model)), ("at least", vec![(0, 3), (0, 1)]));
    // What is wrong in such a file is named where it is.
    let error = (FRONT_END.read)(&text.replace(" BV ", " SC ")).map(|_| ()).unwrap_err();
    assert_eq!((error.line, error.column, &error.found[..]), (13, 2, "'SC'"));
}

#[test]
fn what_is_wrong_is_named_with_its_place() {
    let bounds = |line: &str| program("", "", &format!("BOUNDS\n{line}\n"));
    let rhs = |line: &str| program("", "", &format!("RHS\n{line}\n"));
    let column = |line: &str| program("", &format!("{line}\n"), "");
    for (text, line, place, found) in [
        (String::new(), 1, 1, "the end of the file"),
        ("x\n".to_owned(), 1, 1, "'x'"),
        (" x\n".to_owned(), 1, 2, "'x'"),
        ("NAME\nROWS\n N o\n".to_owned(), 4, 1, "the end of the file"),
        ("NAME\nQUADOBJ\n".to_owned(), 2, 1, "'QUADOBJ'"),
        ("NAME\nOBJSENSE\n  BEST\n".to_owned(), 3, 3, "'BEST'"),
        ("NAME\nOBJSENSE MAX\nOBJSENSE\n  MIN\n".to_owned(), 4, 3, "'MIN'"),
        ("NAME\nOBJNAME\n  o\nOBJNAME p\n".to_owned(), 4, 9, "'p'"),
        (format!("OBJNAME p\n{}", program("", "", "")), 6, 1, "'COLUMNS'"),
        (format!("OBJNAME r\n{}", program("", "", "")), 6, 1, "'COLUMNS'"),
        (program(" X q\n", "", ""), 5, 2, "'X'"),
        (program(" L\n", "", ""), 5, 3, "the end of the line"),
        (program(" L q s\n", "", ""), 5, 6, "'s'"),
        (program(" G r\n", "", ""), 5, 4, "'r'"),
        (column(" z q 1"), 9, 4, "'q'"),
        (column(" z r"), 9, 5, "the end of the line"),
        (column(" z"), 9, 3, "the end of the line"),
        (column(" z r 1x"), 9, 6, "'1x'"),
        (column(" z r 1e40"), 9, 4, "'r'"),
        (column(" z r 12345678901234567890"), 9, 6, "'12345678901234567890'"),
        (column(" z r 1 r 2"), 9, 8, "'r'"),
        (column(" z r 1 o 2 r"), 9, 13, "the end of the line"),
        (column(" z r 1 o 2 r 3"), 9, 14, "'3'"),
        (column(" x r 1"), 9, 2, "'x'"),
        (column(" m 'MARKER' 'INTORG'"), 9, 13, "''INTORG''"),
        (column(" m 'MARKER' 'INTEND'\n z r 1\n m 'MARKER' 'INTORG'"), 10, 2, "'z'"),
        (rhs(" rhs q 3"), 13, 6, "'q'"),
        (rhs(" rhs r 3"), 13, 6, "'r'"),
        (rhs(" other o 3"), 13, 2, "'other'"),
        (program("", "", "RANGES\n rng o 3\n"), 13, 6, "'o'"),
        (program("", "", "RANGES\n rng r -x\n"), 13, 8, "'-x'"),
        (bounds(" XX b x 3"), 13, 2, "'XX'"),
        (bounds(" SC b x 3"), 13, 2, "'SC'"),
        (bounds(" UP b q 3"), 13, 7, "'q'"),
        (bounds(" UP b x"), 13, 5, "'b'"),
        (bounds(" UP b x three"), 13, 9, "'three'"),
        (bounds(" UP b x 3 4"), 13, 11, "'4'"),
        (bounds(" UP b x 3\n UP c y 3"), 14, 5, "'c'"),
        (bounds(" MI b x"), 13, 7, "'x'"),
        (bounds(" LO b x -3000000000"), 13, 7, "'x'"),
        (bounds(" UP b x -1"), 13, 7, "'x'"),
        (program(" G q\n", " z q 1 o 99999999999999999\n w q 1\n", "RHS\n rhs q 1\nBOUNDS\n PL b z\n"), 18, 7, "'z'"),
        (program("", " z o 99999999999999999\n", "BOUNDS\n UP b z 1000\n"), 3, 4, "'o'"),
        (program("", " z r 1.000000000000001\n v r 99999999999999999\n", ""), 4, 4, "'r'"),
    ] {
        let error: ParseError = (FRONT_END.read)(&text).map(|_| ()).expect_err(&text);
        assert_eq!((error.line, error.column, &error.found[..]), (line, place, found), "{error}\n{text}");
    }
}
