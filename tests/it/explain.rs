//! Explanations: each step is checked by a solver that sees its rules, what was known before, and nothing else.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use cnfab::construct::{End, Explanation, ExplanationStep, Extent, RulePart, conflict, explain, technique};
use cnfab::model::{Atom, AtomRelation, Clause, Cmp, Constraint, Domain, Linear, Model, Table, Var};
use cnfab::puzzle::{KINDS, Kind, Puzzle};
use cnfab::solve::{Budget, Encodings, Strategy};

use crate::corpus::{instances, read};

/// A model over facts: what goes without a rule, some rules, and what is known.
struct Check<'p> {
    own: &'p Model,
    model: Model,
    /// For each variable and value the 0/1 variable that says so.
    facts: BTreeMap<(Var, i32), Var>,
}

impl<'p> Check<'p> {
    fn new(own: &'p Model) -> Self {
        let mut check = Check { own, model: Model::new(), facts: BTreeMap::new() };
        for var in own.vars() {
            for value in own.domain(var).values() {
                let fact = check.model.var(format!("{}={value}", own.name(var)), 0..=1);
                check.facts.insert((var, value), fact);
            }
            let values: Vec<Atom> = own.domain(var).values().map(|value| check.facts[&(var, value)].is(1)).collect();
            // A 0/1 variable is one fact, and a variable with one value is given.
            let is_boolean = *own.domain(var) == Domain::from(0..=1);
            let cmp = if is_boolean || values.len() == 1 { Cmp::Eq } else { Cmp::Le };
            check.model.count("free", values, cmp, 1);
        }
        for posted in own.constraints() {
            match &posted.constraint {
                Constraint::AllDifferent(all) => {
                    let mut places: BTreeMap<i32, Vec<Atom>> = BTreeMap::new();
                    for (&(var, value), fact) in &check.facts {
                        if all.0.contains(&var) {
                            places.entry(value).or_default().push(fact.is(1));
                        }
                    }
                    places.into_values().for_each(|atoms| check.model.at_most("free", 1, atoms));
                }
                Constraint::Cardinality(count) if count.cmp != Cmp::Ge && count.k == 1 => {
                    let atoms: Vec<Atom> = count.atoms.iter().filter_map(|&atom| check.atom(atom)).collect();
                    check.model.at_most("free", 1, atoms);
                }
                _ => {}
            }
        }
        check
    }

    /// The atom over facts; `None` for a value that the variable cannot have, which no model here asks not to be had.
    fn atom(&self, atom: Atom) -> Option<Atom> {
        let is = atom.relation == AtomRelation::Eq;
        let fact = self.facts.get(&(atom.var, atom.value));
        assert!(is || fact.is_some());
        Some(fact?.is(i32::from(is)))
    }

    fn know(&mut self, atom: Atom) {
        let atom = self.atom(atom).expect("a fact about a value");
        self.model.clause("known", [atom]);
    }

    fn rule(&mut self, part: RulePart) {
        match part {
            RulePart::SomeValue(var) => {
                let values: Vec<Atom> =
                    self.own.domain(var).values().map(|value| self.facts[&(var, value)].is(1)).collect();
                self.model.clause("value", values);
            }
            RulePart::SomePlace(constraint, value) => {
                let vars = self.own.constraints()[constraint].constraint.vars();
                let places: Vec<Atom> = vars.filter_map(|var| Some(self.facts.get(&(var, value))?.is(1))).collect();
                self.model.clause("place", places);
            }
            RulePart::Constraint(constraint) => {
                let posted = &self.own.constraints()[constraint];
                assert!(posted.when.is_empty());
                match &posted.constraint {
                    Constraint::Cardinality(count) => {
                        let atoms: Vec<Atom> = count.atoms.iter().filter_map(|&atom| self.atom(atom)).collect();
                        self.model.count("rule", atoms, count.cmp, count.k);
                    }
                    Constraint::Clause(clause) => {
                        let atoms: Vec<Atom> = clause.0.iter().filter_map(|&atom| self.atom(atom)).collect();
                        self.model.clause("rule", atoms);
                    }
                    Constraint::Table(table) => {
                        let vars = table.vars.iter().map(|&var| self.value(var)).collect();
                        self.model.post("rule", Table { vars, relation: table.relation.clone() });
                    }
                    Constraint::Linear(sum) => {
                        let terms = sum.terms.iter().map(|&(factor, var)| (factor, self.value(var))).collect();
                        self.model.post("rule", Linear { terms, cmp: sum.cmp, rhs: sum.rhs });
                    }
                    other => panic!("a rule that is {other:?}"),
                }
            }
        }
    }

