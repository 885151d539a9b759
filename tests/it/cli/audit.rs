//! `cnfab audit`.

use super::{cnfab, run};

/// The rows of `--json`.
fn rows(arguments: &str) -> Vec<serde_json::Value> {
    let text = cnfab(&format!("audit {arguments} --json")).ok();
    text.lines().map(|line| serde_json::from_str(line).expect("an object per line")).collect()
}

#[test]
fn a_class_is_audited_encoding_by_encoding() {
    let text = cnfab("audit amo").ok();
    let line =
        |name: &str| text.lines().find(|line| line.starts_with(name)).unwrap_or_else(|| panic!("{name}: {text}"));
    let words = |name: &str| line(name).split_whitespace().map(str::to_owned).collect::<Vec<_>>().join(" ");
    assert_eq!(
        words("amo=pairwise "),
        "amo=pairwise at most one of 7 exact bijective bijective 0 21 42 2:21 0/21 15 8 8 1,611 0 1,344 0"
    );
    assert_eq!(
        words("amo=sequential "),
        "amo=sequential at most one of 7 exact projected-only projected-only 6 17 34 2:17 6/17 15 14 8 1,611 0 1,344 0"
    );
}

#[test]
fn counts_and_sums_have_their_parameters() {
    let rows_of = rows("card=totalizer --n 6..8 --k 3 --cmp =");
    let cases: Vec<&str> = rows_of.iter().map(|row| row["case"].as_str().expect("a text")).collect();
    assert_eq!(cases, ["exactly 3 of 6", "exactly 3 of 7", "exactly 3 of 8"]);
    assert!(
        rows_of.iter().all(|row| row["strength"]["superfluous_missed"] == 0 && row["meaning"]["verdict"] == "exact")
    );

    let sums = rows("linear=order-sum --cells 3 --values 1..5 --sum 9");
    assert_eq!(sums[0]["strength"]["boxes"], 31 * 31 * 31);
    assert_eq!(sums[0]["models"]["solutions"], 19);
    assert_eq!(rows("linear=order-sum --sum 9 --all-different")[0]["models"]["solutions"], 12);
    assert_eq!(rows("linear=order-sum --sum -4 --coefficients 1,-2,1 --cmp <= --size-only").len(), 1);
}

#[test]
fn what_is_unknown_is_refused_with_what_is_near() {
    let refused = |arguments: &[&str]| run(arguments).refused(2);
    assert!(refused(&["audit", "amo=produkt"]).contains("did you mean 'product'?"));
    assert!(refused(&["audit", "linaer"]).contains("did you mean 'linear'?"));
    assert!(refused(&["audit", "linear", "--coefficients", "1,2"]).contains("expected one for each of 3 cells"));
    assert!(refused(&["audit", "card", "--k", "6"]).contains("expected 2 to n-2"));
    assert!(refused(&["audit", "amo", "--cmp", ">="]).contains("expected <= or ="));
    assert!(refused(&["audit", "amo", "--n", "0"]).contains("expected 1 to"));
    assert!(refused(&["audit", "linear", "--values", "5..1"]).contains("found --values 5..1"));
}

/// A file with this text.
fn file(text: &str) -> tempfile::NamedTempFile {
    let file = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(file.path(), text).expect("written");
    file
}

#[test]
fn each_measure_finds_what_is_wrong_with_a_formula_from_elsewhere() {
    let audit = |text: &str, more: &[&str]| {
        let file = file(text);
        let path = file.path().to_str().expect("UTF-8");
        let run = run(&[&["audit", "amo", "--n", "3", "--json", "--cnf", path], more].concat());
        let row: serde_json::Value = serde_json::from_str(&run.out).unwrap_or_else(|_| panic!("{run:?}"));
        (run.code, run.err, row)
    };
    let show = "c p show 1 2 3 0\n";
    // Right, and the smallest.
    let (code, _, row) = audit(&format!("{show}p cnf 3 3\n-1 -2 0 -1 -3 0 -2 -3 0\n"), &[]);
    assert_eq!((code, &row["meaning"]["verdict"], &row["size"]["clauses"]), (0, &"exact".into(), &3.into()));
    // Truth and strength: a pair is missing, and a solution is lost.
    let (code, err, row) = audit("p cnf 3 2\n-1 -2 0 -1 -3 0\n", &["--inputs", "first"]);
    assert_eq!((code, &row["strength"]["dead_ends_missed"]), (2, &2.into()));
    assert!(err.contains("allows 0 1 1, which is no solution"), "{err}");
    let (code, err, _) = audit("p cnf 3 4\n-1 -2 0 -1 -3 0 -2 -3 0 1 2 3 0\n", &["--inputs", "1,2,3"]);
    assert!(code == 2 && err.contains("loses the solution 0 0 0"), "{err}");
    // Models per solution: variable 4 is free.
    let (code, _, row) = audit(&format!("{show}p cnf 4 3\n-1 -2 0 -1 -3 0 -2 -3 0\n"), &[]);
    assert_eq!((code, &row["models"]["models"], &row["models"]["solutions"]), (0, &8.into(), &4.into()));
    // Strength alone: the pair is excluded by two clauses that need a decision.
    let (code, _, row) = audit(&format!("{show}p cnf 4 4\n-1 -2 0 -1 -3 0 -2 -3 4 0 -2 -3 -4 0\n"), &[]);
    assert_eq!((code, &row["meaning"]["verdict"]), (0, &"exact".into()));
    assert!(
        row["strength"]["dead_ends_missed"].as_u64() == Some(0) && row["strength"]["superfluous_missed"] != 0,
        "{row}"
    );
    // Size: more auxiliaries and clauses than are needed are there to see.
    assert_eq!((&row["size"]["auxiliaries"], &row["size"]["lengths"]["3"]), (&1.into(), &2.into()));
}

