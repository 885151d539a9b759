//! All solutions of small texts against those found by trying every assignment.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use cnfab::frontend::xcsp3::Xcsp3;
use cnfab::{Budget, Encodings, Outcome, Problem, Strategy};
use fastrand::Rng;
use itertools::Itertools;

use super::constraints::{ALL, Make};
use super::expressions::integer;
use super::random::{Meaning, Value, Variables};

use crate::common::scale::rounds;

/// A text with its meaning.
struct Text {
    variables: Variables,
    constraints: Vec<(String, Meaning)>,
}

impl Text {
    fn random(rng: &mut Rng, makes: &[Make]) -> Self {
        let variables = Variables::random(rng, 5);
        let constraints = makes.iter().map(|make| make(rng, &variables)).collect();
        Text { variables, constraints }
    }

    fn text(&self, objective: &str) -> String {
        self.with(&self.variables.text, "", objective)
    }

    /// With these variables, and constraints behind the others.
    fn with(&self, variables: &str, kept: &str, objective: &str) -> String {
        let constraints: String = self.constraints.iter().map(|constraint| format!("{}\n", constraint.0)).collect();
        let kind = if objective.is_empty() { "CSP" } else { "COP" };
        format!(
            "<instance format=\"XCSP3\" type=\"{kind}\">\n<variables>\n{variables}</variables>\n\
             <constraints>\n{constraints}{kept}</constraints>\n{objective}</instance>\n"
        )
    }

    /// All assignments that keep the constraints.
    fn solutions(&self) -> BTreeSet<Vec<i64>> {
        let mut all: Vec<Vec<i64>> = vec![Vec::new()];
        for domain in &self.variables.domains {
            all = all.iter().flat_map(|values| domain.iter().map(|&value| [&values[..], &[value]].concat())).collect();
        }
        all.retain(|values| self.constraints.iter().all(|constraint| constraint.1(values)));
        all.into_iter().collect()
    }
}

