//! Statements of exports besides the constraints: cubes that share the work, and the projection of integer programs.
//!
//! Files are read by the small readers here, and their solutions are listed by plain search: nothing of ours is
//! between.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use varisat::{ExtendFormula, Lit, Solver};

use cnfab::audit::solutions;
use cnfab::encode::{Recipe, domain};
use cnfab::format::{Export, FORMATS, find_format};
use cnfab::frontend::FRONT_ENDS;
use cnfab::ilp::{self, Formulation};
use cnfab::model::{Cmp, Model};

fn export(model: &Model, format: &str, recipe: &str, ilp: &'static dyn Formulation) -> String {
    let recipe: Recipe = recipe.parse().expect("a recipe");
    let export =
        Export { model, recipe: &recipe, aliases: &[], ilp, instance: "", kind: "", view: "", comments: false };
    let mut text = Vec::new();
    (find_format(format).expect("a format").write)(&export, &mut text).expect("it can be stated");
    String::from_utf8(text).expect("UTF-8")
}

/// A model from a puzzle file.
fn puzzle(path: &str, view: &str) -> Model {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("models").join(path);
    let text = std::fs::read_to_string(&path).expect("a file");
    crate::corpus::read(&path, &text).1[0].model(view).expect("the view")
}

/// Models with hidden variables, gaps in domains, variables that are fixed, and without a choice.
fn models() -> Vec<(&'static str, Model)> {
    let mut gaps = Model::new();
    let [x, y, z] = ["x", "y", "z"].map(|name| gaps.var(name, vec![-7, -1, 0, 3, 9]));
    gaps.all_different("different", [x, y, z]);
    gaps.linear("sum", [(1, x), (2, y), (-1, z)], Cmp::Le, 3);
    gaps.show(&[y, x]);
    let mut two = Model::new();
    let [a, b, c] = ["a", "b", "c"].map(|name| two.var(name, vec![2, 5]));
    two.clause("some", [a.is(5), b.is(5), c.is(2)]);
    let mut fixed = Model::new();
    let shown = fixed.var("shown", 4);
    let hidden = fixed.var("hidden", 1..=3);
    fixed.clause("not", [hidden.is_not(2)]);
    fixed.show(&[shown]);
    let mut free = Model::new();
    free.var("free", 0..=1);
    let mut none = Model::new();
    let only = none.var("only", 1..=2);
    none.clause("no", [only.is(1)]);
    none.clause("yes", [only.is(2)]);
    vec![
        ("gaps", gaps),
        ("two", two),
        ("fixed", fixed),
        ("free", free),
        ("none", none),
        ("nothing", Model::new()),
        ("couples by guest", puzzle("seating/couples-in-a-row-2.txt", "guest")),
        ("couples by seat", puzzle("seating/couples-in-a-row-2.txt", "seat")),
        ("either-or", puzzle("seating/either-or.txt", "guest")),
    ]
}

/// The number of solutions, by trying everything.
fn count(model: &Model) -> usize {
    let all = solutions(model, 10_000_000, 10_000_000).expect("few solutions");
    let shown = model.shown();
    let project = |solution: &Vec<i32>| shown.iter().map(|var| solution[var.index()]).collect::<Vec<_>>();
    all.iter().map(project).collect::<BTreeSet<_>>().len()
}

