//! Conflicts of models: minimal sets of the text's constraints, held to brute force over small texts of each format.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::ops::ControlFlow;

use cnfab::construct::{Conflicts, holding, optimum, pair, relaxed};
use cnfab::frontend::FRONT_ENDS;
use cnfab::model::Model;
use cnfab::model::problem::Problem;
use cnfab::solve::Budget;
use fastrand::Rng;

use super::common::scale;

/// A sum of multiples of variables that compares with a number.
#[derive(Clone, Debug)]
struct Sum {
    terms: Vec<(i64, usize)>,
    cmp: &'static str,
    rhs: i64,
}

impl Sum {
    fn random(rng: &mut Rng, count: usize, is_clause: bool) -> Self {
        let mut vars: Vec<usize> = (0..count).collect();
        rng.shuffle(&mut vars);
        vars.truncate(rng.usize(1..=3));
        if is_clause {
            let terms: Vec<(i64, usize)> = vars.into_iter().map(|var| (if rng.bool() { 1 } else { -1 }, var)).collect();
            let rhs = 1 - terms.iter().filter(|term| term.0 < 0).count() as i64;
            return Sum { terms, cmp: ">=", rhs };
        }
        let terms =
            vars.into_iter().map(|var| (if rng.bool() { rng.i64(1..4) } else { rng.i64(-3..0) }, var)).collect();
        Sum { terms, cmp: [">=", "<=", "="][rng.usize(..3)], rhs: rng.i64(-2..5) }
    }

    fn holds(&self, values: &[i64]) -> bool {
        let sum: i64 = self.terms.iter().map(|&(factor, var)| factor * values[var]).sum();
        match self.cmp {
            ">=" => sum >= self.rhs,
            "<=" => sum <= self.rhs,
            _ => sum == self.rhs,
        }
    }

    fn lhs(&self) -> String {
        self.terms.iter().map(|(factor, var)| format!("{factor:+} x{}", var + 1)).collect::<Vec<_>>().join(" ")
    }

    /// The same sum times a large number. What is added to the coefficients tells nothing: in a solution it is too
    /// small, and otherwise on the side that holds.
    fn wide(&self, by: i128) -> String {
        let sign = match self.cmp {
            ">=" => 1,
            "<=" => -1,
            _ => 0,
        };
        let term = |(at, &(factor, var)): (usize, &(i64, usize))| {
            format!("{:+} x{}", i128::from(factor) * by + sign * at as i128, var + 1)
        };
        let terms: Vec<String> = self.terms.iter().enumerate().map(term).collect();
        format!("{} {} {} ;\n", terms.join(" "), self.cmp, i128::from(self.rhs) * by)
    }

    fn literals(&self) -> String {
        let literal = |(factor, var): &(i64, usize)| format!("{}", factor * (*var as i64 + 1));
        self.terms.iter().map(literal).collect::<Vec<_>>().join(" ")
    }

    /// As `int_lin_le` or `int_lin_eq`, sometimes with a truth value that a constant fixes.
    fn flatzinc(&self) -> String {
        let sign = if self.cmp == ">=" { -1 } else { 1 };
        let factors: Vec<String> = self.terms.iter().map(|term| (sign * term.0).to_string()).collect();
        let vars: Vec<String> = self.terms.iter().map(|term| format!("x{}", term.1 + 1)).collect();
        let (factors, vars, rhs) = (factors.join(","), vars.join(","), sign * self.rhs);
        let name = if self.cmp == "=" { "int_lin_eq" } else { "int_lin_le" };
        match self.rhs.rem_euclid(3) {
            0 => format!("constraint {name}_reif([{factors}],[{vars}],{rhs},true);\n"),
            _ => format!("constraint {name}([{factors}],[{vars}],{rhs}) :: mzn_path(\"a;b\");\n"),
        }
    }