    /// A variable with a value that the facts say.
    fn value(&mut self, var: Var) -> Var {
        let count = self.model.variables().len();
        let value = self.model.var(format!("value[{count}]"), self.own.domain(var).clone());
        for number in self.own.domain(var).to_vec() {
            self.model.post("value", Clause(vec![value.is_not(number), self.facts[&(var, number)].is(1)]));
        }
        value
    }

    fn has_solution(&self) -> bool {
        let backend = Strategy::parse("sat:varisat").expect("registered").backend(&Encodings::default());
        let mut found = false;
        let report = backend.solve(&self.model, &Budget::unlimited(), &mut |_| {
            found = true;
            ControlFlow::Break(())
        });
        report.expect("clauses for every model");
        found
    }
}

/// True if facts and rules leave a solution without one of some facts.
fn leaves(own: &Model, known: &[Atom], rules: &[&[RulePart]], without: &[Atom]) -> bool {
    let mut check = Check::new(own);
    known.iter().for_each(|&atom| check.know(atom));
    rules.iter().flat_map(|parts| parts.iter()).for_each(|&part| check.rule(part));
    let missing: Vec<Atom> = without.iter().filter_map(|&atom| check.atom(!atom)).collect();
    check.model.clause("missing", missing);
    check.has_solution()
}

fn check_step(own: &Model, known: &[Atom], step: &ExplanationStep, name: &str) {
    let rules: Vec<&[RulePart]> = step.rules.iter().map(|rule| &rule.parts[..]).collect();
    let facts: Vec<Atom> = step.facts.iter().map(|fact| fact.atom).collect();
    assert!(!leaves(own, known, &rules, &facts), "{name}: something does not follow: {step:?}");
    for left_out in 0..rules.len() {
        let mut others = rules.clone();
        others.remove(left_out);
        let name_of = &step.rules[left_out].name;
        assert!(leaves(own, known, &others, &facts[..1]), "{name}: {name_of} is not needed: {step:?}");
    }
}

fn explained(puzzle: &dyn Puzzle, view: &str) -> Explanation {
    explain(puzzle, view, Extent::default(), &Budget::unlimited()).expect("no limit")
}