#[test]
fn formulas_without_known_inputs_and_broken_ones_are_refused() {
    let audit = |text: &str, more: &[&str]| {
        let file = file(text);
        let path = file.path().to_str().expect("UTF-8");
        run(&[&["audit", "amo", "--n", "3", "--cnf", path], more].concat()).refused(2)
    };
    assert!(audit("p cnf 3 0\n", &[]).contains("give --inputs, or a line 'c p show"));
    assert!(audit("p cnf 3 0\n", &["--inputs", "1,2"]).contains("found 2 inputs, expected 3"));
    assert!(audit("p cnf 3 0\n", &["--inputs", "1,2,4"]).contains("found input 4, expected variables up to 3"));
    assert!(audit("p cnf 3 0\n", &["--inputs", "1,2,-1"]).contains("found input 1 twice"));
    assert!(audit("p cnf 3 1\n1 4 0\n", &["--inputs", "first"]).contains(":2:3: found 4, expected a literal"));
    assert!(run(&["audit", "amo", "--cnf", "no-such-file"]).refused(2).contains("cannot read 'no-such-file'"));
}

/// At most k of n as clauses of k + 1 literals, without those that a line of `but` names.
fn at_most(n: usize, k: usize, but: &[&[usize]]) -> String {
    let mut clauses = String::new();
    let mut count = 0;
    let mut chosen: Vec<usize> = (1..=k + 1).collect();
    loop {
        if !but.contains(&&chosen[..]) {
            chosen.iter().for_each(|lit| clauses += &format!("-{lit} "));
            clauses += "0\n";
            count += 1;
        }
        // The next subset in lexicographic order.
        let Some(place) = (0..=k).rev().find(|&place| chosen[place] < n - k + place) else { break };
        let next = chosen[place] + 1;
        (place..=k).for_each(|other| chosen[other] = next + other - place);
    }
    format!("p cnf {n} {count}\n{clauses}")
}

fn audit_card(text: &str, arguments: &str) -> super::Run {
    let file = file(text);
    let path = file.path().to_str().expect("UTF-8");
    cnfab(&format!("audit card --inputs first --json --cnf {path} {arguments}"))
}

