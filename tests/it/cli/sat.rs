//! `cnfab sat`.

use std::collections::HashMap;

use fastrand::Rng;
use tempfile::TempDir;

use super::{fed, run};
use crate::common::cnf::Cnf;
use cnfab::cnf::{ClauseSink, Lit};

#[test]
fn answers_are_those_of_competitions() {
    let switched = "cdcl:restarts=none,decide=evsids,phases=saved,vivify=off";
    for solver in ["varisat", "batsat", "cdcl", switched, "cdcl:threads=2,cubes=4"] {
        let arguments = format!("sat - --solver {solver}");
        let found = fed(&arguments, b"p cnf 3 3\n1 2 0\n-1 0\n-2 3 0\n");
        assert_eq!((found.code, found.out.as_str()), (10, "s SATISFIABLE\nv -1 2 3 0\n"));
        let found = fed(&arguments, b"p cnf 1 2\n1 0\n-1 0\n");
        assert_eq!((found.code, found.out.as_str()), (20, "s UNSATISFIABLE\n"));
        assert_eq!(fed(&arguments, b"p cnf 0 1\n0\n").code, 20);
        assert_eq!(fed(&arguments, b"p cnf 0 0\n").out, "s SATISFIABLE\nv 0\n");
    }
    let wide = fed("sat -", b"p cnf 60 0\n");
    assert!(wide.out.lines().count() > 3 && wide.out.lines().all(|line| line.len() <= 78), "{}", wide.out);
    let wrong = fed("sat -", b"p cnf 1 1\n2 0\n");
    assert_eq!(wrong.refused(2), "<stdin>:2:1: found 2, expected a literal of variables 1 to 1\n");
    assert!(run(&["sat", "-", "--solver", "batsad"]).refused(2).contains("did you mean 'batsat'?"));
    assert!(run(&["sat", "-", "--solver", "batsat", "--check"]).refused(2).contains("batsat writes no proofs"));
    // The switches of a solver are refused where it has none, or none of that name.
    for (solver, why) in [
        ("cdcl:restarts=lubi", "did you mean 'luby'?"),
        ("cdcl:restart=luby", "did you mean 'restarts'?"),
        ("cdcl:enumerate=block-full", "unknown option of cdcl 'enumerate'"),
        ("cdcl:luby", "found 'luby', expected an option NAME=VALUE"),
        ("cdcl:vivify=on,vivify=off", "option 'vivify' comes twice"),
        ("cdcl:threads=0", "cdcl:threads: found '0', expected a number from 1 to 1024"),
        ("varisat:restarts=luby", "varisat has no options: found 'varisat:restarts=luby', expected 'varisat'"),
    ] {
        let message = run(&["sat", "-", "--solver", solver]).refused(2);
        assert!(message.contains(why), "{message}");
    }
    let several = run(&["sat", "-", "--solver", "cdcl:threads=2", "--proof", "never.drat"]).refused(2);
    assert!(several.contains("found cdcl:threads=2,cubes=1 with a proof, expected cdcl"), "{several}");
    let unchecked = run(&["sat", "-", "--solver", "cdcl", "--check"]).refused(2);
    assert_eq!(unchecked, "cnfab: cdcl does not check its steps itself: found --check, expected --solver varisat\n");
}

/// A variable that the solver eliminates may have both values with the same values of the others.
#[test]
fn every_model_of_a_formula_is_listed() {
    let mut rng = Rng::with_seed(22);
    let folder = TempDir::new().expect("a folder");
    for number in 0..6 {
        let path = folder.path().join(format!("{number}.cnf"));
        let variables = 22;
        let mut literal = || rng.i32(1..=variables) * if rng.bool() { 1 } else { -1 };
        let clauses: String = (0..52).map(|_| format!("{} {} {} 0\n", literal(), literal(), literal())).collect();
        std::fs::write(&path, format!("p cnf {variables} 52\n{clauses}")).expect("written");
        let path = path.to_str().expect("UTF-8");
        let counted = run(&["sat", "--count=components", path]).out;
        let models = counted.lines().find_map(|line| line.strip_prefix("c s exact arb int ")).expect("a number");
        for strategy in ["sat:cdcl", "sat:cdcl:enumerate=chrono", "sat:cdcl:threads=2"] {
            let listed = run(&["count", path, "-s", strategy, "-q"]).ok();
            assert_eq!(listed.trim_end(), models, "{path} {strategy}");
        }
    }
}

