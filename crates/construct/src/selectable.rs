//! A puzzle's model in which each clue, and if wanted each rule, holds under a condition of its own.
//!
//! No kind has to state its clues twice. The model without clues is compared with the model that has one clue: where a
//! domain got smaller, or a constraint was added, that is what the clue states. It is posted again under a condition
//! (half-reification: T. Feydy, Z. Somogyi, P. J. Stuckey, "Half reification and flattening", CP 2011). Constraints
//! that the clue made weaker or superfluous stay as they are without it; they still follow from the rules.
//!
//! A clue that gives a cell its value needs no condition: it is the atom of that value.

use std::collections::HashMap;

use cnfab_model::{Assignment, Atom, Clause, GroupNames, Model, Posted, Role, Var};
use cnfab_puzzle::{Puzzle, Violation};

use super::words::{RuleNumber, Words};

/// A rule of the puzzle: the constraints of its model without clues that have one name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Its name: `row 3`, or `sum: row 1, column 2 and row 3, column 2` if it is one of many about few variables.
    pub name: String,
    /// The label that it shares with others, such as `row`.
    pub label: String,
    /// The rule is in force where this is true.
    pub atom: Atom,
    /// The number of its variables.
    pub variables: usize,
}

/// A model whose clues can be chosen.
#[derive(Clone, Debug)]
pub struct Selectable {
    /// The model: the variables of the puzzle's own model come first and are shown.
    pub model: Model,
    /// For each clue, the atom under which it holds.
    pub clues: Vec<Atom>,
    /// The rules, if they can be chosen too.
    pub rules: Vec<Rule>,
    /// True if the clues are values of cells.
    are_values: bool,
}

/// A puzzle whose clues are values of cells.
pub(super) struct Given {
    /// The model without clues.
    pub(super) model: Model,
    /// For each clue the variable that has a value, and the value.
    pub(super) values: Vec<(Var, i32)>,
}

impl Given {
    /// Makes the model of a view; `None` if some clue is not the value of a variable.
    pub(super) fn new(puzzle: &dyn Puzzle, view: &str) -> Option<Self> {
        let givens = puzzle.givens()?;
        let model = puzzle.with_givens(&vec![None; givens.len()])?.make_model(view);
        let mut values: Vec<Option<(Var, i32)>> = vec![None; givens.len()];
        for (shown, var) in model.shown().into_iter().enumerate() {
            for value in model.domain(var).values() {
                let (cells, entry) = puzzle.entry(view, shown, value);
                for cell in cells.into_iter().filter(|&cell| givens[cell] == Some(entry)) {
                    // Of two variables, either might have the value.
                    if values[cell].replace((var, value)).is_some() {
                        return None;
                    }
                }
            }
        }
        let of_clue = |cell: usize| givens[cell].map(|_| values[cell]);
        let values: Vec<(Var, i32)> = (0..givens.len()).filter_map(of_clue).collect::<Option<_>>()?;
        let mut vars: Vec<Var> = values.iter().map(|&(var, _)| var).collect();
        vars.sort_unstable();
        vars.dedup();
        (values.len() == puzzle.clues().len() && vars.len() == values.len()).then_some(Given { model, values })
    }

    /// The atoms of the clues.
    fn atoms(&self) -> Vec<Atom> {
        self.values.iter().map(|&(var, value)| var.is(value)).collect()
    }
}

impl Selectable {
    /// Makes the model of a view, in which the rules always hold.
    ///
    /// # Errors
    /// If the kind cannot state the puzzle without all or with one of its clues.
    pub fn new(puzzle: &dyn Puzzle, view: &str) -> Result<Self, Violation> {
        if let Some(given) = Given::new(puzzle, view) {
            return Ok(Selectable { clues: given.atoms(), model: given.model, rules: Vec::new(), are_values: true });
        }
        let bare = without_clues(puzzle, view)?;
        let selectable = Selectable { model: bare.clone(), clues: Vec::new(), rules: Vec::new(), are_values: false };
        selectable.add_clues(puzzle, view, &bare)
    }

