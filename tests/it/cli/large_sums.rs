//! Sums that the default encoding is too large for: without a word on encodings another one states them.

use std::fs;

use tempfile::TempDir;

use super::{Run, fed, run};

/// The digits of a number, as the only solution of a sum whose partial sums are all different: `factor` times each
/// power of ten.
fn digits(factor: i64, objective: &str) -> String {
    let names: Vec<String> = (0..8).map(|place| format!("x{place}")).collect();
    let mut text: String = names.iter().map(|name| format!("var 0..9: {name} :: output_var;\n")).collect();
    let powers: Vec<String> = (0..8).map(|place| (factor * 10_i64.pow(place)).to_string()).collect();
    text += &format!("constraint int_lin_eq([{}],[{}],{});\n", powers.join(","), names.join(","), factor * 73_920_184);
    text + &format!("solve {objective};\n")
}

fn solution() -> String {
    "48102937"
        .chars()
        .zip(0..)
        .map(|(digit, place)| format!("x{place}={digit} "))
        .collect::<String>()
        .trim_end()
        .to_owned()
}

fn solve(text: &str, options: &str) -> Run {
    fed(&format!("solve - {options} --plain --all"), text.as_bytes())
}

#[test]
fn a_small_encoding_takes_the_place_of_the_default() {
    // The second is beyond 32 bits, too.
    for factor in [1, 1000] {
        let text = digits(factor, "satisfy");
        for options in ["--strategy sat", "--strategy sat:cdcl", "-e auto", "-e amo=product"] {
            let found = solve(&text, options);
            assert!(found.err.contains("linear:int_lin_eq[0]=modulo"), "{options}: {found:?}");
            assert_eq!(found.ok(), format!("{}\n", solution()), "{options}");
        }
        // What is asked for by name stays what it is.
        for options in ["-e linear=order-sum", "-e linear:int_lin_eq=order-sum", "-e linear:int_lin_eq[0]=tree"] {
            let refused = solve(&text, options).refused(2);
            let name = options.rsplit('=').next().expect("a name");
            assert!(refused.contains(&format!("linear={name} cannot encode")), "{refused}");
        }
        let best = solve(&digits(factor, "maximize x3"), "--strategy sat");
        assert!(best.err.contains("optimum 2"), "{best:?}");
    }
    let small = solve(
        "var 0..9: x :: output_var;\nvar 0..9: y;\nconstraint int_lin_eq([1,2],[x,y],9);\nsolve satisfy;\n",
        "--strategy sat",
    );
    assert!(small.err.contains("linear=order-sum") && !small.err.contains("modulo"), "{small:?}");
}

/// The configuration that an export names makes the same formula.
#[test]
fn an_export_names_the_encoding() {
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("digits.fzn");
    fs::write(&file, digits(1, "satisfy")).expect("written");
    let file = file.to_str().expect("text");
    let first = run(&["export", file]).ok();
    let recipe = first.lines().find_map(|line| line.strip_prefix("c recipe ")).expect("a recipe");
    assert!(recipe.contains("linear:int_lin_eq[0]=modulo"), "{recipe}");
    assert_eq!(run(&["export", file, "-e", recipe]).ok(), first);
    let statistics = fed("flatzinc -s --strategy sat -", digits(1, "satisfy").as_bytes()).ok();
    assert!(statistics.contains("linear:int_lin_eq[0]=modulo"), "{statistics}");
}