/// As for kissat and CaDiCaL, which have `-n`; what was counted is a comment.
#[test]
fn the_model_may_be_left_out_and_counters_shown() {
    let text = b"p cnf 3 3\n1 2 0\n-1 0\n-2 3 0\n";
    let quiet = fed("sat - -n", text);
    assert_eq!((quiet.code, quiet.out.as_str()), (10, "s SATISFIABLE\n"));
    let wrong = fed("sat - -s cdcl -n -T 5", b"p cnf 1 2\n1 0\n-1 0\n");
    assert_eq!((wrong.code, wrong.out.as_str()), (20, "s UNSATISFIABLE\n"));
    let colours = std::fs::read("models/dimacs/petersen-colours.cnf").expect("an instance");
    for solver in ["varisat", "batsat", "cdcl"] {
        let told = fed(&format!("sat - -v -s {solver}"), &colours);
        let comments: Vec<&str> = told.out.lines().take_while(|line| line.starts_with("c ")).collect();
        assert!(comments.iter().any(|line| line.starts_with("c conflicts: ")), "{told:?}");
        assert_eq!(told.out.lines().nth(comments.len()), Some("s SATISFIABLE"), "{told:?}");
        let without = fed(&format!("sat - -s {solver}"), &colours);
        assert!(without.out.starts_with("s SATISFIABLE\nv "), "{without:?}");
    }
    let counted = fed("sat - --count -v", text);
    assert!(counted.out.starts_with("c conflicts: ") && counted.out.ends_with("c s exact arb int 1\n"), "{counted:?}");
}

#[test]
fn models_are_counted_as_far_as_they_are_shown() {
    let count = |text: &[u8]| fed("sat - --count", text);
    let all = count(b"p cnf 3 1\n1 2 0\n");
    assert_eq!(
        (all.code, all.out.as_str()),
        (10, "c s type mc\ns SATISFIABLE\nc s log10-estimate 0.778151250384\nc s exact arb int 6\n")
    );
    let shown = count(b"c p show 1 2 0\np cnf 3 1\n1 2 0\n");
    assert_eq!(
        (shown.code, shown.out.as_str()),
        (10, "c s type pmc\ns SATISFIABLE\nc s log10-estimate 0.477121254720\nc s exact arb int 3\n")
    );
    let none = count(b"p cnf 1 2\n1 0 -1 0\n");
    assert_eq!(
        (none.code, none.out.as_str()),
        (20, "c s type mc\ns UNSATISFIABLE\nc s log10-estimate -inf\nc s exact arb int 0\n")
    );
    assert!(count(b"c p show 0\np cnf 2 0\n").out.ends_with("c s exact arb int 1\n"));
    // The export of a puzzle with two solutions.
    let export = run(&["export", "models/star-battle/no-regions-8-stars-2.txt"]).ok();
    assert!(count(export.as_bytes()).out.ends_with("c s exact arb int 2\n"));
}