    /// Makes the model of a view, in which each rule can be chosen as each clue can. Implied constraints are left out.
    ///
    /// # Errors
    /// As [`Selectable::new`].
    pub fn with_rules(puzzle: &dyn Puzzle, view: &str) -> Result<Self, Violation> {
        let given = Given::new(puzzle, view);
        let without = puzzle.with_clues(&vec![false; puzzle.clues().len()])?;
        let bare = match &given {
            Some(given) => given.model.clone(),
            None => without.make_model(view),
        };
        let words = Words::new(without.as_ref(), view, &bare);
        let mut model = Model::new();
        for variable in bare.variables() {
            model.var(&*variable.name, variable.domain.clone());
        }
        model.show(&bare.shown());
        let mut numbers: HashMap<&str, usize> = HashMap::new();
        let mut rules: Vec<Rule> = Vec::new();
        let mut of_name: HashMap<String, usize> = HashMap::new();
        for posted in bare.constraints().iter().filter(|posted| posted.role == Role::Rule) {
            let number = numbers.entry(&posted.label).and_modify(|number| *number += 1).or_insert(1);
            let mut vars: Vec<Var> = posted.constraint.vars().collect();
            vars.sort_unstable();
            vars.dedup();
            let name = words.rule(&posted.label, RuleNumber { posted: *number, number: *number }, &vars);
            // What has one name is one rule.
            let at = *of_name.entry(name.clone()).or_insert_with(|| {
                let atom = model.var(format!("rule[{}]", rules.len() + 1), 0..=1).is(1);
                rules.push(Rule { name, label: posted.label.to_string(), atom, variables: 0 });
                rules.len() - 1
            });
            let Rule { atom, variables, .. } = &mut rules[at];
            *variables = vars.len().max(*variables);
            let when = posted.when.iter().copied().chain([*atom]);
            model.post_when(&posted.label, when, posted.constraint.clone());
        }
        if let Some(given) = given {
            return Ok(Selectable { model, clues: given.atoms(), rules, are_values: true });
        }
        Selectable { model, clues: Vec::new(), rules, are_values: false }.add_clues(puzzle, view, &bare)
    }

    /// The model with a group for each clue, which have these texts, and behind them one for each rule.
    pub fn in_groups(&self, texts: &[String]) -> Model {
        let clues = texts.iter().zip(&self.clues).map(|(text, &atom)| (text, text, atom, !self.are_values));
        let rules = self.rules.iter().map(|rule| (&rule.name, &rule.label, rule.atom, true));
        let mut part_of: Vec<Option<usize>> = vec![None; self.model.variables().len()];
        for (part, (.., atom, is_condition)) in clues.clone().chain(rules.clone()).enumerate() {
            part_of[atom.var.index()] = Some(part).filter(|_| is_condition);
        }
        let is_condition = |atom: &Atom| part_of[atom.var.index()].is_some();
        let mut model = Model::with_groups();
        for (var, part) in self.model.vars().zip(&part_of) {
            let domain = if part.is_some() { 1.into() } else { self.model.domain(var).clone() };
            model.auxiliary(self.model.name(var), domain);
        }
        model.show(&self.model.shown());
        let mut constraints: Vec<Vec<&Posted>> = vec![Vec::new(); self.clues.len() + self.rules.len()];
        for posted in self.model.constraints() {
            match posted.when.iter().find_map(|atom| part_of[atom.var.index()]) {
                Some(part) => constraints[part].push(posted),
                None => model.post_when(&posted.label, posted.when.iter().copied(), posted.constraint.clone()),
            }
        }
        for ((name, label, atom, has_condition), constraints) in clues.chain(rules).zip(constraints) {
            let (name, label, text) = (Some(name.clone()), label.clone(), String::new());
            model.open_group(|| GroupNames { name, label, line: None, text });
            if !has_condition {
                model.post("clue", Clause(vec![atom]));
            }
            for posted in constraints {
                let when = posted.when.iter().copied().filter(|atom| !is_condition(atom));
                model.post_when(&posted.label, when, posted.constraint.clone());
            }
            model.close_group();
        }
        model
    }

    /// True if a solution of the rules meets a clue. Where a clue is stated with variables of its own, no may be said
    /// although it is met.
    pub(super) fn is_met(&self, clue: usize, solution: &Assignment) -> bool {
        let atom = self.clues[clue];
        if self.are_values {
            return solution.satisfies(atom);
        }
        let mut stated = self.model.constraints().iter().filter(|posted| posted.when.contains(&atom));
        solution.satisfies(atom) || stated.all(|posted| posted.constraint.holds(solution))
    }

