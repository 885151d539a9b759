//! The maps of exports: every name of the text that a solution gives a value is there, every name stands once, and what
//! they say is enough to read a solution.

use std::collections::{BTreeMap, BTreeSet};

use varisat::{ExtendFormula, Lit, Solver};

use cnfab::Problem;
use cnfab::encode::{Recipe, find_class};
use cnfab::format::{Export, FORMATS, find_format};
use cnfab::frontend::flatzinc::FlatZinc;
use cnfab::ilp;

/// Truth values that are replaced by atoms, equal variables, an array with entries of all kinds, gaps and constants.
const TEXT: &str = "\
var 1..5: x :: output_var;
var {1,2,4,7}: g :: output_var;
var -3..3: s :: output_var;
var bool: b :: output_var;
var bool: c :: output_var;
var bool: d :: output_var;
var 0..3: y :: output_var;
var 0..3: z :: output_var;
var 0..3: k :: output_var;
var 0..9: hidden;
array [1..4] of var int: all :: output_array([1..2, 0..1]) = [x, z, 5, hidden];
array [1..2] of var bool: truths :: output_array([1..2]) = [b, c];
constraint int_eq_reif(x, 2, b);
constraint bool_not(b, c);
constraint int_le_reif(y, 1, d);
constraint int_eq(y, z);
constraint int_eq(k, 2);
constraint int_lin_le([2, 3, 1, 1], [x, y, g, s], 14);
constraint int_lin_eq([1, 1, -1], [x, y, hidden], 0);
constraint int_lin_le([5, 4, 3, 1], [x, y, hidden, g], 60);
constraint int_lin_ne([1, 1], [g, s], 3);
solve satisfy;
";

fn export(problem: &FlatZinc, format: &str, recipe: &str) -> String {
    let model = problem.make_model("model");
    let recipe: Recipe = recipe.parse().expect("a recipe");
    let aliases = problem.aliases("model");
    let (model, ilp) = (&model, ilp::DEFAULT);
    let export =
        Export { model, recipe: &recipe, aliases: &aliases, ilp, instance: "", kind: "", view: "", comments: false };
    let mut text = Vec::new();
    (find_format(format).expect("a format").write)(&export, &mut text).expect("it can be stated");
    String::from_utf8(text).expect("UTF-8")
}

/// The comments of a file that begin with the word, without it.
fn comments<'t>(text: &'t str, word: &str) -> Vec<&'t str> {
    let comment = |line: &'t str| line.strip_prefix("c ").or(line.strip_prefix("* ")).or(line.strip_prefix("\\ "));
    text.lines().filter_map(comment).filter_map(|line| line.strip_prefix(&format!("{word} "))).collect()
}

#[test]
fn every_output_is_in_the_map_and_every_name_is_there_once() {
    let problem = FlatZinc::read(TEXT).expect("FlatZinc");
    let outputs: Vec<String> = "x g s b c d y z k all[1,0] all[1,1] all[2,0] all[2,1] truths[1] truths[2]"
        .split(' ')
        .map(str::to_owned)
        .collect();
    let mut recipes: Vec<String> = find_class("domain").unwrap().parts();
    recipes.extend(find_class("linear").unwrap().parts());
    recipes.retain(|recipe| !recipe.contains("subset"));
    for format in FORMATS {
        for recipe in &recipes {
            let text = export(&problem, format.name, recipe);
            let first = |line: &str| line.split(' ').next().unwrap_or("").to_owned();
            let mut told: Vec<String> =
                ["fixed", "domain", "alias"].iter().flat_map(|word| comments(&text, word)).map(first).collect();
            told.sort();
            for output in &outputs {
                let times = told.iter().filter(|&name| name == output).count();
                assert_eq!(times, 1, "{output} in {} with {recipe}:\n{text}", format.name);
            }
            let twice = told.windows(2).find(|pair| pair[0] == pair[1]);
            assert_eq!(twice, None, "in {} with {recipe}:\n{text}", format.name);
            let meanings: Vec<&str> =
                comments(&text, "map").iter().map(|line| line.split_once(' ').expect("a meaning").1).collect();
            let mut seen = BTreeSet::new();
            assert!(meanings.iter().all(|name| seen.insert(*name)), "{} with {recipe}:\n{text}", format.name);
        }
    }
}

/// The values that a line `domain` lists.
fn domain(line: &str) -> (String, Vec<i64>) {
    let mut words = line.split(' ');
    let name = words.next().expect("a name").to_owned();
    let range = |word: &str| {
        let (low, high) = word.split_once("..").unwrap_or((word, word));
        low.parse::<i64>().expect("a number")..=high.parse().expect("a number")
    };
    (name, words.flat_map(range).collect())
}