/// Both ways of counting print the same lines, and parts multiply where no list comes to an end.
#[test]
fn components_are_counted_as_listing_counts() {
    let export = run(&["export", "models/star-battle/no-regions-8-stars-2.txt"]).ok();
    let read = |name: &str| std::fs::read_to_string(format!("models/dimacs/{name}")).expect("an instance");
    let mut texts = vec![export, read("petersen-colours.cnf"), read("projected.cnf")];
    let small = ["p cnf 3 1\n1 2 0\n", "c p show 1 2 0\np cnf 3 1\n1 2 0\n", "p cnf 1 2\n1 0 -1 0\n", "p cnf 0 0\n"];
    texts.extend(small.map(str::to_owned));
    texts.extend(["c p show 0\np cnf 2 0\n", "p cnf 0 1\n0\n", "p cnf 4 3\n1 1 0\n2 -2 0\n2 3 0\n"].map(str::to_owned));
    // Few clauses, on variables that come last.
    texts.extend(["", "c p show 1 50 99 0\n"].map(|shown| format!("{shown}p cnf 100 2\n98 99 100 0\n-98 -7 0\n")));
    for text in &texts {
        let [listed, counted] = ["", "=components"].map(|how| fed(&format!("sat - --count{how}"), text.as_bytes()));
        assert_eq!((counted.code, &counted.out), (listed.code, &listed.out), "{text}");
    }
    // A hundred pairs of variables that are not both false.
    let pairs: String = (0..100).map(|i| format!("{} {} 0\n", 2 * i + 1, 2 * i + 2)).collect();
    let counted = fed("sat - --count=components", format!("p cnf 200 100\n{pairs}").as_bytes());
    let number = "515377520732011331036461129765621272702107522001";
    assert_eq!(
        counted.out,
        format!("c s type mc\ns SATISFIABLE\nc s log10-estimate 47.712125471966\nc s exact arb int {number}\n")
    );
    for (options, why) in [
        ("--count=components --solver cdcl", "found --solver with --count=components"),
        ("--count=components -v", "found --verbose with --count=components"),
        ("--count --cache 5", "found --cache, expected --count=components"),
        ("--count=component", "a similar value exists: 'components'"),
    ] {
        let refused = fed(&format!("sat - {options}"), b"p cnf 0 0\n").refused(2);
        assert!(refused.contains(why), "{refused}");
    }
    let without = fed("sat - --count=components --cache 0", b"p cnf 2 1\n1 2 0\n");
    assert!(without.code == 10 && without.out.ends_with("c s exact arb int 3\n"), "{without:?}");
}

/// The cubes of a file share the models: each one meets the literals of one cube.
#[test]
fn cubes_for_a_cluster_share_the_models() {
    let folder = TempDir::new().expect("a folder");
    let out = folder.path().join("parts.icnf");
    let mut rng = Rng::with_seed(5);
    let (mut refuted, mut several) = (0, 0);
    for round in 0..30 {
        let variables = rng.i32(8..=10);
        let clauses: Vec<Vec<i32>> = (0..variables * rng.i32(2..=6))
            .map(|_| (0..3).map(|_| rng.i32(1..=variables) * if rng.bool() { 1 } else { -1 }).collect())
            .collect();
        let line = |lits: &Vec<i32>| lits.iter().map(|lit| format!("{lit} ")).collect::<String>() + "0\n";
        let formula: String = clauses.iter().map(line).collect();
        let shown = if round % 3 == 0 { "c p show 1 2 3 4 0\n" } else { "" };
        let split = if round % 2 == 0 { "--split 6" } else { "" };
        let found = fed(
            &format!("sat - --cubes {} {split}", out.display()),
            format!("{shown}p cnf {variables} {}\n{formula}", clauses.len()).as_bytes(),
        );
        // The file by a reader of its own.
        let text = std::fs::read_to_string(&out).expect("the cubes");
        let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('c')).collect();
        let numbers = |line: &str| -> Vec<i32> {
            let mut numbers: Vec<i32> = line.split(' ').map(|word| word.parse().expect("a number")).collect();
            assert_eq!(numbers.pop(), Some(0), "{line}");
            numbers
        };
        assert_eq!(lines[0], "p inccnf");
        let (parts, read): (Vec<&str>, Vec<&str>) = lines[1..].iter().partition(|line| line.starts_with('a'));
        assert_eq!(read.iter().map(|line| numbers(line)).collect::<Vec<_>>(), clauses);
        let cubes: Vec<Vec<i32>> = parts.iter().map(|line| numbers(&line[2..])).collect();
        let holds = |code: u32, lit: &i32| (code >> (lit.abs() - 1) & 1 == 1) == (*lit > 0);
        let is_model = |code: u32| clauses.iter().all(|clause| clause.iter().any(|lit| holds(code, lit)));
        let mut models = 0;
        for code in (0..1 << variables).filter(|&code| is_model(code)) {
            models += 1;
            assert_eq!(cubes.iter().filter(|cube| cube.iter().all(|lit| holds(code, lit))).count(), 1, "{text}");
        }
        assert!(shown.is_empty() || cubes.iter().flatten().all(|lit| lit.abs() <= 4), "{text}");
        let answer = if cubes.is_empty() { (20, "UNSATISFIABLE") } else { (0, "UNKNOWN") };
        assert_eq!((found.code, found.out), (answer.0, format!("c {} cubes\ns {}\n", cubes.len(), answer.1)));
        assert!(models == 0 || !cubes.is_empty());
        // What is solved cube by cube has a model exactly if the formula has.
        let solver = ["varisat", "batsat", "cdcl", "cdcl:threads=2"][round % 4];
        let solved = run(&["sat", out.to_str().expect("text"), "--solver", solver]);
        assert_eq!(solved.code, if models > 0 { 10 } else { 20 }, "{text}");
        refuted += usize::from(cubes.is_empty());
        several += usize::from(cubes.len() > 2);
    }
    assert!(refuted > 2 && several > 5, "{refuted} refuted, {several} split");
    let parts = |text: &str| fed("sat -", text.as_bytes());
    assert_eq!(parts("p inccnf\n1 2 0\na -1 0\na 3 -2 0\n").out, "s SATISFIABLE\nv -1 2 -3 0\n");
    assert_eq!(parts("p inccnf\n1 2 0\na -1 -2 0\n").code, 20, "the cubes are all there is to solve");
    assert_eq!(parts("p inccnf\n1 2 0\n-1 0\n").out, "s SATISFIABLE\nv -1 2 0\n", "without cubes");
    assert_eq!(parts("p inccnf\n1 0\n-1 0\n").code, 20);
    let unfinished = parts("p inccnf\n1 2 0\na -1\n").refused(2);
    assert!(unfinished.contains("expected the 0 that ends the last clause"), "{unfinished}");
    let misplaced = parts("p cnf 2 1\n1 2 0\na -1 0\n").refused(2);
    assert!(misplaced.contains("expected a literal, 0 or a comment"), "{misplaced}");
    let counted = fed("sat - --count", b"p inccnf\n1 2 0\na 1 0\n").refused(2);
    assert!(counted.starts_with("<stdin>:3:1: found 'a', expected clauses alone"), "{counted}");
    for (options, why) in [
        ("--cubes -", "cubes cannot go to standard output"),
        ("--cubes never.icnf --count", "cannot be used with"),
        ("--split 3", "--cubes <OUT>"),
        ("--cubes never.icnf --split 0", "0 is not in 1.."),
    ] {
        let refused = fed(&format!("sat - {options}"), b"p cnf 0 0\n").refused(2);
        assert!(refused.contains(why), "{refused}");
    }
}