    fn xcsp3(&self) -> String {
        let vars: Vec<String> = self.terms.iter().map(|term| format!("x{}", term.1 + 1)).collect();
        let factors: Vec<String> = self.terms.iter().map(|term| term.0.to_string()).collect();
        let operator = match self.cmp {
            ">=" => "ge",
            "<=" => "le",
            _ => "eq",
        };
        if self.rhs.rem_euclid(3) == 0 {
            let products: Vec<String> = vars.iter().zip(&factors).map(|(var, by)| format!("mul({by},{var})")).collect();
            let sum = if let [only] = &products[..] { only.clone() } else { format!("add({})", products.join(",")) };
            return format!("<intension> {operator}({sum},{}) </intension>\n", self.rhs);
        }
        let (vars, factors) = (vars.join(" "), factors.join(" "));
        let rhs = self.rhs;
        format!(
            "<sum><list> {vars} </list><coeffs> {factors} </coeffs><condition> ({operator},{rhs}) </condition></sum>\n"
        )
    }
}

/// A text in a format: its variables are from 0 to `high`.
fn text(format: &str, sums: &[Sum], count: usize, high: i64) -> String {
    let mut text = String::new();
    let names = || (1..=count).map(|var| format!("x{var}"));
    let all = |text: &mut String, line: &dyn Fn(&Sum) -> String| sums.iter().for_each(|sum| *text += &line(sum));
    match format {
        "dimacs" => {
            writeln!(text, "p cnf {count} {}", sums.len()).unwrap();
            all(&mut text, &|sum| format!("{} 0\n", sum.literals()));
        }
        "gcnf" => {
            writeln!(text, "p gcnf {count} {0} {0}", sums.len()).unwrap();
            (1..).zip(sums).for_each(|(group, sum)| writeln!(text, "{{{group}}} {} 0", sum.literals()).unwrap());
        }
        "wcnf" => all(&mut text, &|sum| format!("h {} 0\n", sum.literals())),
        "wide" => {
            writeln!(text, "* #variable= {count} #constraint= {}", sums.len()).unwrap();
            let bits = [29, 56, 58, 61, 90];
            (0..).zip(sums).for_each(|(at, sum): (usize, _)| text += &sum.wide(1 << bits[at % bits.len()]));
        }
        "opb" => {
            writeln!(text, "* #variable= {count} #constraint= {}", sums.len()).unwrap();
            all(&mut text, &|sum| format!("{} {} {} ;\n", sum.lhs(), sum.cmp, sum.rhs));
        }
        "lp" => {
            text += "minimize\n obj: 0 x1\nsubject to\n";
            (1..).zip(sums).for_each(|(row, sum)| {
                writeln!(text, " r{row}: {} {} {}", sum.lhs(), sum.cmp, sum.rhs).unwrap();
            });
            text += "bounds\n";
            names().for_each(|name| writeln!(text, " 0 <= {name} <= {high}").unwrap());
            writeln!(text, "general\n {}\nend", names().collect::<Vec<_>>().join(" ")).unwrap();
        }
        "mps" => {
            text += "NAME t\nROWS\n N obj\n";
            for (row, sum) in (1..).zip(sums) {
                let letter = [(">=", "G"), ("<=", "L"), ("=", "E")].iter().find(|known| known.0 == sum.cmp).unwrap().1;
                writeln!(text, " {letter} r{row}").unwrap();
            }
            text += "COLUMNS\n M 'MARKER' 'INTORG'\n";
            for var in 0..count {
                writeln!(text, " x{} obj 0", var + 1).unwrap();
                for (row, sum) in (1..).zip(sums) {
                    let factor = sum.terms.iter().find(|term| term.1 == var);
                    factor.into_iter().for_each(|term| writeln!(text, " x{} r{row} {}", var + 1, term.0).unwrap());
                }
            }
            text += "RHS\n";
            (1..).zip(sums).for_each(|(row, sum)| writeln!(text, " RHS r{row} {}", sum.rhs).unwrap());
            text += "BOUNDS\n";
            names().for_each(|name| writeln!(text, " UP BND {name} {high}").unwrap());
            text += "ENDATA\n";
        }
        "flatzinc" => {
            names().for_each(|name| writeln!(text, "var 0..{high}: {name} :: output_var;").unwrap());
            all(&mut text, &Sum::flatzinc);
            text += "solve satisfy;\n";
        }
        "xcsp3" => {
            text += "<instance format=\"XCSP3\" type=\"CSP\"><variables>\n";
            names().for_each(|name| writeln!(text, "<var id=\"{name}\"> 0..{high} </var>").unwrap());
            text += "</variables><constraints>\n";
            all(&mut text, &Sum::xcsp3);
            text += "</constraints></instance>\n";
        }
        _ => unreachable!("one of the formats"),
    }
    text
}

