//! `cnfab flatzinc` and `cnfab minizinc`: what MiniZinc calls and reads.

use std::fs;
use std::process::Command;

use tempfile::TempDir;

use super::{cnfab, fed, program, run};

/// A text with three solutions, of which `y` is the objective if there is one.
const TEXT: &str = "var 1..3: x :: output_var;
var 1..3: y :: output_var;
array [1..2] of var int: a :: output_array([1..1,0..1]) = [x,y];
constraint int_lt(x,y);
solve GOAL;
";

fn text(goal: &str) -> String {
    TEXT.replace("GOAL", goal)
}

fn solved(arguments: &str, goal: &str) -> String {
    fed(&format!("flatzinc {arguments} -"), text(goal).as_bytes()).ok()
}

#[test]
fn solutions_are_printed_as_minizinc_reads_them() {
    let first = solved("", "satisfy");
    assert_eq!(first, "x = 1;\ny = 2;\na = array2d(1..1,0..1,[1,2]);\n----------\n");
    for arguments in ["-a", "-n 0", "-n 9", "-a -p 2 -r 7 -f -t 60000", "--strategy sat -a", "-a --encode amo=product"]
    {
        let all = solved(arguments, "satisfy");
        assert_eq!(all.matches("----------\n").count(), 3, "{arguments}: {all}");
        assert!(all.ends_with("----------\n==========\n"), "{arguments}: {all}");
    }
    let two = solved("-n 2", "satisfy");
    assert_eq!((two.matches("----------\n").count(), two.contains("==========")), (2, false), "{two}");
    let none = fed("flatzinc -a -", b"var bool: b :: output_var;\nconstraint bool_not(b,b);\nsolve satisfy;").ok();
    assert_eq!(none, "=====UNSATISFIABLE=====\n");
}

#[test]
fn optima_are_proved() {
    for strategy in ["auto", "backtrack", "sat", "ilp"] {
        let best = solved(&format!("--strategy {strategy}"), "maximize x");
        assert_eq!(best, "x = 2;\ny = 3;\na = array2d(1..1,0..1,[2,3]);\n----------\n==========\n", "{strategy}");
        let each = solved(&format!("-a -i --strategy {strategy}"), "minimize y");
        assert!(each.ends_with("x = 1;\ny = 2;\na = array2d(1..1,0..1,[1,2]);\n----------\n==========\n"), "{each}");
    }
    let none = fed("flatzinc -", b"var 1..3: x :: output_var;\nconstraint int_lt(x,1);\nsolve minimize x;").ok();
    assert_eq!(none, "=====UNSATISFIABLE=====\n");
}

#[test]
fn statistics_stand_behind_the_solutions() {
    let run = fed("flatzinc -a -s -v --strategy sat -", text("satisfy").as_bytes());
    assert!(run.err.contains("2 variables, 1 constraints; sat"), "{run:?}");
    let out = run.ok();
    let (solutions, statistics) = out.split_once("==========\n").expect("the end");
    assert_eq!(solutions.matches("----------\n").count(), 3);
    for name in ["solutions=3", "cnfVariables=", "cnfClauses=", "conflicts=", "configuration=\"", "strategy=\"sat"] {
        assert!(statistics.contains(&format!("%%%mzn-stat: {name}")), "{name}: {statistics}");
    }
    assert!(statistics.ends_with("%%%mzn-stat-end\n"), "{statistics}");
}

#[test]
fn time_that_is_over_is_no_failure() {
    // Pigeons in one hole too few.
    let n = 40;
    let names: Vec<String> = (0..n).map(|number| format!("p{number}")).collect();
    let declared: String = names.iter().map(|name| format!("var 1..{}: {name} :: output_var;\n", n - 1)).collect();
    let mut hard = declared;
    for (place, one) in names.iter().enumerate() {
        names[..place].iter().for_each(|other| hard += &format!("constraint int_ne({one},{other});\n"));
    }
    hard += "solve satisfy;\n";
    let out = fed("flatzinc -t 300 --strategy sat:varisat -", hard.as_bytes()).ok();
    assert_eq!(out, "=====UNKNOWN=====\n");
}

#[test]
fn errors_name_their_place() {
    let err = fed("flatzinc -", b"var 1..3: x;\nconstraint int_leq(x,2);\nsolve satisfy;").refused(2);
    assert!(err.starts_with("<stdin>:2:12: found the constraint 'int_leq', expected"), "{err}");
    let err = cnfab("flatzinc missing.fzn").refused(2);
    assert!(err.contains("cannot read 'missing.fzn'"), "{err}");
    let err = fed("flatzinc --encode linear:nothing=adder -", text("satisfy").as_bytes()).refused(2);
    assert!(err.contains("nothing"), "{err}");
}