#[test]
fn cubes_share_the_solutions_in_every_domain_encoding() {
    for (name, model) in models() {
        let expected = count(&model);
        for encoding in domain::ALL {
            let text = export(&model, "icnf", &format!("domain={}", encoding.name()), ilp::DEFAULT);
            let numbers = |line: &str| -> Vec<i32> {
                let words = line.split_whitespace().filter_map(|word| word.parse().ok());
                words.filter(|&number| number != 0).collect()
            };
            let starting = |mark: &'static str| text.lines().filter_map(move |line| line.strip_prefix(mark));
            let shown: Vec<i32> = starting("c p show").flat_map(numbers).collect();
            let cubes: Vec<Vec<i32>> = starting("a ").map(numbers).collect();
            assert!(!cubes.is_empty(), "{name}, {}: a cube even if there is no choice", encoding.name());
            let clauses: Vec<Vec<i32>> =
                text.lines().filter(|line| !line.starts_with(['a', 'c', 'p'])).map(numbers).collect();
            let of_cube = |cube: &Vec<i32>| {
                let mut solver = Solver::new();
                let lits = |numbers: &[i32]| numbers.iter().map(|&n| Lit::from_dimacs(n as isize)).collect::<Vec<_>>();
                clauses.iter().for_each(|clause| solver.add_clause(&lits(clause)));
                cube.iter().for_each(|&lit| solver.add_clause(&lits(&[lit])));
                shown.iter().for_each(|&number| solver.add_clause(&lits(&[number, -number])));
                let mut found = BTreeSet::new();
                while solver.solve().expect("no limit") {
                    let model: BTreeSet<Lit> = solver.model().expect("a model").into_iter().collect();
                    let is = |number: i32| model.contains(&Lit::from_dimacs(number as isize));
                    let values: Vec<i32> = shown.iter().map(|&n| if is(n) { n } else { -n }).collect();
                    solver.add_clause(&lits(&values.iter().map(|&lit| -lit).collect::<Vec<_>>()));
                    found.insert(values);
                }
                found
            };
            let found: Vec<BTreeSet<Vec<i32>>> = cubes.iter().map(of_cube).collect();
            let sum: usize = found.iter().map(BTreeSet::len).sum();
            let all: BTreeSet<&Vec<i32>> = found.iter().flatten().collect();
            assert_eq!((sum, all.len()), (expected, expected), "{name}, {}", encoding.name());
        }
    }
}

/// A program as its file states it.
#[derive(Debug, Default, PartialEq)]
struct Program {
    columns: usize,
    rows: Vec<(BTreeMap<usize, i64>, &'static str, i64)>,
    hidden: BTreeSet<usize>,
}

/// The number of a column, from 1: `x17`, `x17_cell_2`.
fn number(name: &str) -> usize {
    name[1..].split('_').next().and_then(|digits| digits.parse().ok()).unwrap_or_else(|| panic!("no column: {name}"))
}

fn cmp(text: &str) -> &'static str {
    ["<=", ">=", "="].into_iter().find(|cmp| *cmp == text).unwrap_or_else(|| panic!("no comparison: {text}"))
}

impl Program {
    /// Notes a comment about a column.
    fn map(&mut self, comment: &str) {
        if let Some(rest) = comment.trim().strip_prefix("map ") {
            self.columns += 1;
            assert_eq!(number(rest.split(' ').next().expect("a column")), self.columns);
            if rest.ends_with(" hidden") {
                self.hidden.insert(self.columns);
            }
        }
    }

    fn opb(text: &str) -> (Self, BTreeSet<usize>) {
        let (mut made, mut shown) = (Program::default(), BTreeSet::new());
        for line in text.lines() {
            if let Some(comment) = line.strip_prefix('*') {
                made.map(comment);
                if let Some(rest) = comment.strip_prefix(" ind ") {
                    assert!(rest.ends_with(" 0"), "{line}");
                    shown.extend(rest.trim_end_matches(" 0").split(' ').map(|n| n.parse::<usize>().expect("a number")));
                }
                continue;
            }
            let words: Vec<&str> = line.split_whitespace().collect();
            let [terms @ .., compared, rhs, ";"] = &words[..] else { panic!("{line}") };
            let terms = terms.chunks(2).map(|term| (number(term[1]), term[0].parse().expect("a coefficient")));
            made.rows.push((terms.collect(), cmp(compared), rhs.parse().expect("a number")));
        }
        (made, shown)
    }