/// All minimal sets of constraints without a common solution.
fn brute_force(sums: &[Sum], count: usize, high: i64) -> BTreeSet<Vec<usize>> {
    let mut met = BTreeSet::new();
    let mut values = vec![0; count];
    loop {
        met.insert((0..sums.len()).fold(0_usize, |met, at| met | usize::from(sums[at].holds(&values)) << at));
        let Some(var) = values.iter().position(|&value| value < high) else { break };
        values[var] += 1;
        values[..var].fill(0);
    }
    let is_conflict = |set: usize| !met.iter().any(|met| met & set == set);
    let numbers = |set: usize| (0..sums.len()).filter(move |at| set >> at & 1 == 1);
    let is_minimal = |set: usize| is_conflict(set) && numbers(set).all(|at| !is_conflict(set & !(1 << at)));
    (0..1 << sums.len()).filter(|&set| is_minimal(set)).map(|set| numbers(set).collect()).collect()
}

fn groups(format: &str, text: &str) -> Model {
    let name = match format {
        "gcnf" => "dimacs",
        "wide" => "opb",
        format => format,
    };
    let front_end = FRONT_ENDS.iter().find(|front_end| front_end.name == name).unwrap();
    (front_end.groups)(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// One minimal set, a smallest one, and all of them are what brute force has.
fn agrees(format: &str) {
    let (mut with, mut largest) = (0, 0);
    for seed in scale::rounds(120) {
        let mut rng = Rng::with_seed(seed);
        let is_clause = ["dimacs", "gcnf", "wcnf"].contains(&format);
        let high = if is_clause || ["opb", "wide"].contains(&format) { 1 } else { rng.i64(1..3) };
        let count = rng.usize(2..5);
        let sums: Vec<Sum> = (0..rng.usize(3..10)).map(|_| Sum::random(&mut rng, count, is_clause)).collect();
        let text = text(format, &sums, count, high);
        let model = groups(format, &text);
        // What always holds is no constraint of the model, and in no set.
        let stated: Vec<usize> = match model.groups().len() == sums.len() {
            true => (0..sums.len()).collect(),
            false => model.groups().iter().map(|group| number(&group.name)).collect(),
        };
        let named = |set: Vec<usize>| -> Vec<usize> { set.into_iter().map(|at| stated[at]).collect() };
        let expected = brute_force(&sums, count, high);
        let conflicts = || Conflicts::new(&model, |_| false, &Budget::unlimited()).unwrap();
        let one = conflicts().one().unwrap().map(named);
        assert_eq!(one.is_some(), !expected.is_empty(), "{text}");
        assert!(one.iter().all(|one| expected.contains(one)), "{one:?} of {expected:?}\n{text}");
        let smallest = conflicts().smallest().unwrap().map(named);
        assert_eq!(smallest.map(|set| set.len()), expected.iter().map(Vec::len).min(), "{text}");
        let mut all = BTreeSet::new();
        conflicts()
            .all(&mut |set| {
                assert!(all.insert(named(set.clone())), "{set:?} twice\n{text}");
                ControlFlow::Continue(())
            })
            .unwrap();
        assert_eq!(all, expected, "{text}");
        with += usize::from(!expected.is_empty());
        largest = largest.max(expected.iter().map(Vec::len).max().unwrap_or(0));
    }
    assert!(with > 10 && largest > 2, "{format}: {with} {largest}");
}

/// The number at the end of a name, from 0: `clause[2]`, or `r3` of a row that the text names.
fn number(name: &str) -> usize {
    match name.strip_suffix(']').and_then(|name| name.rsplit_once('[')) {
        Some((_, number)) => number.parse().unwrap(),
        None => name.strip_prefix('r').unwrap().parse::<usize>().unwrap() - 1,
    }
}

#[test]
fn minimal_sets_of_formulas_are_those_of_brute_force() {
    ["dimacs", "gcnf", "wcnf"].into_iter().for_each(agrees);
}

#[test]
fn minimal_sets_of_programs_are_those_of_brute_force() {
    ["opb", "wide", "lp", "mps"].into_iter().for_each(agrees);
}

#[test]
fn minimal_sets_of_constraint_models_are_those_of_brute_force() {
    ["flatzinc", "xcsp3"].into_iter().for_each(agrees);
}

/// All assignments of some variables from 0 to `high`.
fn assignments(count: usize, high: i64) -> Vec<Vec<i64>> {
    let more = |all: Vec<Vec<i64>>, _| {
        let with = |values: &Vec<i64>| (0..=high).map(|value| [&values[..], &[value]].concat()).collect::<Vec<_>>();
        all.iter().flat_map(with).collect()
    };
    (0..count).fold(vec![Vec::new()], more)
}

fn read(text: &str) -> Box<dyn Problem> {
    let front_end = FRONT_ENDS.iter().find(|front_end| front_end.name == "opb").unwrap();
    (front_end.read)(text).unwrap()
}

#[test]
fn pairs_of_solutions_differ_least_and_most() {
    let mut several = 0;
    for seed in scale::rounds(60) {
        let mut rng = Rng::with_seed(seed);
        let count = rng.usize(2..6);
        let sums: Vec<Sum> = (0..rng.usize(1..4)).map(|_| Sum::random(&mut rng, count, false)).collect();
        let text = text("opb", &sums, count, 1);
        let solutions: Vec<Vec<i64>> =
            assignments(count, 1).into_iter().filter(|values| sums.iter().all(|sum| sum.holds(values))).collect();
        let distance = |one: &Vec<i64>, other: &Vec<i64>| one.iter().zip(other).filter(|(a, b)| a != b).count() as i64;
        let all = solutions.iter().flat_map(|one| solutions.iter().map(move |other| distance(one, other)));
        let distances: BTreeSet<i64> = all.filter(|&distance| distance > 0).collect();
        let model = read(&text).make_model("model");
        for most in [false, true] {
            let found = pair(&model, most, &Budget::unlimited()).unwrap();
            let expected = if most { distances.last() } else { distances.first() };
            assert_eq!(found.as_ref().map(|found| found.distance), expected.copied(), "{text}");
            let Some(found) = found else { continue };
            let [one, other] = found.solutions.map(|solution| {
                assert!(model.violated(&solution).is_none(), "{text}");
                solution.project(&model.shown()).into_iter().map(i64::from).collect::<Vec<i64>>()
            });
            assert_eq!(distance(&one, &other), found.distance, "{text}");
            several += 1;
        }
    }
    assert!(several > 20, "{several}");
}

#[test]
fn an_optimum_is_held_by_a_minimal_set() {
    let mut held = 0;
    for seed in scale::rounds(300) {
        let mut rng = Rng::with_seed(seed);
        let count = rng.usize(2..6);
        let sums: Vec<Sum> = (0..rng.usize(2..6)).map(|_| Sum::random(&mut rng, count, false)).collect();
        let goal = Sum::random(&mut rng, count, false);
        let text = text("opb", &sums, count, 1).replacen('\n', &format!("\nmin: {} ;\n", goal.lhs()), 1);
        let value = |values: &[i64]| -> i64 { goal.terms.iter().map(|&(factor, var)| factor * values[var]).sum() };
        let best = |kept: &[usize]| {
            let all = assignments(count, 1).into_iter();
            all.filter(|values| kept.iter().all(|&at| sums[at].holds(values))).map(|values| value(&values)).min()
        };
        let all: Vec<usize> = (0..sums.len()).collect();
        let model = groups("opb", &text);
        let budget = Budget::unlimited();
        let found = optimum(&read(&text).make_model("model"), &budget).unwrap().map(|found| found.0);
        assert_eq!(found, best(&all), "{text}");
        let Some(found) = found else { continue };
        let set = holding(&model, found, |_| false, &budget).unwrap().expect("nothing is better");
        let named: Vec<usize> = set.iter().map(|&at| number(&model.groups()[at].name)).collect();
        assert!(best(&named).is_some_and(|best| best >= found), "{named:?}\n{text}");
        for (&group, left) in set.iter().zip(&named) {
            let others: Vec<usize> = named.iter().copied().filter(|other| other != left).collect();
            assert!(best(&others).is_some_and(|best| best < found), "{named:?}\n{text}");
            let without: Vec<usize> = all.iter().copied().filter(|other| other != left).collect();
            let relaxed = relaxed(&model, group, &budget).unwrap();
            assert!(relaxed.is_proven && relaxed.value == best(&without), "{relaxed:?}\n{text}");
            held += 1;
        }
    }
    assert!(held > 20, "{held}");
}

/// The positions of a minimal conflict.
fn conflict(format: &str, text: &str) -> Option<Vec<usize>> {
    let model = groups(format, text);
    Conflicts::new(&model, |_| false, &Budget::unlimited()).unwrap().one().unwrap()
}

/// One hole too few for each pigeon to have its own: clauses do not tell in any time.
#[test]
fn rows_contradict_each_other_where_clauses_say_little() {
    let (pigeons, holes) = (14, 13);
    let one = |pigeon: usize, hole: usize| format!("+1 x{}", pigeon * holes + hole + 1);
    let mut text = format!("* #variable= {} #constraint= {}\n", pigeons * holes, pigeons + holes + 1);
    text += "+1 x1 +1 x2 <= 1 ;\n";
    for pigeon in 0..pigeons {
        let all: Vec<String> = (0..holes).map(|hole| one(pigeon, hole)).collect();
        writeln!(text, "{} >= 1 ;", all.join(" ")).unwrap();
    }
    for hole in 0..holes {
        let all: Vec<String> = (0..pigeons).map(|pigeon| one(pigeon, hole)).collect();
        writeln!(text, "{} <= 1 ;", all.join(" ")).unwrap();
    }
    assert_eq!(conflict("opb", &text), Some((1..=pigeons + holes).collect()));
}

#[test]
fn rows_over_wide_columns_contradict_each_other() {
    let program = |middle: &str| {
        format!(
            "min\n a\nst\n s: a + b + c >= 0\n low: 7 a + 5 b >= 6000000\n{middle} high: 7 a + 6 b <= 6000010\n\
             bounds\n 0 <= a <= 1000000\n 0 <= b <= 1000000\n 0 <= c <= 9\ngeneral\n a b c\nend\n"
        )
    };
    assert_eq!(conflict("lp", &program("")), None);
    assert_eq!(conflict("lp", &program(" none: b - 2 c = 0\n nine: c >= 9\n")), Some(vec![1, 2, 3, 4]));
    assert_eq!(conflict("lp", &program(" odd: 2 a - 4 b = 1\n")), Some(vec![2]));
}

/// A chain of variables that grow, among many sums over others: all questions but the first are about the chain.
#[test]
fn few_rows_among_many_contradict_each_other() {
    let (length, others) = (12, 400);
    let mut rng = Rng::with_seed(1);
    let mut text = String::from("min\n y0\nst\n none: 0 y0 >= 0\n");
    (1..length).for_each(|at| writeln!(text, " grows{at}: x{at} - x{} >= 1", at - 1).unwrap());
    for row in 0..2 * others {
        let [one, other] = [rng.usize(..others), rng.usize(..others)];
        let least = 2 * (one % 7) + 3 * (other % 7);
        writeln!(text, " r{row}: 2 y{one} + 3 z{other} >= {least}").unwrap();
    }
    text += "bounds\n";
    (0..length).for_each(|at| writeln!(text, " 0 <= x{at} <= {}", length - 2).unwrap());
    (0..others).for_each(|at| writeln!(text, " 0 <= y{at} <= 9\n 0 <= z{at} <= 9").unwrap());
    text += "general\n";
    (0..length).for_each(|at| write!(text, " x{at}").unwrap());
    (0..others).for_each(|at| write!(text, " y{at} z{at}").unwrap());
    text += "\nend\n";
    assert_eq!(conflict("lp", &text), Some((1..length).collect()));
}
