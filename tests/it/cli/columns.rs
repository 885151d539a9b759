//! Answers of solvers of integer programs to programs that others wrote: names, bounds, rows and objectives are
//! checked, each error with its place.

use std::fs;

use super::run;

const PROGRAM: &str = "\\ a cart\nMaximize\n value: 3 bag + 7.5 chest + 1\nSubject To\n weight: 4 bag + 9 chest <= \
                       30\n places: bag + 2 chest + spare = 7\nBounds\n bag <= 5\n chest <= 3\n -4 <= spare <= 9\nGenerals\n \
                       bag chest spare\nEnd\n";

/// The output of `decode` for an answer to the program, with the exit code.
fn decoded(answer: &str) -> (i32, String) {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let (program, answer) = (place("cart.lp", PROGRAM), place("answer", answer));
    let run = run(&["decode", &program, &answer, "--plain"]);
    let said = format!("{}{}", run.out, run.err).replace(&answer, "answer");
    (run.code, said)
}

#[test]
fn columns_have_the_names_of_the_file() {
    let solution = "bag=3 chest=2 spare=0\n1 solution, all rules hold, with the objective 25\n";
    for answer in [
        "Optimal - objective value 25.00000000\n 0 bag 3 3\n 1 chest 2 7.5\n",
        "Model status\nOptimal\n\n# Primal solution values\nFeasible\nObjective 25\n# Columns 3\nbag 3\nchest \
         1.9999999\nspare -0\n# Rows 1\nweight 30\n",
        "c x\ns mip 2 3 o 25\nj 1 3\nj 2 2\nj 3 0\ne o f\n",
        "solution status: optimal\nobjective value: 25\nbag   3 \t(obj:3)\nchest 2 \t(obj:7.5)\n",
    ] {
        assert_eq!(decoded(answer), (0, solution.to_owned()), "{answer}");
    }
    let (code, said) = decoded("Infeasible - objective value 3\n 0 bag 9 0\n");
    assert!(code == 0 && said.starts_with("no solution\n"), "{said}");
    assert_eq!(decoded("Stopped on time - objective value 1e+50\n").0, 3);
}

#[test]
fn a_program_stays_small_where_variables_are_wide() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, bound: u32| {
        let path = folder.path().join(name);
        fs::write(&path, PROGRAM.replace("bag <= 5", &format!("-7 <= bag <= {bound}"))).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let wide = file("wide.lp", 400_000_000);
    for format in ["lp", "mps"] {
        let text = run(&["export", &wide, "--format", format]).ok();
        assert!(text.len() < 4_000 && text.contains("bag") && !text.contains("bag=4"), "{text}");
        let again = folder.path().join(format!("again.{format}"));
        fs::write(&again, text).unwrap();
        let best = run(&["solve", again.to_str().unwrap(), "--plain"]);
        assert!(best.out.contains("_bag=3 ") && best.code == 0, "{best:?}");
    }
    // Pseudo-Boolean programs have a column for each value.
    assert!(run(&["export", &wide, "--format", "opb"]).err.contains("more than 20,000,000 values"));
    let narrow = file("narrow.lp", 40);
    assert!(run(&["export", &narrow, "--format", "opb"]).ok().contains(" bag=5\n"));
}

#[test]
fn values_without_names_are_those_of_the_file_or_of_its_export() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    // The export has the constant as a column in the place of the fixed one.
    let program =
        "Maximize\n 2 x - 3 y + z\nSubject To\nBounds\n 5 <= x <= 44\n -28 <= y <= 31\n z = 4\nGenerals\n x y z\nEnd\n";
    let program = file("d.lp", program);
    let answer = |values: [i32; 3], objective: i32| {
        let [x, y, z] = values;
        file("answer", &format!("c x\ns mip 0 3 o {objective}\nj 1 {x}\nj 2 {y}\nj 3 {z}\ne o f\n"))
    };
    for (values, objective) in [([44, -28, 4], 176), ([44, -28, 1], -176)] {
        let run = run(&["decode", &program, &answer(values, objective), "--plain"]);
        assert!(run.code == 0 && run.out.starts_with("x=44 y=-28 z=4"), "{values:?}: {run:?}");
    }
    let wrong = run(&["decode", &program, &answer([45, 0, 4], 94)]);
    assert!(wrong.code == 2 && wrong.err.contains("expected a whole number from 5 to 44"), "{wrong:?}");
}