    fn lp(text: &str) -> Self {
        let mut made = Program::default();
        text.lines().filter_map(|line| line.strip_prefix('\\')).for_each(|comment| made.map(comment));
        let rows = text.split_once("Subject To\n").expect("rows").1;
        let rows = rows.split("Bounds\n").next().and_then(|rows| rows.split("Binaries\n").next()).expect("rows");
        let words: Vec<&str> = rows.split_whitespace().collect();
        let mut starts: Vec<usize> = (0..words.len()).filter(|&i| words[i].ends_with(':')).collect();
        starts.push(words.len());
        for ends in starts.windows(2) {
            let [terms @ .., compared, rhs] = &words[ends[0] + 1..ends[1]] else { panic!("{rows}") };
            let (mut row, mut coefficient) = (BTreeMap::new(), 1);
            for word in terms {
                match *word {
                    "+" => coefficient = 1,
                    "-" => coefficient = -1,
                    word if word.starts_with('x') => drop(row.insert(number(word), coefficient)),
                    word => coefficient *= word.parse::<i64>().expect("a number"),
                }
            }
            made.rows.push((row, cmp(compared), rhs.parse().expect("a number")));
        }
        made
    }

    fn mps(text: &str) -> Self {
        let mut made = Program::default();
        let (mut section, mut names) = ("", Vec::new());
        for line in text.lines() {
            if let Some(comment) = line.strip_prefix('*') {
                made.map(comment);
                continue;
            }
            let words: Vec<&str> = line.split_whitespace().collect();
            let row = |name: &str| names.iter().position(|&other| other == name);
            match (section, &words[..]) {
                (_, [title, ..]) if !line.starts_with(' ') => section = title,
                ("ROWS", [letter, name]) => {
                    let cmp = match *letter {
                        "L" => "<=",
                        "E" => "=",
                        "G" => ">=",
                        _ => continue,
                    };
                    names.push(*name);
                    made.rows.push((BTreeMap::new(), cmp, 0));
                }
                ("COLUMNS", [_, "'MARKER'", _]) | ("BOUNDS", _) => {}
                ("COLUMNS", [column, name, value]) => {
                    if let Some(row) = row(name) {
                        made.rows[row].0.insert(number(column), value.parse().expect("a number"));
                    }
                }
                ("RHS", [_, name, value]) => {
                    made.rows[row(name).expect("a row")].2 = value.parse().expect("a number");
                }
                _ => panic!("{section}: {line}"),
            }
        }
        made
    }

    /// The same with `>=` for `<=`, and without rows that always hold.
    fn normal(mut self) -> Self {
        for (row, cmp, rhs) in &mut self.rows {
            if *cmp == "<=" {
                row.values_mut().for_each(|coefficient| *coefficient = -*coefficient);
                (*cmp, *rhs) = (">=", -*rhs);
            }
        }
        self.rows.retain(|(row, cmp, rhs)| *cmp != ">=" || row.values().map(|&c| c.min(0)).sum::<i64>() < *rhs);
        self
    }

    /// All solutions, by giving one column after the other a value as long as each row can still hold.
    fn solutions(&self) -> Vec<Vec<bool>> {
        let possible = |values: &[bool]| {
            self.rows.iter().all(|(row, cmp, rhs)| {
                let (mut low, mut high) = (0, 0);
                for (&column, &coefficient) in row {
                    match values.get(column - 1) {
                        Some(&is) => {
                            (low, high) = (low + coefficient * i64::from(is), high + coefficient * i64::from(is))
                        }
                        None => (low, high) = (low + coefficient.min(0), high + coefficient.max(0)),
                    }
                }
                (*cmp == ">=" || low <= *rhs) && (*cmp == "<=" || high >= *rhs)
            })
        };
        let mut open: Vec<Vec<bool>> = vec![Vec::new()];
        let mut found = Vec::new();
        while let Some(values) = open.pop().filter(|_| self.columns > 0) {
            if !possible(&values) {
                continue;
            }
            if values.len() == self.columns {
                found.push(values);
                continue;
            }
            for is in [false, true] {
                open.push([&values[..], &[is]].concat());
            }
        }
        found
    }
}