    fn add_clues(mut self, puzzle: &dyn Puzzle, view: &str, bare: &Model) -> Result<Self, Violation> {
        self.model.show(&bare.shown());
        let count = puzzle.clues().len();
        for number in 0..count {
            let mut keep = vec![false; count];
            keep[number] = true;
            let with_clue = puzzle.with_clues(&keep)?.make_model(view);
            let atom = self.model.var(format!("clue[{}]", number + 1), 0..=1).is(1);
            self.add_clue(number, atom, bare, &with_clue);
            self.clues.push(atom);
        }
        Ok(self)
    }

    /// Posts what a model with one clue states beyond the model without.
    fn add_clue(&mut self, number: usize, atom: Atom, bare: &Model, with_clue: &Model) {
        let to = self.variables_of(number, bare, with_clue);
        for var in with_clue.vars() {
            let (is, was) = (with_clue.domain(var), self.model.domain(to[var.index()]).clone());
            if is.len() == 1 || 2 * is.len() < was.len() {
                if *is != was {
                    let values = is.values().map(|value| to[var.index()].is(value)).collect();
                    self.model.post_when("clue", [atom], Clause(values));
                }
                continue;
            }
            for value in was.values().filter(|&value| !is.contains(value)) {
                self.model.post_when("clue", [atom], Clause(vec![to[var.index()].is_not(value)]));
            }
        }
        let mut known = counted(bare.constraints().iter().cloned());
        for posted in with_clue.constraints() {
            let posted = renamed(posted, &to);
            match known.get_mut(&posted) {
                Some(left) if *left > 0 => *left -= 1,
                _ => {
                    let when = posted.when.into_iter().chain([atom]);
                    self.model.post_when(&posted.label, when, posted.constraint);
                }
            }
        }
    }

    /// Finds for each variable of the model with a clue the variable that it is here.
    ///
    /// Shown variables are the same by name. So are the others if all constraints about them are the same. If not, they
    /// mean something else with the clue, and new variables take their places.
    fn variables_of(&mut self, number: usize, bare: &Model, with_clue: &Model) -> Vec<Var> {
        let by_name: HashMap<&str, Var> = bare.vars().map(|var| (bare.name(var), var)).collect();
        let is_shown = shown(with_clue);
        let same = |var: Var| by_name.get(with_clue.name(var)).copied();
        let hidden = || with_clue.vars().filter(|var| !is_shown[var.index()]);
        let all_known = hidden().all(|var| same(var).is_some_and(|other| bare.domain(other) == with_clue.domain(var)));
        if all_known && with_clue.variables().len() == bare.variables().len() {
            let to: Vec<Var> = with_clue.vars().map(|var| same(var).expect("the models have equal names")).collect();
            let about = |model: &Model, posted: &Posted| {
                let is_shown = shown(model);
                posted.constraint.vars().any(|var| !is_shown[var.index()])
            };
            let before = bare.constraints().iter().filter(|posted| about(bare, posted)).cloned();
            let after = with_clue.constraints().iter().filter(|posted| about(with_clue, posted));
            if counted(before) == counted(after.map(|posted| renamed(posted, &to))) {
                return to;
            }
        }
        let mut to = Vec::with_capacity(with_clue.variables().len());
        for var in with_clue.vars() {
            to.push(match same(var) {
                Some(other) if is_shown[var.index()] => other,
                _ => {
                    let name = format!("{} of clue {}", with_clue.name(var), number + 1);
                    self.model.var(name, with_clue.domain(var).clone())
                }
            });
        }
        to
    }
}

/// Makes the model of the puzzle without clues.
fn without_clues(puzzle: &dyn Puzzle, view: &str) -> Result<Model, Violation> {
    Ok(puzzle.with_clues(&vec![false; puzzle.clues().len()])?.make_model(view))
}

/// True for each variable that is shown.
fn shown(model: &Model) -> Vec<bool> {
    let mut is_shown = vec![false; model.variables().len()];
    model.shown().iter().for_each(|var| is_shown[var.index()] = true);
    is_shown
}

/// How often each constraint occurs.
fn counted(constraints: impl Iterator<Item = Posted>) -> HashMap<Posted, usize> {
    let mut counts = HashMap::new();
    constraints.for_each(|posted| *counts.entry(posted).or_insert(0) += 1);
    counts
}

/// The constraint over other variables.
fn renamed(posted: &Posted, to: &[Var]) -> Posted {
    let to = |var: Var| to[var.index()];
    let when = posted.when.iter().map(|atom| Atom { var: to(atom.var), ..*atom }).collect();
    Posted { when, constraint: posted.constraint.renamed(&to), ..posted.clone() }
}