/// Explains a puzzle and checks every step, and that the steps lead to the only solution if there is one.
fn check(puzzle: &dyn Puzzle, view: &str, name: &str) -> Explanation {
    let explanation = explained(puzzle, view);
    let own = puzzle.make_model(view);
    let mut known: Vec<Atom> = Vec::new();
    for step in &explanation.steps {
        assert!(!step.facts.is_empty() && !step.rules.is_empty(), "{name}: {step:?}");
        assert_eq!(technique(&step.technique).as_ref(), Ok(&step.technique), "{name}: a name that can be asked for");
        assert!(step.facts.iter().all(|fact| !known.contains(&fact.atom)), "{name}: known before: {step:?}");
        check_step(&own, &known, step, name);
        known.extend(step.facts.iter().map(|fact| fact.atom));
    }
    let mut solutions = Vec::new();
    let backend = Strategy::parse("sat:batsat").expect("registered").backend(&Encodings::default());
    let report = backend.solve(&own, &Budget::unlimited(), &mut |solution| {
        solutions.push(puzzle.output(view, solution));
        if solutions.len() == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    report.expect("clauses for every model");
    match (&solutions[..], &explanation.end) {
        ([], End::NoSolution) | ([_, _, ..], End::Open) => {}
        ([only], End::Solved(found)) => assert_eq!(only, found, "{name}"),
        (solutions, end) => panic!("{name}: {} solutions, but {end:?}", solutions.len()),
    }
    explanation
}

/// Checks the smallest instances of some kinds, with one solution, several and none.
fn check_kinds(kinds: &[&Kind]) {
    for kind in kinds {
        let view = kind.views[0].0;
        let mut all = Vec::new();
        for path in instances(kind.name) {
            let text = std::fs::read_to_string(&path).expect("UTF-8");
            let puzzle = read(&path, &text).1.remove(0);
            let values: usize = puzzle.make_model(view).variables().iter().map(|variable| variable.domain.len()).sum();
            all.push((values, path.display().to_string(), puzzle));
        }
        all.sort_by(|a, b| (a.0, &a.1).cmp(&(b.0, &b.1)));
        for (_, name, puzzle) in all.iter().take(MOST_CHECKED) {
            check(puzzle.as_ref(), view, name);
        }
        for (other, _) in &kind.views[1..] {
            check(all[0].2.as_ref(), other, &format!("{} in view {other}", all[0].1));
        }
    }
}

#[test]
fn a_variable_says_what_the_output_has() {
    for kind in KINDS {
        let paths = instances(kind.name);
        let puzzles = paths.iter().take(8).map(|path| {
            let text = std::fs::read_to_string(path).expect("UTF-8");
            read(path, &text).1.remove(0)
        });
        let mut checked = 0;
        for puzzle in puzzles {
            for &(view, _) in kind.views {
                let model = puzzle.make_model(view);
                let backend = Strategy::parse("auto").expect("registered").backend(&Encodings::default());
                let limit = Budget::within(std::time::Duration::from_secs(2));
                let report = backend.solve(&model, &limit, &mut |solution| {
                    let output = puzzle.output(view, solution);
                    for (number, &var) in model.shown().iter().enumerate() {
                        let (positions, value) = puzzle.entry(view, number, solution[var]);
                        let found: Vec<i32> = positions.iter().map(|&position| output.0[position]).collect();
                        assert!(!found.is_empty() && found.iter().all(|&one| one == value), "{} {view}", kind.name);
                    }
                    checked += 1;
                    ControlFlow::Break(())
                });
                report.expect("a strategy for every model");
            }
        }
        assert!(checked >= kind.views.len(), "{}", kind.name);
    }
}

/// The most instances of a kind that are checked.
const MOST_CHECKED: usize = 3;

fn quarter(number: usize) -> Vec<&'static Kind> {
    KINDS.iter().skip(number).step_by(4).collect()
}

#[test]
fn every_step_follows_from_its_rules_alone_and_needs_them_all() {
    check_kinds(&quarter(0));
}

#[test]
fn every_step_of_other_kinds_does() {
    check_kinds(&quarter(1));
}

#[test]
fn every_step_of_a_third_quarter_of_the_kinds_does() {
    check_kinds(&quarter(2));
}

#[test]
fn every_step_of_the_last_quarter_of_the_kinds_does() {
    check_kinds(&quarter(3));
}

fn puzzle(text: &str) -> Box<dyn Puzzle> {
    cnfab::puzzle::read(text, &|_| unreachable!("no other file")).expect("a puzzle").1.remove(0)
}

/// That two lines of a Binairo differ is one rule of many constraints, named after the lines of these.
#[test]
fn rules_of_many_constraints_are_named_after_them() {
    let puzzle = puzzle("kind: binairo\n\n1.....\n......\n..00..\n.....0\n...0.0\n....1.\n");
    let model = puzzle.make_model("cell");
    let explanation = check(puzzle.as_ref(), "cell", "binairo");
    let rules = explanation.steps.iter().flat_map(|step| &step.rules);
    let mut named = 0;
    for rule in rules.filter(|rule| rule.name.ends_with(" differ")) {
        named += 1;
        let constraints = rule.parts.iter().filter_map(|part| match part {
            RulePart::Constraint(number) => Some(&model.constraints()[*number].constraint),
            RulePart::SomeValue(_) | RulePart::SomePlace(..) => None,
        });
        let names = constraints.flat_map(|constraint| constraint.vars().collect::<Vec<Var>>());
        // `rows[3,6,1]` says whether rows 3 and 6 differ in their first cell.
        let mut hidden = names.map(|var| model.name(var)).filter(|name| !name.starts_with("cell")).peekable();
        assert!(hidden.peek().is_some(), "{rule:?}");
        for name in hidden {
            let words: Vec<&str> = name.split(['[', ',', ']']).collect();
            assert_eq!(rule.name, format!("{} {} and {} differ", words[0], words[1], words[2]), "{rule:?}");
        }
    }
    assert!(named >= 4, "{named} rules");
}

#[test]
fn what_contradicts_the_clues_has_each_rule_once() {
    let puzzle = puzzle("kind: binairo\n\n101001\n010011\n101100\n011010\n100101\n010110\n");
    let found = conflict(puzzle.as_ref(), "cell", &Budget::unlimited()).expect("no limit").expect("a contradiction");
    let names: Vec<&str> = found.rules.iter().map(|rule| &*rule.name).collect();
    assert_eq!((found.clues.len(), &names[..]), (12, &["columns 2 and 5 differ"][..]));
}