#[test]
fn counts_with_too_many_solutions_are_proven() {
    // One of 24 clauses is missing: of 2^24 assignments, one is wrong.
    let right = audit_card(&at_most(24, 22, &[]), "--n 24 --k 22");
    assert!(right.code == 0 && right.out.contains(r#""verdict":"exact""#), "{right:?}");
    let all_but_seven: Vec<usize> = (1..=24).filter(|&place| place != 7).collect();
    let wrong = audit_card(&at_most(24, 22, &[&all_but_seven]), "--n 24 --k 22");
    let allowed = format!("allows 1 1 1 1 1 1 0{}, which is no solution", " 1".repeat(17));
    assert!(wrong.code == 2 && wrong.err.contains(&allowed), "{wrong:?}");
    // Near n: the only clause, and one that is too short.
    assert_eq!(audit_card(&at_most(40, 39, &[]), "--n 40 --k 39").code, 0);
    let short = audit_card(&at_most(39, 38, &[]).replace("p cnf 39", "p cnf 40"), "--n 40 --k 39");
    assert!(short.code == 2 && short.err.contains("loses the solution"), "{short:?}");
}

#[test]
fn foreign_counts_have_any_bound() {
    assert_eq!(audit_card("p cnf 3 3\n-1 0 -2 0 -3 0\n", "--n 3 --k 0").code, 0);
    assert_eq!(audit_card("p cnf 3 1\n1 2 3 0\n", "--n 3 --k 1 --cmp >=").code, 0);
    assert_eq!(audit_card("p cnf 3 1\n-1 -2 -3 0\n", "--n 3 --k 2").code, 0);
    assert_eq!(audit_card("p cnf 3 3\n1 0 2 0 3 0\n", "--n 3 --k 3 --cmp =").code, 0);
    assert_eq!(audit_card("p cnf 3 0\n", "--n 3 --k 3").code, 0);
    assert!(audit_card("p cnf 3 0\n", "--n 3 --k 1").err.contains("allows"));
    assert!(audit_card("p cnf 3 0\n", "--n 3 --k 4").refused(2).contains("expected 0 to n"));
}

/// A result that is not proven has an exit code and a headline of its own: here a sum of powers of two, so that no two
/// of its 2^30 assignments are alike.
#[test]
fn what_is_only_sampled_is_said() {
    let (n, bound) = (30, 0x2aaa_5555_i64);
    let is_one = |bit: &usize| bound >> (bit - 1) & 1 == 1;
    let clause = |bit: usize| -> String {
        std::iter::once(bit).chain((bit + 1..=n).filter(is_one)).map(|bit| format!("-{bit} ")).collect::<String>()
            + "0\n"
    };
    let clauses: Vec<String> = (1..=n).filter(|bit| !is_one(bit)).map(clause).collect();
    let file = file(&format!("p cnf {n} {}\n{}", clauses.len(), clauses.concat()));
    let weights: Vec<String> = (0..n).map(|bit| (1i64 << bit).to_string()).collect();
    let audit = |more: &str| {
        let (path, weights) = (file.path().to_str().expect("UTF-8"), weights.join(","));
        cnfab(&format!(
            "audit linear --cells {n} --values 0..1 --coefficients {weights} --cmp <= --sum {bound} --inputs first \
             --cnf {path} {more}"
        ))
    };
    let sampled = audit("");
    assert_eq!(sampled.code, 3, "{sampled:?}");
    assert!(sampled.out.contains("NOT PROVEN: only sampled: right on "), "{sampled:?}");
    assert!(
        sampled.err.starts_with("cnfab: not proven: 1 of 1 row, with nothing found wrong; the first is "),
        "{sampled:?}"
    );
    assert_eq!(audit("--size-only").code, 0);
}

#[cfg(unix)]
#[test]
fn a_command_is_run_for_every_number() {
    // Pairs, by a shell.
    let script = "echo p cnf {n} $(({n} * ({n} - 1) / 2)); \
                  for i in $(seq {n}); do for j in $(seq $((i + 1)) {n}); do echo -$i -$j 0; done; done";
    let command = format!("sh -c '{script}'");
    let text = run(&["audit", "amo", "--n", "2..5", "--inputs", "first", "--json", "--command", &command]).ok();
    let rows: Vec<serde_json::Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let clauses: Vec<u64> = rows.iter().filter_map(|row| row["size"]["clauses"].as_u64()).collect();
    assert_eq!(clauses, [1, 3, 6, 10]);
    assert!(rows.iter().all(|row| row["meaning"]["verdict"] == "exact"), "{text}");
    let refused = |command: &str| run(&["audit", "amo", "--command", command]).refused(2);
    assert!(refused("no-such-program").contains("cannot run 'no-such-program'"));
    assert!(refused("false").contains("ended with exit status: 1"));
    assert!(refused("echo hello").contains("<echo hello>:1:1: found 'h'"));
}

#[test]
fn a_puzzle_is_audited_family_by_family() {
    // That 19 variables are all different has too many solutions to be listed, and is proven all the same.
    let whole = cnfab("audit models/hexagon/aristotle.txt --json");
    assert!(whole.code == 0 && whole.err.is_empty(), "{whole:?}");
    let hexagon: Vec<serde_json::Value> =
        whole.out.lines().map(|line| serde_json::from_str(line).expect("an object per line")).collect();
    let of =
        |subject: &str| hexagon.iter().find(|row| row["subject"] == subject).unwrap_or_else(|| panic!("{subject}"));
    assert_eq!(of("cell")["case"], "19 variables");
    let three =
        hexagon.iter().find(|row| row["case"].as_str().is_some_and(|case| case.ends_with("linear of 3 variables")));
    // Three different numbers from 1 to 19 with the sum 38: 30 sets.
    assert_eq!(three.expect("a line of three")["models"]["solutions"], 180);
    assert!(hexagon.iter().all(|row| row["strength"].is_null() || row["strength"]["wrong"] == 0));
    let sizes = |arguments: &str| rows(&format!("models/hexagon/aristotle.txt --size-only {arguments}"));
    let clauses =
        |rows: &[serde_json::Value]| rows.iter().map(|row| row["size"]["clauses"].as_u64().unwrap_or(0)).sum::<u64>();
    assert_ne!(clauses(&sizes("")), clauses(&sizes("--encode linear=subset-table")));
    let refused = run(&["audit", "no-such-file.txt"]).refused(2);
    assert!(refused.contains("and there is no file 'no-such-file.txt'"), "{refused}");
}
