//! Sums that the default encoding is too large for: without a word on encodings another one states them.

use std::fs;

use tempfile::TempDir;

use super::{Run, fed, run};

/// Coefficients of x, y and z, or their values.
type Triple = [i64; 3];

/// Sums that are nearly all different: of 32 bits, and beyond.
const LARGE: [Triple; 2] = [[1009, 1013, 917], [1_009_000_007, 1_013_000_009, 917_000_011]];

/// A second sum of the variables.
const SMALL: Triple = [3, -5, 2];

/// A solution of both sums.
const KNOWN: Triple = [123, 45, 210];

/// The largest value of a variable.
const MOST: i64 = 400;

fn value([a, b, c]: Triple, [x, y, z]: Triple) -> i64 {
    a * x + b * y + c * z
}

fn sums(large: Triple, objective: &str) -> String {
    let variable = |name: &&str| format!("var 0..{MOST}: {name} :: output_var;\n");
    let sum = |sum: Triple| {
        let ([a, b, c], total) = (sum, value(sum, KNOWN));
        format!("constraint int_lin_eq([{a},{b},{c}],[x,y,z],{total});\n")
    };
    let variables: String = ["x", "y", "z"].iter().map(variable).collect();
    format!("{variables}{}{}solve {objective};\n", sum(large), sum(SMALL))
}

/// The solutions, found by trying all values of two of the variables.
fn solutions(large: Triple) -> Vec<Triple> {
    let total = value(large, KNOWN);
    let all =
        itertools::iproduct!(0..=MOST, 0..=MOST).map(|(x, y)| [x, y, (total - value(large, [x, y, 0])) / large[2]]);
    let holds = |&values: &Triple| {
        (0..=MOST).contains(&values[2]) && [large, SMALL].iter().all(|&sum| value(sum, values) == value(sum, KNOWN))
    };
    all.filter(holds).collect()
}

fn solve(text: &str, options: &str) -> Run {
    fed(&format!("solve - {options} --plain --all"), text.as_bytes())
}

#[test]
fn a_small_encoding_takes_the_place_of_the_default() {
    for large in LARGE {
        let known = solutions(large);
        let expected: Vec<String> = known.iter().map(|[x, y, z]| format!("x={x} y={y} z={z}")).collect();
        let text = sums(large, "satisfy");
        for options in ["--strategy sat", "--strategy sat:cdcl", "-e auto", "-e amo=product"] {
            let found = solve(&text, options);
            assert!(found.err.contains("linear:int_lin_eq[0]=modulo"), "{options}: {found:?}");
            let out = found.ok();
            let mut lines: Vec<&str> = out.lines().collect();
            lines.sort_by_key(|line| expected.iter().position(|other| other == line));
            assert_eq!(lines, expected, "{options}");
        }
        // What is asked for by name stays what it is.
        for options in ["-e linear=order-sum", "-e linear:int_lin_eq=order-sum", "-e linear:int_lin_eq[0]=order-sum"] {
            let refused = solve(&text, options).refused(2);
            let name = options.rsplit('=').next().expect("a name");
            assert!(refused.contains(&format!("linear={name} cannot encode")), "{refused}");
        }
        let best = solve(&sums(large, "maximize x"), "--strategy sat");
        let most = known.iter().map(|values| values[0]).max().expect("a solution");
        assert!(best.err.contains(&format!("optimum {most}")), "{best:?}");
    }
    let small = solve(
        "var 0..9: x :: output_var;\nvar 0..9: y;\nconstraint int_lin_eq([1,2],[x,y],9);\nsolve satisfy;\n",
        "--strategy sat",
    );
    assert!(small.err.contains("linear=tree") && !small.err.contains("modulo"), "{small:?}");
}

/// Of 5,050 that all terms come to, a bound leaves 60 values that matter, on either side.
#[test]
fn bounds_near_an_end_keep_the_default() {
    let terms: Vec<String> = (1..=100).map(|weight| format!("{weight} x{weight}")).collect();
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("sum.opb");
    for bound in [">= 60", "<= 60", ">= 4990", "<= 4990"] {
        fs::write(&file, format!("+{} {bound} ;\n", terms.join(" +"))).expect("written");
        let formula = run(&["export", file.to_str().expect("text")]).ok();
        let recipe = formula.lines().find_map(|line| line.strip_prefix("c recipe ")).expect("a recipe");
        assert!(recipe.contains("linear=tree") && !recipe.contains("modulo"), "{bound}: {recipe}");
    }
}

/// The configuration that an export names makes the same formula.
#[test]
fn an_export_names_the_encoding() {
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("sums.fzn");
    fs::write(&file, sums(LARGE[0], "satisfy")).expect("written");
    let file = file.to_str().expect("text");
    let first = run(&["export", file]).ok();
    let recipe = first.lines().find_map(|line| line.strip_prefix("c recipe ")).expect("a recipe");
    assert!(recipe.contains("linear:int_lin_eq[0]=modulo"), "{recipe}");
    assert_eq!(run(&["export", file, "-e", recipe]).ok(), first);
    let statistics = fed("flatzinc -s --strategy sat -", sums(LARGE[0], "satisfy").as_bytes()).ok();
    assert!(statistics.contains("linear:int_lin_eq[0]=modulo"), "{statistics}");
}
