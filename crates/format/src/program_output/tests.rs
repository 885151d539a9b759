//! Answers as solvers write them.

use super::*;

/// Four columns, two of them with blanks in their names.
fn names() -> ColumnNames {
    ColumnNames::new(["bag", "a chest", "spare", "a_long_name_of_a_column"])
}

/// The values and the objective, or the kind of answer, or the error.
fn found(text: &str) -> String {
    match read(text, &names()) {
        Ok(SolverAnswer::Model(columns)) => {
            let values: Vec<String> = (0..4)
                .map(|column| {
                    columns.of(column).map_or_else(|odd| odd.value.to_string(), |(value, _)| value.to_string())
                })
                .collect();
            let objective = columns.objective.map_or_else(|| "none".to_owned(), |stated| stated.value.to_string());
            format!("{} objective {objective} line {}", values.join(" "), columns.line)
        }
        Ok(SolverAnswer::Unsatisfiable { line }) => format!("unsatisfiable, line {line}"),
        Ok(SolverAnswer::Unknown { line }) => format!("unknown, line {line}"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn cbc_leaves_out_columns_at_0_and_blanks_in_names() {
    let of = |values: &str| found(&format!("Optimal - objective value 23.00000000\n{values}"));
    assert_eq!(of("      0 bag   3   3\n**    1 achest   -2  7.5\n"), "3 -2 0 0 objective 23 line 2");
    assert_eq!(of("      0 a_chest  0.9999999  0\n"), "0 1 0 0 objective 23 line 2");
    assert_eq!(of(""), "0 0 0 0 objective 23 line 1");
    let with_rows = "      0 bag   9   3\n      1 row   9   3\n      0 bag   3   0\n      1 achest   2  0\n";
    assert_eq!(of(with_rows), "3 2 0 0 objective 23 line 4");
    assert_eq!(of("      0 x0  3  0\n      1 x1  -2  0\n"), "3 -2 0 0 objective 23 line 2");
    let beyond = "line 2, column 5: found 'x4', expected the name of a column";
    assert_eq!(of("  4 x4 3 0\n"), beyond);
    assert_eq!(of("  0 x1 3 0\n"), beyond.replace("x4", "x1"));
    assert_eq!(of("  0 sack 3 0\n"), "line 2, column 5: found 'sack', expected the name of a column");
    assert_eq!(of("  0 bag x 0\n"), "line 2, column 1: found 'x', expected the value of 'bag'");
    assert_eq!(
        of("  0 bag 1 0\n  1 bag 2 0\n"),
        "line 3, column 1: found a second value of 'bag', expected one value for each column"
    );
    assert_eq!(of("  0 bag 0.5 0\n"), "0.5 0 0 0 objective 23 line 2");
    for (status, answer) in [
        ("Infeasible", "unsatisfiable, line 1"),
        ("Integer infeasible", "unsatisfiable, line 1"),
        ("Unbounded", "unknown, line 1"),
        ("Stopped on time (no integer solution - continuous used)", "unknown, line 1"),
        ("Stopped on time", "3 0 0 0 objective 7 line 2"),
    ] {
        assert_eq!(found(&format!("{status} - objective value 7\n 0 bag 3 0\n")), answer, "{status}");
    }
    assert_eq!(found("Stopped on time - objective value 1e+50\n"), "unknown, line 1");
}

#[test]
fn glpk_has_tables_with_long_names_on_lines_of_their_own() {
    let table = |status: &str, last: &str| {
        format!(
            "Problem:    x\nRows:       1\nStatus:     {status}\nObjective:  the = cost = 30 (MINimum)\n\n   \
             No.   Row name        Activity     Lower bound   Upper bound\n------ ------------    -------------\n     \
             1 bag                         7             6\n\n   No. Column name       Activity     Lower bound   Upper \
             bound\n------ ------------    -------------\n     1 bag          *              3             0            \
              5\n     2 achest                  2             0             3\n     3 spare        *             -1 \
             \n     4 a_long_name_of_a_column\n                    *              {last}             0             \
             3\n\nInteger feasibility conditions:\n     1 bag 9 9\n"
        )
    };
    assert_eq!(found(&table("INTEGER OPTIMAL", "4")), "3 2 -1 4 objective 30 line 12");
    assert_eq!(found(&table("INTEGER EMPTY", "4")), "unsatisfiable, line 3");
    assert_eq!(found(&table("INTEGER UNDEFINED", "4")), "unknown, line 3");
    let short = table("INTEGER OPTIMAL", "4").replace("     3 spare        *             -1 \n", "");
    assert!(found(&short).contains("found the end of the columns, expected a value of column 'spare'"), "{short}");
    let large = read(&table("INTEGER OPTIMAL", "8.11111e+06"), &names()).unwrap();
    let SolverAnswer::Model(columns) = large else { panic!("{large:?}") };
    assert_eq!(columns.shortened, Some(StatedNumber { line: 15, value: 8_111_110.0 }));
}

#[test]
fn glpk_numbers_columns() {
    let numbered = |status: &str, last: &str| {
        found(&format!("c Status: x\nc\ns mip 1 4 {status} -7\ni 1 2\nj 1 1\nj 2 -5\nj 3 0.99999\n{last}e o f\n"))
    };
    assert_eq!(numbered("o", "j 4 0\n"), "1 -5 1 0 objective -7 line 5");
    assert_eq!(numbered("f", "j 4 0\n"), numbered("o", "j 4 0\n"));
    assert_eq!((&*numbered("n", ""), &*numbered("u", "")), ("unsatisfiable, line 3", "unknown, line 3"));
    assert!(numbered("x", "").contains("line 3, column 1: found 'x', expected the status"));
    assert!(numbered("o", "").contains("the end with 1 columns missing"));
    assert!(numbered("o", "j 5 1\n").contains("found column 5, expected a column from 1 to 4"));
    assert!(found("s bas 1 3 f f 0\nj 1 b 1 0\n").contains("a solution in integers"));
    assert!(found("s mip 1 3 o 0\n").contains("found 3 columns, expected the 4 columns of the program"));
}

#[test]
fn highs_has_sections_and_tables() {
    let sections = |status: &str, values: &str, heading: &str, columns: &str| {
        found(&format!(
            "Model status\n{status}\n\n# Primal solution values\n{values}\nObjective 30\n{heading}\n{columns}# Rows \
             1\nbag 7\n\n# Dual solution values\nNone\n"
        ))
    };
    let all = "bag 3\na_chest -2\nspare 0\na_long_name_of_a_column 1\n";
    let sparse = "bag 3 0\na_long_name_of_a_column 1 3\n";
    assert_eq!(sections("Optimal", "Feasible", "# Columns 4", all), "3 -2 0 1 objective 30 line 8");
    assert_eq!(sections("Time limit reached", "Feasible", "# Columns 4", all), "3 -2 0 1 objective 30 line 8");
    assert_eq!(sections("Optimal", "Feasible", "# Columns -4 sparse", sparse), "3 0 0 1 objective 30 line 8");
    assert_eq!(sections("Optimal", "Feasible", "# Columns -0 sparse", ""), "0 0 0 0 objective 30 line 1");
    assert_eq!(sections("Optimal", "Feasible", "# Columns -4", sparse), "3 0 0 1 objective 30 line 8");
    assert_eq!(sections("Optimal", "Feasible", "# Columns 0", ""), "0 0 0 0 objective 30 line 1");
    assert!(sections("Optimal", "Feasible", "# Columns 4", "").contains("no value of a column"));
    assert!(sections("Optimal", "Feasible", "# Columns 4", "bag 3\n").contains("a value of column 'a chest'"));
    assert_eq!(sections("Time limit reached", "Infeasible", "# Columns 4", all), "unknown, line 5");
    assert_eq!(found("Model status\nInfeasible\n\n# Primal solution values\nNone\n"), "unsatisfiable, line 2");
    assert_eq!(found("Model status\nTime limit reached\n\n# Primal solution values\nNone\n"), "unknown, line 2");
    let table = |primal: [&str; 2], status: &str| {
        let header = "    Index Status        Lower        Upper       Primal         Dual";
        let row = |index: usize, primal: &str, name: &str| {
            format!("{index:9}   {:4} {:>12} {:>12} {primal:>12} {:>12}  Integer     {name}\n", "", "0", "1", "")
        };
        let columns = [row(0, primal[0], "bag"), row(1, "0", "a_chest"), row(2, primal[1], "spare")].concat();
        let last = row(3, primal[1], "a_long_name_of_a_column");
        let rows = format!(
            "Rows\n{header}  Name\n        0                   1          inf            1               bag\n"
        );
        found(&format!(
            "Columns\n{header}  Type        Name\n{columns}{last}{rows}\nModel status: {status}\n\nObjective value: 5\n"
        ))
    };
    assert_eq!(table(["1", "0.99999"], "Optimal"), "1 0 1 1 objective 5 line 3");
    assert_eq!(table(["", ""], "Infeasible"), "unsatisfiable, line 11");
    assert!(table(["1", ""], "Optimal").contains("a value of column 'spare'"));
}

#[test]
fn other_programs_print_names_and_values() {
    let scip = "SCIP version 9\nfeasible solution found\nobjective value:                                   30\nbag   \
                                  3 \t(obj:7)\na_long_name_of_a_column               -2 \t(obj:0)\n";
    assert_eq!(found(scip), "3 0 0 -2 objective 30 line 4");
    assert_eq!(
        found("# Solution for model x\n# Objective value = 30\nbag 3\nspare -0\n"),
        "3 0 0 0 objective 30 line 3"
    );
    assert_eq!(found("nodes 17\nbag 3\n"), "3 0 0 0 objective none line 2");
    assert!(found("# Objective value = 30\nsack 3\n").contains("found 'sack', expected the name of a column"));
    assert_eq!(found("solution status: infeasible\nno solution available\n"), "unsatisfiable, line 1");
    assert_eq!(found("solution status: time limit reached\nno solution available\n"), "unknown, line 2");
    assert_eq!(found("solution status: optimal\nobjective value: 0\n"), "0 0 0 0 objective 0 line 1");
    assert!(found("nothing\n").contains("no value of a column"));
}

#[test]
fn ambiguous_names_stand_for_nothing() {
    let names = ColumnNames::new(["a b", "ab", "c d", "cd e", "c de"]);
    assert_eq!(
        ["a b", "ab", "a_b", "c_d", "cde", "cd_e"].map(|form| names.find(form)),
        [Some(0), Some(1), Some(0), Some(2), None, Some(3)]
    );
    let exported = ColumnNames::new(["x1_cell_1", "x2_cell_2"]).with_beginnings();
    assert_eq!(["x1", "x2_cell_2", "x3"].map(|form| exported.find(form)), [Some(0), Some(1), None]);
}