/// The solutions that a strategy finds, and the best value of an objective.
pub(crate) fn found(text: &str, strategy: &str) -> (BTreeSet<Vec<i64>>, Option<i64>) {
    let problem = Xcsp3::read(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let model = problem.make_model("model");
    let backend = Strategy::parse(strategy).expect("a strategy").backend(&Encodings::default());
    let mut found = BTreeSet::new();
    let report = backend.solve(&model, &Budget::unlimited(), &mut |solution| {
        let cells = problem.output("model", solution);
        assert_eq!(problem.check_solution("model", solution, &cells), Ok(()), "{strategy}\n{text}");
        let is_new = found.insert(cells.0.into_iter().map(i64::from).collect());
        assert!(is_new, "{strategy} has a solution twice:\n{text}");
        ControlFlow::Continue(())
    });
    let report = report.unwrap_or_else(|error| panic!("{strategy}: {error}\n{text}"));
    assert_eq!(report.outcome, Outcome::Exhausted, "{strategy}\n{text}");
    (found, report.stats.objective)
}

/// The strategies that may find the solutions.
const STRATEGIES: [&str; 4] = ["backtrack", "sat", "auto", "ilp"];

#[test]
fn the_table_of_constraints_is_the_one_that_is_tested() {
    let taken: BTreeSet<&str> = Xcsp3::constraints().into_iter().collect();
    let tested: BTreeSet<&str> = ALL.iter().map(|constraint| constraint.0).collect();
    assert_eq!(taken, tested);
}

/// Each constraint alone.
#[test]
fn every_constraint_means_what_it_should() {
    for (number, (name, make)) in ALL.iter().enumerate() {
        let mut rng = Rng::with_seed(number as u64);
        // Half of them are to have solutions.
        let (mut solved, mut case) = (0, 0);
        while solved < 10 {
            assert!(case < 400, "{name}: only {solved} have solutions");
            let text = Text::random(&mut rng, &[*make]);
            let expected = text.solutions();
            case += 1;
            if expected.is_empty() && 2 * solved < case {
                continue;
            }
            solved += usize::from(!expected.is_empty());
            let (written, strategy) = (text.text(""), STRATEGIES[case % 2]);
            assert_eq!(found(&written, strategy).0, expected, "{name} by {strategy}:\n{written}");
        }
    }
}

/// Each constraint over variables of very many values, or without bounds, until a later constraint says which they
/// have. What has results beyond 32 bits is left out.
#[test]
fn constraints_over_large_domains_mean_the_same() {
    for (number, (name, make)) in ALL.iter().enumerate().filter(|(_, one)| one.0 != "precedence") {
        let mut rng = Rng::with_seed(100 + number as u64);
        let mut read = 0;
        for case in 0.. {
            assert!(case < 200, "{name}: only {read} are read");
            let text = Text::random(&mut rng, &[*make]);
            let wide = ["-20..150000", "-infinity..+infinity"][case % 2];
            let (variables, kept) = text.variables.widened(wide);
            let written = text.with(&variables, &kept, "");
            // What precedes what may be said by the domains.
            if written.contains("<precedence") {
                continue;
            }
            if Xcsp3::read(&written).is_err() {
                assert!(wide.starts_with("-20"), "{}:\n{written}", Xcsp3::read(&written).err().expect("an error"));
                continue;
            }
            assert_eq!(found(&written, "backtrack").0, text.solutions(), "{name}:\n{written}");
            read += 1;
            if read == 4 {
                break;
            }
        }
    }
}

/// Constraints give bounds to variables that have none, in any order.
#[test]
fn bounds_follow_from_constraints() {
    let parts = [
        "<sum><list> x y </list><condition> (eq,z) </condition></sum>",
        "<intension> le(add(x,y),4) </intension>",
        "<intension> eq(w,mul(z,2)) </intension>",
        "<element><list> 5 7 </list><index> i </index><value> v </value></element>",
        "<regular><list> a </list><transitions> (s,3,t)(s,4,t) </transitions><start> s </start><final> t </final></regular>",
        "<extension><list> b c </list><supports> (1,2)(3,4) </supports></extension>",
        "<mdd><list> d </list><transitions> (s,8,t)(s,9,t) </transitions></mdd>",
        "<maximum><list> b c </list><condition> (eq,m) </condition></maximum>",
    ];
    let variables: String = ["z", "w", "i", "v", "a", "b", "c", "d", "m"]
        .iter()
        .map(|name| format!("<var id='{name}'> -infinity..+infinity </var>"))
        .collect();
    for rotated in 0..parts.len() {
        let constraints: String = parts[rotated..].iter().chain(&parts[..rotated]).copied().collect();
        let text = format!(
            "<instance><variables><var id='x'> 0..+infinity </var><var id='y'> 3..infinity </var>{variables}</variables>\n\
             <constraints>{constraints}</constraints></instance>"
        );
        let mut expected = BTreeSet::new();
        for (x, y) in [(0, 3), (0, 4), (1, 3)] {
            for ((i, v), a) in [(0, 5), (1, 7)].into_iter().cartesian_product([3, 4]) {
                for ((b, c), d) in [(1, 2), (3, 4)].into_iter().cartesian_product([8, 9]) {
                    expected.insert(vec![x, y, x + y, 2 * (x + y), i, v, a, b, c, d, c]);
                }
            }
        }
        assert_eq!(found(&text, "backtrack").0, expected, "{text}");
    }
}

/// Constraints over variables of two million values each make few variables and constraints.
#[test]
fn large_domains_make_small_models() {
    for constraint in [
        "<nValues><list> x[] </list><condition> (eq,n) </condition></nValues>",
        "<nValues><list> x[] </list><except> 3 </except><condition> (le,2) </condition></nValues>",
        "<allDifferent><list> x[] </list><except> 0 3 </except></allDifferent>",
        "<allEqual><list> x[] </list><except> 0 3 </except></allEqual>",
        "<precedence> x[] </precedence>",
        "<binPacking><list> x[] </list><sizes> 3 4 5 </sizes><condition> (ge,5) </condition></binPacking>",
        "<element><list> 3 50 1000000 </list><index> x[0] </index><value> x[1] </value></element>",
        "<channel> x[] </channel>",
        "<circuit> x[] </circuit>",
        "<cardinality><list> x[] </list><values> 3 4 </values><occurs> n 0..2 </occurs></cardinality>",
        "<maximum><list> x[] </list><condition> (ge,n) </condition></maximum>",
        "<extension><list> x[0] x[1] </list><supports> (1,2)(3,4) </supports></extension>",
        "<intension> eq(div(x[0],x[1]),x[2]) </intension>",
        "<intension> eq(mod(x[0],x[1]),x[2]) </intension>",
        "<ifThen><allDifferent> x[] </allDifferent><intension> ne(x[0],n) </intension></ifThen>",
    ] {
        let text = format!(
            "<instance><variables><array id='x' size='[3]'> 0..2000000 </array><var id='n'> 0..3 </var></variables>\n\
             <constraints>{constraint}</constraints></instance>"
        );
        let model = Xcsp3::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}")).make_model("model");
        let mentioned: usize = model.constraints().iter().map(|posted| posted.constraint.vars().count()).sum();
        assert!(model.variables().len() < 50 && mentioned < 200, "{constraint}: {mentioned}");
    }
}