/// Two runs write the same; a file of others is kept.
#[test]
fn installing_writes_what_minizinc_reads() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().to_str().expect("UTF-8");
    for _ in 0..2 {
        run(&["minizinc", "--install", "--folder", path]).ok();
    }
    let configuration = fs::read_to_string(folder.path().join("cnfab.msc")).expect("written");
    let configuration: serde_json::Value = serde_json::from_str(&configuration).expect("JSON");
    assert_eq!(configuration["extraFlags"][1][0], "--encode");
    assert!(folder.path().join("cnfab-library/fzn_all_different_int.mzn").is_file());
    #[cfg(unix)]
    {
        let file = folder.path().join("text.fzn");
        fs::write(&file, text("satisfy")).expect("written");
        let output = Command::new(folder.path().join("fzn-cnfab")).arg("-a").arg(&file).output().expect("it starts");
        assert!(String::from_utf8_lossy(&output.stdout).ends_with("==========\n"), "{output:?}");
    }
    for name in ["cnfab.msc", "cnfab-library/redefinitions.mzn", "fzn-cnfab"] {
        let folder = TempDir::new().expect("a folder");
        let theirs = folder.path().join(name);
        fs::create_dir_all(theirs.parent().expect("a folder")).expect("made");
        fs::write(&theirs, "{\"id\": \"theirs\"}").expect("written");
        let err = run(&["minizinc", "--install", "--folder", folder.path().to_str().expect("UTF-8")]).refused(2);
        assert!(err.contains("found a file of others"), "{err}");
        assert_eq!(fs::read_to_string(&theirs).expect("there"), "{\"id\": \"theirs\"}");
        let files = fs::read_dir(folder.path()).expect("a folder").count();
        assert_eq!(files, 1, "nothing else is written");
    }
    assert!(program().args(["minizinc"]).output().expect("it starts").status.code() == Some(2));
}

/// Models through MiniZinc itself, if that is installed, with what this program installs.
#[cfg(unix)]
#[test]
fn minizinc_solves_by_this_program() {
    if !crate::flatzinc::is_there("minizinc") {
        return;
    }
    let folder = TempDir::new().expect("a folder");
    run(&["minizinc", "--install", "--folder", folder.path().to_str().expect("UTF-8")]).ok();
    let solve = |model: &str, arguments: &[&str]| {
        let file = folder.path().join("model.mzn");
        fs::write(&file, model).expect("written");
        let mut command = Command::new("minizinc");
        command.env("MZN_SOLVER_PATH", folder.path()).args(["--solver", "cnfab"]).args(arguments).arg(&file);
        let output = command.output().expect("it starts");
        assert!(output.stderr.is_empty(), "{output:?}\n{model}");
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    let queens = "include \"alldifferent.mzn\";
        array[1..6] of var 1..6: q;
        constraint alldifferent(q) /\\ alldifferent(i in 1..6)(q[i] + i) /\\ alldifferent(i in 1..6)(q[i] - i);
        solve :: int_search(q, first_fail, indomain_min, complete) satisfy;";
    for arguments in [&["-a"][..], &["-a", "--strategy", "sat", "--encode", "amo=product"]] {
        let out = solve(queens, arguments);
        assert_eq!(out.matches("q = [").count(), 4, "{out}");
        assert!(out.ends_with("==========\n"), "{out}");
    }
    let mixed = "include \"globals.mzn\";
        var set of 1..3: s; array[1..2,0..1] of var 0..2: m; var bool: b; enum C = {red, green}; var C: c;
        constraint card(s) = m[1,0] /\\ (b <-> 2 in s) /\\ m[2,m[1,1]] = 1 /\\ (c = red -> m[2,1] in {0,2});
        constraint table([m[1,0],m[1,1]], [|1,0|2,1|]) /\\ max([m[1,0],m[2,0]]) = 2;
        solve satisfy;";
    let mut expected = 0;
    for (m10, m11, m20, m21) in itertools::iproduct!(0..3, 0..3, 0..3, 0..3) {
        let entry = [Some(m20), Some(m21), None][m11];
        if [(1, 0), (2, 1)].contains(&(m10, m11)) && entry == Some(1) && m10.max(m20) == 2 {
            // Sets of this size, and colours.
            expected += [1, 3, 3][m10] * if m21 == 1 { 1 } else { 2 };
        }
    }
    let found = solve(mixed, &["-a"]);
    assert!(expected > 0 && found.contains("[| 0: 1:"), "{found}");
    assert_eq!(found.matches("----------\n").count(), expected, "{found}");
    // MiniZinc 2.6.4 loses contradictions where the library leaves some predicates without a body.
    let contradiction =
        "var bool: c; var bool: d; constraint not(not(true xor c) -> ((d -> c) xor false)); solve satisfy;";
    assert_eq!(solve(contradiction, &["-a"]), "=====UNSATISFIABLE=====\n");
    let mut rng = fastrand::Rng::with_seed(3);
    for _ in 0..8 {
        let (text, truth) = formula(&mut rng, 3);
        let expected = truth.count_ones() as usize;
        if expected == 0 {
            continue;
        }
        let model = format!("var bool: a; var bool: b; var bool: c; constraint {text}; solve satisfy;");
        assert_eq!(solve(&model, &["-a"]).matches("----------\n").count(), expected, "{text}");
    }
    let best = solve("array[1..3] of var 0..9: x; constraint sum(x) <= 12; solve maximize x[1] + 2*x[2] - x[3];", &[]);
    assert_eq!(best, "x = [3, 9, 0];\n----------\n==========\n");
}

/// A formula over a, b and c, and its truth for each of their values.
#[cfg(unix)]
fn formula(rng: &mut fastrand::Rng, depth: u32) -> (String, u8) {
    if depth == 0 {
        let (name, truth) =
            [("a", 0b1010_1010), ("b", 0b1100_1100), ("c", 0b1111_0000), ("true", 0b1111_1111)][rng.usize(..4)];
        return (name.to_owned(), truth);
    }
    let ((x, p), (y, q)) = (formula(rng, depth - 1), formula(rng, depth - 1));
    let (operator, truth) =
        [("/\\", p & q), ("\\/", p | q), ("->", !p | q), ("<->", !(p ^ q)), ("xor", p ^ q)][rng.usize(..5)];
    if rng.bool() { (format!("not({x} {operator} {y})"), !truth) } else { (format!("({x} {operator} {y})"), truth) }
}