/// Literals of 3 variables each, far too many to be satisfied; some with repeated or opposite literals, some twice.
fn hard(rng: &mut Rng, variables: i32) -> Vec<Vec<i32>> {
    let mut clauses: Vec<Vec<i32>> = Vec::new();
    for _ in 0..variables * 6 {
        match rng.u8(..12) {
            0 if !clauses.is_empty() => clauses.push(clauses[rng.usize(..clauses.len())].clone()),
            _ => clauses.push((0..3).map(|_| rng.i32(1..=variables) * if rng.bool() { 1 } else { -1 }).collect()),
        }
    }
    clauses
}

/// Follows an LRAT proof by the definition; whether it ends in the empty clause.
pub(crate) fn lrat_holds(clauses: &[Vec<i32>], proof: &str) -> bool {
    let mut known: HashMap<u64, Vec<i32>> = (1..).zip(clauses.iter().cloned()).collect();
    for line in proof.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let number = |word: &str| word.parse::<i64>().expect("a number");
        if words[1] == "d" {
            words[2..words.len() - 1].iter().for_each(|word| drop(known.remove(&(number(word) as u64))));
            continue;
        }
        let numbers: Vec<i64> = words[1..].iter().map(|word| number(word)).collect();
        let mut parts = numbers.split(|&number| number == 0);
        let clause: Vec<i32> = parts.next().expect("literals").iter().map(|&lit| lit as i32).collect();
        let mut is_false = clause.clone();
        let mut refuted = false;
        for hint in parts.next().expect("hints") {
            assert!(!refuted, "hints after the conflict: {line}");
            let used = known.get(&(*hint as u64)).unwrap_or_else(|| panic!("unknown clause {hint}: {line}"));
            let mut open: Vec<i32> = used.iter().copied().filter(|lit| !is_false.contains(lit)).collect();
            open.sort_unstable();
            open.dedup();
            match open[..] {
                [] => refuted = true,
                [lit] => is_false.push(-lit),
                _ => panic!("clause {hint} is no unit: {line}"),
            }
        }
        assert!(refuted, "no conflict: {line}");
        known.insert(number(words[0]) as u64, clause.clone());
        if clause.is_empty() {
            return true;
        }
    }
    false
}