/// Distances of values that are too many for a table are compared by sums.
#[test]
fn distances_of_many_values_are_compared() {
    for (place, (operator, bound)) in
        ["lt", "le", "ge", "gt", "eq", "ne"].into_iter().cartesian_product([-1, 0, 1, 57, 58]).enumerate()
    {
        for (is_turned, is_true) in [(false, true), (true, true), (false, false)] {
            let sides = if is_turned { format!("{bound},dist(x,y)") } else { format!("dist(x,y),{bound}") };
            let comparison = format!("{operator}({sides})");
            let text = if is_true { comparison } else { format!("not({comparison})") };
            let text = format!(
                "<instance><variables><var id='x'>0..1 3..60</var><var id='y'>-1..0 2..58</var></variables>\n\
                 <constraints><intension> {text} </intension></constraints></instance>"
            );
            let holds = |x: i64, y: i64| {
                let (one, other) = if is_turned { (bound, (x - y).abs()) } else { ((x - y).abs(), bound) };
                let holds = match operator {
                    "lt" => one < other,
                    "le" => one <= other,
                    "ge" => one >= other,
                    "gt" => one > other,
                    "eq" => one == other,
                    _ => one != other,
                };
                holds == is_true
            };
            let xs = (0..=60).filter(|&x| x != 2);
            let all = xs.cartesian_product((-1..=58).filter(|&y| y != 1));
            let expected = all.filter(|&(x, y)| holds(x, y)).map(|(x, y)| vec![x, y]).collect();
            assert_eq!(found(&text, STRATEGIES[place % 2]).0, expected, "{text}");
        }
    }
}

/// Several constraints together.
#[test]
fn random_texts_have_the_solutions_that_brute_force_finds() {
    for seed in rounds(200) {
        let mut rng = Rng::with_seed(seed);
        let makes: Vec<Make> = (0..rng.usize(1..=3)).map(|_| ALL[rng.usize(..ALL.len())].1).collect();
        let text = Text::random(&mut rng, &makes);
        let written = text.text("");
        let strategy = STRATEGIES[seed as usize % STRATEGIES.len()];
        assert_eq!(found(&written, strategy).0, text.solutions(), "{strategy}, seed {seed}:\n{written}");
    }
}

/// Objectives of each type, with constraints.
#[test]
fn random_objectives_have_the_optima_that_brute_force_finds() {
    for seed in rounds(80) {
        let mut rng = Rng::with_seed(seed);
        let make = ALL[rng.usize(..ALL.len())].1;
        let text = Text::random(&mut rng, &[make]);
        let is_largest = rng.bool();
        let (objective, value) = objective(&mut rng, &text.variables, is_largest);
        let written = text.text(&objective);
        let strategy = STRATEGIES[seed as usize % STRATEGIES.len()];
        let solutions: Vec<(Vec<i64>, i64)> =
            text.solutions().into_iter().filter_map(|values| value(&values).map(|of| (values, of))).collect();
        let values = solutions.iter().map(|solution| solution.1);
        let best = if is_largest { values.max() } else { values.min() };
        let optimal: BTreeSet<Vec<i64>> =
            solutions.iter().filter(|solution| Some(solution.1) == best).map(|solution| solution.0.clone()).collect();
        let (found, optimum) = found(&written, strategy);
        assert_eq!((found, optimum), (optimal, best), "{strategy}, seed {seed}:\n{written}");
    }
}

fn objective(rng: &mut Rng, variables: &Variables, is_largest: bool) -> (String, Value) {
    let name = if is_largest { "maximize" } else { "minimize" };
    let kind = rng.choice(["expression", "sum", "product", "minimum", "maximum", "nValues"]).expect("some");
    if kind == "expression" {
        let (text, value) = integer(rng, variables, 2);
        return (format!("<objectives><{name}> {text} </{name}></objectives>\n"), value);
    }
    let (text, all) = variables.list(rng, 3);
    let factors: Vec<i64> = (0..3).map(|_| if rng.bool() { rng.i64(-2..=3) } else { 1 }).collect();
    let is_weighted = rng.bool();
    let inner = match is_weighted {
        true => {
            let factors: Vec<String> = factors.iter().map(i64::to_string).collect();
            format!("<list>{text}</list><coeffs> {} </coeffs>", factors.join(" "))
        }
        false => text,
    };
    let value: Value = std::rc::Rc::new(move |values| {
        let x = super::random::of(&all, values)?;
        let x: Vec<i64> = x.iter().zip(&factors).map(|(x, factor)| if is_weighted { x * factor } else { *x }).collect();
        Some(match kind {
            "sum" => x.iter().sum(),
            "product" => x.iter().product(),
            "minimum" => *x.iter().min()?,
            "maximum" => *x.iter().max()?,
            _ => x.iter().collect::<BTreeSet<_>>().len() as i64,
        })
    });
    (format!("<objectives><{name} type=\"{kind}\"> {inner} </{name}></objectives>\n"), value)
}