/// True if small domains have columns of integers.
fn is_integer(formulation: &dyn ilp::Formulation) -> bool {
    formulation.has_numbers()
}

#[test]
fn solutions_of_programs_by_their_shown_columns_are_those_of_the_model() {
    let mut more = false;
    for (name, model) in models() {
        for formulation in ilp::FORMULATIONS.iter().filter(|formulation| !is_integer(**formulation)) {
            let text = |format: &str| export(&model, format, "default", *formulation);
            let (opb, shown) = Program::opb(&text("opb"));
            let opb = opb.normal();
            assert_eq!(Program::lp(&text("lp")).normal(), opb, "{name}");
            assert_eq!(Program::mps(&text("mps")).normal(), opb, "{name}");
            // Counters take an empty projection for none.
            assert!(!shown.is_empty(), "{name}");
            let not_hidden: BTreeSet<usize> = (1..=opb.columns).filter(|column| !opb.hidden.contains(column)).collect();
            assert_eq!(shown, not_hidden, "{name}");
            let all = opb.solutions();
            let project = |values: &Vec<bool>| shown.iter().map(|&column| values[column - 1]).collect::<Vec<_>>();
            let projected: BTreeSet<Vec<bool>> = all.iter().map(project).collect();
            assert_eq!(projected.len(), count(&model), "{name}, {}", formulation.name());
            more |= projected.len() < all.len();
        }
    }
    assert!(more, "some model has more solutions than its projection");
}

#[test]
fn programs_with_integers_are_read_back() {
    let formulation = *ilp::FORMULATIONS.iter().find(|formulation| is_integer(**formulation)).expect("registered");
    let (mut general, mut refused) = (0, 0);
    for (name, model) in models() {
        for format in ["lp", "mps"] {
            let text = export(&model, format, "default", formulation);
            let front_end = FRONT_ENDS.iter().find(|front_end| front_end.name == format).expect("registered");
            let problem = (front_end.read)(&text).unwrap_or_else(|why| panic!("{why}\n{text}"));
            let read = problem.make_model("model");
            general += usize::from(read.vars().any(|var| read.domain(var).len() > 2));
            assert_eq!(count(&read), count(&model), "{name} as {format}: {text}");
        }
        let recipe = Recipe::default();
        let export = Export {
            model: &model,
            recipe: &recipe,
            aliases: &[],
            ilp: formulation,
            instance: "",
            kind: "",
            view: "",
            comments: false,
        };
        let written = (find_format("opb").expect("a format").write)(&export, &mut Vec::new());
        refused += usize::from(written.is_err_and(|why| why.to_string().contains("OPB has 0/1 variables alone")));
    }
    assert!(general > 1 && refused > 0, "{general} with integers, {refused} refused as OPB");
}

#[test]
fn lp_has_a_row_and_names_all_columns_in_order() {
    for (name, model) in models() {
        let text = export(&model, "lp", "default", ilp::DEFAULT);
        let (objective, rows) = text.split_once("Subject To\n").expect("rows");
        assert!(rows.trim_start().starts_with("c1"), "{name}: {text}");
        let objective = objective.split_once("obj:").expect("an objective").1;
        let named: Vec<usize> = objective.split_whitespace().filter(|word| word.starts_with('x')).map(number).collect();
        assert_eq!(named, (1..=Program::lp(&text).columns).collect::<Vec<_>>(), "{name}");
    }
}

#[test]
fn formats_are_found_by_their_other_names() {
    let (_, model) = models().remove(0);
    assert_eq!(export(&model, "cnf", "default", ilp::DEFAULT), export(&model, "dimacs", "default", ilp::DEFAULT));
    let mut names: Vec<&str> = FORMATS.iter().map(|format| format.name).collect();
    names.extend(FORMATS.iter().flat_map(|format| format.aliases));
    let different: BTreeSet<&str> = names.iter().copied().collect();
    assert_eq!(different.len(), names.len());
    assert!(find_format("cnff").map(|format| format.name).unwrap_err().to_string().contains("did you mean 'cnf'?"));
}