/// Follows a DRAT proof without deletions, which only makes it stronger; whether it ends in the empty clause.
pub(crate) fn drat_holds(clauses: &[Vec<i32>], variables: i32, proof: &str) -> bool {
    let mut cnf = Cnf::default();
    cnf.inputs(variables as usize);
    let lits = |clause: &[i32]| {
        let mut clause: Vec<Lit> = clause.iter().map(|&lit| Lit::from_dimacs(lit)).collect();
        clause.sort_unstable();
        clause.dedup();
        clause
    };
    clauses.iter().for_each(|clause| cnf.clause(&lits(clause)));
    for line in proof.lines().filter(|line| !line.starts_with('d')) {
        let mut clause: Vec<i32> = line.split_whitespace().map(|word| word.parse().expect("a literal")).collect();
        assert_eq!(clause.pop(), Some(0), "{line}");
        let negated: Vec<Lit> = clause.iter().map(|&lit| Lit::from_dimacs(-lit)).collect();
        assert!(cnf.propagate(&negated).is_none(), "does not follow by unit propagation: {line}");
        if clause.is_empty() {
            return true;
        }
        cnf.clause(&lits(&clause));
    }
    cnf.propagate(&[]).is_none()
}

#[test]
fn proofs_hold() {
    let mut rng = Rng::with_seed(31);
    let folder = TempDir::new().expect("a folder");
    let name = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    let (formula, proof) = (name("formula.cnf"), name("proof"));
    let mut refuted = 0;
    for round in 0..25 {
        let variables = rng.i32(4..30);
        let mut clauses = hard(&mut rng, variables);
        if round == 0 {
            clauses.insert(3, Vec::new());
        }
        let mut text = format!("p cnf {variables} {}\n", clauses.len());
        for clause in &clauses {
            clause.iter().for_each(|lit| text += &format!("{lit} "));
            text += "0\n";
        }
        std::fs::write(&formula, &text).expect("written");
        let code = run(&["sat", &formula, "--check"]).code;
        let solver = ["varisat", "cdcl"][round % 2];
        let prove =
            |format: &str| run(&["sat", &formula, "--solver", solver, "--proof", &proof, "--proof-format", format]);
        for (format, solved) in ["lrat", "drat", "drat-binary"].map(|format| (format, prove(format))) {
            assert_eq!(solved.code, code, "{solved:?}\n{text}");
            // An empty clause of the formula needs no proof.
            if format == "drat-binary" && code == 20 && round > 0 {
                assert!(std::fs::metadata(&proof).expect("written").len() > 0);
            }
        }
        if code == 20 {
            refuted += 1;
            let written = |format: &str| {
                prove(format);
                std::fs::read_to_string(&proof).expect("text")
            };
            assert!(lrat_holds(&clauses, &written("lrat")), "{text}");
            assert!(drat_holds(&clauses, variables, &written("drat")), "{text}");
        }
    }
    assert!(refuted > 15, "{refuted}");
}

/// A solver that cannot be interrupted ends by the clock, with one answer; a device is no proof to take away.
#[cfg(unix)]
#[test]
fn a_limit_of_time_ends_any_solver() {
    // Eleven pigeons in ten holes.
    let hole = |pigeon: i32, hole: i32| pigeon * 10 + hole + 1;
    let mut text = "p cnf 110 561\n".to_owned();
    for pigeon in 0..11 {
        text += &((0..10).map(|place| format!("{} ", hole(pigeon, place))).collect::<String>() + "0\n");
        for other in 0..pigeon {
            (0..10).for_each(|place| text += &format!("-{} -{} 0\n", hole(pigeon, place), hole(other, place)));
        }
    }
    let folder = tempfile::tempdir().expect("a folder");
    let proof = folder.path().join("proof");
    for more in
        ["".to_owned(), "--count".to_owned(), "--proof /dev/null".to_owned(), format!("--proof {}", proof.display())]
    {
        let run = fed(&format!("sat - --timeout 0.01 {more}"), text.as_bytes());
        assert_eq!((run.code, run.out.matches("s UNKNOWN").count()), (0, 1), "{more}: {run:?}");
    }
    assert!(!proof.exists() && std::path::Path::new("/dev/null").exists());
}