/// The values of the names of a file in a model of its formula, by what its comments say of them.
fn values(text: &str, is: &dyn Fn(i64) -> bool) -> BTreeMap<String, i64> {
    let domains: BTreeMap<String, Vec<i64>> = comments(text, "domain").into_iter().map(domain).collect();
    let mut left = domains.clone();
    let mut positions: BTreeMap<String, usize> = BTreeMap::new();
    for line in comments(text, "map") {
        let (number, meaning) = line.split_once(' ').expect("a meaning");
        let truth = is(number.parse().expect("a number"));
        if let [name, relation, value] = meaning.split(' ').collect::<Vec<_>>()[..] {
            let value: i64 = value.parse().expect("a number");
            let holds = |other: &i64| if relation == "=" { *other == value } else { *other <= value };
            left.get_mut(name).expect("a variable with a domain").retain(|other| holds(other) == truth);
        } else if let Some((name, bit)) = meaning.split_once(".bit[")
            && domains.contains_key(name)
        {
            let bit: usize = bit.split(',').next().expect("a number").parse().expect("a number");
            *positions.entry(name.to_owned()).or_default() += usize::from(truth) << bit;
        }
    }
    let mut values: BTreeMap<String, i64> = BTreeMap::new();
    for (name, domain) in &domains {
        let left = positions.get(name).map_or(left[name].clone(), |&position| vec![domain[position]]);
        assert_eq!(left.len(), 1, "the map tells the value of {name}: {left:?}");
        values.insert(name.clone(), left[0]);
    }
    for line in comments(text, "fixed") {
        let (name, value) = line.split_once(" = ").expect("a value");
        values.insert(name.to_owned(), value.parse().expect("a number"));
    }
    for line in comments(text, "alias") {
        let value = match line.split(' ').collect::<Vec<_>>()[..] {
            [_, "=", other] => values[other],
            [_, "<=>", var, relation, value] => {
                let (var, value) = (values[var], value.parse::<i64>().expect("a number"));
                i64::from(match relation {
                    "=" => var == value,
                    "!=" => var != value,
                    "<=" => var <= value,
                    _ => var > value,
                })
            }
            _ => panic!("{line}"),
        };
        values.insert(line.split(' ').next().expect("a name").to_owned(), value);
    }
    values
}

/// True if the values of the names are a solution of the text, from its meaning alone.
fn is_solution(of: &BTreeMap<String, i64>) -> bool {
    let v = |name: &str| of[name];
    let hidden = v("all[2,1]");
    let aliases = v("all[1,0]") == v("x") && v("all[1,1]") == v("z") && v("all[2,0]") == 5;
    let truths = v("truths[1]") == v("b") && v("truths[2]") == v("c");
    aliases
        && truths
        && (v("b") == 1) == (v("x") == 2)
        && v("c") == 1 - v("b")
        && (v("d") == 1) == (v("y") <= 1)
        && v("y") == v("z")
        && v("k") == 2
        && 2 * v("x") + 3 * v("y") + v("g") + v("s") <= 14
        && v("x") + v("y") == hidden
        && 5 * v("x") + 4 * v("y") + 3 * hidden + v("g") <= 60
        && v("g") + v("s") != 3
}

/// The number of solutions of the text, by its meaning alone.
fn solutions() -> usize {
    let mut count = 0;
    for (x, y) in (1..=5).flat_map(|x| (0..=3).map(move |y| (x, y))) {
        for (g, s) in [1, 2, 4, 7].into_iter().flat_map(|g| (-3..=3).map(move |s| (g, s))) {
            let holds = 2 * x + 3 * y + g + s <= 14 && 5 * x + 4 * y + 3 * (x + y) + g <= 60 && g + s != 3;
            count += usize::from(holds && x + y <= 9);
        }
    }
    count
}

#[test]
fn solutions_can_be_read_by_the_map_alone() {
    let problem = FlatZinc::read(TEXT).expect("FlatZinc");
    for part in ["direct", "direct-order", "log", "order"] {
        let text = export(&problem, "dimacs", &format!("domain={part},linear=adder"));
        let clauses = text.lines().filter(|line| !line.starts_with(['c', 'p']));
        let mut solver = Solver::new();
        for clause in clauses {
            let numbers = clause.split(' ').map(|word| word.parse::<isize>().expect("a literal"));
            let lits: Vec<Lit> = numbers.filter(|&number| number != 0).map(Lit::from_dimacs).collect();
            solver.add_clause(&lits);
        }
        let shown: Vec<isize> = comments(&text, "p show")[0]
            .split(' ')
            .map(|word| word.parse().expect("a number"))
            .filter(|&n| n != 0)
            .collect();
        let mut found = BTreeSet::new();
        while solver.solve().expect("no limit") {
            let model: BTreeSet<isize> = solver.model().expect("a model").into_iter().map(Lit::to_dimacs).collect();
            let values = values(&text, &|number| model.contains(&(number as isize)));
            assert!(is_solution(&values), "{part}: {values:?}");
            found.insert(values);
            let differs: Vec<Lit> = shown
                .iter()
                .map(|&number| Lit::from_dimacs(if model.contains(&number) { -number } else { number }))
                .collect();
            solver.add_clause(&differs);
        }
        assert_eq!(found.len(), solutions(), "{part}");
    }
}