#[test]
fn what_is_no_solution_is_refused_with_its_place() {
    let cbc = |objective: &str, values: &str| decoded(&format!("Optimal - objective value {objective}\n{values}"));
    for (answer, expected) in [
        (
            cbc("25", " 0 bag 3 0\n 1 chest 4 0\n"),
            "answer:3:1: found the value 4 of column 'chest', expected a whole number from 0 to 3",
        ),
        (
            cbc("25", " 0 bag 3 0\n 1 chest 1.5 0\n"),
            "answer:3:1: found the value 1.5 of column 'chest', expected a whole number",
        ),
        (
            cbc("25", " 0 bag 4 0\n 1 chest 2 0\n 2 spare -1 0\n"),
            "answer:2:1: found values that are no solution: 'weight' does not hold",
        ),
        (cbc("25", " 0 bag 3 0\n"), "answer:2:1: found values that are no solution: 'places' does not hold"),
        (cbc("25", " 0 sack 3 0\n 1 bag 3 0\n"), "answer:2:4: found 'sack', expected the name of a column"),
        (
            cbc("22", " 0 bag 3 0\n 1 chest 2 0\n"),
            "answer:1:1: found the objective 22, expected 25, as the values make it",
        ),
        (cbc("25", " 0 bag 3.0001e+06 0\n"), "digits may be missing, as of 3000100 in line 2"),
    ] {
        assert!(answer.0 == 2 && answer.1.contains(expected), "{answer:?}\n{expected}");
    }
    // Some programs leave out the constant.
    let (code, said) = cbc("24", " 0 bag 3 0\n 1 chest 2 0\n");
    assert!(code == 0 && said.contains("answer:1: found the objective 24, expected 25"), "{said}");
}

#[test]
fn exports_of_programs_are_decoded_as_well() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    fs::write(place("cart.lp"), PROGRAM).unwrap();
    run(&["export", &place("cart.lp"), "--format", "lp", "-o", &place("export.lp")]).ok();
    let export = fs::read_to_string(place("export.lp")).unwrap();
    let column = |meaning: &str| {
        let line =
            export.lines().find(|line| line.ends_with(&format!(" {meaning}"))).unwrap_or_else(|| panic!("{meaning}"));
        line.split(' ').nth(2).unwrap().to_owned()
    };
    let ones = ["bag=3", "chest=2", "spare=0", "constant hidden"].map(column);
    let lines: String = ones.iter().enumerate().map(|(index, name)| format!(" {index} {name} 1 0\n")).collect();
    // The export minimises the opposite.
    let answer = |objective: &str| format!("Optimal - objective value {objective}\n{lines}");
    fs::write(place("answer"), answer("-50")).unwrap();
    let decode = |file: &str| run(&["decode", &place(file), &place("answer")]);
    assert!(decode("cart.lp").ok().contains("chest = 2"), "the whole numbers of the objective are doubled");
    // It is a program, too.
    assert!(decode("export.lp").ok().contains("chest_2 = 1"));
}

#[test]
fn objectives_are_measured_as_the_file_does_it() {
    let program = "max 0.25 x + 0.5 y - 3.1\nst\nc: x + y <= 3\ngen x y\nend\n";
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.lp").to_str().unwrap().to_owned();
    fs::write(&path, program).unwrap();
    let solved = run(&["solve", &path, "--strategy", "ilp"]);
    assert!(solved.code == 0 && solved.err.starts_with("optimum -1.6; "), "{solved:?}");
}
